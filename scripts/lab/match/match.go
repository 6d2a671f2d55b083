// Package match plays engines against each other.
//
// Both engines speak UCI; every action is checked by package game, which also
// decides when a game is over. Openings are random, roughly balanced, and played
// twice with colours swapped, so that a match measures the players and not the
// luck of openings. The error bars are computed from pairs of games.
//
// An engine that dies, does not answer in time or plays an illegal action
// loses the game; the match counts the fault and continues. An engine that is dead or
// has not answered is killed and restarted for the next game.
package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/uci"
	"github.com/banchess/banchess/scripts/lab/client"
	"github.com/banchess/banchess/scripts/lab/series"
)

// Config describes a match.
type Config struct {
	Players  [2]Player
	Pairs    int           // openings, each played twice
	Seed     uint64        // of the openings
	Opening  int           // actions of an opening
	Most     int           // actions after which a game is a draw; 0 for no limit
	Resign   int           // the centipawns by which a player is lost; 0 plays all games to their end
	Grace    time.Duration // the time by which an answer may exceed its limit
	Patience time.Duration // the time to wait for an answer that has no limit
	AtOnce   int           // pairs that are played in parallel; 0 means 1
	Test     *SPRT         // ends the match when it is decided, if set
	File     string        // of the games, if set; complete pairs in it count as played
	Progress func(Tally)   // is called after each pair, if set
}

// Player is one side of a match.
type Player struct {
	Name    string
	Limits  string                   // the words after go: "movetime 50", "nodes 5000", or clocks
	Options []string                 // UCI options, each "name=value"
	Start   func() (*Process, error) // starts its engine, again after a fault
}

