package analysis

import (
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Proof is a solution in notation: moves in SAN, bans as in an action log, each
// with its indicator.
type Proof struct {
	Attack      *Attack
	Defence     *Defence
	Refutations []Refutation
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
	var proof Proof
	var err error
	if s.Attack != nil {
		proof.Attack, err = attack(p, s.Attack)
	}
	if s.Defence != nil && err == nil {
		proof.Defence, err = defence(p, s.Defence)
	}
	for _, r := range s.Refutations {
		if err != nil {
			break
		}
		var text string
		var after game.Position
		if text, after, err = play(p, r.Action); err != nil {
			break
		}
		refutation := Refutation{Action: text, Replies: []string{}}
		for _, m := range r.Replies {
			if text, _, err = move(after, m, game.Action{}); err != nil {
				break
			}
			refutation.Replies = append(refutation.Replies, text)
		}
		proof.Refutations = append(proof.Refutations, refutation)
	}
	return proof, err
}

// play plays an action and writes it.
func play(p game.Position, a game.Action) (string, game.Position, error) {
	after, err := p.Play(a)
	if err != nil {
		return "", p, err
	}
	return Write(p, []game.Action{a})[0], after, nil
}

// move plays a move; at a ban ply under the ban of the other move, or of any pair
// but the move's own. What is banned makes no difference to what follows.
func move(p game.Position, m, other game.Action) (string, game.Position, error) {
	if p.Phase() == game.PhaseBan {
		banned := other.Pair()
		for _, ban := range p.LegalBans() {
			if banned == game.NoPair && ban != m.Pair() {
				banned = ban
			}
		}
		after, err := p.Play(game.BanAction(banned))
		if err != nil {
			return "", p, err
		}
		p = after
	}
	return play(p, m)
}

func attack(p game.Position, a *engine.Attack) (*Attack, error) {
	w := &Attack{}
	text, after, err := move(p, a.First, a.Second)
	if err != nil {
		return nil, err
	}
	w.Play = text
	if a.AfterFirst != nil {
		if w.Then, err = defence(after, a.AfterFirst); err != nil {
			return nil, err
		}
	}
	if !a.Second.IsValid() {
		return w, nil
	}
	if w.IfBanned, after, err = move(p, a.Second, a.First); err != nil {
		return nil, err
	}
	if a.AfterSecond != nil {
		w.ThenAfterBanned, err = defence(after, a.AfterSecond)
	}
	return w, err
}

func defence(p game.Position, d *engine.Defence) (*Defence, error) {
	text, after, err := play(p, d.Ban)
	if err != nil {
		return nil, err
	}
	w := &Defence{Ban: text}
	for _, r := range d.Replies {
		text, next, err := move(after, r.Move, game.Action{})
		if err != nil {
			return nil, err
		}
		reply := Reply{Move: text}
		if r.Attack != nil {
			if reply.Attack, err = attack(next, r.Attack); err != nil {
				return nil, err
			}
		}
		w.Replies = append(w.Replies, reply)
	}
	return w, nil
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
