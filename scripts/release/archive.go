package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// files are the texts of an archive or of the release, by slash-separated names.
type files map[string][]byte

// tree reads the files below dir.
func tree(dir string) (files, error) {
	all := files{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		all[name], err = os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		return err
	})
	return all, err
}

// names returns the names in the order of an archive.
func (all files) names() []string { return slices.Sorted(maps.Keys(all)) }

// mode returns the permissions of a file: only the program is executable.
func mode(name string) fs.FileMode {
	if base := path.Base(name); base == "banchess" || base == "banchess.exe" {
		return 0o755
	}
	return 0o644
}

// tarball returns a .tar.gz with the files in a folder, all of one time. Writing to memory does not fail,
// and all names are short, so it returns no error.
func (all files) tarball(folder string, stamp time.Time) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	for _, name := range all.names() {
		t.WriteHeader(&tar.Header{
			Typeflag: tar.TypeReg, Format: tar.FormatPAX,
			Name: folder + "/" + name, Size: int64(len(all[name])), Mode: int64(mode(name)), ModTime: stamp,
		})
		t.Write(all[name])
	}
	t.Close()
	z.Close()
	return b.Bytes()
}

// zipball returns a .zip, which Windows can open, with the files in a folder, all of one time.
func (all files) zipball(folder string, stamp time.Time) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range all.names() {
		h := &zip.FileHeader{Name: folder + "/" + name, Method: zip.Deflate, Modified: stamp}
		h.SetMode(mode(name))
		// It fails only for invalid names.
		if w, err := z.CreateHeader(h); err == nil {
			w.Write(all[name])
		}
	}
	z.Close()
	return b.Bytes()
}
