//go:build js && wasm && !core

package main

import (
	"errors"
	"strings"
	"syscall/js"

	qrcode "rsc.io/qr"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/wasm/board"
)

const hasBoard = true

// display is the board on the screen: it shows a game, and what its user does is
// played there.
type display struct {
	*board.Board
	ready, failed js.Value      // settle banchess.board.ready
	premoves      []game.Action // what may be chosen before the turn comes; nil: what is chosen is played
}

// addOwn adds what only this build has, banchess.board, and starts to draw. It returns at
// once; where nothing can be drawn, only the promise fails, and the rules stay.
func (m *module) addOwn() {
	m.makeBoard()
	go func() {
		if err := m.board.Run(); err != nil {
			m.guarded(func() { m.board.failed.Invoke(m.boardError(err)) })
		}
	}()
}

// makeBoard makes banchess.board, which draws nothing yet.
func (m *module) makeBoard() {
	m.board.Board = board.New(board.DefaultOptions(), board.Callbacks{
		Action: func(from, to game.Square, promotion game.Role) {
			m.guarded(func() { m.playFromBoard(from, to, promotion) })
		},
		Missed:  func() { m.report("premove", func(w *jsontext.Writer) { w.Key("action").Null() }) },
		Refused: func(from, to game.Square) { m.guarded(func() { m.explainRefusal(from, to) }) },
		Selected: func(s game.Square) {
			m.report("select", func(w *jsontext.Writer) { writeSquare(w, "square", s) })
		},
		Promotion: func(open bool) {
			m.report("promotion", func(w *jsontext.Writer) { w.Key("open").Bool(open) })
		},
		Drawings: func(list []game.Drawing) {
			m.report("drawings", func(w *jsontext.Writer) { writeDrawings(w, list) })
		},
		Drawn: func() { m.guarded(func() { m.board.ready.Invoke() }) },
	})
	object := m.env.object.New()
	m.setAll(object, "board.", boardFunctions)
	m.setAll(m.object, "", []function{{"qr", qr}})
	object.Set("ready", m.newPromise())
	m.object.Set("board", object)
	m.showBoard()
}

// report tells of what was done on the board, other than in the game.
func (m *module) report(name string, members func(w *jsontext.Writer)) {
	m.guarded(func() { m.send(name, members) })
}

// guarded runs what the board reports. A fault there must not end the program.
func (m *module) guarded(f func()) {
	if err := attempt(f); err != nil {
		_ = attempt(func() { js.Global().Get("console").Call("error", "banchess: "+err.Error()) })
	}
}

// newPromise returns a promise that ready fulfils and failed rejects. A failure that
// nobody waits for is not reported.
func (m *module) newPromise() js.Value {
	take := js.FuncOf(func(_ js.Value, args []js.Value) any {
		m.board.ready, m.board.failed = args[0], args[1]
		return nil
	})
	defer take.Release()
	promise := m.env.promise.New(take)
	promise.Call("catch", m.env.nothing)
	return promise
}

// boardError is the Error that banchess.board.ready is rejected with.
func (m *module) boardError(err error) js.Value {
	message, code := "the board cannot be drawn: "+err.Error(), codeBoardFailed
	if errors.Is(err, board.ErrNoWebGL) {
		message, code = "this browser has no WebGL 2, without which the board cannot be drawn", codeNoWebGL
	}
	v := js.Global().Get("Error").New(message)
	v.Set("code", string(code))
	return v
}

// playFromBoard plays what the user did on the board, or tells of a premove.
func (m *module) playFromBoard(from, to game.Square, promotion game.Role) {
	if len(m.board.premoves) > 0 {
		a := actionOf(m.board.premoves[0].Phase(), from, to, promotion)
		m.send("premove", func(w *jsontext.Writer) { w.Key("action").String(a.String()) })
		return
	}
	a := actionOf(m.shown.Phase(), from, to, promotion)
	if err := m.shown.Play(a); err != nil {
		m.sendRefused(from, to, err)
		return
	}
	m.sendAction(m.shown, a, "board")
}

