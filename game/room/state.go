package room

import (
	"strconv"
	"time"

	"github.com/banchess/banchess/game"
)

// The bounds of a room: the entries of a game of the greatest length with as many offers,
// and the records of it all, offers of a rematch included.
const (
	MaxEntries = 20_000
	MaxRecords = MaxEntries + 1000
)

// State is what follows from the records of a room. The zero State has no records yet; apply
// the first one before you call anything else.
type State struct {
	Terms   Terms
	Log     *Log
	Race    *Race       // nil in the room of a game. In a race the log stays empty
	Number  int         // the number of the last record
	Rematch game.Player // the player who asks for a rematch, or NoPlayer
	Refused game.Player // the player who declined the last rematch, or NoPlayer
	Next    string      // the id of the room in which the rematch is played, or ""
	Paused  bool        // the clock is stopped until the player who is to act comes

	at    time.Time // of the last record
	now   time.Time // for the clock: the time of the last record, or of SetTime
	clock *game.Clock
	last  *game.Entry // what the last record played, or nil
}

// Replay returns the state that follows from records. Error: CodeDamaged.
func Replay(records []Record) (*State, error) {
	s := &State{}
	for _, r := range records {
		if err := s.Apply(r); err != nil {
			return nil, DamagedAt(r.Number)
		}
	}
	return s, nil
}

// Apply adds a record. If the record does not follow, Apply returns an error and changes
// nothing.
func (s *State) Apply(r Record) error {
	if r.Number != s.Number+1 || (r.Kind == KindOpen) != (s.Number == 0) {
		return DamagedAt(r.Number)
	}
	before, now, last := s.at, s.now, s.last
	if at := time.UnixMilli(r.At); at.After(s.at) {
		s.at = at
	}
	s.now, s.last = s.at, nil
	if err := s.apply(r); err != nil {
		s.at, s.now, s.last = before, now, last
		return err
	}
	s.Number++
	return nil
}

func (s *State) apply(r Record) error {
	player, _ := game.ParsePlayer(r.Player)
	switch r.Kind {
	case KindOpen:
		return s.open(r.Room)
	case KindEntry:
		return s.enter(r.Entry)
	case KindSeat:
		if player == game.NoPlayer || s.IsTaken(player) {
			return errBadSecret()
		}
		*s.Terms.Seat(player) = Ticket{Key: r.Key}
		s.start()
	case KindOffer, KindDecline:
		if !s.Log.game.Over() {
			return errGameGoesOn()
		}
		s.Rematch, s.Refused = player, game.NoPlayer
		if r.Kind == KindDecline {
			s.Rematch, s.Refused = game.NoPlayer, player
		}
	case KindNext:
		s.Next, s.Rematch = r.Next, game.NoPlayer
	case KindPause:
		s.pause()
	case KindResume:
		s.resume()
	case KindSeen:
	case KindRacer, KindHeat, KindCount:
		if s.Race == nil || !s.Race.apply(r, s.at) {
			return DamagedAt(r.Number)
		}
	default:
		return DamagedAt(r.Number)
	}
	return nil
}

func (s *State) open(terms *Terms) error {
	if terms == nil {
		return DamagedAt(1)
	}
	log, err := NewLog(terms.ID, terms.FEN)
	if err != nil {
		return err
	}
	if terms.Base > 0 {
		s.clock, err = game.NewClock(terms.Base.Duration(), terms.Increment.Duration(), func() time.Time { return s.now })
		if err != nil {
			return err
		}
	}
	s.Terms, s.Log = *terms, log
	if terms.Race {
		s.Race = &Race{}
	}
	s.start()
	s.pause() // a rematch, to which nobody has come yet
	return nil
}

// start starts the clock when both seats are taken.
func (s *State) start() {
	if s.clock != nil && s.Log.game.Clock() == nil && s.IsTaken(game.White) && s.IsTaken(game.Black) {
		s.Log.game.SetClock(s.clock)
	}
}

