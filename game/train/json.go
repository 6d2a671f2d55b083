package train

import (
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/review"
)

// format and version tell the text of a record.
const (
	format  = `"progress"`
	version = 1
)

// members are the names of what a text has.
var members = []string{"banchess", "version", "before", "puzzles", "days", "storms", "lessons", "mistakes", "games"}

// Bounds of numbers in a text.
const (
	lastDay    = 1 << 20
	lastSecond = int64(lastDay) * secondsOfDay
	maxRating  = 4000
	maxScore   = 9999
	maxID      = 16 // letters
)

func bad(message string) error {
	return &game.Error{Code: CodeBadProgress, Message: message, Hint: "give the file that was saved as progress; nothing has changed"}
}

// String returns the record as JSON, without empty members.
func (p *Progress) String() string {
	var w jsontext.Writer
	w.Object(func() { p.write(&w) })
	return string(w.Text())
}

// MarshalJSON returns what String returns.
func (p Progress) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalJSON reads a record as Parse does. If it fails, or reads null, p stays as it was.
func (p *Progress) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	read, err := Parse(string(text))
	if err == nil {
		*p = *read
	}
	return err
}

func (p *Progress) write(w *jsontext.Writer) {
	w.Key("banchess").Raw(format)
	w.Key("version").Int(version)
	if b := p.before; b != (Before{}) {
		writeInts(w.Key("before"), b.Rating, b.Answered, b.Best)
	}
	jsontext.List(w.Key("puzzles"), p.puzzles, func(x *Puzzle) {
		w.Array(func() {
			w.String(x.ID)
			w.Int(int64(x.Rating))
			w.Int(int64(x.Deviation))
			if len(x.Answers) > 0 && x.First != x.Answers[0].Grade {
				w.Array(func() { w.Int(x.At); w.Int(int64(x.First)) })
			} else {
				w.Int(x.At)
			}
			for _, a := range x.Answers {
				w.Int(int64(a.Day))
				w.Int(int64(a.Grade))
			}
		})
	})
	p.days.write(w.Key("days"))
	p.storms.write(w.Key("storms"))
	writeInts(w.Key("lessons"), p.lessons...)
	if len(p.Mistakes.Cards()) > 0 {
		w.Key("mistakes").Raw(p.Mistakes.String())
	}
	if len(p.games) > 0 {
		p.games.write(w.Key("games"))
	}
}

func (d dates) write(w *jsontext.Writer) {
	jsontext.List(w, d, func(x dated) { writeInts(w, x.Day, x.Score) })
}

func writeInts(w *jsontext.Writer, numbers ...int) {
	jsontext.List(w, numbers, func(n int) { w.Int(int64(n)) })
}

