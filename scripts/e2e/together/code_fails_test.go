package together

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// A connection that does not come about is explained within 15 seconds where the answer was
// entered, and another invitation can be made at once. The other side waits without a warning:
// the answer is on its way to the friend.
func TestNoConnection(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	black := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin"), Hash: "#" + white.Invites("side=white")}).Ready()
	answer := black.CodeToSend()
	black.Must(black.Goto("about:blank"))
	white.Must(white.Eval("window.began = performance.now(), 1", nil))
	white.Enters(answer)
	white.Words("connect-error", "There is no connection. If your friend’s page still shows the answer, your networks block a direct connection: use a link or a room, or try a STUN server (Settings). Otherwise make a new invitation.")
	if took := white.Number("performance.now() - began"); took > 16_000 {
		t.Errorf("it took %.1f seconds", took/1000)
	}
	white.Press("#connect-new")
	invited := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin")}).Ready()
	invited.Must(invited.Eval("{ const wait = setTimeout; window.waits = []; window.setTimeout = (f, time, ...rest) => (time >= 15_000 ? (window.late = f, waits.push(time), 0) : wait(f, time, ...rest)); const Real = RTCPeerConnection; window.peers = []; window.RTCPeerConnection = class extends Real { constructor(options) { super(options); peers.push(this); } }; }", nil))
	invited.Opens("#" + white.CodeToSend())
	invited.CodeToSend()
	invited.Words("connect-wait", "The game begins when your friend enters this answer.")
	if waits := invited.Text("JSON.stringify(waits)"); waits != "[120000]" {
		t.Errorf("the invited side waits %s ms", waits)
	}
	// The page of White replies before it has the answer, so the networks are no reason.
	invited.Await("peers[0].iceConnectionState === 'connected'")
	invited.Must(invited.Eval("late(), 1", nil))
	invited.Await("document.getElementById('connect-wait').textContent.trim().endsWith('Keep this page open.')")
	invited.Must(invited.Eval("Object.defineProperty(RTCPeerConnection.prototype, 'iceConnectionState', { get: () => 'checking' }), late(), 1", nil))
	invited.Words("connect-wait", "If your friend has entered it and you are not connected, your networks block a direct connection: use a link or a room, or try a STUN server (Settings).")
	invited.Await("document.getElementById('connect-error').textContent === ''")
	invited.CodeToSend() // it can still be entered
	white.Press("#connect .head button")
	white.Words("together-connection", "Waiting for your friend’s answer.")
	white.Press("#together-connect")
	white.CodeToSend()
}

// A way to a connection that was given up says nothing any more, and a browser that cannot
// make a description says so.
func TestFailingBrowser(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(`{
		const Real = RTCPeerConnection;
		window.RTCPeerConnection = class extends Real {
			setLocalDescription() { return new Promise((_, reject) => { window.refuse = () => reject(new DOMException("closed", "InvalidStateError")); }); }
		};
		window.RealConnection = Real;
	}`, nil))
	p.NewGame("against=code", "side=white")
	p.Await("window.refuse")
	p.Press("#connect .head button")
	p.Must(p.Eval("window.refuseFirst = refuse, window.Refusing = RTCPeerConnection, window.RTCPeerConnection = RealConnection, 1", nil))
	p.Await(e2e.HistoryIsFlat)
	p.Invites("side=white")
	p.Must(p.Eval("refuseFirst(), new Promise((done) => setTimeout(done))", nil))
	p.CodeToSend()
	p.Await("document.getElementById('connect-error').textContent === ''")
	p.Press("#connect .head button")
	p.Must(p.Eval("window.refuse = null, window.RTCPeerConnection = Refusing, 1", nil))
	p.Await(e2e.HistoryIsFlat)
	p.NewGame("against=code", "side=white")
	p.Await("window.refuse")
	p.Must(p.Eval("refuse(), 1", nil))
	p.Words("connect-error", "This browser cannot connect to another one.")
}

// No STUN server is asked unless the user enters one. A text that is not an address is refused
// in words.
func TestSTUN(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(`{
		const Real = RTCPeerConnection;
		window.asked = [];
		window.RTCPeerConnection = class extends Real {
			constructor(options) {
				super(options);
				asked.push(options.iceServers.map(({urls}) => urls).join());
				if (options.iceServers.length > 0) this.setConfiguration({iceServers: []}); // none is asked in a test
			}
		};
	}`, nil))
	p.Invites("side=white")
	p.Words("connect", "No server is involved")
	p.Press("#connect .head button")
	for _, address := range []string{"stun.example.org", "stun:192.0.2.1:3478"} {
		setSTUN(p, address)
		p.Invites("side=white")
		p.Words("connect", "The only server contacted is "+address+", ")
		p.Press("#connect .head button")
	}
	p.Await("asked.join(' ') === ' stun:stun.example.org stun:192.0.2.1:3478'")
	setSTUN(p, "not an address")
	p.NewGame("against=code")
	p.Words("connect-error", "The STUN server in the settings is not a valid address")
}

func setSTUN(p e2e.Player, address string) {
	p.T.Helper()
	p.Await(e2e.HistoryIsFlat)
	p.Press("#settings-open")
	p.Fill("#settings [name=stun]", address)
	p.Must(p.Key(browser.Tab))
	p.Press("#settings .head button")
	p.Await("JSON.parse(localStorage.getItem('banchess.settings')).stun === " + e2e.Quote(address))
}
