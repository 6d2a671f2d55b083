package report

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/gametest"
)

var mine = flag.Int("mine", 0, "write testdata/moments.txt anew out of so many games")

const table = "testdata/moments.txt"

// row is a line of the table: a case, the kind of explanation that is right, and its text.
type row struct {
	kind Kind
	c    Case
	text string
}

func lookOf(eval, line string) (l Look, err error) {
	if l.Eval, err = evalOf(eval); err == nil {
		l.Line, err = actionsOf(strings.Fields(line))
	}
	return l, err
}

func lookText(l Look) string {
	eval := strconv.Itoa(l.Eval.Centipawns)
	if l.Eval.Mate != 0 {
		eval = "#" + strconv.Itoa(l.Eval.Mate)
	}
	var line []string
	for _, a := range l.Line {
		line = append(line, a.String())
	}
	return eval + " | " + strings.Join(line, " ")
}

func readTable(t *testing.T) (rows []row) {
	t.Helper()
	f, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		f := strings.Split(s.Text(), " | ")
		if len(f) < 8 || len(f)%2 != 0 {
			t.Fatalf("%d fields: %s", len(f), s.Text())
		}
		r := row{kind: Kind(f[0]), text: f[len(f)-1]}
		if r.c.Game, err = game.NewFromFEN(f[1]); err != nil {
			t.Fatal(err)
		}
		if r.c.Action, err = game.ParseAction(f[2]); err != nil {
			t.Fatal(err)
		}
		var looks []Look
		for i := 3; i < len(f)-1; i += 2 {
			look, err := lookOf(f[i], f[i+1])
			if err != nil {
				t.Fatal(err)
			}
			looks = append(looks, look)
		}
		r.c.Before, r.c.After, r.c.Further = looks[0], looks[1], looks[2:]
		rows = append(rows, r)
	}
	return rows
}

// TestTable explains 200 cases, and holds each claim against the rules again: mates are
// proven by the solver, and material is counted on the board. The cases come from games
// that weak levels of the engine played against themselves; -mine makes the table anew.
// It takes a case only if its claim holds against larger searches too.
func TestTable(t *testing.T) {
	if *mine > 0 {
		mineTable(t, *mine)
	}
	rows := readTable(t)
	kinds, denies, threats, points := map[Kind]int{}, 0, 0, 0
	for _, r := range rows {
		kinds[r.kind]++
		e, ask := Explain(r.c)
		if ask != nil {
			t.Errorf("%s %v: %+v is missing", r.c.Game.FEN(), r.c.Action, ask)
		}
		if e.Kind != r.kind || e.String() != r.text {
			t.Errorf("%s %v:\n%s %s, want\n%s %s", r.c.Game.FEN(), r.c.Action, e.Kind, e, r.kind, r.text)
		}
		if said := denied.FindStringSubmatch(r.text); said != nil {
			denies++
			checkDenied(t, r.c, said[1])
		}
		for _, said := range threatened.FindAllStringSubmatch(r.text, -1) {
			threats++
			checkThreats(t, &e, said[1:])
		}
		points += checkPoints(t, &e)
		if testing.Short() && e.Turns > 2 {
			continue
		}
		if err := e.Verify(t.Context(), nil); err != nil {
			t.Errorf("%s %v: %s: %v", r.c.Game.FEN(), r.c.Action, e, err)
		}
	}
	for _, kind := range Kinds {
		if kinds[kind] == 0 {
			t.Errorf("there is no case of %s", kind)
		}
	}
	if len(rows) < 200 || denies < 5 || threats < 15 || points < 60 {
		t.Errorf("only %d cases, of which %d name what the better move denies, %d threats, and %d what else moves do", len(rows), denies, threats, points)
	}
}

// denied finds the move that the better one denies to the other side, without its sign of a check.
var denied = regexp.MustCompile(`, which (?:prevents|does not allow) ([^ .+#]+)`)

// checkDenied checks that a move is possible after the action, and not after the better one.
func checkDenied(t *testing.T, c Case, san string) {
	t.Helper()
	for _, a := range []game.Action{c.Before.Line[0], c.Action} {
		g := c.Game.Clone()
		if err := g.Play(a); err != nil {
			t.Fatal(err)
		}
		if isPossible(t, g, san) != (a == c.Action) {
			t.Errorf("%s %v: %s is possible after %v: %v", c.Game.FEN(), c.Action, san, a, a != c.Action)
		}
	}
}

// threatened finds the moves of a threat.
var threatened = regexp.MustCompile(`, which threatens ([^ .]+[x+][^ .]*) and ([^ .,]+[x+][^ .,]*)`)

