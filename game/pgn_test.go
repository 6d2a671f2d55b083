package game

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/gametest"
)

const mateText = "1. {banning: a2a3} e4 {banning: a7a6} h6 2. {banning: a2a3} Qf3 {banning: a7a6} h5 3. {banning: a2a3} Qxf7+ {banning: e8f7#} 1-0"

func TestPGNReads(t *testing.T) {
	// Every text is the mating game, or what want says.
	tests := []struct{ name, text, want string }{
		{"as written", mateText, mateText},
		{"line by line, CRLF", strings.ReplaceAll(mateText, " ", "\r\n"), mateText},
		{"tags and a byte order mark", "\ufeff[Event \"A \\\"good\\\" one\"]\r\n[Variant \"Ban Chess\"]\n\n" + mateText, mateText},
		{"comments", "{A game} " + strings.ReplaceAll(mateText, " {", " { so what } ; the rest of the line\n{") + " {over}", mateText},
		{"comments before the tags", "% made by hand\n; a line\n{a comment\nof two lines}\n[White \"A\"]\n{between}\n[Black \"B\"]\n\n" + mateText, mateText},
		{"ellipsis characters", "1…{banning: a2a3} 1… e4 {banning: a7a6} 1…h6", "1. {banning: a2a3} e4 {banning: a7a6} h6"},
		{"an escaped line", "% something else 1. e4\n" + mateText, mateText},
		{"glyphs", strings.NewReplacer("e4", "e4!! $1", "Qf3", "Qf3?! $14", "h6", "h6??").Replace(mateText), mateText},
		{"variations", strings.NewReplacer("h6", "h6 (4... {banning: h7h6} e5 (1... c5 {deep ) here} ) d4)").Replace(mateText), mateText},
		{"no numbers", "{banning: a2a3} e4 {banning: a7a6} h6 {banning: a2a3} Qf3 {banning: a7a6} h5 {banning: a2a3} Qxf7 {banning: e8f7}", mateText},
		{"wrong numbers", "7.{banning: a2a3}7.e4{banning: a7a6}1...h6 6. 3. {banning: a2a3} 12.Qf3 {banning:a7a6}h5 3.{Banning: a2-a3 !}3.Qxf7{banning: e8f7=}1-0", mateText},
		{"BCN instead of comments", "b:a2a3 m:e2e4 b:a7a6 h6 b:a2a3 Qf3 b:a7a6 m:h6h5 b:a2a3 m:f3f7+ b:e8f7# 1-0", mateText},
		{"a sentence that begins with banning", "{banning is the point} " + mateText, mateText},
		{"castling with O and 0", "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 2\"]\n0-0 {banning: e8e7} 0-0-0+",
			"1. O-O {banning: e8e7} O-O-O"},
		{"promotion forms", "[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1 2\"]\na8N {banning: h7h6} a1=R",
			"1. a8=N {banning: h7h6} a1=R"},
		{"Black first", "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 3\"]\n1... {banning: e7e5} c5 2. {banning: g1f3} *",
			"1... {banning: e7e5} c5 2. {banning: g1f3}"},
		{"a ban in force at the start", "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4\"]\n1. d4 *", "1. d4"},
		{"tags only", "[White \"A\"]\n[Black \"B\"]\n", ""},
		{"the movetext says that the game goes on", "[Result \"0-1\"]\n1. {banning: a2a3} e4 *", "1. {banning: a2a3} e4"},
		{"the tag alone has the result", "[Result \"1/2-1/2\"]\n1. {banning: a2a3} e4", "1. {banning: a2a3} e4 1/2-1/2"},
		{"the tag has another result", "[Result \"1-0\"]\n1. {banning: a2a3} e4 0-1", "1. {banning: a2a3} e4 0-1"},
		{"the tag has no result", "[Result \"won\"]\n1. {banning: a2a3} e4 *", "1. {banning: a2a3} e4"},
		{"the board knows better than the tag", "[Result \"0-1\"]\n" + strings.TrimSuffix(mateText, "1-0") + "*", mateText},
		{"resigned", "1. {banning: a2a3} e4 0-1", "1. {banning: a2a3} e4 0-1"},
		{"drawn", "1. {banning: a2a3} e4 ½-½", "1. {banning: a2a3} e4 1/2-1/2"},
	}
	for _, tt := range tests {
		g, err := ParsePGN(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := g.Movetext(); got != tt.want {
			t.Errorf("%s: read as\n%s, want\n%s", tt.name, got, tt.want)
		}
		back, err := ParsePGN(g.PGN())
		if err != nil || back.PGN() != g.PGN() {
			t.Errorf("%s: PGN written reads back as %v\n%s", tt.name, err, g.PGN())
		}
	}
}

func TestPGNRefuses(t *testing.T) {
	tests := []struct {
		name, text   string
		code         Code
		line, column int
		token        string
		ply          Ply
	}{
		{"empty", "  \n ", CodeBadPGN, 1, 1, "", 0},
		{"a ban is missing", "1. e4", CodeWrongPhase, 1, 4, "e4", 1},
		{"the banned move", "1. {banning: e2e4}\n   e4", CodeBanned, 2, 4, "e4", 2},
		{"an illegal move", "1. {banning: e2e4} d4 {banning: d7d5}\r\nKe5", CodeIllegalMove, 2, 1, "Ke5", 4},
		{"an illegal ban", "1. {banning: e2e5} d4", CodeIllegalBan, 1, 14, "e2e5", 1},
		{"two bans", "1. {banning: e2e4} {banning: d2d4}", CodeWrongPhase, 1, 30, "d2d4", 2},
		{"a ban that does not read", "1. {banning: pawn} d4", CodeBadPair, 1, 14, "pawn", 1},
		{"a ban without a pair", "1. {banning: }", CodeBadPair, 1, 4, "{", 1},
		{"not a move", "1. {banning: e2e4} d4 hello", CodeWrongPhase, 1, 23, "hello", 3},
		{"not a move at a move ply", "1. {banning: e2e4} hello", CodeBadSAN, 1, 20, "hello", 2},
		{"after mate", mateText[:len(mateText)-3] + "{banning: e2e4} d4", CodeGameOver, 1, 136, "e2e4", 12},
		{"a move after mate", mateText[:len(mateText)-3] + "d4", CodeGameOver, 1, 126, "d4", 12},
		{"contradiction", mateText[:len(mateText)-3] + "0-1", CodeBadPGN, 1, 126, "0-1", 12},
		{"open comment", "1. {banning: e2e4} d4 {what", CodeBadPGN, 1, 23, "{", 3},
		{"open variation", "1. {banning: e2e4} d4 (e4", CodeBadPGN, 1, 23, "(", 3},
		{"stray bracket", "1. {banning: e2e4} d4 )", CodeBadPGN, 1, 23, ")", 3},
		{"bad tag", "[Event \"A]\n1. {banning: e2e4} d4", CodeBadPGN, 1, 1, "[", 1},
		{"bad FEN tag", "[White \"A\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1 1\"]\n", CodeBadFEN, 2, 1, "[FEN]", 0},
		{"standard FEN tag", "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n", CodeStandardFEN, 1, 1, "[FEN]", 0},
		{"characters count, not bytes", "{Müller} 1. e4", CodeWrongPhase, 1, 13, "e4", 1},
		{"a promotion without a role", "[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1 2\"]\n\na8", CodePromotionRequired, 3, 1, "a8", 2},
		{"two games", mateText + "\n\n[White \"B\"]\n\n{banning: e2e4} *", CodeBadPGN, 3, 1, "", 0},
	}
	for _, tt := range tests {
		g, err := ParsePGN(tt.text)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: read as %v, %v", tt.name, g, err)
			continue
		}
		if e.Code != tt.code || e.Line != tt.line || e.Column != tt.column || e.Token != tt.token || e.Ply != tt.ply {
			t.Errorf("%s: code %s, line %d, column %d, token %q, ply %d:\n%v", tt.name, e.Code, e.Line, e.Column, e.Token, e.Ply, err)
		}
	}
}

