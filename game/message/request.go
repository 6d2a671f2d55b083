package message

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// The bounds of what a request may ask for. schema.json says the same.
const (
	maxID        = 200 // characters
	maxBase      = 24 * time.Hour
	maxIncrement = time.Hour
	maxMoveTime  = 10 * time.Minute
	maxNodes     = 1 << 40
	maxLines     = 64
	maxTurns     = 32
)

// request is a message that was read and found well-formed.
type request struct {
	kind string
	id   string // as it was sent, or ""

	from, to  game.Square
	promotion game.Role
	player    game.Player   // NoPlayer: whoever it follows from
	game      *game.Game    // that is new
	base      time.Duration // 0: no clock
	increment time.Duration
	announce  bool // when the time is up
	limits    engine.Limits
	turns     int
	san       bool // in a state
	withPGN   bool

	err error // why it cannot be answered otherwise; set instead of the rest
}

// The types of requests. moveAsSpelt is how the first description of the
// interface spells piece_move, and some clients with it.
const (
	kindNewGame    = "new_game"
	kindMove       = "piece_move"
	moveAsSpelt    = "peice move"
	kindPromotion  = "piece_promotion_choice"
	kindBan        = "ban"
	kindUndo       = "undo"
	kindRedo       = "redo"
	kindState      = "state"
	kindResign     = "resign"
	kindOfferDraw  = "offer_draw"
	kindAcceptDraw = "accept_draw"
	kindBestAction = "best_action"
	kindSolve      = "solve"
	kindReport     = "report"
	kindStop       = "stop"
)

// parseRequest reads a line. What is wrong with it is the request's err, which is
// answered when its turn comes.
func parseRequest(line []byte) request {
	if len(line) > MaxMessage {
		return request{err: tooLong()}
	}
	o, err := parseObject(string(line), "")
	if err != nil {
		return request{err: err}
	}
	r := request{id: o.id()}
	if o.err == nil {
		r.read(o)
	}
	if o.err != nil {
		return request{id: r.id, err: o.err}
	}
	return r
}

func tooLong() error {
	return &game.Error{Code: CodeTooLong, Message: "the message is longer than 64 KiB", Hint: "send less on a line"}
}

