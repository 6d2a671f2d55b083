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

// NewSession returns a session. If the engine is nil, best_action, solve and report are
// refused. Games with a clock read the time from now, which must never go backwards;
// time.Now does not.
func NewSession(engine Engine, now func() time.Time) *Session {
	if engine == nil {
		engine = noEngine{}
	}
	return &Session{game: game.New(), engine: engine, now: now}
}

// Answer answers one message. Message and reply are lines without their ends. If the
// context ends, a search of the engine stops and answers with the best action so far.
func (s *Session) Answer(ctx context.Context, line []byte) []byte {
	return s.answer(ctx, parseRequest(line))
}

func (s *Session) answer(ctx context.Context, r request) []byte {
	reply, err := s.handle(ctx, r)
	if err != nil {
		reply = s.refusal(err)
	}
	reply.id = r.id
	return s.encode(reply)
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
		return reply{kind: kindState, state: &r}, nil
	case kindStop:
		return reply{kind: kindStopped}, nil
	}
	if s.game.Over() && !s.told {
		// The clock has ended it meanwhile, which the client could not know: it is
		// told as the end of a game, not as a refusal.
		return s.settle(nil, nil)
	}
	switch r.kind {
	case kindMove:
		return s.move(r)
	case kindBan:
		return s.play(game.NewBan(r.from, r.to))
	case kindUndo:
		return s.undo()
	case kindReport:
		return s.report(ctx)
	case kindResign:
		return s.settle(nil, s.game.Resign(cmp.Or(r.player, s.game.ActivePlayer())))
	}
	if err := s.mustGoOn(); err != nil {
		return reply{}, err
	}
	switch r.kind {
	case kindPromotion:
		return s.promote(r)
	case kindRedo:
		return s.redo()
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
	if r.base > 0 {
		clock, err := game.NewClock(r.base, r.increment, s.now)
		if err != nil {
			return reply{}, err
		}
		r.game.SetClock(clock)
	}
	s.game, s.pending, s.offer, s.told, s.announce = r.game, game.NoPair, game.NoPlayer, false, r.announce
	return reply{}, nil
}

// move plays a move, or asks for the promotion it needs.
func (s *Session) move(r request) (reply, error) {
	m := game.NewMove(r.from, r.to, r.promotion)
	played, err := s.play(m)
	if game.CodeOf(err) == game.CodePromotionRequired {
		s.pending = m.Pair()
		return reply{kind: kindPrompt}, nil
	}
	return played, err
}

func (s *Session) promote(r request) (reply, error) {
	if !s.pending.IsValid() {
		return reply{}, &game.Error{
			Code: CodeNoPromotion, Message: "no move waits for a promotion",
			Hint: "send piece_move first; its reply is promotion_prompt when there is something to choose",
		}
	}
	return s.play(game.MoveAction(s.pending.Promoting(r.promotion)))
}

// play plays an action. A pending promotion ends with it, and so does an offer
// of a draw to the player who plays on.
func (s *Session) play(a game.Action) (reply, error) {
	if err := s.game.Play(a); err != nil {
		return reply{}, err
	}
	played := s.game.Entry(s.game.Len() - 1)
	s.pending = game.NoPair
	if s.offer == played.Player().Opponent() {
		s.offer = game.NoPlayer
	}
	return reply{played: &played}, nil
}

// undo withdraws a move that waits for its promotion; otherwise it takes back
// what happened last.
func (s *Session) undo() (reply, error) {
	if s.pending.IsValid() {
		s.pending = game.NoPair
		return reply{}, nil
	}
	if !s.game.Undo() {
		if err := s.mustGoOn(); err != nil { // lost on time
			return reply{}, err
		}
		return reply{}, &game.Error{Code: CodeNothingToUndo, Message: "nothing has been played that could be taken back", Hint: "play first"}
	}
	s.offer, s.told = game.NoPlayer, false
	return reply{}, nil
}

// redo plays again what was taken back last.
func (s *Session) redo() (reply, error) {
	if !s.game.Redo() {
		return reply{}, &game.Error{Code: CodeNothingToRedo, Message: "nothing was taken back that could be played again", Hint: "undo first; what is played after it takes its place"}
	}
	return s.settle(new(s.game.Entry(s.game.Len()-1)), nil)
}

func (s *Session) offerDraw(r request) (reply, error) {
	player := cmp.Or(r.player, s.game.ActivePlayer())
	if s.offer == player.Opponent() {
		return s.agree()
	}
	s.offer = player
	return reply{kind: kindOffered}, nil
}

func (s *Session) acceptDraw(r request) (reply, error) {
	if s.offer == game.NoPlayer || r.player == s.offer {
		return reply{}, &game.Error{
			Code: CodeNoOffer, Message: "no draw is offered that could be accepted",
			Hint: "the opponent sends offer_draw first; an offer ends when the other player plays on",
		}
	}
	return s.agree()
}

func (s *Session) agree() (reply, error) { return s.settle(nil, s.game.AgreeDraw()) }

// settle is the reply to what leaves nothing to wait for, unless it was refused.
func (s *Session) settle(played *game.Entry, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	s.pending, s.offer = game.NoPair, game.NoPlayer
	return reply{played: played}, nil
}

// mustGoOn returns the error of a game that is over.
func (s *Session) mustGoOn() error {
	if s.game.Over() {
		return s.game.Check(game.NewBan(0, 1)) // any action is refused with it
	}
	return nil
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
	r, _ := s.settle(nil, nil)
	r.announced = true
	return s.encode(r)
}

// refusal is the reply to a request that was refused.
func (s *Session) refusal(err error) reply {
	r := reply{kind: kindFailure, code: CodeEngineFailed, reason: err.Error()}
	if e, ok := errors.AsType[*game.Error](err); ok {
		r.code, r.reason, r.hint = e.Code, e.Message, e.Hint
	}
	if r.code == game.CodeGameOver && !s.game.CanUndo() {
		r.hint = "start a new game" // lost on time, or over from the start
	}
	return r
}
