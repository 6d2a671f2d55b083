package train

import (
	"errors"
	"slices"

	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/review"
)

// Do carries out a request of a program that keeps the record as text. Request and answer
// are JSON. A request has these members, which are applied in this order. All except
// "now" are optional:
//
//	"now": the Unix time in seconds
//	"day": the day of the player; without it the day of "now" counts
//	"progress": the record
//	"old": the score that an older release of the page or of the command line kept
//	"file": the text of another record to merge
//	"games": what is known of the games in it, [[id, PGN],…] in the order of their ids, and
//	"fixed": the ids of those that must not change, because they are still being played
//	"mistakes": a state of package review, for the record
//	"event": {"id":"…","rating":600,"deviation":60,"is":"solved"}, an event of package puzzle
//	"lessons": the numbers of lessons that were completed
//	"storm": the score of a storm
//
// The answer has these members:
//
//	"progress": the record without its mistakes, and the "mistakes" if there are any
//	"isFirst": whether the answer was the first to its puzzle
//	"today": the day, and "daily", the id of its puzzle
//	"score": the standing, and the "curve" of the rating from day to day
//	"streak": the streak
//	"due": the failed puzzles that are due again, and "next", the next day on which others are due, or null
//	"storm": the best score of the day and of all days, and whether this score is it
//	"games": after a file, the games of it that are new or have changed
//
// Other requests have one of these members instead:
//
// "puzzles", [["gt9b5pk",600,"mate 2"],…], asks for an order. With "race", the text of a
// race, the answer has that race, its "result" if it has one, and the "order" of the
// puzzles. Without it, "random", any number, makes a new race. With "before", the id of a
// puzzle or "", the answer has the "next" puzzle by the "progress", or null. It is near
// the "rating", or without one near the player's own. "random" draws it.
//
// "run" is about a storm that is being played: [score, wrong, combo, best combo, end], as
// the answer has it. "act" is "right", "solved" or "wrong", and "now" is in milliseconds.
// The answer has the "run", the time that is "left", and the "bonus". With "than", the
// [score, wrong, combo] of another player, it also has the "verdict": 1 if the run is
// better, -1 if it is worse, 0 if they are equal.
//
// "read", the text of a file of puzzles, asks for its "puzzles", each with "id",
// "rating", "deviation", "goal", "themes", "fen" and "line".
//
// "puzzle", an object with "fen", "line" and "goal", asks about "actions", what both
// sides have played. The answer says whether they are right ("isRight"), and has the
// "next" actions that are right. If the opponent is next, there is one action; "*" stands
// for all bans that are not named. An empty list means that the puzzle is over. "text" is
// a hint for the next action, and at the end it says what was reached. With "wrong", a
// wrong action, the answer has the "line" on the board that refutes it, and a "text" that
// says what is lost.
func Do(text string) (string, error) {
	var q request
	if !jsontext.ReadObject(text, q.read) {
		if q.err == nil {
			q.err = errRequest
		}
		return "", q.err
	}
	var w jsontext.Writer
	var err error
	w.Object(func() {
		switch {
		case q.desk.isAsked:
			err = q.desk.write(&w)
		case q.isRun:
			q.advance(&w)
		case q.isNext:
			if id := q.progress.Next(q.offers, q.rating, q.before, uint64(q.random)); id != "" {
				w.Key("next").String(id)
			} else {
				w.Key("next").Null()
			}
		case q.offers != nil:
			err = q.writeRace(&w)
		default:
			err = q.change(&w)
		}
	})
	if err != nil {
		return "", err
	}
	return string(w.Text()), nil
}

var errRequest = errors.New("the request does not read")

// request is a request that was read.
type request struct {
	now      int64
	day      int
	progress Progress
	file     string
	hasFile  bool
	games    games
	fixed    []string
	changed  games
	item     Item
	event    string
	lessons  []int
	storm    int
	hasStorm bool
	offers   []Offer
	before   string
	isNext   bool
	rating   int
	race     string
	random   int64
	run      Run
	isRun    bool
	act      string
	than     *Result
	desk     desk
	old      string
	err      error // that says more
}

