// Package shell tests what all of the page has: its layout, keys, settings and storage, what is spoken, and its releases.
package shell

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
