package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// focused is JavaScript for a description of the focused element.
const focused = "(document.activeElement === document.body ? 'body' : (document.activeElement.id || document.activeElement.dataset.square || document.activeElement.textContent))"

// TabTo presses Tab until an expression is true of the focused element, e.
func (p Player) TabTo(condition string) {
	p.T.Helper()
	for range 80 {
		if p.Text("((e) => !!("+condition+"))(document.activeElement)") == "true" {
			return
		}
		p.Must(p.Key(browser.Tab))
	}
	p.T.Fatalf("80 times Tab did not come to %s; the focus is on %s", condition, p.Text(focused))
}

// ArrowsTo goes from square to square with the arrow keys, whichever side is at the bottom.
func (p Player) ArrowsTo(square string) {
	p.T.Helper()
	at := p.Text("document.activeElement.dataset.square")
	isTurned := p.Text("document.getElementById('board').options.orientation") == "black"
	for range int(max(at[0], square[0]) - min(at[0], square[0])) {
		p.Must(p.Key(map[bool]string{true: browser.ArrowRight, false: browser.ArrowLeft}[square[0] > at[0] != isTurned]))
	}
	for range int(max(at[1], square[1]) - min(at[1], square[1])) {
		p.Must(p.Key(map[bool]string{true: browser.ArrowUp, false: browser.ArrowDown}[square[1] > at[1] != isTurned]))
	}
	if got := p.Text(focused); got != square {
		p.T.Fatalf("the arrows led from %s to %s, not to %s", at, got, square)
	}
}

// Nodes waits for the nodes of a role and a name, and returns them. A name that ends with
// a space matches all names that begin with it.
func (p Player) Nodes(role, name string) []node {
	p.T.Helper()
	for deadline := time.Now().Add(browser.Patience); ; {
		tree, err := p.Tree()
		p.Must(err)
		var found []node
		for _, n := range tree {
			rest, is := strings.CutPrefix(n.Name, name)
			if n.Role == role && is && (rest == "" || strings.HasSuffix(name, " ")) {
				found = append(found, n)
			}
		}
		if len(found) > 0 {
			return found
		}
		if time.Now().After(deadline) {
			p.T.Fatalf("the tree has no %s %q", role, name)
		}
	}
}

// Activate performs the action of the only node of a role and a name.
func (p Player) Activate(role, name string) {
	p.T.Helper()
	found := p.Nodes(role, name)
	if len(found) != 1 || found[0].Disabled {
		p.T.Fatalf("the tree has %d times %s %q: %v", len(found), role, name, found)
	}
	p.Must(p.Act(found[0]))
}

// Axe loads axe-core. It returns a function that checks a state of the page.
func (p Player) Axe() func(state string) {
	p.T.Helper()
	script, err := os.ReadFile("../../../web/test/node_modules/axe-core/axe.min.js")
	p.Must(err)
	p.Must(p.Eval(string(script)+"; 1", nil))
	return func(state string) {
		p.T.Helper()
		var found []string
		p.Must(p.Eval(`axe.run(document, {iframes: false, resultTypes: ['violations']}).then(({violations}) => violations
			.filter(({impact}) => impact === 'serious' || impact === 'critical')
			.map(({id, nodes}) => id + ': ' + nodes.map(({html, any}) => html + ' ' + (any[0]?.message ?? '')).join(' | ')))`, &found))
		for _, f := range found {
			p.T.Errorf("%s: %s", state, f)
		}
	}
}

