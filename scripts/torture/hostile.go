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
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/uci"
)

var hostile = Part{
	Name:  "hostile",
	About: "broken, nested, endless and senseless FEN, BCN, PGN, JSON, messages and UCI: an error with a code, in bounded time and memory",
	Unit:  "bytes",
	Round: hostileRound,
}

// What reading may cost: memory that is allocated in all, and a time after which it
// has surely gone astray, also on a machine that is busy.
const (
	bytesPerByte = 4000     // ten times that where each line may be a search
	bytesAlways  = 64 << 20 // a search has a table
	timePerByte  = 20 * time.Microsecond
	timeAlways   = 20 * time.Second
)

// door is one way in.
type door struct {
	name     string
	seeds    func(g *game.Game) string // what is sound there, of a random game
	read     func(ctx context.Context, text string) error
	searches bool // a line may be a search
	large    bool // a text may be as large as files are
}

var doors = []door{
	{name: "FEN", seeds: (*game.Game).FEN, read: func(_ context.Context, text string) error {
		_, err := game.ParseFEN(text)
		return err
	}},
	{name: "BCN", seeds: func(g *game.Game) string { return strings.Join(g.BCN(), " ") }, read: func(_ context.Context, text string) error {
		_, err := game.ReplayLog(game.StartPosition(), strings.Fields(text)...)
		return err
	}},
	{name: "typed", seeds: func(g *game.Game) string { return strings.Join(g.ActionLog(), " ") }, read: func(_ context.Context, text string) error {
		_, err := game.StartPosition().ParseInput(text)
		return err
	}},
	{name: "PGN", seeds: (*game.Game).PGN, read: func(_ context.Context, text string) error {
		_, err := game.ParsePGN(text)
		return err
	}},
	{name: "tree", seeds: (*game.Game).PGN, read: func(_ context.Context, text string) error {
		_, err := game.ParseTree(text)
		return err
	}},
	{name: "PGN file", large: true, seeds: func(g *game.Game) string { return strings.Repeat(g.PGN()+"\n", 3) }, read: readFile},
	{name: "JSON of a game", seeds: marshalled[*game.Game], read: unmarshals[game.Game]},
	{name: "JSON of a state", seeds: func(g *game.Game) string { return marshalled(g.SyncState()) }, read: func(_ context.Context, text string) error {
		var s game.SyncState
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			return nil // that is encoding/json's own
		}
		_, err := game.FromSyncState(s)
		return err
	}},
	{name: "messages", seeds: func(g *game.Game) string {
		return fmt.Sprintf(`{"message_type":"new_game","fen":%q}`+"\n"+`{"message_type":"new_game","history":%s}`+"\n"+`{"message_type":"undo","id":[1]}`+"\n", g.FEN(), marshalled(g.BCN()))
	}, read: func(ctx context.Context, text string) error {
		var replies counter
		err := message.Serve(ctx, strings.NewReader(text), &replies, message.NewSession(nil, time.Now))
		if lines := strings.Count(text, "\n") + 1; err == nil && replies.lines > lines {
			return fmt.Errorf("%d replies to %d lines", replies.lines, lines)
		}
		return err
	}},
	{name: "UCI", searches: true, seeds: func(g *game.Game) string {
		words := g.BCN()
		for i, w := range words {
			words[i] = strings.TrimRight(w[2:], "+#=")
		}
		return "uci\nsetoption name MultiPV value 3\nposition startpos moves " + strings.Join(words, " ") + "\nposition fen " + g.FEN() + "\ngo nodes 50\nd\nisready\n"
	}, read: func(ctx context.Context, text string) error {
		// A search may be told to go on for ever.
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		err := uci.Run(ctx, strings.NewReader(text), io.Discard, uci.Config{MaxHash: 1})
		if ctx.Err() != nil {
			return nil
		}
		return err
	}},
}

// counter counts lines, and forgets them.
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
	err := json.Unmarshal([]byte(text), &v)
	var ours *game.Error
	if errors.As(err, &ours) {
		return ours
	}
	return nil // that is encoding/json's own
}

