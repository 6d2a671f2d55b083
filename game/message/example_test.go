package message_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message"
)

// A session answers one message at a time. The client has no rules: it bans and
// moves between squares that it was given.
func ExampleSession() {
	s := message.NewSession(nil, time.Now)
	for _, request := range []string{
		`{"message_type":"ban","from":"E2","to":"E4","id":1}`,
		`{"message_type":"piece_move","from":"E2","to":"E4","id":2}`,
	} {
		var reply struct {
			MessageType string `json:"message_type"`
			ID          int
			Turn, Code  string
			Moves       map[string][]string
		}
		if err := json.Unmarshal(s.Answer(context.Background(), []byte(request)), &reply); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(reply.ID, reply.MessageType, reply.Turn, reply.Code, reply.Moves["E2"])
	}
	// Output:
	// 1 next_legal_moveset white  [E3]
	// 2 failure white banned [E3]
}

// A queue takes messages as they come. Closed, it has answered them all.
func ExampleQueue() {
	s := message.NewSession(message.NewEngine(engine.Options{Hash: 1}, nil), time.Now)
	q := message.NewQueue(context.Background(), s, func(reply []byte) {
		var r struct {
			MessageType string `json:"message_type"`
		}
		_ = json.Unmarshal(reply, &r)
		fmt.Println(r.MessageType)
	})
	for _, request := range []string{`{"message_type":"best_action","depth":2}`, `{"message_type":"state"}`} {
		if err := q.Send([]byte(request)); err != nil {
			fmt.Println(err)
		}
	}
	q.Close()
	// Output:
	// best_action
	// state
}

// Serve is a conversation over a reader and a writer, a message a line.
func ExampleServe() {
	requests := strings.NewReader(`{"message_type":"hello"}` + "\n" + `{"message_type":"undo"}` + "\n")
	var replies strings.Builder
	if err := message.Serve(context.Background(), requests, &replies, message.NewSession(nil, time.Now)); err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(replies.String()) {
		var reply struct{ Code, Reason string }
		fmt.Println(json.Unmarshal([]byte(line), &reply), reply.Code)
	}
	// Output:
	// <nil> unknown_message_type
	// <nil> nothing_to_undo
}

func ExampleSchema() {
	var schema struct {
		Defs map[string]any `json:"$defs"`
	}
	fmt.Println(json.Unmarshal([]byte(message.Schema()), &schema), schema.Defs["request"] != nil, schema.Defs["reply"] != nil)
	// Output: <nil> true true
}
