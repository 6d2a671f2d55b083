package puzzle

import (
	"fmt"

	"github.com/banchess/banchess/game"
)

// Words says in a sentence or two what is lost.
func (r *Refutation) Words() string {
	opponent := r.solver.Opponent().Name()
	ban, reply, answer := r.told()
	even := ""
	if ban != "" {
		even = "Your best ban is then " + ban + ". "
	}
	takes := ""
	if r.Takes != game.NoRole {
		takes = ", which takes a " + r.Takes.String()
		if r.Takes == game.Pawn {
			takes = ""
		}
	}
	switch r.Reason {
	case Over:
		return r.start.Result().String() + "."
	case NoCheck:
		return "This gives no check, and without a check there is no mate."
	case WaysOut:
		return fmt.Sprintf("%s has %d ways out of the check, and you can ban only one.", opponent, r.Ways)
	case Slower:
		return even + fmt.Sprintf("%s answers %s%s. It is mate, but only in %d turns.", opponent, reply, takes, r.Turns)
	case Escapes:
		text := even + opponent + " answers " + reply + takes
		if answer != "" {
			text += " and bans " + answer
		}
		return text + fmt.Sprintf(". There is no %s any more.", r.goal.Words())
	case Mated:
		if r.Turns > 1 {
			return even + fmt.Sprintf("%s answers %s%s, and mates in %d turns.", opponent, reply, takes, r.Turns)
		}
		if answer != "" {
			return even + opponent + " answers " + reply + ", bans " + answer + " and mates."
		}
		return even + opponent + " answers " + reply + " and mates."
	case WinsLess:
		text := even
		if reply != "" {
			text += opponent + " answers " + reply + takes + ". "
		}
		switch {
		case r.Gain > 0:
			return text + fmt.Sprintf("You win only the worth of %s, and could win that of %s.", worth(r.Gain), worth(r.Wanted))
		case r.Gain == 0:
			return text + fmt.Sprintf("You win nothing, and could win the worth of %s.", worth(r.Wanted))
		}
		return text + fmt.Sprintf("You lose the worth of %s, and could win that of %s.", worth(-r.Gain), worth(r.Wanted))
	case NoDraw:
		text := even + opponent + " answers " + reply + takes + ". There is no draw"
		if r.Gain > 0 {
			text += fmt.Sprintf(", and %s is ahead by the worth of %s", opponent, worth(r.Gain))
		}
		return text + "."
	}
	return "This is not it."
}

// told returns the solver's ban that the line begins with after a move, the opponent's reply,
// and the ban after that, in words; "" for what the line does not have.
func (r *Refutation) told() (ban, reply, answer string) {
	p := r.start
	for _, a := range r.Line {
		words := ""
		if m, ok := a.Move(); ok {
			words, _ = p.SAN(m)
		} else {
			pair := a.Pair()
			words = pair.From().String() + "-" + pair.To().String()
		}
		switch {
		case a.IsMove() && reply != "":
			return ban, reply, answer
		case a.IsMove():
			reply = words
		case reply == "":
			ban = words
		default:
			return ban, reply, words
		}
		next, err := p.Play(a)
		if err != nil {
			break
		}
		p = next
	}
	return ban, reply, answer
}

// worth returns pieces that count as much together.
func worth(pawns int) string {
	switch pawns {
	case 1:
		return "a pawn"
	case 2:
		return "two pawns"
	case 3:
		return "a knight"
	case 4:
		return "a knight and a pawn"
	case 5:
		return "a rook"
	case 6:
		return "a rook and a pawn"
	case 8:
		return "a rook and a knight"
	case 9:
		return "a queen"
	case 10:
		return "a queen and a pawn"
	case 12:
		return "a queen and a knight"
	case 14:
		return "a queen and a rook"
	}
	return fmt.Sprintf("%d pawns", pawns)
}
