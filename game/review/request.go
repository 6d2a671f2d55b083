package review

import "github.com/banchess/banchess/game/message/jsontext"

// Do carries out a request of a program that keeps the state as text, and returns JSON. A
// request has these members, which are applied in this order. All are optional:
//
//	"state": the state
//	"merge": another state to merge into it
//	"add": exercises to add, as Exercises writes them
//	"drop": the ID of an exercise that the player does not want any more
//	"answer": {"id":"…","grade":3}, an answer on the day
//	"day": the day, as DayOf returns it; without it no answer counts, and nothing is due
//	"new": how many new exercises begin on a day; Few without it
//	"opening": true for only those from the opening
//
// The answer has the "state"; "added", the number of exercises that are new; "counted",
// whether the answer counts; "due", the IDs for the day; and "next", the day on which the
// next ones come, or null.
func Do(text string) (string, error) {
	q := request{state: &State{}, wish: Wish{New: Few}}
	if !jsontext.ReadObject(text, q.read) {
		if q.err == nil {
			q.err = errRequest
		}
		return "", q.err
	}
	if q.other != nil {
		q.state.Merge(q.other)
	}
	added := q.state.Add(q.add)
	q.state.Drop(q.drop)
	counted := q.day > 0 && q.state.Answer(q.id, q.day, Grade(q.grade))
	var w jsontext.Writer
	w.Object(func() {
		w.Key("state").Raw(q.state.String())
		w.Key("added").Int(int64(added))
		w.Key("counted").Bool(counted)
		due, next := []*Card(nil), 0
		if q.day > 0 {
			due, next = q.state.Due(q.day, q.wish)
		}
		jsontext.List(w.Key("due"), due, func(c *Card) { w.String(c.ID) })
		if w.Key("next"); next > 0 {
			w.Int(int64(next))
		} else {
			w.Null()
		}
	})
	return string(w.Text()), nil
}

// request is a request that was read.
type request struct {
	state, other *State
	add          []Exercise
	drop, id     string
	grade, day   int
	wish         Wish
	err          error // that says more
}

func (q *request) read(name, value string) bool {
	switch name {
	case "state":
		q.state, q.err = Parse(value)
	case "merge":
		q.other, q.err = Parse(value)
	case "add":
		q.add, q.err = ReadExercises(value)
	case "drop":
		return jsontext.ReadString(value, &q.drop)
	case "answer":
		return jsontext.ReadObject(value, func(name, value string) bool {
			switch name {
			case "id":
				return jsontext.ReadString(value, &q.id)
			case "grade":
				return jsontext.ReadInt(value, int(Again), int(Good), &q.grade)
			}
			return true
		})
	case "day":
		return jsontext.ReadInt(value, 1, lastDay, &q.day)
	case "new":
		return jsontext.ReadInt(value, 0, lastDay, &q.wish.New)
	case "opening":
		q.wish.Opening = value == "true"
	}
	return q.err == nil
}
