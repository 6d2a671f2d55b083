package message

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message/jsontext"
)

// The types of replies.
const (
	kindBanset   = "next_legal_banset"
	kindMoveset  = "next_legal_moveset"
	kindPrompt   = "promotion_prompt"
	kindGameEnd  = "game_end"
	kindOffered  = "draw_offered"
	kindStopped  = "stopped"
	kindSolution = "solution"
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

	announced bool // sent by itself
	found     *engine.Result
	lines     bool // all that were found are asked for
	solution  *solution
	history   *history
	standing
}

// ending is how a game ended.
type ending struct{ victor, reason string }

// history is what the state has beside the standing.
type history struct {
	startFEN         string
	actions          []string
	canUndo, canRedo bool
	san              []string // where it is asked for
	pgn              string
}

// standing is how the game stands, part of every reply.
type standing struct {
	ply                int
	phase, turn, mover string
	ban                game.Pair           // or no pair
	bans, moves        map[string][]string // at most one of them
	events             events
	fen                string
	lastAction         string
	lastSAN            string
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
	w := &jsontext.Writer{}
	w.Object(func() {
		w.Key("message_type").String(r.kind)
		if r.id != "" {
			w.Key("id").Raw(r.id)
		}
		w.NonEmpty("code", string(r.code))
		w.NonEmpty("victor", r.victor)
		w.NonEmpty("reason", r.reason)
		w.NonEmpty("hint", r.hint)
		if r.announced {
			w.Key("announced").Bool(true)
		}
		if r.found != nil {
			writeFound(w, r.found)
			if r.lines {
				writeLines(w, r.found.Lines)
			}
		}
		if r.solution != nil {
			r.solution.write(w)
		}
		if h := r.history; h != nil {
			w.Key("start_fen").String(h.startFEN)
			w.Key("history").Strings(h.actions)
			w.Key("can_undo").Bool(h.canUndo)
			w.Key("can_redo").Bool(h.canRedo)
			if h.san != nil {
				w.Key("san").Strings(h.san)
			}
			w.NonEmpty("pgn", h.pgn)
		}
		r.standing.write(w)
	})
	return w.Text()
}

func (s *standing) write(w *jsontext.Writer) {
	w.Key("ply").Int(int64(s.ply))
	w.Key("phase").String(s.phase)
	w.Key("turn").String(s.turn)
	w.Key("mover").String(s.mover)
	if s.ban.IsValid() {
		writePair(w, "ban", s.ban)
	} else {
		w.Key("ban").Null()
	}
	writeTargets(w, "bans", s.bans)
	writeTargets(w, "moves", s.moves)
	w.Key("events").Object(func() { s.events.write(w) })
	w.Key("fen").String(s.fen)
	w.NonEmpty("last_action", s.lastAction)
	w.NonEmpty("last_san", s.lastSAN)
	writePair(w, "promotion", s.promotion)
	w.NonEmpty("draw_offer", s.drawOffer)
	if c := s.clock; c != nil {
		w.Key("clock").Object(func() {
			w.Key("white_ms").Int(c.white.Milliseconds())
			w.Key("black_ms").Int(c.black.Milliseconds())
			w.NonEmpty("running", c.running)
		})
	}
	if e := s.ended; e != nil {
		w.Key("ended").Object(func() {
			w.Key("victor").String(e.victor)
			w.Key("reason").String(e.reason)
		})
	}
}

func (e *events) write(w *jsontext.Writer) {
	writePair(w, "ban", e.ban)
	w.NonEmpty("capture", e.capture)
	w.NonEmpty("en_passant_capture", e.enPassantCapture)
	if e.promote.IsMove() {
		w.Key("promote").Object(func() {
			w.Key("space").String(space(e.promote.Pair().To()))
			w.Key("piece").String(e.promote.Promotion().String())
		})
	}
	writePair(w, "also_move_rook", e.alsoMoveRook)
	if c := e.check; c != nil {
		w.Key("check").Object(func() {
			w.Key("in_check").String(c.inCheck)
			w.Key("threats").Strings(c.threats)
			w.Key("king_space").String(c.kingSpace)
		})
	}
}

