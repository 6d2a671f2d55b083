package scene

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"image"
	"io"
	"time"
)

// film writes a GIF, picture by picture. Each is cropped to what differs from the one
// before, and in it, what does not differ is transparent.
type film struct {
	w      io.Writer
	size   int
	colors *palette
	last   []uint8 // the indices of the picture before
}

// begin writes what comes before the pictures: the one table of colours, and that the film
// begins again at its end.
func (f *film) begin() error {
	size := binary.LittleEndian.AppendUint16(nil, uint16(f.size))
	head := append(append([]byte("GIF89a"), size...), size...)
	head = append(head, 0xf7, 0, 0) // 256 colours of 8 bits a channel
	table := make([]byte, 3*256)
	for i, c := range f.colors.colors {
		copy(table[3*i:], c[:])
	}
	head = append(head, table...)
	_, err := f.w.Write(append(head, "!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"...))
	return err
}

// add writes the next picture, which stands for a time.
func (f *film) add(img *image.RGBA, stands time.Duration) error {
	frame := make([]uint8, f.size*f.size)
	for i := range frame {
		frame[i] = f.colors.index(img.Pix[4*i : 4*i+4])
	}
	box := f.changed(frame)
	control := append([]byte("!\xf9\x04\x05"), 0, 0, transparent, 0) // the next is laid over this one
	binary.LittleEndian.PutUint16(control[4:], uint16(stands/(10*time.Millisecond)))
	control = append(control, ',')
	for _, v := range []int{box.Min.X, box.Min.Y, box.Dx(), box.Dy()} {
		control = binary.LittleEndian.AppendUint16(control, uint16(v))
	}
	if _, err := f.w.Write(append(control, 0, 8)); err != nil {
		return err
	}
	blocks := &blocks{w: f.w}
	z := lzw.NewWriter(blocks, lzw.LSB, 8)
	row := make([]uint8, box.Dx())
	for y := box.Min.Y; y < box.Max.Y; y++ {
		at := y*f.size + box.Min.X
		copy(row, frame[at:])
		for i := range row {
			if f.last != nil && row[i] == f.last[at+i] {
				row[i] = transparent
			}
		}
		if _, err := z.Write(row); err != nil {
			return err
		}
	}
	f.last = frame
	if err := z.Close(); err != nil {
		return err
	}
	return blocks.end()
}

// changed returns the part of a picture that differs from the one before, and at least a
// pixel.
func (f *film) changed(frame []uint8) image.Rectangle {
	if f.last == nil {
		return image.Rect(0, 0, f.size, f.size)
	}
	x0, y0, x1, y1 := f.size, f.size, 0, 0
	for y := range f.size {
		row, last := frame[y*f.size:(y+1)*f.size], f.last[y*f.size:(y+1)*f.size]
		if bytes.Equal(row, last) {
			continue
		}
		left, right := 0, f.size
		for row[left] == last[left] {
			left++
		}
		for row[right-1] == last[right-1] {
			right--
		}
		x0, x1, y0, y1 = min(x0, left), max(x1, right), min(y0, y), y+1
	}
	if y1 == 0 {
		return image.Rect(0, 0, 1, 1)
	}
	return image.Rect(x0, y0, x1, y1)
}

// end ends the film.
func (f *film) end() error {
	_, err := io.WriteString(f.w, ";")
	return err
}

// blocks is a writer that cuts data into blocks of up to 255 bytes, each after its length.
type blocks struct {
	w     io.Writer
	block [256]byte
}

// WriteByte is for package lzw, which would put a buffer around a mere Writer.
func (b *blocks) WriteByte(c byte) error {
	b.block[0]++
	b.block[b.block[0]] = c
	if b.block[0] < 255 {
		return nil
	}
	return b.Flush()
}

func (b *blocks) Write(data []byte) (int, error) {
	for _, c := range data {
		if err := b.WriteByte(c); err != nil {
			return 0, err
		}
	}
	return len(data), nil
}

// Flush writes the block that is not full yet.
func (b *blocks) Flush() error {
	if b.block[0] == 0 {
		return nil
	}
	_, err := b.w.Write(b.block[:1+int(b.block[0])])
	b.block[0] = 0
	return err
}

// end writes the last block, and the empty one after it.
func (b *blocks) end() error {
	if err := b.Flush(); err != nil {
		return err
	}
	_, err := b.w.Write([]byte{0})
	return err
}
