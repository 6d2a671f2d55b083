package torture

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// TestTortureDevices plays on two devices, which take in each other's progress by codes and that of
// a third by files, while their clocks jump, storage fills in the middle, and files are damaged. What
// is refused changes nothing, and in the end both have all.
func TestTortureDevices(t *testing.T) {
	torturedPair(t, "devices", func(ctx context.Context, p *pair, e extent) (int, error) {
		return (&devices{pair: p}).round(ctx, e)
	})
}

const deviceSteps, manyDeviceSteps = 10, 40

// devices is a round with two pages, each with a storage of its own.
type devices struct {
	*pair
	third train.Progress // of which files come
	games []string       // the actions of each game that was played
}

func (d *devices) round(ctx context.Context, e extent) (count int, err error) {
	site := httptest.NewServer(e2e.Files)
	defer site.Close()
	for i := range d.both {
		p, err := e2e.NewTab(e2e.Shared(), site.URL+e2e.Prefix, browser.Desktop)
		if err != nil {
			return 0, err
		}
		d.both[i] = e2e.Player{Tab: p, T: d.faults}
		d.both[i].Ready()
		d.both[i].Must(p.Eval("window.realNow = Date.now, window.real = {put: IDBObjectStore.prototype.put, setItem: Storage.prototype.setItem}, 1", nil))
		d.plays(d.both[i])
	}
	order := d.r.Perm(len(deviceDeeds))
	count, err = d.takeSteps(ctx, e, manyDeviceSteps, deviceSteps, func(i int) (string, string, func()) {
		deed := deviceDeeds[d.r.IntN(len(deviceDeeds))]
		if i < len(order) {
			deed = deviceDeeds[order[i]]
		}
		one := d.r.IntN(2)
		return deed.name, fmt.Sprintf(" on %d", one), func() { deed.do(d, d.both[one], d.both[1-one]) }
	})
	if err != nil {
		return count, err
	}
	return count, d.settles()
}

// deviceDeeds are what may happen on a device beside another.
var deviceDeeds = []struct {
	name string
	do   func(d *devices, p, other e2e.Player)
}{
	{"a game", func(d *devices, p, _ e2e.Player) { d.plays(p) }},
	{"a code", func(d *devices, p, other e2e.Player) { d.takes(p, func() { p.Pastes(d.code(other)) }) }},
	{"a file", func(d *devices, p, _ e2e.Player) { d.takes(p, func() { p.OpensProgress(d.file()) }) }},
	{"a damaged file", (*devices).damaged},
	{"a damaged code", func(d *devices, p, other e2e.Player) {
		code := []byte(d.code(other))
		code[2+d.r.IntN(len(code)-2)] ^= 1
		d.refuses(p, func() { p.Pastes(string(code)) })
	}},
	{"a storage that fills", (*devices).fills},
	{"a clock", func(d *devices, p, _ e2e.Player) {
		days := []int{0, 1, -1, 30, -30, -3000}[d.r.IntN(6)]
		p.Must(p.Eval(fmt.Sprintf("Date.now = () => realNow() + %d * 864e5, 1", days), nil))
	}},
}

// plays plays some actions of a new game.
func (d *devices) plays(p e2e.Player) {
	if p.Text("document.body.dataset.mode") != "play" || p.Text("location.hash") != "" {
		p.Press("#mode-play")
	}
	p.NewGame("against=friend", "timed=false")
	for range 1 + d.r.IntN(4) {
		p.Must(p.Eval(fmt.Sprintf("((game) => { const legal = game.getLegalActions(); game.play(legal[%d %% legal.length]); })(%s)", d.r.IntN(1000), e2e.Game), nil))
	}
	d.games = append(d.games, p.Actions())
}

// file returns the file of the third device, on which something was done.
func (d *devices) file() string {
	now := time.Now().Unix() - d.r.Int64N(40)*24*60*60
	item := train.Item{ID: fmt.Sprintf("p%d", d.r.IntN(20)), Strength: train.Strength{Rating: 600 + d.r.IntN(900), Deviation: 60}}
	d.third.Count(item, puzzle.Events()[d.r.IntN(len(puzzle.Events()))], now, train.DayOf(now))
	d.third.Storm(d.r.IntN(30), now)
	d.third.Complete(1 + d.r.IntN(20))
	return d.third.String()
}

// code returns the code that a device makes of all that it has.
func (d *devices) code(p e2e.Player) string {
	p.ToProgress()
	p.Press("#train-copy")
	d.said(p)
	code := p.Text("document.getElementById('train-code').value")
	if !strings.HasPrefix(code, "5.") {
		d.faults.Fatalf("there is no code: %q, %s", code, p.Text("document.getElementById('train-said').textContent"))
	}
	return code
}

// said waits until the page has done what it was asked.
func (d *devices) said(p e2e.Player) {
	p.Await("!['', 'One moment …'].includes(document.getElementById('train-said').textContent) && !document.getElementById('train-copy').disabled")
}

