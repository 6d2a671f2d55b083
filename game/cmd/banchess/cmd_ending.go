package main

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/cmd/banchess/internal/play"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/tables"
)

type endingFlags struct {
	play.Options
	hold  bool
	board string
}

func newEnding() *cobra.Command {
	var f endingFlags
	cmd := &cobra.Command{
		Use:   "ending [NAME]",
		Short: "Endings to practise against exact tables",
		Long: `Gives a position of an ending that you win, whatever is banned, and plays the other
side as well as it can be played: an exact table knows each position of three and four
men. With --hold you have the other side, in a position that is drawn, until fifty
moves are over or the same position stands for the third time. Afterwards you see how
many moves a win took you, and the shortest way.

The name says the men, White's first: KRKN is king and rook against king and knight.
Without a name the endings are listed. An action is typed as in play; "hint" and
"analyze" ask the table.`,
		Example: `  banchess ending
  banchess ending KRKN
  banchess ending KQKR --hold`,
		Args:        cobra.MaximumNArgs(1),
		Annotations: map[string]string{cli.NoJSON: "ending is for people; for programs the engine of banchess uci has the option TablePath"},
		RunE:        func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.hold, "hold", false, "hold a draw with the other side instead")
	cli.ChoiceVar(cmd, &f.board, "board", "auto", boards, "how to draw the board")
	return cmd
}

// endings returns the names of the endings that the program has tables of.
func endings() []string {
	names := []string{"KQK", "KRK"}
	// An embedded folder can be read.
	files, _ := fs.Glob(assets.Tables, "tables/*"+tables.Ext)
	for _, f := range files {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(f, "tables/"), tables.Ext))
	}
	return names
}

// shippedTables returns the tables that the program carries.
func shippedTables() (*tables.Set, error) {
	folder, err := fs.Sub(assets.Tables, "tables")
	if err != nil {
		return nil, err
	}
	return tables.ReadFiles(folder)
}

func (f *endingFlags) run(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), strings.Join(endings(), "\n"))
		return nil
	}
	name := strings.ToUpper(args[0])
	if !slices.Contains(endings(), name) {
		return cli.Usagef("%s: there is no table of that ending; banchess ending lists them", args[0])
	}
	set, err := shippedTables()
	if err != nil {
		return err
	}
	start, ok := drawEnding(set, name, f.hold, rand.New(rand.NewPCG(rand.Uint64(), 0)))
	if !ok {
		return cli.Usagef("%s: no position was found that is %s; try another ending", name, map[bool]string{false: "won", true: "drawn"}[f.hold])
	}
	f.Game = game.NewFrom(start)
	f.Think = time.Second // where no table answers
	f.White, f.Black = play.Player{}, play.Player{Engine: true, Level: engine.Levels}
	if f.hold {
		f.White, f.Black, f.Flipped = f.Black, f.White, true
	} else if f.Shortest, err = shortestWay(cmd.Context(), set, f.Game); err != nil {
		return err
	}
	f.Tables = set
	return runDialogue(cmd, &f.Options, f.board, func(c console.Console) error {
		return play.New(f.Options, c, term.Colors(cmd.OutOrStdout())).Run(cmd.Context())
	})
}

// shortestWay returns the shortest win of an ending as movetext.
func shortestWay(ctx context.Context, set *tables.Set, g *game.Game) (string, error) {
	e, err := engine.New(engine.Options{Hash: 1, Tables: set})
	if err != nil {
		return "", err
	}
	found, err := e.Search(ctx, g, engine.Limits{}, nil)
	if err != nil {
		return "", err
	}
	won := g.Clone()
	for _, a := range found.Lines[0].Actions {
		if err := won.Play(a); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("The shortest win takes %d moves: %s", max(found.Score.Mate, -found.Score.Mate), won.Movetext()), nil
}

// drawEnding returns a random position of an ending that White wins before the fifty-move rule
// ends the game, with White to move, or that is drawn.
func drawEnding(set *tables.Set, name string, drawn bool, rng *rand.Rand) (p game.Position, ok bool) {
	second := strings.LastIndexByte(name, 'K')
	for range 1_000_000 {
		s := game.NewSetup()
		free := true
		for i, letter := range []byte(strings.ToLower(name)) {
			player := game.White
			if i >= second {
				player = game.Black
			}
			role := game.King
			for role.Letter() != letter {
				role--
			}
			q := game.Square(rng.IntN(64))
			free = free && s.Board[q] == game.NoPiece
			s.Board[q] = game.NewPiece(player, role)
		}
		p, err := s.Position()
		if !free || err != nil || p.Result().Over() || p.InCheck() {
			continue
		}
		board := p.Chess()
		v, known := set.Probe(&board)
		if known && (drawn && v == 0 || !drawn && v.Distance() > 2 && v > 0 && v.Distance() < 100) {
			return p, true
		}
	}
	return p, false
}