// checkThreats checks that the moves of a threat are possible where the other side passes.
func checkThreats(t *testing.T, e *Explanation, sans []string) {
	t.Helper()
	for _, found := range []threat{e.ofReply, e.ofBetter} {
		if found.after == nil || found.moves != [2]string(sans) {
			continue
		}
		if was, is := found.before.Position(), found.after.Position(); was.Board() != is.Board() || was.Mover() == is.Mover() {
			t.Errorf("%s is not %s with a pass", is, was)
		}
		for _, san := range sans {
			if !isPossible(t, found.after, san) {
				t.Errorf("%s: %s is not possible", found.after.FEN(), san)
			}
		}
		return
	}
	t.Errorf("%v: nobody threatens %v", e, sans)
}

// What is said of moves beside threats. Each pattern begins with the move.
var (
	unopposed = regexp.MustCompile(`([^ ]+), which takes (a|the) (\w+) and cannot be recaptured`)
	onlyTaker = regexp.MustCompile(`([^ ]+)(?: and|, then) ban (..)–(..) \(the only (recapture|move that takes the (\w+))\)`)
	attacking = regexp.MustCompile(`([^ ]+), which (attacks|opens an attack on) the (\w+) on (..)`)
	mustBan   = regexp.MustCompile(`has to ban ([^ ]+), and then`)
	notBoth   = regexp.MustCompile(`can play ([^ ]+) or ([^ ]+), and one ban`)
)

// checkPoints checks on the board what is said of moves, and returns how much that is.
func checkPoints(t *testing.T, e *Explanation) (n int) {
	t.Helper()
	replied, text := e.c.Game.Clone(), e.String()
	if e.Kind != Numbers && e.Kind != LeavesThreat || len(e.Line) == 0 || playAll(replied, append([]game.Action{e.c.Action}, e.Line[:len(e.Line)-1]...)) != nil {
		return 0
	}
	// said calls a function with each match, and the position before and after its move: the better
	// one, or the reply.
	said := func(pattern *regexp.Regexp, do func(said []string, before, after game.Position) bool) {
		for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
			n++
			g, a := replied, e.Line[len(e.Line)-1]
			if i := strings.Index(text, " Better: "); i >= 0 && at[0] > i {
				g, a = e.c.Game, e.Better[0]
			}
			var said []string
			for i := 0; i < len(at); i += 2 {
				said = append(said, text[max(0, at[i]):max(0, at[i+1])])
			}
			before := g.Position()
			after, err := before.Play(a)
			if err != nil || lastOf(g, []game.Action{a}) != said[1] || !do(said, before, after) {
				t.Errorf("%s %v: %q is not true", e.c.Game.FEN(), e.c.Action, said[0])
			}
		}
	}
	// takers returns what takes the piece that moved from one square to another.
	takers := func(after game.Position, to game.Square) (all []game.Action) {
		for _, ban := range after.LegalActions() {
			if q := ban.Pair().To(); q == to || q == after.EnPassant() && after.PieceAt(ban.Pair().From()).Role() == game.Pawn {
				all = append(all, ban)
			}
		}
		return all
	}
	to := func(p game.Position, san string) game.Square {
		a, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		return a.Pair().To()
	}
	said(unopposed, func(said []string, before, after game.Position) bool {
		q := to(before, said[1])
		taken := before.PieceAt(q)
		if taken == game.NoPiece { // en passant
			taken = game.NewPiece(after.Mover(), game.Pawn)
		}
		return len(takers(after, q)) == 0 && taken.Role().String() == said[3] && (count(before, taken) == 1) == (said[2] == "the")
	})
	said(onlyTaker, func(said []string, before, after game.Position) bool {
		q := to(before, said[1])
		all := takers(after, q)
		isCapture := before.PieceAt(q) != game.NoPiece || q == before.EnPassant()
		return len(all) == 1 && all[0].Pair().String() == said[2]+said[3] && isCapture == (said[4] == "recapture") && (isCapture || after.PieceAt(q).Role().String() == said[5])
	})
	said(attacking, func(said []string, before, after game.Position) bool {
		q, err := game.ParseSquare(said[4])
		if err != nil {
			t.Fatal(err)
		}
		now, moved := passed(after), to(before, said[1])
		attacks := func(a game.Action) bool { // for the first time
			from := a.Pair().From()
			switch isItself := said[2] == "attacks"; {
			case isItself != (from == moved), a.Pair().To() != q:
				return false
			case isItself:
				return true
			}
			return before.Check(game.MoveAction(a.Pair().Promoting(game.NoRole))) != nil
		}
		return now != nil && slices.ContainsFunc(now.LegalActions(), attacks) && after.PieceAt(q).Role().String() == said[3] && after.PieceAt(q).Player() == after.Mover()
	})
	after := e.c.Game.Clone()
	if err := after.Play(e.c.Action); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []*regexp.Regexp{mustBan, notBoth} {
		for _, said := range pattern.FindAllStringSubmatch(text, -1) {
			n++
			for _, san := range said[1:] {
				if !isPossible(t, after, san) {
					t.Errorf("%s %v: %s is not possible", e.c.Game.FEN(), e.c.Action, san)
				}
			}
		}
	}
	return n
}

