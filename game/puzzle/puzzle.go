package puzzle

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
)

// The codes of this package's errors.
const (
	// CodeBadPuzzle: text that is not a puzzle, or an impossible one.
	CodeBadPuzzle game.Code = "bad_puzzle"
	// CodeUnproven: a puzzle whose claim is not true.
	CodeUnproven game.Code = "unproven"
)

func bad(text, message, hint string) error {
	return &game.Error{Code: CodeBadPuzzle, Message: message, Hint: hint, Input: text}
}

// Ratings of puzzles lie within these bounds.
const (
	MinRating = 400
	MaxRating = 2800
)

// A Puzzle is a position, and a goal that only one action reaches.
type Puzzle struct {
	Position game.Position
	Goal     Goal
	Line     []Step // the solution, which begins with this action
	Rating   int    // from the levels of the engine that solve it
	// Deviation is the error of the rating, as in Glicko-2, or 0 if it is not known.
	Deviation int
	Proof     uint64 // the number of positions that the proof looked at
}

// ID returns the puzzle's name: seven letters and digits that follow from the position.
// It is "" for a puzzle without a position.
func (p *Puzzle) ID() string { return idOf(p.Position) }

const idLetters = "0123456789abcdefghjkmnpqrstvwxyz"

// idOf is the 64-bit FNV-1a hash of the board, the mover, castling, en passant, and
// "b" or the ban in force or "m", with spaces between them; of that the lowest 35
// bits, five a letter, the lowest first.
func idOf(p game.Position) string {
	fields := strings.Fields(p.FEN())
	if len(fields) == 0 {
		return "" // the zero Position
	}
	phase := "b"
	if p.Phase() == game.PhaseMove {
		phase = "m"
		if ban, ok := p.Ban(); ok {
			phase = ban.String()
		}
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s", strings.Join(fields[:4], " "), phase)
	sum := h.Sum64()
	var id [7]byte
	for i := range id {
		id[i] = idLetters[sum&31]
		sum >>= 5
	}
	return string(id[:])
}

// Solver returns the player who has to find the action.
func (p *Puzzle) Solver() game.Player { return p.Position.ActivePlayer() }

// Key returns the only action that reaches the goal.
func (p *Puzzle) Key() game.Action {
	if len(p.Line) == 0 {
		return game.Action{}
	}
	return p.Line[0].Action
}

// MainLine returns the main line of the solution: at each step the first action.
func (p *Puzzle) MainLine() []game.Action {
	var actions []game.Action
	for steps := p.Line; len(steps) > 0; steps = steps[0].Next {
		actions = append(actions, steps[0].Action)
	}
	return actions
}

// Normal returns a position without its past: its counters are as small as they can be,
// and it has no en passant square on which no pawn can capture.
func Normal(p game.Position) (game.Position, error) {
	s := p.Setup()
	s.Halfmove, s.Fullmove, s.Ply = 0, 1, (s.Ply-1)%4+1
	if q := s.EnPassant; q != game.NoSquare {
		board := p.Chess()
		possible := false
		for from := range game.Square(64) {
			if piece := board.At(from); piece.Role() == game.Pawn && piece.Player() == p.Mover() && board.HasPair(game.NewPair(from, q)) {
				possible = true
			}
		}
		if !possible {
			s.EnPassant = game.NoSquare
		}
	}
	return s.Position()
}

// String returns the puzzle as a line of a file.
func (p Puzzle) String() string {
	rating := strconv.Itoa(p.Rating)
	if p.Deviation > 0 {
		rating += "~" + strconv.Itoa(p.Deviation)
	}
	// Without fmt: a position in an interface makes the linker keep all of its methods.
	return strings.Join([]string{p.ID(), rating, p.Goal.String(), strings.Join(p.Themes(), " "), strconv.FormatUint(p.Proof, 10), p.Position.FEN(), string(appendLine(nil, p.Line))}, ";")
}

const fieldCount = 7

// A Head is what a line of a file says, apart from its position.
type Head struct {
	ID                string
	Rating, Deviation int
	Goal              Goal
	Themes            []string
	Proof             uint64
	FEN, Line         string
}

// ParseHead reads a line of a file, but does not look at its position. The code of its
// error is CodeBadPuzzle.
func ParseHead(text string) (Head, error) {
	fields := strings.Split(text, ";")
	if len(fields) != fieldCount {
		return Head{}, bad(text, fmt.Sprintf("a puzzle has %d fields, and this line %d", fieldCount, len(fields)), "give id, rating, goal, themes, proof, FEN and line, with semicolons between them")
	}
	h := Head{ID: fields[0], Themes: strings.Fields(fields[3]), FEN: fields[5], Line: fields[6]}
	rating, deviation, isFitted := strings.Cut(fields[1], "~")
	var err error
	if isFitted {
		if h.Deviation, err = strconv.Atoi(deviation); err != nil || h.Deviation < 1 || h.Deviation > mostDeviation {
			return Head{}, bad(fields[1], "the error of the rating is not a number within the bounds", fmt.Sprintf("give a rating and its error from 1 to %d as in 1250~60", mostDeviation))
		}
	}
	if h.Rating, err = strconv.Atoi(rating); err != nil || h.Rating < MinRating || h.Rating > MaxRating {
		return Head{}, bad(fields[1], "the rating is not a number within the bounds", fmt.Sprintf("give a rating from %d to %d", MinRating, MaxRating))
	}
	if h.Goal, err = ParseGoal(fields[2]); err != nil {
		return Head{}, err
	}
	if h.Proof, err = strconv.ParseUint(fields[4], 10, 53); err != nil {
		return Head{}, bad(fields[4], "the size of the proof is not a number", "give how many positions the proof looked at")
	}
	return h, nil
}

// New returns a puzzle without a rating, from a position, a goal and a line as they are
// in a file. It does not check whether the claim is true; Verify does. The code of its
// error is CodeBadPuzzle, or that of an action or a FEN.
func New(fen string, goal Goal, line string) (*Puzzle, error) {
	p := &Puzzle{Goal: goal}
	var err error
	if p.Position, err = game.ParseFEN(fen); err != nil {
		return nil, err
	}
	if r := p.Position.Result(); r.Over() {
		return nil, bad(fen, "the game is over ("+r.String()+")", "give a position in which something can be played")
	}
	if err := p.fits(); err != nil {
		return nil, err
	}
	if p.Line, err = parseLine(line, p.Position); err != nil {
		return nil, err
	}
	if len(p.Line) != 1 {
		return nil, bad(line, "the line begins with more than one action", "give the one that alone reaches the goal")
	}
	return p, nil
}

// Parse reads a line of a file. It does not check whether the claim is true; Verify does.
// The code of its error is CodeBadPuzzle, or that of an action or a FEN.
func Parse(text string) (Puzzle, error) {
	head, err := ParseHead(text)
	if err != nil {
		return Puzzle{}, err
	}
	p, err := New(head.FEN, head.Goal, head.Line)
	if err != nil {
		return Puzzle{}, err
	}
	p.Rating, p.Deviation, p.Proof = head.Rating, head.Deviation, head.Proof
	if normal, err := Normal(p.Position); err != nil || normal.FEN() != head.FEN {
		return Puzzle{}, bad(head.FEN, "the FEN says more than the puzzle needs", "write it as "+normal.FEN())
	}
	if id := p.ID(); head.ID != id {
		return Puzzle{}, bad(head.ID, "the id is not that of the position", "write it as "+id)
	}
	if themes := p.Themes(); !slices.Equal(head.Themes, themes) {
		return Puzzle{}, bad(strings.Join(head.Themes, " "), "the themes are not those of the puzzle", "write them as "+strings.Join(themes, " "))
	}
	if s := p.String(); s != text {
		return Puzzle{}, bad(text, "the puzzle is not written the one way there is", "write it as "+s)
	}
	return *p, nil
}

// fits reports a goal that the position cannot have.
func (p *Puzzle) fits() error {
	phase := p.Position.Phase()
	switch {
	case !p.Position.IsValid():
		return bad("", "the puzzle has no position", "set it to one in which the goal can be reached")
	case p.Goal.Kind == Defend && phase != game.PhaseBan:
		return bad(p.Goal.String(), "defend asks for a ban, and a move is due", "give a position in which a ban is due, or the goal only")
	case p.Goal.Kind == Only && phase != game.PhaseMove:
		return bad(p.Goal.String(), "only asks for a move, and a ban is due", "give a position in which a move is due, or the goal defend")
	}
	return nil
}
