package game

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pgnCounts is how much stands in a PGN file.
type pgnCounts struct {
	games, nodes, glyphs int
	words                int // of comments, commands aside
	tags                 int // that do not follow from the game
	results              string
}

// TestPGNFiles reads the files of testdata/pgn, as programs and people write them.
// It reads as much as a count finds that knows nothing of the reader, and the same again
// from what was written.
func TestPGNFiles(t *testing.T) {
	want := map[string]pgnCounts{
		"bcn.pgn":           {games: 1, nodes: 8, glyphs: 1, words: 11, tags: 1, results: "*"},
		"chessbase.pgn":     {games: 2, nodes: 34, glyphs: 17, words: 31, tags: 14, results: "1/2-1/2 *"},
		"chesscom.pgn":      {games: 2, nodes: 26, glyphs: 0, words: 0, tags: 23, results: "0-1 1-0"},
		"clocks.pgn":        {games: 1, nodes: 4, glyphs: 0, words: 2, tags: 2, results: "0-1"},
		"crlf.pgn":          {games: 1, nodes: 11, glyphs: 4, words: 4, tags: 3, results: "1-0"},
		"lichess_study.pgn": {games: 2, nodes: 38, glyphs: 12, words: 39, tags: 8, results: "* 1-0"},
		"many.pgn":          {games: 3, nodes: 15, glyphs: 0, words: 20, tags: 3, results: "* 1/2-1/2 0-1"},
		"scid.pgn":          {games: 3, nodes: 28, glyphs: 4, words: 34, tags: 13, results: "0-1 * *"},
		"server.pgn":        {games: 3, nodes: 27, glyphs: 5, words: 4, tags: 12, results: "* 1-0 1/2-1/2"},
		"study.pgn":         {games: 1, nodes: 12, glyphs: 2, words: 14, tags: 6, results: "*"},
	}
	files, err := filepath.Glob("testdata/pgn/*.pgn")
	if err != nil || len(files) != len(want) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var read pgnCounts
		r := NewPGNReader(strings.NewReader(string(data)))
		for {
			tree, err := r.NextTree()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			read.add(tree)
			text := tree.PGN()
			back, err := ParseTree(text)
			if err != nil || sameTree(tree.root, back.root) != "" || back.PGN() != text {
				t.Errorf("%s: written again it differs: %v\n%s", name, err, text)
			}
			if len(tree.Unplayed) > 0 && filepath.Base(name) != "bcn.pgn" {
				t.Errorf("%s: %v", name, tree.Unplayed)
			}
			if _, err := tree.MarshalText(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		base := filepath.Base(name)
		if read != want[base] {
			t.Errorf("%s is read as\n%q: %+v,", name, base, read)
		}
		if counted := countPGN(string(data)); base != "bcn.pgn" && counted != read { // which has a variation that cannot be played
			t.Errorf("%s has %+v, and is read as %+v", name, counted, read)
		}
	}
}

var pgnCommand = regexp.MustCompile(`\[%\w+ [^\]]*\]`)

func wordsOf(comment string) int {
	return len(strings.Fields(pgnCommand.ReplaceAllString(comment, " ")))
}

func (c *pgnCounts) add(t *Tree) {
	c.games++
	c.tags += len(t.Tags)
	c.results = strings.TrimSpace(c.results + " " + t.Standing().Token())
	c.nodes--
	c.line(t.Root())
}

func (c *pgnCounts) line(n *Node) {
	c.nodes++
	c.glyphs += len(n.NAGs)
	c.words += wordsOf(n.CommentBefore) + wordsOf(n.Comment)
	for _, child := range n.children {
		c.line(child)
	}
}

var (
	pgnTagLine = regexp.MustCompile(`(?m)^\[(\w+) "(.*)"\]\r?$`)
	pgnToken   = regexp.MustCompile(`(?m)^%.*$|;.*$|\{[^}]*\}|[()]|\$\d+|\*|1-0|0-1|1/2-1/2|b:[a-h1-8]{4}|(?:m:[a-h1-8]{4}|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|[O0]-[O0](?:-[O0])?)[+#]?|[!?]+`)
	pgnGameEnd = regexp.MustCompile(`(?:1-0|0-1|1/2-1/2|\*)(?:[ \t]*\{[^}]*\})?[ \t\r]*(?:\n|$)`)
	pgnBan     = regexp.MustCompile(`(?is)^\{\s*(?:\[%[^\]]*\]\s*)*banning\s*:\s*[a-h][1-8]-?[a-h][1-8]#?\s*([!?]*)((?:\s*\$\d+)*)(.*)\}$`)
)

// countPGN counts by patterns alone. A game ends with its result.
func countPGN(text string) (c pgnCounts) {
	for _, part := range splitGames(strings.TrimPrefix(text, "\ufeff")) {
		tags := map[string]string{}
		for _, tag := range pgnTagLine.FindAllStringSubmatch(part, -1) {
			tags[tag[1]] = tag[2]
		}
		result := ""
		depth := 0
		for _, token := range pgnToken.FindAllString(pgnTagLine.ReplaceAllString(part, ""), -1) {
			switch token[0] {
			case '%':
			case '(':
				depth++
			case ')':
				depth--
			case ';':
				c.words += wordsOf(token[1:])
			case '{':
				if ban := pgnBan.FindStringSubmatch(token); ban != nil {
					c.nodes++
					c.glyphs += min(len(ban[1]), 1) + len(strings.Fields(ban[2]))
					c.words += wordsOf(ban[3])
				} else {
					c.words += wordsOf(token[1 : len(token)-1])
				}
			case '$', '!', '?':
				if token == "$300" {
					c.words++
				} else {
					c.glyphs++
				}
			default:
				switch isResult := strings.Contains("1-0 0-1 1/2-1/2 *", token); {
				case !isResult:
					c.nodes++
				case depth > 0:
					c.words++
				default:
					result = token
				}
			}
		}
		switch claimed := tags["Result"]; {
		case result == "":
			result = claimed
		case result == "*" && claimed != "" && claimed != "*":
			c.words += 2 // the claim becomes a comment
		}
		c.games++
		c.results = strings.TrimSpace(c.results + " " + result)
		maps.DeleteFunc(tags, func(name, _ string) bool { return isDerivedTag(name) })
		c.tags += len(tags)
	}
	return c
}

// splitGames cuts a file after the results that stand outside of comments and
// variations, and after what is written after them.
func splitGames(text string) []string {
	var games []string
	from := 0
	for _, at := range pgnGameEnd.FindAllStringIndex(text, -1) {
		games = append(games, text[from:at[1]])
		from = at[1]
	}
	return games
}