// Play plays the match. It stops early when the test is decided, when the context
// ends, and when an engine cannot be started.
func Play(ctx context.Context, c Config) (t Tally, err error) {
	if _, err := newTable(c); err != nil {
		return t, err
	}
	if c.Test != nil {
		if err := c.Test.Check(); err != nil {
			return t, err
		}
	}
	games := io.Discard
	played := 0
	if c.File != "" {
		file, openErr := series.Open(c.File, series.Game, func(texts [][]byte) (kept int, err error) {
			pairs, err := c.readPairs(texts)
			for _, pair := range pairs {
				t.add(pair)
			}
			played = len(pairs)
			return 2 * played, err
		})
		if openErr != nil {
			return t, fmt.Errorf("%s: %w", c.File, openErr)
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		games = file
	}
	if c.decided(t) {
		return t, nil
	}
	newPlayer := func() series.Player[[2]Record] {
		m, _ := newTable(c) // as above
		return series.Player[[2]Record]{Play: m.pair, End: m.end}
	}
	err = series.Play(ctx, played+1, c.Pairs, c.AtOnce, newPlayer, func(_ int, pair [2]Record) error {
		for i := range pair {
			if _, err := fmt.Fprintf(games, "%s\n\n", strings.TrimSpace(c.pgn(pair[i], t.Games+i+1))); err != nil {
				return err
			}
		}
		t.add(pair)
		if c.Progress != nil {
			c.Progress(t)
		}
		if c.decided(t) {
			return series.ErrEnough
		}
		return nil
	})
	return t, err
}

// decided reports whether the match has a test and it is decided.
func (c *Config) decided(t Tally) bool {
	if c.Test == nil {
		return false
	}
	_, decided := c.Test.Accepted(c.Test.LLR(t.Pairs[:]))
	return decided
}

// Report returns the state of the match in words.
func (c *Config) Report(t Tally) string {
	if c.Test == nil {
		return t.String()
	}
	return c.Test.Report(t) + "; " + t.String()
}

func (c *Config) pgn(r Record, number int) string {
	tags := &r.Game.Tags
	tags.Set("Event", "Engine match")
	tags.Set("Round", fmt.Sprint(number))
	tags.Set("White", c.Players[r.White].Name)
	tags.Set("Black", c.Players[1-r.White].Name)
	tags.Set(settingsTag, c.settings())
	if r.Fault.Kind != "" {
		tags.Set("Fault", r.Fault.String()) // PGN has no word for this ending
		tags.Set("FaultOf", fmt.Sprint(r.Fault.By+1))
	}
	return r.Game.PGN()
}

// settingsTag is the tag that holds the settings of a match.
const settingsTag = "Settings"

// settings returns the settings that must be the same to continue a match,
// apart from the players' names.
func (c *Config) settings() string {
	words := []string{fmt.Sprintf("seed %d, opening %d, most %d", c.Seed, c.Opening, c.Most)}
	if c.Resign != 0 {
		words[0] += fmt.Sprintf(", resign %d", c.Resign)
	}
	for i, name := range []string{"first", "second"} {
		words = append(words, strings.TrimSpace(fmt.Sprintf("%s %s %s", name, c.Players[i].Limits, strings.Join(c.Players[i].Options, " "))))
	}
	return strings.Join(words, "; ")
}

// check refuses a game that another match has written.
func (c *Config) check(g *game.Game, number int) error {
	white := (number - 1) % 2
	for _, tag := range []struct{ name, want string }{
		{"Round", fmt.Sprint(number)},
		{"White", c.Players[white].Name},
		{"Black", c.Players[1-white].Name},
		{settingsTag, c.settings()},
	} {
		if got := g.Tags.Get(tag.name); got != tag.want {
			return fmt.Errorf("game %d is of another match: its %s is %q, here %q; give the same settings, or another file", number, tag.name, got, tag.want)
		}
	}
	return nil
}

// readPairs reads the games that the match has written, from the first on. It ignores a game
// without its pair. The players' times are not in the file.
func (c *Config) readPairs(games [][]byte) (pairs [][2]Record, err error) {
	pairs = make([][2]Record, len(games)/2)
	for i := range 2 * len(pairs) {
		g, err := game.ParsePGN(string(games[i]))
		if err != nil {
			return nil, err
		}
		if err := c.check(g, i+1); err != nil {
			return nil, err
		}
		r := Record{Game: g, White: i % 2}
		if fault := g.Tags.Get("Fault"); fault != "" {
			kind, text, _ := strings.Cut(fault, ": ")
			r.Fault = Fault{Kind: FaultKind(kind), Text: text}
			if g.Tags.Get("FaultOf") == "2" {
				r.Fault.By = 1
			}
		}
		r.settle()
		pairs[i/2][i%2] = r
	}
	return pairs, nil
}

// table plays games of a match, one at a time.
type table struct {
	Config
	seats [2]seat
	judge *engine.Engine // of openings
}

func newTable(c Config) (m *table, err error) {
	m = &table{Config: c}
	if m.judge, err = engine.New(engine.Options{Hash: 1}); err != nil {
		return nil, err
	}
	for i, p := range c.Players {
		control, err := parseControl(p.Limits)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		m.seats[i] = seat{Player: p, control: control}
	}
	return m, nil
}

// pair plays the opening with a number, counted from 1, with both colours.
func (m *table) pair(ctx context.Context, number int) (pair [2]Record, err error) {
	opening, err := m.opening(ctx, number)
	if err != nil {
		return pair, err
	}
	for i := range pair {
		if pair[i], err = m.game(ctx, opening, i); err != nil {
			return pair, err
		}
	}
	return pair, nil
}

// end ends the engines.
func (m *table) end() error {
	var all []error
	for i := range m.seats {
		if err := m.seats[i].leave(); err != nil {
			all = append(all, fmt.Errorf("%s: %w", m.seats[i].Name, err))
		}
	}
	return errors.Join(all...)
}

// game plays one game from an opening. An error is not an engine's fault: the
// context has ended, or an engine cannot be started.
func (m *table) game(ctx context.Context, opening []game.Action, white int) (Record, error) {
	r := Record{Game: game.New(), White: white}
	for _, a := range opening {
		if err := r.play(uci.Text(a)); err != nil {
			return r, fmt.Errorf("opening: %w", err)
		}
	}
	for i := 0; i < len(m.seats) && !r.Game.Over(); i++ {
		if err := m.seats[i].sitDown(ctx, m.Patience); err != nil {
			return r, err
		}
		if err := m.ask(ctx, &r, i, m.Patience, Hang, (*client.Client).NewGame); err != nil {
			return r, err
		}
	}
	left := newClocks(&m.seats[white].control, &m.seats[1-white].control)
	agreed := verdict{limit: m.Resign}
	for !r.Game.Over() && (m.Most == 0 || len(r.actions) < m.Most) {
		active := r.Game.ActivePlayer()
		i := r.seat(active)
		control := &m.seats[i].control
		limit, slow := m.Patience, Hang
		if control.timed() {
			limit, slow = control.allowed(left, active)+m.Grace, Late
		}
		var best string
		var score int
		begun := time.Now()
		err := m.ask(ctx, &r, i, limit, slow, func(c *client.Client) (err error) {
			best, err = c.Search("startpos moves "+strings.Join(r.actions, " "), control.command(left))
			score = c.Score()
			return err
		})
		if err != nil {
			return r, err
		}
		took := time.Since(begun)
		r.Longest[i] = max(r.Longest[i], took)
		if r.Fault.Kind != "" {
			break
		}
		if err := r.play(best); err != nil {
			r.lose(Fault{i, Illegal, err.Error()})
			break
		}
		left.spend(control, active, took, r.Game.ActivePlayer() != active)
		if loser := agreed.add(active, score); loser != game.NoPlayer {
			r.Game.Resign(loser) // refused if the action has ended the game
		}
	}
	r.settle()
	return r, nil
}

// ask asks a player's engine a question, with a time limit. If there is no answer,
// the player loses the game, by the kind of fault given by slow or by a
// crash. The returned error is the context's.
func (m *table) ask(ctx context.Context, r *Record, i int, limit time.Duration, slow FaultKind, question func(*client.Client) error) error {
	s := &m.seats[i]
	err := s.process.ask(ctx, limit, question)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	exit := s.leave()
	f := Fault{i, Crash, fmt.Sprintf("%v at action %d", err, len(r.actions)+1)}
	if errors.Is(err, context.DeadlineExceeded) {
		f.Kind, f.Text = slow, fmt.Sprintf("no answer within %v at action %d", limit, len(r.actions)+1)
	} else if exit != nil {
		f.Text += ": " + exit.Error()
	}
	r.lose(f)
	return nil
}
