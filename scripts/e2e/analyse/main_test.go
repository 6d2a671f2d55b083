// Package analyse tests the page where games are looked at: the engine, the report, the explorer, the list of actions, and the set-up of positions.
package analyse

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
