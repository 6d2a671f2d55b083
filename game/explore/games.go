package explore

import (
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
)

// Games holds games in memory and counts them by position. The zero Games is empty. It is
// not safe for use by several goroutines at once.
type Games struct {
	games  []info
	names  map[string]int32 // by name in lower case
	called []string         // the names as they are written, by number
	often  []int            // how many games each has
	last   map[uint64]int32 // by position: the last use of it, as an index of uses + 1
	uses   []use
}

// info is what is held of a game.
type info struct {
	players [2]int32 // numbers of names, White's and Black's
	date    Date
	result  uint8 // as an index of results
}

// use is an action that a game has in a position.
type use struct {
	before int32 // the use before it in the same position, as in Games.last
	game   int32
	action game.Action
}

// results are the counts of one game.
var results = [...]Count{{Open: 1}, {White: 1}, {Drawn: 1}, {Black: 1}}

// Len returns the number of games.
func (g *Games) Len() int { return len(g.games) }

// Add counts the main line of a game.
func (g *Games) Add(t *game.Tree) {
	number := int32(len(g.games))
	day, _ := ParseDate(t.Tags.Get("Date")) // one that does not read is unknown
	result := uint8(0)
	switch r := t.Standing(); {
	case r.Winner == game.White:
		result = 1
	case r.Winner == game.Black:
		result = 3
	case r.Over():
		result = 2
	}
	g.games = append(g.games, info{[2]int32{g.name(t.Tags.Get("White")), g.name(t.Tags.Get("Black"))}, day, result})
	for n := t.Root().Next(); n != nil; n = n.Next() {
		g.use(n.Before.Hash(), number, n.Action)
	}
}

// name returns the number of a name.
func (g *Games) name(name string) int32 {
	key := strings.ToLower(name)
	n, ok := g.names[key]
	if !ok {
		if g.names == nil {
			g.names = map[string]int32{}
		}
		n = int32(len(g.called))
		g.names[key] = n
		g.called = append(g.called, name)
		g.often = append(g.often, 0)
	}
	g.often[n]++
	return n
}

// use counts an action of a game, once for each position.
func (g *Games) use(position uint64, number int32, a game.Action) {
	if g.last == nil {
		g.last = map[uint64]int32{}
	}
	before := g.last[position]
	for i := before; i > 0 && g.uses[i-1].game == number; i = g.uses[i-1].before {
		if g.uses[i-1].action == a {
			return
		}
	}
	g.uses = append(g.uses, use{before, number, a})
	g.last[position] = int32(len(g.uses))
}

// Players returns the names of up to so many players, those with the most games first.
// Unknown names are left out.
func (g *Games) Players(most int) (names []string) {
	taken := make([]bool, len(g.called))
	for len(names) < most {
		best := -1
		for i, name := range g.called {
			if !taken[i] && !isUnknown(name) && (best < 0 || g.often[i] > g.often[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		taken[best] = true
		names = append(names, g.called[best])
	}
	return names
}

// isUnknown reports whether a name stands for an unknown one.
func isUnknown(name string) bool { return name == "" || name[0] == '?' }

// Filter says which games count. The zero Filter counts all. Names match regardless of
// case, and a part of a name is enough.
type Filter struct {
	Player   string      // the player
	Opponent string      // the player's opponent
	Side     game.Player // the player's side, or NoPlayer for both
	Since    Date        // the first day, or 0
	Until    Date        // the last day, or 0
}

// At returns what was played in a position.
func (g *Games) At(p game.Position, f Filter) (found Found) {
	counts := map[game.Action]Count{}
	isPlayer, isOpponent := g.named(f.Player), g.named(f.Opponent)
	for i := g.last[p.Hash()]; i > 0; i = g.uses[i-1].before {
		u := &g.uses[i-1]
		i := &g.games[u.game]
		if !i.date.isIn(f.Since, f.Until) || !f.takes(i, isPlayer, isOpponent) {
			continue
		}
		c := counts[u.action]
		c.add(results[i.result])
		counts[u.action] = c
	}
	for a, c := range counts {
		if r, ok := row(p, a, c); ok { // a hash may stand for two positions
			found.insert(r)
			found.Total.add(c)
		}
	}
	return found
}

// named reports for each name whether a part of it is wanted; nil if any is.
func (g *Games) named(part string) []bool {
	if part = strings.ToLower(strings.TrimSpace(part)); part == "" {
		return nil
	}
	is := make([]bool, len(g.called))
	for key, n := range g.names {
		is[n] = strings.Contains(key, part)
	}
	return is
}

// takes reports whether a game has the players that are wanted.
func (f *Filter) takes(i *info, isPlayer, isOpponent []bool) bool {
	if isPlayer == nil && isOpponent == nil && f.Side == game.NoPlayer {
		return true
	}
	for _, side := range []game.Player{game.White, game.Black} {
		own, other := i.players[side.Index()], i.players[side.Opponent().Index()]
		if (f.Side == game.NoPlayer || f.Side == side) && (isPlayer == nil || isPlayer[own]) && (isOpponent == nil || isOpponent[other]) {
			return true
		}
	}
	return false
}

// Date is a day as a number, such as 20261126. The month or the day is 0 if it is not
// known, and 0 means that there is no date.
type Date int32

// ParseDate reads a date as PGN writes it ("2026.11.26", "2026.??.??"). It also accepts
// hyphens and shorter dates ("2026-11", "2026"). "" and an unknown date ("????.??.??")
// give 0. Error: CodeBadArgument.
func ParseDate(text string) (Date, error) {
	date := 0
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == '-' || r == '/' })
	for i, size := range []int{4, 2, 2} {
		date *= 100
		if i == 0 {
			date = 0
		}
		if i >= len(parts) || strings.Trim(parts[i], "?") == "" {
			continue
		}
		n, err := strconv.Atoi(parts[i])
		if err != nil || len(parts[i]) != size || n < 0 || i == 1 && n > 12 || i == 2 && n > 31 {
			return 0, badDate(text)
		}
		date += n
	}
	if len(parts) > 3 || date%100 > 0 && date/100%100 == 0 {
		return 0, badDate(text)
	}
	if date < 1_00_00 {
		date = 0
	}
	return Date(date), nil
}

// CodeBadArgument is the code of a date that cannot be read.
const CodeBadArgument game.Code = "bad_argument"

func badDate(text string) error {
	return &game.Error{Code: CodeBadArgument, Message: strconv.Quote(text) + " is not a date", Hint: "write it as 2026.11.26, or as 2026 for the year"}
}

// isIn reports whether a date lies between two days, of which 0 sets no bound. An unknown date
// lies between none. The last day of "2026" is that of the year.
func (d Date) isIn(since, until Date) bool {
	if until > 0 && until%100 == 0 {
		until += 99
	}
	if until/100%100 == 0 && until > 0 {
		until += 99_00
	}
	return (since == 0 || d >= since) && (until == 0 || d > 0 && d <= until)
}
