package message

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
)

// The types of replies.
const (
	kindBanset   = "next_legal_banset"
	kindMoveset  = "next_legal_moveset"
	kindPrompt   = "promotion_prompt"
	kindGameEnd  = "game_end"
	kindOffered  = "draw_offered"
	kindStopped  = "stopped"
	kindFailure  = "failure"
	victorOfDraw = "draw"
)

// reply is every reply: its type and id, what only that type has, and how the
// game stands. Fields that a type does not have are left out.
type reply struct {
	Kind string          `json:"message_type"`
	ID   json.RawMessage `json:"id,omitempty"`

	// Why a request was refused (code, reason in words, mend), or how the game
	// ended (victor, reason out of the closed list).
	Code   game.Code `json:"code,omitempty"`
	Victor string    `json:"victor,omitempty"`
	Reason string    `json:"reason,omitempty"`
	Mend   string    `json:"mend,omitempty"`

	*suggestion
	*history
	standing
}

// ending is how a game ended.
type ending struct {
	Victor string `json:"victor"`
	Reason string `json:"reason"`
}

// suggestion is what the engine recommends.
type suggestion struct {
	Action actionJSON `json:"action"`
	BCN    string     `json:"bcn"`
	Score  scoreJSON  `json:"score"`
	Line   []string   `json:"line"`
	Depth  int        `json:"depth"`
	Nodes  uint64     `json:"nodes"`
	TimeMS int64      `json:"time_ms"`
}

type actionJSON struct {
	Type      string `json:"type"`
	From      string `json:"from"`
	To        string `json:"to"`
	Promotion string `json:"promotion,omitempty"`
}

// scoreJSON has one of its two members.
type scoreJSON struct {
	Centipawns *int `json:"centipawns,omitempty"`
	Mate       *int `json:"mate,omitempty"`
}

// history is what the state has beside the standing.
type history struct {
	StartFEN string   `json:"start_fen"`
	History  []string `json:"history"`
	CanUndo  bool     `json:"can_undo"`
}

// standing is how the game stands, part of every reply.
type standing struct {
	Ply        int                 `json:"ply"`
	Phase      string              `json:"phase"`
	Turn       string              `json:"turn"`
	Mover      string              `json:"mover"`
	Ban        *pairJSON           `json:"ban"`
	Bans       map[string][]string `json:"bans,omitempty"`
	Moves      map[string][]string `json:"moves,omitempty"`
	Events     events              `json:"events"`
	FEN        string              `json:"fen"`
	LastAction string              `json:"last_action,omitempty"`
	Promotion  *pairJSON           `json:"promotion,omitempty"`
	DrawOffer  string              `json:"draw_offer,omitempty"`
	Clock      *clockJSON          `json:"clock,omitempty"`
	Ended      *ending             `json:"ended,omitempty"`
}

type pairJSON struct {
	From string `json:"from"`
	To   string `json:"to"`
}

type clockJSON struct {
	WhiteMS int64  `json:"white_ms"`
	BlackMS int64  `json:"black_ms"`
	Running string `json:"running,omitempty"`
}

// events say what was just played, so that a client can show it without rules
// of its own. Check is a matter of the position: it stands in every reply.
type events struct {
	Ban              *pairJSON    `json:"ban,omitempty"`
	Capture          string       `json:"capture,omitempty"`
	EnPassantCapture string       `json:"en_passant_capture,omitempty"`
	Promote          *promoteJSON `json:"promote,omitempty"`
	AlsoMoveRook     *pairJSON    `json:"also_move_rook,omitempty"`
	Check            *checkJSON   `json:"check,omitempty"`
}

type promoteJSON struct {
	Space string `json:"space"`
	Piece string `json:"piece"`
}

type checkJSON struct {
	InCheck   string   `json:"in_check"`
	Threats   []string `json:"threats"`
	KingSpace string   `json:"king_space"`
}

// encode writes the reply as one line, without its end.
func (r reply) encode() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		// Nothing in a reply can fail to encode; the id was valid JSON.
		panic(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// space writes a square as the messages do, in upper case.
func space(sq game.Square) string { return strings.ToUpper(sq.String()) }

func pairOf(p game.Pair) *pairJSON { return &pairJSON{space(p.From), space(p.To)} }

// targets groups pairs by the square they start from; targets are sorted, and a
// pair with several promotions stands once.
func targets(actions []game.Action) map[string][]string {
	squares := map[string][]string{}
	for _, a := range actions {
		from := space(a.Pair().From)
		squares[from] = append(squares[from], space(a.Pair().To))
	}
	for from, to := range squares {
		slices.Sort(to)
		squares[from] = slices.Compact(to)
	}
	return squares
}

func endingOf(r game.Result) *ending {
	if !r.Over() {
		return nil
	}
	e := &ending{Victor: r.Winner.String(), Reason: string(r.Reason)}
	if r.Draw() {
		e.Victor = victorOfDraw
	}
	return e
}

// checkOf returns the check that stands in a position, or nil.
func checkOf(p game.Position) *checkJSON {
	if !p.InCheck() {
		return nil
	}
	c := &checkJSON{InCheck: p.Mover().String(), KingSpace: space(p.King(p.Mover()))}
	for _, sq := range p.Checkers() {
		c.Threats = append(c.Threats, space(sq))
	}
	slices.Sort(c.Threats)
	return c
}

// eventsOf says what an action that was legal in a position did.
func eventsOf(before game.Position, a game.Action) events {
	if b, ok := a.Ban(); ok {
		return events{Ban: pairOf(b.Pair)}
	}
	m, _ := a.Move()
	var e events
	role := before.PieceAt(m.From).Role()
	files := m.To.File() - m.From.File()
	switch {
	case before.PieceAt(m.To) != game.NoPiece:
		e.Capture = space(m.To)
	case role == game.Pawn && files != 0:
		taken := game.SquareAt(m.To.File(), m.From.Rank())
		e.Capture, e.EnPassantCapture = space(taken), space(taken)
	case role == game.King && files == 2:
		e.AlsoMoveRook = rookOf(m, 7, 5)
	case role == game.King && files == -2:
		e.AlsoMoveRook = rookOf(m, 0, 3)
	}
	if m.Promotion != game.NoRole {
		e.Promote = &promoteJSON{space(m.To), m.Promotion.String()}
	}
	return e
}

// rookOf is the rook's part of castling, between two files of the king's rank.
func rookOf(m game.Move, from, to int) *pairJSON {
	rank := m.From.Rank()
	return pairOf(game.Pair{From: game.SquareAt(from, rank), To: game.SquareAt(to, rank)})
}
