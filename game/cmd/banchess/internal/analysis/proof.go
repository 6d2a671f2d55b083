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
	p.Attack.write(&b, "  ")
	p.Defence.write(&b, "  ")
	for _, r := range p.Refutations {
		then := "leads to no mate"
		if len(r.Replies) > 0 {
			then = "then " + strings.Join(r.Replies, ", ")
		}
		b.WriteString("  " + r.Action + ": " + then + "\n")
	}
	return b.String()
}

func (a *Attack) write(b *strings.Builder, indent string) {
	if a == nil {
		return
	}
	b.WriteString(indent + a.Play + "\n")
	a.Then.write(b, indent+"  ")
	if a.IfBanned != "" {
		b.WriteString(indent + "if banned " + a.IfBanned + "\n")
		a.ThenAfterBanned.write(b, indent+"  ")
	}
}

func (d *Defence) write(b *strings.Builder, indent string) {
	if d == nil {
		return
	}
	b.WriteString(indent + d.Ban + "\n")
	for _, r := range d.Replies {
		b.WriteString(indent + "  " + r.Move + "\n")
		r.Attack.write(b, indent+"    ")
	}
}
