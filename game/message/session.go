package message

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/banchess/banchess/game"
)

// Session is one conversation about one game at a time. It begins with a game at
// the start position. It is not safe for use by several goroutines at once; a
// [Queue] is.
type Session struct {
	game    *game.Game
	pending game.Pair   // of a move that waits for its promotion, or no pair
	offer   game.Player // who offers a draw, or NoPlayer
	told    bool        // a game_end has said that the game is over
	engine  Engine
	now     func() time.Time

	announce bool // a game_end is sent by itself when the time is up
}

// NewSession returns a session. The engine may be nil: best_action is refused
// then. Games with a clock read the time from now, which must not go backwards;
// time.Now does.
func NewSession(engine Engine, now func() time.Time) *Session {
	return &Session{game: game.New(), engine: engine, now: now}
}

// Answer answers one message: a line without its end. The reply is a line
// without its end. The context ends a search of the engine, which then answers
// with the best it has.
func (s *Session) Answer(ctx context.Context, line []byte) []byte {
	return s.answer(ctx, parseRequest(line))
}

func (s *Session) answer(ctx context.Context, r request) []byte {
	reply, err := s.handle(ctx, r)
	if err != nil {
		reply = s.refusal(err)
	}
	reply.id = r.id
	return reply.encode()
}

// handle does what a request asks for. An error has changed nothing.
func (s *Session) handle(ctx context.Context, r request) (reply, error) {
	if r.err != nil {
		return reply{}, r.err
	}
	switch r.kind {
	case kindNewGame:
		return s.newGame(r)
	case kindState:
		return s.state(r), nil
	case kindStop:
		return reply{kind: kindStopped, standing: s.standing()}, nil
	}
	if s.game.Over() && !s.told {
		// The clock has ended it meanwhile, which the client could not know: it is
		// told as the end of a game, not as a refusal.
		return s.settle(events{}, nil)
	}
	switch r.kind {
	case kindMove:
		return s.move(r)
	case kindPromotion:
		return s.promote(r)
	case kindBan:
		return s.play(game.NewBan(r.from, r.to))
	case kindUndo:
		return s.undo()
	case kindRedo:
		return s.redo()
	case kindResign:
		return s.resign(r)
	case kindOfferDraw:
		return s.offerDraw(r)
	case kindAcceptDraw:
		return s.acceptDraw(r)
	case kindSolve:
		return s.solve(ctx, r)
	}
	return s.bestAction(ctx, r)
}

func (s *Session) newGame(r request) (reply, error) {
	g, err := r.game()
	if err != nil {
		return reply{}, err
	}
	if r.base > 0 {
		clock, err := game.NewClock(r.base, r.increment, s.now)
		if err != nil {
			return reply{}, err
		}
		g.SetClock(clock)
	}
	s.game, s.pending, s.offer, s.told, s.announce = g, game.NoPair, game.NoPlayer, false, r.announce
	return s.next(events{}), nil
}

// game makes the game of a new_game.
func (r request) game() (*game.Game, error) {
	if r.hasPGN {
		return game.ParsePGN(r.pgn)
	}
	start := game.StartPosition()
	if r.hasFEN {
		var err error
		if start, err = game.ParseFEN(r.fen); err != nil {
			return nil, err
		}
	}
	return game.ReplayLog(start, r.history...)
}

// move plays a move, or asks for the promotion it needs.
func (s *Session) move(r request) (reply, error) {
	m := game.NewMove(r.from, r.to, r.promotion)
	err := s.game.Check(m)
	if game.CodeOf(err) == game.CodePromotionRequired {
		s.pending = m.Pair()
		return reply{kind: kindPrompt, standing: s.standing()}, nil
	}
	if err != nil {
		return reply{}, err
	}
	return s.play(m)
}

func (s *Session) promote(r request) (reply, error) {
	if err := s.mustGoOn(); err != nil {
		return reply{}, err
	}
	if !s.pending.IsValid() {
		return reply{}, &game.Error{
			Code: CodeNoPromotion, Message: "no move waits for a promotion",
			Hint: "send piece_move first; its reply is promotion_prompt when there is something to choose",
		}
	}
	return s.play(game.MoveAction(s.pending.Promoting(r.promotion)))
}

// play plays an action. A pending promotion ends with it, and so does an offer
// of a draw that the opponent of who offered answers by playing on.
func (s *Session) play(a game.Action) (reply, error) {
	if err := s.game.Play(a); err != nil {
		return reply{}, err
	}
	played := s.game.Entry(s.game.Len() - 1)
	s.pending = game.NoPair
	if s.offer == played.Player().Opponent() {
		s.offer = game.NoPlayer
	}
	return s.next(eventsOf(played)), nil
}

// undo withdraws a move that waits for its promotion; otherwise it takes back
// what happened last.
func (s *Session) undo() (reply, error) {
	if s.pending.IsValid() {
		s.pending = game.NoPair
		return s.next(events{}), nil
	}
	if !s.game.Undo() {
		if err := s.mustGoOn(); err != nil { // lost on time
			return reply{}, err
		}
		return reply{}, &game.Error{Code: CodeNothingToUndo, Message: "nothing has been played that could be taken back", Hint: "play first"}
	}
	s.offer = game.NoPlayer
	return s.next(events{}), nil
}

