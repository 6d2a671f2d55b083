//go:build !js

package host

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/banchess/banchess/game"
)

// metrics are the measures of a host.
type metrics struct {
	records  *prometheus.CounterVec
	refusals *prometheus.CounterVec
	latency  prometheus.Histogram
}

func newMetrics(r prometheus.Registerer, h *Host) (*metrics, error) {
	m := &metrics{
		records:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "banchess_records_total", Help: "Records added to rooms, by kind."}, []string{"kind"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "banchess_refusals_total", Help: "Requests refused, by code."}, []string{"code"}),
		latency: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "banchess_request_seconds", Help: "Time from a request to its answer.",
			Buckets: []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5},
		}),
	}
	if r == nil {
		return m, nil
	}
	gauge := func(name, help string, value func() int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value()) })
	}
	for _, c := range []prometheus.Collector{
		m.records, m.refusals, m.latency,
		gauge("banchess_rooms", "Rooms that somebody is in, with this server.", func() int {
			h.mu.Lock()
			defer h.mu.Unlock()
			return len(h.tables) - len(h.idle)
		}),
		gauge("banchess_players", "Players who are connected to this server.", func() int { return int(h.players.Load()) }),
		gauge("banchess_connections", "Players and watchers who are connected to this server.", func() int {
			h.limits.mu.Lock()
			defer h.limits.mu.Unlock()
			return h.limits.open
		}),
	} {
		if err := r.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *metrics) refused(code game.Code) { m.refusals.WithLabelValues(string(code)).Inc() }

func (m *metrics) took(d time.Duration) { m.latency.Observe(d.Seconds()) }
