//go:build !js

package e2e

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// builtCommand builds the command line for a test.
func builtCommand(t *testing.T) string {
	t.Helper()
	command := filepath.Join(t.TempDir(), "banchess")
	if out, err := exec.Command("go", "build", "-o", command, "../../game/cmd/banchess").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return command
}

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
	command, rooms := builtCommand(t), t.TempDir()
	var at atomic.Pointer[url.URL] // where the proxy finds the program
	program, address := servesRooms(t, command, rooms)
	at.Store(address)
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(at.Load())
			r.Out.URL.Path = strings.TrimPrefix(r.In.URL.Path, strings.TrimSuffix(prefix, "/"))
			r.Out.Host = r.In.Host
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	white, black := inRoom(t, func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, prefix+"rooms") {
				proxy.ServeHTTP(w, r)
			} else {
				files.ServeHTTP(w, r)
			}
		})
	}, "timed=true", "clock=10+5")
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p player, _ int, action string) { p.plays(action) })
	if err := program.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = program.Wait()
	white.words("together-text", "Connection lost. Your game is safe, and the page connects again by itself.")
	black.plays("m:d7d5")
	_, address = servesRooms(t, command, rooms)
	at.Store(address)
	white.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	black.plays("b:c2c4")
	for _, p := range []player{white, black} {
		p.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")
		p.words("together-text", "Connected.")
	}
}
