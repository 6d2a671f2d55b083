//go:build !js

package main

import (
	"bufio"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/room"
)

// served is a program that serves rooms.
type served struct {
	*exec.Cmd
	url string
	log *strings.Builder
}

// serveRooms starts the program, which ends with the test.
func serveRooms(t *testing.T, args ...string) *served {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("the page"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := &served{program(t, append([]string{"serve", "--dir", dir, "--json"}, args...)...), "", &strings.Builder{}}
	s.Stderr = s.log
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Process.Kill()
		_ = s.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	var j struct{ URL string }
	if err != nil || json.Unmarshal([]byte(line), &j) != nil {
		t.Fatalf("%q, %v: %s", line, err, s.log)
	}
	s.url = j.URL
	return s
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// A room is there when the program runs again, whether it was asked to stop or killed, and
// after it was asked to stop also in a copy of the folder.
func TestServeRooms(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process there cannot be sent a signal")
	}
	rooms := t.TempDir()
	s := serveRooms(t, "--rooms", rooms, "--port", "0")
	for path, want := range map[string]string{"": "the page", "rooms": `"rooms":true`, "healthz": "ok", "metrics": "banchess_connections 0"} {
		if status, text := get(t, s.url+path); status != 200 || !strings.Contains(text, want) {
			t.Errorf("/%s: %d %s", path, status, text)
		}
	}
	own, guest, err := room.Open(t.Context(), s.url, room.Options{Seat: game.Black})
	if err != nil {
		t.Fatal(err)
	}
	black, err := room.Join(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	defer black.Close()
	white, err := room.Join(t.Context(), guest)
	if err != nil {
		t.Fatal(err)
	}
	defer white.Close()
	address := strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/")
	actions := strings.Fields("b:a2a3 m:e2e4 b:a7a6 m:h7h6")
	for i, text := range actions {
		acts := black
		if game.Ply(i+1).ActivePlayer() == game.White {
			acts = white
		}
		for acts.Log().Len() < i {
			if _, err := acts.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if err := acts.Act(t.Context(), game.MustParseAction(text)); err != nil {
			t.Fatalf("%s: %v\n%s", text, err, s.log)
		}
		if i == len(actions)-1 {
			break
		}
		if i%2 == 0 {
			if err := s.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if err := s.Wait(); err != nil {
				t.Errorf("after SIGTERM: %v\n%s", err, s.log)
			}
			copied := filepath.Join(t.TempDir(), "copied")
			if err := errors.Join(os.CopyFS(copied, os.DirFS(rooms)), os.RemoveAll(rooms)); err != nil {
				t.Fatal(err)
			}
			rooms = copied
		} else {
			_ = s.Process.Kill()
			_ = s.Wait()
		}
		s = serveRooms(t, "--rooms", rooms, "--addr", address) // the players come back by themselves
	}
	if log := black.Log().Text(); log != "a2a3e2e4a7a6h7h6" {
		t.Error(log)
	}
	if strings.Contains(s.log.String(), own.Secret) {
		t.Errorf("a secret is in the log: %s", s.log)
	}
}

// An address opens 20 rooms at once, and more where that is said.
func TestAddressLimits(t *testing.T) {
	s := serveRooms(t, "--rooms", t.TempDir(), "--port", "0", "--address-limits", "2")
	for i := range 2*20 + 1 {
		_, _, err := room.Open(t.Context(), s.url, room.Options{})
		if isRefused := game.CodeOf(err) == room.CodeTooManyRooms; isRefused != (i == 2*20) || !isRefused && err != nil {
			t.Fatalf("room %d: %v", i+1, err)
		}
	}
}

// The page and the rooms are served by https, with the certificate of files.
func TestServeTLS(t *testing.T) {
	lent := httptest.NewTLSServer(http.NotFoundHandler()) // whose certificate and client are used
	defer lent.Close()
	pair := lent.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: pair.Certificate[0]}, keyFile: {Type: "PRIVATE KEY", Bytes: key}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := serveRooms(t, "--rooms", t.TempDir(), "--port", "0", "--tls-cert", certFile, "--tls-key", keyFile)
	client := lent.Client()
	s.url = strings.Replace(s.url, "localhost", "127.0.0.1", 1) // whose certificate it is
	answer, err := client.Post(s.url+"rooms", "application/json", strings.NewReader("{}"))
	if err != nil || !strings.HasPrefix(s.url, "https://") {
		t.Fatalf("%s: %v", s.url, err)
	}
	defer answer.Body.Close()
	var opened room.Opened
	if err := json.NewDecoder(answer.Body).Decode(&opened); err != nil || answer.StatusCode != http.StatusCreated {
		t.Fatalf("%s, %v", answer.Status, err)
	}
	socket, _, err := websocket.Dial(t.Context(), s.url+"rooms/"+opened.Room, &websocket.DialOptions{HTTPClient: client})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = socket.CloseNow() }()
	if err := socket.Write(t.Context(), websocket.MessageText, []byte(`{"message_type":"join"}`)); err != nil {
		t.Fatal(err)
	}
	if _, text, err := socket.Read(t.Context()); err != nil || !strings.Contains(string(text), `"message_type":"state"`) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestServeRefuses(t *testing.T) {
	for _, args := range [][]string{
		{"--addr", ":0", "--port", "0"}, {"--rooms", "a", "--nats", "b"}, {"--tls-cert", "a"}, {"--keep-days", "0"},
		{"--keep-days", "7"}, {"--origin", "https://example.org"}, {"--address-limits", "2"}, {"--rooms", ""}, {"--nats", ""}, {"--rooms", "a", "--nats", ""},
	} {
		if got := banchess(t, "", append([]string{"serve"}, args...)...); got.code != cli.ExitUsage {
			t.Errorf("%q: exit %d: %s", args, got.code, got.err)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	beside := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, beside); err != nil {
		beside = dir // a system without links
	}
	for _, rooms := range []string{dir, filepath.Join(dir, "rooms"), filepath.Join(dir, "x", "..", "a", "rooms"), filepath.Join(beside, "rooms")} {
		got := banchess(t, "", "serve", "--json", "--dir", dir, "--port", "0", "--rooms", rooms)
		if got.code != cli.ExitFailed || !strings.Contains(got.err, `"served_rooms"`) {
			t.Errorf("rooms in %s: exit %d: %s", rooms, got.code, got.err)
		}
	}
	got := banchess(t, "", "serve", "--dir", dir, "--port", "0", "--tls-cert", "nowhere.pem", "--tls-key", "nowhere.pem")
	if got.code != cli.ExitFailed || !strings.Contains(got.err, "the certificate cannot be used: open nowhere.pem") || got.out != "" {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	got = banchess(t, "", "serve", "--dir", dir, "--port", "0", "--nats", "nats://127.0.0.1:1")
	if got.code != cli.ExitFailed || !strings.Contains(got.err, "rooms cannot be kept") {
		t.Errorf("exit %d: %s", got.code, got.err)
	}
	got = banchess(t, "", "play", "--room", "http://127.0.0.1:1/")
	if got.code != cli.ExitFailed || !strings.Contains(got.err, "no server answers at http://127.0.0.1:1/ (connect: ") {
		t.Errorf("exit %d: %s", got.code, got.err)
	}
}

// A bot and a terminal whose input is a script play a game to its end.
func TestPlayInARoom(t *testing.T) {
	s := serveRooms(t, "--rooms", t.TempDir(), "--port", "0")
	own, guest, err := room.Open(t.Context(), s.url, room.Options{Seat: game.White, FEN: strings.TrimSuffix(game.StartFEN, "1") + "2", Base: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	bot := program(t, "play", "--room", guest.String(), "--black", "engine:3")
	var said strings.Builder
	bot.Stdout, bot.Stderr = &said, &said
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	got := banchess(t, "e2e4\nhello\na7a6\nroom\nresign\nfen\n", "play", "--room", own.String())
	if got.code != cli.ExitNegative { // hello is refused
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	for _, want := range []string{"You play White", "neither an action nor a command", "White bans a7–a6", "To watch: " + s.url + "#room=" + own.Room + "\n", "Black wins: resignation"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("the terminal does not say %q: %s", want, got.out)
		}
	}
	if err := bot.Wait(); err != nil {
		t.Errorf("the bot: %v, %s", err, &said)
	}
	for _, want := range []string{"You play Black", "Black wins: resignation", "To come back: banchess play --room '" + s.url + "#room=" + own.Room + "&secret=", "' --black engine:3\n"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("the bot does not say %q: %s", want, &said)
		}
	}
	if got := banchess(t, "", "play", "--room", guest.String()); got.code == cli.ExitDone || strings.Contains(got.out, "To come back") {
		t.Errorf("an invitation that was used: exit %d, %s%s", got.code, got.out, got.err)
	}
	// The way back is said although the side of the link is not wanted: the seat is taken.
	_, other, err := room.Open(t.Context(), s.url, room.Options{Seat: game.White})
	if err != nil {
		t.Fatal(err)
	}
	got = banchess(t, "", "play", "--room", other.String(), "--white", "engine:1")
	_, link, _ := strings.Cut(got.out, "To come back: banchess play --room '")
	link, _, _ = strings.Cut(link, "'\n")
	if got.code != cli.ExitUsage {
		t.Errorf("a link of Black for White: exit %d, %s", got.code, got.out)
	}
	if got := banchess(t, "", "play", "--room", link); got.code != cli.ExitDone || !strings.Contains(got.out, "You play Black") {
		t.Errorf("coming back with %q: exit %d, %s%s", link, got.code, got.out, got.err)
	}
	for _, args := range [][]string{{"--room", guest.String(), "--fen", game.StartFEN}, {"--room", "x#y"}, {"--room", guest.String(), "--pgn", "x"}, {"--room", own.String(), "--black", "engine:1"}, {"--room", s.url, "--white", "engine", "--black", "engine"}, {"--room", s.url, "--save", filepath.Join(t.TempDir(), "missing", "x.pgn")}} {
		if got := banchess(t, "", append([]string{"play"}, args...)...); got.code == cli.ExitDone || strings.Contains(got.out, "Send your opponent") {
			t.Errorf("%q: %s%s", args, got.out, got.err)
		}
	}
	if got := banchess(t, "", "play", "--room", s.url, "--black", "human"); got.code != cli.ExitDone || strings.Count(got.out, "#room=") != 4 || !strings.HasSuffix(got.out, "'\n") {
		t.Errorf("a new room: exit %d, %s%s", got.code, got.out, got.err)
	}
	if got := banchess(t, "fen\n", "play", "--room", s.url, "--black", "human", "--fen", "8/P6k/8/8/8/8/7K/8 w - - 0 1"); got.code != cli.ExitDone || !strings.Contains(got.out, "\n8/P6k/8/8/8/8/7K/8 w - - 0 1 1\n") || !strings.Contains(got.err, "says nothing about bans") {
		t.Errorf("a new room with a FEN of six fields: exit %d, %s%s", got.code, got.out, got.err)
	}
}

// Every command of the documentation has flags that there are.
func TestCommandsOfRooms(t *testing.T) {
	text, err := os.ReadFile("../../../web/docs/rooms.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?:^|[/` + "`" + `])banchess (serve(?: --?[a-z-]+(?: [^-\s` + "`" + `]\S*)?)+)`)
	n := 0
	for line := range strings.Lines(string(text)) {
		for _, m := range commands.FindAllStringSubmatch(line, -1) {
			n++
			command, words, err := newRoot().Find(strings.Fields(m[1]))
			if err == nil {
				err = command.ParseFlags(words)
			}
			if err != nil {
				t.Errorf("%s: %v", m[1], err)
			}
		}
	}
	if n < 5 {
		t.Errorf("%d commands", n)
	}
}