// explainRefusal says why what the user tried cannot be done.
func (m *module) explainRefusal(from, to game.Square) {
	g := m.shown.Game
	phase := g.Phase()
	if to != game.NoSquare {
		m.sendRefused(from, to, g.Check(actionOf(phase, from, to, game.NoRole)))
		return
	}
	if g.Over() {
		m.sendRefused(from, to, g.Check(game.NewBan(0, 1)))
		return
	}
	if ban, ok := g.Ban(); ok && ban.From() == from {
		m.sendRefused(from, to, g.Check(game.MoveAction(game.Move(ban))))
		return
	}
	code, verb := game.CodeIllegalMove, "moves"
	if phase == game.PhaseBan {
		code, verb = game.CodeIllegalBan, "has a move banned"
	}
	piece := g.Position().PieceAt(from)
	e := &game.Error{Code: code, Ply: g.Ply(), Message: "the " + piece.Role().String() + " on " + from.String() + " has no legal move"}
	if piece.Player() != g.Mover() {
		e.Message = g.Mover().Name() + " " + verb + " next, and the " + piece.Role().String() + " on " + from.String() + " is " + piece.Player().Name() + "'s"
	}
	m.sendRefused(from, to, e)
}

func (m *module) sendRefused(from, to game.Square, err error) {
	if err == nil { // legal after all: nothing to explain
		return
	}
	m.send("refused", func(w *jsontext.Writer) {
		writeError(w, err)
		writeSquare(w, "from", from)
		writeSquare(w, "to", to)
	})
}

func actionOf(phase game.Phase, from, to game.Square, promotion game.Role) game.Action {
	if phase == game.PhaseBan {
		return game.NewBan(from, to)
	}
	return game.NewMove(from, to, promotion)
}

// showBoard has the board show its game as it stands.
func (m *module) showBoard() {
	if m.board.Board != nil {
		m.board.Set(viewOf(m.shown.Game, m.board.premoves))
	}
}

// viewOf is all that the board needs to know of a game, and of the premoves unless they
// are nil.
func viewOf(g *game.Game, premoves []game.Action) board.View {
	p := g.Position()
	v := board.View{Pieces: p.Board(), Mover: p.Mover(), Premoves: premoves != nil, Targets: map[game.Square][]board.Target{}}
	if p.InCheck() {
		v.InCheck = p.Mover()
	}
	actions := premoves
	if !v.Premoves {
		actions = g.LegalActions()
	}
	switch {
	case len(actions) == 0:
		v.Phase = board.Over
	case actions[0].Phase() == game.PhaseMove:
		v.Phase = board.Move
	}
	for _, a := range actions {
		from, to := a.Pair().From(), a.Pair().To()
		list := v.Targets[from]
		// The promotions of a pair follow one another and are one target.
		if n := len(list); n == 0 || list[n-1].To != to {
			v.Targets[from] = append(list, board.Target{To: to, Promotes: a.Promotion() != game.NoRole})
		}
	}
	if v.Premoves && len(actions) > 0 {
		v.Mover = v.Pieces[actions[0].Pair().From()].Player()
	}
	v.Banned, _ = g.Ban()
	last, _ := g.LastMove()
	v.LastMove = last.Pair()
	return v
}

// qr(text) draws a text as a QR code: a JSON array of its rows, in which "#" is a dark
// module and "." a light one. The margin is not included.
func qr(c call) any {
	code, err := qrcode.Encode(c.text(c.arg(0), "the text"), qrcode.L)
	if err != nil {
		raise(badArgument("the text has no QR code: "+err.Error(), "shorten it"))
	}
	rows := make([]string, code.Size)
	for y := range rows {
		row := make([]byte, code.Size)
		for x := range row {
			row[x] = ".#"[bit(code.Black(x, y))]
		}
		rows[y] = string(row)
	}
	return jsonText(`["` + strings.Join(rows, `","`) + `"]`)
}
