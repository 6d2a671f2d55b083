package message

import (
	"math/bits"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/report"
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
)

// reply is what a request is answered with besides how the game stands. What its type
// does not have is zero, and is left out.
type reply struct {
	kind string // "" for what may be played next, or that the game is over
	id   string // JSON, as it was sent

	// Why a request was refused.
	code         game.Code
	reason, hint string

	announced bool // sent by itself
	found     *engine.Result
	lines     bool // all that were found are asked for
	solution  *solution
	report    *report.Report // nil where it was stopped
	state     *request       // for a state
	played    *game.Entry    // what was just played
}

// encode writes a reply as one line, without its end.
func (s *Session) encode(r reply) []byte {
	result := s.game.Result()
	switch {
	case r.kind != "":
	case result.Over():
		s.told = true
		r.kind = kindGameEnd
	case s.game.Phase() == game.PhaseBan:
		r.kind = kindBanset
	default:
		r.kind = kindMoveset
	}
	w := &jsontext.Writer{}
	w.Object(func() {
		w.Key("message_type").String(r.kind)
		if r.id != "" {
			w.Key("id").Raw(r.id)
		}
		w.NonEmpty("code", string(r.code))
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
		switch {
		case r.report != nil:
			r.report.WriteJSON(w.Key("report"))
		case r.kind == kindReport:
			w.Key("report").Null()
		}
		if r.state != nil {
			s.writeHistory(w, r.state)
		}
		_, announces := s.untilAnnounced()
		Standing{s.game, s.pending, s.offer, r.played, announces}.Write(w, r.kind == kindGameEnd)
	})
	return w.Text()
}

// writeEnding writes who won, and why out of the closed list.
func writeEnding(w *jsontext.Writer, r game.Result) {
	victor := r.Winner.String()
	if r.Draw() {
		victor = "draw"
	}
	w.Key("victor").String(victor)
	w.Key("reason").String(string(r.Reason))
}

// writeHistory writes what the state has beside the standing.
func (s *Session) writeHistory(w *jsontext.Writer, asked *request) {
	w.Key("start_fen").String(s.game.Start().FEN())
	w.Key("history").Strings(s.game.BCN())
	w.Key("can_undo").Bool(s.game.CanUndo() || s.pending.IsValid() && !s.game.Over())
	w.Key("can_redo").Bool(s.game.CanRedo())
	if asked.san {
		w.Key("san").Strings(s.game.ActionLog())
	}
	if asked.withPGN {
		w.Key("pgn").String(s.game.PGN())
	}
}

// Standing is how a game stands, as every reply says it.
type Standing struct {
	Game      *game.Game
	Pending   game.Pair   // of a move that waits for its promotion, or NoPair
	Offer     game.Player // who offers a draw, or NoPlayer
	Played    *game.Entry // what was just played, or nil
	Announces bool        // whether a game_end will be sent without a request when the time runs out
}

// Write writes the members of a reply that say how the game stands and, if it is over,
// how it ended. In a game_end these are members of the reply itself.
func (s Standing) Write(w *jsontext.Writer, isEnd bool) {
	result := s.Game.Result()
	switch {
	case isEnd:
		writeEnding(w, result)
	case result.Over():
		w.Key("ended").Object(func() { writeEnding(w, result) })
	}
	p := s.Game.Position()
	w.Key("ply").Int(int64(p.Ply()))
	w.Key("phase").String(p.Phase().String())
	w.Key("turn").String(p.ActivePlayer().String())
	w.Key("mover").String(p.Mover().String())
	if ban, ok := p.Ban(); ok {
		writePair(w, "ban", ban)
	} else {
		w.Key("ban").Null()
	}
	if !result.Over() {
		writeTargets(w, p.Phase().String()+"s", p.LegalActions())
	}
	w.Key("events").Object(func() {
		if s.Played != nil {
			writeEvents(w, *s.Played)
		}
		if p.InCheck() {
			w.Key("check").Object(func() { writeCheck(w, p) })
		}
	})
	w.Key("fen").String(s.Game.FEN())
	if n := s.Game.Len(); n > 0 {
		last := s.Game.Entry(n - 1)
		w.Key("last_action").String(last.Action.String())
		w.Key("last_san").String(last.String())
	}
	if !result.Over() {
		writePair(w, "promotion", s.Pending)
		if s.Offer != game.NoPlayer {
			w.Key("draw_offer").String(s.Offer.String())
		}
	}
	if c := s.Game.Clock(); c != nil {
		w.Key("clock").Object(func() {
			w.Key("white_ms").Int(c.Remaining(game.White).Milliseconds())
			w.Key("black_ms").Int(c.Remaining(game.Black).Milliseconds())
			if c.Running() != game.NoPlayer {
				w.Key("running").String(c.Running().String())
			}
			if s.Announces {
				w.Key("announce").Bool(true)
			}
		})
	}
}

