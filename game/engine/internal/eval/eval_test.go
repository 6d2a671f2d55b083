package eval

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// walk calls f with positions of random games without check, in which kings cross the middle and men
// go.
func walk(seed uint64, f func(p chess.Position)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 20 {
		p := game.New().Position().Chess()
		for range 150 {
			var list chess.MoveList
			if p.Moves(&list); len(list.Slice()) == 0 {
				break
			}
			p.Play(list.Slice()[rng.IntN(len(list.Slice()))])
			if !p.InCheck() {
				f(p)
			}
		}
	}
}

// random returns a network's file of random weights.
func random(seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 0))
	var file []byte
	for range (InputCount + 1) * Hidden {
		file = append(file, byte(int8(rng.IntN(2*20)-20)))
	}
	for range Buckets * 2 * Hidden {
		file = binary.LittleEndian.AppendUint16(file, uint16(rng.IntN(1600)-800))
	}
	for range Buckets {
		file = binary.LittleEndian.AppendUint32(file, uint32(rng.IntN(4000)-2000))
	}
	return file
}

// TestInputs compares the inputs with those that are found square by square.
func TestInputs(t *testing.T) {
	var in Inputs
	seen := map[uint16]bool{}
	walk(1, func(p chess.Position) {
		in.Set(&p)
		for i, side := range []chess.Player{p.Mover(), p.Mover().Opponent()} {
			got, want := slices.Sorted(slices.Values(in.On(i))), slowly(&p, side)
			if !slices.Equal(got, want) {
				t.Fatalf("%v, seen by %v: %v, want %v", p.Board(), side, got, want)
			}
			for _, on := range got {
				seen[on] = true
			}
		}
	})
	if len(seen) < 1500 {
		t.Errorf("only %d of %d inputs were 1", len(seen), InputCount)
	}
}

// TestMostInputs finds the inputs where there are most of them: all men with all pawns passed, and
// nine queens.
func TestMostInputs(t *testing.T) {
	var in Inputs
	for fen, last := range map[string]int{
		"rnbqkbnr/8/PPPPPPPP/8/8/pppppppp/8/RNBQKBNR w - - 0 1 1": countFree + 5,
		"kn6/pp6/8/QQQQQQQQ/8/8/8/K6Q w - - 0 1 1":                countReach + 3*16 + 15,
	} {
		p := game.MustParseFEN(fen).Chess()
		in.Set(&p)
		for i, side := range []chess.Player{chess.White, chess.Black} {
			if got, want := slices.Sorted(slices.Values(in.On(i))), slowly(&p, side); !slices.Equal(got, want) {
				t.Errorf("%s, seen by %v: %v, want %v", fen, side, got, want)
			}
		}
		if !slices.Contains(in.On(0), uint16(firstCount+last)) {
			t.Errorf("%s: the input %d is 0", fen, firstCount+last)
		}
	}
}

