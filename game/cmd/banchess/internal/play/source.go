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
	_, own, _, tree, err := find(string(text), n)
	missing, isMissing := errors.AsType[missingGame](err)
	switch {
	case isMissing && missing.has == 0:
		return nil, nil, fmt.Errorf("there is no game in %s", path)
	case isMissing:
		return nil, nil, fmt.Errorf("there is no game %d in %s: it has %d", n, path, missing.has)
	case err != nil:
		return nil, nil, file.Error{Name: path, Err: err}
	}
	s := &Source{Path: path, Number: n, tree: tree, text: own}
	if alone, err := game.ParseTree(s.text); err != nil || alone.PGN() != tree.PGN() {
		s.text = "" // it shares a line with another one
	}
	return tree.Game(tree.End()), s, nil
}

// missingGame is the error of a number that no game has.
type missingGame struct{ has int }

func (missingGame) Error() string { return "there is no such game" }

// find returns the n-th game of a PGN and its text, from its first line up to that of the
// next game, with what stands before and after it.
func find(pgn string, n int) (before, text, after string, tree *game.Tree, err error) {
	r := game.NewPGNReader(strings.NewReader(pgn))
	from, to := 0, 0 // lines
	for i := 1; i <= n+1 && to == 0; i++ {
		next, failed := r.NextTree()
		switch {
		case failed == io.EOF && i <= n:
			return "", "", "", nil, missingGame{i - 1}
		case failed == io.EOF:
			to = math.MaxInt
		case failed != nil && game.CodeOf(failed) == "":
			return "", "", "", nil, failed
		case i == n:
			from, tree, err = r.Line()-1, next, failed
		case i > n:
			to = r.Line() - 1
		}
	}
	lines := strings.SplitAfter(pgn, "\n")
	join := func(lines []string) string { return strings.Join(lines, "") }
	to = min(to, len(lines))
	return join(lines[:from]), join(lines[from:to]), join(lines[to:]), tree, err
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
	before, old, after, _, err := find(string(pgn), s.Number)
	if err != nil || s.text == "" || old != s.text {
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
	if err := write(s.Path, before+text+after); err != nil {
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
		if n, err = countGames(before); err != nil {
			return nil, err
		}
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

// countGames counts the games of a PGN, the bad ones too.
func countGames(pgn string) (int, error) {
	_, _, _, _, err := find(pgn, math.MaxInt-1)
	if missing, ok := errors.AsType[missingGame](err); ok {
		return missing.has, nil
	}
	return 0, err
}