func (q *request) read(name, value string) bool {
	switch name {
	case "now":
		return jsontext.ReadInt(value, 0, lastSecond*1000, &q.now)
	case "day":
		return jsontext.ReadInt(value, 0, lastDay, &q.day)
	case "progress":
		p, err := Parse(value)
		if q.err = err; err == nil {
			p.Mistakes.Merge(&q.progress.Mistakes)
			q.progress = *p
		}
		return err == nil
	case "file":
		q.hasFile = true
		return jsontext.ReadString(value, &q.file)
	case "games":
		return q.games.read(value)
	case "fixed":
		return jsontext.ReadArray(value, func(value string) bool {
			q.fixed = append(q.fixed, "")
			return jsontext.ReadString(value, &q.fixed[len(q.fixed)-1])
		})
	case "old":
		q.old = value
	case "mistakes":
		s, err := review.Parse(value)
		if q.err = err; err == nil {
			q.progress.Mistakes = *s
		}
		return err == nil
	case "event":
		return jsontext.ReadObject(value, func(name, value string) bool {
			switch name {
			case "id":
				return jsontext.ReadString(value, &q.item.ID) && isID(q.item.ID)
			case "rating":
				return jsontext.ReadInt(value, 0, maxRating, &q.item.Rating)
			case "deviation":
				return jsontext.ReadInt(value, 0, maxRating, &q.item.Deviation)
			case "is":
				return jsontext.ReadString(value, &q.event) && slices.Contains(puzzle.Events(), puzzle.Event(q.event))
			}
			return true
		})
	case "lessons":
		return jsontext.ReadArray(value, func(value string) bool {
			n := 0
			ok := jsontext.ReadInt(value, 1, maxLessons, &n)
			q.lessons = append(q.lessons, n)
			return ok
		})
	case "storm":
		q.hasStorm = true
		return jsontext.ReadInt(value, 0, stormPuzzles, &q.storm)
	case "puzzles":
		q.offers = []Offer{}
		return jsontext.ReadArray(value, func(value string) bool {
			var o Offer
			i := 0
			ok := jsontext.ReadArray(value, func(value string) bool {
				i++
				return i == 1 && jsontext.ReadString(value, &o.ID) || i == 2 && jsontext.ReadInt(value, 0, maxRating, &o.Rating) || i == 3 && jsontext.ReadString(value, &o.Goal)
			})
			q.offers = append(q.offers, o)
			return ok && i >= 2
		})
	case "before":
		q.isNext = true
		return jsontext.ReadString(value, &q.before)
	case "rating":
		return jsontext.ReadInt(value, 0, maxRating, &q.rating)
	case "race":
		return jsontext.ReadString(value, &q.race)
	case "random":
		return jsontext.ReadInt(value, 0, 1<<53, &q.random)
	case "run":
		q.isRun = true
		i := 0
		counts := []*int{&q.run.Score, &q.run.Wrong, &q.run.Combo, &q.run.Best}
		ok := jsontext.ReadArray(value, func(value string) bool {
			if i++; i <= len(counts) {
				return jsontext.ReadInt(value, 0, maxScore, counts[i-1])
			}
			return jsontext.ReadInt(value, -WrongCosts, 1<<53, &q.run.Ends)
		})
		return ok && i == len(counts)+1
	case "act":
		return jsontext.ReadString(value, &q.act)
	case "than":
		q.than = &Result{}
		return numbers(value, bound{0, maxScore, &q.than.Score}, bound{0, maxScore, &q.than.Wrong}, bound{0, maxScore, &q.than.Combo})
	}
	return q.desk.read(name, value)
}

