package torture

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/torture"
)

// extent limits rounds of torture. A round that ends early is the beginning of the round of
// its seed, so that it can be repeated as a whole.
type extent struct {
	short bool      // the form of the tests
	end   time.Time // the end of the last round; zero if it has no time limit
}

// over reports whether a round should end after that many steps; few is the limit of the short form.
func (e extent) over(ctx context.Context, steps, few int) bool {
	return ctx.Err() != nil || e.short && steps >= few || !e.end.IsZero() && time.Now().After(e.end)
}

// tortured runs a part; in its short form, one round.
func tortured(t *testing.T, name, unit string, round func(context.Context, *rand.Rand, extent) (int, error)) {
	e2e.NeedSite(t)
	limit, short := torture.Asked(1)
	e := extent{short: short}
	if limit.Rounds == 0 && limit.Time > 0 { // rounds that are given by number are complete
		e.end = time.Now().Add(limit.Time)
	}
	part := torture.Part{Name: name, Unit: unit, Whole: true, Round: func(ctx context.Context, r *rand.Rand) (int, error) { return round(ctx, r, e) }}
	part.Test(t, 1)
}

// breaking makes an error of a failure, for a round that can be repeated.
type breaking struct{ testing.TB }

func (breaking) Helper()                      {}
func (breaking) Fatal(args ...any)            { panic(errors.New(fmt.Sprint(args...))) }
func (breaking) Errorf(f string, args ...any) { panic(fmt.Errorf(f, args...)) }
func (breaking) Fatalf(f string, args ...any) { panic(fmt.Errorf(f, args...)) }

// pair is a round with two pages.
type pair struct {
	r      *rand.Rand
	faults breaking
	both   [2]e2e.Player
	done   []string       // the steps so far
	sum    map[string]int // the steps of all rounds
}

// torturedPair runs a part whose rounds have two pages, and prints how often each step was taken.
func torturedPair(t *testing.T, name string, round func(context.Context, *pair, extent) (int, error)) {
	sum := map[string]int{}
	tortured(t, name, "steps", func(ctx context.Context, r *rand.Rand, e extent) (count int, err error) {
		p := &pair{r: r, faults: breaking{TB: t}, sum: sum}
		defer func() {
			if v := recover(); v != nil {
				err = fmt.Errorf("%v", v)
			}
			if err != nil {
				err = fmt.Errorf("after %s: %w", strings.Join(p.done, ", "), err)
			}
			for i, page := range p.both {
				if page.Tab == nil {
					continue
				}
				if err != nil {
					err = fmt.Errorf("%w\n    page %d: %s", err, i, strings.Join(page.Console(), "\n        "))
				}
				page.Close()
			}
		}()
		return round(ctx, p, e)
	})
	fmt.Printf("%s: %v\n", name, sum)
}

// takeSteps takes steps until the round is over, in the short form a few. It ends with the first one
// that causes a problem in a page.
func (p *pair) takeSteps(ctx context.Context, e extent, many, few int, next func(i int) (kind, where string, do func())) (count int, err error) {
	for i := range many {
		if e.over(ctx, i, few) {
			break
		}
		kind, where, do := next(i)
		p.done = append(p.done, kind+where)
		p.sum[kind]++
		do()
		for _, page := range p.both {
			if problems := page.Problems(); len(problems) > 0 {
				return count, errors.New("a page has a problem: " + problems[0])
			}
		}
		count++
	}
	p.done = append(p.done, "the end")
	return count, nil
}

// TestTorturePage presses, types, touches and breaks things in any order. The record must
// survive up to the last acknowledged action, nothing may be thrown, the console must be
// clean, and the page must work in the end.
func TestTorturePage(t *testing.T) {
	var all tally
	tortured(t, "page", "steps", func(ctx context.Context, r *rand.Rand, e extent) (int, error) {
		one, err := pageRound(ctx, r, e)
		all.add(one)
		return one.steps, err
	})
	if all.steps == 0 {
		return
	}
	fmt.Printf("page: the engine was on at %d of %d steps, and was seen to answer after %d faults; %d boards were drawn again after they had lost WebGL; %d of %d tries to play had something to play; a tab lived for up to %d steps\n",
		all.engine, all.steps, all.answers, all.redrawn, all.played, all.plays, all.longest)
	fmt.Printf("page: of the faults found something to break: %v\n", all.hits)
	const whole = 300 // steps after which each fault has occurred often enough
	if missed := all.hits.missed(); all.steps > whole && len(missed) > 0 {
		t.Errorf("over %d steps nothing was broken by: %s", all.steps, strings.Join(missed, ", "))
	}
	if all.steps > whole && all.answers == 0 {
		t.Errorf("over %d steps the engine was not seen to answer after any fault", all.steps)
	}
	if all.steps > whole && all.redrawn == 0 {
		t.Errorf("over %d steps no board was drawn again after it had lost WebGL", all.steps)
	}
	const many = 200 // plays after which half must have played something
	if all.steps >= many && all.engine < all.steps/2 {
		t.Errorf("the engine was on at %d of %d steps, which is under half", all.engine, all.steps)
	}
	if all.steps >= many && all.played < all.plays/4 {
		t.Errorf("there was something to play at %d of %d tries", all.played, all.plays)
	}
}

