package together

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pion/webrtc/v4"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// A program that is not a browser plays the page by code: codes and messages are as
// web/docs/codes.md says, written here a second time.
func TestProgramByCode(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	invitation := white.Invites("side=white")
	friend := answerTo(t, invitation)
	white.Enters(friend.code)
	white.Connected()
	white.Words("notice", "Connected. You play White.")

	// The program plays Black.
	all := strings.Fields(e2e.Mate)
	for i, action := range all {
		if i%4 == 1 || i%4 == 2 {
			e2e.Hands[0].Play(white, action, false)
			friend.hears(len(friend.log) + 1)
		} else {
			friend.acts(action)
		}
		white.Has(strings.Join(all[:i+1], " "))
	}
	white.Words("headline", "You won by a ban that mates")
	if got := friend.game.Result().String(); got != "White wins: checkmate by ban" {
		t.Errorf("the program's game: %s", got)
	}

	// The page offers a rematch, in which the program plays White; and the program the next one.
	white.Press("#rematch-agree")
	friend.begins(friend.offered(), "white")
	white.Words("notice", "The rematch has begun. You play Black.")
	begins(white, "black")
	e2e.Hands[0].Play(white, "b:e2e4", false)
	friend.hears(1)
	friend.acts("m:d2d4")
	white.Has("b:e2e4 m:d2d4")
	white.Menu("#resign")
	white.Words("headline", "You lost by resignation")
	next := strings.Repeat("0123456789abcdef", 2)
	friend.offers(next)
	white.Words("together-text", "Your friend offers a rematch.")
	white.Press("#rematch-agree")
	friend.hear("goes to the program's rematch", func(m message) bool { return m.ID == next })
	friend.begins(next, "black")
	begins(white, "white")
	friend.acts("b:e2e4")
	white.Has("b:e2e4")
	white.ListGames(3)
	white.RowSays(1, "Your friend", "You lost")
	white.RowSays(2, "Your friend", "You won")
}

// What a program may not do is refused: the page answers with its own log.
func TestHostileProgramByCode(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	friend := answerTo(t, white.Invites("side=white"))
	white.Enters(friend.code)
	white.Connected()
	friend.acts("b:e2e4")
	white.Has("b:e2e4")
	for _, tt := range []struct{ name, entry, hash string }{
		{"White's move", "d2d4", ""}, {"an illegal move", "e2e4", ""}, {"White resigns", "w#", ""}, {"White's time is up, without a clock", "w!", ""}, {"another hash", "b#", "0"}, {"nothing that is known", "x", ""},
	} {
		number := len(friend.log) + 1
		hash := tt.hash
		if hash == "" {
			hash = friend.hash(append(friend.log, tt.entry))
		}
		friend.send(message{Kind: "add", Number: &number, Entry: tt.entry, Hash: hash})
		friend.hear("says its own log", func(m message) bool { return m.Kind == "sync" })
		white.Has("b:e2e4")
	}
	// A rematch before the end, and one under the id of a game of the list.
	own := friend.id
	friend.offers(strings.Repeat("0", 32))
	number := len(friend.log) + 1
	friend.send(message{Kind: "add", Number: &number, Entry: "b=", Hash: friend.hash(append(friend.log, "b="))})
	white.Words("together-text", "Your friend offers a draw.")
	white.Press("#together-agree")
	white.Await("document.getElementById('rematch-agree') !== null && document.getElementById('rematch-decline') === null")
	friend.offers(own)
	white.Await("!(" + e2e.IsLive + ")")
	white.ListGames(1)
	white.RowSays(0, "Draw by agreement", "1 ban or move")
}

// No clock runs while the other side is not heard, or says that it hears nothing. The page
// notices it within seconds and goes on when the other side is back.
func TestSilenceByCode(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	friend := answerTo(t, invitesFor(white, "10"))
	white.Enters(friend.code)
	white.Connected()
	friend.acts("b:e2e4")
	const runs = e2e.WhiteClock + ".dataset.running === 'true'"
	white.Await(runs)
	for _, tt := range []struct {
		name string
		lose func()
	}{
		{"silence", func() { friend.silent.Store(true) }},
		{"deafness", func() {
			friend.silent.Store(true)
			if err := friend.channel.SendText(`{"kind":"beat","number":0,"hash":"","side":"black","silent":true}`); err != nil {
				t.Error(err)
			}
		}},
	} {
		began := time.Now()
		tt.lose()
		white.Words("together-connection", "Connection lost. Your game is safe")
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("%s: it took %s", tt.name, took)
		}
		white.Await("!(" + runs + ")")
		stood := white.Text(e2e.WhiteClock + ".textContent")
		friend.silent.Store(false)
		white.Await(e2e.IsLive + " && " + runs)
		if now := white.Text(e2e.WhiteClock + ".textContent"); now < stood[:3] {
			t.Errorf("%s: the clock goes on with %s after %s", tt.name, now, stood)
		}
	}
}

