package train

import (
	"context"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/puzzle"
)

// desk is a request about puzzles themselves.
type desk struct {
	isAsked         bool
	file            string
	fen, goal, line string
	actions         []string
	wrong           string
}

func (d *desk) read(name, value string) bool {
	switch name {
	case "read":
		d.isAsked = true
		return jsontext.ReadString(value, &d.file)
	case "puzzle":
		d.isAsked = true
		return jsontext.ReadObject(value, func(name, value string) bool {
			switch name {
			case "fen":
				return jsontext.ReadString(value, &d.fen)
			case "goal":
				return jsontext.ReadString(value, &d.goal)
			case "line":
				return jsontext.ReadString(value, &d.line)
			}
			return true
		})
	case "actions":
		return jsontext.ReadArray(value, func(value string) bool {
			var text string
			ok := jsontext.ReadString(value, &text)
			d.actions = append(d.actions, text)
			return ok
		})
	case "wrong":
		return jsontext.ReadString(value, &d.wrong)
	}
	return true
}

func (d *desk) write(w *jsontext.Writer) error {
	if d.file != "" {
		return writeHeads(w, d.file)
	}
	attempt, isRight, err := d.attempt()
	switch {
	case err != nil:
		return err
	case d.wrong != "":
		return d.refute(w, attempt)
	}
	w.Key("isRight").Bool(isRight)
	next, told := attempt.Next(), attempt.Hint()
	if !isRight {
		next, told = nil, ""
	} else if len(next) == 0 {
		told = attempt.Outcome()
	}
	w.Key("text").String(told)
	jsontext.List(w.Key("next"), next, func(a game.Action) {
		if a == puzzle.Any {
			w.String("*")
		} else {
			w.String(a.String())
		}
	})
	return nil
}

// attempt returns an attempt at the puzzle after the actions, and whether they are right.
func (d *desk) attempt() (*puzzle.Attempt, bool, error) {
	goal, err := puzzle.ParseGoal(d.goal)
	if err != nil {
		return nil, false, err
	}
	p, err := puzzle.New(d.fen, goal, d.line)
	if err != nil {
		return nil, false, err
	}
	actions := make([]game.Action, len(d.actions))
	for i, text := range d.actions {
		if actions[i], err = game.ParseAction(text); err != nil {
			return nil, false, err
		}
	}
	attempt := puzzle.NewAttempt(p)
	isRight, err := attempt.Follow(actions)
	return attempt, isRight, err
}

// refute writes what a wrong action comes to.
func (d *desk) refute(w *jsontext.Writer, attempt *puzzle.Attempt) error {
	wrong, err := game.ParseAction(d.wrong)
	if err != nil {
		return err
	}
	r, err := attempt.Refute(context.Background(), wrong)
	if err != nil {
		return err
	}
	jsontext.Texts(w.Key("line"), r.Line)
	w.Key("text").String(r.Words())
	return nil
}

// writeHeads writes what a file says of its puzzles.
func writeHeads(w *jsontext.Writer, file string) error {
	heads, err := puzzle.ReadHeads(strings.NewReader(file))
	if err != nil {
		return err
	}
	jsontext.List(w.Key("puzzles"), heads, func(h puzzle.Head) {
		w.Object(func() {
			w.Key("id").String(h.ID)
			w.Key("rating").Int(int64(h.Rating))
			w.Key("deviation").Int(int64(h.Deviation))
			w.Key("goal").String(h.Goal.String())
			w.Key("themes").Strings(h.Themes)
			w.Key("fen").String(h.FEN)
			w.Key("line").String(h.Line)
		})
	})
	return nil
}