// change changes the record, and writes what is known then.
func (q *request) change(w *jsontext.Writer) error {
	p := &q.progress
	today := DayOf(q.now)
	if q.day == 0 {
		q.day = today
	}
	if q.old != "" {
		p.TakeOld(q.old, q.day)
	}
	if q.hasFile {
		var err error
		p.games = q.games
		if q.changed, err = p.takeIn(q.file, q.now, q.fixed); err != nil {
			return err
		}
	}
	isFirst := q.item.ID != "" && p.Count(q.item, puzzle.Event(q.event), q.now, q.day)
	for _, n := range q.lessons {
		p.Complete(n)
	}
	ofDay, ofAll := false, false
	if q.hasStorm {
		ofDay, ofAll = p.Storm(q.storm, q.now)
	}
	alone := *p
	alone.Mistakes, alone.games = review.State{}, nil
	w.Key("progress").Raw(alone.String())
	if len(p.Mistakes.Cards()) > 0 {
		w.Key("mistakes").Raw(p.Mistakes.String())
	}
	if q.hasFile {
		q.changed.write(w.Key("games"))
	}
	w.Key("isFirst").Bool(isFirst)
	w.Key("today").Int(int64(today))
	w.Key("daily").String(Daily(today))
	p.writeScore(w)
	s := p.Streak(today)
	w.Key("streak").Object(func() {
		w.Key("now").Int(int64(s.Now))
		w.Key("best").Int(int64(s.Best))
		w.Key("isDone").Bool(s.IsDone)
		w.Key("hasGrace").Bool(s.HasGrace)
	})
	due, next := p.Again(q.day)
	w.Key("due").Strings(due)
	if w.Key("next"); next > 0 {
		w.Int(int64(next))
	} else {
		w.Null()
	}
	bestToday, best := p.BestStorm(today)
	w.Key("storm").Object(func() {
		w.Key("today").Int(int64(bestToday))
		w.Key("best").Int(int64(best))
		w.Key("isBestToday").Bool(ofDay)
		w.Key("isBest").Bool(ofAll)
	})
	return nil
}

// writeScore writes the standing, and how the rating came to it.
func (p *Progress) writeScore(w *jsontext.Writer) {
	standing, curve := p.Standing()
	w.Key("score").Object(func() {
		w.Key("rating").Int(int64(standing.Rating))
		w.Key("solved").Int(int64(standing.Solved))
		w.Key("failed").Int(int64(standing.Failed))
		w.Key("streak").Int(int64(standing.Streak))
		w.Key("best").Int(int64(standing.Best))
		w.Key("seen").Object(func() {
			for _, x := range p.puzzles {
				if isDone, ok := standing.Seen[x.ID]; ok {
					w.Key(x.ID).Bool(isDone)
				}
			}
		})
		w.Key("hinted").Strings(standing.Hinted)
	})
	jsontext.List(w.Key("curve"), curve, func(at Point) { writeInts(w, at.Day, at.Rating) })
}

// writeRace writes a race with its puzzles.
func (q *request) writeRace(w *jsontext.Writer) error {
	items := make([]Item, len(q.offers))
	for i, o := range q.offers {
		items[i] = o.Item
	}
	race := NewRace(items, uint64(q.random))
	if q.race != "" {
		var err error
		if race, err = ParseRace(q.race); err != nil {
			return err
		}
	}
	order, err := race.Order(items)
	if err != nil {
		return err
	}
	w.Key("race").String(race.Code)
	if r := race.Result; r != nil {
		writeInts(w.Key("result"), r.Score, r.Wrong, r.Combo)
	}
	w.Key("order").Strings(order)
	return nil
}

// advance changes the run of a storm by what has happened.
func (q *request) advance(w *jsontext.Writer) {
	r, bonus := &q.run, int64(0)
	switch q.act {
	case "right", "solved":
		bonus = r.Right(q.now, q.act == "solved")
	case "wrong":
		r.Miss(q.now)
	}
	jsontext.List(w.Key("run"), []int64{int64(r.Score), int64(r.Wrong), int64(r.Combo), int64(r.Best), r.Ends}, func(n int64) { w.Int(n) })
	w.Key("left").Int(r.Left(q.now))
	w.Key("bonus").Int(bonus)
	if q.than != nil {
		w.Key("verdict").Int(int64(Result{r.Score, r.Wrong, r.Best}.Compare(*q.than)))
	}
}