// A player's time runs while that player is in Learn.
func TestClockRunsOnByCode(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	friend := answerTo(t, invitesFor(white, "10"))
	white.Enters(friend.code)
	white.Connected()
	friend.acts("b:e2e4")
	white.Await(e2e.WhiteClock + ".dataset.running === 'true'")
	white.StopTime()
	white.Visits("learn/3", "The ban that mates")
	white.Pass(120)
	white.Press("#mode-play")
	white.Await(e2e.IsLive + " && /^(7|8:00)/.test(" + e2e.WhiteClock + ".textContent)")
}

// message is a message of a session.
type message struct {
	Kind   string  `json:"kind"`
	Number *int    `json:"number,omitempty"`
	Entry  string  `json:"entry,omitempty"`
	Hash   string  `json:"hash"`
	ID     string  `json:"id,omitempty"`
	FEN    *string `json:"fen,omitempty"`
	Log    *string `json:"log,omitempty"`
	Side   string  `json:"side"`

	Rematch string `json:"rematch,omitempty"`
}

// program is a player without a browser.
type program struct {
	t       *testing.T
	code    string // the answer to the invitation
	id      string
	side    string
	game    *rules.Game
	log     []string
	channel *webrtc.DataChannel
	heard   chan message
	silent  atomic.Bool // sends no beats
	turning sync.Mutex  // held while it sends a beat, offers a game or goes to another one
	offer   string      // the id of the rematch that its beats offer
}

// answerTo makes a program that answers an invitation to play Black.
func answerTo(t *testing.T, invitation string) *program {
	t.Helper()
	data := contentOf(t, invitation, "3")
	if data[0] != 0 {
		t.Errorf("the inviter plays Black: %d", data[0])
	}
	p := &program{t: t, id: hex.EncodeToString(data[1:17]), side: "black", game: rules.New(), heard: make(chan message, 100)}
	connection, err := webrtc.NewPeerConnection(webrtc.Configuration{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	negotiated, number := true, uint16(0)
	p.channel, err = connection.CreateDataChannel("banchess", &webrtc.DataChannelInit{Negotiated: &negotiated, ID: &number})
	if err != nil {
		t.Fatal(err)
	}
	p.channel.OnMessage(func(m webrtc.DataChannelMessage) {
		var heard message
		if err := json.Unmarshal(m.Data, &heard); err == nil {
			p.heard <- heard
		}
	})
	p.channel.OnOpen(func() {
		p.joins()
		go p.beats()
	})
	if err := connection.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: descriptionOf(t, data[17:])}); err != nil {
		t.Fatal(err)
	}
	answer, err := connection.CreateAnswer(nil)
	if err != nil {
		t.Fatal(err)
	}
	gathered := webrtc.GatheringCompletePromise(connection)
	if err := connection.SetLocalDescription(answer); err != nil {
		t.Fatal(err)
	}
	<-gathered
	h := fnv.New32a()
	h.Write([]byte(invitation))
	p.code = codeOf("4", append(h.Sum(nil), packed(t, connection.LocalDescription().SDP)...))
	return p
}

// beats sends beats, which say nothing about the log, until the test ends.
func (p *program) beats() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-p.t.Context().Done():
			return
		case <-tick.C:
			if !p.silent.Load() {
				p.beat()
			}
		}
	}
}

func (p *program) beat() {
	p.turning.Lock()
	defer p.turning.Unlock()
	fields := ""
	if p.offer != "" {
		fields = `,"rematch":"` + p.offer + `"`
	}
	_ = p.channel.SendText(`{"kind":"beat","number":0,"hash":"","side":"` + p.side + `"` + fields + `}`) // the page may have closed it
}

// offers makes this beat and all later ones offer a rematch with an id.
func (p *program) offers(id string) {
	p.turning.Lock()
	p.offer = id
	p.turning.Unlock()
	p.beat()
}

// joins says that the program is at the game and has no log.
func (p *program) joins() {
	empty := ""
	p.send(message{Kind: "sync", ID: p.id, FEN: &empty, Log: &empty})
}

// offered waits for the offer of a rematch and returns the id of that game.
func (p *program) offered() string {
	p.t.Helper()
	return p.hear("offers a rematch", func(m message) bool { return m.Rematch != "" }).Rematch
}

// begins goes to the next game.
func (p *program) begins(id, side string) {
	p.turning.Lock()
	defer p.turning.Unlock()
	p.id, p.side, p.game, p.log, p.offer = id, side, rules.New(), nil, ""
	p.joins()
}

func (p *program) send(m message) {
	m.Side = p.side
	text, err := json.Marshal(m)
	if err != nil {
		p.t.Error(err)
	}
	if err := p.channel.SendText(string(text)); err != nil {
		p.t.Error(err)
	}
}

// hear waits for the first message of a kind and returns it. The beats of the page do not
// make it wait longer.
func (p *program) hear(does string, is func(message) bool) message {
	p.t.Helper()
	late := time.After(browser.Patience)
	for {
		select {
		case m := <-p.heard:
			if is(m) {
				return m
			}
		case <-late:
			p.t.Fatalf("the page never %s", does)
		}
	}
}

