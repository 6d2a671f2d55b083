package board

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game/chess"
)

// bench is a board with a clock that stands still and a log of what it reported.
type bench struct {
	*Board
	log  []string
	time time.Time
}

func newBench(t *testing.T, v View) *bench {
	t.Helper()
	b := &bench{time: time.Unix(1000, 0)}
	say := func(format string, args ...any) { b.log = append(b.log, fmt.Sprintf(format, args...)) }
	b.Board = New(DefaultOptions(), Callbacks{
		Action: func(from, to chess.Square, p chess.Role) {
			if p == chess.NoRole {
				say("%v%v", from, to)
			} else {
				say("%v%v%c", from, to, p.Letter())
			}
		},
		Refused:   func(from, to chess.Square) { say("refused %v %v", from, to) },
		Missed:    func() { say("missed") },
		Promotion: func(open bool) { say("promotion %v", open) },
	})
	b.now = func() time.Time { return b.time }
	b.Resize(800, 800, 2) // squares of 50 CSS pixels
	b.Set(v)
	return b
}

// replay plays strokes written as words: "down e2", "move e4", "up e4", each with
// an optional offset from the square's middle in CSS pixels ("down e2+10,-5");
// "touch" or "right" in front says which pointer, "finger2" that it is another one.
func (b *bench) replay(t *testing.T, script string) {
	t.Helper()
	for line := range strings.SplitSeq(script, ";") {
		words := strings.Fields(line)
		var s stroke
		for len(words) > 1 || len(words) == 1 && (words[0] == "blur" || words[0] == "leave" || words[0] == "lost") {
			w := words[0]
			words = words[1:]
			switch w {
			case "touch":
				s.Touch = true
			case "finger2":
				s.Touch, s.Pointer = true, 2
			case "right":
				s.Button = 2
				s.Color = 'G'
			case "down":
				s.Kind = pointerDown
			case "move":
				s.Kind = pointerMoved
			case "up":
				s.Kind = pointerUp
			case "lost":
				s.Kind = pointerLost
			case "leave":
				s.Kind = pointerLeft
			case "blur":
				b.blur()
				continue
			case "key":
				b.Key(words[0])
				words = nil
				continue
			default:
				t.Fatalf("no stroke %q in %q", w, line)
			}
			if len(words) == 0 {
				b.handle(s)
				break
			}
		}
		if len(words) == 1 {
			s.X, s.Y = b.place(t, words[0])
			b.handle(s)
		}
	}
}

// place returns the middle of a square, "off" for a place outside of the board,
// and either with an offset.
func (b *bench) place(t *testing.T, word string) (x, y float64) {
	t.Helper()
	name, offset, _ := strings.Cut(word, "+")
	if name == "off" {
		x, y = -30, -30
	} else {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		r := b.SquareRect(sq)
		x, y = r.X+r.Width/2, r.Y+r.Height/2
	}
	if offset != "" {
		var dx, dy float64
		if _, err := fmt.Sscanf(offset, "%g,%g", &dx, &dy); err != nil {
			t.Fatalf("no offset %q: %v", offset, err)
		}
		x, y = x+dx, y+dy
	}
	return x, y
}

// position reads the first field of a FEN.
func position(t *testing.T, fen string) (pieces [64]chess.Piece) {
	t.Helper()
	rank, file := 7, 0
	for _, c := range []byte(fen) {
		switch {
		case c == '/':
			rank, file = rank-1, 0
		case c >= '1' && c <= '8':
			file += int(c - '0')
		default:
			p := chess.PieceOf(c)
			if p == chess.NoPiece {
				t.Fatalf("no piece %q", c)
			}
			pieces[chess.SquareAt(file, rank)] = p
			file++
		}
	}
	return pieces
}

// targets reads pairs, "e2e4 a7a8=" where "=" stands for a promotion.
func targets(t *testing.T, pairs string) map[chess.Square][]Target {
	t.Helper()
	m := map[chess.Square][]Target{}
	for _, p := range strings.Fields(pairs) {
		name, promotes := strings.CutSuffix(p, "=")
		q := pair(t, name)
		m[q.From()] = append(m[q.From()], Target{To: q.To(), Promotes: promotes})
	}
	return m
}

