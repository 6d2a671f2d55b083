package board

import (
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// Paint laid over paint keeps the image premultiplied: no channel above its alpha.
func TestPaintIsPremultiplied(t *testing.T) {
	art, err := loadArtwork()
	if err != nil {
		t.Fatal(err)
	}
	for _, letter := range []byte("KQRBNPkqrbnp") {
		p := chess.PieceOf(letter)
		img := art.paint(sprite{kind: spritePiece, set: assets.PieceSets[0], piece: p, size: 37})
		painted := 0
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i+3] > 0 {
				painted++
			}
			if c := img.Pix[i : i+4]; max(c[0], c[1], c[2]) > c[3] {
				t.Fatalf("%c: pixel %d is %v", letter, i/4, c)
			}
		}
		if painted < 37*37/8 {
			t.Errorf("%c: %d pixels are painted", letter, painted)
		}
	}
}

func BenchmarkPieces(b *testing.B) {
	art, err := loadArtwork()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, letter := range []byte("KQRBNPkqrbnp") {
			art.paint(sprite{kind: spritePiece, set: assets.PieceSets[0], piece: chess.PieceOf(letter), size: 160})
		}
	}
}

func BenchmarkSquares(b *testing.B) {
	for b.Loop() {
		for n := range uint8(8) {
			paintSquare(sprite{theme: assets.Themes[0].Name, size: 160, n: n})
		}
	}
}
