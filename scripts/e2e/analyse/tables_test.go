package analyse

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/tables"
	"github.com/banchess/banchess/scripts/e2e"
)

// endingsShown are positions of three and four men, with the words about each.
var endingsShown = []struct{ fen, says string }{
	{"8/8/8/8/8/1k6/4r3/1K5N w - - 0 1 1", "Black mates in 3 by the ban"},               // rook against knight
	{"8/8/8/8/8/1k6/4r3/1K5N w - - 0 1 2:h1g3", "Black mates in 3, whatever is played"}, // after a ban
	{"8/8/8/8/8/2k5/7q/K7 b - - 0 1 3", "Black mates in 1, whatever is banned"},         // three men, made in the worker
	{"8/8/8/3k4/3r4/8/8/K6R w - - 0 1 1", "a draw if both play well"},
	{"8/8/8/3k4/4p3/8/8/K6Q w - - 0 1 1", "White mates in 7, whatever is banned"}, // with the tables to which the pawn leads
}

// exactLines returns each action of a position and its score in White's view, by the tables that
// the terminal carries.
func exactLines(t *testing.T, fen string) map[string]string {
	t.Helper()
	folder, err := fs.Sub(assets.Tables, "tables")
	if err != nil {
		t.Fatal(err)
	}
	set, err := tables.ReadFiles(folder)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Options{Hash: 1, Tables: set})
	if err != nil {
		t.Fatal(err)
	}
	g, err := rules.NewFromFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Search(t.Context(), g, engine.Limits{Lines: 64}, nil)
	if err != nil {
		t.Fatal(err)
	}
	scores := map[string]string{}
	for _, l := range r.Lines {
		if !l.Exact {
			t.Fatalf("%s is not known", fen)
		}
		mate := l.Score.Mate
		if g.ActivePlayer() == rules.Black {
			mate = -mate
		}
		text := "0.0"
		if mate != 0 {
			text = strings.Replace(fmt.Sprintf("#%d", mate), "-", "−", 1)
		}
		scores[l.Actions[0].String()] = text
	}
	return scores
}

// Analyse shows each action of an ending of four men with its distance, as the tables have it.
func TestExactEndings(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	for i, row := range endingsShown {
		p.Paste(e2e.Quote(row.fen))
		p.Await(e2e.Game + ".fen() === " + e2e.Quote(row.fen))
		if i == 0 {
			p.Analyse()
		}
		p.Words("verdict", row.says)
		p.Words("depth", "exact")
		want := exactLines(t, row.fen)
		p.Await(fmt.Sprintf("%s.length === %d", e2e.EngineLines, len(want)))
		shown := map[string]string{}
		text := p.Text("JSON.stringify(Object.fromEntries(" + e2e.EngineLines + ".map((li) => [li.dataset.action, li.querySelector('.score').textContent])))")
		if err := json.Unmarshal([]byte(text), &shown); err != nil {
			t.Fatal(err)
		}
		for action, score := range want {
			if shown[action] != score {
				t.Errorf("%s: %s is %q, and %q by the tables", row.fen, action, shown[action], score)
			}
		}
	}
}

// Without the files of the tables the engine searches.
func TestEndingsWithoutTables(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{
		Wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, tables.Ext) {
					http.NotFound(w, r)
					return
				}
				next.ServeHTTP(w, r)
			})
		},
		Allow: func(problem string) bool { return strings.Contains(problem, tables.Ext) },
	}).Ready()
	p.Paste(e2e.Quote(endingsShown[0].fen))
	p.Analyse()
	p.Words("depth", "depth ")
	p.LinesAreLegal(3)
}
