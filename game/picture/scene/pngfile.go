package scene

import (
	"compress/zlib"
	"encoding/binary"
	"image"
	"io"
)

// The files are written here and not by image/png and image/gif. A GIF has to be written
// picture by picture, which image/gif does not do; and each of the two packages brings its
// reader along, which makes a WebAssembly 60 kB larger after gzip.

// writePNG writes an image without transparency, as one part of the work.
func writePNG(todo *steps, w io.Writer, img *image.RGBA) error {
	width, height := img.Rect.Dx(), img.Rect.Dy()
	if _, err := io.WriteString(w, "\x89PNG\r\n\x1a\n"); err != nil {
		return err
	}
	header := binary.BigEndian.AppendUint32(nil, uint32(width))
	header = binary.BigEndian.AppendUint32(header, uint32(height))
	// Eight bits a channel, red, green and blue; no other ways of compressing are there.
	if err := writeChunk(w, "IHDR", append(header, 8, 2, 0, 0, 0)); err != nil {
		return err
	}
	z := zlib.NewWriter(&chunks{w})
	row, above := make([]byte, 1+3*width), make([]byte, 3*width)
	row[0] = 2 // what follows is the difference to the row above, which on a board is mostly none
	for y := range height {
		pix := img.Pix[y*img.Stride:]
		for i, k := 0, 0; i < 3*width; i, k = i+3, k+4 {
			for c := range 3 {
				v := pix[k+c]
				row[1+i+c], above[i+c] = v-above[i+c], v
			}
		}
		if _, err := z.Write(row); err != nil {
			return err
		}
		if err := todo.next(y+1, height); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return writeChunk(w, "IEND", nil)
}

// chunks is a writer whose every write becomes a chunk of the image's data.
type chunks struct{ w io.Writer }

func (c *chunks) Write(data []byte) (int, error) { return len(data), writeChunk(c.w, "IDAT", data) }

// writeChunk writes a chunk of a PNG.
func writeChunk(w io.Writer, name string, data []byte) error {
	chunk := binary.BigEndian.AppendUint32(make([]byte, 0, len(data)+12), uint32(len(data)))
	chunk = append(append(chunk, name...), data...)
	_, err := w.Write(binary.BigEndian.AppendUint32(chunk, checksum(chunk[4:])))
	return err
}

// checksum is the CRC-32 of PNG. That of hash/crc32 is made for the processors that have
// an instruction for it, and larger.
func checksum(data []byte) uint32 {
	sum := ^uint32(0)
	for _, b := range data {
		sum ^= uint32(b)
		for range 8 {
			sum = sum>>1 ^ 0xedb88320&-(sum&1)
		}
	}
	return ^sum
}
