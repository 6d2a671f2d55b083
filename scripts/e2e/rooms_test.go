//go:build !js

package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// roomsHere is a server of rooms, as visit wraps it around that of the site.
func roomsHere(t *testing.T) func(http.Handler) http.Handler {
	t.Helper()
	h, err := host.New(host.Options{Journal: &room.Memory{}, Limits: host.Limits{Messages: 1000, AddressRate: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Drain(t.Context()) }) // whoever is still there goes with the server
	return func(rest http.Handler) http.Handler { return beside(h, rest) }
}

// beside serves the rooms of a host beside the page.
func beside(h *host.Host, rest http.Handler) http.Handler {
	root := strings.TrimSuffix(prefix, "/")
	rooms := http.StripPrefix(root, h.Handler(rest))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, root+"/rooms") {
			rooms.ServeHTTP(w, r)
		} else {
			rest.ServeHTTP(w, r)
		}
	})
}

// roomScript plays the mating game in a room of base with three clients of room.js, and
// asks for what is refused. It returns what they saw, or throws.
const roomScript = `async ({ Room, RoomError, hasRooms, openRoom, readRoomLink, writeRoomLink }, base, mate) => {
  const same = (got, want) => { if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(JSON.stringify(got) + " is not " + JSON.stringify(want)); };
  const refused = async (promise) => { try { await promise; return "done"; } catch (error) { if (!(error instanceof RoomError)) throw error; return error.code; } };
  same([await hasRooms(base), readRoomLink("x"), readRoomLink(base + "#room=1")], [true, null, null]);
  const { own, opponent, seat } = await openRoom(base, { seat: "white", clock: { base_ms: 600000 } });
  same([seat, readRoomLink(writeRoomLink(own)), readRoomLink(writeRoomLink(opponent))], ["white", own, opponent]);
  const white = await Room.join(own), black = await Room.join(opponent), watcher = await Room.join({ base, room: own.room });
  same([white.seat, black.seat, watcher.seat], ["white", "black", null]);
  const seen = [];
  watcher.addEventListener("message", ({ message }) => { if (message.entry) seen.push(message.entry); });
  const until = (room, number) => new Promise((done) => {
    const look = () => { if (room.last.number >= number) done(room.removeEventListener("message", look)); };
    room.addEventListener("message", look);
    look();
  });
  same(await refused(white.request({ message_type: "ban", from: "e2", to: "e4" })), "not_your_turn");
  same(await refused(black.request({ message_type: "ban", from: "e2", to: "e4", hash: "x" })), "desync");
  same(await refused(watcher.request({ message_type: "resign" })), "not_seated");
  same(await refused(Room.join({ base, room: own.room, secret: own.room })), "bad_secret");
  same(await refused(Room.join({ base, room: "0".repeat(32) })), "no_room");
  for (const [i, bcn] of mate.entries()) {
    const acts = [black, white][Math.floor((i + 1) / 2) % 2];
    await until(acts, i);
    await acts.request({ message_type: bcn[0] === "b" ? "ban" : "piece_move", from: bcn.slice(2, 4), to: bcn.slice(4, 6) });
  }
  await until(watcher, mate.length);
  same([watcher.last.message_type, watcher.last.victor, watcher.log], ["game_end", "white", mate.map((bcn) => bcn.slice(2)).join("")]);
  same(seen.at(-1), mate.at(-1).slice(2));
  const again = await Room.join(black.link);
  same([again.seat, again.log, again.last.history.length], ["black", watcher.log, mate.length]);
  await white.request({ message_type: "rematch" });
  const { next_room: next } = await again.request({ message_type: "rematch" });
  const turned = await Room.join({ ...own, room: next });
  same(turned.seat, "black");
  for (const room of [white, black, watcher, again, turned]) room.close();
  same(await refused(white.request({ message_type: "state" })), "closed");
  return "played";
}`

// roomCall is an expression that runs the script with a module and the expression of a page's address.
func roomCall(module, base string) string {
	return "(" + roomScript + ")(await import('" + module + "'), " + base + ", '" + mate + "'.split(' '))"
}

// The client of rooms works in a page of the server.
func TestRoomClient(t *testing.T) {
	p := open(t, visit{path: "examples/messages.html", wrap: roomsHere(t)})
	if got := p.text("await " + roomCall("../room.js", "location.origin + '"+prefix+"'")); got != "played" {
		t.Error(got)
	}
}

// It works in Node too, where no page is.
func TestRoomClientInNode(t *testing.T) {
	dir := os.Getenv("BANCHESS_SITE")
	if dir == "" {
		t.Skip(needsSite)
	}
	server := httptest.NewServer(roomsHere(t)(http.NotFoundHandler()))
	defer server.Close()
	module, err := filepath.Abs(filepath.Join(dir, filepath.FromSlash(place(t, "room.js"))))
	if err != nil {
		t.Fatal(err)
	}
	call := "console.log(await " + roomCall("file://"+module, "'"+server.URL+prefix+"'") + ")"
	out, err := exec.CommandContext(t.Context(), "node", "--experimental-websocket", "--input-type=module", "-e", call).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "played") {
		t.Errorf("%v: %s", err, out)
	}
}
