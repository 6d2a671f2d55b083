package message_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/report"
)

const matingGame = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7 b:e8f7"

func TestMatingGame(t *testing.T) {
	c := newClient(t, nil)
	var last received
	for i, bcn := range strings.Fields(matingGame) {
		if last = c.action(bcn); last.MessageType == "failure" {
			t.Fatalf("%s: %s", bcn, last.Reason)
		}
		if want := []string{"next_legal_moveset", "next_legal_banset"}[i%2]; i < 10 && last.MessageType != want {
			t.Errorf("after %s: %s, want %s", bcn, last.MessageType, want)
		}
	}
	if last.MessageType != "game_end" || last.Victor != "white" || last.Reason != "checkmate_by_ban" {
		t.Errorf("the end is %+v", last)
	}
	if last.Moves != nil || last.Bans != nil {
		t.Error("something can be played after the end")
	}
	f := c.action("m:e8f7")
	if f.Code != "game_over" || f.Ended == nil || f.Ended.Reason != "checkmate_by_ban" {
		t.Errorf("after the end: %+v", f)
	}
	if s := c.send(`{"message_type":"state"}`); strings.Join(s.History, " ") != strings.Replace(matingGame, "m:f3f7", "m:f3f7+", 1)+"#" {
		t.Errorf("history %v", s.History)
	}
}

// TestFirstReplies pins the shape of the interface's most common messages.
func TestFirstReplies(t *testing.T) {
	c := newClient(t, nil)
	r := c.send(`{"message_type":"new_game"}`)
	if r.MessageType != "next_legal_banset" || r.Turn != "black" || !slices.Equal(r.Bans["A2"], []string{"A3", "A4"}) || len(r.Bans) != 10 {
		t.Errorf("new game: %+v", r)
	}
	r = c.send(`{"message_type":"ban","from":"d2","to":"D4"}`)
	if r.MessageType != "next_legal_moveset" || r.Turn != "white" || !slices.Equal(r.Moves["D2"], []string{"D3"}) {
		t.Errorf("after the ban: %+v", r)
	}
	if got := string(r.Events); got != `{"ban":{"from":"D2","to":"D4"}}` {
		t.Errorf("events %s", got)
	}
	f := c.send(`{"message_type":"peice move","from":"D2","to":"D4"}`)
	if f.Code != "banned" || !slices.Equal(f.Moves["D2"], []string{"D3"}) || f.Reason == "" || f.Hint == "" {
		t.Errorf("the banned move: %+v", f)
	}
	if r = c.send(`{"message_type":"peice move","from":"E2","to":"e4"}`); r.MessageType != "next_legal_banset" || string(r.Events) != "{}" {
		t.Errorf("after the move: %+v", r)
	}
}