// held is what a device stores: its record, and the actions of its games, in order.
func (d *devices) held(p e2e.Player) (record string, games []string) {
	const stored = `(async () => {
		const database = await new Promise((done, fail) => { const request = indexedDB.open("banchess.games"); request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error); });
		const all = await new Promise((done, fail) => { const request = database.transaction("games").objectStore("games").getAll(); request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error); });
		database.close();
		return all.map((game) => JSON.parse(game).record.nodes.map(({action}) => action).join(" ")).sort();
	})()`
	p.Must(p.Eval(stored, &games))
	return p.Text(`localStorage.getItem("banchess.progress")`), games
}

// takes lets a device take something in. If it is refused, it has changed nothing.
func (d *devices) takes(p e2e.Player, give func()) (isTaken bool) {
	p.ToProgress()
	record, games := d.held(p)
	give()
	d.said(p)
	said := p.Text("document.getElementById('train-said').textContent")
	after, gamesAfter := d.held(p)
	if p.Text("document.getElementById('train-said').dataset.bad") == "false" {
		d.sum["taken in"]++
		for _, line := range games {
			if !slices.ContainsFunc(gamesAfter, func(longer string) bool { return strings.HasPrefix(longer+" ", line+" ") }) {
				d.faults.Fatalf("%q is lost by what was taken in: %q", line, gamesAfter)
			}
		}
		now := d.answers(after)
		for answer := range d.answers(record) {
			if !now[answer] {
				d.faults.Fatalf("the answer %s is lost by what was taken in: %s", answer, after)
			}
		}
		return true
	}
	d.sum["refused"]++
	if after != record || !slices.Equal(games, gamesAfter) || !strings.Contains(said, "Nothing has changed.") {
		d.faults.Fatalf("what was refused, as %q, has changed\n%s %q to\n%s %q", said, record, games, after, gamesAfter)
	}
	return false
}

func (d *devices) refuses(p e2e.Player, give func()) {
	if d.takes(p, give) {
		d.faults.Fatal("what is damaged was taken in")
	}
}

// damaged gives a device a file of which bytes were changed, or a part is missing.
func (d *devices) damaged(p, _ e2e.Player) {
	file := []byte(d.file())
	for range 1 + d.r.IntN(3) {
		switch at := d.r.IntN(len(file)); d.r.IntN(3) {
		case 0:
			file[at] = []byte(`0"[]{},:\x`)[d.r.IntN(10)]
		case 1:
			file = slices.Delete(file, at, min(at+d.r.IntN(9), len(file)-1))
		default:
			file = slices.Insert(file, at, []byte([]string{`"__proto__":{},`, "99999999999", "-1,", "null", `"days":[[1,1]],`}[d.r.IntN(5)])...)
		}
	}
	d.takes(p, func() { p.OpensProgress(string(file)) })
}

// fills lets a storage be full from some moment on, while a code is taken in.
func (d *devices) fills(p, other e2e.Player) {
	code := d.code(other)
	p.ToProgress()
	where, method := "IDBObjectStore", "put"
	if d.r.IntN(2) == 0 {
		where, method = "Storage", "setItem"
	}
	d.takes(p, func() {
		p.Must(p.Eval(fmt.Sprintf(`{ let left = %d; %[2]s.prototype.%[3]s = function (...args) {
			if (left-- <= 0) throw new DOMException("There is no room.", "QuotaExceededError");
			return real.%[3]s.apply(this, args);
		}; }`, d.r.IntN(3), where, method), nil))
		p.Pastes(code)
	})
	p.Must(p.Eval(fmt.Sprintf("%s.prototype.%[2]s = real.%[2]s, 1", where, method), nil))
}

// settles sets the clocks right and exchanges codes. Then both have the same, which is all.
func (d *devices) settles() error {
	for _, p := range d.both {
		p.Must(p.Eval("Date.now = realNow, 1", nil))
	}
	for _, one := range []int{0, 1, 0, 1} {
		p, other := d.both[one], d.both[1-one]
		if !d.takes(p, func() { p.Pastes(d.code(other)) }) {
			return errors.New("a code of the other device was refused: " + p.Text("document.getElementById('train-said').textContent"))
		}
	}
	record, games := d.held(d.both[0])
	other, otherGames := d.held(d.both[1])
	if record != other || !slices.Equal(games, otherGames) {
		return fmt.Errorf("the devices have\n%s %q\n%s %q", record, games, other, otherGames)
	}
	for _, line := range d.games {
		if !slices.ContainsFunc(games, func(longer string) bool { return strings.HasPrefix(longer+" ", line+" ") }) {
			return fmt.Errorf("%q is lost: %q", line, games)
		}
	}
	return nil
}

// answers are those in a record, by puzzle and day.
func (d *devices) answers(record string) map[string]bool {
	p, err := train.Parse(record)
	if err != nil {
		d.faults.Fatalf("%s: %v", record, err)
	}
	all := map[string]bool{}
	for _, x := range p.Puzzles() {
		for _, a := range x.Answers {
			all[fmt.Sprint(x.ID, " ", a.Day)] = true
		}
	}
	return all
}
