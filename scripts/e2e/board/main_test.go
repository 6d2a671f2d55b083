// Package board tests the board, its looks, and the pictures that are made of it.
package board

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
