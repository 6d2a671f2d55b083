//go:build !js

package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room/host"
	"github.com/banchess/banchess/game/room/journal"
)

// journalTime is the most time that a journal has to open.
const journalTime = time.Minute

// open opens the rooms. It returns the handler of them and of the rest, and what ends them.
func (o Rooms) open(cmd *cobra.Command, rest http.Handler) (http.Handler, func(context.Context) error, error) {
	ctx, cancel := context.WithTimeout(cmd.Context(), journalTime)
	defer cancel()
	var to slog.Handler = slog.NewTextHandler(cmd.ErrOrStderr(), nil)
	if cli.AsJSON(cmd) {
		to = slog.NewJSONHandler(cmd.ErrOrStderr(), nil)
	}
	log := slog.New(to)
	var j *journal.Journal
	var err error
	if o.Dir != "" {
		j, err = journal.Open(ctx, o.Dir, log)
	} else {
		j, err = journal.Connect(ctx, o.NATS, log)
	}
	if err != nil {
		text := err.Error()
		for _, address := range strings.FieldsFunc(o.NATS, func(r rune) bool { return r == ',' || r == ' ' }) {
			text = strings.ReplaceAll(text, address, "…") // it may have a password
		}
		return nil, nil, &game.Error{Code: codeNoJournal, Message: "rooms cannot be kept: " + text, Hint: "look at --rooms or --nats; one program works in a folder at a time"}
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	h, err := host.New(host.Options{
		Journal: j, Keep: time.Duration(o.Days) * 24 * time.Hour, Log: log, Limits: host.Limits{}.TimesPerAddress(o.Times),
		TrustProxy: o.TrustProxy, Origins: o.Origins, Metrics: registry,
	})
	if err != nil {
		return nil, nil, errors.Join(err, j.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("/", h.Handler(rest))
	mux.Handle("GET /metrics", nearby(promhttp.HandlerFor(registry, promhttp.HandlerOpts{})))
	return mux, func(ctx context.Context) error { return errors.Join(h.Drain(ctx), j.Close()) }, nil
}

// nearby serves requests from this computer and its network, which no proxy has passed on: a
// proxy writes X-Forwarded-For, or the Host that it passes on is a public name.
func nearby(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil || !isNear(from.Addr()) || r.Header.Get("X-Forwarded-For") != "" || !isNearHost(r.Host) {
			http.NotFound(w, r)
			return
		}
		h.ServeHTTP(w, r)
	})
}

func isNear(a netip.Addr) bool {
	a = a.Unmap()
	return a.IsLoopback() || a.IsPrivate()
}

// isNearHost reports whether a host is a near address, or a name without a dot, which only a
// near network knows.
func isNearHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if a, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return isNear(a)
	}
	return host != "" && !strings.Contains(host, ".")
}