// writeScore writes the member of an object that a score is: mate or centipawns.
func writeScore(w *jsontext.Writer, s engine.Score) {
	if s.Mate != 0 {
		w.Key("mate").Int(int64(s.Mate))
	} else {
		w.Key("centipawns").Int(int64(s.Centipawns))
	}
}

// writeAction writes an action in both its forms.
func writeAction(w *jsontext.Writer, a game.Action) {
	w.Key("action").Object(func() {
		w.Key("type").String(a.Phase().String())
		writeSquares(w, a.Pair())
		if a.Promotion() != game.NoRole {
			w.Key("promotion").String(a.Promotion().String())
		}
	})
	w.Key("bcn").String(a.String())
}

// writeFound writes what the engine recommends.
func writeFound(w *jsontext.Writer, found *engine.Result) {
	writeAction(w, found.Best)
	w.Key("score").Object(func() { writeScore(w, found.Score) })
	var line []game.Action
	if len(found.Lines) > 0 {
		line = found.Lines[0].Actions
	}
	w.Key("line").Strings(bcnOf(line))
	w.Key("depth").Int(int64(found.Depth))
	w.Key("nodes").Int(int64(found.Nodes))
	w.Key("time_ms").Int(found.Time.Milliseconds())
}

// writeLines writes the lines of an analysis, the best first.
func writeLines(w *jsontext.Writer, lines []engine.Info) {
	jsontext.List(w.Key("lines"), lines, func(l engine.Info) {
		w.Object(func() {
			w.Key("score").Object(func() { writeScore(w, l.Score) })
			w.Key("line").Strings(bcnOf(l.Actions))
		})
	})
}

func bcnOf(actions []game.Action) []string {
	bcn := make([]string, len(actions))
	for i, a := range actions {
		bcn[i] = a.String()
	}
	return bcn
}

func (s *solution) write(w *jsontext.Writer) {
	switch {
	case !s.decided:
		w.Key("outcome").String("unknown")
	case s.Turns == 0:
		w.Key("outcome").String("no_win")
	default:
		w.Key("outcome").String("win")
		w.Key("turns").Int(int64(s.Turns))
		writeAction(w, s.Best())
	}
	w.Key("within").Int(int64(s.within))
	w.Key("nodes").Int(int64(s.Nodes))
	w.Key("time_ms").Int(s.took.Milliseconds())
}

// writePair writes a pair as a member, left out for NoPair.
func writePair(w *jsontext.Writer, name string, p game.Pair) {
	if p.IsValid() {
		w.Key(name).Object(func() { writeSquares(w, p) })
	}
}

func writeSquares(w *jsontext.Writer, p game.Pair) {
	w.Key("from").String(space(p.From()))
	w.Key("to").String(space(p.To()))
}

// writeTargets writes squares by the square they are reached from, if there are any.
func writeTargets(w *jsontext.Writer, name string, squares map[string][]string) {
	if len(squares) == 0 {
		return
	}
	w.Key(name).Object(func() {
		for _, from := range slices.Sorted(maps.Keys(squares)) {
			w.Key(from).Strings(squares[from])
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

// eventsOf says what an action did.
func eventsOf(played game.Entry) events {
	a := played.Action
	pair := a.Pair()
	if a.IsBan() {
		return events{ban: pair}
	}
	var e events
	switch {
	case played.IsEnPassant():
		taken := game.SquareAt(pair.To().File(), pair.From().Rank())
		e.capture, e.enPassantCapture = space(taken), space(taken)
	case played.IsCapture():
		e.capture = space(pair.To())
	case played.IsCastling() && pair.To().File() > pair.From().File():
		e.alsoMoveRook = rookOf(pair, 7, 5)
	case played.IsCastling():
		e.alsoMoveRook = rookOf(pair, 0, 3)
	}
	if a.Promotion() != game.NoRole {
		e.promote = a
	}
	return e
}

// rookOf is the rook's part of castling, between two files of the king's rank.
func rookOf(king game.Pair, from, to int) game.Pair {
	rank := king.From().Rank()
	return game.NewPair(game.SquareAt(from, rank), game.SquareAt(to, rank))
}
