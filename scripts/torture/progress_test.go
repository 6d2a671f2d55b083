package torture

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/review"
	"github.com/banchess/banchess/game/train"
)

// newProgress returns the part of three devices of one player, who trains and plays on any of
// them, while their clocks jump and files go from one to another, some of them damaged. In the
// end all devices have everything that was done on any, once.
func newProgress() Part {
	sum := map[string]int{}
	return Part{Name: "progress", Unit: "steps", Whole: true,
		Round: func(ctx context.Context, r *rand.Rand) (int, error) {
			p := &progressRound{r: r, sum: sum, answers: map[string]review.Grade{}, storms: map[int]int{}, lessons: map[int]bool{}}
			return p.run(ctx)
		},
		Sum: func() string { return fmt.Sprint("; ", sum) },
	}
}

// progressDevice is a device: what its browser stores, and how wrong its clock is.
type progressDevice struct {
	record string // JSON, without games
	games  map[string]string
	ahead  int // days
}

type progressRound struct {
	r       *rand.Rand
	sum     map[string]int
	devices [3]progressDevice
	time    int64
	// What was done on any device.
	answers map[string]review.Grade // by puzzle and day
	storms  map[int]int             // the best scores, by day
	lessons map[int]bool
	played  []train.Game // every version of a game that ever was
	notes   []string     // every comment
}

const secondsOfDay = 24 * 60 * 60

func (p *progressRound) run(ctx context.Context) (steps int, err error) {
	p.time = 20_000 * secondsOfDay
	for i := range p.devices {
		p.devices[i] = progressDevice{record: new(train.Progress).String(), games: map[string]string{}}
	}
	for range 40 + p.r.IntN(40) {
		if ctx.Err() != nil {
			return steps, nil
		}
		p.time += p.r.Int64N(secondsOfDay)
		d := &p.devices[p.r.IntN(len(p.devices))]
		name, do := "train", p.trains
		switch n := p.r.IntN(20); {
		case n < 4:
			name, do = "play", p.plays
		case n < 6:
			name, do = "clock", p.jumps
		case n < 9:
			name, do = "exchange", func(d *progressDevice) error { return p.takes(d, &p.devices[p.r.IntN(len(p.devices))]) }
		case n < 11:
			name, do = "hostile", p.refuses
		}
		p.sum[name]++
		if err := do(d); err != nil {
			return steps, fmt.Errorf("%s, step %d: %w", name, steps, err)
		}
		steps++
	}
	return steps, p.settles()
}

func (p *progressRound) now(d *progressDevice) int64 { return p.time + int64(d.ahead)*secondsOfDay }

// do lets a device do what a request says, besides the record.
func (p *progressRound) do(d *progressDevice, members string) (answer struct {
	Progress, Mistakes json.RawMessage
	Games              [][2]string
}, err error) {
	text, err := train.Do(fmt.Sprintf(`{"now":%d,"progress":%s,%s}`, p.now(d), d.record, members))
	if err == nil {
		err = json.Unmarshal([]byte(text), &answer)
	}
	return answer, err
}

// trains solves or fails a puzzle, ends a storm or completes a lesson. A storage that is full
// keeps nothing of it.
func (p *progressRound) trains(d *progressDevice) error {
	members := fmt.Sprintf(`"event":{"id":"p%d","rating":%d,"is":%q}`, p.r.IntN(12), 600+p.r.IntN(3), puzzle.Events()[p.r.IntN(len(puzzle.Events()))])
	switch p.r.IntN(6) {
	case 0:
		members = fmt.Sprintf(`"storm":%d`, p.r.IntN(30))
	case 1:
		members = fmt.Sprintf(`"lessons":[%d]`, 1+p.r.IntN(20))
	}
	answer, err := p.do(d, members)
	if err != nil {
		return fmt.Errorf("%s: %w", members, err)
	}
	if p.r.IntN(8) == 0 {
		p.sum["full"]++
		return nil
	}
	d.record = string(answer.Progress)
	return p.note(d.record)
}

