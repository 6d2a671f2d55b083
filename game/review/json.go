package review

import (
	"errors"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/report"
)

// version is that of the text.
const version = 1

// The errors of texts.
var (
	errState     = errors.New("the state of the exercises does not read")
	errExercises = errors.New("the exercises do not read")
	errRequest   = errors.New("the request does not read")
)

// String returns the state as JSON.
func (s *State) String() string {
	var w jsontext.Writer
	w.Object(func() {
		w.Key("version").Int(version)
		jsontext.List(w.Key("cards"), s.cards, func(c *Card) {
			w.Object(func() {
				c.Exercise.write(&w)
				jsontext.List(w.Key("answers"), c.Answers, func(a Answer) {
					w.Array(func() {
						w.Int(int64(a.Day))
						w.Int(int64(a.Grade))
					})
				})
				if c.IsDropped {
					w.Key("dropped").Bool(true)
				}
			})
		})
	})
	return string(w.Text())
}

// MarshalJSON returns what String returns.
func (s State) MarshalJSON() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalJSON reads a state as Parse does. If it fails, or reads null, s stays as it was.
func (s *State) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	read, err := Parse(string(text))
	if err == nil {
		*s = *read
	}
	return err
}

// text returns the exercise as JSON.
func (x *Exercise) text() string {
	var w jsontext.Writer
	w.Object(func() { x.write(&w) })
	return string(w.Text())
}

// write writes the members of an exercise.
func (x *Exercise) write(w *jsontext.Writer) {
	w.Key("id").String(x.ID)
	w.NonEmpty("game", x.Game)
	w.Key("fen").String(x.FEN)
	w.Key("played").String(x.Played.String())
	w.Key("mark").Int(int64(x.Mark))
	report.WriteEval(w.Key("best"), x.Best)
	jsontext.Texts(w.Key("better"), x.Better)
	w.NonEmpty("text", x.Text)
}

// Exercises returns a list of exercises as JSON.
func Exercises(list []Exercise) string {
	var w jsontext.Writer
	jsontext.List(&w, list, func(x Exercise) { w.Object(func() { x.write(&w) }) })
	return string(w.Text())
}

// Parse reads a state out of JSON. Members that it does not know are ignored.
func Parse(text string) (*State, error) {
	s := &State{}
	v := 0
	ok := jsontext.ReadObject(text, func(name, value string) bool {
		switch name {
		case "version":
			return jsontext.ReadInt(value, 1, version, &v)
		case "cards":
			return jsontext.ReadArray(value, s.read)
		}
		return true
	})
	if !ok || v == 0 {
		return nil, errState
	}
	return s, nil
}

// read reads a card, and merges it with one of the same ID.
func (s *State) read(text string) bool {
	var c Card
	ok := jsontext.ReadObject(text, func(name, value string) bool {
		switch name {
		case "answers":
			return jsontext.ReadArray(value, func(value string) bool {
				a, ok := readAnswer(value)
				n := len(c.Answers)
				c.Answers = append(c.Answers, a)
				return ok && (n == 0 || c.Answers[n-1].Day < a.Day)
			})
		case "dropped":
			c.IsDropped = value == "true"
			return true
		}
		return c.Exercise.read(name, value)
	})
	if ok = ok && c.isValid() && len(s.cards) < maxCards; ok {
		s.Merge(&State{cards: []*Card{&c}})
	}
	return ok
}

// The bounds of days and of the cards of a text.
const (
	lastDay  = 1 << 24
	maxCards = 20_000
)

func readAnswer(text string) (a Answer, ok bool) {
	i, grade := 0, 0
	ok = jsontext.ReadArray(text, func(value string) bool {
		i++
		return i == 1 && jsontext.ReadInt(value, 0, lastDay, &a.Day) || i == 2 && jsontext.ReadInt(value, int(Again), int(Good), &grade)
	})
	a.Grade = Grade(grade)
	return a, ok && i == 2
}

// isValid reports whether an exercise has what it needs.
func (x *Exercise) isValid() bool {
	return x.ID != "" && x.FEN != "" && x.Mark.String() != "" && x.Played != game.Action{} && len(x.Better) > 0
}

// read reads a member of an exercise.
func (x *Exercise) read(name, value string) bool {
	mark := 0
	switch name {
	case "id":
		return jsontext.ReadString(value, &x.ID)
	case "game":
		return jsontext.ReadString(value, &x.Game)
	case "fen":
		return jsontext.ReadString(value, &x.FEN)
	case "text":
		return jsontext.ReadString(value, &x.Text)
	case "played":
		return action(value, &x.Played)
	case "mark":
		ok := jsontext.ReadInt(value, 0, 255, &mark)
		x.Mark = report.Mark(mark)
		return ok
	case "best":
		return jsontext.ReadObject(value, func(name, value string) bool {
			const most = 1 << 20
			switch name {
			case "mate":
				return jsontext.ReadInt(value, -most, most, &x.Best.Mate)
			case "centipawns":
				return jsontext.ReadInt(value, -most, most, &x.Best.Centipawns)
			}
			return true
		})
	case "better":
		return jsontext.ReadArray(value, func(value string) bool {
			var a game.Action
			ok := action(value, &a)
			x.Better = append(x.Better, a)
			return ok
		})
	}
	return true
}

// ReadExercises reads what Exercises writes.
func ReadExercises(text string) (list []Exercise, err error) {
	if !jsontext.ReadArray(text, func(value string) bool {
		var x Exercise
		ok := jsontext.ReadObject(value, x.read) && x.isValid()
		list = append(list, x)
		return ok
	}) {
		return nil, errExercises
	}
	return list, nil
}

func action(value string, a *game.Action) bool {
	var s string
	if !jsontext.ReadString(value, &s) {
		return false
	}
	var err error
	*a, err = game.ParseAction(s)
	return err == nil
}