// OnBoard returns the position of a square of the board with an id.
func (p Player) OnBoard(id, square string) (at browser.Point) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		const board = document.getElementById('%s'), at = board.getBoundingClientRect(), r = board.squareRect('%s');
		return {X: at.x + r.x + r.width / 2, Y: at.y + r.y + r.height / 2};
	})()`, id, square), &at))
	return at
}

// Faulty accepts the problems that a deliberate fault of the test causes.
func Faulty(words ...string) func(string) bool {
	return func(problem string) bool {
		for _, word := range words {
			if strings.Contains(problem, word) {
				return true
			}
		}
		return false
	}
}

// ByText plays actions on the text board.
func (p Player) ByText(actions string) {
	p.T.Helper()
	for _, a := range strings.Fields(actions) {
		p.Press("[data-square='" + a[2:4] + "']")
		p.Press("[data-square='" + a[4:6] + "']")
	}
}

// InPlainWords fails the test if the page shows what only a browser or a compiler says.
func (p Player) InPlainWords() {
	p.T.Helper()
	if raw := p.Text(`/Failed to fetch|[A-Z][a-z]+Error|undefined|\[object/.exec(document.body.innerText)`); raw != "null" {
		p.T.Errorf("the page says %s in\n%s", raw, p.Text("document.body.innerText"))
	}
}

// Gate holds back files until it is opened.
type Gate chan struct{}

// Before holds back the files whose paths have an ending.
func (g Gate) Before(ending string) gallery.Wrap {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ending) {
				select {
				case <-g:
				case <-r.Context().Done():
					return
				}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Within holds back the rest of the files whose paths have an ending, after their first megabyte.
func (g Gate) Within(ending string) gallery.Wrap {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ending) {
				w = &gated{w, g, r.Context().Done(), 1 << 20}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// gated is a response that stops at its gate after some bytes.
type gated struct {
	http.ResponseWriter
	gate Gate
	gone <-chan struct{}
	free int
}

func (w *gated) Write(b []byte) (int, error) {
	n := min(w.free, len(b))
	w.free -= n
	_, err := w.ResponseWriter.Write(b[:n])
	if n == len(b) || err != nil {
		return n, err
	}
	if err := http.NewResponseController(w.ResponseWriter).Flush(); err != nil {
		return n, err
	}
	select {
	case <-w.gate:
	case <-w.gone:
		return n, io.ErrClosedPipe
	}
	rest, err := w.ResponseWriter.Write(b[n:])
	return n + rest, err
}

// Faults is JavaScript that finds faults of the layout: elements that run out at the side,
// or that a finger cannot reach or hit.
const Faults = `(async () => {
	const found = [];
	const root = document.querySelector("dialog[open], #menu:not([hidden]), #entry-menu:not([hidden])") ?? document.body;
	// A phone zooms out until everything is visible, so innerWidth is the content's width.
	const {scrollWidth, clientWidth} = document.documentElement;
	if (scrollWidth > clientWidth) found.push((scrollWidth - clientWidth) + " pixels run out at the side");
	if (root !== document.body && root.scrollWidth > root.clientWidth) found.push(root.id + " is " + (root.scrollWidth - root.clientWidth) + " pixels too wide");
	// Beside the board the panel scrolls, not the page, unless a failure is told.
	const {scrollHeight} = document.documentElement;
	if (matchMedia("(orientation: landscape) and (min-width: 560px)").matches && scrollHeight > innerHeight && !document.querySelector(".failure:not([hidden])")) found.push("the page scrolls by " + (scrollHeight - innerHeight) + " pixels");
	const box = root.getBoundingClientRect();
	if (root !== document.body && (box.left < 0 || box.top < 0 || box.right > clientWidth || box.bottom > innerHeight)) found.push(root.id + " is not wholly on the screen");
	const ground = document.body.getBoundingClientRect().bottom + scrollY;
	if (ground < innerHeight) found.push("the ground ends at " + ground);
	const touch = matchMedia("(pointer: coarse)").matches;
	for (const e of root.querySelectorAll("button, input, select, textarea, a, summary")) {
		if (!e.checkVisibility({visibilityProperty: true}) || e.dataset.square) continue;
		const target = e.matches("[type=radio], [type=checkbox]") ? e.closest("label") ?? e : e;
		target.scrollIntoView({block: "center", behavior: "instant"});
		const r = target.getBoundingClientRect();
		const name = e.id || e.name + e.value || e.textContent;
		// Fractions of pixels may be slightly too small.
		if (touch && Math.min(r.width, r.height) < 43.9) found.push(name + " is no larger than " + r.width.toFixed(1) + "×" + r.height.toFixed(1));
		// A part of it may be under something, too.
		for (const x of [r.left + 9, r.x + r.width / 2, r.right - 9]) {
			const at = document.elementFromPoint(x, r.y + r.height / 2);
			if (!at || !target.contains(at)) found.push(name + " is under " + (at ? at.id || at.className || at.tagName : "nothing"));
		}
	}
	// The way out of a long dialog stays in sight.
	const close = root.querySelector(".head button");
	if (close && root !== document.body) {
		root.scrollTo({top: 9999, behavior: "instant"});
		const {left, right, top, bottom} = close.getBoundingClientRect();
		if (!close.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) found.push("the way out of " + root.id + " is out of sight");
	}
	scrollTo(0, 0);
	return found;
})()`

// Views are the windows that the layout supports.
var Views = []browser.View{
	{Width: 320, Height: 568, Ratio: 2, Touch: true, Still: true},
	{Width: 390, Height: 844, Ratio: 3, Touch: true, Still: true},
	{Width: 844, Height: 390, Ratio: 3, Touch: true, Still: true},
	{Width: 667, Height: 375, Ratio: 2, Touch: true, Still: true},
	{Width: 768, Height: 1024, Ratio: 2, Touch: true, Still: true},
	{Width: 1280, Height: 800, Still: true},
	{Width: 1440, Height: 900, Dark: true, Still: true},
}

// Turn resizes the window.
func (p Player) Turn(view browser.View) {
	p.T.Helper()
	p.Must(p.SetView(view))
	p.Await(fmt.Sprintf("innerWidth === %d && innerHeight === %d", view.Width, view.Height))
	const width = "document.getElementById('board').getBoundingClientRect().width"
	p.Await("document.getElementById('board').frameWindow.innerWidth === Math.round(" + width + ")")
	p.Await("Math.abs(8 * document.getElementById('board').squareRect('a1').width - " + width + ") < 8 / Math.min(1, devicePixelRatio)") // the next frame has the new layout
}

// LaidOut fails the test if an element cannot be used where it is.
func (p Player) LaidOut(name string, view browser.View) {
	p.T.Helper()
	var found []string
	p.Must(p.Eval(Faults, &found))
	for _, f := range found {
		p.T.Errorf("%s: %s", name, f)
	}
	side := p.Number("document.getElementById('board').getBoundingClientRect().width")
	if short := float64(min(view.Width, view.Height)); view.Height > view.Width && side < 0.9*short {
		p.T.Errorf("%s: the board is only %g wide", name, side)
	}
	if bottom := p.Number("document.getElementById('board').getBoundingClientRect().bottom"); bottom > float64(view.Height) {
		p.T.Errorf("%s: the board ends at %g, below the screen", name, bottom)
	}
}

// LoadsNew clicks the offer, and waits for the release.
func (p Player) LoadsNew(want string) {
	p.T.Helper()
	p.Await(IsOffered)
	p.Must(p.Eval("window.before = true", nil))
	p.Press("#update-load")
	p.Await("!window.before")
	p.Ready()
	if got := p.Text(Release); got != want {
		p.T.Errorf("the release is %s after the click, want %s", got, want)
	}
}

// IsOf fails if the page is of another release.
func (p Player) IsOf(want string) {
	p.T.Helper()
	if got := p.Text(Release); got != want {
		p.T.Errorf("the release is %s, want %s", got, want)
	}
}

// outOfSight is JavaScript for a function that returns those of some elements that are not
// wholly on the screen, or whose text is cut.
const outOfSight = `((...selectors) => selectors.filter((selector) => {
	const e = document.querySelector(selector);
	if (!e?.checkVisibility()) return true;
	const {left, right, top, bottom} = e.getBoundingClientRect();
	const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
	const isCut = getComputedStyle(e).overflow === "hidden" && e.scrollWidth > e.clientWidth;
	const isCovered = e.matches("button") && !e.contains(at);
	return isCut || isCovered || left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
}).join())`

// InSight fails the test if an element is not wholly on the screen.
func (p Player) InSight(view browser.View, state string, selectors ...string) {
	p.T.Helper()
	list := ""
	for _, selector := range selectors {
		list += Quote(selector) + ","
	}
	if hidden := p.Text(outOfSight + "(" + list + ")"); hidden != "" {
		p.T.Errorf("%d×%d, %s: out of sight: %s", view.Width, view.Height, state, hidden)
	}
}

// Control is a control of the page, with what a screen reader calls it.
type Control struct{ Selector, Role, Name string }

// Driver is a way to use the page with one kind of input alone.
type Driver struct {
	Hand
	Press func(p Player, c Control) // a button or a link
	Focus func(p Player, c Control) // a field
}

// Drivers are the ways to use the page: by mouse, by touch, by keys, and by the tree that a screen reader reads.
var Drivers = []Driver{
	{Hands[0], clicks, clicks},
	{Hand{Name: "touch in the dark", View: browser.View{Width: 390, Height: 844, Touch: true, Still: true, Dark: true}, Point: Hands[1].Point}, taps, taps},
	{Hand{Name: "keys", View: Desktop, on: func(p Player, square string) {
		p.TabTo("e.dataset.square")
		p.ArrowsTo(square)
		p.Must(p.Key(browser.Enter))
	}}, func(p Player, c Control) {
		tabs(p, c)
		p.Must(p.Key(browser.Enter))
	}, tabs},
	{Hand{Name: "tree", View: Desktop, on: func(p Player, square string) { p.Activate("gridcell", square+", ") }},
		func(p Player, c Control) { p.Activate(c.Role, c.Name) },
		func(p Player, c Control) {
			p.Must(p.Run(dom.Focus().WithBackendNodeID(p.Nodes(c.Role, c.Name)[0].id)))
		}},
}

func clicks(p Player, c Control) { p.T.Helper(); p.Press(c.Selector) }

func taps(p Player, c Control) { p.T.Helper(); p.Must(p.Tap(p.usable(c.Selector))) }

func tabs(p Player, c Control) {
	p.T.Helper()
	p.usable(c.Selector)
	p.TabTo("e.matches(" + Quote(c.Selector) + ")")
}

// Front opens the page and goes to Learn.
func (d Driver) Front(t *testing.T, before string) Player {
	t.Helper()
	p := Open(t, Visit{View: d.View, Wrap: gallery.Before(before)}).Ready()
	d.Press(p, Control{"#mode-learn", "button", "Learn"})
	p.Learnt("try")
	return p
}

// Option chooses an option of a list by the keys, of which a list that is opened takes no others.
func (d Driver) Option(p Player, c Control, value string) {
	p.T.Helper()
	option := fmt.Sprintf("[...document.querySelector('%s').options].findIndex(({value}) => value === '%s')", c.Selector, value)
	p.Await(option + " > 0")
	d.Focus(p, c)
	p.Must(p.Key(browser.Home))
	for range int(p.Number(option)) {
		p.Must(p.Key(browser.ArrowDown))
	}
	p.Must(p.Key(browser.Enter))
	p.Await(fmt.Sprintf("document.querySelector('%s').value === '%s'", c.Selector, value))
}

// SolvesNext goes to the next puzzle, by a control, and solves it. It returns its id.
func (d Driver) SolvesNext(p Player, c Control) (id string) {
	p.T.Helper()
	d.Press(p, c)
	p.Await("location.hash.startsWith('#puzzle/')")
	id = strings.TrimPrefix(p.Text("location.hash"), "#puzzle/")
	p.Learnt("try")
	d.Solves(p, ShippedPuzzles(p.T.(*testing.T))[id])
	return id
}

// node is a node of the accessibility tree, as a screen reader sees it.
type node struct {
	Role, Name string
	Checked    bool // of a switch or a radio button
	Disabled   bool
	Children   []string // the roles of its children that are not ignored

	id cdp.BackendNodeID
}

// Tree returns the accessibility tree of the page without ignored nodes, in reading
// order.
func (p *Tab) Tree() ([]node, error) {
	var all []*accessibility.Node
	err := p.Run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		all, err = accessibility.GetFullAXTree().Do(ctx)
		return err
	}))
	if err != nil {
		return nil, fmt.Errorf("reading the accessibility tree: %w", err)
	}
	byID := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range all {
		byID[n.NodeID] = n
	}
	var below func(*accessibility.Node) []string
	below = func(n *accessibility.Node) (roles []string) {
		for _, id := range n.ChildIDs {
			switch child := byID[id]; {
			case child == nil:
			case child.Ignored:
				roles = append(roles, below(child)...)
			default:
				roles = append(roles, textOf(child.Role))
			}
		}
		return roles
	}
	var nodes []node
	for _, n := range all {
		if n.Ignored {
			continue
		}
		one := node{Role: textOf(n.Role), Name: textOf(n.Name), Children: below(n), id: n.BackendDOMNodeID}
		for _, property := range n.Properties {
			switch property.Name {
			case accessibility.PropertyNameChecked:
				one.Checked = textOf(property.Value) == "true"
			case accessibility.PropertyNameDisabled:
				one.Disabled = textOf(property.Value) == "true"
			}
		}
		nodes = append(nodes, one)
	}
	return nodes, nil
}

func textOf(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var text string
	if json.Unmarshal(v.Value, &text) != nil {
		return string(v.Value)
	}
	return text
}

// Act performs a node's own action, as a screen reader does: a click without a pointer or a
// position.
func (p *Tab) Act(n node) error {
	err := p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		object, err := dom.ResolveNode().WithBackendNodeID(n.id).Do(ctx)
		if err != nil {
			return err
		}
		_, thrown, err := runtime.CallFunctionOn("function() { this.click(); }").WithObjectID(object.ObjectID).WithUserGesture(true).Do(ctx)
		if err == nil && thrown != nil {
			err = thrown
		}
		return err
	}))
	if err != nil {
		return fmt.Errorf("acting on the %s %q: %w", n.Role, n.Name, err)
	}
	return nil
}
