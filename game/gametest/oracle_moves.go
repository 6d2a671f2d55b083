package gametest

import "strings"

// moves are the mover's legal moves in chess: "e2e4", "e7e8q".
func (p *position) moves() []string {
	if !p.listed {
		p.listed, p.legal = true, p.list()
	}
	return p.legal
}

func (p *position) list() []string {
	var legal []string
	for from := range 64 {
		if !p.own(from, p.white) {
			continue
		}
		for to := range 64 {
			if !p.goes(from, to) {
				continue
			}
			after := *p
			after.move(name(from) + name(to))
			if after.attacked(after.king(p.white), !p.white) {
				continue
			}
			promotions := []string{""}
			if lower(p.board[from]) == 'p' && (to/8 == 0 || to/8 == 7) {
				promotions = []string{"q", "r", "b", "n"}
			}
			for _, piece := range promotions {
				legal = append(legal, name(from)+name(to)+piece)
			}
		}
	}
	return legal
}

func lower(piece byte) byte {
	if piece >= 'A' && piece <= 'Z' {
		return piece + 'a' - 'A'
	}
	return piece
}

// own reports whether a piece of a side stands on a square.
func (p *position) own(at int, white bool) bool {
	piece := p.board[at]
	return piece != '.' && (piece == lower(piece)) != white
}

func (p *position) king(white bool) int {
	letter := byte('k')
	if white {
		letter = 'K'
	}
	for at, piece := range p.board {
		if piece == letter {
			return at
		}
	}
	return -1
}

// distance is how many files and ranks lie from one square to another.
func distance(from, to int) (files, ranks int) { return to%8 - from%8, to/8 - from/8 }

func absolute(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// clear reports whether nothing stands between two squares of a line.
func (p *position) clear(from, to int) bool {
	files, ranks := distance(from, to)
	step := sign(files) + 8*sign(ranks)
	for at := from + step; at != to; at += step {
		if p.board[at] != '.' {
			return false
		}
	}
	return true
}

// hits reports whether the piece on a square attacks another square, whatever
// stands there.
func (p *position) hits(from, to int) bool {
	if from == to {
		return false
	}
	files, ranks := distance(from, to)
	f, r := absolute(files), absolute(ranks)
	straight, diagonal := f == 0 || r == 0, f == r
	switch p.board[from] {
	case 'P':
		return ranks == 1 && f == 1
	case 'p':
		return ranks == -1 && f == 1
	}
	switch lower(p.board[from]) {
	case 'n':
		return f*r == 2
	case 'k':
		return f <= 1 && r <= 1
	case 'b':
		return diagonal && p.clear(from, to)
	case 'r':
		return straight && p.clear(from, to)
	case 'q':
		return (straight || diagonal) && p.clear(from, to)
	}
	return false
}

// attacked reports whether a side attacks a square.
func (p *position) attacked(at int, white bool) bool {
	for from := range 64 {
		if p.own(from, white) && p.hits(from, at) {
			return true
		}
	}
	return false
}

// goes reports whether the mover's piece may go to a square, apart from what
// becomes of the king.
func (p *position) goes(from, to int) bool {
	if p.own(to, p.white) {
		return false
	}
	files, ranks := distance(from, to)
	switch lower(p.board[from]) {
	case 'p':
		ahead, home := -1, 6
		if p.white {
			ahead, home = 1, 1
		}
		if files == 0 {
			one := p.board[to] == '.' && ranks == ahead
			two := p.board[to] == '.' && ranks == 2*ahead && from/8 == home && p.clear(from, to)
			return one || two
		}
		return p.hits(from, to) && (p.own(to, !p.white) || to == p.passant)
	case 'k':
		if files == 2 || files == -2 {
			return p.castles(from, to)
		}
	}
	return p.hits(from, to)
}

// castles reports whether the king may castle to a square: the right is there,
// nothing between king and rook, and the king neither in check nor through one.
func (p *position) castles(from, to int) bool {
	corner, right := map[string][2]string{
		"e1g1": {"h1", "K"}, "e1c1": {"a1", "Q"},
		"e8g8": {"h8", "k"}, "e8c8": {"a8", "q"},
	}[name(from)+name(to)], ""
	if right = corner[1]; right == "" || !strings.Contains(p.castling, right) || !p.own(from, right < "a") {
		return false
	}
	return p.clear(from, square(corner[0])) && !p.attacked(from, !p.white) && !p.attacked((from+to)/2, !p.white)
}

// move makes a move that goes.
func (p *position) move(move string) {
	from, to := square(move), square(move[2:])
	piece := p.board[from]
	p.listed, p.legal = false, nil
	files, ranks := distance(from, to)
	pawn, king := lower(piece) == 'p', lower(piece) == 'k'

	p.halfmoves++
	if pawn || p.board[to] != '.' {
		p.halfmoves = 0
	}
	p.board[from], p.board[to] = '.', piece
	if pawn && to == p.passant && files != 0 {
		p.board[from/8*8+to%8] = '.'
	}
	if king && absolute(files) == 2 {
		corner := from/8*8 + 7
		if files < 0 {
			corner = from / 8 * 8
		}
		p.board[(from+to)/2], p.board[corner] = p.board[corner], '.'
	}
	if len(move) == 5 {
		p.board[to] = move[4]
		if p.white {
			p.board[to] -= 'a' - 'A'
		}
	}
	p.passant = -1
	if pawn && absolute(ranks) == 2 {
		p.passant = (from + to) / 2
	}
	for _, lost := range []struct{ at, rights string }{{"e1", "KQ"}, {"a1", "Q"}, {"h1", "K"}, {"e8", "kq"}, {"a8", "q"}, {"h8", "k"}} {
		if at := square(lost.at); at == from || at == to {
			for _, right := range lost.rights {
				p.castling = strings.ReplaceAll(p.castling, string(right), "")
			}
		}
	}
	if p.castling == "" {
		p.castling = "-"
	}
	if !p.white {
		p.fullmove++
	}
	p.white = !p.white
}