// note adds what a record has to what was done.
func (p *progressRound) note(text string) error {
	record, err := train.Parse(text)
	if err != nil {
		return err
	}
	for key, grade := range answersIn(record) {
		if before, ok := p.answers[key]; !ok || grade < before {
			p.answers[key] = grade
		}
	}
	for day := range 30_000 {
		if best, _ := record.BestStorm(day); best > p.storms[day] {
			p.storms[day] = best
		}
	}
	for _, n := range record.Lessons() {
		p.lessons[n] = true
	}
	return nil
}

// answersIn returns the answers to puzzles, by puzzle and day.
func answersIn(p *train.Progress) map[string]review.Grade {
	all := map[string]review.Grade{}
	for _, x := range p.Puzzles() {
		for _, a := range x.Answers {
			all[fmt.Sprint(x.ID, " ", a.Day)] = a.Grade
		}
	}
	return all
}

// plays begins a game, or goes on with one, or writes something about it.
func (p *progressRound) plays(d *progressDevice) error {
	id, tree := fmt.Sprintf("game-%d", len(p.played)), game.NewTree(game.New())
	if ids := slices.Sorted(maps.Keys(d.games)); len(ids) > 0 && p.r.IntN(3) > 0 {
		id = ids[p.r.IntN(len(ids))]
		var err error
		if tree, err = game.ParseTree(d.games[id]); err != nil {
			return err
		}
	}
	g := tree.Game(tree.End())
	if g.Over() {
		return nil
	}
	isNoted := g.Len() > 0 && p.r.IntN(2) == 0
	if !isNoted {
		gametest.Play(p.r, g, 1+p.r.IntN(6))
	}
	longer := game.NewTree(g)
	if isNoted {
		at := longer.Root()
		for range p.r.IntN(min(g.Len(), 3)) { // often where another device writes too
			at = at.Next()
		}
		note := fmt.Sprintf("note %d.", len(p.notes))
		at.Comment = note
		p.notes = append(p.notes, note)
	}
	merged, err := takenIn([]train.Game{{ID: id, PGN: longer.PGN()}}, []train.Game{{ID: id, PGN: tree.PGN()}})
	if err != nil {
		return err
	}
	if len(merged) != 1 {
		return fmt.Errorf("a game that goes on becomes %d games", len(merged))
	}
	d.games[id] = merged[0].PGN
	p.played = append(p.played, merged[0])
	return nil
}

// takenIn returns what becomes of games when others are taken in.
func takenIn(own, others []train.Game) ([]train.Game, error) {
	into, err := train.Parse(fileOf(new(train.Progress).String(), own))
	if err != nil {
		return nil, err
	}
	from, err := train.Parse(fileOf(new(train.Progress).String(), others))
	if err != nil {
		return nil, err
	}
	if err := into.Merge(from); err != nil {
		return nil, err
	}
	return into.Games(), nil
}

// fileOf returns the file of a record with games.
func fileOf(record string, games []train.Game) string {
	return strings.TrimSuffix(record, "}") + `,"games":` + marshalled(pairsOf(games)) + "}"
}

