package match

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Step is the result of a player of a ladder against the one below.
type Step struct {
	Below, Above Player
	Tally
}

// Ladder plays a match between each two neighbours in a list of players, from the weakest
// to the strongest, and returns all steps. It keeps the games in a folder, a file for each
// two, and continues after them. It reports each finished step.
func Ladder(ctx context.Context, c Config, folder string, players []Player, done func(Step)) (steps []Step, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	for i := 1; i < len(players); i++ {
		s := Step{Below: players[i-1], Above: players[i]}
		c.Players = [2]Player{s.Above, s.Below}
		c.File = filepath.Join(folder, s.Above.Name+" against "+s.Below.Name+".pgn")
		if s.Tally, err = Play(ctx, c); err != nil {
			return steps, err
		}
		steps = append(steps, s)
		done(s)
	}
	return steps, nil
}

// Table returns the steps as a Markdown table: the score of each player against the one
// below, with its 95% error bar, and its rating. The first player's rating is 0.
func Table(steps []Step) string {
	var b strings.Builder
	b.WriteString("| player | score against the one below | games | Elo |\n| --- | ---: | ---: | ---: |\n")
	rating := 0.0
	for i, s := range steps {
		if i == 0 {
			fmt.Fprintf(&b, "| %s | | | 0 |\n", s.Below.Name)
		}
		score, deviation := s.Score()
		rating += Elo(score)
		fmt.Fprintf(&b, "| %s | %.1f %% ± %.1f | %d | %.0f |\n", s.Above.Name, 100*score, 196*deviation, s.Games, rating)
	}
	return b.String()
}