// slowly returns the inputs that are 1 for a side, in their order.
func slowly(p *chess.Position, viewer chess.Player) []uint16 {
	board, occupied := p.Board(), p.Occupied()
	attackers := func(by chess.Player, q chess.Square) (n int) {
		for from, piece := range board {
			if piece.Player() != by || piece == chess.NoPiece {
				continue
			}
			attacks := chess.Attacks(piece.Role(), chess.Square(from), occupied)
			if piece.Role() == chess.Pawn {
				attacks = chess.PawnAttacks(by, chess.Square(from))
			}
			if attacks.Has(q) {
				n++
			}
		}
		return n
	}
	attackedBy := func(by chess.Player, r chess.Role, q chess.Square) bool {
		for from, piece := range board {
			if piece.Player() == by && piece.Role() == r && chess.Attacks(r, chess.Square(from), occupied).Has(q) {
				return true
			}
		}
		return false
	}
	as := func(q chess.Square) int {
		rank, file := q.Rank(), q.File()
		if viewer == chess.Black {
			rank = 7 - rank
		}
		if p.King(viewer).File() > 3 {
			file = 7 - file
		}
		return 8*rank + file
	}
	var on []int
	for i, player := range []chess.Player{viewer, viewer.Opponent()} {
		other, king := player.Opponent(), p.King(player)
		near := func(q chess.Square) bool { return chess.KingAttacks(king).Has(q) }
		count := func(first, n, most int) { on = append(on, 2560+128+i*195+first+min(n, most)) }
		steps, weak, twice, all, both := 0, 0, 0, 0, 0
		var reach, checks [4]int
		for q := range chess.Square(64) {
			piece, own, theirs := board[q], attackers(player, q), attackers(other, q)
			mine := piece != chess.NoPiece && piece.Player() == player
			if mine && piece.Role() == chess.King {
				on = append(on, 2560+i*64+as(q))
			} else if mine {
				way := 0
				if theirs > 0 {
					way = 1 + min(own, 2)
				}
				on = append(on, ((i*5+int(piece.Role()-chess.Pawn))*4+way)*64+as(q))
			}
			if near(q) && !mine && theirs == 0 {
				steps++
			}
			kings := 0
			if near(q) {
				kings = 1
			}
			if near(q) || q == king {
				if theirs > 0 && own-kings == 0 {
					weak++
				}
				if theirs > 1 && own < 2 {
					twice++
				}
			}
			all += min(own, 1)
			both += min(own/2, 1)
			byPawn := false
			for _, from := range []int{-9, -7, 7, 9} {
				if at := int(q) + from; at >= 0 && at < 64 && board[at].Player() == other && board[at].Role() == chess.Pawn && chess.PawnAttacks(other, chess.Square(at)).Has(q) {
					byPawn = true
				}
			}
			for k := range reach {
				if attackedBy(player, chess.Knight+chess.Role(k), q) && !mine && !byPawn {
					reach[k]++
				}
			}
		}
		last, two := 0, 0
		for k := range checks {
			r := chess.Knight + chess.Role(k)
			for q := range chess.Square(64) {
				free := board[q] == chess.NoPiece || board[q].Player() == player
				if !free || !chess.Attacks(r, king, occupied).Has(q) || !attackedBy(other, r, q) {
					continue
				}
				own, theirs := attackers(player, q), attackers(other, q)
				safe := own == 0 || own == 1 && near(q) && theirs > 1
				answers := 0
				for to := range chess.Square(64) {
					mine := board[to] != chess.NoPiece && board[to].Player() == player
					if near(to) && !mine && attackers(other, to) == 0 && !chess.Attacks(r, q, occupied&^king.Bit()).Has(to) {
						answers++
					}
				}
				if safe {
					checks[k]++
				} else {
					answers += min(own, 2)
					if near(q) && theirs > 1 {
						answers--
					}
				}
				if answers <= 1 {
					last++
				} else if answers == 2 {
					two++
				}
			}
		}
		for k, n := range checks {
			if n > 0 {
				count(4*k, n-1, 3)
			}
		}
		if last > 0 {
			count(16, last-1, 7)
		}
		if two > 0 {
			count(24, two-1, 7)
		}
		count(32, weak, 8)
		count(41, twice, 8)
		count(50, steps, 8)
		count(59, all/3, 15)
		count(75, both/2, 15)
		for k, n := range reach {
			r := chess.Knight + chess.Role(k)
			if has := p.Pieces(player, r) != 0; has {
				count(91+16*k, n/2, 15)
			}
		}
		for q := range chess.Square(64) {
			if board[q] != chess.NewPiece(player, chess.Pawn) {
				continue
			}
			forward, rank := 1, q.Rank()
			if player == chess.Black {
				forward, rank = -1, 7-rank
			}
			passed := true
			for at := q.Rank() + forward; at >= 0 && at < 8; at += forward {
				for file := max(0, q.File()-1); file <= min(7, q.File()+1); file++ {
					piece := board[8*at+file]
					if piece.Role() == chess.Pawn && (piece.Player() == other || file == q.File()) {
						passed = false
					}
				}
			}
			if passed {
				count(155+4*rank+min(q.File(), 7-q.File()), 0, 0)
				if board[int(q)+8*forward] == chess.NoPiece {
					count(187+rank, 0, 0)
				}
			}
		}
	}
	slices.Sort(on)
	var list []uint16
	for _, i := range on {
		list = append(list, uint16(i))
	}
	return list
}