// readFile reads all games of a file. What cannot be read must not keep those
// after it from being read.
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
	d := doors[r.IntN(len(doors))]
	g := game.New()
	for most := r.IntN(120); g.Len() < most; {
		legal := g.LegalActions()
		if len(legal) == 0 {
			break
		}
		if err := g.Play(legal[r.IntN(len(legal))]); err != nil {
			return 0, err
		}
	}
	text := d.seeds(g)
	size := 1 << 16
	if r.IntN(100) == 0 {
		size = 4 << 20
	} else if d.large && r.IntN(50) == 0 {
		size = 50 << 20
	}
	for range r.IntN(6) {
		text = spoil(text, size, r)
	}
	return len(text), d.try(ctx, text)
}

// try reads a text, and holds what comes of it against what is promised.
func (d door) try(ctx context.Context, text string) error {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	err := d.read(ctx, text)
	took := time.Since(began)
	runtime.ReadMemStats(&after)

	about := func(what string, args ...any) error {
		shown := text
		if len(shown) > 300 {
			shown = shown[:300] + "…"
		}
		return fmt.Errorf("%s of %d bytes, %q: %s", d.name, len(text), shown, fmt.Sprintf(what, args...))
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
	perByte := bytesPerByte
	if d.searches {
		perByte *= 10
	}
	if used, most := after.TotalAlloc-before.TotalAlloc, uint64(bytesAlways+perByte*len(text)); used > most {
		return about("%d bytes were allocated, at the most %d are right", used, most)
	}
	if most := timeAlways + time.Duration(len(text))*timePerByte; took > most {
		return about("took %v, at the most %v is right", took, most)
	}
	return nil
}

// pieces are what is put into a text.
var pieces = []string{
	"(", ")", "{", "}", "[", "]", "[%", "\"", "\\", ";", "%", "$", "$999999999999", "1.", "…", "...", "*", "1-0", "0-1", "O-O-O", "e8=Q", "--",
	"{banning: ", "{banning: e2e4} ", "b:e2e4 ", "m:e7e8k ", "/", "9", "99999999999999999999", "-1", "NaN", "null", "true", ",", ":", "{\"a\":", "[[[[",
	"\x00", "\x7f", "\x1b[2J", "\xff", "\xc3", "\xed\xa0\x80", "\ufeff", "\u202e", "\u2028", "é", "\r", "\n", "\r\n", "\t", " ", "position fen ", "go infinite\n", "setoption name Hash value 999999999\n", "go depth -1\n", "quit\n",
}

// spoil changes a text in one of the ways in which texts go wrong, or are made to.
func spoil(text string, size int, r *rand.Rand) string {
	at := func() int { return r.IntN(len(text) + 1) }
	from, to := at(), at()
	if from > to {
		from, to = to, from
	}
	piece := pieces[r.IntN(len(pieces))]
	switch r.IntN(8) {
	case 0: // cut off
		return text[:from]
	case 1: // something is missing
		return text[:from] + text[to:]
	case 2: // other bytes
		b := []byte(text)
		for range 1 + r.IntN(8) {
			if len(b) > 0 {
				b[r.IntN(len(b))] = byte(r.IntN(256))
			}
		}
		return string(b)
	case 3: // a part again and again
		if part := text[from:to]; len(part) > 0 {
			return text[:to] + strings.Repeat(part, r.IntN(size)/len(part)) + text[to:]
		}
	case 4: // one piece again and again
		return text[:from] + strings.Repeat(piece, r.IntN(size)/len(piece)) + text[from:]
	case 5: // opened again and again, and closed
		n := r.IntN(size) / 4
		pair := [][2]string{{"(", ")"}, {"( e4 ", ") "}, {"{", "}"}, {"[", "]"}, {"{\"a\":", "}"}}[r.IntN(5)]
		return text[:from] + strings.Repeat(pair[0], n/len(pair[0])) + text[from:to] + strings.Repeat(pair[1], n/len(pair[1])) + text[to:]
	case 6: // without order
		words := strings.Fields(text)
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		return strings.Join(words, " ")
	}
	return text[:from] + piece + text[from:]
}
