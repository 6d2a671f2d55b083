package tune

import (
	"bufio"
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
)

// played returns the game of the actions, as UCI writes them, from the start.
func played(t *testing.T, actions string) *game.Game {
	t.Helper()
	g, err := uci.ParsePosition(strings.Fields("startpos moves " + actions))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// scholar is a game that White wins by a ban.
const scholar = "a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5 a2a3 f3f7 e8f7"

func TestShare(t *testing.T) {
	won := played(t, scholar)
	going := played(t, "a2a3 e2e4")
	stale, err := game.NewFromFEN("7k/5Q2/8/8/8/8/8/K7 b - - 0 1 3")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name         string
		end          *game.Game
		white, black float64
	}{
		{"White wins", won, 1, 0},
		{"broken off", going, 0.5, 0.5},
		{"stalemate", stale, 0.5, 0.5},
	} {
		if white, black := share(row.end.Result(), game.White), share(row.end.Result(), game.Black); white != row.white || black != row.black {
			t.Errorf("%s: %v and %v, want %v and %v", row.name, white, black, row.white, row.black)
		}
	}
}

// material is a side's balance in pawns.
func material(p game.Position, side game.Player) int {
	n, board := 0, p.Chess()
	for role, worth := range map[game.Role]int{game.Pawn: 1, game.Knight: 3, game.Bishop: 3, game.Rook: 5, game.Queen: 9} {
		n += worth * (board.Pieces(side, role).Count() - board.Pieces(side.Opponent(), role).Count())
	}
	return n
}

// TestPositions: what is written can be read, is at ban plies, and its scores
// and results speak of the mover: on the whole they favour the side with more
// pieces, for either colour.
func TestPositions(t *testing.T) {
	var data strings.Builder
	if err := Positions(t.Context(), &data, 6, 150, 1, nil); err != nil {
		t.Fatal(err)
	}
	var scores, results [2]float64
	count := 0
	for lines := bufio.NewScanner(strings.NewReader(data.String())); lines.Scan(); count++ {
		fields := strings.Split(lines.Text(), ";")
		p, err := game.FromStandardFEN(fields[0])
		if err != nil || p.Phase() != game.PhaseBan || p.InCheck() {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		share, _ := strconv.ParseFloat(fields[1], 64)
		score, _ := strconv.ParseFloat(fields[2], 64)
		ahead := float64(material(p, p.Mover()))
		scores[p.Mover().Index()] += ahead * score
		results[p.Mover().Index()] += ahead * (share - 0.5)
	}
	for _, side := range []game.Player{game.White, game.Black} {
		if i := side.Index(); scores[i] <= 0 || results[i] <= 0 {
			t.Errorf("mover %v: material agrees with scores by %v, with results by %v", side, scores[i], results[i])
		}
	}
	if count == 0 {
		t.Error("no position was written")
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Positions(ctx, &data, 1, 150, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