// Parse reads a record from JSON. The code of its error is CodeBadProgress.
func Parse(text string) (*Progress, error) {
	if len(text) > MaxText {
		return nil, bad("the file is too large for a record of progress")
	}
	var p Progress
	isOurs, v, damaged := false, 0, ""
	seen := 0                                  // a bit for each member
	text = strings.ToValidUTF8(text, "\ufffd") // as String writes it
	ok := jsontext.ReadObject(text, func(name, value string) bool {
		bit := 1 << (slices.Index(members, name) + 1)
		if seen&bit > 1 { // an unknown one may be there twice
			return false
		}
		seen |= bit
		switch name {
		case "banchess":
			isOurs = value == format
			return isOurs
		case "version":
			return jsontext.ReadInt(value, 1, 1<<30, &v)
		}
		if v > version || p.read(name, value) {
			return true
		}
		damaged = name
		return false
	})
	switch {
	case isOurs && v > version:
		return nil, &game.Error{Code: CodeBadProgress, Message: "the record of progress was saved by a newer release than this one", Hint: "update this one; nothing has changed"}
	case isOurs && damaged != "":
		return nil, bad("this record of progress is damaged: its " + damaged + " cannot be read")
	case !ok || !isOurs || v == 0:
		return nil, bad("this is not a record of progress, or it is damaged")
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return &p, nil
}

// read reads a member.
func (p *Progress) read(name, value string) bool {
	switch name {
	case "before":
		var b Before
		ok := numbers(value, bound{0, maxRating, &b.Rating}, bound{0, maxPuzzles, &b.Answered}, bound{0, maxPuzzles, &b.Best})
		p.before = later(p.before, b)
		return ok
	case "puzzles":
		return jsontext.ReadArray(value, func(value string) bool {
			x, ok := readPuzzle(value)
			n := len(p.puzzles)
			p.puzzles = append(p.puzzles, x)
			return ok && n < maxPuzzles && (n == 0 || p.puzzles[n-1].ID < x.ID)
		})
	case "days":
		return p.days.read(value, int(review.Again), int(review.Good))
	case "storms":
		return p.storms.read(value, 0, stormPuzzles)
	case "lessons":
		return jsontext.ReadArray(value, func(value string) bool {
			n := 0
			ok := jsontext.ReadInt(value, 1, maxLessons, &n) && (len(p.lessons) == 0 || p.lessons[len(p.lessons)-1] < n)
			p.Complete(n)
			return ok
		})
	case "mistakes":
		s, err := review.Parse(value)
		if err == nil {
			p.Mistakes.Merge(s)
		}
		return err == nil
	case "games":
		return p.games.read(value)
	}
	return true
}

func (d *dates) read(text string, least, most int) bool {
	return jsontext.ReadArray(text, func(value string) bool {
		var x dated
		ok := numbers(value, bound{0, lastDay, &x.Day}, bound{least, most, &x.Score})
		n := len(*d)
		*d = append(*d, x)
		return ok && n < maxDays && (n == 0 || (*d)[n-1].Day < x.Day)
	})
}

func readPuzzle(text string) (*Puzzle, bool) {
	x := &Puzzle{}
	i, first := 0, 0
	var a review.Answer
	ok := jsontext.ReadArray(text, func(value string) bool {
		i++
		switch {
		case i == 1:
			return jsontext.ReadString(value, &x.ID) && isID(x.ID)
		case i == 2:
			return jsontext.ReadInt(value, 0, maxRating, &x.Rating)
		case i == 3:
			return jsontext.ReadInt(value, 0, maxRating, &x.Deviation)
		case i == 4:
			if jsontext.ReadInt(value, 0, lastSecond, &x.At) {
				return true
			}
			j := 0
			return jsontext.ReadArray(value, func(value string) bool {
				j++
				return j == 1 && jsontext.ReadInt(value, 0, lastSecond, &x.At) || j == 2 && jsontext.ReadInt(value, int(review.Again), int(review.Good), &first)
			}) && j == 2
		case i%2 == 1:
			ok := jsontext.ReadInt(value, 0, lastDay, &a.Day)
			return ok && (len(x.Answers) == 0 || x.Answers[len(x.Answers)-1].Day < a.Day)
		}
		grade := 0
		ok := jsontext.ReadInt(value, int(review.Again), int(review.Good), &grade)
		a.Grade = review.Grade(grade)
		x.Answers = append(x.Answers, a)
		return ok
	})
	switch {
	case first > 0:
		x.First = review.Grade(first)
	case len(x.Answers) > 0:
		x.First = x.Answers[0].Grade
	}
	isHint := len(x.Answers) == 0 && first == 0 && x.At == 0 && x.Strength == (Strength{})
	return x, ok && i >= 4 && i%2 == 0 && (isHint || len(x.Answers) > 0)
}

func isID(s string) bool {
	return s != "" && len(s) <= maxID && strings.Trim(s, "0123456789abcdefghijklmnopqrstuvwxyz") == ""
}

// isTime reports whether a record may have a Unix time in seconds.
func isTime(now int64) bool { return now >= 0 && now <= lastSecond }

// bound is a number that is read, with its bounds.
type bound struct {
	least, most int
	n           *int
}

// numbers reads an array of as many numbers.
func numbers(text string, bounds ...bound) bool {
	i := 0
	ok := jsontext.ReadArray(text, func(value string) bool {
		i++
		return i <= len(bounds) && jsontext.ReadInt(value, bounds[i-1].least, bounds[i-1].most, bounds[i-1].n)
	})
	return ok && i == len(bounds)
}
