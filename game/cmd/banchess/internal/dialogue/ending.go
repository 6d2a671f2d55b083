package dialogue

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
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

// NewEnding returns the command.
func NewEnding() *cobra.Command {
	var f endingFlags
	cmd := &cobra.Command{
		Use:   "ending [NAME]",
		Short: "Practise endings against exact tables",
		Long: `Gives you a position of an ending that you can win, whatever is banned, and plays the
other side perfectly: it has exact tables of all positions with three and four men.
With --hold you have the other side in a drawn position, and hold it until fifty moves
have been played or the same position has occurred three times. At the end you see how
many moves you took, and the shortest win.

The name lists the men, White’s first: KRKN is king and rook against king and knight.
Without a name, all endings are listed, with what you can practise in each. Type
actions as in play; "hint" and "analyze" look into the table.`,
		Example: `  banchess ending
  banchess ending KRKN
  banchess ending KRKP --hold`,
		Args: cli.OneArgument("name"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			if len(args) == 0 {
				for _, e := range endings() {
					names = append(names, e.men+"\t"+menWords(e.men))
				}
			}
			return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
		},
		Annotations: map[string]string{cli.NoJSON: "ending is for people; for programs the engine of banchess uci has the option TablePath"},
		RunE:        func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.hold, "hold", false, "hold a draw with the other side instead")
	cli.ChoiceVar(cmd, &f.board, "board", "auto", boards, drawingBoards)
	return cmd
}

// ending is a position to practise.
type ending struct {
	men   string // "KRKN"
	moves int    // of the shortest win, 0 where Black holds a draw
	fen   string
}

// endings returns the positions, of each ending together.
func endings() (all []ending) {
	for line := range strings.Lines(assets.Endings) {
		men, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		moves, fen, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(moves) // a test reads the file
		all = append(all, ending{men, n, fen})
	}
	return all
}

// menWords returns the men of an ending in words: "rook against knight".
func menWords(men string) string {
	names := map[byte]string{'Q': "queen", 'R': "rook", 'B': "bishop", 'N': "knight", 'P': "pawn"}
	side := func(letters string) string {
		switch {
		case letters == "":
			return "king"
		case len(letters) == 1:
			return names[letters[0]]
		case letters[0] == letters[1]:
			return "two " + names[letters[0]] + "s"
		}
		return names[letters[0]] + " and " + names[letters[1]]
	}
	parts := strings.Split(men, "K")
	return side(parts[1]) + " against " + side(parts[2])
}

// list lists the endings, with what each can be practised for.
func (f *endingFlags) list(w io.Writer) {
	all := endings()
	for i, e := range all {
		if i > 0 && all[i-1].men == e.men {
			continue
		}
		can := func(holds bool) bool {
			return slices.ContainsFunc(all, func(o ending) bool { return o.men == e.men && (o.moves == 0) == holds })
		}
		tasks := strings.TrimSuffix(map[bool]string{true: "win, "}[can(false)]+map[bool]string{true: "hold, "}[can(true)], ", ")
		fmt.Fprintf(w, "%-6s %-30s %s\n", e.men, menWords(e.men), tasks)
	}
	fmt.Fprintln(w, "\nbanchess ending KRKP gives you one to win, banchess ending KRKP --hold one to hold.")
}

func (f *endingFlags) run(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		f.list(cmd.OutOrStdout())
		return nil
	}
	name := strings.ToUpper(args[0])
	all := slices.DeleteFunc(endings(), func(e ending) bool { return e.men != name })
	if len(all) == 0 {
		return cli.Usagef("%s: there is no such ending; banchess ending lists them", args[0])
	}
	all = slices.DeleteFunc(all, func(e ending) bool { return (e.moves == 0) != f.hold })
	if len(all) == 0 {
		if f.hold {
			return cli.Usagef("%s can only be practised without --hold: White wins nearly all of its positions", name)
		}
		return cli.Usagef("%s can only be practised with --hold: White wins hardly any of its positions", name)
	}
	set, err := cli.Tables()
	if err != nil {
		return err
	}
	if f.Options, err = seat(cmd.Context(), f.Options, all[rand.IntN(len(all))], set); err != nil {
		return err
	}
	return runDialogue(cmd, &f.Options, f.board, func(c console.Console) error {
		return play.New(f.Options, c, term.Colors(cmd.OutOrStdout())).Run(cmd.Context())
	})
}

// seat sets up a game from a position, against an engine that knows its table.
func seat(ctx context.Context, o play.Options, e ending, set *tables.Set) (play.Options, error) {
	start, err := game.ParseFEN(e.fen)
	if err != nil {
		return o, err
	}
	o.Game, o.Tables = game.NewFrom(start), set
	o.Think = time.Second // where no table answers
	o.White, o.Black = play.Player{}, play.Player{Engine: true, Level: engine.Levels}
	men := menWords(e.men)
	if e.moves == 0 {
		o.White, o.Black, o.Flipped = o.Black, o.White, true
		white, black, _ := strings.Cut(men, " against ")
		o.Task = "You are Black: " + black + " against " + white + ". Hold the draw: only the right ban does that now."
		return o, nil
	}
	o.Task = fmt.Sprintf("You are White: %s. You can win in %d moves, whatever is banned.", men, e.moves)
	o.Shortest, err = shortestWin(ctx, set, o.Game)
	return o, err
}

// shortestWin returns a game with the shortest win.
func shortestWin(ctx context.Context, set *tables.Set, g *game.Game) (*game.Game, error) {
	e, err := engine.New(engine.Options{Hash: 1, Tables: set})
	if err != nil {
		return nil, err
	}
	found, err := e.Search(ctx, g, engine.Limits{}, nil)
	if err != nil {
		return nil, err
	}
	won := g.Clone()
	for _, a := range found.Lines[0].Actions {
		if err := won.Play(a); err != nil {
			return nil, err
		}
	}
	return won, nil
}
