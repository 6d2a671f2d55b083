// Package bench measures how fast the page is, for go run ./scripts bench.
package bench

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
