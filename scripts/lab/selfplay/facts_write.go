package selfplay

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
)

// Write writes the facts as Markdown. The command is what made them, searched the
// nodes that each first move was searched with.
func (f *Facts) Write(w io.Writer, command string, searched uint64) error {
	var s strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&s, format+"\n", args...) }
	line("# First facts about Ban Chess")
	line("")
	line("What games of the engine against itself say of the game. Written by")
	line("")
	line("    %s", command)
	line("")
	line("from %d games, of which %d differ, with %s nodes an action, seed %s (`go run ./scripts lab selfplay`),", f.Games, f.Distinct, list(f.Nodes), f.Seed)
	line("by the engine whose `bench` is %s nodes.", f.Bench)
	line("White moves first, so Black bans first. Intervals are of 95 %%. Shares are of the points, a draw")
	line("being half a point.")
	f.writeWinners(line)
	f.writeEnds(line)
	f.writeEdges(line)
	f.writeFirstMoves(line, searched)
	line("")
	line("%s", strings.TrimSpace(caveats))
	_, err := io.WriteString(w, s.String())
	return err
}

const caveats = `
## What cannot be concluded

- Whether White or Black wins with perfect play: these are games of one engine of
  middling strength against itself. What both sides do not see, neither is
  punished for.
- How people would fare: the engine overlooks no ban.
- Whether a value under another is the worse move: values that differ by less
  than the search is off by, some tens of centipawns, are the same here.
- From random openings, who wins from the start: a random ban is a gift to the
  mover, and a random move one to the banner.
- White's share after the best first ban: with a few thousand nodes the engine does
  not know which that is, and the games begin with the few bans above.
- That a material edge wins, or a score: who is ahead in material is often ahead
  in more than that.
`

func list(nodes []uint64) string {
	words := make([]string, len(nodes))
	for i, n := range nodes {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, " or ")
}

// percent writes a share with its interval.
func (o *outcomes) percent() string {
	mean, off := o.share()
	return fmt.Sprintf("%.1f ± %.1f %%", 100*mean, 100*off)
}

func (f *Facts) writeWinners(line func(string, ...any)) {
	line("")
	line("## Who wins")
	line("")
	line("Openings are *varied*, drawn from the actions that the search likes, the better the likelier, or")
	line("*random*, drawn from all.")
	line("")
	line("| opening | nodes | games | White wins | drawn | Black wins | White's share |")
	line("|---|--:|--:|--:|--:|--:|--:|")
	keys := slices.SortedFunc(maps.Keys(f.By), func(a, b group) int {
		return strings.Compare(fmt.Sprintf("%s %09d", b.kind, 1_000_000-b.nodes), fmt.Sprintf("%s %09d", a.kind, 1_000_000-a.nodes))
	})
	for _, k := range keys {
		o, nodes := f.By[k], "all"
		if k.nodes > 0 {
			nodes = fmt.Sprint(k.nodes)
		}
		line("| %s | %s | %d | %d | %d | %d | %s |", k.kind, nodes, o.count(), o.wins, o.draws, o.losses, o.percent())
	}
	if len(f.Bans) == 0 {
		return
	}
	line("")
	line("In varied openings, by what Black bans first. To the search all bans but the best are worth the")
	line("same, so that those with which games began are the first %d of its list and no others.", variety)
	line("")
	line("| first ban | games | White's share |")
	line("|---|--:|--:|")
	bans := slices.SortedFunc(maps.Keys(f.Bans), func(a, b game.Pair) int {
		if n := f.Bans[b].count() - f.Bans[a].count(); n != 0 {
			return n
		}
		return int(a) - int(b)
	})
	for _, ban := range bans {
		line("| %s | %d | %s |", ban, f.Bans[ban].count(), f.Bans[ban].percent())
	}
}

func (f *Facts) writeEnds(line func(string, ...any)) {
	line("")
	line("## How games end, and when")
	line("")
	line("| end | games | of all | White wins | Black wins |")
	line("|---|--:|--:|--:|--:|")
	for _, reason := range game.Reasons() {
		if o := f.Reasons[reason]; o != nil {
			part := outcomes{wins: o.count(), losses: f.Games - o.count()}
			line("| %s | %d | %s | %d | %d |", reason.Words(), o.count(), part.percent(), o.wins, o.losses)
		}
	}
	if f.Broken > 0 {
		line("| broken off, counted as drawn | %d | | | |", f.Broken)
	}
	if n := len(f.Lengths); n > 0 {
		at := func(share float64) int { return f.Lengths[min(n-1, int(share*float64(n)))] }
		line("")
		line("Length in actions, bans and moves: shortest %d, a tenth up to %d, a quarter up to %d, half up to %d, three", f.Lengths[0], at(0.1), at(0.25), at(0.5))
		line("quarters up to %d, nine tenths up to %d, longest %d. Four actions are one of chess's full moves.", at(0.75), at(0.9), f.Lengths[n-1])
	}
}

func (f *Facts) writeEdges(line func(string, ...any)) {
	line("")
	line("## What an advantage is worth")
	line("")
	line("A side is ahead by so many pawns (a minor piece is 3, a rook 5, a queen 9) when it stays so over")
	line("eight actions; each game counts once for each side and size. 9 is nine or more.")
	line("")
	line("| ahead by | cases | won | drawn | lost | its share |")
	line("|--:|--:|--:|--:|--:|--:|")
	for size := 1; size < edges; size++ {
		o := &f.Edge[size]
		line("| %d | %d | %d | %d | %d | %s |", size, o.count(), o.wins, o.draws, o.losses, o.percent())
	}
	for _, need := range []float64{0.75, 0.9} {
		if size := f.needed(need); size > 0 {
			line("")
			line("From %d pawns' worth on, a side made %.0f %% of the points or more.", size, 100*need)
		}
	}
	line("")
	line("What the search says just after the opening, in hundreds of centipawns to the nearest (the last is")
	line("%d or more, or a mate), for the side that it calls better:", scores-1)
	line("")
	line("| score | games | its share |")
	line("|--:|--:|--:|")
	for i := range f.Scored {
		line("| %d | %d | %s |", i, f.Scored[i].count(), f.Scored[i].percent())
	}
}

// needed returns the smallest edge from which on the share is at least so much, 0
// for none.
func (f *Facts) needed(share float64) int {
	needed := 0
	for size := edges - 1; size > 0; size-- {
		if mean, _ := f.Edge[size].share(); mean < share || f.Edge[size].count() < 10 {
			break
		}
		needed = size
	}
	return needed
}

func (f *Facts) writeFirstMoves(line func(string, ...any), searched uint64) {
	if len(f.First) == 0 {
		return
	}
	line("")
	line("## First bans and first moves")
	line("")
	line("The value of each first move for White, who bans next, by a search with %d nodes; the ban it", searched)
	line("likes best, and Black's answer under it. A ban takes the best move away: by this table Black does")
	line("best to ban %s, and White then to play %s. Every other ban is worth the same, for it leaves %s.",
		f.First[0].Pair, f.First[min(1, len(f.First)-1)].Move, f.First[0].Move)
	line("")
	line("| first move | for White | White bans | Black answers |")
	line("|---|--:|---|---|")
	for _, m := range f.First {
		score := fmt.Sprintf("%+.2f", float64(m.Score.Centipawns)/100)
		if m.Score.Mate != 0 {
			score = fmt.Sprintf("mate %d", m.Score.Mate)
		}
		line("| %s | %s | %s | %s |", m.Move, score, m.Ban.Pair(), m.Reply)
	}
}
