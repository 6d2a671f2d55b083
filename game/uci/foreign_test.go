package uci_test

import (
	"bytes"
	"log"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/notnil/chess"
	foreign "github.com/notnil/chess/uci"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
)

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestForeignClient lets a client that others have written for ordinary chess drive
// the engine: it reads our options, infos and answers, and sends positions, searches
// and stops in its own way. A ban is to it one more move.
func TestForeignClient(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Skip(err) // a browser has no processes
	}
	t.Setenv(engineVariable, "1")
	// The client writes down what it hears. A search that is to be stopped is stopped
	// when it has said something.
	var e *foreign.Engine
	var stop atomic.Bool
	heard := writerFunc(func(line []byte) (int, error) {
		if bytes.Contains(line, []byte("info depth")) && stop.CompareAndSwap(true, false) {
			go e.Run(foreign.CmdStop)
		}
		return len(line), nil
	})
	e, err = foreign.New(self, foreign.Debug, foreign.Logger(log.New(heard, "", 0)))
	if err != nil {
		t.Skip(err)
	}
	run := func(cmds ...foreign.Cmd) {
		t.Helper()
		if err := e.Run(cmds...); err != nil {
			t.Fatal(err)
		}
	}
	// Close also kills what has ended by then.
	t.Cleanup(func() { _ = e.Close() })

	run(foreign.CmdUCI, foreign.CmdIsReady)
	if id := e.ID(); !strings.HasPrefix(id["name"], "banchess") || id["author"] == "" {
		t.Errorf("id %v", id)
	}
	options := e.Options()
	for name, kind := range map[string]foreign.OptionType{
		// It reads no name of two words, and no option without a default.
		"Hash": foreign.OptionSpin, "MultiPV": foreign.OptionSpin, "UCI_LimitStrength": foreign.OptionCheck,
		"Ponder": foreign.OptionCheck, "UCI_Variant": foreign.OptionCombo,
	} {
		if options[name].Type != kind {
			t.Errorf("option %s: %+v", name, options[name])
		}
	}
	run(foreign.CmdSetOption{Name: "Hash", Value: "1"}, foreign.CmdSetOption{Name: "Skill Level", Value: "3"},
		foreign.CmdUCINewGame, foreign.CmdIsReady)

	g := game.New()
	start := chess.StartingPosition()
	var moves []*chess.Move
	for !g.Over() && len(moves) < 60 {
		// Each limit in its turn, and last a search that is stopped.
		limits := []foreign.CmdGo{
			{Depth: 1}, {Nodes: 50}, {MoveTime: time.Millisecond},
			{WhiteTime: time.Second, BlackTime: time.Second, WhiteIncrement: time.Millisecond, BlackIncrement: time.Millisecond, MovesToGo: 40},
			{Infinite: true},
		}[len(moves)%5]
		stop.Store(limits.Infinite)
		run(foreign.CmdPosition{Position: start, Moves: moves}, limits)
		found := e.SearchResults()
		action, err := uci.ParseAction(g, found.BestMove.String())
		if err != nil {
			t.Fatalf("after %v: %v", moves, err)
		}
		if len(found.Info.PV) == 0 || found.Info.Depth < 1 || found.Info.Multipv != 1 || found.Info.PV[0].String() != found.BestMove.String() {
			t.Errorf("after %v: %+v", moves, found.Info)
		}
		if err := g.Play(action); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, found.BestMove)
	}
	if len(moves) < 20 && !g.Over() {
		t.Errorf("%d actions", len(moves))
	}
}
