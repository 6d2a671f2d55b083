package train

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// listed is a puzzle of the list that a page shows.
type listed struct {
	ID, Goal, FEN, Line string
	Rating, Deviation   int
	Themes              []string
}

// asked is what is asked of a puzzle, and wrong an action that is to be refuted.
type asked struct {
	Puzzle  map[string]string `json:"puzzle"`
	Actions []string          `json:"actions"`
	Wrong   string            `json:"wrong,omitempty"`
}

func ask(t *testing.T, request, answer any) error {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	said, err := Do(string(text))
	if err == nil {
		err = json.Unmarshal([]byte(said), answer)
	}
	return err
}

// TestDeskReads lists the puzzles of the program as they are, and walks through their lines:
// the solver's right actions lead to the end, and any other is told.
func TestDeskReads(t *testing.T) {
	var list struct{ Puzzles []listed }
	if err := ask(t, map[string]string{"read": assets.Puzzles()}, &list); err != nil {
		t.Fatal(err)
	}
	all, err := puzzle.Read(strings.NewReader(assets.Puzzles()))
	if err != nil || len(all) != len(list.Puzzles) {
		t.Fatal(err, len(all), len(list.Puzzles))
	}
	for i, p := range all {
		got := list.Puzzles[i]
		want := listed{p.ID(), p.Goal.String(), p.Position.FEN(), got.Line, p.Rating, p.Deviation, p.Themes()}
		if !slices.Equal(got.Themes, want.Themes) || got.ID != want.ID || got.Goal != want.Goal || got.FEN != want.FEN || got.Rating != want.Rating || got.Deviation != want.Deviation {
			t.Fatalf("%+v, want %+v", got, want)
		}
		if testing.Short() && i%20 > 0 {
			continue
		}
		q := asked{Puzzle: map[string]string{"fen": got.FEN, "goal": got.Goal, "line": got.Line}, Actions: []string{}}
		for attempt := puzzle.NewAttempt(&p); ; {
			var answer struct {
				IsRight bool
				Next    []string
				Text    string
			}
			if err := ask(t, q, &answer); err != nil || !answer.IsRight {
				t.Fatal(got.ID, q.Actions, err)
			}
			if want := attempt.Hint(); answer.Text != want && (!attempt.Done() || answer.Text != attempt.Outcome()) {
				t.Fatalf("%s %v: %q", got.ID, q.Actions, answer.Text)
			}
			for _, wrong := range attempt.Game().LegalActions() {
				if _, ok := find(attempt.Next(), wrong); !ok {
					other := q
					other.Actions = append(slices.Clone(q.Actions), wrong.String())
					if err := ask(t, other, &answer); err != nil || answer.IsRight || len(answer.Next) > 0 {
						t.Fatal(got.ID, other.Actions, err)
					}
					answer.Next = texts(attempt.Next())
					break
				}
			}
			if !slices.Equal(answer.Next, texts(attempt.Next())) {
				t.Fatal(got.ID, answer.Next)
			}
			if len(answer.Next) == 0 {
				break
			}
			if right, err := attempt.Follow(attempt.Next()[:1]); !right || err != nil {
				t.Fatal(got.ID, err)
			}
			q.Actions = append(q.Actions, answer.Next[0])
		}
	}
}

// find finds an action among those that a line goes on with.
func find(next []game.Action, action game.Action) (game.Action, bool) {
	for _, a := range next {
		if a == action || a == puzzle.Any && action.IsBan() {
			return a, true
		}
	}
	return game.Action{}, false
}

func texts(actions []game.Action) []string {
	all := []string{}
	for _, a := range actions {
		if a == puzzle.Any {
			all = append(all, "*")
		} else {
			all = append(all, a.String())
		}
	}
	return all
}

// TestDeskRefutes answers with the line and the words of the proof, and refuses a faulty request.
func TestDeskRefutes(t *testing.T) {
	only := map[string]string{"fen": "4kr2/2pb1p1p/3P1Q2/2r5/8/PP5N/R1pPBP1P/2K4q w - - 0 1 2:h3g1+", "goal": "only 1", "line": "e2f1 h1f1"}
	var answer struct {
		Line []string
		Text string
	}
	if err := ask(t, asked{only, []string{}, "m:e2d1"}, &answer); err != nil || len(answer.Line) != 3 || answer.Line[1] != "m:h1d1" || !strings.Contains(answer.Text, "mates") {
		t.Errorf("%+v, %v", answer, err)
	}
	bad := map[string]string{"fen": only["fen"], "goal": "defend 1", "line": only["line"]}
	for _, q := range []asked{{only, []string{"e2d1"}, ""}, {only, nil, "m:a1a8"}, {only, nil, "x"}, {bad, nil, ""}, {map[string]string{"fen": "x", "goal": "mate 1"}, nil, ""}} {
		if q.Actions == nil {
			q.Actions = []string{}
		}
		if err := ask(t, q, &answer); game.CodeOf(err) == "" {
			t.Errorf("%+v: %v", q, err)
		}
	}
	for _, request := range []string{`{"read":"x"}`, `{"read":""}`, `{"read":7}`, `{"puzzle":7}`, `{"puzzle":{"fen":7}}`, `{"puzzle":{},"actions":[7]}`, `{"puzzle":{},"wrong":[]}`} {
		if answer, err := Do(request); err == nil {
			t.Errorf("%s: %s", request, answer)
		}
	}
}

// TestVerdict compares a storm with another as Result.Compare does.
func TestVerdict(t *testing.T) {
	for _, one := range []struct{ run, than, want string }{
		{"[17,2,0,31,5]", "[16,0,99]", `"verdict":1`}, {"[17,2,0,31,5]", "[17,1,0]", `"verdict":-1`}, {"[17,2,3,31,5]", "[17,2,31]", `"verdict":0`},
	} {
		answer, err := Do(`{"now":9000,"run":` + one.run + `,"than":` + one.than + `}`)
		if err != nil || !strings.Contains(answer, one.want) {
			t.Errorf("%+v: %s, %v", one, answer, err)
		}
	}
}
