package game

import (
	"sync"

	"github.com/banchess/banchess/game/chess"
)

// Position is a position of Ban Chess: the board, whose pieces move next, castling, en
// passant, both move counters, the ply, and the ban in force. Positions are immutable
// values. Copying one is cheap, and goroutines may share it. The zero Position is not a
// position: it has an empty board and no legal action. Every other Position obeys the
// rules that a FEN is checked for.
//
// A Position has no past. Threefold repetition, resignation, agreement and time-out
// belong to a Game.
type Position struct {
	n   *board
	ply Ply
	ban Pair
}

// StartFEN is the extended FEN of the start position.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1"

// startPosition is worked out once: every new game begins with it, and a
// Position never changes.
var startPosition = sync.OnceValue(func() Position { return MustParseFEN(StartFEN) })

// StartPosition returns the position before ply 1.
func StartPosition() Position { return startPosition() }

// noBoard is the board of the zero Position.
var noBoard = newBoard(chess.NewPosition(chess.Setup{EnPassant: NoSquare}))

func (p Position) board() *board {
	if p.n == nil {
		return noBoard
	}
	return p.n
}

// IsValid reports whether p is a position, that is, not the zero Position.
func (p Position) IsValid() bool { return p.n != nil }

// Ply returns the ply of the next action.
func (p Position) Ply() Ply { return p.ply }

// Phase returns whether the next action is a ban or a move.
func (p Position) Phase() Phase { return p.ply.Phase() }

// Mover returns the side whose pieces move next.
func (p Position) Mover() Player { return p.board().Mover() }

// ActivePlayer returns the player who acts next.
func (p Position) ActivePlayer() Player { return p.ply.ActivePlayer() }

// Ban returns the ban in force, which only a move ply has. ok is false at a ban ply, and
// at the move ply of a position that was set up without a ban.
func (p Position) Ban() (pair Pair, ok bool) { return p.ban, p.ban.IsValid() }

// PieceAt returns the piece on the square.
func (p Position) PieceAt(sq Square) Piece {
	if !sq.IsValid() {
		return NoPiece
	}
	return p.board().At(sq)
}

// Board returns all 64 squares, a1 first, h8 last.
func (p Position) Board() [64]Piece { return p.board().Board() }

// EnPassant returns the square that a double step has just passed, or NoSquare. It is set
// after every double step, even if no capture is possible.
func (p Position) EnPassant() Square { return p.board().EnPassant() }

// Castling returns the castling rights as a FEN writes them: "KQkq", "-".
func (p Position) Castling() string { return string(appendCastling(nil, p.board().Castling())) }

// HalfmoveClock returns the number of moves, not counting bans, since the last capture or
// pawn move.
func (p Position) HalfmoveClock() int { return p.board().Halfmove() }

// FullmoveNumber returns the number of the full move. It begins at 1 and increases after
// Black's move.
func (p Position) FullmoveNumber() int { return p.board().Fullmove() }

// Chess returns the position of ordinary chess: all of the Position except the ply and
// the ban. It is fast, for programs that ask often.
func (p Position) Chess() chess.Position { return p.board().Position }

// InCheck reports whether the mover's king is attacked.
func (p Position) InCheck() bool { return p.board().check }

// King returns the square of a player's king.
func (p Position) King(pl Player) Square { return p.board().King(pl) }

// Checkers returns the squares of the pieces that give check, in no particular
// order.
func (p Position) Checkers() []Square {
	if !p.InCheck() {
		return nil
	}
	return squaresOf(p.n.Checkers())
}

// Attackers returns the squares of the player's pieces that attack the square, in no
// particular order. It does not matter whose turn it is, and pinned pieces count.
func (p Position) Attackers(sq Square, by Player) []Square {
	if p.n == nil || !sq.IsValid() || by == NoPlayer {
		return nil
	}
	return squaresOf(p.n.Position.Attackers(sq, by, p.n.Occupied()))
}

