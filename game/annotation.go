package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/banchess/banchess/game/chess"
)

// Annotation is what was written about an action, or about the start of a game.
type Annotation struct {
	// CommentBefore is the comment before the first action of a variation; Comment is the
	// one after the action. Line breaks are kept, empty lines are not. PGN ends a comment
	// with "}", so a "}" in it is written as "&#125;". On the main line, PGN has only one
	// comment between two actions. So CommentBefore is written, and read again, at the
	// end of the Comment before it.
	CommentBefore string `json:"commentBefore,omitempty"`
	Comment       string `json:"comment,omitempty"`
	// NAGs are numeric annotation glyphs: 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!".
	NAGs []uint8 `json:"nags,omitempty"`
	// Eval is an engine's evaluation of the position, or nil if there is none.
	Eval *Eval `json:"eval,omitempty"`
	// Clock is the time that the player who acted had left, or nil if it is not known.
	// PGN has it to the millisecond.
	Clock *time.Duration `json:"clock,omitempty"`
	// Drawings are the circles and arrows drawn on the board.
	Drawings []Drawing `json:"drawings,omitempty"`
}

// Eval is an evaluation from White's side.
type Eval struct {
	Centipawns int `json:"centipawns"`
	Mate       int `json:"mate,omitempty"`  // turns until White mates, or negative until Black does; if it is 0, Centipawns counts
	Depth      int `json:"depth,omitempty"` // as the engine counts it; 0 if it is not known
}

// String returns the glyphs and the comment as PGN has them.
func (a Annotation) String() string {
	var words []string
	for _, nag := range a.NAGs {
		words = append(words, "$"+strconv.Itoa(int(nag)))
	}
	if text := a.Text(); text != "" {
		words = append(words, inBraces(text))
	}
	return strings.Join(words, " ")
}

// Text returns the content of a PGN comment after the action: evaluation, clock time,
// drawings and comment, or "" if there are none.
func (a *Annotation) Text() string {
	var words []string
	if a.Eval != nil {
		words = append(words, "[%eval "+a.Eval.String()+"]")
	}
	if a.Clock != nil {
		words = append(words, "[%clk "+clockText(*a.Clock)+"]")
	}
	for _, command := range [...]string{circles, arrows} {
		var drawings []string
		for _, d := range a.Drawings {
			if d.To.IsValid() == (command == arrows) {
				drawings = append(drawings, d.String())
			}
		}
		if drawings != nil {
			words = append(words, "[%"+command+" "+strings.Join(drawings, ",")+"]")
		}
	}
	if a.Comment != "" {
		words = append(words, commentText(a.Comment))
	}
	return strings.Join(words, " ")
}

// The commands that hold drawings.
const circles, arrows = "csl", "cal"

// SetText reads the content of a PGN comment, and replaces evaluation, clock time,
// drawings and comment by what it says. Glyphs and CommentBefore stay.
func (a *Annotation) SetText(text string) {
	*a = Annotation{CommentBefore: a.CommentBefore, NAGs: a.NAGs}
	a.read(utf8Text(text))
}

// Tidy changes an annotation to what would be read again after it was written: commands
// in the comment go to their fields, and text that cannot be in a comment is changed.
func (a *Annotation) Tidy() {
	text, nags := a.Text(), a.NAGs
	*a = Annotation{CommentBefore: commentText(utf8Text(a.CommentBefore))}
	for _, nag := range nags {
		a.addNAG(nag)
	}
	a.read(utf8Text(text))
}

// IsZero reports whether the annotation is empty.
func (a *Annotation) IsZero() bool {
	return a.CommentBefore == "" && len(a.NAGs) == 0 && a.Text() == ""
}

func (a *Annotation) clone() Annotation {
	c := *a
	c.NAGs, c.Drawings = slices.Clone(a.NAGs), slices.Clone(a.Drawings)
	if a.Eval != nil {
		c.Eval = new(*a.Eval)
	}
	if a.Clock != nil {
		c.Clock = new(*a.Clock)
	}
	return c
}