// isPossible reports whether a move is possible after one of the bans of a position.
func isPossible(t *testing.T, g *game.Game, san string) bool {
	t.Helper()
	return slices.ContainsFunc(g.LegalActions(), func(ban game.Action) bool {
		after, err := g.Position().Play(ban)
		if err != nil {
			t.Fatal(err)
		}
		_, err = after.ParseSAN(san)
		return err == nil
	})
}

// miner writes cases into the table, so many of a kind at the most.
type miner struct {
	t     *testing.T
	look  LookFunc
	kinds map[Kind]int
	rows  strings.Builder
}

const each = 40

// mineTable writes the table out of games that the engine plays against itself, and out
// of endings at random.
func mineTable(t *testing.T, games int) {
	looker, err := NewLooker()
	if err != nil {
		t.Fatal(err)
	}
	m := &miner{t: t, look: looker.Looking(t.Context()), kinds: map[Kind]int{}}
	m.rows.WriteString("# kind | FEN | action | before: evaluation | line | after: evaluation | line | further looks … | text\n")
	m.endings()
	for i := range games {
		m.game(i)
	}
	t.Log(m.kinds)
	if err := os.WriteFile(table, []byte(m.rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// take writes a case if its claim holds, also without the game before it.
func (m *miner) take(c Case) {
	fen := c.Game.FEN()
	var err error
	if c.Game, err = game.NewFromFEN(fen); err != nil {
		m.t.Fatal(err)
	}
	e, ask := Explain(c)
	if m.kinds[e.Kind] == each || ask != nil {
		return
	}
	if err := e.Verify(m.t.Context(), m.look); err != nil {
		m.t.Logf("not taken: %s %v: %v: %v", fen, c.Action, e, err)
		return
	}
	var looks []string
	for _, l := range append([]Look{c.Before, c.After}, c.Further...) {
		looks = append(looks, lookText(l))
	}
	m.kinds[e.Kind]++
	fmt.Fprintf(&m.rows, "%s | %s | %v | %s | %s\n", e.Kind, fen, c.Action, strings.Join(looks, " | "), e)
}

// game takes the cases of a game.
func (m *miner) game(i int) {
	e, err := engine.New(engine.Options{Seed: uint64(i) + 1, Hash: 4})
	if err != nil {
		m.t.Fatal(err)
	}
	g, err := game.NewFromFEN(gametest.Starts[i%len(gametest.Starts)])
	if err != nil {
		m.t.Fatal(err)
	}
	for !g.Over() && g.Len() < 200 {
		found, err := e.Search(m.t.Context(), g, engine.Limits{Level: 1 + i%12}, nil)
		if err != nil {
			m.t.Fatal(err)
		}
		if err := g.Play(found.Best); err != nil {
			m.t.Fatal(err)
		}
	}
	tree := game.NewTree(g)
	r, err := Make(tree, Lines(tree)[0], m.look, func() {})
	if err != nil {
		m.t.Fatal(err)
	}
	for _, moment := range r.Moments {
		if moment.Explanation != nil {
			m.take(moment.Explanation.c)
		}
	}
}

// endings takes cases of a queen or a rook against a king, at random, where a move leaves
// the king one other at the most, which has to be banned: stalemate.
func (m *miner) endings() {
	r := rand.New(rand.NewPCG(1, 0))
	for m.kinds[Stalemate] < 15 {
		var board [64]byte
		for _, piece := range []byte{'K', "QR"[r.IntN(2)], 'k'} {
			board[r.IntN(64)] = piece
		}
		var fen strings.Builder
		for i, piece := range board {
			if i%8 == 0 && i > 0 {
				fen.WriteByte('/')
			}
			if piece == 0 {
				piece = '1'
			}
			fen.WriteByte(piece)
		}
		g, err := game.NewFromFEN(fen.String() + " w - - 0 80 318")
		if err != nil {
			continue
		}
		for _, a := range g.LegalActions() {
			after := g.Clone()
			if err := after.Play(a); err != nil {
				m.t.Fatal(err)
			}
			board := after.Position().Chess()
			if _, pairs := board.Count(); pairs > 1 || board.InCheck() {
				continue
			}
			before, err := m.look(g, Nodes)
			if err != nil {
				m.t.Fatal(err)
			}
			now, err := m.look(after, Nodes)
			if err != nil {
				m.t.Fatal(err)
			}
			c := Case{Game: g, Action: a, Before: before, After: now}
			if e, _ := Explain(c); e.Kind == Stalemate && JudgeAction(game.White, a, before, now).Mark != 0 {
				m.take(c)
			}
			break
		}
	}
}