// hears waits until the page has told all entries up to a number.
func (p *program) hears(number int) {
	p.t.Helper()
	for len(p.log) < number {
		m := p.hear(fmt.Sprintf("says entry %d", len(p.log)+1), func(m message) bool { return m.Kind == "add" && *m.Number == len(p.log)+1 })
		p.add(m.Entry)
		if got := p.hash(p.log); got != m.Hash {
			p.t.Fatalf("the hash of %v is %s, and the page says %s", p.log, got, m.Hash)
		}
	}
}

// acts plays an action and tells the page.
func (p *program) acts(action string) {
	p.t.Helper()
	p.add(action[2:])
	number := len(p.log)
	p.send(message{Kind: "add", Number: &number, Entry: action[2:], Hash: p.hash(p.log)})
}

func (p *program) add(entry string) {
	p.t.Helper()
	if err := p.game.Play(rules.MustParseAction(p.game.Phase().String()[:1] + ":" + entry)); err != nil {
		p.t.Fatal(err)
	}
	p.log = append(p.log, entry)
}

func (p *program) hash(log []string) string {
	return hashOf(p.id + " " + e2e.StartFEN + " " + strings.Join(log, ""))
}

// contentOf returns the bytes of a code of a format.
func contentOf(t *testing.T, code, format string) []byte {
	t.Helper()
	packed, isOf := strings.CutPrefix(code, format+".")
	data, err := base64.RawURLEncoding.DecodeString(packed[:len(packed)-4])
	if !isOf || err != nil || codeOf(format, data) != code {
		t.Fatalf("%s is not a code of format %s: %v", code, format, err)
	}
	return data
}

func codeOf(format string, data []byte) string {
	packed := base64.RawURLEncoding.EncodeToString(data)
	sum := "000" + hashOf(packed)
	return format + "." + packed + sum[len(sum)-4:]
}

// letters are those of ice-ufrag and ice-pwd, six bits each: those of base64, whose bytes they
// therefore are.
var letters = base64.RawStdEncoding

// descriptionOf returns the session description of an invitation.
func descriptionOf(t *testing.T, data []byte) string {
	t.Helper()
	fingerprint, data := data[:32], data[32:]
	ufrag, pwd := int(data[0]), int(data[1])
	size := (6*(ufrag+pwd) + 7) / 8
	text := letters.EncodeToString(data[2 : 2+size])
	data = data[2+size:]
	lines := []string{
		"v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0", "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0",
		"a=ice-ufrag:" + text[:ufrag], "a=ice-pwd:" + text[ufrag:ufrag+pwd], "a=fingerprint:sha-256 " + strings.ToUpper(strings.Trim(strings.ReplaceAll(fmt.Sprintf("% x", fingerprint), " ", ":"), ":")),
		"a=setup:actpass", "a=mid:0", "a=sctp-port:5000",
	}
	for i := 1; len(data) > 0; i++ {
		kind := int(data[0])
		size := min(kind, 16)
		address := net.IP(data[1 : 1+size]).String()
		if kind == 17 {
			name := hex.EncodeToString(data[1:17])
			address = strings.Join([]string{name[:8], name[8:12], name[12:16], name[16:20], name[20:]}, "-") + ".local"
		}
		port := int(data[1+size])<<8 | int(data[2+size])
		lines = append(lines, fmt.Sprintf("a=candidate:%d 1 udp %d %s %d typ host", i, 126<<24|(65535-i)<<8|255, address, port))
		data = data[3+size:]
	}
	return strings.Join(lines, "\r\n") + "\r\n"
}

// packed returns what a code has of a description.
func packed(t *testing.T, sdp string) []byte {
	t.Helper()
	find := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(sdp)
		if m == nil {
			t.Fatalf("%s is not in\n%s", pattern, sdp)
		}
		return m[1]
	}
	fingerprint, err := hex.DecodeString(strings.ReplaceAll(find(`a=fingerprint:sha-256 (\S+)`), ":", ""))
	if err != nil {
		t.Fatal(err)
	}
	ufrag, pwd := find(`a=ice-ufrag:(\S+)`), find(`a=ice-pwd:(\S+)`)
	data := append(fingerprint, byte(len(ufrag)), byte(len(pwd)))
	text := ufrag + pwd
	bits, err := letters.DecodeString(text + strings.Repeat("A", -len(text)&3))
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, bits[:(6*len(text)+7)/8]...)
	for _, m := range regexp.MustCompile(`a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host`).FindAllStringSubmatch(sdp, 3) {
		ip := net.ParseIP(m[1])
		if v4 := ip.To4(); v4 != nil {
			ip = v4
		}
		port, err := strconv.Atoi(m[2])
		if err != nil || ip == nil {
			t.Fatalf("the candidate %q", m[0])
		}
		data = append(append(append(data, byte(len(ip))), ip...), byte(port>>8), byte(port))
	}
	return bytes.Clone(data)
}
