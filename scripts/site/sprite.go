package site

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/banchess/banchess/assets"
)

// piecesDir is the directory of the sets of pieces in the site. A page loads a set as one
// file.
const piecesDir = "assets/pieces"

// pieceGap is the distance between two pieces of a sprite. Each is drawn in a square of 100.
const pieceGap = 120

// writeSprites writes a sprite of each set of pieces: pieces/classic.svg#wK is the white
// king of the first set.
func writeSprites(o Options) error {
	dir := filepath.Join(o.Dir, filepath.FromSlash(piecesDir))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, set := range assets.PieceSets {
		sprite, err := spriteOf(set)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, set+".svg"), sprite, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// spriteOf puts the pieces of a set side by side, each with a view of its name.
func spriteOf(set string) ([]byte, error) {
	pieces, err := assets.Pieces(set)
	if err != nil {
		return nil, err
	}
	var sprite bytes.Buffer
	fmt.Fprintf(&sprite, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d 100" %s>`, len(pieces)*pieceGap, assets.RoundStrokes)
	for i, name := range slices.Sorted(maps.Keys(pieces)) {
		fmt.Fprintf(&sprite, `<view id="%s" viewBox="%d 0 100 100"/><g transform="translate(%[2]d)">`, name, i*pieceGap)
		for _, shape := range pieces[name].Shapes {
			sprite.WriteString(shape.SVG())
		}
		sprite.WriteString("</g>")
	}
	sprite.WriteString("</svg>\n")
	return sprite.Bytes(), nil
}
