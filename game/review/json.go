package review

import (
	"errors"
	"strconv"
	"strings"

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
	jsontext.List(w.Key("better"), x.Better, func(a game.Action) { w.String(a.String()) })
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
	r := jsontext.Reader{Text: text}
	ok := r.Object(func(name, value string) bool {
		switch name {
		case "version":
			return number(value, 1, version, &v)
		case "cards":
			return array(value, s.read)
		}
		return true
	})
	if !ok || v == 0 || !r.IsAtEnd() {
		return nil, errState
	}
	return s, nil
}

// read reads a card, and merges it with one of the same ID.
func (s *State) read(text string) bool {
	var c Card
	ok := object(text, func(name, value string) bool {
		switch name {
		case "answers":
			return array(value, func(value string) bool {
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
	ok = array(text, func(value string) bool {
		i++
		return i == 1 && number(value, 0, lastDay, &a.Day) || i == 2 && number(value, int(Again), int(Good), &grade)
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
		return str(value, &x.ID)
	case "game":
		return str(value, &x.Game)
	case "fen":
		return str(value, &x.FEN)
	case "text":
		return str(value, &x.Text)
	case "played":
		return action(value, &x.Played)
	case "mark":
		ok := number(value, 0, 255, &mark)
		x.Mark = report.Mark(mark)
		return ok
	case "best":
		return object(value, func(name, value string) bool {
			const most = 1 << 20
			switch name {
			case "mate":
				return number(value, -most, most, &x.Best.Mate)
			case "centipawns":
				return number(value, -most, most, &x.Best.Centipawns)
			}
			return true
		})
	case "better":
		return array(value, func(value string) bool {
			var a game.Action
			ok := action(value, &a)
			x.Better = append(x.Better, a)
			return ok
		})
	}
	return true
}

// ReadExercises reads what Exercises wrote.
func ReadExercises(text string) (list []Exercise, err error) {
	if !array(text, func(value string) bool {
		var x Exercise
		ok := object(value, x.read) && x.isValid()
		list = append(list, x)
		return ok
	}) {
		return nil, errExercises
	}
	return list, nil
}

func object(text string, member func(name, value string) bool) bool {
	r := jsontext.Reader{Text: text}
	return r.Object(member) && r.IsAtEnd()
}

func array(text string, element func(value string) bool) bool {
	r := jsontext.Reader{Text: text}
	return r.Array(element) && r.IsAtEnd()
}

func str(value string, s *string) bool {
	if !strings.HasPrefix(value, `"`) {
		return false
	}
	*s = jsontext.Unquote(value)
	return true
}

func action(value string, a *game.Action) bool {
	var s string
	if !str(value, &s) {
		return false
	}
	var err error
	*a, err = game.ParseAction(s)
	return err == nil
}

// number reads a whole number in a range.
func number(value string, least, most int, n *int) (ok bool) {
	var err error
	*n, err = strconv.Atoi(value)
	return err == nil && *n >= least && *n <= most
}
