// Package play tests games on the board, alone or against the computer.
package play

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