// TestPGNReader reads a file in which good games stand among bad ones, with tags
// and without.
func TestPGNReader(t *testing.T) {
	file := "[White \"One\"]\n\n" + mateText + "\n\n" +
		"[White \"Two\"]\n\n1. {banning: e2e4} e4 1-0\n\n" + // banned
		"[White \"Three\"]\n\n1. {banning: e2e4\n[not a tag, a comment]} *\n\n" +
		"[White \"Four\"]\n\n1. {banning: e2e4} d4 *\n1. {banning: e2e4} e4 0-1\n1. {banning: d2d4} e4 * {the end}\n"
	r := NewPGNReader(strings.NewReader(file))
	var got []string
	for {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		if len(got) > 10 {
			t.Fatal("the reader does not end")
		}
		if err != nil {
			got = append(got, string(CodeOf(err)))
		} else {
			got = append(got, strings.Join(g.ActionLog(), " "))
		}
	}
	want := []string{"b:a2a3 e4 b:a7a6 h6 b:a2a3 Qf3 b:a7a6 h5 b:a2a3 Qxf7+ b:e8f7#", "banned", "b:e2e4", "b:e2e4 d4", "banned", "b:d2d4 e4"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestPGNReaderGoesOn reads good games after text that is so bad that its end cannot
// be seen: each such text costs one report, with its place, and no game around it.
func TestPGNReaderGoesOn(t *testing.T) {
	const good = "[Event \"good\"]\n\n1. {banning: e2e4} d4 *\n\n"
	huge := strings.Repeat("y", 5<<20)
	tests := []struct {
		name, bad    string
		line, column int
		token        string
	}{
		{"a comment that is not closed", "[Event \"bad\"]\n\n1. {banning: e2e4} d4 {oops\n\n", 7, 23, "{"},
		{"a long line", "[Event \"bad\"]\n\n1. {banning: e2e4} d4 {" + huge + "} *\n\n", 5, 1, ""},
		{"a long tag", "[Event \"bad\"]\n[Note \"" + huge + "\"]\n[Round \"1\"]\n\n1. {banning: e2e4} d4 *\n\n", 5, 1, ""},
		{"a long tag and a long comment", "[Note \"" + huge + "\"]\n\n1. {banning: e2e4} d4 {" + huge + "} *\n\n", 5, 1, ""},
		{"many lines", "[Event \"bad\"]\n\n1. {" + strings.Repeat("yyyyyyy\n", 1<<18) + "} *\n\n", 5, 1, ""},
	}
	for _, tt := range tests {
		r := NewPGNReader(strings.NewReader(good + tt.bad + good + good))
		var read int
		var bad []*Error
		for {
			_, err := r.Next()
			var e *Error
			if err == io.EOF {
				break
			} else if errors.As(err, &e) {
				bad = append(bad, e)
			} else if read++; err != nil {
				t.Fatal(err)
			}
		}
		if read != 3 || len(bad) != 1 || bad[0].Line != tt.line || bad[0].Column != tt.column || bad[0].Code != CodeBadPGN || bad[0].Token != tt.token {
			t.Errorf("%s: %d games, %.300v", tt.name, read, bad)
		}
	}
}

func TestPGNTags(t *testing.T) {
	g := New()
	for _, tag := range []Tag{{"White", `A "quoted" \ name`}, {"Annotator", "line\nbreak"}, {"Event", "X"}} {
		if err := g.Tags.Set(tag.Name, tag.Value); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"Result", "FEN", "two words", ""} {
		if err := g.Tags.Set(name, "x"); CodeOf(err) != CodeBadTag {
			t.Errorf("Set(%q): %v", name, err)
		}
	}
	want := "[Event \"X\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"quoted\\\" \\\\ name\"]\n[Black \"?\"]\n[Result \"*\"]\n[Variant \"Ban Chess\"]\n[Annotator \"line break\"]\n\n*\n"
	if got := g.PGN(); got != want {
		t.Errorf("PGN\n%s, want\n%s", got, want)
	}
	_ = g.Tags.Set("Event", "")
	if got := g.Tags.Get("Annotator"); got != "line break" {
		t.Errorf("a line break is kept as %q", got)
	}
	if g.Tags.Get("Event") != "" || len(g.Tags) != 2 {
		t.Errorf("tags %v", g.Tags)
	}
	twice, err := ParsePGN("[White \"A\"]\n[Note \"a\"]\n[White \"B\"]\n[Note \"\"]\n*")
	if err != nil || fmt.Sprint(twice.Tags) != "[{White B} {Note a}]" {
		t.Errorf("two tags of a name: %v, %v", twice.Tags, err)
	}
	long := New()
	gametest.Walk(long, 120, func(legal []Action) Action { return legal[0] })
	for line := range strings.Lines(long.PGN()) {
		if len(strings.TrimSuffix(line, "\n")) > 80 && !strings.HasPrefix(line, "[") {
			t.Errorf("a line of %d characters: %q", len(line)-1, line)
		}
	}
}

// TestSetAll: tags that are set together are those that are set one by one, and with
// an error none is.
func TestSetAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		var one, all Tags
		for range 3 {
			var tags []Tag
			for range r.IntN(12) {
				tags = append(tags, Tag{"Tag" + strconv.Itoa(r.IntN(6)), []string{"", "a", "b\r\nc"}[r.IntN(3)]})
			}
			for _, tag := range tags {
				if err := one.Set(tag.Name, tag.Value); err != nil {
					t.Fatal(err)
				}
			}
			if err := all.SetAll(tags...); err != nil || !slices.Equal(all, one) {
				t.Fatalf("%q: %q, want %q; %v", tags, all, one, err)
			}
			if err := all.SetAll(append(tags, Tag{"FEN", "x"})...); CodeOf(err) != CodeBadTag || !slices.Equal(all, one) {
				t.Fatalf("%q and one that cannot be set: %q, %v", tags, all, err)
			}
		}
	}
}
