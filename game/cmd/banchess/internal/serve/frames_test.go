package serve

import (
	"net/http/httptest"
	"testing"
)

// Pages of other sites may frame the embedded board and nothing else.
func TestFrames(t *testing.T) {
	handler := files(t.TempDir())
	for address, framed := range map[string]bool{
		"/": false, "/index.html": false, "/?theme=embed": false, "/?embed": false, "/?%65mbed=1": false, "/?x=embed=1": false, "/page.js": false,
		"/embed.html": true, "/embed.html?mode=find": true, "/board.html": true, "/r-0123456789ab/board.html": true, "/?embed=1": true, "/index.html?theme=slate&embed=1": true,
	} {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest("GET", address, nil))
		if got := answer.Header().Get("Content-Security-Policy") == ""; got != framed {
			t.Errorf("%s may be framed: %v, want %v", address, got, framed)
		}
	}
}
