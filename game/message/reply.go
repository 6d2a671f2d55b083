package message

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// The types of replies.
const (
	kindBanset   = "next_legal_banset"
	kindMoveset  = "next_legal_moveset"
	kindPrompt   = "promotion_prompt"
	kindGameEnd  = "game_end"
	kindOffered  = "draw_offered"
	kindStopped  = "stopped"
	kindFailure  = "failure"
	victorOfDraw = "draw"
)

// reply is every reply: its type and id, what only that type has, and how the
// game stands. What a type does not have is zero, and is left out.
type reply struct {
	kind string
	id   string // JSON, as it was sent

	// Why a request was refused (code, reason in words, hint), or how the game
	// ended (victor, reason out of the closed list).
	code                 game.Code
	victor, reason, hint string

	found   *engine.Result
	history *history
	standing
}

// ending is how a game ended.
type ending struct{ victor, reason string }

// history is what the state has beside the standing.
type history struct {
	startFEN string
	actions  []string
	canUndo  bool
}

// standing is how the game stands, part of every reply.
type standing struct {
	ply                int
	phase, turn, mover string
	ban                game.Pair           // or no pair
	bans, moves        map[string][]string // at most one of them
	events             events
	fen, lastAction    string
	promotion          game.Pair // or no pair
	drawOffer          string
	clock              *clock
	ended              *ending
}

type clock struct {
	white, black time.Duration
	running      string
}

// events say what was just played, so that a client can show it without rules
// of its own. Check is a matter of the position: it stands in every reply.
type events struct {
	ban              game.Pair
	capture          string
	enPassantCapture string
	promote          game.Action // or none
	alsoMoveRook     game.Pair
	check            *check
}

type check struct {
	inCheck   string
	threats   []string
	kingSpace string
}

// encode writes the reply as one line, without its end.
func (r reply) encode() []byte {
	w := &writer{b: []byte("{")}
	w.text("message_type", r.kind)
	if r.id != "" {
		w.raw("id", r.id)
	}
	w.optional("code", string(r.code))
	w.optional("victor", r.victor)
	w.optional("reason", r.reason)
	w.optional("hint", r.hint)
	if r.found != nil {
		writeFound(w, r.found)
	}
	if h := r.history; h != nil {
		w.text("start_fen", h.startFEN)
		w.list("history", h.actions)
		w.bool("can_undo", h.canUndo)
	}
	r.standing.write(w)
	return append(w.b, '}')
}

func (s *standing) write(w *writer) {
	w.int("ply", int64(s.ply))
	w.text("phase", s.phase)
	w.text("turn", s.turn)
	w.text("mover", s.mover)
	if s.ban.IsValid() {
		w.pair("ban", s.ban)
	} else {
		w.raw("ban", "null")
	}
	w.targets("bans", s.bans)
	w.targets("moves", s.moves)
	w.object("events", func() { s.events.write(w) })
	w.text("fen", s.fen)
	w.optional("last_action", s.lastAction)
	w.pair("promotion", s.promotion)
	w.optional("draw_offer", s.drawOffer)
	if c := s.clock; c != nil {
		w.object("clock", func() {
			w.int("white_ms", c.white.Milliseconds())
			w.int("black_ms", c.black.Milliseconds())
			w.optional("running", c.running)
		})
	}
	if e := s.ended; e != nil {
		w.object("ended", func() {
			w.text("victor", e.victor)
			w.text("reason", e.reason)
		})
	}
}

func (e *events) write(w *writer) {
	w.pair("ban", e.ban)
	w.optional("capture", e.capture)
	w.optional("en_passant_capture", e.enPassantCapture)
	if e.promote.IsMove() {
		w.object("promote", func() {
			w.text("space", space(e.promote.Pair().To()))
			w.text("piece", e.promote.Promotion().String())
		})
	}
	w.pair("also_move_rook", e.alsoMoveRook)
	if c := e.check; c != nil {
		w.object("check", func() {
			w.text("in_check", c.inCheck)
			w.list("threats", c.threats)
			w.text("king_space", c.kingSpace)
		})
	}
}

