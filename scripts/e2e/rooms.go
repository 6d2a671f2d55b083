//go:build !js

package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// RoomsHere starts a server of rooms, for a [Visit] to wrap around that of the site.
func RoomsHere(t *testing.T) func(http.Handler) http.Handler {
	t.Helper()
	h, err := host.New(host.Options{Journal: &room.Memory{}, Limits: host.Limits{Messages: 1000, AddressRate: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Drain(t.Context()) }) // whoever is still there goes with the server
	return func(rest http.Handler) http.Handler { return Beside(h, rest) }
}

// Beside serves the rooms of a host beside the page.
func Beside(h *host.Host, rest http.Handler) http.Handler {
	root := strings.TrimSuffix(Prefix, "/")
	rooms := http.StripPrefix(root, h.Handler(rest))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, root+"/rooms") {
			rooms.ServeHTTP(w, r)
		} else {
			rest.ServeHTTP(w, r)
		}
	})
}
