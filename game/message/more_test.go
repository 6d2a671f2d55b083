package message_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message"
)

// quoted is a list as JSON.
func quoted(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestGameOverAndOver: what a state says of a game makes the same game again, and
// SAN and PGN are those of the rules.
func TestGameOverAndOver(t *testing.T) {
	c := newClient(t, nil)
	g, err := game.ReplayLog(game.StartPosition(), strings.Fields(matingGame)...)
	if err != nil {
		t.Fatal(err)
	}
	for i, bcn := range strings.Fields(matingGame) {
		if r := c.action(bcn); r.LastSAN != g.ActionLog()[i] {
			t.Errorf("after %s: last_san %q, want %q", bcn, r.LastSAN, g.ActionLog()[i])
		}
	}
	if r := c.send(`{"message_type":"state"}`); r.SAN != nil || r.PGN != "" {
		t.Errorf("what was not asked for: %v %q", r.SAN, r.PGN)
	}
	all := c.send(`{"message_type":"state","san":true,"pgn":true}`)
	if !slices.Equal(all.SAN, g.ActionLog()) || all.PGN != g.PGN() {
		t.Errorf("%v\n%s", all.SAN, all.PGN)
	}
	for _, how := range []string{
		`"history":` + quoted(t, all.History),
		`"fen":` + quoted(t, game.StartFEN) + `,"history":` + quoted(t, g.BCN()),
		`"pgn":` + quoted(t, all.PGN),
	} {
		again := newClient(t, nil)
		r := again.send(`{"message_type":"new_game",%s}`, how)
		s := again.send(`{"message_type":"state","pgn":true}`)
		if r.MessageType != "game_end" || r.Reason != "checkmate_by_ban" || s.PGN != all.PGN || !s.CanUndo {
			t.Errorf("%s: %+v", how, r)
		}
		if r := again.send(`{"message_type":"undo"}`); r.MessageType != "next_legal_banset" || r.Ply != 11 {
			t.Errorf("%s: undone it is %+v", how, r)
		}
	}
	r := newClient(t, nil).send(`{"message_type":"new_game","pgn":"1. {banning: e2e4} d4 1/2-1/2","clock":{"base_ms":1000}}`)
	if r.Reason != "agreement" || r.Ply != 3 {
		t.Errorf("an agreed draw: %+v", r)
	}
}

// TestRefusedBeginnings: a game that cannot be leaves the one before.
func TestRefusedBeginnings(t *testing.T) {
	for fields, code := range map[string]string{
		`"history":["b:e2e4","m:e2e4"]`:               "banned",
		`"history":["m:e2e4"]`:                        "wrong_phase",
		`"history":["b:e2e5"]`:                        "illegal_ban",
		`"history":["b:e2e2"]`:                        "bad_bcn",
		`"history":["e2e4"]`:                          "bad_field",
		`"history":["b:e2e4q"]`:                       "bad_field",
		`"history":["b:e2e4##"]`:                      "bad_field",
		`"history":"b:e2e4"`:                          "bad_field",
		`"history":[1]`:                               "bad_field",
		`"history":null`:                              "bad_field",
		`"pgn":"1. {banning: e2e4} e4"`:               "banned",
		`"pgn":"rubbish"`:                             "wrong_phase",
		`"pgn":"1. {banning: e2e4} xyz"`:              "bad_san",
		`"pgn":""`:                                    "bad_pgn",
		`"pgn":5`:                                     "bad_field",
		`"pgn":"","fen":"x"`:                          "bad_field",
		`"pgn":"","history":[]`:                       "bad_field",
		`"fen":"x","history":[]`:                      "bad_fen",
		`"clock":{"base_ms":1,"announce":1}`:          "bad_field",
		`"clock":{"base_ms":1,"announce":true,"x":1}`: "unknown_field",
	} {
		c := newClient(t, nil)
		c.action("b:e2e4")
		r := c.sendRaw(`{"message_type":"new_game",` + fields + `}`)
		if r.Code != code || r.Ply != 2 || r.Reason == "" {
			t.Errorf("%s: %s (%s; %s) at ply %d, want %s", fields, r.Code, r.Reason, r.Hint, r.Ply, code)
		}
		valid := validate("request", []byte(`{"message_type":"new_game",`+fields+`}`)) == nil
		if valid == slices.Contains(malformed, code) {
			t.Errorf("%s: %s, and the schema says %t", fields, code, valid)
		}
	}
}

func TestRedo(t *testing.T) {
	c := newClient(t, nil)
	if r := c.send(`{"message_type":"redo"}`); r.Code != "nothing_to_redo" {
		t.Errorf("at the start: %+v", r)
	}
	c.action("b:e2e4")
	played := c.action("m:d2d4")
	c.send(`{"message_type":"undo"}`)
	if s := c.send(`{"message_type":"state"}`); !s.CanRedo || len(s.History) != 1 {
		t.Errorf("undone: %+v", s)
	}
	if r := c.send(`{"message_type":"redo"}`); r.FEN != played.FEN || r.MessageType != played.MessageType || string(r.Events) != string(played.Events) {
		t.Errorf("redone: %+v, want %+v", r, played)
	}
	if s := c.send(`{"message_type":"state"}`); s.CanRedo {
		t.Error("there is more to redo")
	}
	c.send(`{"message_type":"undo"}`)
	c.action("m:c2c4")
	if r := c.send(`{"message_type":"redo"}`); r.Code != "nothing_to_redo" {
		t.Errorf("after another move: %+v", r)
	}
	c.send(`{"message_type":"resign"}`)
	if r := c.send(`{"message_type":"redo"}`); r.Code != "game_over" {
		t.Errorf("after the end: %+v", r)
	}
}

func TestLines(t *testing.T) {
	c := newClient(t, message.NewEngine(engine.Options{Hash: 1}, nil))
	if r := c.send(`{"message_type":"best_action","depth":2}`); r.Lines != nil {
		t.Errorf("lines that were not asked for: %+v", r.Lines)
	}
	r := c.send(`{"message_type":"best_action","depth":2,"lines":3}`)
	if len(r.Lines) != 3 || r.Lines[0].Line[0] != r.BCN || r.Lines[0].Line[0] == r.Lines[1].Line[0] {
		t.Errorf("three lines: %+v", r)
	}
}

func TestReport(t *testing.T) {
	c := newClient(t, message.NewEngine(engine.Options{Hash: 1}, nil))
	for _, sent := range []string{`"ban","from":"E2","to":"E4"`, `"piece_move","from":"F2","to":"F3"`, `"ban","from":"E7","to":"E5"`, `"piece_move","from":"E7","to":"E6"`} {
		c.send(`{"message_type":%s}`, sent)
	}
	r := c.send(`{"message_type":"report"}`)
	if r.MessageType != "report" || r.Report == nil || r.Report.Actions != 4 || len(r.Report.Moments) == 0 || r.Report.Moments[0].Kind == "" || r.Ply != 5 {
		t.Errorf("%+v", r)
	}
	// Stopped, it has none.
	ctx, stop := context.WithCancel(t.Context())
	stop()
	session := message.NewSession(message.NewEngine(engine.Options{Hash: 1}, nil), time.Now)
	if text := string(session.Answer(ctx, []byte(`{"message_type":"report","id":1}`))); !strings.HasPrefix(text, `{"message_type":"report","id":1,"report":null,`) {
		t.Error(text)
	}
}

func TestSolve(t *testing.T) {
	c := newClient(t, message.NewEngine(engine.Options{Hash: 1}, nil))
	r := c.newGame("5k2/8/8/8/8/8/6R1/K6R w - - 0 1 2")
	won := c.send(`{"message_type":"solve"}`)
	if won.MessageType != "solution" || won.Outcome != "win" || won.Turns != 3 || won.Within != 3 || won.BCN == "" || won.Nodes == 0 || won.Ply != 2 {
		t.Fatalf("%+v", won)
	}
	// Played on, whatever is answered, the win comes nearer.
	for actions := 0; r.MessageType != "game_end"; actions++ {
		if actions > 11 {
			t.Fatalf("no end after %d actions: %+v", actions, r)
		}
		if r.Turn == "white" {
			turns := won.Turns
			if won = c.send(`{"message_type":"solve","turns":%d}`, turns); won.Outcome != "win" || won.Turns > turns {
				t.Fatalf("%+v, and before it were %d turns", won, turns)
			}
			r = c.action(won.BCN)
			continue
		}
		choices, kind := r.Bans, "b:"
		if r.Phase == "move" {
			choices, kind = r.Moves, "m:"
		}
		from := keys(choices)[0]
		r = c.action(kind + strings.ToLower(from+choices[from][0]))
	}
	if r.Victor != "white" {
		t.Errorf("the end is %+v", r)
	}
	c.send(`{"message_type":"new_game"}`)
	if r := c.send(`{"message_type":"solve","turns":1}`); r.Outcome != "no_win" || r.Within != 1 || r.BCN != "" {
		t.Errorf("at the start: %+v", r)
	}
	if r := c.send(`{"message_type":"solve","turns":32,"movetime_ms":1}`); r.Outcome != "unknown" || r.Within != 32 {
		t.Errorf("out of time: %+v", r)
	}
	if r := newClient(t, nil).send(`{"message_type":"solve"}`); r.Code != "no_engine" {
		t.Errorf("without an engine: %+v", r)
	}
}

// TestAnnounce: the end of a game whose clock announces it is sent when the time is
// up, once; a search ends with it. Otherwise nothing is sent.
func TestAnnounce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client{t, nil}
		var got []received
		q := message.NewQueue(t.Context(), message.NewSession(fake{wait: true}, time.Now), func(line []byte) { got = append(got, c.read(line)) })
		send := func(line string) {
			t.Helper()
			if err := validate("request", []byte(line)); err != nil {
				t.Error(err)
			}
			if err := q.Send([]byte(line)); err != nil {
				t.Error(err)
			}
			synctest.Wait()
		}
		pass := func(d time.Duration) { // the time of the test, which nobody waits for
			time.Sleep(d)
			synctest.Wait()
		}
		last := func() received { return got[len(got)-1] }

		send(`{"message_type":"new_game","clock":{"base_ms":1000,"announce":true}}`)
		pass(600 * time.Millisecond)
		send(`{"message_type":"ban","from":"E2","to":"E4"}`)
		pass(999 * time.Millisecond)
		if len(got) != 2 {
			t.Fatalf("too early: %+v", got)
		}
		pass(time.Millisecond)
		if r := last(); len(got) != 3 || r.MessageType != "game_end" || !r.Announced || r.ID != nil || r.Reason != "timeout" || r.Victor != "black" {
			t.Fatalf("the end: %+v", r)
		}
		pass(time.Hour)
		send(`{"message_type":"piece_move","from":"D2","to":"D4","id":7}`)
		if r := last(); len(got) != 4 || r.Code != "game_over" || r.Announced {
			t.Errorf("afterwards: %+v", got[3:])
		}

		// A search, and a game that takes the place of the one before.
		send(`{"message_type":"new_game","clock":{"base_ms":1000,"announce":true}}`)
		send(`{"message_type":"best_action"}`)
		pass(time.Second)
		if n := len(got); n != 7 || got[5].MessageType != "best_action" || got[5].Ended == nil || !got[6].Announced {
			t.Errorf("a search: %+v", got[4:])
		}
		send(`{"message_type":"new_game","clock":{"base_ms":1000,"announce":true}}`)
		send(`{"message_type":"new_game","clock":{"base_ms":1000}}`)
		pass(time.Hour)
		if len(got) != 9 {
			t.Errorf("nobody asked for it: %+v", got[9:])
		}
		send(`{"message_type":"ban","from":"E2","to":"E4"}`)
		if r := last(); r.MessageType != "game_end" || r.Announced {
			t.Errorf("as ever: %+v", r)
		}
		send(`{"message_type":"new_game","clock":{"base_ms":1000,"announce":true}}`)
		send(`{"message_type":"resign"}`)
		send(`{"message_type":"undo"}`)
		pass(time.Second)
		if r := last(); !r.Announced {
			t.Errorf("after a resignation that was taken back: %+v", r)
		}
		n := len(got)
		q.Close()
		pass(time.Hour)
		if len(got) != n {
			t.Errorf("after the end and the close: %+v", got[n:])
		}
	})
}

// TestReasonsBegin: a client that knows checkmate and stalemate alone finds them at
// the beginning of the reason, and nothing else there.
func TestReasonsBegin(t *testing.T) {
	for _, r := range game.Reasons() {
		if strings.HasPrefix(string(r), "checkmate") != r.IsCheckmate() || strings.HasPrefix(string(r), "stalemate") != r.IsStalemate() {
			t.Errorf("%s", r)
		}
	}
}

// TestFailedSolver: an error of the solver that is not the context's is a failure.
func TestFailedSolver(t *testing.T) {
	r := newClient(t, failing{}).send(`{"message_type":"solve"}`)
	if r.Code != "engine_failed" {
		t.Errorf("%+v", r)
	}
}

type failing struct{ fake }

func (failing) Solve(context.Context, *game.Game, int) (engine.Solution, error) {
	return engine.Solution{}, context.DeadlineExceeded
}
