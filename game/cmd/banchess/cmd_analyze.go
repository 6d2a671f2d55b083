package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/analysis"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/tables"
)

// mostNodes is the largest number of positions that a search may be given.
const mostNodes int = min(1e15, math.MaxInt)

// positionJSON is what analyze says of a position, on a line of its own. Scores
// are those of the player to act, as in UCI and in the JSON messages.
type positionJSON struct {
	Ply    game.Ply        `json:"ply"`
	Phase  string          `json:"phase"`
	Player string          `json:"player"`
	FEN    string          `json:"fen"`
	Played string          `json:"played,omitempty"` // in BCN, with its indicator
	Lines  []analysis.Line `json:"lines"`
	Victor string          `json:"victor,omitempty"` // of a game that is over
	Reason game.Reason     `json:"reason,omitempty"`
}

func newAnalyze() *cobra.Command {
	var limits engine.Limits
	var hash, threads, number, ply, nodes int
	cmd := &cobra.Command{
		Use:   "analyze [FEN | FILE]",
		Short: "Find the best bans and moves of a position or a game",
		Long: `Finds the best bans or moves of a position, or of every position of a game, with
scores and the lines that follow. The input is a FEN, a file in any format that
convert reads, or standard input.

Scores are in pawns from White’s side. With --json each position is one object; its
score is that of the player to act, in hundredths of a pawn or turns to mate. With up
to four men on the board, the answer comes from exact tables instead of a search.`,
		Example: `  banchess analyze "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1"
  banchess analyze --time 200ms --lines 1 game.pgn`,
		RunE: func(cmd *cobra.Command, args []string) error {
			limits.Nodes = uint64(nodes)
			if limits.MoveTime == 0 && limits.Depth == 0 && limits.Nodes == 0 {
				limits.MoveTime = time.Second
			}
			g, err := cli.ReadGame(cmd, args, number)
			if err != nil {
				return err
			}
			if g, err = cli.AtPly(cmd, g, ply); err != nil {
				return err
			}
			a := analyzer{cmd: cmd, limits: limits}
			if a.engine, err = engine.New(engine.Options{Hash: hash, Threads: threads}); err != nil {
				return err
			}
			if g.Len() == 0 || cmd.Flags().Changed("ply") {
				return a.analyzePosition(g)
			}
			return a.analyzeGame(g)
		},
	}
	flags := cmd.Flags()
	cli.DurationVar(flags, &limits.MoveTime, "time", 0, "time for each position (1s if no limit is given)")
	cli.NumberVar(flags, &limits.Depth, "depth", 0, 1, engine.MaxDepth, "moves to look ahead")
	cli.NumberVar(flags, &nodes, "nodes", 0, 1, mostNodes, "positions to search")
	cli.NumberVar(flags, &limits.Lines, "lines", 3, 1, 500, "lines to find")
	cli.NumberVar(flags, &hash, "hash", 64, 1, engine.MaxHash, "memory for the search, in MB")
	cli.NumberVar(flags, &threads, "threads", 1, 1, engine.MaxThreads, "threads to search with")
	cli.NumberVar(flags, &number, "game", 1, 1, cli.MostGames, "number of the game in the input")
	cli.PlyFlag(cmd, &ply, "the position at this ply of the game alone")
	return cmd
}

type analyzer struct {
	cmd    *cobra.Command
	engine *engine.Engine
	limits engine.Limits
}

// useTables has the engine know the exact tables, if a position has few enough men for one. They
// take a second or so, which the limits do not count.
func (a analyzer) useTables(g *game.Game) error {
	options := a.engine.Options()
	board := g.Position().Chess()
	if options.Tables != nil || board.Occupied().Count() > tables.MaxMen {
		return nil
	}
	set, err := cli.Tables()
	if err != nil {
		return err
	}
	options.Tables = set
	return a.engine.Configure(options)
}

