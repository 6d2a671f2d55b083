// Package together tests games of two people in two browsers, by code or in a room.
package together

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
