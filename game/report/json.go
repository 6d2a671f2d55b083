package report

import (
	"strconv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// WriteJSON writes the report as one object: its line, how many actions were looked at, the
// tallies of both sides, the ply of the turning point or null, and the moments that have a mark.
func (r *Report) WriteJSON(w *jsontext.Writer) {
	w.Object(func() {
		r.Line.writeJSON(w.Key("line"))
		w.Key("actions").Int(int64(len(r.Moments)))
		writeTallies(w, r.Tally)
		if w.Key("turning_point"); r.TurningPoint() != nil {
			w.Int(int64(r.TurningPoint().Ply()))
		} else {
			w.Null()
		}
		w.Key("moments").Array(func() {
			for _, m := range r.Moments {
				if m.Explanation != nil {
					w.Object(func() { m.writeJSON(w) })
				}
			}
		})
	})
}

// writeTallies writes those of both sides as a member.
func writeTallies(w *jsontext.Writer, of func(game.Player, game.Phase) Tally) {
	w.Key("tally").Object(func() {
		for _, player := range []game.Player{game.White, game.Black} {
			w.Key(player.String()).Object(func() {
				of(player, game.PhaseBan).writeJSON(w.Key("bans"))
				of(player, game.PhaseMove).writeJSON(w.Key("moves"))
			})
		}
	})
}

func (t Tally) writeJSON(w *jsontext.Writer) {
	w.Object(func() {
		w.Key("actions").Int(int64(t.Actions))
		if w.Key("accuracy"); t.Actions > 0 {
			writeRounded(w, t.Accuracy, 1)
		} else {
			w.Null()
		}
		for i, name := range [...]string{"inaccuracies", "mistakes", "blunders"} {
			w.Key(name).Int(int64(t.Marks[i]))
		}
	})
}

func (m Moment) writeJSON(w *jsontext.Writer) {
	w.Key("ply").Int(int64(m.Ply()))
	w.Key("player").String(m.Player().String())
	w.Key("action").String(m.Action.String())
	w.Key("mark").Int(int64(m.Mark))
	w.Key("missed_mate").Bool(m.MissedMate)
	w.Key("loss")
	writeRounded(w, m.Loss, 4)
	w.Key("text").String(m.String())
	m.Explanation.WriteJSON(w)
}

// WriteJSON writes the explanation as members of an object.
func (e *Explanation) WriteJSON(w *jsontext.Writer) {
	w.Key("kind").String(string(e.Kind))
	if e.Turns > 0 {
		w.Key("turns").Int(int64(e.Turns))
	}
	WriteEval(w.Key("before"), e.Before)
	WriteEval(w.Key("after"), e.After)
	jsontext.Texts(w.Key("line"), e.Line)
	if len(e.Other) > 0 {
		jsontext.Texts(w.Key("other"), e.Other)
	}
	jsontext.Texts(w.Key("lost"), e.Lost)
	jsontext.Texts(w.Key("won"), e.Won)
	jsontext.Texts(w.Key("better"), e.Better)
}

// WriteEval writes an evaluation: {"centipawns":20} or {"mate":-3}.
func WriteEval(w *jsontext.Writer, e game.Eval) {
	w.Object(func() {
		if e.Mate != 0 {
			w.Key("mate").Int(int64(e.Mate))
		} else {
			w.Key("centipawns").Int(int64(e.Centipawns))
		}
	})
}

// writeRounded writes a number with so many digits after the point.
func writeRounded(w *jsontext.Writer, value float64, digits int) {
	w.Raw(strconv.FormatFloat(value, 'f', digits, 64))
}