// id returns the id as it was written: a number keeps its digits.
func (o *object) id() string {
	raw, ok := o.values["id"]
	const hint = "write a number or a string of at most 200 characters"
	switch {
	case !ok:
		return ""
	case raw[0] == '"' && utf8.RuneCountInString(o.text("id", hint)) <= maxID:
		return raw
	case (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') && len(raw) <= maxID:
		return raw
	}
	o.bad("id", hint)
	return ""
}

// fields are those of each type of request, besides its type and id.
var fields = map[string][]string{
	kindNewGame:    {"fen", "history", "pgn", "clock"},
	kindMove:       {"from", "to", "promotion"},
	kindPromotion:  {"piece_choice"},
	kindBan:        {"from", "to"},
	kindUndo:       {},
	kindRedo:       {},
	kindState:      {"san", "pgn"},
	kindResign:     {"player"},
	kindOfferDraw:  {"player"},
	kindAcceptDraw: {"player"},
	kindBestAction: {"depth", "nodes", "movetime_ms", "level", "lines"},
	kindSolve:      {"turns", "movetime_ms"},
	kindReport:     {},
	kindStop:       {},
}

// read takes the fields that the message's type has.
func (r *request) read(o *object) {
	o.need("message_type")
	r.kind = o.text("message_type", "write a string such as \"state\"")
	if r.kind == moveAsSpelt {
		r.kind = kindMove
	}
	allowed, known := fields[r.kind]
	if !known {
		o.fail(&game.Error{
			Code:    CodeUnknownMessage,
			Message: "there is no message_type " + (&object{}).path(r.kind),
			Hint:    "send one of " + strings.Join(slices.Sorted(maps.Keys(fields)), ", "),
		})
		return
	}
	o.only(append([]string{"message_type", "id"}, allowed...)...)
	switch r.kind {
	case kindNewGame:
		r.readNewGame(o)
	case kindMove, kindBan:
		o.need("from", "to")
		r.from, r.to = o.square("from"), o.square("to")
		r.promotion = o.promotion("promotion")
	case kindPromotion:
		o.need("piece_choice")
		r.promotion = o.promotion("piece_choice")
	case kindResign, kindOfferDraw, kindAcceptDraw:
		if name := o.choice("player", "white", "black"); o.err == nil && name != "" {
			r.player = game.MustParsePlayer(name)
		}
	case kindBestAction, kindSolve:
		r.turns = int(o.count("turns", 1, maxTurns))
		r.limits = engine.Limits{
			Depth: int(o.count("depth", 1, engine.MaxDepth)), Nodes: uint64(o.count("nodes", 1, maxNodes)),
			MoveTime: o.milliseconds("movetime_ms", time.Millisecond, maxMoveTime),
			Level:    int(o.count("level", 1, engine.Levels)), Lines: int(o.count("lines", 1, maxLines)),
		}
	case kindState:
		r.san, r.withPGN = o.flag("san"), o.flag("pgn")
	}
}

func (o *object) promotion(name string) game.Role {
	word := o.choice(name, "queen", "rook", "bishop", "knight")
	return map[string]game.Role{"queen": game.Queen, "rook": game.Rook, "bishop": game.Bishop, "knight": game.Knight}[word]
}

// readNewGame reads a game, and its clock.
func (r *request) readNewGame(o *object) {
	fen := o.text("fen", "write an extended FEN as a string")
	history := o.texts("history", `write a list of actions such as ["b:e2e4","m:d2d4"]`, looksLikeBCN)
	pgn := o.text("pgn", "write a PGN as a string")
	for _, name := range []string{"fen", "history"} {
		if o.has(name) && o.has("pgn") {
			o.bad(name, "leave it out; a pgn has its own start and its own actions")
		}
	}
	if r.readClock(o); o.err != nil {
		return
	}
	if o.has("pgn") {
		r.game, o.err = game.ParsePGN(pgn)
		return
	}
	start := game.StartPosition()
	if o.has("fen") {
		start, o.err = game.ParseFEN(fen)
	}
	if o.err == nil {
		r.game, o.err = game.ReplayLog(start, history...)
	}
}

// looksLikeBCN reports whether a text has the form of an action, as the schema
// describes it.
func looksLikeBCN(s string) bool {
	if n := len(s); n > 0 && strings.IndexByte("+#=", s[n-1]) >= 0 {
		s = s[:n-1]
	}
	if len(s) == 7 && s[0] == 'm' && strings.IndexByte("qrbn", s[6]) >= 0 {
		s = s[:6]
	}
	if len(s) != 6 || s[0] != 'b' && s[0] != 'm' || s[1] != ':' {
		return false
	}
	_, err := game.ParseSquare(s[2:4])
	_, err2 := game.ParseSquare(s[4:])
	return err == nil && err2 == nil
}

// readClock reads the clock of a new game; the base time is what makes one.
func (r *request) readClock(o *object) {
	raw, ok := o.values["clock"]
	if !ok {
		return
	}
	if raw[0] != '{' {
		o.bad("clock", `write an object such as {"base_ms":300000,"increment_ms":2000}`)
		return
	}
	clock, err := parseObject(raw, "clock")
	if err != nil {
		o.fail(err)
		return
	}
	clock.only("base_ms", "increment_ms", "announce")
	clock.need("base_ms")
	r.base = clock.milliseconds("base_ms", time.Millisecond, maxBase)
	r.increment = clock.milliseconds("increment_ms", 0, maxIncrement)
	r.announce = clock.flag("announce")
	if clock.err != nil {
		o.fail(clock.err)
	}
}
