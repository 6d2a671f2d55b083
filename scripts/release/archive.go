package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// stamp is the time of every file in an archive, so that equal files make equal
// archives. Zip has no time before 1980.
var stamp = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// tree reads the files below dir, sorted by name.
func tree(dir string) ([]file, error) {
	var files []file
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files = append(files, file{name: name, text: text})
		return err
	})
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, err
}

// under puts files into a directory, sorted.
func under(dir string, files []file) []file {
	out := slices.Clone(files)
	for i := range out {
		out[i].name = dir + "/" + out[i].name
	}
	slices.SortFunc(out, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return out
}

func (f file) mode() fs.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// tarball returns a .tar.gz. Writing to memory does not fail, and all names are
// short, so it returns no error.
func tarball(files []file) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	for _, f := range files {
		t.WriteHeader(&tar.Header{
			Typeflag: tar.TypeReg, Format: tar.FormatPAX,
			Name: f.name, Size: int64(len(f.text)), Mode: int64(f.mode()), ModTime: stamp,
		})
		t.Write(f.text)
	}
	t.Close()
	z.Close()
	return b.Bytes()
}

// zipball returns a .zip, which Windows can open.
func zipball(files []file) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: stamp}
		h.SetMode(f.mode())
		// It fails only for invalid names.
		if w, err := z.CreateHeader(h); err == nil {
			w.Write(f.text)
		}
	}
	z.Close()
	return b.Bytes()
}
