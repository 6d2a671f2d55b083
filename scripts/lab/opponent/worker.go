package opponent

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"strconv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/site"
)

// engineInPage defines the page's window.search: the best action of a record, in BCN. The
// engine is loaded first, so that loading takes none of its time.
const engineInPage = `(async () => {
	const {Engine} = await import(new URL(%q, location));
	const engine = new Engine();
	window.search = async (record, limits) => (await engine.best(record, limits)).action;
	await engine.best(%s, {depth: 1});
})()`

// ServeWorker speaks UCI for the engine of a built site, in a browser that it starts,
// until quit or the end of the input.
func ServeWorker(ctx context.Context, in io.Reader, out io.Writer, built string) error {
	list, err := site.ReadList(built)
	if err != nil {
		return err
	}
	server := httptest.NewServer(site.Handler(built, "/"))
	defer server.Close()
	b, err := browser.Start(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	// The only page of the site without a board, which would take time.
	page, err := b.Open(server.URL+"/404.html", browser.Desktop)
	if err != nil {
		return err
	}
	defer page.Close()
	if err := page.Eval(fmt.Sprintf(engineInPage, list.Place("engine.js"), recordOf(game.New())), nil); err != nil {
		return err
	}
	return Speak(ctx, in, out, "worker", func(g *game.Game, words []string) (game.Action, error) {
		limits, err := searchLimits(words)
		if err != nil {
			return game.Action{}, err
		}
		var best string
		if err := page.Eval(fmt.Sprintf("search(%s, %s)", recordOf(g), limits), &best); err != nil {
			return game.Action{}, err
		}
		return game.ParseAction(best)
	})
}

// recordOf returns a game as a record of the library.
func recordOf(g *game.Game) []byte {
	start := g.Start()
	text, err := json.Marshal(map[string]any{"fen": start.FEN(), "actions": g.BCN()})
	if err != nil {
		panic(err) // texts
	}
	return text
}

// searchLimits returns the words after go as options of the library.
func searchLimits(words []string) ([]byte, error) {
	names := map[string]string{"movetime": "time", "nodes": "nodes", "depth": "depth"}
	limits := map[string]int{}
	for i := 0; i < len(words); i += 2 {
		name, ok := names[words[i]]
		if !ok || i+1 == len(words) {
			return nil, fmt.Errorf("%w: a search in the worker is limited by movetime, nodes or depth, each with a number, and not by %v", errGo, words)
		}
		n, err := strconv.Atoi(words[i+1])
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%w: %s is a whole number above 0, and not %s", errGo, words[i], words[i+1])
		}
		limits[name] = n
	}
	return json.Marshal(limits)
}
