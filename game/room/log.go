package room

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
)

// Offer is an open offer. The zero Offer means that there is none.
type Offer struct {
	By   game.Player
	Back int // the number of actions to take back; 0 for an offer of a draw
}

// Log is everything that the players of a game did, in entries that are only added. It is
// the same as the log of a game by link; the tests of both read the same table.
type Log struct {
	id      string
	game    *game.Game
	entries []string
	players []game.Player // of the entries
	hash    hash
	offer   Offer
}

// entryForm is the form of an entry.
var entryForm = regexp.MustCompile(`^(?:[a-h][1-8][a-h][1-8][QRBN]?|[wb](?:[=+#!-]|<[1-9]\d{0,3}|\([1-9]\d{0,3}\)))`)

// NewLog returns the empty log of a game that begins at a FEN, or at the start position
// if the FEN is "". Errors are those of game.ParseFEN.
func NewLog(id, fen string) (*Log, error) {
	g := game.New()
	if fen != "" {
		var err error
		if g, err = game.NewFromFEN(fen); err != nil {
			return nil, err
		}
	}
	l := &Log{id: id, game: g, hash: newHash}
	l.hash.add(id + " " + g.FEN() + " ")
	return l, nil
}

// ReadLog reads a text of entries. Errors are those of NewLog and Add.
func ReadLog(id, fen, text string) (*Log, error) {
	l, err := NewLog(id, fen)
	for err == nil && text != "" {
		entry := entryForm.FindString(text)
		if entry == "" {
			return nil, errBadLog(text)
		}
		text = text[len(entry):]
		err = l.Add(entry)
	}
	if err != nil {
		return nil, err
	}
	return l, nil
}

// clone returns a copy that can be used while l grows.
func (l *Log) clone() *Log {
	c := *l
	c.game = l.game.Clone()
	c.entries, c.players = slices.Clip(l.entries), slices.Clip(l.players)
	return &c
}

// Game returns the game. It must not be changed.
func (l *Log) Game() *game.Game { return l.game }

// Len returns the number of entries.
func (l *Log) Len() int { return len(l.entries) }

// Entry returns the entry with a number, from 1 to Len, and its player.
func (l *Log) Entry(number int) (string, game.Player) {
	return l.entries[number-1], l.players[number-1]
}

// Text returns all entries as one text.
func (l *Log) Text() string { return strings.Join(l.entries, "") }

// Hash returns the hash of the game's id, its start and all entries.
func (l *Log) Hash() string { return l.hash.String() }

// Offer returns the open offer, or the zero Offer.
func (l *Log) Offer() Offer { return l.offer }

// Turn returns the player who is to act or to answer, or NoPlayer if the game is over. A
// player who offers a draw sends the offer with the next action.
func (l *Log) Turn() game.Player {
	switch {
	case l.game.Over():
		return game.NoPlayer
	case l.offer.Back > 0:
		return l.offer.By.Opponent()
	}
	return l.game.ActivePlayer()
}

// EntryOf returns an action as an entry, or "" if the action is not valid.
func EntryOf(a game.Action) string {
	if !a.IsValid() {
		return ""
	}
	text := a.String()[2:]
	return text[:4] + strings.ToUpper(text[4:])
}

// TakeBack returns the entry with which a player asks to take back some actions.
func TakeBack(p game.Player, actions int) string {
	return p.String()[:1] + "<" + strconv.Itoa(actions)
}

// isAction reports whether an entry is a ban or a move.
func isAction(entry string) bool { return entry[1] >= '0' && entry[1] <= '9' }

// playerOf returns the player of an entry. That of an action is the one who is to act.
func (l *Log) playerOf(entry string) game.Player {
	switch {
	case isAction(entry):
		return l.game.ActivePlayer()
	case entry[0] == 'w':
		return game.White
	}
	return game.Black
}

// Add adds an entry. If it returns an error, it has changed nothing. Errors: those of the
// rules, CodeBadLog, CodeOpenOffer, CodeNoOffer, CodeBadTakeback and CodeNoTimeout.
func (l *Log) Add(entry string) error {
	if entryForm.FindString(entry) != entry || entry == "" {
		return errBadLog(entry)
	}
	player := l.playerOf(entry)
	var err error
	if isAction(entry) {
		err = l.act(entry, player)
	} else {
		err = l.say(player, entry[1], entry[2:])
	}
	if err != nil {
		return err
	}
	l.entries = append(l.entries, entry)
	l.players = append(l.players, player)
	l.hash.add(entry)
	return nil
}

// hashWith returns the hash of the log with one more entry.
func (l *Log) hashWith(entry string) string {
	h := l.hash
	h.add(entry)
	return h.String()
}

func (l *Log) act(entry string, player game.Player) error {
	a, err := game.ParseAction(l.game.Phase().String()[:1] + ":" + strings.ToLower(entry))
	if err != nil {
		return err
	}
	if err := l.game.Play(a); err != nil {
		return err
	}
	if l.offer.Back > 0 || l.offer.By != player {
		l.offer = Offer{}
	}
	return nil
}

func (l *Log) say(player game.Player, what byte, rest string) error {
	back, _ := strconv.Atoi(strings.TrimSuffix(rest, ")"))
	if what == '!' {
		return l.timeOut(player)
	}
	if l.game.Over() {
		return l.game.AgreeDraw() // the error says how it ended
	}
	isAsked := l.offer.By == player.Opponent()
	switch {
	case what == '#':
		return l.end(l.game.Resign(player))
	case what == '=' || what == '<':
		switch {
		case l.offer.By != game.NoPlayer:
			return errOpenOffer()
		case what == '<' && back > l.game.Len():
			return errBadTakeback(back, l.game.Len())
		}
		l.offer = Offer{player, back}
	case !isAsked, what == '+' && l.offer.Back > 0, what == '(' && l.offer.Back != back:
		return errNoOffer()
	case what == '+':
		return l.end(l.game.AgreeDraw())
	default:
		for range back {
			l.game.Undo()
		}
		l.offer = Offer{}
	}
	return nil
}

// timeOut ends the game of a player whose time is up. The clock, if the game has one, has
// to agree.
func (l *Log) timeOut(player game.Player) error {
	c, r := l.game.Clock(), l.game.Result()
	switch {
	case c == nil:
		return l.end(l.game.TimeOut(player))
	case r.Over() && (c.Running() == game.NoPlayer || r.Reason != game.Timeout && r.Reason != game.TimeoutInsufficientMaterial):
		return l.game.AgreeDraw() // the error says how it ended
	case c.Running() == game.NoPlayer || c.Flagged() != player:
		return errNoTimeout()
	}
	l.game.SetClock(c) // the result holds from now on, whatever the clock's time is
	l.offer = Offer{}
	return nil
}

func (l *Log) end(err error) error {
	if err == nil {
		l.offer = Offer{}
	}
	return err
}

// hash is FNV-1a of 32 bits.
type hash uint32

const newHash hash = 0x811c9dc5

func (h *hash) add(text string) {
	for i := range len(text) {
		*h = (*h ^ hash(text[i])) * 0x01000193
	}
}

// String returns the hash in base 36.
func (h hash) String() string { return strconv.FormatUint(uint64(h), 36) }
