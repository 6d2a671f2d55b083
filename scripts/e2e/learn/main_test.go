// Package learn tests Learn: lessons, puzzles, storms and the progress.
package learn

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
