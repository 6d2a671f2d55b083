package message_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
)

// client talks to a session and holds every message against the schema.
type client struct {
	t *testing.T
	s *message.Session
}

func newClient(t *testing.T, engine message.Engine) client {
	return client{t, message.NewSession(engine, time.Now)}
}

// received is a reply as a client reads it.
type received struct {
	MessageType string          `json:"message_type"`
	ID          json.RawMessage `json:"id"`
	Code        string
	Reason      string
	Hint        string
	Victor      string
	Phase       string
	Turn        string
	FEN         string
	Bans, Moves map[string][]string
	Events      json.RawMessage
	History     []string
	Ended       *struct{ Victor, Reason string }
	Promotion   *struct{ From, To string }
	BCN         string
	Nodes       int
	TimeMS      int `json:"time_ms"`
	Ply         int
	CanUndo     bool   `json:"can_undo"`
	DrawOffer   string `json:"draw_offer"`
	LastSAN     string `json:"last_san"`
	SAN         []string
	PGN         string
	CanRedo     bool `json:"can_redo"`
	Lines       []struct{ Line []string }
	Outcome     string
	Report      *struct {
		Actions int
		Moments []struct{ Kind string }
	}
	Turns     int
	Within    int
	Announced bool
}

// stateOf returns a session's answer to the request for its state.
func stateOf(t *testing.T, s *message.Session) string {
	return string(s.Answer(t.Context(), []byte(`{"message_type":"state"}`)))
}

// send sends a request that must be well-formed.
func (c client) send(format string, args ...any) received {
	c.t.Helper()
	line := fmt.Sprintf(format, args...)
	if err := validate("request", []byte(line)); err != nil {
		c.t.Errorf("request %s: %v", line, err)
	}
	return c.sendRaw(line)
}

func (c client) sendRaw(line string) received {
	c.t.Helper()
	return c.read(c.s.Answer(c.t.Context(), []byte(line)))
}

func (c client) read(reply []byte) received {
	c.t.Helper()
	if err := validate("reply", reply); err != nil {
		c.t.Errorf("reply %s: %v", reply, err)
	}
	var r received
	if err := json.Unmarshal(reply, &r); err != nil {
		c.t.Fatalf("reply %s: %v", reply, err)
	}
	return r
}

// action plays an action given in BCN.
func (c client) action(bcn string) received {
	c.t.Helper()
	kind, pair := "piece_move", bcn[2:]
	if bcn[0] == 'b' {
		kind = "ban"
	}
	return c.send(`{"message_type":%q,"from":%q,"to":%q}`, kind, pair[:2], strings.ToUpper(pair[2:4]))
}

func (c client) newGame(fen string) received {
	c.t.Helper()
	return c.send(`{"message_type":"new_game","fen":%q}`, fen)
}

// TestReaderOfTheSchema plays games as a client that knows nothing but what the
// replies say, and follows them with the rules.
func TestReaderOfTheSchema(t *testing.T) {
	games := 12
	if testing.Short() {
		games = 3
	}
	random := rand.New(rand.NewPCG(5, 6))
	starts := []string{game.StartFEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3"}
	for i := range games {
		c := newClient(t, nil)
		r := c.newGame(starts[i%len(starts)])
		var bcn []string
		for r.MessageType != "game_end" && len(bcn) < 300 {
			if r.MessageType == "promotion_prompt" {
				choice := []string{"queen", "rook", "bishop", "knight"}[random.IntN(4)]
				bcn[len(bcn)-1] += map[string]string{"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}[choice]
				r = c.send(`{"message_type":"piece_promotion_choice","piece_choice":%q}`, choice)
				continue
			}
			kind, letter, choices := "ban", "b:", r.Bans
			if r.Phase == "move" {
				kind, letter, choices = "piece_move", "m:", r.Moves
			}
			from := pick(random, keys(choices))
			to := pick(random, choices[from])
			bcn = append(bcn, letter+strings.ToLower(from+to))
			r = c.send(`{"message_type":%q,"from":%q,"to":%q}`, kind, from, to)
			if r.MessageType == "failure" {
				t.Fatalf("%v: %s", bcn, r.Reason)
			}
		}
		g, err := game.ReplayLog(game.MustParseFEN(starts[i%len(starts)]), bcn...)
		if err != nil {
			t.Fatalf("%v: %v", bcn, err)
		}
		if g.FEN() != r.FEN || (r.MessageType == "game_end") != g.Over() || g.Over() && r.Reason != string(g.Result().Reason) {
			t.Errorf("%v: %s %s %s, want %s %s", bcn, r.MessageType, r.Reason, r.FEN, g.Result(), g.FEN())
		}
	}
}

func keys(m map[string][]string) []string {
	var ks []string
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }
