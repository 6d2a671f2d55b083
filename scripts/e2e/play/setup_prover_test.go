package play

import (
	"fmt"
	"testing"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// proven are positions in which a mate is forced: a ban that mates, a move with a ban in force,
// and a mate that no ban stops.
var proven = []string{
	"rnbqkbnr/1ppppQp1/p7/7p/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3 11+",
	"2br2k1/p1p1Qp1p/2n1pn2/8/2P2B2/2N2N1P/1P2PP2/R3KB2 w Q - 3 21 82:e7d8",
	"2b3r1/2p1kp1p/p3p3/1B6/4q3/5N1P/PP3P1r/3R2K1 w - - 8 31 121+",
	"7k/8/6K1/8/8/8/8/1QR5 w - - 0 1 1",
	"7k/8/8/5K2/8/8/8/1QR5 w - - 0 1 1",
}

// A mate is found as the engine's solver finds it, and its proof is shown on the board: every
// reply has its refutation, and every line ends with the mate.
func TestSetupProves(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	for _, fen := range proven {
		g := rules.NewFrom(rules.MustParseFEN(fen))
		found, err := engine.Solve(t.Context(), g, 4, nil)
		if err != nil {
			t.Fatal(err)
		}
		winner, turns := g.ActivePlayer(), found.Turns
		if turns == 0 {
			winner, turns = winner.Opponent(), found.Lost
		}
		if turns == 0 {
			t.Fatalf("%s has no mate to prove", fen)
		}
		p.SetUp(false)
		p.Fill("#setup-fen", fen)
		p.Press("#setup-solve")
		p.Await("document.querySelector('.setup-mate').dataset.search === 'proven'")
		p.Words("setup-prover", fmt.Sprintf("%s mates in %d", winner.Name(), turns))
		p.Press("#setup-proof")
		p.Await("!(" + e2e.SetupOpen + ") && document.body.dataset.mode === 'analyse' && " + e2e.Game + ".toJSON().fen === " + e2e.Quote(g.FEN()))
		tree, err := rules.ParseTree(p.Text(e2e.SharedPGN))
		if err != nil {
			t.Fatal(err)
		}
		if problem := unproven(tree.Root(), winner); problem != "" {
			t.Errorf("%s: %s\n%s", fen, problem, tree)
		}
		if got := 1 + movesOf(tree.Root(), winner); got != turns && got != turns+1 {
			t.Errorf("%s: the main line has %d moves of the winner, and the mate is in %d", fen, got-1, turns)
		}
	}
}

// movesOf counts the moves of a player in the main line after a node.
func movesOf(n *rules.Node, player rules.Player) (moves int) {
	for n = n.Next(); n != nil; n = n.Next() {
		if _, ok := n.Action.Move(); ok && n.Player() == player {
			moves++
		}
	}
	return moves
}

// unproven returns what is missing of a proof after a node, or "".
func unproven(n *rules.Node, winner rules.Player) string {
	now, next := n.After, n.Children()
	if r := now.Result(); r.Over() {
		if r.Winner != winner {
			return fmt.Sprintf("%s: %s", n, r)
		}
		return ""
	}
	legal := len(now.LegalMoves())
	switch {
	case len(next) == 0:
		return n.String() + ": the line ends there"
	case now.ActivePlayer() == winner:
		if len(next) != 1 {
			return n.String() + ": the winner has several actions"
		}
	case now.Phase() == rules.PhaseMove:
		if len(next) != legal {
			return fmt.Sprintf("%s: %d of %d moves have an answer", n, len(next), legal)
		}
	default:
		// A ban takes the first move away, and leaves the second; any other ban leaves the first.
		if len(next) != 2 || next[0].Action.Pair() != next[1].Next().Action.Pair() {
			return n.String() + ": not every ban has an answer"
		}
	}
	for _, child := range next {
		if problem := unproven(child, winner); problem != "" {
			return problem
		}
	}
	return ""
}

// A mate that is found stays known if the user stops while its proof is written.
func TestSetupUnwritten(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready().SetUp(false)
	p.Fill("#setup-fen", proven[1])
	// The proof may be written between two questions of the test, so the page itself presses Stop.
	p.Must(p.Eval(`new MutationObserver(([{ target }]) => target.dataset.search === "writing" && document.getElementById("setup-stop").click())
		.observe(document.querySelector(".setup-mate"), {attributeFilter: ["data-search"]}), 1`, nil))
	p.Press("#setup-solve")
	p.Words("setup-prover", "White mates in 2, whatever Black bans and plays. It begins with Qxf7+. You stopped before the proof was written.")
	p.Await("document.getElementById('setup-proof') === null && !document.getElementById('setup-solve').disabled")
}

// What is not decided in time, or stopped, is told as that. An edit ends the search.
func TestSetupNotProven(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready().SetUp(false)
	const search = "document.querySelector('.setup-mate').dataset.search"
	option(p, "#setup-seconds", "10")
	p.Press("#setup-solve")
	p.Await(search + " === 'looking'")
	// A number that is typed meanwhile stays in its field. One that cannot be does not.
	const moves = "document.getElementById('setup-halfmoves').value"
	p.Press("#setup-halfmoves")
	p.Must(p.Eval("document.getElementById('setup-halfmoves').select()", nil))
	p.Must(p.Type("123456"))
	p.Await(`/No mate in \d+\. Looking for a mate in \d+\./.test(document.getElementById('setup-prover').textContent)`)
	p.Await(moves + " === '123456'")
	p.Must(p.Key(browser.Enter))
	p.Await(moves + " === '0' && " + search + " === 'looking'")
	p.Press("#setup-stop")
	p.Words("setup-prover", "Stopped. Neither side can force a mate in")
	p.Press("#setup-solve")
	p.Await(search + " === 'undecided'")
	p.Words("setup-prover", "Not decided within 10 seconds. Neither side can force a mate in")
	p.Press("#setup-solve")
	p.Await(search + " === 'looking'")
	p.Must(p.Drag(square(p, "e2"), square(p, "e5")))
	p.Await(search + " === 'off' && document.getElementById('setup-stop') === null")
}
