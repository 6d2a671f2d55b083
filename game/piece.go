package game

// Player is White, Black, or NoPlayer (the winner of a draw).
type Player uint8

// The players.
const (
	NoPlayer Player = iota
	White
	Black
)

var playerNames = [...]string{NoPlayer: "none", White: "white", Black: "black"}

// ParsePlayer reads "white" or "black". The error's code is CodeBadPlayer.
func ParsePlayer(s string) (Player, error) {
	switch s {
	case "white":
		return White, nil
	case "black":
		return Black, nil
	}
	return NoPlayer, &Error{
		Code:    CodeBadPlayer,
		Message: quote(s) + " is not a player",
		Hint:    "write white or black",
		Input:   s,
	}
}

// MustParsePlayer is ParsePlayer for constants; it panics on bad text.
func MustParsePlayer(s string) Player { return must(ParsePlayer(s)) }

// Opponent returns the other player; NoPlayer has none.
func (p Player) Opponent() Player {
	switch p {
	case White:
		return Black
	case Black:
		return White
	}
	return NoPlayer
}

// String returns "white", "black" or "none".
func (p Player) String() string {
	if int(p) < len(playerNames) {
		return playerNames[p]
	}
	return "none"
}

// Name returns the player as a sentence begins with it: "White" or "Black".
func (p Player) Name() string {
	switch p {
	case White:
		return "White"
	case Black:
		return "Black"
	}
	return "Nobody"
}

// AppendTo appends String to b.
func (p Player) AppendTo(b []byte) []byte { return append(b, p.String()...) }

// MarshalText writes String.
func (p Player) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads "white", "black" or "none".
func (p *Player) UnmarshalText(text []byte) error {
	if string(text) == "none" {
		*p = NoPlayer
		return nil
	}
	q, err := ParsePlayer(string(text))
	if err != nil {
		return err
	}
	*p = q
	return nil
}

// Role is what a piece is, whoever owns it.
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

const roleLetters = " pnbrqk"

// Letter returns the role's lower-case letter (p n b r q k), or a space.
func (r Role) Letter() byte {
	if int(r) < len(roleLetters) {
		return roleLetters[r]
	}
	return ' '
}

// String returns the role's name in English, or "none".
func (r Role) String() string {
	switch r {
	case Pawn:
		return "pawn"
	case Knight:
		return "knight"
	case Bishop:
		return "bishop"
	case Rook:
		return "rook"
	case Queen:
		return "queen"
	case King:
		return "king"
	}
	return "none"
}

func roleOf(letter byte) Role {
	for i := 1; i < len(roleLetters); i++ {
		if roleLetters[i] == letter|0x20 {
			return Role(i)
		}
	}
	return NoRole
}

// promotes reports whether a pawn may become the role.
func (r Role) promotes() bool { return r >= Knight && r <= Queen }

// Piece is a role and its owner in one byte. The zero Piece is an empty square.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// NewPiece returns the player's piece of the role, or NoPiece when either is
// none.
func NewPiece(p Player, r Role) Piece {
	if r == NoRole || r > King {
		return NoPiece
	}
	switch p {
	case White:
		return Piece(r)
	case Black:
		return Piece(r) | 8
	}
	return NoPiece
}

// PieceOf reads a FEN letter: upper case for White's pieces, lower case for
// Black's. Anything else is NoPiece.
func PieceOf(letter byte) Piece {
	r := roleOf(letter)
	if letter >= 'a' {
		return NewPiece(Black, r)
	}
	return NewPiece(White, r)
}

// Player returns the piece's owner.
func (p Piece) Player() Player {
	switch {
	case p == NoPiece:
		return NoPlayer
	case p&8 != 0:
		return Black
	}
	return White
}

// Role returns what the piece is.
func (p Piece) Role() Role { return Role(p & 7) }

// Letter returns the FEN letter, or '.' for an empty square.
func (p Piece) Letter() byte {
	switch p.Player() {
	case White:
		return p.Role().Letter() - 0x20
	case Black:
		return p.Role().Letter()
	}
	return '.'
}

// String returns the FEN letter, or "." for an empty square.
func (p Piece) String() string { return string(rune(p.Letter())) }