func TestEvents(t *testing.T) {
	tests := []struct{ name, fen, bcn, events string }{
		{"capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 2:e4e5", "m:e4d5", `{"capture":"D5"}`},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 2:e5e6", "m:e5d6", `{"capture":"D5","en_passant_capture":"D5"}`},
		{"castling short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 2:a1a2", "m:e1g1", `{"also_move_rook":{"from":"H1","to":"F1"}}`},
		{"castling long, black", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 4:a8a7", "m:e8c8", `{"also_move_rook":{"from":"A8","to":"D8"}}`},
		{"check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 2:a1a2", "m:a1a8", `{"check":{"in_check":"black","threats":["A8"],"king_space":"E8"}}`},
		{"double check", "3k4/8/8/8/3N4/8/8/B2RK3 w - - 0 1 2:e1e2", "m:d4e6", `{"check":{"in_check":"black","threats":["D1","E6"],"king_space":"D8"}}`},
		{"check stands at the move ply", "R3k3/8/8/8/8/8/8/4K3 b - - 1 1 3", "b:e8d7", `{"ban":{"from":"E8","to":"D7"},"check":{"in_check":"black","threats":["A8"],"king_space":"E8"}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newClient(t, nil)
			c.newGame(tt.fen)
			if r := c.action(tt.bcn); string(r.Events) != tt.events {
				t.Errorf("events %s, want %s (%s %s)", r.Events, tt.events, r.MessageType, r.Reason)
			}
		})
	}
}

func TestPromotion(t *testing.T) {
	const fen = "1n5k/P7/8/8/8/8/7K/8 w - - 0 1 2:h2h3"
	c := newClient(t, nil)
	start := c.newGame(fen)
	if !slices.Equal(start.Moves["A7"], []string{"A8", "B8"}) {
		t.Errorf("moves %v", start.Moves)
	}
	prompt := c.send(`{"message_type":"piece_move","from":"A7","to":"B8"}`)
	if prompt.MessageType != "promotion_prompt" || prompt.Promotion == nil || prompt.Promotion.To != "B8" || prompt.FEN != start.FEN {
		t.Fatalf("prompt %+v", prompt)
	}
	if r := c.send(`{"message_type":"undo"}`); r.FEN != start.FEN || r.Promotion != nil {
		t.Errorf("undo of the prompt: %+v", r)
	}
	if r := c.send(`{"message_type":"piece_promotion_choice","piece_choice":"rook"}`); r.Code != "no_promotion_pending" {
		t.Errorf("choice without a move: %+v", r)
	}
	c.send(`{"message_type":"piece_move","from":"A7","to":"B8"}`)
	if r := c.send(`{"message_type":"ban","from":"A7","to":"B8"}`); r.Code != "wrong_phase" || r.Promotion == nil {
		t.Errorf("a refused request drops the prompt: %+v", r)
	}
	r := c.send(`{"message_type":"piece_promotion_choice","piece_choice":"rook"}`)
	want := `{"capture":"B8","promote":{"space":"B8","piece":"rook"},"check":{"in_check":"black","threats":["B8"],"king_space":"H8"}}`
	if r.MessageType != "next_legal_banset" || string(r.Events) != want || !strings.HasPrefix(r.FEN, "1R5k/") {
		t.Errorf("after the choice: %+v %s", r, r.Events)
	}
	c.newGame(fen)
	if r := c.send(`{"message_type":"piece_move","from":"a7","to":"a8","promotion":"knight"}`); !strings.HasPrefix(r.FEN, "Nn5k/") {
		t.Errorf("promotion in the move: %+v", r)
	}
}

// TestEndings reaches every reason a game can end for.
func TestEndings(t *testing.T) {
	now := time.Unix(0, 0)
	const clock = `{"message_type":"new_game","clock":{"base_ms":1000}%s}`
	tests := []struct {
		victor, reason string
		requests       []string
	}{
		{"white", "checkmate", []string{fen("R6k/8/6K1/8/8/8/8/8 b - - 0 1 3")}},
		{"white", "checkmate_by_ban", strings.Fields(matingGame)},
		{"draw", "stalemate", []string{fen("7k/8/6Q1/8/8/8/8/7K b - - 0 1 3")}},
		{"draw", "stalemate_by_ban", []string{fen("7k/8/8/6Q1/8/8/8/7K b - - 0 1 3"), "b:h8h7"}},
		{"draw", "threefold_repetition", slices.Repeat(strings.Fields("b:a2a3 m:g1f3 b:a7a6 m:g8f6 b:a2a3 m:f3g1 b:a7a6 m:f6g8"), 2)},
		{"draw", "fifty_move_rule", []string{fen("4k2r/8/8/8/8/8/8/R3K3 w - - 99 60 238:a1a2"), "m:a1b1"}},
		{"draw", "insufficient_material", []string{fen("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1 2:e1f1"), "m:e1d2"}},
		{"black", "resignation", []string{"b:a2a3", `{"message_type":"resign"}`}},
		{"white", "resignation", []string{"b:a2a3", `{"message_type":"resign","player":"black"}`}},
		{"draw", "agreement", []string{`{"message_type":"offer_draw"}`, "b:a2a3", `{"message_type":"accept_draw"}`}},
		{"white", "timeout", []string{fmt.Sprintf(clock, ""), "later", `{"message_type":"undo"}`}},
		{"draw", "timeout_insufficient_material", []string{fmt.Sprintf(clock, `,"fen":"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 2"`), "later"}},
	}
	seen := map[string]bool{}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			seen[tt.reason] = true
			c := client{t, message.NewSession(nil, func() time.Time { return now })}
			var last received
			for _, r := range tt.requests {
				switch {
				case r == "later":
					now = now.Add(time.Minute)
				case r[0] == '{':
					last = c.send("%s", r)
				default:
					last = c.action(r)
				}
			}
			victor, reason := last.Victor, last.Reason
			if last.MessageType != "game_end" {
				s := c.send(`{"message_type":"state"}`)
				if s.Ended == nil {
					t.Fatalf("not over: %+v", last)
				}
				victor, reason = s.Ended.Victor, s.Ended.Reason
			}
			if victor != tt.victor || reason != tt.reason {
				t.Errorf("%s by %s", victor, reason)
			}
		})
	}
	for _, reason := range enum("end_reason") {
		if !seen[reason] {
			t.Errorf("no game here ends by %s", reason)
		}
	}
}

// TestTimeout sends each request as the first and the second after a flag has
// fallen: the end is told once as the end of a game is, and the advice that then
// comes with refusals can be followed.
func TestTimeout(t *testing.T) {
	for _, request := range []string{
		`{"message_type":"piece_move","from":"d2","to":"d4"}`, `{"message_type":"ban","from":"d7","to":"d5"}`,
		`{"message_type":"piece_promotion_choice","piece_choice":"queen"}`, `{"message_type":"undo"}`, `{"message_type":"resign"}`,
		`{"message_type":"offer_draw"}`, `{"message_type":"accept_draw"}`, `{"message_type":"best_action"}`,
	} {
		now := time.Unix(0, 0)
		c := client{t, message.NewSession(fake{}, func() time.Time { return now })}
		c.send(`{"message_type":"new_game","clock":{"base_ms":150}}`)
		c.action("b:e2e4")
		now = now.Add(time.Second)
		if r := c.send(`{"message_type":"state"}`); r.Ended == nil || r.Ended.Reason != "timeout" || r.CanUndo {
			t.Errorf("state: %+v", r)
		}
		if r := c.send("%s", request); r.MessageType != "game_end" || r.Victor != "black" || r.Reason != "timeout" {
			t.Errorf("%s first: %+v", request, r)
		}
		if r := c.send("%s", request); r.Code != "game_over" || strings.Contains(r.Hint, "undo") {
			t.Errorf("%s again: %+v", request, r)
		}
		if r := c.send(`{"message_type":"new_game"}`); r.MessageType != "next_legal_banset" {
			t.Errorf("a new game: %+v", r)
		}
	}
}

func fen(s string) string { return `{"message_type":"new_game","fen":"` + s + `"}` }

// TestFailures reaches every code, and shows that a failure changes nothing and
// says what may be played.
func TestFailures(t *testing.T) {
	ban, over := []string{}, strings.Fields(matingGame)
	move := []string{"b:e2e4"}
	tests := []struct {
		code    string
		before  []string
		request string
	}{
		{"banned", move, `{"message_type":"piece_move","from":"e2","to":"e4"}`},
		{"illegal_move", move, `{"message_type":"piece_move","from":"e2","to":"e5"}`},
		{"illegal_ban", ban, `{"message_type":"ban","from":"e2","to":"e5"}`},
		{"wrong_phase", ban, `{"message_type":"piece_move","from":"e2","to":"e4"}`},
		{"wrong_phase", move, `{"message_type":"ban","from":"e2","to":"e4"}`},
		{"game_over", over, `{"message_type":"resign"}`},
		{"game_over", over, `{"message_type":"offer_draw"}`},
		{"game_over", over, `{"message_type":"accept_draw"}`},
		{"game_over", over, `{"message_type":"best_action"}`},
		{"bad_action", ban, `{"message_type":"ban","from":"e2","to":"e2"}`},
		{"bad_fen", ban, `{"message_type":"new_game","fen":"8/8/8/8/8/8/8/8 w - - 0 1 1"}`},
		{"standard_fen", ban, `{"message_type":"new_game","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}`},
		{"no_promotion_pending", move, `{"message_type":"piece_promotion_choice","piece_choice":"queen"}`},
		{"no_draw_offer", ban, `{"message_type":"accept_draw"}`},
		{"nothing_to_undo", ban, `{"message_type":"undo"}`},
		{"nothing_to_redo", ban, `{"message_type":"redo"}`},
		{"bad_pgn", move, `{"message_type":"new_game","pgn":"1. {banning: e2e4"}`},
		{"bad_san", move, `{"message_type":"new_game","pgn":"1. {banning: e2e4} xyz"}`},
		{"bad_pair", move, `{"message_type":"new_game","pgn":"1. {banning:}"}`},
		{"ambiguous_move", move, `{"message_type":"new_game","pgn":"[FEN \"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1 2\"]\n\n1. Nd2"}`},
		{"bad_bcn", move, `{"message_type":"new_game","history":["b:e2e2"]}`},
		{"promotion_required", move, `{"message_type":"new_game","fen":"4k3/P7/8/8/8/8/8/4K3 w - - 0 1 2","history":["m:a7a8"]}`},
		{"no_engine", ban, `{"message_type":"best_action"}`},
		{"no_engine", ban, `{"message_type":"solve"}`},
		{"no_engine", ban, `{"message_type":"report"}`},
		{"bad_json", move, `{"message_type":`},
		{"bad_json", move, `[]`},
		{"bad_json", move, `{"message_type":"state"} {}`},
		{"bad_json", move, `{"message_type":"state","message_type":"undo"}`},
		{"bad_json", move, "{\"message_type\":\"st\xffate\"}"},
		{"message_too_long", move, `{"message_type":"state","id":"` + strings.Repeat("x", message.MaxMessage) + `"}`},
		{"unknown_message_type", move, `{"message_type":"castle"}`},
		{"unknown_field", move, `{"message_type":"state","color":"white"}`},
		{"unknown_field", move, `{"message_type":"piece_move","FROM":"e2","to":"e4"}`},
		{"unknown_field", move, `{"message_type":"new_game","clock":{"base_ms":1,"delay":2}}`},
		{"missing_field", move, `{}`},
		{"missing_field", move, `{"message_type":"piece_move","from":"e2"}`},
		{"missing_field", move, `{"message_type":"new_game","clock":{"increment_ms":1}}`},
		{"bad_field", move, `{"message_type":"piece_move","from":"e9","to":"e4"}`},
		{"bad_field", move, `{"message_type":"piece_move","from":4,"to":"e4"}`},
		{"bad_field", move, `{"message_type":"resign","player":"red"}`},
		{"bad_field", move, `{"message_type":"new_game","clock":5}`},
		{"bad_field", move, `{"message_type":"new_game","clock":{"base_ms":0.5}}`},
		{"bad_field", move, `{"message_type":"best_action","depth":65}`},
		{"bad_field", move, `{"message_type":"state","id":{}}`},
		{"bad_field", move, `{"message_type":null}`},
	}
	seen := map[string]bool{"engine_failed": true} // see TestBestAction
	for _, tt := range tests {
		seen[tt.code] = true
		c := newClient(t, nil)
		for _, bcn := range tt.before {
			c.action(bcn)
		}
		before := stateOf(t, c.s)
		r := c.sendRaw(tt.request)
		if r.MessageType != "failure" || r.Code != tt.code {
			t.Errorf("%.100s: %s %s, want %s", tt.request, r.MessageType, r.Code, tt.code)
		}
		if stateOf(t, c.s) != before {
			t.Errorf("%.100s: changed the game", tt.request)
		}
		if len(r.Bans)+len(r.Moves) == 0 && r.Ended == nil {
			t.Errorf("%.100s: nothing can be played after it", tt.request)
		}
	}
	for _, code := range enum("code") {
		if !seen[code] {
			t.Errorf("no request here fails with %s", code)
		}
	}
}

func TestUnknownFieldIsNamed(t *testing.T) {
	r := newClient(t, nil).sendRaw(`{"message_type":"ban","from":"e2","to":"e4","colour":"white"}`)
	if !strings.Contains(r.Reason, `"colour"`) {
		t.Error(r.Reason)
	}
	r = newClient(t, nil).sendRaw(`{"message_type":"new_game","clock":{"base_ms":1,"delay":2}}`)
	if !strings.Contains(r.Reason, `"clock.delay"`) {
		t.Error(r.Reason)
	}
}

func TestID(t *testing.T) {
	c := newClient(t, nil)
	for _, id := range []string{`7`, `-1.50`, `123456789012345678901234567890`, `"a\u00e9\"<b>"`, `""`} {
		if r := c.send(`{"id":%s,"message_type":"state"}`, id); string(r.ID) != id {
			t.Errorf("id %s came back as %s", id, r.ID)
		}
		if r := c.sendRaw(`{"message_type":"state","no":1,"id":` + id + `}`); string(r.ID) != id || r.Code != "unknown_field" {
			t.Errorf("id %s of a failure came back as %s", id, r.ID)
		}
	}
	if r := c.send(`{"message_type":"state"}`); r.ID != nil {
		t.Errorf("no id came back as %s", r.ID)
	}
}

func TestDrawOffer(t *testing.T) {
	c := newClient(t, nil)
	state := func() string { return c.send(`{"message_type":"state"}`).DrawOffer }
	c.send(`{"message_type":"offer_draw"}`) // Black, who bans
	if r := c.send(`{"message_type":"accept_draw","player":"black"}`); r.Code != "no_draw_offer" {
		t.Errorf("one's own offer: %+v", r)
	}
	c.action("b:a2a3") // Black plays on: the offer stands
	if state() != "black" {
		t.Error("the offer ended with the offerer's own action")
	}
	c.action("m:e2e4") // White plays on
	if state() != "" {
		t.Error("the offer outlived the opponent's action")
	}
	c.send(`{"message_type":"offer_draw","player":"white"}`)
	c.send(`{"message_type":"undo"}`)
	if state() != "" {
		t.Error("the offer outlived an undo")
	}
	c.send(`{"message_type":"offer_draw","player":"black"}`)
	if r := c.send(`{"message_type":"offer_draw","player":"black"}`); r.MessageType != "draw_offered" || state() != "black" {
		t.Errorf("the same offer again: %+v", r)
	}
	if r := c.send(`{"message_type":"offer_draw","player":"white"}`); r.MessageType != "game_end" || r.Reason != "agreement" {
		t.Errorf("both offer: %+v", r)
	}
}

// TestAdvice reads the reasons and hints of refusals whose advice a client could
// not have followed.
func TestAdvice(t *testing.T) {
	for _, tt := range []struct{ request, words string }{
		{`{"message_type":"ban","from":"e2","to":"e2"}`, "same square; give two different squares"},
		{`{"message_type":"new_game","fen":"4k3/8/8/8/8/8/P7/4K3 w - - 0 1"}`, `field: "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 1"`},
		{`{"message_type":"state","id":` + strings.Repeat("[", 99) + strings.Repeat("]", 99) + `}`, "64 deep"},
	} {
		r := newClient(t, nil).sendRaw(tt.request)
		if all := r.Reason + "; " + r.Hint; !strings.Contains(all, tt.words) || strings.Contains(all, "FromStandardFEN") {
			t.Errorf("%s: %s", tt.request, all)
		}
	}
	c := newClient(t, nil)
	c.newGame("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1 3")
	if r := c.send(`{"message_type":"resign"}`); r.Code != "game_over" || strings.Contains(r.Hint, "undo") {
		t.Errorf("%+v", r)
	}
}

// TestUndo takes the mating game back and plays it again.
func TestUndo(t *testing.T) {
	c := newClient(t, nil)
	fens := []string{c.send(`{"message_type":"state"}`).FEN}
	actions := strings.Fields(matingGame)
	for _, bcn := range actions {
		fens = append(fens, c.action(bcn).FEN)
	}
	for i := len(actions) - 1; i >= 0; i-- {
		if r := c.send(`{"message_type":"undo"}`); r.FEN != fens[i] {
			t.Errorf("undo to %d: %s, want %s", i, r.FEN, fens[i])
		}
	}
}

// fake is an engine that plays the first legal action, and solves and judges nothing.
type fake struct {
	wait bool // until the context ends
	none bool // answer with nothing
}

func (f fake) BestAction(ctx context.Context, g *game.Game, limits engine.Limits) (engine.Result, error) {
	a := g.LegalActions()[0]
	if f.wait {
		<-ctx.Done()
	}
	if f.none {
		return engine.Result{}, nil
	}
	return engine.Result{
		Best: a, Score: engine.Score{Centipawns: -12}, Depth: max(1, limits.Depth), Nodes: 900, Time: 90 * time.Millisecond,
		Lines: []engine.Info{{Nodes: 100, Time: 10 * time.Millisecond, Actions: []game.Action{a}}}, // the last finished iteration
	}, nil
}

func (fake) Solve(context.Context, *game.Game, int) (engine.Solution, error) {
	return engine.Solution{}, nil
}

func (fake) Report(context.Context, *game.Game) (*report.Report, error) { return nil, nil }

func TestBestAction(t *testing.T) {
	c := newClient(t, fake{})
	r := c.send(`{"message_type":"best_action","depth":3}`)
	if r.MessageType != "best_action" || r.BCN == "" || r.Ply != 1 || r.Nodes != 900 || r.TimeMS != 90 {
		t.Errorf("%+v", r)
	}
	c.newGame("8/P6k/8/8/8/8/7K/8 w - - 0 1 2")
	if r := c.send(`{"message_type":"best_action","level":2,"movetime_ms":5,"nodes":100}`); r.MessageType != "best_action" {
		t.Errorf("%+v", r)
	}
	if r := newClient(t, fake{none: true}).send(`{"message_type":"best_action"}`); r.Code != "engine_failed" {
		t.Errorf("%+v", r)
	}
}
