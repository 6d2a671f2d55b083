package analysis

import (
	"cmp"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Proof is a solution in notation: moves in SAN, bans as in an action log, each
// with its indicator.
type Proof struct {
	Attack      *Attack      `json:"attack,omitempty"`
	Defence     *Defence     `json:"defence,omitempty"`
	Refutations []Refutation `json:"refutations,omitempty"`
}

// Attack is the winning side's move and, should that be banned, the other one.
type Attack struct {
	Play            string   `json:"play"`
	Then            *Defence `json:"then,omitempty"` // nil: the move ends the game
	IfBanned        string   `json:"if_banned,omitempty"`
	ThenAfterBanned *Defence `json:"then_after_banned,omitempty"`
}

// Defence is the winning side's ban, and what it answers to each move that is
// left. With no replies the ban ends the game.
type Defence struct {
	Ban     string  `json:"ban"`
	Replies []Reply `json:"replies,omitempty"`
}

// Reply is a move of the losing side and the answer to it.
type Reply struct {
	Move   string  `json:"move"`
	Attack *Attack `json:"attack"`
}

// Refutation is an action that does not win in time, and the replies that see to
// it.
type Refutation struct {
	Action  string   `json:"action"`
	Replies []string `json:"replies"`
}

// Prove writes a solution of a position.
func Prove(p game.Position, s engine.Solution) (Proof, error) {
	n := &notation{}
	proof := Proof{Attack: n.attack(p, s.Attack), Defence: n.defence(p, s.Defence)}
	for _, r := range s.Refutations {
		text, after := n.play(p, r.Action)
		refutation := Refutation{Action: text, Replies: []string{}}
		for _, m := range r.Replies {
			text, _ := n.move(after, m, game.Action{})
			refutation.Replies = append(refutation.Replies, text)
		}
		proof.Refutations = append(proof.Refutations, refutation)
	}
	return proof, n.err
}

// notation writes the parts of a solution, and keeps the first error.
type notation struct{ err error }

// play plays an action and writes it.
func (n *notation) play(p game.Position, a game.Action) (string, game.Position) {
	after, err := p.Play(a)
	if err != nil {
		n.err = cmp.Or(n.err, err)
		return "", p
	}
	return Write(p, []game.Action{a})[0], after
}

// move plays a move; at a ban ply under the ban of the other move, or of any pair
// but the move's own. The ban makes no difference to what follows.
func (n *notation) move(p game.Position, m, other game.Action) (string, game.Position) {
	if p.Phase() == game.PhaseBan {
		banned := other.Pair()
		for _, ban := range p.LegalBans() {
			if banned == game.NoPair && ban != m.Pair() {
				banned = ban
			}
		}
		_, p = n.play(p, game.BanAction(banned))
	}
	return n.play(p, m)
}

func (n *notation) attack(p game.Position, a *engine.Attack) *Attack {
	if a == nil {
		return nil
	}
	text, after := n.move(p, a.First, a.Second)
	w := &Attack{Play: text, Then: n.defence(after, a.AfterFirst)}
	if a.Second.IsValid() {
		w.IfBanned, after = n.move(p, a.Second, a.First)
		w.ThenAfterBanned = n.defence(after, a.AfterSecond)
	}
	return w
}

func (n *notation) defence(p game.Position, d *engine.Defence) *Defence {
	if d == nil {
		return nil
	}
	text, after := n.play(p, d.Ban)
	w := &Defence{Ban: text}
	for _, r := range d.Replies {
		text, next := n.move(after, r.Move, game.Action{})
		w.Replies = append(w.Replies, Reply{text, n.attack(next, r.Attack)})
	}
	return w
}

// Text writes the proof as lines, what follows something indented below it.
func (p Proof) Text() string {
	var b strings.Builder
	p.Attack.write(&b, 1)
	p.Defence.write(&b, 1)
	for _, r := range p.Refutations {
		b.WriteString("  " + r.Action + ": ")
		if len(r.Replies) == 0 {
			b.WriteString("leads to no mate\n")
			continue
		}
		b.WriteString("then " + strings.Join(r.Replies, ", ") + "\n")
	}
	return b.String()
}

func line(b *strings.Builder, depth int, text string) {
	b.WriteString(strings.Repeat("  ", depth) + text + "\n")
}

func (a *Attack) write(b *strings.Builder, depth int) {
	if a == nil {
		return
	}
	line(b, depth, a.Play)
	a.Then.write(b, depth+1)
	if a.IfBanned != "" {
		line(b, depth, "if banned "+a.IfBanned)
		a.ThenAfterBanned.write(b, depth+1)
	}
}

func (d *Defence) write(b *strings.Builder, depth int) {
	if d == nil {
		return
	}
	line(b, depth, d.Ban)
	for _, r := range d.Replies {
		line(b, depth+1, r.Move)
		r.Attack.write(b, depth+2)
	}
}