// pause stops the clock if it runs. That of a game that is over does not.
func (s *State) pause() {
	if s.clock != nil && s.clock.Running() != game.NoPlayer {
		s.clock.Pause()
		s.Paused = true
	}
}

func (s *State) resume() {
	if s.Paused {
		s.Paused = false
		s.clock.Run(s.Log.game.ActivePlayer())
	}
}

func (s *State) enter(entry string) error {
	g, length, wasPaused := s.Log.game, s.Log.game.Len(), s.Paused
	if entry != "" && isAction(entry) {
		s.resume() // the player is here
	}
	if err := s.Log.Add(entry); err != nil {
		if wasPaused {
			s.pause()
		}
		return err
	}
	if s.Paused {
		s.clock.Pause() // taking back has it run
		s.Paused = !g.Over()
	}
	if g.Len() > length {
		played := g.Entry(length)
		s.last = &played
	}
	return nil
}

// IsTaken reports whether White, or Black, has taken the seat.
func (s *State) IsTaken(p game.Player) bool { return s.Terms.Seat(p).Key != "" }

// Seat returns the player whose seat a secret gives. With an invitation to an open seat,
// the secret becomes that of its player. Then isNew is true, and the caller must record
// the seat. If both are empty, it returns NoPlayer, a watcher. Error: CodeBadSecret.
func (s *State) Seat(secret, invitation string) (p game.Player, isNew bool, err error) {
	if secret == "" && invitation == "" {
		return game.NoPlayer, false, nil
	}
	if !IsSecret(secret) {
		return game.NoPlayer, false, errBadSecret()
	}
	for _, p := range []game.Player{game.White, game.Black} {
		if fits(secret, s.Terms.Seat(p).Key) {
			return p, false, nil
		}
	}
	for _, p := range []game.Player{game.White, game.Black} {
		if !s.IsTaken(p) && fits(invitation, s.Terms.Seat(p).Invitation) {
			return p, true, nil
		}
	}
	return game.NoPlayer, false, errBadSecret()
}

// SetTime sets the time of the clock until the next record. The time is never before that
// of the last record.
func (s *State) SetTime(now time.Time) {
	if s.now = s.at; now.After(s.at) {
		s.now = now
	}
}

// Since returns the time of the last record.
func (s *State) Since() time.Time { return s.at }

// Time returns the time of the clock, in milliseconds since 1970, for a new record.
func (s *State) Time() int64 { return s.now.UnixMilli() }

// Flag returns the entry that ends the game because the time of a player is up, or "" if
// it is not.
func (s *State) Flag() string {
	g := s.Log.game
	c := g.Clock()
	if c == nil || c.Running() == game.NoPlayer || c.Remaining(c.Running()) > 0 {
		return ""
	}
	return c.Flagged().String()[:1] + "!"
}

// TimeLeft returns the time that is left to the side whose clock runs. ok is false if no
// clock runs.
func (s *State) TimeLeft() (left time.Duration, ok bool) {
	c := s.Log.game.Clock()
	if c == nil || c.Running() == game.NoPlayer {
		return 0, false
	}
	return c.Remaining(c.Running()), true
}

// TimeToAct returns the time that the player who is to act has left, whether or not the
// clock runs. It is at most MaxBase. It is 0 without a clock, and when the game is over.
func (s *State) TimeToAct() time.Duration {
	g := s.Log.game
	if g.Clock() == nil || g.Over() {
		return 0
	}
	return min(g.Clock().Remaining(g.ActivePlayer()), MaxBase)
}

// Rematched returns the terms of a rematch: they are the same, but the seats are
// exchanged. The same secrets give them.
func (s *State) Rematched(id string) Terms {
	t := s.Terms
	t.ID = id
	t.Seats[0], t.Seats[1] = t.Seats[1], t.Seats[0]
	return t
}

