package chess

// A Player is White, Black, or NoPlayer (the winner of a draw).
type Player uint8

// The players.
const (
	NoPlayer Player = iota
	White
	Black
)

// ParsePlayer reads "white" or "black". The error is a *ParseError.
func ParsePlayer(s string) (Player, error) {
	switch s {
	case "white":
		return White, nil
	case "black":
		return Black, nil
	}
	return NoPlayer, &ParseError{"player", s}
}

// Opponent returns the other player; NoPlayer has none.
func (p Player) Opponent() Player {
	if p == NoPlayer {
		return NoPlayer
	}
	return p.other()
}

// other is Opponent of White or Black, without a branch.
func (p Player) other() Player { return p ^ (White | Black) }

// Index returns 0 for White and 1 for Black, for tables by player.
func (p Player) Index() int { return int(p >> 1 & 1) }

// String returns "white", "black" or "none".
//
//go:noinline
func (p Player) String() string {
	if p > Black {
		p = NoPlayer
	}
	return [...]string{"none", "white", "black"}[p]
}

// Name returns the player as a sentence begins with it: "White", "Black" or
// "Nobody".
//
//go:noinline
func (p Player) Name() string {
	if p > Black {
		p = NoPlayer
	}
	return [...]string{"Nobody", "White", "Black"}[p]
}

// MarshalText writes String.
func (p Player) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads "white", "black", or "none" for NoPlayer.
func (p *Player) UnmarshalText(text []byte) error {
	if string(text) == "none" {
		text = []byte("-")
	}
	return unmarshal(p, text, NoPlayer, ParsePlayer)
}

// A Role is what a piece is, whoever owns it.
type Role uint8

// The roles. NoRole is the promotion of a move that promotes nothing.
const (
	NoRole Role = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

var roleNames = [...]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king"}

const roleLetters = " pnbrqk"

// RoleOf returns the role of a letter (p n b r q k, in either case), or NoRole.
func RoleOf(letter byte) Role {
	for r := Pawn; r <= King; r++ {
		if roleLetters[r] == letter|0x20 {
			return r
		}
	}
	return NoRole
}

// Letter returns the role's lower-case letter (p n b r q k), or a space.
func (r Role) Letter() byte {
	if int(r) < len(roleLetters) {
		return roleLetters[r]
	}
	return ' '
}

// String returns the role's name in English, or "none".
//
//go:noinline
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return roleNames[NoRole]
}

// MarshalText writes String.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a role's name in English, or "none".
func (r *Role) UnmarshalText(text []byte) error {
	return unmarshal(r, text, NoRole, func(s string) (Role, error) {
		for i, name := range roleNames {
			if name == s {
				return Role(i), nil
			}
		}
		return NoRole, &ParseError{"role", s}
	})
}

// CanPromoteTo reports whether a pawn may become the role.
func (r Role) CanPromoteTo() bool { return r >= Knight && r <= Queen }

// A Piece is a role and its owner in one byte. The zero Piece is an empty square.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// NewPiece returns the player's piece of the role, or NoPiece when either is
// none.
func NewPiece(p Player, r Role) Piece {
	if p != White && p != Black || r == NoRole || r > King {
		return NoPiece
	}
	return pieceOf(p, r)
}

// pieceOf is NewPiece without the check.
func pieceOf(p Player, r Role) Piece { return Piece(r) | Piece(p>>1)<<3 }

// PieceOf reads a FEN letter: upper case for White's pieces, lower case for
// Black's. Anything else is NoPiece.
func PieceOf(letter byte) Piece {
	if letter >= 'a' {
		return NewPiece(Black, RoleOf(letter))
	}
	return NewPiece(White, RoleOf(letter))
}

// Player returns the piece's owner.
func (p Piece) Player() Player {
	if p == NoPiece {
		return NoPlayer
	}
	return Player(p>>3&1) + White
}

// Role returns what the piece is.
func (p Piece) Role() Role { return Role(p & 7) }

const pieceLetters = ".PNBRQK..pnbrqk."

// Letter returns the FEN letter, or '.' for an empty square.
func (p Piece) Letter() byte { return pieceLetters[p&15] }

// String returns the FEN letter, or "." for an empty square.
//
//go:noinline
func (p Piece) String() string { return string(rune(p.Letter())) }

// MarshalText writes String.
func (p Piece) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a FEN letter, or "." for an empty square.
func (p *Piece) UnmarshalText(text []byte) error {
	return unmarshal(p, text, NoPiece, func(s string) (Piece, error) {
		if len(s) == 1 {
			if piece := PieceOf(s[0]); piece != NoPiece || s == "." {
				return piece, nil
			}
		}
		return NoPiece, &ParseError{"piece", s}
	})
}
