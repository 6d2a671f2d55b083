package play

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
)

// Source is the place in a PGN file that a game came from, and goes back to.
type Source struct {
	Path   string // "" if it does not go back
	Number int    // of the game in the file, from 1
	text   string // of the game, as it stood there; "" if it cannot be told from its neighbours
	tree   *game.Tree
}

// Open reads the n-th game, from 1, of a PGN file.
func Open(path string, n int) (*game.Game, *Source, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	at, err := find(string(text), n)
	switch {
	case err != nil:
		return nil, nil, file.Error{Name: path, Err: err}
	case at.games == 0:
		return nil, nil, fmt.Errorf("there is no game in %s", path)
	case at.games < n:
		return nil, nil, fmt.Errorf("there is no game %d in %s: it has %d", n, path, at.games)
	}
	s := &Source{Path: path, Number: n, tree: at.tree, text: at.text}
	if alone, err := game.ParseTree(s.text); err != nil || alone.PGN() != at.tree.PGN() {
		s.text = "" // it shares a line with another one
	}
	return at.tree.Game(at.tree.End()), s, nil
}

// place is where a game stands in a PGN: its text goes from its first line up to that of
// the next game.
type place struct {
	before, text, after string
	tree                *game.Tree
	games               int // how many there are, as far as was looked
}

// find finds the n-th game of a PGN, or counts the games if there are fewer. The error is
// that of the game, or of one that cannot be read at all.
func find(pgn string, n int) (at place, err error) {
	r := game.NewPGNReader(strings.NewReader(pgn))
	lines := strings.SplitAfter(pgn, "\n")
	from, to := 0, len(lines)
	for at.games <= n {
		tree, failed := r.NextTree()
		if failed == io.EOF {
			break
		}
		if failed != nil && game.CodeOf(failed) == "" {
			return place{}, failed
		}
		switch at.games++; at.games {
		case n:
			from, at.tree, err = r.Line()-1, tree, failed
		case n + 1:
			to = r.Line() - 1
		}
	}
	join := func(lines []string) string { return strings.Join(lines, "") }
	at.before, at.text, at.after = join(lines[:from]), join(lines[from:to]), join(lines[to:])
	return at, err
}

// with returns what the source says of a game, and the game as it has become: what
// was played instead of something is the main line, what it stands for a variation.
// A game that was only taken back to an earlier ply has not become another.
func (s *Source) with(g *game.Game) *game.Tree {
	tree := s.tree
	if text, err := game.ParseTree(tree.PGN()); err == nil {
		tree = text // a copy
	}
	n := tree.Root()
	for i, e := range g.History() {
		next, err := n.Add(e.Action)
		if err != nil {
			return game.NewTree(g) // it does not begin where the source does
		}
		n = next
		if a := g.Annotation(i + 1); !a.IsZero() {
			n.Annotation = *a
		}
	}
	for n.Promote() {
	}
	if g.Over() {
		for _, after := range n.Children() {
			after.Delete() // it ended here
		}
	}
	if n == tree.End() {
		tree.Result = g.Result()
	}
	tree.Tags = g.Tags
	return tree
}

// replace writes a tree to where the game came from, and everything around it as it
// was. It reports false, and writes nothing, where the file is not what it was.
func (s *Source) replace(tree *game.Tree) (bool, error) {
	pgn, err := os.ReadFile(s.Path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	at, err := find(string(pgn), s.Number)
	if err != nil || s.text == "" || at.text != s.text {
		return false, nil
	}
	text := tree.PGN()
	if strings.Contains(s.text, "\r\n") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	body := strings.TrimRight(s.text, " \t\r\n")
	text = strings.TrimRight(text, "\r\n") + s.text[len(body):] // and the empty lines after it
	if strings.HasPrefix(s.text, "\ufeff") {
		text = "\ufeff" + text
	}
	if err := write(s.Path, at.before+text+at.after); err != nil {
		return false, err
	}
	s.text, s.tree = text, tree
	return true, nil
}

// add appends a game to a PGN file, makes the file if it does not exist, and returns the
// game's place there.
func add(path string, tree *game.Tree) (*Source, error) {
	before, n := "", 0
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if before = strings.TrimRight(string(text), "\r\n"); before != "" {
			before += "\n\n"
		}
		all, err := find(before, math.MaxInt)
		if err != nil {
			return nil, err
		}
		n = all.games
	}
	text := tree.PGN()
	if err := write(path, before+text); err != nil {
		return nil, err
	}
	return &Source{Path: path, Number: n + 1, text: text, tree: tree}, nil
}

func write(path, text string) error {
	return file.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
