package site

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// The pieces in assets/: a set in pieces/, further sets in its folders. A page loads a set
// as one file.
const piecesDir = "assets/pieces"

// pieceGap is the distance between two pieces of a sprite. Each is drawn in a square of 100.
const pieceGap = 120

var (
	svgFrame = regexp.MustCompile(`(?s)^<svg [^>]*>(.*)</svg>\s*$`)
	svgTitle = regexp.MustCompile(`\s*<title>[^<]*</title>`) // the page has its own words for an image
)

// writeSprites makes a sprite of each set of pieces: pieces/classic.svg#wK is the white
// king of the first set.
func writeSprites(o Options) error {
	root := filepath.Join(o.Root, filepath.FromSlash(piecesDir))
	to := filepath.Join(o.Dir, filepath.FromSlash(piecesDir))
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	sets := map[string]string{"classic": root}
	entries, err := os.ReadDir(root)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() {
			sets[e.Name()] = filepath.Join(root, e.Name())
		}
	}
	for name, folder := range sets {
		sprite, err := spriteOf(folder)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name+".svg"), sprite, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// spriteOf puts the images of a folder side by side, each with a view of its name.
func spriteOf(folder string) ([]byte, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	if err != nil {
		return nil, err
	}
	var sprite bytes.Buffer
	fmt.Fprintf(&sprite, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d 100">`, len(files)*pieceGap)
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		drawing := svgFrame.FindSubmatch(text)
		if drawing == nil {
			return nil, fmt.Errorf("%s is no drawing that begins with <svg …>", file)
		}
		inner := htmlIndent.ReplaceAll(svgTitle.ReplaceAll(drawing[1], nil), nil)
		name := strings.TrimSuffix(filepath.Base(file), ".svg")
		fmt.Fprintf(&sprite, `<view id="%s" viewBox="%d 0 100 100"/><g transform="translate(%[2]d)">%s</g>`, name, i*pieceGap, bytes.TrimSpace(inner))
	}
	sprite.WriteString("</svg>\n")
	return sprite.Bytes(), nil
}