// search returns the best lines of a position, none when the game is over.
func (a analyzer) search(g *game.Game) ([]analysis.Line, error) {
	if g.Over() {
		return []analysis.Line{}, nil
	}
	if err := a.useTables(g); err != nil {
		return nil, err
	}
	found, err := a.engine.Search(a.cmd.Context(), g, a.limits, nil)
	return analysis.Lines(g.Position(), found), err
}

// describe says how a game stands, for JSON.
func describe(g *game.Game, lines []analysis.Line) positionJSON {
	p := g.Position()
	j := positionJSON{Ply: p.Ply(), Phase: p.Phase().String(), Player: p.ActivePlayer().String(), FEN: g.FEN(), Lines: lines}
	if r := g.Result(); r.Over() {
		j.Victor, j.Reason = r.Winner.String(), r.Reason
		if r.Draw() {
			j.Victor = "draw"
		}
	}
	return j
}

func (a analyzer) analyzePosition(g *game.Game) error {
	bar := cli.NewBar(a.cmd, "thinking", -1)
	a.engine.Report = func(i engine.Info) { bar.Say(fmt.Sprintf("depth %d", i.Depth)) }
	lines, err := a.search(g)
	bar.Done()
	if err != nil {
		return err
	}
	out := a.cmd.OutOrStdout()
	if cli.AsJSON(a.cmd) {
		cli.WriteJSON(out, describe(g, lines))
		return a.cmd.Context().Err()
	}
	p := g.Position()
	switch {
	case g.Over():
		fmt.Fprintln(out, g.Result())
	case p.Phase() == game.PhaseBan:
		fmt.Fprintf(out, term.Text("Ply %s: %s bans one of %s’s moves\n"), p.Ply(), p.ActivePlayer().Name(), p.Mover().Name())
	default:
		fmt.Fprintf(out, "Ply %s: %s moves\n", p.Ply(), p.ActivePlayer().Name())
	}
	if len(lines) > 0 && lines[0].Exact {
		fmt.Fprintln(out, analysis.Verdict(p, lines[0]))
	}
	for _, l := range lines {
		fmt.Fprintf(out, "%16s  depth %2d  %s\n", analysis.Words(l.Score, p.ActivePlayer()), l.Depth, strings.Join(l.Line, " "))
	}
	return a.cmd.Context().Err()
}

// analyzeGame analyses every position of a game, the last one included.
func (a analyzer) analyzeGame(g *game.Game) error {
	out, ctx := a.cmd.OutOrStdout(), a.cmd.Context()
	if !cli.AsJSON(a.cmd) {
		fmt.Fprintf(out, "%4s  %-10s  %16s  %s\n", "ply", "played", "score", "best")
	}
	bar := cli.NewBar(a.cmd, "analysing", int64(g.Len()+1))
	defer bar.Done()
	played := g
	g = game.NewFrom(g.Start())
	for i := 0; ; i++ {
		lines, err := a.search(g)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		bar.Clear()
		last := i == played.Len()
		if cli.AsJSON(a.cmd) {
			j := describe(g, lines)
			if !last {
				j.Played = played.BCN()[i]
			}
			cli.WriteJSON(out, j)
		} else {
			a.writeRow(g, lines, played, i)
		}
		if last {
			return nil
		}
		bar.Add(1)
		if err := g.Play(played.Entry(i).Action); err != nil {
			return err
		}
	}
}

// writeRow writes a position of a game: what was played there, and what was best.
func (a analyzer) writeRow(g *game.Game, lines []analysis.Line, played *game.Game, i int) {
	out, p := a.cmd.OutOrStdout(), g.Position()
	text := ""
	if i < played.Len() {
		text = played.ActionLog()[i]
	}
	if len(lines) == 0 {
		fmt.Fprintf(out, "%4s  %-10s  %s\n", p.Ply(), text, g.Result())
		return
	}
	for n, l := range lines {
		ply := p.Ply().String()
		if n > 0 {
			ply, text = "", ""
		}
		fmt.Fprintf(out, "%4s  %-10s  %16s  %s\n", ply, text, analysis.Words(l.Score, p.ActivePlayer()), strings.Join(l.Line[:min(10, len(l.Line))], " "))
	}
}
