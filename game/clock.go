package game

import (
	"math"
	"time"
)

// Clock is a chess clock with a base time and an increment. The active player's time
// runs, at a ban ply as at a move ply. The increment is added when the right to act
// passes to the opponent, so only once for a move and the ban that follows it.
//
// A Clock reads the time from the source that it was given, and does nothing by itself:
// to learn whether a time has run out, ask it. It is not safe for use by several
// goroutines at once.
type Clock struct {
	base, increment time.Duration
	now             func() time.Time
	left            [3]time.Duration // by Player
	running         Player           // NoPlayer while it stands still
	since           time.Time        // when the running side began to
}

// NewClock returns a stopped clock with the base time on both sides. The time source must
// never go backwards; time.Now does not. Error: CodeBadClock.
func NewClock(base, increment time.Duration, now func() time.Time) (*Clock, error) {
	switch {
	case base <= 0:
		return nil, errNoBaseTime(base)
	case increment < 0:
		return nil, errNegativeIncrement(increment)
	case now == nil:
		return nil, noTimeSource.error()
	}
	c := &Clock{base: base, increment: increment, now: now}
	c.Reset()
	return c, nil
}

// Increment returns the time that a side gains whenever it passes the turn.
func (c *Clock) Increment() time.Duration { return c.increment }

// Reset gives both sides the base time and stops the clock.
func (c *Clock) Reset() {
	c.left = [3]time.Duration{White: c.base, Black: c.base}
	c.running = NoPlayer
}

// Running returns the side whose time runs, or NoPlayer if the clock is stopped.
func (c *Clock) Running() Player { return c.running }

// Remaining returns how much time a side has left, never less than zero.
func (c *Clock) Remaining(p Player) time.Duration {
	if p != White && p != Black {
		return 0
	}
	left := c.left[p]
	if p == c.running {
		left -= c.now().Sub(c.since)
	}
	return max(left, 0)
}

// Flagged returns the side whose time has run out, or NoPlayer.
func (c *Clock) Flagged() Player {
	for _, p := range []Player{White, Black} {
		if c.Remaining(p) == 0 {
			return p
		}
	}
	return NoPlayer
}

// Pause stops the clock. Run starts it again.
func (c *Clock) Pause() {
	if c.running != NoPlayer {
		c.left[c.running] = c.Remaining(c.running)
		c.running = NoPlayer
	}
}

// Run lets one side's time run, and stops the other's.
func (c *Clock) Run(p Player) {
	if p == c.running {
		return
	}
	c.Pause()
	if p == White || p == Black {
		c.running, c.since = p, c.now()
	}
}

// pass updates the clock after an action in g.
func (c *Clock) pass(g *Game) {
	if c.running != NoPlayer && c.running != g.ActivePlayer() {
		acted := c.running
		c.Pause()
		c.left[acted] += min(c.increment, math.MaxInt64-c.left[acted])
	}
	c.follow(g)
}

// follow lets the active player's side run, unless the game is over.
func (c *Clock) follow(g *Game) {
	if g.Result().Over() {
		c.Pause()
		return
	}
	c.Run(g.ActivePlayer())
}

// SetClock gives the game a clock and starts it for the active player. A nil clock
// removes the clock. Once a side's time has run out, Play refuses every action and Result
// is the time-out.
func (g *Game) SetClock(c *Clock) {
	g.settle()
	if g.clock != nil {
		g.clock.Pause()
	}
	g.clock = c
	if c != nil {
		c.follow(g)
	}
}

// settle makes a time-out by the clock the game's own result, as TimeOut does, so
// that it holds without the clock.
func (g *Game) settle() {
	if r := g.Result(); g.clock != nil && !g.decided.Over() && r.Reason.isTimeout() {
		g.decided = r
		g.clock.Pause()
	}
}

// flagged reports whether the game has ended because its clock ran out.
func (g *Game) flagged() bool {
	return g.clock != nil && g.clock.Flagged() != NoPlayer && g.Result().Reason.isTimeout()
}

// Clock returns the game's clock, or nil.
func (g *Game) Clock() *Clock { return g.clock }
