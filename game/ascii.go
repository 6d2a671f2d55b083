package game

import "strings"

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
	var b strings.Builder
	b.WriteString(edge)
	for rank := 7; rank >= 0; rank-- {
		b.WriteByte(' ')
		b.WriteByte(byte('1' + rank))
		b.WriteString(" | ")
		for file := 0; file < 8; file++ {
			sq := SquareAt(file, rank)
			open, shut := byte(' '), byte(' ')
			if p.ban.IsValid() && (sq == p.ban.From() || sq == p.ban.To()) {
				open, shut = '[', ']'
			}
			b.WriteByte(open)
			b.WriteByte(p.PieceAt(sq).Letter())
			b.WriteByte(shut)
		}
		b.WriteString("|\n")
	}
	b.WriteString(edge)
	b.WriteString("      a  b  c  d  e  f  g  h\n")
	return b.String()
}

// ASCII returns the current position as text: Position.ASCII.
func (g *Game) ASCII() string { return g.Position().ASCII() }
