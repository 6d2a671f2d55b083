package torture

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/uci"
)

var hostile = Part{
	Name:  "hostile",
	Unit:  "bytes",
	Round: hostileRound,
	Whole: true,
}

// The permitted costs of reading: about three times the maximum that was measured in bytes,
// and five times in processor time. The package's documentation states them too.
const (
	allocated       = 300       // bytes allocated in all, for each byte of a text
	allocatedAlways = 64 << 20  // the table of a search
	inUse           = 20        // bytes in use at any time, for each byte of a text
	inUseAlways     = 128 << 20 // memory that the collector has not freed yet
	timePerByte     = 3 * time.Microsecond
	timeAlways      = 5 * time.Second // a UCI search may take two seconds, in two threads
)

// input is a reader of untrusted text.
type input struct {
	name   string
	sample func(g *game.Game) string // returns valid input from a random game
	read   func(ctx context.Context, text string) error
	// readAll, if set, reads valid input to its end, however long that takes.
	readAll func(ctx context.Context, text string) error
	dear    int // the factor for allocated bytes: a short line may start much work
	slow    int // the factor for time
}

var inputs = []input{
	{name: "FEN", sample: (*game.Game).FEN, read: func(_ context.Context, text string) error {
		_, err := game.ParseFEN(text)
		return err
	}},
	{name: "BCN", sample: func(g *game.Game) string { return strings.Join(g.BCN(), " ") }, read: func(_ context.Context, text string) error {
		_, err := game.ReplayLog(game.StartPosition(), strings.Fields(text)...)
		return err
	}},
	{name: "typed", sample: func(g *game.Game) string { return strings.Join(g.ActionLog(), " ") }, read: func(_ context.Context, text string) error {
		_, err := game.StartPosition().ParseInput(text)
		return err
	}},
	{name: "PGN", sample: (*game.Game).PGN, read: func(_ context.Context, text string) error {
		_, err := game.ParsePGN(text)
		return err
	}},
	{name: "tree", dear: 3, slow: 3, sample: (*game.Game).PGN, read: func(_ context.Context, text string) error {
		_, err := game.ParseTree(text)
		return err
	}},
	{name: "JSON of a tree", dear: 3, slow: 3, sample: func(g *game.Game) string { return marshalled(game.NewTree(g)) }, read: unmarshals[game.Tree]},
	{name: "PGN file", dear: 3, slow: 3, sample: func(g *game.Game) string { return strings.Repeat(g.PGN()+"\n", 3) }, read: readFile},
	{name: "JSON of a game", sample: marshalled[*game.Game], read: unmarshals[game.Game]},
	{name: "JSON of a state", sample: func(g *game.Game) string { return marshalled(g.SyncState()) }, read: func(_ context.Context, text string) error {
		var s game.SyncState
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			return ofGame(err)
		}
		_, err := game.FromSyncState(s)
		return err
	}},
	{name: "messages", dear: 16, slow: 8, sample: func(g *game.Game) string {
		return fmt.Sprintf(`{"message_type":"new_game","fen":%q}`+"\n"+`{"message_type":"new_game","history":%s}`+"\n"+`{"message_type":"undo","id":[1]}`+"\n", g.FEN(), marshalled(g.BCN()))
	}, read: func(ctx context.Context, text string) error {
		var replies counter
		err := message.Serve(ctx, strings.NewReader(text), &replies, message.NewSession(nil, time.Now))
		if asked := requests(text); err == nil && replies.lines != asked {
			return fmt.Errorf("%d replies to %d requests", replies.lines, asked)
		}
		return err
	}},
	{name: "UCI", dear: 500, sample: func(g *game.Game) string {
		words := g.BCN()
		for i, w := range words {
			words[i] = strings.TrimRight(w[2:], "+#=")
		}
		return "uci\nsetoption name MultiPV value 3\nposition startpos moves " + strings.Join(words, " ") + "\nposition fen " + g.FEN() + "\ngo nodes 50\nd\nisready\n"
	}, read: func(ctx context.Context, text string) error {
		// A search may be requested without end.
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		err := uci.Run(ctx, strings.NewReader(text), io.Discard, uci.Config{MaxHash: 1})
		if ctx.Err() != nil {
			return nil
		}
		return err
	}, readAll: func(ctx context.Context, text string) error {
		var out strings.Builder
		if err := uci.Run(ctx, strings.NewReader(text), &out, uci.Config{MaxHash: 1}); err != nil || ctx.Err() != nil {
			return err
		}
		if asked, answered := strings.Count(text, "isready\n"), strings.Count(out.String(), "readyok\n"); answered != asked {
			return fmt.Errorf("%d answers to %d isready", answered, asked)
		}
		return nil
	}},
}

// requests counts the lines that must be answered: those that are not blank, as far
// as they are read.
func requests(text string) (n int) {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line[:min(len(line), message.MaxMessage+2)]) != "" {
			n++
		}
	}
	return n
}

// counter counts lines, and drops them.
type counter struct{ lines int }

func (c *counter) Write(b []byte) (int, error) {
	c.lines += bytes.Count(b, []byte("\n"))
	return len(b), nil
}

func marshalled[T any](v T) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func unmarshals[T any](_ context.Context, text string) error {
	var v T
	return ofGame(json.Unmarshal([]byte(text), &v))
}

// ofGame returns an error, or nil for package json's own errors, which have no code.
func ofGame(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &kind) {
		return nil
	}
	return err
}

