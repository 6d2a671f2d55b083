package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestServe(t *testing.T) {
	beside := t.TempDir()
	dir := filepath.Join(beside, "site")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(beside, "secret.txt"), []byte("secret of somebody"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"index.html": "<title>banchess</title>", "x.wasm": "\x00asm", "x.js": "1"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := program(t, "serve", "--dir", dir, "--port", "0", "--json")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var j struct{ URL string }
	if err := json.NewDecoder(out).Decode(&j); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(j.URL, "http://localhost:") {
		t.Errorf("not a loopback address: %s", j.URL)
	}
	for path, kind := range map[string]string{"": "text/html; charset=utf-8", "x.wasm": "application/wasm", "x.js": "text/javascript; charset=utf-8"} {
		response, err := http.Get(j.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, response.Body); err != nil {
			t.Error(err)
		}
		response.Body.Close()
		if got := response.Header.Get("Content-Type"); response.StatusCode != 200 || got != kind {
			t.Errorf("%q: %d %s", path, response.StatusCode, got)
		}
	}
	// Nothing beside its folder, however it is asked for.
	for _, path := range []string{"/../secret.txt", "/x/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/..\\secret.txt"} {
		c, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(j.URL, "http://"), "/"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "GET %s HTTP/1.0\r\n\r\n", path)
		if answer, err := io.ReadAll(c); err != nil || len(answer) == 0 || strings.Contains(string(answer), "secret of") {
			t.Errorf("%s: %v, %s", path, err, answer)
		}
		c.Close()
	}
	if runtime.GOOS == "windows" { // a process there cannot be sent a Ctrl-C
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after Ctrl-C: %v", err)
	}
}

// TestTakenPort names the way out.
func TestTakenPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	for _, args := range [][]string{{"--dir", dir}, {}} { // a site that is there, and one to build
		got := banchess(t, "", append([]string{"serve", "--port", port}, args...)...)
		if got.code != 1 || got.err != "banchess: port "+port+" is taken; choose another one with --port, or a free one with --port 0\n" {
			t.Errorf("%q: exit %d: %s", args, got.code, got.err)
		}
	}
}