// TestValue compares the sums in lanes with plain ones, straight from the file.
func TestValue(t *testing.T) {
	file := random(1)
	n, err := New(file)
	if err != nil {
		t.Fatal(err)
	}
	at := func(i int) int { return int(int8(file[i])) }
	outputs := file[(InputCount+1)*Hidden:]
	offsets := outputs[Buckets*2*Hidden*2:]
	var in Inputs
	different := map[int]bool{}
	walk(7, func(p chess.Position) {
		in.Set(&p)
		bucket := min((bits.OnesCount64(uint64(p.Occupied()))-2)/4, 7)
		sum := 0
		for side := range 2 {
			for j := range Hidden {
				v := at(InputCount*Hidden + j)
				for _, on := range in.On(side) {
					v += at(int(on)*Hidden + j)
				}
				v = min(max(v, 0), 64)
				sum += v * v * int(int16(binary.LittleEndian.Uint16(outputs[2*((bucket*2+side)*Hidden+j):])))
			}
		}
		want := (sum/64 + int(int32(binary.LittleEndian.Uint32(offsets[4*bucket:])))) * 180 / (64 * 256)
		if got := n.value(&in); got != want {
			t.Fatalf("%v is worth %d, want %d", p.Board(), got, want)
		}
		different[want] = true
	})
	if len(different) < 500 {
		t.Errorf("only %d different values", len(different))
	}
}

// TestSymmetry checks that a position is worth the same with the colours exchanged, and with the files mirrored.
func TestSymmetry(t *testing.T) {
	var e Evaluator
	walk(3, func(p chess.Position) {
		for name, turn := range map[string]chess.Square{"colours": 56, "files": 7} {
			setup := chess.Setup{Mover: p.Mover(), EnPassant: chess.NoSquare, Fullmove: 1}
			if turn == 56 {
				setup.Mover = setup.Mover.Opponent()
			}
			for q, piece := range p.Board() {
				if piece != chess.NoPiece && turn == 56 {
					piece = chess.NewPiece(piece.Player().Opponent(), piece.Role())
				}
				setup.Board[chess.Square(q)^turn] = piece
			}
			other := chess.NewPosition(setup)
			if a, b := e.Evaluate(&p), e.Evaluate(&other); a != b {
				t.Fatalf("%v is worth %d, with its %s exchanged %d", p.Board(), a, name, b)
			}
		}
	})
}

// TestTrained checks that the network that comes with the program is read, and knows what men are worth.
func TestTrained(t *testing.T) {
	n, err := New([]byte(assets.Network))
	if err != nil {
		t.Fatal(err)
	}
	const bound = 10_000 // engine.MaxCentipawns
	for b, outputs := range n.outputs {
		sum := 0
		for _, w := range slices.Concat(outputs[0][:], outputs[1][:]) {
			sum += max(int(w), -int(w)) * SumUnit
		}
		if most := (sum + max(int(n.offsets[b]), -int(n.offsets[b]))) * OutputScale / (SumUnit * OutputUnit); most > bound {
			t.Errorf("output %d may reach %d centipawns", b, most)
		}
	}
	var e Evaluator
	worth := func(without chess.Square) int {
		start := game.StartPosition().Chess()
		setup := chess.Setup{Board: start.Board(), Mover: chess.White, EnPassant: chess.NoSquare, Fullmove: 1}
		if without != chess.NoSquare {
			setup.Board[without] = chess.NoPiece
		}
		p := chess.NewPosition(setup)
		return e.Evaluate(&p)
	}
	for name, row := range map[string]struct {
		square chess.Square
		least  int
	}{"knight": {57, 100}, "rook": {56, 150}, "queen": {59, 300}} {
		if more := worth(row.square) - worth(chess.NoSquare); more < row.least {
			t.Errorf("without Black's %s the start is worth %d more, want %d at least", name, more, row.least)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	file := random(1)
	for _, bad := range [][]byte{nil, file[1:], append(file, 0)} {
		if _, err := New(bad); err == nil || !strings.Contains(err.Error(), "bytes, want") {
			t.Errorf("%d bytes: %v", len(bad), err)
		}
	}
}