// glyphs are the NAGs that have a sign of their own, by number.
var glyphs = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// nagOf returns the number of "$14" or of a sign such as "?!", 0 for none.
func nagOf(word string) uint8 {
	if digits, ok := strings.CutPrefix(word, "$"); ok {
		n, err := strconv.ParseUint(digits, 10, 8)
		if err != nil {
			return 0
		}
		return uint8(n)
	}
	return uint8(1 + slices.Index(glyphs[1:], word))
}

// addNAG adds a glyph once.
func (a *Annotation) addNAG(nag uint8) {
	if nag != 0 && !slices.Contains(a.NAGs, nag) {
		a.NAGs = append(a.NAGs, nag)
	}
}

// read takes texts of comments apart, one after the other: commands such as
// [%eval 0.3] go to their fields, what is left to the comment. A command that is
// unknown or does not read stays in the comment, and so does a second evaluation or
// clock time that differs from the first.
func (a *Annotation) read(texts ...string) {
	for i, text := range texts {
		rest := a.takeCommands(text)
		if i == 0 {
			rest = joinComments(a.Comment, rest)
		}
		texts[i] = rest
	}
	a.Comment = commentText(texts...)
}

// takeCommands takes the commands out of a text, and returns what is left.
func (a *Annotation) takeCommands(text string) string {
	var rest []byte
	for {
		before, after, _ := strings.Cut(text, "[%")
		inside, behind, closed := strings.Cut(after, "]")
		if !closed {
			if rest == nil {
				return text
			}
			return string(append(rest, text...))
		}
		rest = append(rest, before...)
		name := inside // until a space of any kind, as a long line may be broken there
		if end := strings.IndexFunc(inside, unicode.IsSpace); end >= 0 {
			name = inside[:end]
		}
		if !a.command(name, strings.TrimSpace(inside[len(name):])) {
			rest = append(rest, text[len(before):len(text)-len(behind)]...)
		}
		text = behind
	}
}

// leadingCommands returns how long the commands are with which a comment begins.
func leadingCommands(text string) int {
	n := 0
	for {
		rest := strings.TrimLeft(text[n:], pgnSpace)
		end := strings.IndexByte(rest, ']')
		if !strings.HasPrefix(rest, "[%") || end < 0 {
			return n
		}
		n = len(text) - len(rest) + end + 1
	}
}

// tidy takes out of comments the empty lines and the space that commands leave behind,
// and joins them by a space.
func tidy(texts ...string) string {
	size := 0
	for _, text := range texts {
		size += len(text) + 1
	}
	var b strings.Builder
	b.Grow(size)
	for _, text := range texts {
		between := " "
		for line := range strings.Lines(text) {
			for word := range strings.FieldsSeq(line) {
				if b.Len() > 0 {
					b.WriteString(between)
				}
				b.WriteString(word)
				between = " "
			}
			between = "\n"
		}
	}
	return b.String()
}

// A comment in a PGN ends with the first "}", so one in its text is written as an HTML
// entity. What looks like the end of that entity is written so that it is read again.
var (
	escapeBrace   = strings.NewReplacer("}", "&#125;", "#125;", "#38;#125;")
	unescapeBrace = strings.NewReplacer("&#125;", "}", "#38;#125;", "#125;")
)

// inBraces returns a text as a comment of a PGN.
func inBraces(text string) string { return "{" + escapeBrace.Replace(text) + "}" }

