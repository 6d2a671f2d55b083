//go:build !js

package main

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
)

// documented returns the only part of the documentation of rooms that the pattern matches, or
// its first group.
func documented(t *testing.T, pattern string) string {
	t.Helper()
	docs, err := os.ReadFile("../../../web/docs/rooms.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(pattern).FindAllStringSubmatch(string(docs), -1)
	if len(found) != 1 {
		t.Fatalf("%q is in the documentation %d times", pattern, len(found))
	}
	return found[0][len(found[0])-1]
}

// argsOf returns the arguments of a documented command line after "banchess serve", without
// the folder of the site and with a free port.
func argsOf(line string) []string {
	_, line, _ = strings.Cut(line, "banchess serve ")
	line = regexp.MustCompile(`--dir \S+`).ReplaceAllString(line, "")
	return strings.Fields(regexp.MustCompile(`--addr \S+`).ReplaceAllString(line, "--addr 127.0.0.1:0"))
}

// The documented unit of systemd is valid, and its command serves, and ends at SIGTERM within
// its time.
func TestDocumentedUnit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process there cannot be sent a signal")
	}
	unit := documented(t, "(?s)```ini\n(#.*?)```")
	command := regexp.MustCompile(`ExecStart=(.*)`).FindStringSubmatch(unit)[1]
	rooms := filepath.Join(t.TempDir(), "rooms")
	s := serveRooms(t, argsOf(strings.Replace(command, "/var/lib/banchess", rooms, 1))...)
	if status, text := get(t, s.url+"healthz"); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	// Five starts within ten seconds are the most that systemd makes by itself.
	if wait, _ := strconv.Atoi(regexp.MustCompile(`RestartSec=(\d+)`).FindStringSubmatch(unit)[1]); wait*5 <= 10 {
		t.Errorf("a start that fails is tried again after %d seconds, and soon not at all", wait)
	}
	stopped := time.AfterFunc(20*time.Second, func() { _ = s.Process.Kill() }) // TimeoutStopSec
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(); err != nil || !stopped.Stop() {
		t.Errorf("after SIGTERM: %v\n%s", err, s.log)
	}

	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("systemd-analyze is not installed, so the unit is not verified")
	}
	unit = strings.Replace(unit, "/usr/local/bin/banchess", "/bin/true", 1)
	file := filepath.Join(t.TempDir(), "banchess.service")
	for _, more := range []string{"", documented(t, "(?s)```ini\n(AmbientCapabilities.*?)```")} { // without a proxy
		if err := os.WriteFile(file, []byte(strings.Replace(unit, "[Service]\n", "[Service]\n"+more, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("systemd-analyze", "verify", "--man=no", file).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%v: %s", err, out)
		}
	}
}

// Behind nginx as documented, a room is opened and played in, the metrics are not served, and
// the log has nothing to say against the proxy.
func TestDocumentedNginx(t *testing.T) {
	command, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("nginx is not installed")
	}
	s := serveRooms(t, "--rooms", filepath.Join(t.TempDir(), "rooms"), "--port", "0", "--trust-proxy")
	at, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	part := strings.Replace(documented(t, "(?s)```nginx\n(.*?)```"), "127.0.0.1:8080", "127.0.0.1:"+at.Port(), 1)
	dir, port := t.TempDir(), ports(t)[0]
	file := filepath.Join(dir, "nginx.conf")
	config := "daemon off; master_process off; pid nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off;\n"
	for _, name := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		config += name + "_temp_path " + filepath.Join(dir, name) + ";\n"
	}
	path := strings.NewReplacer("location /", "location /chess/", at.Port()+";", at.Port()+"/;").Replace(part[strings.Index(part, "location"):])
	config += fmt.Sprintf("server { listen 127.0.0.1:%d;\n%s%s}\n}\n", port, part, path)
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	nginx := exec.Command(command, "-p", dir, "-c", file)
	var said strings.Builder
	nginx.Stderr = &said
	if err := nginx.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = nginx.Process.Kill()
		_ = nginx.Wait() // with the error of the signal
	}()
	base := fmt.Sprintf("http://127.0.0.1:%d/", port)
	var own room.Link
	for range 100 { // until nginx listens
		if own, _, err = room.Open(t.Context(), base, room.Options{Seat: game.Black}); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	player, err := room.Join(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	if err := player.Act(t.Context(), game.MustParseAction("b:e2e4")); err != nil {
		t.Error(err)
	}
	for _, at := range []string{"", "chess/"} {
		if status, _ := get(t, base+at+"metrics"); status != 404 {
			t.Errorf("the metrics are served at /%s with status %d", at, status)
		}
	}
	own, _, err = room.Open(t.Context(), base+"chess/", room.Options{Seat: game.White})
	if err != nil {
		t.Fatal(err)
	}
	other, err := room.Join(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	other.Close()
	_ = s.Process.Kill()
	_ = s.Wait() // with the error of the signal; the log is complete
	if strings.Contains(s.log.String(), "WARN") {
		t.Errorf("%s", s.log)
	}
}

// natsAt replaces the addresses in a documented text, of servers a, b and c, by those of
// ports of this machine: three for clients, three for the cluster.
func natsAt(text string, ports [6]int) string {
	for i, name := range []string{"a", "b", "c"} {
		text = strings.ReplaceAll(text, "nats://"+name+":4222", fmt.Sprint("nats://127.0.0.1:", ports[i]))
		text = strings.ReplaceAll(text, "nats://"+name+":6222", fmt.Sprint("nats://127.0.0.1:", ports[3+i]))
	}
	return text
}

// startNATS runs a server with the documented configuration as one of the three machines.
func startNATS(t *testing.T, config string, i int, ports [6]int) *server.Server {
	t.Helper()
	file := filepath.Join(t.TempDir(), "nats.conf")
	config = strings.NewReplacer(
		"server_name: a", "server_name: "+string(rune('a'+i)), "/var/lib/nats", t.TempDir(),
		"0.0.0.0:4222", fmt.Sprint("127.0.0.1:", ports[i]), "0.0.0.0:6222", fmt.Sprint("127.0.0.1:", ports[3+i]),
	).Replace(natsAt(config, ports))
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	options, err := server.ProcessConfigFile(file)
	if err != nil {
		t.Fatal(err)
	}
	options.NoSigs, options.NoLog = true, true
	s, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(s.Shutdown)
	return s
}

// Two of the documented machines serve one game, and it goes on without the third.
func TestDocumentedCluster(t *testing.T) {
	free := ports(t)
	config := documented(t, "(?s)```\n(server_name: a.*?)```")
	var nats [3]*server.Server
	for i := range nats {
		nats[i] = startNATS(t, config, i, free)
	}
	for _, s := range nats {
		if !s.ReadyForConnections(time.Minute) {
			t.Fatal("NATS does not start")
		}
	}
	args := argsOf(natsAt(documented(t, "`(banchess serve --dir site --nats [^`]*)`"), free))
	one, two := serveRooms(t, args...), serveRooms(t, args...)
	own, guest, err := room.Open(t.Context(), one.url, room.Options{Seat: game.Black})
	if err != nil {
		t.Fatal(err)
	}
	guest.Base = two.url
	var players [2]*room.Client
	for i, link := range []room.Link{own, guest} {
		if players[i], err = room.Join(t.Context(), link); err != nil {
			t.Fatal(err)
		}
		defer players[i].Close()
	}
	played := ""
	for i, text := range strings.Fields("b:a2a3 m:e2e4 b:a7a6 m:h7h6") {
		if i == 2 {
			nats[2].Shutdown()
			nats[2].WaitForShutdown()
		}
		acts := players[0]
		if game.Ply(i+1).ActivePlayer() == game.White {
			acts = players[1]
		}
		err := acts.Act(t.Context(), game.MustParseAction(text))
		for game.CodeOf(err) == room.CodeUnavailable { // the leader was the third one: send it again
			err = acts.Act(t.Context(), game.MustParseAction(text))
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s%s", text, err, one.log, two.log)
		}
		played += text[2:]
		for _, p := range players {
			for p.Log().Text() != played {
				if _, err := p.Next(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// ports returns six free ports.
func ports(t *testing.T) (found [6]int) {
	t.Helper()
	for i := range found {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		found[i] = l.Addr().(*net.TCPAddr).Port
	}
	return found
}
