// Package match plays engines against each other.
//
// Both engines speak UCI; every action is checked by package game, which also
// decides when a game is over. Openings are random, roughly balanced, and played
// twice with colours swapped, so that a match measures the players and not the
// draw of openings. A pair of games is the unit the error bars are made of.
//
// An engine that dies, does not answer in time or answers an illegal action
// loses the game; the match counts the fault and goes on. One that is dead or
// owes an answer is killed and started again for the next game.
package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
)

// Config describes a match.
type Config struct {
	Players  [2]Player
	Pairs    int           // openings, each played twice
	Seed     uint64        // of the openings
	Opening  int           // actions of an opening
	Most     int           // actions after which a game is a draw; 0: none
	Grace    time.Duration // how much later than its time allows an answer may come
	Patience time.Duration // how long an answer is awaited that no time limits
	PGN      io.Writer     // receives the games, when set
	Progress io.Writer     // receives a line for each pair, when set
}

// Player is one side of a match.
type Player struct {
	Name    string
	Limits  string                   // what it is told after go: "movetime 50", "nodes 5000", or clocks
	Options []string                 // UCI options, each "name=value"
	Start   func() (*Process, error) // of its engine, again after a fault
}

// Play plays the match. It stops early when the context ends or an engine cannot
// be started.
func Play(ctx context.Context, c Config) (t Tally, err error) {
	m, err := newMatch(c)
	if err != nil {
		return t, err
	}
	defer func() {
		if end := m.end(); err == nil { // how a cancelled engine ends is no news
			err = end
		}
	}()
	openings := newOpenings(c.Seed, c.Opening)
	for range c.Pairs {
		opening := openings.next()
		var pair [2]Record
		for i := range pair {
			if pair[i], err = m.game(ctx, opening, i); err != nil {
				return t, err
			}
			if c.PGN != nil {
				fmt.Fprintf(c.PGN, "%s\n\n", strings.TrimSpace(c.pgn(pair[i], t.Games+i+1)))
			}
		}
		t.add(pair)
		if c.Progress != nil {
			fmt.Fprintf(c.Progress, "%v\n", t)
		}
	}
	return t, nil
}

func (c *Config) pgn(r Record, number int) string {
	tags := &r.Game.Tags
	tags.Set("Event", "Engine match")
	tags.Set("Round", fmt.Sprint(number))
	tags.Set("White", c.Players[r.White].Name)
	tags.Set("Black", c.Players[1-r.White].Name)
	if r.Fault.Kind != "" {
		tags.Set("Fault", r.Fault.String()) // PGN has no word for how it ended
	}
	return r.Game.PGN()
}

// match is a match being played.
type match struct {
	Config
	seats [2]seat
}

func newMatch(c Config) (*match, error) {
	m := &match{Config: c}
	for i, p := range c.Players {
		control, err := parseControl(p.Limits)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		m.seats[i] = seat{Player: p, control: control}
	}
	return m, nil
}

// end lets the engines go.
func (m *match) end() error {
	var all []error
	for i := range m.seats {
		if err := m.seats[i].leave(); err != nil {
			all = append(all, fmt.Errorf("%s: %w", m.seats[i].Name, err))
		}
	}
	return errors.Join(all...)
}

// game plays one game from an opening. Its error is not an engine's fault: the
// context has ended, or an engine cannot be started.
func (m *match) game(ctx context.Context, opening []game.Action, white int) (Record, error) {
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
		if err := m.ask(ctx, &r, i, m.Patience, Hang, (*uci.Client).NewGame); err != nil {
			return r, err
		}
	}
	left := newClocks(&m.seats[white].control, &m.seats[1-white].control)
	for !r.Game.Over() && (m.Most == 0 || len(r.actions) < m.Most) {
		active := r.Game.ActivePlayer()
		i := r.seat(active)
		control := &m.seats[i].control
		limit, slow := m.Patience, Hang
		if control.timed() {
			limit, slow = control.allowed(left, active)+m.Grace, Late
		}
		var answer uci.Answer
		begun := time.Now()
		err := m.ask(ctx, &r, i, limit, slow, func(c *uci.Client) (err error) {
			answer, err = c.Search("startpos moves "+strings.Join(r.actions, " "), control.command(left))
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
		if err := r.play(answer.Best); err != nil {
			r.lose(Fault{i, Illegal, err.Error()})
			break
		}
		left.spend(control, active, took, r.Game.ActivePlayer() != active)
		r.claim(i, answer.Score.Mate)
	}
	r.settle()
	return r, nil
}

// ask lets a player's engine answer a question within a time. If it does not,
// the player has lost the game, by the kind of fault that slow names or by a
// crash. The error is the context's.
func (m *match) ask(ctx context.Context, r *Record, i int, limit time.Duration, slow FaultKind, question func(*uci.Client) error) error {
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
