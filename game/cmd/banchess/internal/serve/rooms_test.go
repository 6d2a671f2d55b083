//go:build !js

package serve

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// The metrics are for this computer and its network, and not behind a proxy.
func TestMetricsAreNear(t *testing.T) {
	h := nearby(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for _, row := range []struct {
		from, host, forwarded string
		status                int
	}{
		{"127.0.0.1:5", "127.0.0.1:8080", "", 200}, {"127.0.0.1:5", "localhost:8080", "", 200}, {"[::1]:5", "[::1]:8080", "", 200},
		{"10.1.2.3:5", "10.0.0.1", "", 200}, {"[::ffff:10.1.2.3]:5", "banchess:8080", "", 200},
		{"192.0.2.1:5", "192.0.2.2:8080", "", 404}, {"127.0.0.1:5", "127.0.0.1:8080", "192.0.2.1", 404},
		{"127.0.0.1:5", "example.org", "", 404}, {"127.0.0.1:5", "example.org:8080", "", 404}, {"127.0.0.1:5", "192.0.2.2", "", 404}, {"127.0.0.1:5", "", "", 404},
	} {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.RemoteAddr, r.Host = row.from, row.host
		if row.forwarded != "" {
			r.Header.Set("X-Forwarded-For", row.forwarded)
		}
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != row.status {
			t.Errorf("%+v: %d", row, w.Code)
		}
	}
}
