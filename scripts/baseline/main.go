//go:build js

// Command baseline is a minimal Ebiten program. It is the yardstick for two
// budgets: how much larger banchess.wasm may be than the graphics library that
// it needs, and how much longer it may take to show its first frame. It is
// built with the same flags and the same Ebiten version, so the ratio stays
// fair when either changes.
package main

import (
	"log"

	"github.com/hajimehoshi/ebiten/v2"
)

type empty struct{}

func (empty) Update() error              { return nil }
func (empty) Draw(*ebiten.Image)         {}
func (empty) Layout(w, h int) (int, int) { return w, h }

func main() {
	if err := ebiten.RunGame(empty{}); err != nil {
		log.Print(err)
	}
}
