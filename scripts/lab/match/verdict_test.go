package match

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
)

// A game is decided when the answers of both players name the same loser often enough.
func TestVerdict(t *testing.T) {
	const w, b, none = game.White, game.Black, game.NoPlayer
	actors := []game.Player{w, w, b, b} // White moves and bans, Black moves and bans
	for _, tt := range []struct {
		name  string
		limit int
		score func(i int, by game.Player) int // of an answer
		want  game.Player
	}{
		{"both say that White is lost", 600, func(i int, by game.Player) int { return -700 * sign(by) }, w},
		{"both say that Black is lost", 600, func(i int, by game.Player) int { return map[game.Player]int{w: 600, b: -30000}[by] }, b},
		{"only White says so", 600, func(i int, by game.Player) int { return map[game.Player]int{w: -900, b: 599}[by] }, none},
		{"one of them doubts now and then", 600, func(i int, by game.Player) int { return map[bool]int{true: 0, false: 700 * sign(by)}[i%8 == 7] }, none},
		{"without a limit", 0, func(i int, by game.Player) int { return 30000 * sign(by) }, none},
	} {
		v, got, at := verdict{limit: tt.limit}, none, 0
		for ; at < 40 && got == none; at++ {
			by := actors[at%4]
			got = v.add(by, tt.score(at, by))
		}
		if got != tt.want || (got != none && at != agreeing) {
			t.Errorf("%s: %v after %d answers, want %v", tt.name, got, at, tt.want)
		}
	}
}

// A match of engines gives its decided games up, and writes that into their file.
func TestDecidedGames(t *testing.T) {
	player := Player{Name: "engine", Limits: "nodes 200", Start: inProcess(func(in io.Reader, out io.Writer) error {
		return uci.Run(t.Context(), in, out, uci.Config{Seed: 1})
	})}
	c := Config{
		Players: [2]Player{player, player}, Pairs: 2, Seed: 1, Opening: 8, Most: 400, Resign: 500,
		Patience: time.Minute, File: filepath.Join(t.TempDir(), "games.pgn"),
	}
	if _, err := Play(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	resigned := 0
	for games := game.NewPGNReader(strings.NewReader(read(t, c.File))); ; {
		g, err := games.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if g.Result().Reason == game.Resignation {
			resigned++
		}
	}
	if resigned == 0 {
		t.Errorf("no game was given up: %s", read(t, c.File))
	}
}

func sign(p game.Player) int {
	if p == game.White {
		return 1
	}
	return -1
}