func squaresOf(set chess.Bitboard) (squares []Square) {
	for ; set != 0; set &= set - 1 {
		squares = append(squares, set.First())
	}
	return squares
}

// Hash returns a hash of the board, the mover, castling, en passant, whether a ban or a
// move is next, and the ban in force. It ignores the counters, and is the same in every
// run and on every machine.
func (p Position) Hash() uint64 {
	if p.n == nil || p.Phase() == PhaseBan {
		return p.board().Key()
	}
	const golden = 0x9e3779b97f4a7c15 // odd: no two bans give the same
	return p.n.Key() ^ (uint64(p.ban)+1)*golden
}

// Play returns the position after a legal action. The error of an illegal action is that
// of Check.
func (p Position) Play(a Action) (Position, error) {
	if err := p.Check(a); err != nil {
		return p, err
	}
	return p.playLegal(a), nil
}

func (p Position) playLegal(a Action) Position {
	if a.IsBan() {
		return Position{n: p.n, ply: p.ply + 1, ban: a.Pair()}
	}
	return Position{n: p.n.play(a.move), ply: p.ply + 1}
}

// Result returns whether and how the position is an ending by itself: checkmate or
// stalemate (by ban if the ban took the last move), the fifty-move rule, insufficient
// material. It knows nothing of repetition, resignation, agreement or time.
func (p Position) Result() Result {
	if p.n == nil {
		return Result{}
	}
	n := p.n
	none := !n.hasOther(p.ban)
	byBan := none && p.ban.IsValid() // a ban in force is a legal one: it took the last pair
	switch {
	case byBan && n.check:
		return Result{n.Mover().Opponent(), CheckmateByBan}
	case none && n.check:
		return Result{n.Mover().Opponent(), Checkmate}
	case byBan:
		return Result{NoPlayer, StalemateByBan}
	case none:
		return Result{NoPlayer, Stalemate}
	case n.Halfmove() >= 100:
		return Result{NoPlayer, FiftyMoveRule}
	case n.InsufficientMaterial():
		return Result{NoPlayer, InsufficientMaterial}
	}
	return Result{}
}

// Indicator returns the indicator that SAN and BCN have after the action that led here:
// "+" for check, "#" for checkmate, "=" for stalemate, otherwise "". (A FEN has "=" for
// every draw.)
func (p Position) Indicator() Indicator { return indicatorOf(p.InCheck(), p.Result()) }

// String returns the extended FEN.
func (p Position) String() string { return p.FEN() }

// MarshalText writes the extended FEN, or an empty text for the zero Position.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.FEN()), nil }

// UnmarshalText reads an extended FEN. An empty text is the zero Position. If it fails, p
// stays as it was.
func (p *Position) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*p = Position{}
		return nil
	}
	q, err := ParseFEN(string(text))
	if err != nil {
		return err
	}
	*p = q
	return nil
}

// ASCII returns the board as text, White's side below, the banned pair's
// squares in brackets:
//
//	   +-------------------------+
//	 8 |  r  n  b  q  k  b  n  r |
//	…
//	 4 |  .  .  .  . [.] .  .  . |
//	…
//	   +-------------------------+
//	      a  b  c  d  e  f  g  h
func (p Position) ASCII() string {
	const edge = "   +-------------------------+\n"
	b := []byte(edge)
	for rank := 7; rank >= 0; rank-- {
		row := []byte(" 8 |  .  .  .  .  .  .  .  . |\n")
		row[1] = byte('1' + rank)
		for file := range 8 {
			sq, cell := SquareAt(file, rank), row[5+3*file:]
			cell[1] = p.PieceAt(sq).Letter()
			if p.ban.IsValid() && (sq == p.ban.From() || sq == p.ban.To()) {
				cell[0], cell[2] = '[', ']'
			}
		}
		b = append(b, row...)
	}
	return string(b) + edge + "      a  b  c  d  e  f  g  h\n"
}

// ASCII returns the current position as text: Position.ASCII.
func (g *Game) ASCII() string { return g.Position().ASCII() }