// tally counts the events of rounds.
type tally struct {
	steps, longest int
	engine         int // steps after which the engine was on
	answers        int // faults after which the engine answered
	redrawn        int // losses of WebGL after which the board was drawn with it again
	plays, played  int // tries to play by hand, and those that found something to play
	hits           hits
}

func (t *tally) add(one tally) {
	t.steps += one.steps
	t.engine += one.engine
	t.answers += one.answers
	t.redrawn += one.redrawn
	t.plays += one.plays
	t.played += one.played
	t.longest = max(t.longest, one.steps)
	if t.hits == nil {
		t.hits = hits{}
	}
	t.hits.add(one.hits)
}

// pageRound takes hundreds of steps in one tab: first one of each kind, which is all of the
// short form, then by the frequency of each.
func pageRound(ctx context.Context, r *rand.Rand, e extent) (count tally, err error) {
	site := newTorturedSite()
	defer site.server.Close()
	page, err := e2e.NewTab(e2e.Shared(), site.address, anyView(r))
	if err != nil {
		return count, err
	}
	defer page.Close()
	u := &user{Tab: page, r: r, site: site, storage: storageFaults{}, hits: hits{}}
	var done []string
	defer func() {
		count.plays, count.played, count.answers, count.hits = u.plays, u.played, u.answers, u.hits
		if err != nil {
			err = fmt.Errorf("after %d steps, %s: %w\n    the console: %s", len(done), strings.Join(done, ", "), err, strings.Join(page.Console(), "\n        "))
		}
	}()
	if err := u.waitLoaded(); err != nil {
		return count, err
	}
	if err := u.engineOn(); err != nil {
		return count, fmt.Errorf("beginning: %w", err)
	}
	order := r.Perm(len(steps))
	for i := range 400 + r.IntN(400) {
		if e.over(ctx, i, len(order)) {
			break
		}
		next := pickStep(r)
		if i < len(order) {
			next = steps[order[i]]
		}
		done = append(done, next.name)
		if err := u.does(next, &count); err != nil {
			return count, fmt.Errorf("%s: %w", next.name, err)
		}
	}
	if ctx.Err() != nil {
		return count, nil
	}
	done = append(done, "the end")
	if err := u.heal(); err != nil {
		return count, err
	}
	return count, u.clean()
}

// does takes one step. Afterwards the game shown must be stored, and there must be no
// problems except those caused on purpose.
func (u *user) does(s step, count *tally) error {
	u.site.does(func() { u.site.step++ })
	if err := u.breaks(s); err != nil {
		return err
	}
	if err := u.waitLoaded(); err != nil {
		return err
	}
	now, err := u.snapshot()
	if err != nil {
		return err
	}
	if err := first(u.acknowledged(now), u.clean()); err != nil {
		return err
	}
	count.steps++
	if s.name == losesWebGL && u.hit {
		var drawn bool
		if err := u.Eval("document.getElementById('board').drawn", &drawn); err != nil {
			return err
		}
		if drawn {
			count.redrawn++
		}
	}
	if now.Engine {
		count.engine++
	}
	return nil
}

// clean returns an error if there are new problems, except requests that the site refused,
// and panics of an Ebitengine program that started without WebGL.
func (u *user) clean() error {
	problems := u.Problems()
	fresh := problems[u.seen:]
	u.seen = len(problems)
	for _, problem := range fresh {
		if u.site.refusedIn(problem) {
			continue
		}
		if known, err := u.panicsBeginning(problem); err != nil || !known {
			return errors.Join(errors.New("the page has a problem: "+problem), err)
		}
	}
	if foreign := u.Foreign(u.site.host()); len(foreign) > 0 {
		return fmt.Errorf("the page asked another host: %v", foreign)
	}
	return nil
}

// panicsBeginning reports whether a problem is the panic that Ebitengine prints if WebGL is
// lost while it starts: it then uses WebGL objects that do not exist, and nobody can catch
// the panic. The page restarts the board. One panic for each such loss is excused if the
// board works afterwards.
func (u *user) panicsBeginning(problem string) (bool, error) {
	text, ok := strings.CutPrefix(problem, "console: ")
	if !ok || !strings.HasPrefix(text, "panic: ") || u.lostBeginning == 0 {
		return false, nil
	}
	u.lostBeginning--
	if err := u.goOnline(); err != nil {
		return false, err
	}
	if err := u.Wait("document.getElementById('board').drawn"); err != nil {
		return false, err
	}
	return isOfEbitengine(u.Console(), text), nil
}

// isOfEbitengine reports whether a console has a panic with Ebitengine's calls to WebGL below it.
func isOfEbitengine(console []string, text string) bool {
	_, below, ok := strings.Cut(strings.Join(console, "\n"), text)
	below, _, _ = strings.Cut(below, "panic: ")
	return ok && strings.Contains(below, "hajimehoshi/ebiten/v2/internal/graphicsdriver/opengl")
}

// first returns the first error, or nil.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
