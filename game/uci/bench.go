package uci

import (
	"context"
	"fmt"
	"strconv"

	"github.com/banchess/banchess/game/engine"
)

// BenchLine is how a benchmark ends, for OpenBench and people: "N nodes M nps".
func BenchLine(b engine.Benchmark) string {
	return fmt.Sprintf("%d nodes %d nps", b.Nodes, b.NodesPerSecond())
}

// startBench obeys "bench [<depth>]". The options and the position make no
// difference to it; like a search it can be stopped.
func (s *server) startBench(ctx context.Context, args []string) error {
	depth := engine.BenchDepth
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 || n > engine.MaxDepth || len(args) > 1 {
			return fmt.Errorf("bench wants a depth from 1 to %d, or nothing for %d", engine.MaxDepth, engine.BenchDepth)
		}
		depth = n
	}
	s.start(ctx, &running{limited: true}, func(ctx context.Context) []string {
		b, err := engine.Bench(ctx, depth, func(b engine.Benchmark) {
			s.say("info string position %d of %d, %d nodes", b.Done, b.Of, b.Nodes)
		}, s.config.Yield)
		if err != nil {
			return []string{"info string bench was stopped"}
		}
		return []string{BenchLine(b)}
	})
	return nil
}
