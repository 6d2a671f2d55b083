// Package torture tests what the page promises, by random hands, for go run ./scripts torture.
package torture

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