// readFile reads all games of a file. A game that cannot be read must not prevent later
// ones from being read.
func readFile(ctx context.Context, text string) error {
	r := game.NewPGNReader(strings.NewReader(text))
	var first error
	for ctx.Err() == nil {
		_, err := r.NextTree()
		if err == io.EOF {
			break
		}
		if err != nil && first == nil {
			first = err
		}
	}
	return first
}

func hostileRound(ctx context.Context, r *rand.Rand) (int, error) {
	in := inputs[r.IntN(len(inputs))]
	g := game.New()
	gametest.Play(r, g, r.IntN(120))
	text := in.sample(g)
	size := 1 << 16
	if r.IntN(100) == 0 {
		size = 4 << 20
	}
	for range r.IntN(6) {
		text = mutate(text, size, r)
	}
	return len(text), in.try(ctx, text)
}

// try reads a text, and checks the result and the costs.
func (in input) try(ctx context.Context, text string) error {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	stop := watchHeap()
	began := busy()
	err := in.read(ctx, text)
	took := busy() - began
	peak := stop()
	runtime.ReadMemStats(&after)

	about := func(what string, args ...any) error {
		shown := text
		if len(shown) > 300 {
			shown = shown[:300] + "…"
		}
		return fmt.Errorf("%s of %d bytes, %q: %s", in.name, len(text), shown, fmt.Sprintf(what, args...))
	}
	var e *game.Error
	switch {
	case err == nil, ctx.Err() != nil:
	case !errors.As(err, &e):
		return about("an error without a code: %v", err)
	case e.Code == "" || e.Message == "":
		return about("a poor error: %#v", e)
	case len(e.Error()) > 4000:
		return about("an error of %d bytes", len(e.Error()))
	}
	if used, most := after.TotalAlloc-before.TotalAlloc, uint64(allocatedAlways+allocated*max(in.dear, 1)*len(text)); used > most {
		return about("%d bytes were allocated, at the most %d are right", used, most)
	}
	if most := before.HeapAlloc + uint64(inUseAlways+inUse*len(text)); peak > most {
		return about("%d bytes were in use, at the most %d are right", peak, most)
	}
	if most := timeAlways + time.Duration(max(in.slow, 1)*len(text))*timePerByte; took > most {
		return about("took %v of a processor, at the most %v is right", took, most)
	}
	return nil
}

// watchHeap observes the heap until stop is called, which returns the peak of the memory in
// use, including what the collector has not freed yet.
func watchHeap() (stop func() (peak uint64)) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	end, peak := make(chan bool), make(chan uint64)
	go func() {
		most := uint64(0)
		ticks := time.NewTicker(5 * time.Millisecond)
		defer ticks.Stop()
		for over := false; ; {
			metrics.Read(sample)
			if most = max(most, sample[0].Value.Uint64()); over {
				peak <- most
				return
			}
			select {
			case <-ticks.C:
			case <-end:
				over = true
			}
		}
	}()
	return func() uint64 {
		close(end)
		return <-peak
	}
}

// pieces are inserted into texts.
var pieces = []string{
	"(", ")", "{", "}", "[", "]", "[%", "\"", "\\", ";", "%", "$", "$999999999999", "1.", "…", "...", "*", "1-0", "0-1", "O-O-O", "e8=Q", "--",
	"{banning: ", "{banning: e2e4} ", "b:e2e4 ", "m:e7e8k ", "/", "9", "99999999999999999999", "-1", "NaN", "null", "true", ",", ":", "{\"a\":", "[[[[",
	"\x00", "\x7f", "\x1b[2J", "\xff", "\xc3", "\xed\xa0\x80", "\ufeff", "\u202e", "\u2028", "é", "\r", "\n", "\r\n", "\t", " ", "position fen ", "go infinite\n", "setoption name Hash value 999999999\n", "go depth -1\n", "quit\n",
}

// mutate changes a text in one of the ways in which texts are damaged or attacked.
func mutate(text string, size int, r *rand.Rand) string {
	at := func() int { return r.IntN(len(text) + 1) }
	from, to := at(), at()
	if from > to {
		from, to = to, from
	}
	piece := pieces[r.IntN(len(pieces))]
	switch r.IntN(8) {
	case 0: // truncated
		return text[:from]
	case 1: // a part is missing
		return text[:from] + text[to:]
	case 2: // other bytes
		b := []byte(text)
		for range 1 + r.IntN(8) {
			if len(b) > 0 {
				b[r.IntN(len(b))] = byte(r.IntN(256))
			}
		}
		return string(b)
	case 3: // a part is repeated
		if part := text[from:to]; len(part) > 0 {
			return text[:to] + strings.Repeat(part, r.IntN(size)/len(part)) + text[to:]
		}
	case 4: // one piece is repeated
		return text[:from] + strings.Repeat(piece, r.IntN(size)/len(piece)) + text[from:]
	case 5: // many openings, then closings
		n := r.IntN(size) / 4
		pair := [][2]string{{"(", ")"}, {"( e4 ", ") "}, {"{", "}"}, {"[", "]"}, {"{\"a\":", "}"}}[r.IntN(5)]
		return text[:from] + strings.Repeat(pair[0], n/len(pair[0])) + text[from:to] + strings.Repeat(pair[1], n/len(pair[1])) + text[to:]
	case 6: // random order
		words := strings.Fields(text)
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		return strings.Join(words, " ")
	}
	return text[:from] + piece + text[from:]
}
