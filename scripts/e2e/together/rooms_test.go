//go:build !js

package together

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

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
	return "(" + roomScript + ")(await import('" + module + "'), " + base + ", '" + e2e.Mate + "'.split(' '))"
}

// The client of rooms works in a page of the server.
func TestRoomClient(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Path: "examples/messages.html", Wrap: e2e.RoomsHere(t)})
	if got := p.Text("await " + roomCall("../room.js", "location.origin + '"+e2e.Prefix+"'")); got != "played" {
		t.Error(got)
	}
}

// It works in Node too, where no page is.
func TestRoomClientInNode(t *testing.T) {
	e2e.NeedSite(t)
	server := httptest.NewServer(e2e.RoomsHere(t)(http.NotFoundHandler()))
	defer server.Close()
	module, err := filepath.Abs(filepath.Join(os.Getenv("BANCHESS_SITE"), filepath.FromSlash(e2e.Place(t, "room.js"))))
	if err != nil {
		t.Fatal(err)
	}
	call := "console.log(await " + roomCall("file://"+module, "'"+server.URL+e2e.Prefix+"'") + ")"
	out, err := exec.CommandContext(t.Context(), "node", "--experimental-websocket", "--input-type=module", "-e", call).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "played") {
		t.Errorf("%v: %s", err, out)
	}
}