func pair(t *testing.T, name string) chess.Pair {
	t.Helper()
	p, err := chess.ParsePair(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// moveView is a move phase with a bit of everything: e2e4 is banned, the knight
// on b1 has moves, the bishop on c1 none, a pawn can promote.
func moveView(t *testing.T) View {
	return View{
		Pieces:  position(t, "1n5k/P7/8/8/8/8/4P3/1NB1K3"),
		Phase:   Move,
		Mover:   chess.White,
		Targets: targets(t, "e2e3 b1c3 b1a3 a7a8= a7b8= e1d1"),
		Banned:  pair(t, "e2e4"),
	}
}

func banView(t *testing.T) View {
	return View{
		Pieces:  position(t, "1n5k/P7/8/8/8/8/4P3/1NB1K3"),
		Phase:   Ban,
		Mover:   chess.White,
		Targets: targets(t, "e2e3 e2e4 b1c3 b1a3 a7a8= a7b8="),
	}
}

func TestReplay(t *testing.T) {
	tests := []struct {
		name     string
		view     func(*testing.T) View
		strokes  string
		want     string // reports, joined by "; "
		selected string
	}{
		{"click and click", moveView, "down b1; up b1; down c3; up c3", "b1c3", "-"},
		{"drag", moveView, "down b1; move b2; move c3; up c3", "b1c3", "-"},
		{"a flick without a move between", moveView, "down b1; up c3", "b1c3", "-"},
		{"a shaky click is not a drag", moveView, "down b1; move b1+2,-1; up b1+2,-1", "", "b1"},
		{"a finger may shake more", moveView, "touch down b1; touch move b1+6,-3; touch up b1+6,-3", "", "b1"},
		{"touch, tap and tap", moveView, "touch down b1; touch up b1; touch down a3; touch up a3", "b1a3", "-"},
		{"touch, drag", moveView, "touch down b1; touch move a2; touch move a3; touch up a3", "b1a3", "-"},
		{"click again to put back", moveView, "down b1; up b1; down b1; up b1", "", "-"},
		{"click another piece", moveView, "down b1; up b1; down e2; up e2", "", "e2"},
		{"drag back home keeps it selected", moveView, "down b1; move c3; move b1; up b1", "", "b1"},
		{"drop off the board", moveView, "down b1; move c3; up off", "", "-"},
		{"press outside puts back", moveView, "down b1; up b1; down off; up off", "", "-"},
		{"drop on an illegal square", moveView, "down b1; move d4; up d4", "refused b1 d4", "-"},
		{"click an illegal square", moveView, "down b1; up b1; down h5; up h5", "refused b1 h5", "-"},
		{"slide off a target", moveView, "down b1; up b1; down c3; move c4; up c4", "", "b1"},
		{"drop on a piece of one's own", moveView, "down b1; move c1; up c1", "refused b1 c1", "-"},
		{"click the banned target", moveView, "down e2; up e2; down e4; up e4", "refused e2 e4", "e2"},
		{"drop on the banned target", moveView, "down e2; move e4; up e4", "refused e2 e4", "e2"},
		{"click a piece without moves", moveView, "down c1; up c1", "refused c1 -", "-"},
		{"drag a piece without moves", moveView, "down c1; move e3; up e3", "refused c1 e3", "-"},
		{"click a stuck piece with another in hand", moveView, "down b1; up b1; down c1; up c1", "refused c1 -", "-"},
		{"click a piece of the other side", moveView, "down h8; up h8", "refused h8 -", "-"},
		{"drag a piece of the other side", moveView, "down h8; move h7; up h7", "refused h8 h7", "-"},
		{"click an empty square", moveView, "down d4; up d4", "", "-"},

		{"ban by clicks", banView, "down e2; up e2; down e4; up e4", "e2e4", "-"},
		{"ban by drag", banView, "down e2; move e4; up e4", "e2e4", "-"},
		{"a ban never asks", banView, "down a7; up a7; down a8; up a8", "a7a8", "-"},
		{"no ban for a piece without moves", banView, "down c1; up c1", "refused c1 -", "-"},

		{"second finger undoes a drag", moveView, "touch down b1; touch move c3; finger2 down h5; touch up c3; finger2 up h5", "", "-"},
		{"right button undoes a drag", moveView, "down b1; move c3; right down c3; up c3", "", "-"},
		{"right click puts back", moveView, "down b1; up b1; right down h5; right up h5", "", "-"},
		{"lost touch undoes a drag", moveView, "touch down b1; touch move c3; touch lost; touch up c3", "", "-"},
		{"blur undoes a drag", moveView, "down b1; move c3; blur; up c3", "", "-"},
		{"leaving undoes a drag", moveView, "down b1; move c3; leave; up c3", "", "-"},
		{"an undone drag leaves the selection before it", moveView, "down e2; up e2; down b1; move c3; blur", "", "e2"},
		{"escape puts back", moveView, "down b1; up b1; key Escape", "", "-"},

		{"promote by click", moveView, "down a7; up a7; down a8; up a8; down a8; up a8", "promotion true; promotion false; a7a8q", "-"},
		{"promote by drag to a knight", moveView, "down a7; move b8; up b8; down b7; up b7", "promotion true; promotion false; a7b8n", "-"},
		{"promote to a rook, a bishop", moveView, "down a7; up a8; down a6; up a6; down a7; up a8; down a5; up a5",
			"promotion true; promotion false; a7a8r; promotion true; promotion false; a7a8b", "-"},
		{"promote by letter", moveView, "down a7; up a8; key n", "promotion true; promotion false; a7a8n", "-"},
		{"promote by capital letter", moveView, "down a7; up a8; key R", "promotion true; promotion false; a7a8r", "-"},
		{"promote by Enter", moveView, "down a7; up a8; key Enter", "promotion true; promotion false; a7a8q", "-"},
		{"promote by arrows", moveView, "down a7; up a8; key ArrowDown; key ArrowDown; key Enter", "promotion true; promotion false; a7a8r", "-"},
		{"arrows go round", moveView, "down a7; up a8; key ArrowUp; key Enter", "promotion true; promotion false; a7a8b", "-"},
		{"escape cancels the promotion", moveView, "down a7; up a8; key Escape", "promotion true; promotion false", "-"},
		{"a click outside cancels it, and does nothing else", moveView, "down a7; up a8; down b1; up b1", "promotion true; promotion false", "-"},
		{"a right click cancels it", moveView, "down a7; up a8; right down a8; right up a8", "promotion true; promotion false", "-"},
		{"sliding off a cell chooses nothing", moveView, "down a7; up a8; down a8; move a7; up a7; key Escape", "promotion true; promotion false", "-"},
		{"premove by clicks", premoveView, "down b1; up b1; down c3; up c3", "b1c3", "-"},
		{"premove by drag", premoveView, "touch down e2; touch move e4; touch up e4", "e2e4", "-"},
		{"a premove asks for a piece", premoveView, "down a7; up a8; key n", "promotion true; promotion false; a7a8n", "-"},
		{"no reason why a premove is impossible", premoveView, "down b1; up b1; down h5; up h5; down b1; move c1; up c1; down c1; move d2; up d2", "", "-"},
		{"a click that picks up nothing", premoveView, "down d4; up d4; down c1; up c1; down h8; up h8; touch down g5; touch up g5; down off; up off", "missed; missed; missed; missed; missed", "-"},
		{"a click that puts back", premoveView, "down b1; up b1; down b1; up b1; down b1; up b1; down off; up off", "", "-"},
		{"the right button", premoveView, "down b1; up b1; right down h5; right up h5", "missed", "-"},
		{"and again after a cancel", moveView, "down a7; up a8; key Escape; down a7; up a8; key q", "promotion true; promotion false; promotion true; promotion false; a7a8q", "-"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, side := range []chess.Player{chess.White, chess.Black} {
				b := newBench(t, tt.view(t))
				o := b.Options()
				o.Orientation = side
				b.Configure(o)
				strokes := tt.strokes
				if side == chess.Black { // the chooser's column is turned with the board
					strokes = strings.NewReplacer("Up", "Down", "Down", "Up").Replace(strokes)
				}
				b.replay(t, strokes)
				if got := strings.Join(b.log, "; "); got != tt.want {
					t.Errorf("%v below: reported %q, want %q", side, got, tt.want)
				}
				if s := b.State(); s.Selected.String() != tt.selected || s.Dragging || s.Promotion != nil {
					t.Errorf("%v below: left %+v, want selected %s and nothing in hand", side, s, tt.selected)
				}
				v := tt.view(t)
				if !reflect.DeepEqual(b.view, v) {
					t.Errorf("%v below: the view changed", side)
				}
			}
		})
	}
}
