// Package eval gives a position its static value.
//
// The value is computed by a small network, which is trained on positions of the engine's games
// against itself, their results and the scores of its search (go run ./scripts lab train). Its inputs
// are the men on their squares, whether they are attacked and guarded, and some counts of what matters
// most under bans, such as the checks that leave one answer (inputs.go, counts.go). In the positions
// of the training the mover is not in check, because the search rarely evaluates such a position. A
// bare king has an evaluation of its own (endings.go).
//
// Nothing is updated as moves are made: a move changes the attackers and guards of many other men.
package eval

import (
	"sync"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// trained is the network that comes with the program.
var trained = sync.OnceValue(func() *Network {
	n, err := New([]byte(assets.Network))
	if err != nil {
		panic(err) // TestTrained reads it
	}
	return n
})

// An Evaluator computes the static value of positions. The zero Evaluator uses the network that comes
// with the program.
type Evaluator struct {
	network *Network
	inputs  Inputs
}

// NewEvaluator returns an evaluator by another network.
func NewEvaluator(n *Network) *Evaluator { return &Evaluator{network: n} }

// Evaluate returns the value of a position at a ban ply in centipawns, from the
// mover's point of view. Each side has a king.
func (e *Evaluator) Evaluate(p *chess.Position) int {
	if v, ok := bareKings(p); ok {
		return v
	}
	if e.network == nil {
		e.network = trained()
	}
	e.inputs.Set(p)
	return e.network.value(&e.inputs)
}
