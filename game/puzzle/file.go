package puzzle

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/banchess/banchess/game"
)

// header is the first line of a file.
const header = "# banchess puzzles 1"

// Parts is the number of parts in which the page loads puzzles.
const Parts = 4

// PartOf returns the part, from 0, that has the puzzle with an ID. It follows from the
// first letter of the ID. So a program that looks for one puzzle loads only one part, and
// each part is a sample of all puzzles.
func PartOf(id string) int {
	if id == "" {
		return 0
	}
	return max(0, strings.IndexByte(idLetters, id[0])) * Parts / len(idLetters)
}

// Bounds of files.
const (
	MaxPuzzles = 100_000
	maxLine    = 16 << 10 // bytes
)

// fault returns the error of one line of a file.
func fault(line int, err error) error {
	e, ok := errors.AsType[*game.Error](err)
	if !ok {
		return err
	}
	at := *e
	at.Line, at.Column = line, 1
	return &at
}

// Read reads a file. Its error says in which line the fault is.
func Read(r io.Reader) ([]Puzzle, error) {
	var puzzles []Puzzle
	seen := map[string]int{} // the line of each id
	err := eachLine(r, func(n int, text string) error {
		p, err := Parse(text)
		if err != nil {
			return err
		}
		if before, twice := seen[p.ID()]; twice {
			return bad(p.ID(), fmt.Sprintf("the puzzle stands in line %d already", before), "leave one of them out")
		}
		seen[p.ID()] = n
		puzzles = append(puzzles, p)
		return nil
	})
	return puzzles, err
}

// ReadHeads reads a file for a program that shows a list. It does not look at the
// positions, so it takes a hundredth of the time of Read. To solve one of the puzzles,
// read it with New.
func ReadHeads(r io.Reader) ([]Head, error) {
	var heads []Head
	err := eachLine(r, func(_ int, text string) error {
		h, err := ParseHead(text)
		heads = append(heads, h)
		return err
	})
	return heads, err
}

// eachLine reads the lines of a file that have puzzles, with their numbers.
func eachLine(r io.Reader, do func(n int, text string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 4096), maxLine)
	n, count := 0, 0
	for lines.Scan() {
		n++
		text := strings.TrimSuffix(lines.Text(), "\r")
		switch {
		case n == 1 && text != header:
			return fault(n, bad(text, "this is not a file of puzzles", "begin it with the line "+header))
		case text == "" || text[0] == '#':
			continue
		case count == MaxPuzzles:
			return fault(n, bad("", "there are too many puzzles", fmt.Sprintf("give at most %d in a file", MaxPuzzles)))
		}
		count++
		if err := do(n, text); err != nil {
			return fault(n, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fault(n+1, bad("", "the line is too long", fmt.Sprintf("give at most %d bytes", maxLine)))
	case err != nil:
		return err
	case n == 0:
		return bad("", "this is not a file of puzzles: it is empty", "begin it with the line "+header)
	}
	return nil
}

// Write writes a file that Read can read. The notes are written as comments after the
// first line.
func Write(w io.Writer, puzzles []Puzzle, notes ...string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, header)
	for _, note := range notes {
		fmt.Fprintln(out, "# "+strings.ReplaceAll(note, "\n", "\n# "))
	}
	for i := range puzzles {
		fmt.Fprintln(out, puzzles[i])
	}
	return out.Flush()
}