// writeEvents writes what an action did, so that a client can show it without rules of
// its own.
func writeEvents(w *jsontext.Writer, played game.Entry) {
	pair, promotion := played.Action.Pair(), played.Action.Promotion()
	switch {
	case played.Action.IsBan():
		writePair(w, "ban", pair)
	case played.IsEnPassant():
		taken := space(game.SquareAt(pair.To().File(), pair.From().Rank()))
		w.Key("capture").String(taken)
		w.Key("en_passant_capture").String(taken)
	case played.IsCapture():
		w.Key("capture").String(space(pair.To()))
	}
	if promotion != game.NoRole {
		w.Key("promote").Object(func() {
			w.Key("space").String(space(pair.To()))
			w.Key("piece").String(promotion.String())
		})
	}
	if played.IsCastling() {
		rank, corner, beside := pair.From().Rank(), 0, 3
		if pair.To().File() > pair.From().File() {
			corner, beside = 7, 5
		}
		writePair(w, "also_move_rook", game.NewPair(game.SquareAt(corner, rank), game.SquareAt(beside, rank)))
	}
}

// writeCheck writes the check that stands in a position.
func writeCheck(w *jsontext.Writer, p game.Position) {
	var threats []string
	for _, sq := range p.Checkers() {
		threats = append(threats, space(sq))
	}
	slices.Sort(threats)
	w.Key("in_check").String(p.Mover().String())
	w.Key("threats").Strings(threats)
	w.Key("king_space").String(space(p.King(p.Mover())))
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
	jsontext.Texts(w.Key("line"), line)
	w.Key("depth").Int(int64(found.Depth))
	w.Key("nodes").Int(int64(found.Nodes))
	w.Key("time_ms").Int(found.Time.Milliseconds())
}

// writeLines writes the lines of an analysis, the best first.
func writeLines(w *jsontext.Writer, lines []engine.Info) {
	jsontext.List(w.Key("lines"), lines, func(l engine.Info) {
		w.Object(func() {
			w.Key("score").Object(func() { writeScore(w, l.Score) })
			jsontext.Texts(w.Key("line"), l.Actions)
		})
	})
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

// writeTargets writes legal actions as a member: the squares to which they go, sorted, by
// the square from which they start. A pair with several promotions stands once.
func writeTargets(w *jsontext.Writer, name string, actions []game.Action) {
	var targets [64]uint64 // bits in the order of the names
	for _, a := range actions {
		targets[byName(a.Pair().From())] |= 1 << byName(a.Pair().To())
	}
	w.Key(name).Object(func() {
		for from, to := range targets {
			if to == 0 {
				continue
			}
			w.Key(spaces[2*from : 2*from+2]).Array(func() {
				for ; to != 0; to &= to - 1 {
					at := 2 * bits.TrailingZeros64(to)
					w.String(spaces[at : at+2])
				}
			})
		}
	})
}

// spaces are the names of squares as the messages have them, in their order.
const spaces = "A1A2A3A4A5A6A7A8B1B2B3B4B5B6B7B8C1C2C3C4C5C6C7C8D1D2D3D4D5D6D7D8" +
	"E1E2E3E4E5E6E7E8F1F2F3F4F5F6F7F8G1G2G3G4G5G6G7G8H1H2H3H4H5H6H7H8"

// byName returns the number of a square in the order of their names.
func byName(sq game.Square) int { return 8*sq.File() + sq.Rank() }

// space returns the name of a square, in upper case, or "-" for NoSquare.
func space(sq game.Square) string {
	if !sq.IsValid() {
		return "-"
	}
	return spaces[2*byName(sq) : 2*byName(sq)+2]
}