// writeFound writes what the engine recommends.
func writeFound(w *writer, found *engine.Result) {
	a := found.Best
	w.object("action", func() {
		w.text("type", a.Phase().String())
		w.text("from", space(a.Pair().From()))
		w.text("to", space(a.Pair().To()))
		if a.Promotion() != game.NoRole {
			w.text("promotion", a.Promotion().String())
		}
	})
	w.text("bcn", a.String())
	w.object("score", func() {
		if s := found.Score; s.Mate != 0 {
			w.int("mate", int64(s.Mate))
		} else {
			w.int("centipawns", int64(s.Centipawns))
		}
	})
	var line []string
	var took time.Duration
	if len(found.Lines) > 0 {
		took = found.Lines[0].Time
		for _, a := range found.Lines[0].Actions {
			line = append(line, a.String())
		}
	}
	w.list("line", line)
	w.int("depth", int64(found.Depth))
	w.int("nodes", int64(found.Nodes))
	w.int("time_ms", took.Milliseconds())
}

// pair writes a pair, if it is one.
func (w *writer) pair(name string, p game.Pair) {
	if p.IsValid() {
		w.object(name, func() {
			w.text("from", space(p.From()))
			w.text("to", space(p.To()))
		})
	}
}

// targets writes squares by the square they are reached from, if there are any.
func (w *writer) targets(name string, squares map[string][]string) {
	if len(squares) == 0 {
		return
	}
	w.object(name, func() {
		for _, from := range slices.Sorted(maps.Keys(squares)) {
			w.list(from, squares[from])
		}
	})
}

// space writes a square as the messages do, in upper case.
func space(sq game.Square) string { return strings.ToUpper(sq.String()) }

// targets groups pairs by the square they start from; targets are sorted, and a
// pair with several promotions stands once.
func targets(actions []game.Action) map[string][]string {
	squares := map[string][]string{}
	for _, a := range actions {
		from := space(a.Pair().From())
		squares[from] = append(squares[from], space(a.Pair().To()))
	}
	for from, to := range squares {
		slices.Sort(to)
		squares[from] = slices.Compact(to)
	}
	return squares
}

func endingOf(r game.Result) *ending {
	if !r.Over() {
		return nil
	}
	e := &ending{victor: r.Winner.String(), reason: string(r.Reason)}
	if r.Draw() {
		e.victor = victorOfDraw
	}
	return e
}

// checkOf returns the check that stands in a position, or nil.
func checkOf(p game.Position) *check {
	if !p.InCheck() {
		return nil
	}
	c := &check{inCheck: p.Mover().String(), kingSpace: space(p.King(p.Mover()))}
	for _, sq := range p.Checkers() {
		c.threats = append(c.threats, space(sq))
	}
	slices.Sort(c.threats)
	return c
}

// eventsOf says what an action that was legal in a position did.
func eventsOf(before game.Position, a game.Action) events {
	if b, ok := a.Ban(); ok {
		return events{ban: b}
	}
	m, _ := a.Move()
	var e events
	role := before.PieceAt(m.From()).Role()
	files := m.To().File() - m.From().File()
	switch {
	case before.PieceAt(m.To()) != game.NoPiece:
		e.capture = space(m.To())
	case role == game.Pawn && files != 0:
		taken := game.SquareAt(m.To().File(), m.From().Rank())
		e.capture, e.enPassantCapture = space(taken), space(taken)
	case role == game.King && files == 2:
		e.alsoMoveRook = rookOf(m, 7, 5)
	case role == game.King && files == -2:
		e.alsoMoveRook = rookOf(m, 0, 3)
	}
	if m.Promotion() != game.NoRole {
		e.promote = a
	}
	return e
}

// rookOf is the rook's part of castling, between two files of the king's rank.
func rookOf(m game.Move, from, to int) game.Pair {
	rank := m.From().Rank()
	return game.NewPair(game.SquareAt(from, rank), game.SquareAt(to, rank))
}
