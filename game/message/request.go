package message

import (
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
	player    game.Player // NoPlayer: whoever it follows from
	fen       string
	hasFEN    bool
	pgn       string
	hasPGN    bool
	history   []string
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
	r := request{}
	if r.id, err = o.id(); err != nil {
		return request{err: err}
	}
	if err := r.read(o); err != nil {
		return request{id: r.id, err: err}
	}
	return r
}

func tooLong() error {
	return &game.Error{Code: CodeTooLong, Message: "the message is longer than 64 KiB", Hint: "send less on a line"}
}

// id returns the id as it was written: a number keeps its digits.
func (o object) id() (string, error) {
	raw, ok := o.values["id"]
	if !ok {
		return "", nil
	}
	const hint = "write a number or a string of at most 200 characters"
	switch c := raw[0]; {
	case c == '"':
		s, err := o.text("id", hint)
		if err != nil {
			return "", err
		}
		if utf8.RuneCountInString(s) <= maxID {
			return raw, nil
		}
	case (c == '-' || c >= '0' && c <= '9') && len(raw) <= maxID:
		return raw, nil
	}
	return "", o.bad("id", hint)
}

// read takes the fields that the message's type has.
func (r *request) read(o object) error {
	if err := o.need("message_type"); err != nil {
		return err
	}
	var err error
	if r.kind, err = o.text("message_type", "write a string such as \"state\""); err != nil {
		return err
	}
	fields := func(names ...string) error { return o.only(append([]string{"message_type", "id"}, names...)...) }
	switch r.kind {
	case kindNewGame:
		if err := fields("fen", "history", "pgn", "clock"); err != nil {
			return err
		}
		return r.readNewGame(o)
	case kindMove, moveAsSpelt:
		r.kind = kindMove
		if err := fields("from", "to", "promotion"); err != nil {
			return err
		}
		if err := r.readPair(o); err != nil {
			return err
		}
		return r.readPromotion(o, "promotion")
	case kindBan:
		if err := fields("from", "to"); err != nil {
			return err
		}
		return r.readPair(o)
	case kindPromotion:
		if err := fields("piece_choice"); err != nil {
			return err
		}
		if err := o.need("piece_choice"); err != nil {
			return err
		}
		return r.readPromotion(o, "piece_choice")
	case kindResign, kindOfferDraw, kindAcceptDraw:
		if err := fields("player"); err != nil {
			return err
		}
		name, err := o.choice("player", "white", "black")
		if name != "" {
			r.player = game.MustParsePlayer(name)
		}
		return err
	case kindBestAction:
		if err := fields("depth", "nodes", "movetime_ms", "level", "lines"); err != nil {
			return err
		}
		return r.readLimits(o)
	case kindSolve:
		if err := fields("turns", "movetime_ms"); err != nil {
			return err
		}
		turns, err := o.count("turns", 1, maxTurns)
		if err != nil {
			return err
		}
		r.turns = int(turns)
		return r.readLimits(o)
	case kindState:
		if err := fields("san", "pgn"); err != nil {
			return err
		}
		if r.san, err = o.flag("san"); err != nil {
			return err
		}
		r.withPGN, err = o.flag("pgn")
		return err
	case kindUndo, kindRedo, kindStop:
		return fields()
	}
	return &game.Error{
		Code:    CodeUnknownMessage,
		Message: "there is no message_type " + object{}.path(r.kind),
		Hint: "send one of new_game, piece_move, piece_promotion_choice, ban, undo, redo, state, resign, " +
			"offer_draw, accept_draw, best_action, solve, stop",
	}
}

func (r *request) readPair(o object) error {
	if err := o.need("from", "to"); err != nil {
		return err
	}
	var err error
	if r.from, err = o.square("from"); err != nil {
		return err
	}
	r.to, err = o.square("to")
	return err
}

var promotions = map[string]game.Role{
	"queen": game.Queen, "rook": game.Rook, "bishop": game.Bishop, "knight": game.Knight,
}

func (r *request) readPromotion(o object, name string) error {
	word, err := o.choice(name, "queen", "rook", "bishop", "knight")
	r.promotion = promotions[word]
	return err
}

// readNewGame reads where a game comes from, and its clock.
func (r *request) readNewGame(o object) (err error) {
	_, r.hasFEN = o.values["fen"]
	if r.fen, err = o.text("fen", "write an extended FEN as a string"); err != nil {
		return err
	}
	if r.history, err = o.texts("history", `write a list of actions such as ["b:e2e4","m:d2d4"]`, looksLikeBCN); err != nil {
		return err
	}
	_, r.hasPGN = o.values["pgn"]
	if r.pgn, err = o.text("pgn", "write a PGN as a string"); err != nil {
		return err
	}
	for _, name := range []string{"fen", "history"} {
		if _, ok := o.values[name]; ok && r.hasPGN {
			return o.bad(name, "leave it out; a pgn has its own start and its own actions")
		}
	}
	return r.readClock(o)
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
func (r *request) readClock(o object) error {
	raw, ok := o.values["clock"]
	if !ok {
		return nil
	}
	if raw[0] != '{' {
		return o.bad("clock", `write an object such as {"base_ms":300000,"increment_ms":2000}`)
	}
	clock, err := parseObject(raw, "clock")
	if err != nil {
		return err
	}
	if err := clock.only("base_ms", "increment_ms", "announce"); err != nil {
		return err
	}
	if err := clock.need("base_ms"); err != nil {
		return err
	}
	base, err := clock.count("base_ms", 1, maxBase.Milliseconds())
	if err != nil {
		return err
	}
	increment, err := clock.count("increment_ms", 0, maxIncrement.Milliseconds())
	if err != nil {
		return err
	}
	r.announce, err = clock.flag("announce")
	r.base, r.increment = time.Duration(base)*time.Millisecond, time.Duration(increment)*time.Millisecond
	return err
}

func (r *request) readLimits(o object) error {
	depth, err := o.count("depth", 1, engine.MaxDepth)
	if err != nil {
		return err
	}
	nodes, err := o.count("nodes", 1, maxNodes)
	if err != nil {
		return err
	}
	ms, err := o.count("movetime_ms", 1, maxMoveTime.Milliseconds())
	if err != nil {
		return err
	}
	level, err := o.count("level", 1, engine.Levels)
	if err != nil {
		return err
	}
	lines, err := o.count("lines", 1, maxLines)
	r.limits = engine.Limits{Depth: int(depth), Nodes: uint64(nodes), MoveTime: time.Duration(ms) * time.Millisecond, Level: int(level), Lines: int(lines)}
	return err
}
