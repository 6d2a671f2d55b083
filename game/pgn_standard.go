package game

import "strings"

// FromStandardPGN reads the first game of a PGN of ordinary chess, which has no bans. It
// returns the position after the last move, at the ban ply before the next one, as
// FromStandardFEN does. A tag FEN has six fields. Comments, glyphs and variations are
// ignored. If something cannot be read or played, or is a ban, the error has line, column
// and token.
func FromStandardPGN(text string) (Position, error) {
	s := scanner{text, mark{0, place{1, 1}}}
	end, moves := StartPosition(), 0
	for {
		s.skipSpace()
		start, word := s.place, ""
		var err error
		switch c := s.peek(); {
		case s.done() || c == '[' && moves > 0:
			if moves == 0 {
				return Position{}, noGame.error().at(start)
			}
			return end, nil
		case c == '[':
			name, value, ok := s.tagPair()
			switch {
			case !ok:
				word, err = "[", badTagPair.error()
			case name == "FEN":
				word = "[FEN]"
				end, err = FromStandardFEN(value)
			}
		case c == '{':
			comment, ok := s.comment()
			if word = "{"; !ok {
				err = openComment.error()
			} else if _, ok := banText(comment); ok {
				err = hasBans.error()
			}
		case c == '(':
			if _, ok := s.variations(nil); !ok {
				word, err = "(", openVariation.error()
			}
		case c == ';' || c == '%' && s.column == 1:
			s.restOfLine()
		default:
			word = strings.TrimRight(withoutNumber(s.word()), "!?")
			if _, ok := resultToken(word); ok && moves > 0 {
				return end, nil
			}
			if word != "" && word[0] != '$' && word != "e.p." {
				end, err = end.playStandard(word)
				moves++
			}
		}
		if err != nil {
			e := *err.(*Error)
			e.Token = word
			return Position{}, e.at(start)
		}
	}
}

// playStandard returns the position after a move that is not preceded by a ban.
func (p Position) playStandard(san string) (Position, error) {
	due := Position{n: p.n, ply: p.ply + 1}
	m, err := due.ParseSAN(san)
	if err != nil {
		return p, err
	}
	return due.Play(MoveAction(m))
}