func joinComments(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

func (a *Annotation) command(name, value string) bool {
	switch name {
	case "eval":
		return keepFirst(&a.Eval, value, parseEval)
	case "clk":
		return keepFirst(&a.Clock, value, parseClock)
	case circles, arrows:
		drawings, ok := parseDrawings(value, name == arrows)
		a.Drawings = append(a.Drawings, drawings...)
		return ok
	}
	return false
}

// keepFirst sets a value by its text, unless it is set already. It reports whether the
// text reads and says the same as the value.
func keepFirst[T comparable](to **T, text string, parse func(string) (T, bool)) bool {
	v, ok := parse(text)
	if ok && *to == nil {
		*to = &v
	}
	return ok && **to == v
}

// parseEval reads "0.34", "-1.2,18" or "#-3": pawns or turns to mate from White's
// side, and the depth.
func parseEval(s string) (Eval, bool) {
	var e Eval
	score, depth, hasDepth := strings.Cut(s, ",")
	var err error
	if hasDepth {
		if e.Depth, err = strconv.Atoi(strings.TrimSpace(depth)); err != nil || e.Depth < 0 {
			return Eval{}, false
		}
	}
	if mate, ok := strings.CutPrefix(score, "#"); ok {
		e.Mate, err = strconv.Atoi(mate)
		return e, err == nil && e.Mate != 0
	}
	pawns, err := strconv.ParseFloat(score, 64)
	if err != nil || !(pawns > -10_000 && pawns < 10_000) {
		return Eval{}, false
	}
	half := 0.5
	if pawns < 0 {
		half = -half
	}
	e.Centipawns = int(pawns*100 + half)
	return e, true
}

// String returns the evaluation as PGN has it: "0.34", "#-3", "0.34,18".
func (e Eval) String() string {
	s := fmt.Sprintf("%.2f", float64(e.Centipawns)/100)
	if e.Mate != 0 {
		s = "#" + strconv.Itoa(e.Mate)
	}
	if e.Depth > 0 {
		s += "," + strconv.Itoa(e.Depth)
	}
	return s
}

// parseClock reads "1:05:03" or "0:00:07.5".
func parseClock(s string) (time.Duration, bool) {
	parts := strings.Split(s, ":")
	if len(parts) != 3 {
		return 0, false
	}
	hours, err1 := strconv.Atoi(parts[0])
	minutes, err2 := strconv.Atoi(parts[1])
	seconds, err3 := strconv.ParseFloat(parts[2], 64)
	if err1 != nil || err2 != nil || err3 != nil || hours < 0 || hours > 10_000 || minutes < 0 || minutes > 59 || !(seconds >= 0 && seconds < 60) {
		return 0, false
	}
	fraction := time.Duration(seconds*1000+0.5) * time.Millisecond
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + fraction, true
}

func clockText(d time.Duration) string {
	d = max(d, 0).Round(time.Millisecond)
	s := fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	if ms := d / time.Millisecond % 1000; ms > 0 {
		s += strings.TrimRight(fmt.Sprintf(".%03d", ms), "0")
	}
	return s
}

// parseDrawings reads "Gd4,Re5" or, for arrows, "Ge2e4".
func parseDrawings(s string, arrows bool) (drawings []Drawing, ok bool) {
	for word := range strings.SplitSeq(s, ",") {
		d, err := chess.ParseDrawing(strings.TrimSpace(word))
		if err != nil || d.To.IsValid() != arrows {
			return nil, false
		}
		drawings = append(drawings, d)
	}
	return drawings, true
}

// commentText is comments joined to one as it can stand in braces, and is not taken
// for a ban.
func commentText(comments ...string) string {
	text := tidy(comments...)
	if _, ok := banText(text[leadingCommands(text):]); ok {
		return "note: " + text
	}
	return text
}

// banText returns what follows "banning:" in a comment that holds a ban.
func banText(comment string) (rest string, ok bool) {
	text := strings.TrimSpace(comment)
	const key = "banning"
	if len(text) < len(key) || !strings.EqualFold(text[:len(key)], key) {
		return "", false
	}
	return strings.CutPrefix(strings.TrimSpace(text[len(key):]), ":") // or a sentence that begins with the word
}
