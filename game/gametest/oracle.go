package gametest

import (
	"fmt"
	"strconv"
	"strings"
)

// position is a board with all that a FEN says. Squares are numbered from a1 = 0
// over b1 = 1 to h8 = 63; a piece is the letter that FEN has for it, '.' none.
type position struct {
	board     [64]byte
	white     bool // the mover is White
	castling  string
	passant   int // the square behind a pawn that has just come two squares, or -1
	halfmoves int
	fullmove  int
	ply       int
	ban       string // "e2e4", or "" where none is in force

	listed bool     // whether these are known:
	legal  []string // the mover's legal moves in chess, which a ban does not change
}

// Oracle is a game by the rules of Ban Chess, written down a second time. It
// shares no code with packages game and chess: 64 squares of letters, every pair of
// squares tried for every piece, every move made to see whether the king can be
// taken, bans by leaving out. It is made to be read, not to be fast, and what it is
// given must be sound.
type Oracle struct {
	past   []position // the last one is the current one
	played []string
}

// NewOracle starts a game from an extended FEN.
func NewOracle(fen string) *Oracle {
	f := strings.Fields(fen)
	p := position{white: f[1] == "w", castling: f[2], passant: -1}
	for i := range p.board {
		p.board[i] = '.'
	}
	for down, row := range strings.Split(f[0], "/") {
		file := 0
		for _, letter := range []byte(row) {
			if letter >= '1' && letter <= '8' {
				file += int(letter - '0')
				continue
			}
			p.board[(7-down)*8+file] = letter
			file++
		}
	}
	if f[3] != "-" {
		p.passant = square(f[3])
	}
	p.halfmoves, _ = strconv.Atoi(f[4])
	p.fullmove, _ = strconv.Atoi(f[5])
	last, ban, _ := strings.Cut(strings.TrimRight(f[6], "+#="), ":")
	p.ply, _ = strconv.Atoi(last)
	p.ban = ban
	return &Oracle{past: []position{p}}
}

func square(name string) int { return int(name[0]-'a') + 8*int(name[1]-'1') }

func name(square int) string { return string([]byte{'a' + byte(square%8), '1' + byte(square/8)}) }

func (g *Oracle) now() *position { return &g.past[len(g.past)-1] }

// Actions are those that may be played, in BCN.
func (g *Oracle) Actions() []string {
	if reason, _ := g.Result(); reason != "" {
		return nil
	}
	p := g.now()
	var actions []string
	seen := map[string]bool{}
	for _, move := range p.moves() {
		if p.ply%2 == 1 {
			// Pairs: the four promotions are one.
			if pair := move[:4]; !seen[pair] {
				seen[pair] = true
				actions = append(actions, "b:"+pair)
			}
		} else if move[:4] != p.ban {
			actions = append(actions, "m:"+move)
		}
	}
	return actions
}

// Play plays one of the actions.
func (g *Oracle) Play(action string) {
	next := *g.now()
	if pair, ok := strings.CutPrefix(action, "b:"); ok {
		next.ban = pair
	} else {
		next.move(strings.TrimPrefix(action, "m:"))
		next.ban = ""
	}
	next.ply++
	g.past = append(g.past, next)
	g.played = append(g.played, action)
}

// Undo takes the last action back.
func (g *Oracle) Undo() {
	g.past = g.past[:len(g.past)-1]
	g.played = g.played[:len(g.played)-1]
}

// Result is why the game has ended, in the words of package game, and who has won:
// "white", "black" or "" for a draw. The reason is "" while the game goes on.
func (g *Oracle) Result() (reason, winner string) {
	p := g.now()
	left := 0
	for _, move := range p.moves() {
		if move[:4] != p.ban {
			left++
		}
	}
	byBan := ""
	if p.ban != "" {
		byBan = "_by_ban"
	}
	if left == 0 && p.attacked(p.king(p.white), !p.white) {
		if p.white {
			return "checkmate" + byBan, "black"
		}
		return "checkmate" + byBan, "white"
	}
	if left == 0 {
		return "stalemate" + byBan, ""
	}
	switch {
	case p.ply%2 == 0: // the other endings come with a move
		return "", ""
	case g.repeated() >= 3:
		return "threefold_repetition", ""
	case p.halfmoves >= 100:
		return "fifty_move_rule", ""
	case p.bare():
		return "insufficient_material", ""
	}
	return "", ""
}

// repeated is how often the position has stood at a ban ply.
func (g *Oracle) repeated() int {
	n, now := 0, g.now()
	for i := range g.past {
		p := &g.past[i]
		// A game from the middle of a move has no ban ply before it.
		if p.ply%2 == 0 && i > 0 {
			continue
		}
		if p.board == now.board && p.white == now.white && p.castling == now.castling && p.passant == now.passant {
			n++
		}
	}
	return n
}

// bare reports kings alone, with one knight or bishop, or with bishops that all
// stand on one colour.
func (p *position) bare() bool {
	knights, colours := 0, [2]int{}
	for at, piece := range p.board {
		switch piece {
		case '.', 'k', 'K':
		case 'n', 'N':
			knights++
		case 'b', 'B':
			colours[(at/8+at%8)%2]++
		default:
			return false
		}
	}
	bishops := colours[0] + colours[1]
	return knights == 0 && (colours[0] == 0 || colours[1] == 0) || knights == 1 && bishops == 0
}

// FEN is the extended FEN.
func (g *Oracle) FEN() string {
	p := g.now()
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row := string(p.board[rank*8 : rank*8+8])
		for n := 8; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	side, passant, last := "b", "-", strconv.Itoa(p.ply)
	if p.white {
		side = "w"
	}
	if p.passant >= 0 {
		passant = name(p.passant)
	}
	if p.ban != "" {
		last += ":" + p.ban
	}
	reason, winner := g.Result()
	switch {
	case winner != "":
		last += "#"
	case reason != "":
		last += "="
	case p.attacked(p.king(p.white), !p.white):
		last += "+"
	}
	return fmt.Sprintf("%s %s %s %s %d %d %s", strings.Join(rows, "/"), side, p.castling, passant, p.halfmoves, p.fullmove, last)
}
