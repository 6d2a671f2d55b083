package book

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/explore"
	"github.com/banchess/banchess/scripts/lab/series"
)

// Size is the most that the book takes, in bytes after gzip.
const Size = 300_000

// counted is the number of a game's first actions that the book counts.
const counted = 40

// Opinion says which positions a deeper search looks at.
type Opinion struct {
	Positions int // those with the most games
	Nodes     uint64
	Bench     uint64 // of the engine
	File      string // keeps what it found
}

// opinions is the number of moves on which there is an opinion.
const opinions = 8

// Make returns the text of the book of the games of files, with what few games have left
// out until it is small enough. It calls report after each position that is searched.
func Make(ctx context.Context, files [][]byte, o Opinion, report func(number int)) (text string, played int, err error) {
	var all explore.Tally
	strengths := map[int]bool{}
	for _, file := range files {
		for line := range strings.Lines(string(file)) {
			if strings.HasPrefix(line, "#") || !strings.HasSuffix(line, "\n") {
				continue // the head, or a game that is being written
			}
			nodes, err := count(&all, line)
			if err != nil {
				return "", 0, fmt.Errorf("game %d: %w", played+1, err)
			}
			strengths[nodes] = true
			played++
		}
	}
	frequent := all.Frequent(o.Positions)
	if err := judges(ctx, &all, frequent, o, report); err != nil {
		return "", 0, err
	}
	about := fmt.Sprintf("%d games of the engine against itself, with one of %v nodes a turn; its opinion on the %d most frequent positions with %d nodes; bench %d",
		played, slices.Sorted(maps.Keys(strengths)), len(frequent), o.Nodes, o.Bench)
	for least := 2; ; least++ {
		text := all.Write(about, explore.Least{Position: least, Action: least})
		size, err := zipped(text)
		if err != nil || size <= Size {
			return text, played, err
		}
	}
}

// count counts a record, and returns its strength.
func count(all *explore.Tally, line string) (nodes int, err error) {
	f := strings.Fields(line)
	if len(f) < 3 {
		return 0, errors.New("the record does not read")
	}
	nodes, err = strconv.Atoi(f[1])
	result, ok := map[string]game.Result{
		"1-0": {Winner: game.White, Reason: game.Resignation}, "0-1": {Winner: game.Black, Reason: game.Resignation}, "1/2-1/2": {Reason: game.Agreement},
	}[f[2]]
	if !ok || err != nil {
		return 0, fmt.Errorf("the record begins with %q", f[:3])
	}
	p := game.StartPosition()
	seen := map[uint64]bool{} // a game counts once in a position
	actions := f[3:min(len(f), 3+counted)]
	for i := 0; i < len(actions); i += 2 {
		ban, err := game.ParseAction("b:" + actions[i])
		if err != nil {
			return 0, err
		}
		after, err := p.Play(ban)
		if err != nil {
			return 0, err
		}
		move := game.Action{}
		next := after
		if i+1 < len(actions) {
			if move, err = game.ParseAction("m:" + actions[i+1]); err != nil {
				return 0, err
			}
			if next, err = after.Play(move); err != nil {
				return 0, err
			}
		}
		if !seen[p.Hash()] {
			all.Play(p, ban.Pair(), move, result)
		}
		seen[p.Hash()] = true
		p = next
	}
	return nodes, nil
}

// judges asks a deeper search for its opinion on positions. It keeps what it found in a file, from
// which it takes what is there already.
func judges(ctx context.Context, all *explore.Tally, positions []game.Position, o Opinion, report func(number int)) (err error) {
	found := map[string]string{}
	file, err := series.Open(o.File, lineEnd, func(lines [][]byte) (int, error) {
		for _, line := range lines {
			question, answer, _ := strings.Cut(strings.TrimSpace(string(line)), "\t")
			found[question] = answer
		}
		return len(lines), nil
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	e, err := engine.New(engine.Options{Hash: 64})
	if err != nil {
		return err
	}
	for i, p := range positions {
		question := fmt.Sprintf("%s; %d nodes, bench %d", p.FEN(), o.Nodes, o.Bench)
		answer, there := found[question]
		if !there {
			if answer, err = judge(ctx, e, p, o.Nodes); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(file, "%s\t%s\n", question, answer); err != nil {
				return err
			}
		}
		if err := all.Judge(p, answer); err != nil {
			return fmt.Errorf("%s: %q: %w", o.File, question, err)
		}
		report(i + 1)
	}
	return nil
}

// judge asks a search for its opinion on the moves in a position, as if nothing were banned.
// It returns it as the book has it.
func judge(ctx context.Context, e *engine.Engine, p game.Position, nodes uint64) (string, error) {
	free, err := withoutBan(p)
	if err != nil {
		return "", err
	}
	e.Clear()
	r, err := e.Search(ctx, free, engine.Limits{Nodes: nodes, Lines: opinions}, nil)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return "", err
	}
	var found []explore.Opinion
	for _, l := range r.Lines {
		eval := game.Eval{Centipawns: l.Score.Centipawns, Mate: l.Score.Mate}
		if p.Mover() == game.Black {
			eval.Centipawns, eval.Mate = -eval.Centipawns, -eval.Mate
		}
		m, _ := l.Actions[0].Move()
		found = append(found, explore.Opinion{Move: m, Eval: eval})
	}
	return explore.OpinionText(r.Depth, found), nil
}

func zipped(text string) (int, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return 0, err
	}
	if _, err := w.Write([]byte(text)); err != nil {
		return 0, err
	}
	err = w.Close()
	return b.Len(), err
}
