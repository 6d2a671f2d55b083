//go:build !js

package together

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

// servesRooms runs a program that serves rooms, and returns it with its address.
func servesRooms(t *testing.T, command, rooms string) (*exec.Cmd, *url.URL) {
	t.Helper()
	p := exec.Command(command, "serve", "--json", "--port", "0", "--dir", os.Getenv("BANCHESS_SITE"), "--rooms", rooms)
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.Process.Kill()
		_ = p.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	var said struct{ URL string }
	if err != nil || json.Unmarshal([]byte(line), &said) != nil {
		t.Fatalf("%q, %v", line, err)
	}
	address, err := url.Parse(said.URL)
	if err != nil {
		t.Fatal(err)
	}
	return p, address
}

// Of a server that is killed in the middle of a game nothing is missing: the pages go on by
// themselves when another program has its folder.
func TestKilledServer(t *testing.T) {
	command, rooms := e2e.BuiltCommand(t), t.TempDir()
	var at atomic.Pointer[url.URL] // where the proxy finds the program
	program, address := servesRooms(t, command, rooms)
	at.Store(address)
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(at.Load())
			r.Out.URL.Path = strings.TrimPrefix(r.In.URL.Path, strings.TrimSuffix(e2e.Prefix, "/"))
			r.Out.Host = r.In.Host
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	white, black := inRoom(t, func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, e2e.Prefix+"rooms") {
				proxy.ServeHTTP(w, r)
			} else {
				files.ServeHTTP(w, r)
			}
		})
	}, "timed=true", "clock=10+5")
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	if err := program.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = program.Wait()
	white.Words("together-text", "Connection lost. Your game is safe, and the page connects again by itself.")
	black.Plays("m:d7d5")
	_, address = servesRooms(t, command, rooms)
	at.Store(address)
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	black.Plays("b:c2c4")
	for _, p := range []e2e.Player{white, black} {
		p.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")
		p.Words("together-text", "Connected.")
	}
}