// redo plays again what was taken back last.
func (s *Session) redo() (reply, error) {
	if err := s.mustGoOn(); err != nil {
		return reply{}, err
	}
	if !s.game.Redo() {
		return reply{}, &game.Error{Code: CodeNothingToRedo, Message: "nothing was taken back that could be played again", Hint: "undo first; what is played after it takes its place"}
	}
	return s.settle(eventsOf(s.game.Entry(s.game.Len()-1)), nil)
}

func (s *Session) resign(r request) (reply, error) {
	return s.settle(events{}, s.game.Resign(cmp.Or(r.player, s.game.ActivePlayer())))
}

func (s *Session) offerDraw(r request) (reply, error) {
	if err := s.mustGoOn(); err != nil {
		return reply{}, err
	}
	player := cmp.Or(r.player, s.game.ActivePlayer())
	if s.offer == player.Opponent() {
		return s.agree()
	}
	s.offer = player
	return reply{kind: kindOffered, standing: s.standing()}, nil
}

func (s *Session) acceptDraw(r request) (reply, error) {
	if err := s.mustGoOn(); err != nil {
		return reply{}, err
	}
	if s.offer == game.NoPlayer || r.player == s.offer {
		return reply{}, &game.Error{
			Code: CodeNoOffer, Message: "no draw is offered that could be accepted",
			Hint: "the opponent sends offer_draw first; an offer ends when the other player plays on",
		}
	}
	return s.agree()
}

func (s *Session) agree() (reply, error) { return s.settle(events{}, s.game.AgreeDraw()) }

// settle is the reply to what leaves nothing to wait for, unless it was refused.
func (s *Session) settle(what events, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	s.pending, s.offer = game.NoPair, game.NoPlayer
	return s.next(what), nil
}

// mustGoOn returns the error of a game that is over.
func (s *Session) mustGoOn() error {
	if s.game.Over() {
		return s.game.Check(game.NewBan(0, 1)) // any action is refused with it
	}
	return nil
}

// next is the reply to what changed the game: what may be played now, or that
// the game is over.
func (s *Session) next(what events) reply {
	r := reply{standing: s.standing()}
	what.check = r.events.check
	r.events = what
	switch {
	case r.ended != nil:
		s.told = true
		r.kind, r.victor, r.reason, r.ended = kindGameEnd, r.ended.victor, r.ended.reason, nil
	case s.game.Phase() == game.PhaseBan:
		r.kind = kindBanset
	default:
		r.kind = kindMoveset
	}
	return r
}

func (s *Session) state(r request) reply {
	h := &history{
		startFEN: s.game.Start().FEN(), actions: s.game.BCN(),
		canUndo: s.game.CanUndo() || s.pending.IsValid() && !s.game.Over(), canRedo: s.game.CanRedo(),
	}
	if r.san {
		h.san = s.game.ActionLog()
	}
	if r.withPGN {
		h.pgn = s.game.PGN()
	}
	return reply{kind: kindState, history: h, standing: s.standing()}
}

// untilAnnounced returns how long it is until the end of the game is to be told
// unasked, if it is.
func (s *Session) untilAnnounced() (time.Duration, bool) {
	c := s.game.Clock()
	if !s.announce || s.told || c == nil {
		return 0, false
	}
	if s.game.Over() {
		return 0, true
	}
	return c.Remaining(c.Running()), true
}

// announcement returns the end of a game whose time is up, once; nil where there
// is nothing to tell.
func (s *Session) announcement() []byte {
	if left, ok := s.untilAnnounced(); !ok || left > 0 || !s.game.Over() {
		return nil
	}
	r, _ := s.settle(events{}, nil)
	r.announced = true
	return r.encode()
}

// refusal is the reply to a request that was refused.
func (s *Session) refusal(err error) reply {
	r := reply{kind: kindFailure, code: CodeEngineFailed, reason: err.Error(), standing: s.standing()}
	if e, ok := errors.AsType[*game.Error](err); ok {
		r.code, r.reason, r.hint = e.Code, e.Message, e.Hint
	}
	if r.code == game.CodeGameOver && !s.game.CanUndo() {
		r.hint = "start a new game" // lost on time, or over from the start
	}
	return r
}

func (s *Session) standing() standing {
	p := s.game.Position()
	st := standing{
		ply:    int(p.Ply()),
		phase:  p.Phase().String(),
		turn:   p.ActivePlayer().String(),
		mover:  p.Mover().String(),
		events: events{check: checkOf(p)},
		fen:    s.game.FEN(),
		ended:  endingOf(s.game.Result()),
	}
	st.ban, _ = p.Ban()
	if n := s.game.Len(); n > 0 {
		last := s.game.Entry(n - 1)
		st.lastAction, st.lastSAN = last.Action.String(), last.String()
	}
	if st.ended == nil {
		if p.Phase() == game.PhaseBan {
			st.bans = targets(p.LegalActions())
		} else {
			st.moves = targets(p.LegalActions())
		}
		st.promotion = s.pending
		if s.offer != game.NoPlayer {
			st.drawOffer = s.offer.String()
		}
	}
	if c := s.game.Clock(); c != nil {
		st.clock = &clock{white: c.Remaining(game.White), black: c.Remaining(game.Black)}
		if st.ended == nil {
			st.clock.running = c.Running().String()
		}
	}
	return st
}
