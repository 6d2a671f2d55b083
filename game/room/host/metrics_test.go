//go:build !js

package host

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/banchess/banchess/game/room"
)

// TestMetricsTwice: the measures of a second host do not go into the registry of the first.
func TestMetricsTwice(t *testing.T) {
	o := Options{Journal: &room.Memory{}, Metrics: prometheus.NewRegistry()}
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer h.end()
	if _, err := New(o); err == nil {
		t.Error("two hosts have their measures in one registry")
	}
}
