package chess_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	notnil "github.com/notnil/chess"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// BenchmarkKiwipete counts plain chess from one position by several programs,
// to the same depth, so that times compare.
func BenchmarkKiwipete(b *testing.B) {
	const depth, nodes = 4, 4085603
	report := func(b *testing.B) {
		b.ReportMetric(nodes*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
	}
	b.Run("banchess", func(b *testing.B) {
		p := position(b, kiwipete)
		for b.Loop() {
			if n := perft(&p, depth); n != nodes {
				b.Fatal(n)
			}
		}
		report(b)
	})
	b.Run("peer=notnil", func(b *testing.B) {
		opt, err := notnil.FEN(kiwipete)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if n := notnilPerft(notnil.NewGame(opt).Position(), depth); n != nodes {
				b.Fatal(n)
			}
		}
		report(b)
	})
}

// BenchmarkPerftFairy counts the same beside a Fairy-Stockfish that the variable
// FAIRY_STOCKFISH names or that is in PATH.
func BenchmarkPerftFairy(b *testing.B) {
	const depth, nodes = 4, 4085603
	fairy := os.Getenv("FAIRY_STOCKFISH")
	for _, name := range []string{"fairy-stockfish", "/usr/games/fairy-stockfish"} {
		if path, err := exec.LookPath(name); err == nil && fairy == "" {
			fairy = path
		}
	}
	if fairy == "" {
		b.Skip("there is no Fairy-Stockfish")
	}
	b.Run("banchess", func(b *testing.B) {
		p := position(b, kiwipete)
		for b.Loop() {
			if n := perft(&p, depth); n != nodes {
				b.Fatal(n)
			}
		}
		b.ReportMetric(nodes*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
	})
	b.Run("peer=fairy-stockfish", func(b *testing.B) {
		perft, stop := startFairy(b, fairy, depth)
		for b.Loop() {
			if got := perft(); got != fmt.Sprintf("Nodes searched: %d", nodes) {
				b.Fatal(got)
			}
		}
		b.ReportMetric(nodes*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		stop()
	})
}

func notnilPerft(p *notnil.Position, depth int) int {
	moves := p.ValidMoves()
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += notnilPerft(p.Update(m), depth-1)
	}
	return n
}

// startFairy starts the other engine and returns a function that lets it count
// once and returns its total.
func startFairy(b *testing.B, path string, depth int) (perft func() string, stop func()) {
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	fmt.Fprintf(in, "position fen %s\n", kiwipete)
	perft = func() string {
		fmt.Fprintf(in, "go perft %d\n", depth)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "Nodes searched") {
				return strings.TrimSpace(lines.Text())
			}
		}
		return "no answer"
	}
	return perft, func() {
		fmt.Fprintln(in, "quit")
		if err := cmd.Wait(); err != nil {
			b.Error(err)
		}
	}
}
