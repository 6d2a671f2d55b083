package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// A connection that does not come about is explained within 15 seconds where the answer was
// entered, and another invitation can be made at once. The other side waits without a warning:
// the answer is on its way to the friend.
func TestNoConnection(t *testing.T) {
	white := open(t, visit{}).ready()
	black := open(t, visit{server: white.text("location.origin"), hash: "#" + white.invites("side=white")}).ready()
	answer := black.codeToSend()
	black.must(black.Goto("about:blank"))
	white.must(white.Eval("window.began = performance.now(), 1", nil))
	white.enters(answer)
	white.words("connect-error", "There is no connection. If your friend’s page still shows the answer, your networks block a direct connection: use a link or a room, or try a STUN server (Settings). Otherwise make a new invitation.")
	if took := white.number("performance.now() - began"); took > 16_000 {
		t.Errorf("it took %.1f seconds", took/1000)
	}
	white.press("#connect-new")
	invited := open(t, visit{server: white.text("location.origin")}).ready()
	invited.must(invited.Eval("{ const wait = setTimeout; window.waits = []; window.setTimeout = (f, time, ...rest) => (time >= 15_000 ? (window.late = f, waits.push(time), 0) : wait(f, time, ...rest)); const Real = RTCPeerConnection; window.peers = []; window.RTCPeerConnection = class extends Real { constructor(options) { super(options); peers.push(this); } }; }", nil))
	invited.opens("#" + white.codeToSend())
	invited.codeToSend()
	invited.words("connect-wait", "The game begins when your friend enters this answer.")
	if waits := invited.text("JSON.stringify(waits)"); waits != "[120000]" {
		t.Errorf("the invited side waits %s ms", waits)
	}
	// The page of White replies before it has the answer, so the networks are no reason.
	invited.wait("peers[0].iceConnectionState === 'connected'")
	invited.must(invited.Eval("late(), 1", nil))
	invited.wait("document.getElementById('connect-wait').textContent.trim().endsWith('Keep this page open.')")
	invited.must(invited.Eval("Object.defineProperty(RTCPeerConnection.prototype, 'iceConnectionState', { get: () => 'checking' }), late(), 1", nil))
	invited.words("connect-wait", "If your friend has entered it and you are not connected, your networks block a direct connection: use a link or a room, or try a STUN server (Settings).")
	invited.wait("document.getElementById('connect-error').textContent === ''")
	invited.codeToSend() // it can still be entered
	white.press("#connect .head button")
	white.words("together-connection", "Waiting for your friend’s answer.")
	white.press("#together-connect")
	white.codeToSend()
}

// A way to a connection that was given up says nothing any more, and a browser that cannot
// make a description says so.
func TestFailingBrowser(t *testing.T) {
	p := open(t, visit{}).ready()
	p.must(p.Eval(`{
		const Real = RTCPeerConnection;
		window.RTCPeerConnection = class extends Real {
			setLocalDescription() { return new Promise((_, reject) => { window.refuse = () => reject(new DOMException("closed", "InvalidStateError")); }); }
		};
		window.RealConnection = Real;
	}`, nil))
	p.newGame("against=code", "side=white")
	p.wait("window.refuse")
	p.press("#connect .head button")
	p.must(p.Eval("window.refuseFirst = refuse, window.Refusing = RTCPeerConnection, window.RTCPeerConnection = RealConnection, 1", nil))
	p.wait(historyIsFlat)
	p.invites("side=white")
	p.must(p.Eval("refuseFirst(), new Promise((done) => setTimeout(done))", nil))
	p.codeToSend()
	p.wait("document.getElementById('connect-error').textContent === ''")
	p.press("#connect .head button")
	p.must(p.Eval("window.refuse = null, window.RTCPeerConnection = Refusing, 1", nil))
	p.wait(historyIsFlat)
	p.newGame("against=code", "side=white")
	p.wait("window.refuse")
	p.must(p.Eval("refuse(), 1", nil))
	p.words("connect-error", "This browser cannot connect to another one.")
}

// No STUN server is asked unless the user enters one. A text that is not an address is refused
// in words.
func TestSTUN(t *testing.T) {
	p := open(t, visit{}).ready()
	p.must(p.Eval(`{
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
	p.invites("side=white")
	p.words("connect", "No server is involved")
	p.press("#connect .head button")
	for _, address := range []string{"stun.example.org", "stun:192.0.2.1:3478"} {
		p.setSTUN(address)
		p.invites("side=white")
		p.words("connect", "The only server contacted is "+address+", ")
		p.press("#connect .head button")
	}
	p.wait("asked.join(' ') === ' stun:stun.example.org stun:192.0.2.1:3478'")
	p.setSTUN("not an address")
	p.newGame("against=code")
	p.words("connect-error", "The STUN server in the settings is not a valid address")
}

func (p player) setSTUN(address string) {
	p.t.Helper()
	p.wait(historyIsFlat)
	p.press("#settings-open")
	p.fill("#settings [name=stun]", address)
	p.must(p.Key(browser.Tab))
	p.press("#settings .head button")
	p.wait("JSON.parse(localStorage.getItem('banchess.settings')).stun === " + quote(address))
}
