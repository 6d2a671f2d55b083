package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

func main() {
	_ = os.Args
	for i := 0; i < 3; i++ {
		b, err := engine.Bench(context.Background(), 8, nil, nil)
		fmt.Println(b.Nodes, b.NodesPerSecond(), err)
	}
	t := time.Now()
	n := game.Perft(game.StartPosition(), 1)
	fmt.Println("perft", n, float64(n)/time.Since(t).Seconds()/1e6)
}
