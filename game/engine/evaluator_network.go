//go:build network

package engine

import (
	"os"

	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/eval"
	"github.com/banchess/banchess/game/engine/internal/network"
)

// networkFile is the environment variable that names the network's file.
const networkFile = "BANCHESS_NETWORK"

// trained is the network in use. A program that is built for it and has none ends.
var trained = func() *network.Network {
	file, err := os.ReadFile(os.Getenv(networkFile))
	if err != nil {
		panic(networkFile + ": " + err.Error())
	}
	n, err := network.NewNetwork(file)
	if err != nil {
		panic(networkFile + ": " + err.Error())
	}
	return n
}()

// evaluator is the network's, but where a king is bare, of which the games say too little.
type evaluator struct {
	net  network.Evaluator
	made bool
}

func (e *evaluator) Evaluate(p *chess.Position) int {
	if v, ok := eval.BareKing(p); ok {
		return v
	}
	if !e.made {
		e.net, e.made = network.NewEvaluator(trained), true
	}
	return e.net.Evaluate(p)
}