// Check returns nil if a player may send an entry. It does not check whether the entry is
// legal. It compares number only if it is not 0, and hash only if it is not empty.
// Errors: CodeNotSeated, CodeLongLog, CodeOutOfDate, CodeNotYourTurn, CodeDesync.
func (s *State) Check(p game.Player, entry string, number int, hash string) error {
	switch {
	case p == game.NoPlayer:
		return errNotSeated()
	case s.Log.Len() >= MaxEntries || s.Number >= MaxRecords:
		return errLongLog()
	case number != 0 && number != s.Log.Len()+1:
		return errOutOfDate(number, s.Log.Len()+1)
	case isAction(entry) && !s.Log.game.Over() && s.Log.game.ActivePlayer() != p:
		return errNotYourTurn(s.Log.game.ActivePlayer())
	case hash != "" && hash != s.Log.hashWith(entry):
		return errDesync(s.Log.Len() + 1)
	}
	return nil
}

// CheckRematch returns nil if a player may ask for a rematch, or decline one. Errors:
// CodeNotSeated, CodeGameGoesOn, CodeLongLog.
func (s *State) CheckRematch(p game.Player) error {
	switch {
	case p == game.NoPlayer:
		return errNotSeated()
	case !s.Log.game.Over():
		return errGameGoesOn()
	case s.Number >= MaxRecords:
		return errLongLog()
	}
	return nil
}

// Has reports whether the log already has this entry of the player at a number. It does
// when a request is sent again because its answer was lost.
func (s *State) Has(p game.Player, entry string, number int) bool {
	return entry != "" && s.entryOf(p, number) == entry
}

// entryOf returns the entry at a number if it is that of a player, else "".
func (s *State) entryOf(p game.Player, number int) string {
	if number >= 1 && number <= s.Log.Len() {
		if entry, by := s.Log.Entry(number); by == p {
			return entry
		}
	}
	return ""
}

// EntryOf returns the entry for a request of a player, and the action if it is one. For
// some requests the entry depends on the open offer; if the log already has such an entry
// of the player at the request's number, EntryOf returns that one. Errors: CodeNoOffer,
// and those of Request.Action.
func (s *State) EntryOf(p game.Player, r Request) (string, game.Action, error) {
	entry, err := "", error(nil)
	switch say := p.String()[:1]; r.Type {
	case TypeResign:
		entry = say + "#"
	case TypeOffer:
		entry = s.offerDraw(p, r.Number)
	case TypeAccept:
		entry = say + "+"
	case TypeUndo:
		entry = TakeBack(p, max(r.Actions, 1))
	case TypeAcceptUndo:
		entry, err = s.acceptUndo(p, r.Number)
	case TypeDecline:
		entry = say + "-"
	default:
		a, err := r.Action()
		return EntryOf(a), a, err
	}
	return entry, game.Action{}, err
}

// offerDraw returns the entry with which a player offers a draw, or accepts the opponent's
// offer.
func (s *State) offerDraw(p game.Player, number int) string {
	say := p.String()[:1]
	if s.Log.Offer() == (Offer{By: p.Opponent()}) || s.Has(p, say+"+", number) {
		return say + "+"
	}
	return say + "="
}

// acceptUndo returns the entry with which a player agrees to take back what the opponent asks
// for. Error: CodeNoOffer.
func (s *State) acceptUndo(p game.Player, number int) (string, error) {
	if entry := s.entryOf(p, number); entry != "" && entry[1] == '(' {
		return entry, nil
	}
	offer := s.Log.Offer()
	if offer.Back == 0 || offer.By != p.Opponent() {
		return "", errNoOffer()
	}
	return p.String()[:1] + "(" + strconv.Itoa(offer.Back) + ")", nil
}

// HasPromoted reports whether the last entry of a player is a promotion to a piece.
func (s *State) HasPromoted(p game.Player, piece game.Role) bool {
	for number := s.Log.Len(); number > 0; number-- {
		if entry := s.entryOf(p, number); entry != "" {
			return isAction(entry) && len(entry) == 5 && entry == entry[:4]+EntryOf(game.NewMove(0, 1, piece))[4:]
		}
	}
	return false
}
