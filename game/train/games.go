package train

import (
	"errors"
	"slices"
	"sort"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// A Game is a game that was played, as PGN. If versions of it went on in different ways,
// their ids are the same up to the mark of the version.
type Game struct{ ID, PGN string }

// Bounds of games.
const (
	maxGames    = 20_000
	maxGameText = 10 << 20 // bytes of JSON
	maxGameName = 64       // characters of an id as far as the mark of a version
	maxGameID   = 80
	// Each version is compared with every other, each tag and line of a comment too.
	maxVersions = 16
	maxTags     = 100
	maxCompared = 10_000 // lines of one comment times those of the other
)

const versionMark = "--" // comes before the letters of a version, which follow from its PGN

// Games returns the games, in the order of their ids.
func (p *Progress) Games() []Game { return p.games }

// games are in the order of their ids.
type games []Game

func (g games) find(id string) (int, bool) {
	i := sort.Search(len(g), func(i int) bool { return g[i].ID >= id })
	return i, i < len(g) && g[i].ID == id
}

// merge takes in games, and returns those that are new or have changed. A game that is fixed
// does not change: what goes on from it becomes a version beside it.
func (g *games) merge(theirs games, fixed []string) (changed games) {
	for _, x := range theirs {
		if i := g.mergeOne(x, fixed); i >= 0 {
			changed.set((*g)[i])
		}
	}
	return changed
}

// set adds a game, or replaces that of its id.
func (g *games) set(x Game) int {
	i, ok := g.find(x.ID)
	if ok {
		(*g)[i] = x
	} else {
		*g = slices.Insert(*g, i, x)
	}
	return i
}

// mergeOne takes in a game, and returns its index, or -1 if all of it is known.
func (g *games) mergeOne(x Game, fixed []string) int {
	name, _, _ := strings.Cut(x.ID, versionMark)
	versions := g.versions(name)
	into, with := "", ""
	for _, id := range versions {
		i, _ := g.find(id)
		mine := (*g)[i].PGN
		if mine == x.PGN {
			return -1
		}
		both, isNew := union(mine, x.PGN)
		if both != "" && !isNew {
			return -1
		}
		if both != "" && !slices.Contains(fixed, id) && (into == "" || id == x.ID) {
			into, with = id, both
		}
	}
	if into != "" {
		return g.set(Game{into, with})
	}
	for slices.Contains(versions, x.ID) {
		x.ID = name + versionMark + letters(13, hash(x.ID+x.PGN))
	}
	return g.set(x)
}

// versions returns the ids of the versions of a game.
func (g *games) versions(name string) (ids []string) {
	for i, _ := g.find(name); i < len(*g) && strings.HasPrefix((*g)[i].ID, name); i++ {
		if id := (*g)[i].ID; id == name || strings.HasPrefix(id, name+versionMark) {
			ids = append(ids, id)
		}
	}
	return ids
}

// union returns the PGN of a game with all that two versions of it have, and whether that is
// more than mine. It returns "" if they are two games: neither main line begins the other.
func union(mine, theirs string) (both string, isNew bool) {
	a, err := game.ParseTree(mine)
	if err != nil {
		return "", true
	}
	b, err := game.ParseTree(theirs)
	if err != nil || !goesOn(a, b) {
		return "", true
	}
	before := a.PGN()
	if isLess(a, b) {
		a, b = b, a
	}
	addTree(a, b)
	// As it is read, so that it is the same when it comes again.
	read, err := game.ParseTree(a.PGN())
	if err != nil { // it is too long
		return "", true
	}
	both = read.PGN()
	return both, both != before
}

// goesOn reports whether one main line is the beginning of the other, and did not end there.
func goesOn(a, b *game.Tree) bool {
	if a.Root().After.FEN() != b.Root().After.FEN() {
		return false
	}
	x, y := a.Root().Next(), b.Root().Next()
	for ; x != nil && y != nil; x, y = x.Next(), y.Next() {
		if x.Action != y.Action {
			return false
		}
	}
	s, t := a.Standing(), b.Standing()
	switch {
	case x != nil: // a is longer
		return !t.Over()
	case y != nil:
		return !s.Over()
	}
	return s == t || !s.Over() || !t.Over()
}

// isLess reports whether a version has less than another: a shorter main line, no end, or a
// shorter text.
func isLess(a, b *game.Tree) bool {
	if x, y := a.End().After.Ply(), b.End().After.Ply(); x != y {
		return x < y
	}
	if x, y := a.Standing().Over(), b.Standing().Over(); x != y {
		return y
	}
	x, y := a.PGN(), b.PGN()
	return len(x) < len(y) || len(x) == len(y) && x < y
}

// addTree adds what another version has. Where both say something else, it stays as it is, and
// comments follow each other.
func addTree(to, from *game.Tree) {
	for _, tag := range from.Tags {
		if strings.Trim(to.Tags.Get(tag.Name), "?.*") == "" {
			_ = to.Tags.Set(tag.Name, tag.Value) // what the game decides cannot be set
		}
	}
	type pair struct{ to, from *game.Node }
	for todo := []pair{{to.Root(), from.Root()}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		addNotes(at.to, at.from)
		for _, child := range at.from.Children() {
			if added, err := at.to.Add(child.Action); err == nil {
				todo = append(todo, pair{added, child})
			}
		}
	}
}

// addNotes adds what is written about a node.
func addNotes(to, from *game.Node) {
	addComment(&to.Comment, from.Comment)
	if parent := to.Parent(); parent != nil && parent.Next() == to {
		addComment(&parent.Comment, from.CommentBefore) // PGN has one comment between two actions
	} else {
		addComment(&to.CommentBefore, from.CommentBefore)
	}
	if len(to.NAGs) == 0 {
		to.NAGs = from.NAGs
	}
	if to.Eval == nil {
		to.Eval = from.Eval
	}
	if to.Clock == nil {
		to.Clock = from.Clock
	}
	for _, d := range from.Drawings {
		if !slices.Contains(to.Drawings, d) {
			to.Drawings = append(to.Drawings, d)
		}
	}
}

// addComment adds the lines of another comment, of which a longer one replaces what it contains.
func addComment(to *string, comment string) {
	if strings.Contains(*to, comment) {
		return
	}
	lines, others := strings.Split(*to, "\n"), strings.Split(comment, "\n")
	if len(lines)*len(others) > maxCompared {
		*to += "\n" + comment
		return
	}
	for _, line := range others {
		if !slices.ContainsFunc(lines, func(mine string) bool { return strings.Contains(mine, line) }) {
			lines = append(slices.DeleteFunc(lines, func(mine string) bool { return strings.Contains(line, mine) }), line)
		}
	}
	*to = strings.Join(lines, "\n")
}

// check reads the games. Its error names the one that does not read.
func (g games) check() error {
	for _, x := range g {
		tree, err := game.ParseTree(x.PGN)
		if err != nil {
			why := err.Error()
			if e, ok := errors.AsType[*game.Error](err); ok {
				why = e.Message
			}
			return bad("this record of progress is damaged: its games cannot be read: " + x.ID + ", " + why)
		}
		if len(tree.Tags) > maxTags {
			return bad("a game in the record of progress has too many tags: " + x.ID)
		}
	}
	return nil
}

// areMany reports whether a game has more versions than a record may hold.
func (g games) areMany() bool {
	versions := map[string]int{}
	for _, x := range g {
		name, _, _ := strings.Cut(x.ID, versionMark)
		if versions[name]++; versions[name] > maxVersions {
			return true
		}
	}
	return false
}

func (g games) write(w *jsontext.Writer) {
	jsontext.List(w, g, func(x Game) { w.Strings([]string{x.ID, x.PGN}) })
}

func (g *games) read(text string) bool {
	return len(text) <= maxGameText && jsontext.ReadArray(text, func(value string) bool {
		var x Game
		i := 0
		ok := jsontext.ReadArray(value, func(value string) bool {
			i++
			return i == 1 && jsontext.ReadString(value, &x.ID) || i == 2 && jsontext.ReadString(value, &x.PGN)
		})
		n := len(*g)
		*g = append(*g, x)
		return ok && i == 2 && isGameID(x.ID) && n < maxGames && (n == 0 || (*g)[n-1].ID < x.ID)
	})
}

func isGameID(s string) bool {
	name, _, _ := strings.Cut(s, versionMark)
	return name != "" && len(name) <= maxGameName && len(s) <= maxGameID && strings.Trim(s, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") == ""
}
