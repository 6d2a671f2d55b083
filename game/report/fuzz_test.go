package report

import (
	"encoding/json"
	"testing"

	"github.com/banchess/banchess/game"
)

// FuzzRequest checks that any request is refused or answered in JSON.
func FuzzRequest(f *testing.F) {
	f.Add("white ban 120 #-3 better\nblack move -20 0")
	f.Add("white move #0 99999999 x")
	f.Add(game.StartFEN + "\nb:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5\nb:a2a3\n20 b:f3f7 m:a2a4\n#2 m:f3f7 b:e8f7")
	f.Add(game.StartFEN + "\n\nb:a2a3\n20 b:e2e4 m:d2d4\n90 m:e2e4\n-160 b:e7e5\n15 b:e2e4\n-150 b:e7e5")
	// Nothing better is known, or the line that follows cannot be played.
	const after = game.StartFEN + "\nb:a2a3\nm:h2h4\n"
	f.Add(after + "20\n-40 b:b8c6 m:e7e5\n0")
	f.Add(after + "20 m:d2d4\n-40 b:a1a8 m:e7e5\n0")
	f.Add(after + "20 m:d2d4 b:e7e5\n-40 b:b8c6 m:e7e5\n-400 b:a1a8 m:h8h1\n-400 b:h4h5 m:h4h5")
	f.Fuzz(func(t *testing.T, text string) {
		for _, do := range []func(string) (string, error){JudgeText, ExplainText} {
			if answer, err := do(text); err == nil && !json.Valid([]byte(answer)) {
				t.Fatalf("%q is answered %s", text, answer)
			}
		}
	})
}
