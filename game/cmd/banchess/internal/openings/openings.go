// Package openings writes what was played in a position, for people.
package openings

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/explore"
	"github.com/banchess/banchess/game/internal/words"
)

// width is the number of characters of a bar.
const width = 20

// Write writes a line about the position, and a table of what was played: how often, how it
// ended, and what the engine says of it. The position is that of a game that goes on.
func Write(w io.Writer, p game.Position, found explore.Found) {
	what := fmt.Sprintf("%s moves", p.Mover().Name())
	if p.Phase() == game.PhaseBan {
		what = fmt.Sprintf("%s bans one of %s’s moves", p.ActivePlayer().Name(), p.Mover().Name())
	}
	n := found.Total.Games()
	fmt.Fprintf(w, "Ply %s: %s. %s\n", p.Ply(), what, words.Count(n, "game"))
	if n == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-9s %8s %7s   %-*s %7s %7s %7s  %s\n", "", "games", "of all", width, "", "White", "drawn", "Black", "engine")
	for _, r := range found.Rows {
		name := r.SAN
		if r.Action.IsBan() {
			name = "ban " + name
		}
		line(w, name, r.Count, n, opinion(r.Eval))
	}
	listed := explore.Count{}
	for _, r := range found.Rows {
		listed.White, listed.Drawn, listed.Black, listed.Open = listed.White+r.White, listed.Drawn+r.Drawn, listed.Black+r.Black, listed.Open+r.Open
	}
	t := found.Total
	if rest := (explore.Count{White: t.White - listed.White, Drawn: t.Drawn - listed.Drawn, Black: t.Black - listed.Black, Open: t.Open - listed.Open}); rest.Games() > 0 {
		line(w, "others", rest, n, "")
	}
}

// line writes a row of the table.
func line(w io.Writer, name string, c explore.Count, all int, opinion string) {
	text := fmt.Sprintf("%-9s %8d %6.1f%%", name, c.Games(), 100*float64(c.Games())/float64(all))
	if _, ok := c.Share(); ok {
		white, drawn, black := shares(c)
		text += fmt.Sprintf("   %s %6.1f%% %6.1f%% %6.1f%%", bar(white, drawn), white, drawn, black)
	} else {
		text += strings.Repeat(" ", 3+width+3*8)
	}
	fmt.Fprintln(w, strings.TrimRight(text+"  "+opinion, " "))
}

// shares returns the results in percent of the finished games.
func shares(c explore.Count) (white, drawn, black float64) {
	n := float64(c.White + c.Drawn + c.Black)
	return 100 * float64(c.White) / n, 100 * float64(c.Drawn) / n, 100 * float64(c.Black) / n
}

// bar draws White's games, those drawn, and Black's.
func bar(white, drawn float64) string {
	cells := func(percent float64) int { return int(math.Round(percent * width / 100)) }
	a, b := cells(white), cells(white+drawn)
	return strings.Repeat("#", a) + strings.Repeat("-", b-a) + strings.Repeat(".", width-b)
}

// opinion writes an evaluation in pawns, as White sees it.
func opinion(e *game.Eval) string {
	switch {
	case e == nil:
		return ""
	case e.Mate != 0:
		return fmt.Sprintf("#%d", e.Mate)
	}
	return fmt.Sprintf("%+.2f", float64(e.Centipawns)/100)
}