func pairsOf(games []train.Game) [][2]string {
	pairs := [][2]string{}
	for _, g := range games {
		pairs = append(pairs, [2]string{g.ID, g.PGN})
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return pairs
}

func (d *progressDevice) list() (all []train.Game) {
	for _, id := range slices.Sorted(maps.Keys(d.games)) {
		all = append(all, train.Game{ID: id, PGN: d.games[id]})
	}
	return all
}

func (d *progressDevice) file() string { return fileOf(d.record, d.list()) }

// jumps sets the clock of a device wrong, or right.
func (p *progressRound) jumps(d *progressDevice) error {
	d.ahead = []int{0, 0, 1, -1, 2, -400, 400, -20_000}[p.r.IntN(8)]
	return nil
}

// takes lets a device take in the file of another, if the clocks allow it. A storage that is
// full keeps nothing of it, or the record and not the games, which are then asked for again.
func (p *progressRound) takes(d, from *progressDevice) error {
	return p.takesFile(d, from.file())
}

func (p *progressRound) takesFile(d *progressDevice, file string) error {
	answer, err := p.do(d, `"games":`+marshalled(pairsOf(d.list()))+`,"file":`+marshalled(file))
	if err != nil {
		if game.CodeOf(err) == train.CodeBadProgress && strings.Contains(err.Error(), "a day that has not come") {
			p.sum["ahead"]++
			return nil
		}
		return err
	}
	switch p.r.IntN(10) {
	case 0:
		p.sum["full"]++
		return nil
	case 1:
		p.sum["half full"]++
		d.record = string(answer.Progress)
		return nil
	}
	d.record = string(answer.Progress)
	for _, g := range answer.Games {
		d.games[g[0]] = g[1]
		p.played = append(p.played, train.Game{ID: g[0], PGN: g[1]})
	}
	return nil
}

// refuses gives a device a damaged file. It is refused with a code, in bounded time, or nothing
// that was there before is lost by it; the device keeps nothing of it.
func (p *progressRound) refuses(d *progressDevice) error {
	file := d.file()
	for range 1 + p.r.IntN(3) {
		if p.r.IntN(2) == 0 {
			file = mutate(file, 1<<14, p.r)
		} else {
			file = mutateJSON(file, p.r)
		}
	}
	in := input{name: "a file of progress", dear: 3, slow: 3, read: func(context.Context, string) error {
		own, err := train.Parse(d.file())
		if err != nil {
			return fmt.Errorf("the own record: %w", err)
		}
		before := own.String()
		if err := own.TakeIn(file, p.now(d)); err != nil {
			if own.String() != before {
				return fmt.Errorf("what was refused has changed %s to %s", before, own)
			}
			return err
		}
		p.sum["hostile and taken"]++
		after, err := train.Parse(own.String())
		if err != nil {
			return fmt.Errorf("it has made a record that does not read: %w", err)
		}
		old, err := train.Parse(before)
		if err != nil {
			return err
		}
		for key, grade := range answersIn(old) {
			if now, ok := answersIn(after)[key]; !ok || now > grade {
				return fmt.Errorf("%s had the grade %d, and now %d", key, grade, now)
			}
		}
		return nil
	}}
	return in.try(context.Background(), file)
}

// values take the place of others in a file.
var values = []string{
	"null", "true", "[]", "{}", `""`, "0", "-1", "1e9", "0.5", "9007199254740993", "99999999999999999999", "1048577", `"__proto__"`, `"constructor"`, `{"__proto__":[1]}`, `["__proto__","*"]`,
	`"\u0000"`, `"\ud800"`, `"<img src=x onerror=alert(1)>"`, "NaN", "20000", "1728000000",
}

// mutateJSON changes a file where it has a value or a member: another one, the same twice, none.
func mutateJSON(text string, r *rand.Rand) string {
	starts := []int{}
	for i := range len(text) {
		if strings.IndexByte("[,:", text[i]) >= 0 {
			starts = append(starts, i+1)
		}
	}
	if len(starts) == 0 {
		return text
	}
	from := starts[r.IntN(len(starts))]
	d := json.NewDecoder(strings.NewReader(text[from:]))
	var value json.RawMessage
	if d.Decode(&value) != nil {
		return text
	}
	to := from + int(d.InputOffset())
	switch r.IntN(4) {
	case 0:
		return text[:from] + string(value) + "," + string(value) + text[to:]
	case 1:
		return text[:from] + strings.TrimPrefix(text[to:], ",")
	case 2:
		other := starts[r.IntN(len(starts))]
		if json.NewDecoder(strings.NewReader(text[other:])).Decode(&value) != nil {
			return text
		}
		return text[:from] + string(value) + text[to:]
	}
	return text[:from] + values[r.IntN(len(values))] + text[to:]
}

// mostExchanges is the number of times that each device may need the files of all others until
// nothing changes any more.
const mostExchanges = 4

// settles sets the clocks right and exchanges files until nothing changes. All devices then
// have the same, which is all that was done, once.
func (p *progressRound) settles() error {
	for i := range p.devices {
		p.devices[i].ahead = 0
	}
	p.time += 500 * secondsOfDay // no day of a clock that was ahead is in the future
	before := ""
	for n := 0; ; n++ {
		for i := range p.devices {
			for j := range p.devices {
				if err := p.takesAll(&p.devices[i], &p.devices[j]); err != nil {
					return err
				}
			}
		}
		now := fmt.Sprint(p.devices)
		if now == before {
			break
		}
		if before = now; n == mostExchanges {
			return fmt.Errorf("the devices still change after %d exchanges:\n%s\n%s\n%s", n, p.devices[0].file(), p.devices[1].file(), p.devices[2].file())
		}
	}
	for _, d := range p.devices {
		if err := p.isWhole(d); err != nil {
			return err
		}
	}
	return nil
}

// takesAll takes in a file with a storage that is not full.
func (p *progressRound) takesAll(d, from *progressDevice) error {
	answer, err := p.do(d, `"games":`+marshalled(pairsOf(d.list()))+`,"file":`+marshalled(from.file()))
	if err != nil {
		return err
	}
	d.record = string(answer.Progress)
	for _, g := range answer.Games {
		d.games[g[0]] = g[1]
	}
	return nil
}

// isWhole compares what a device has with what was done.
func (p *progressRound) isWhole(d progressDevice) error {
	if d.record != p.devices[0].record {
		return fmt.Errorf("two devices have\n%s\n%s", d.record, p.devices[0].record)
	}
	record, err := train.Parse(d.record)
	if err != nil {
		return err
	}
	if got := answersIn(record); !maps.Equal(got, p.answers) {
		return fmt.Errorf("the answers are %v, want %v", got, p.answers)
	}
	for day := range 30_000 {
		if got, _ := record.BestStorm(day); got != p.storms[day] {
			return fmt.Errorf("the storm of day %d has %d, want %d", day, got, p.storms[day])
		}
	}
	if got, want := record.Lessons(), slices.Sorted(maps.Keys(p.lessons)); !slices.Equal(got, want) {
		return fmt.Errorf("the lessons are %v, want %v", got, want)
	}
	return p.hasGames(d)
}

// hasGames looks for every game that ever was, as it was or longer, and for every note, which
// stands once.
func (p *progressRound) hasGames(d progressDevice) error {
	lines := map[string][]string{} // by the name of the game
	all := ""
	for _, g := range d.list() {
		line, err := lineOf(g.PGN)
		if err != nil {
			return err
		}
		name, _, _ := strings.Cut(g.ID, "--")
		for _, other := range lines[name] {
			if strings.HasPrefix(other, line) || strings.HasPrefix(line, other) {
				return fmt.Errorf("%s is there twice: %s\n%s", name, line, other)
			}
		}
		lines[name] = append(lines[name], line)
		all += g.PGN
	}
	for _, g := range p.played {
		line, err := lineOf(g.PGN)
		if err != nil {
			return err
		}
		name, _, _ := strings.Cut(g.ID, "--")
		if !slices.ContainsFunc(lines[name], func(longer string) bool { return strings.HasPrefix(longer, line) }) {
			return fmt.Errorf("%s is lost: %s, there is %q", g.ID, line, lines[name])
		}
	}
	for _, note := range p.notes {
		if !strings.Contains(all, note) {
			return fmt.Errorf("%q is lost: %s", note, all)
		}
		for _, g := range d.games {
			if strings.Count(g, note) > 1 {
				return fmt.Errorf("%q is there %d times: %s", note, strings.Count(g, note), g)
			}
		}
	}
	return nil
}

// lineOf returns the actions of a game, each with a blank behind it.
func lineOf(pgn string) (string, error) {
	g, err := game.ParsePGN(pgn)
	if err != nil {
		return "", err
	}
	return strings.Join(g.ActionLog(), " ") + " ", nil
}
