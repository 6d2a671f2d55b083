package puzzle

import (
	"fmt"

	"github.com/banchess/banchess/game"
)

// Words says in a sentence or two what is lost, or returns "" if this is not known. It
// writes bans with a hyphen.
func (r *Refutation) Words() string {
	opponent := r.solver.Opponent().Name()
	ban, reply, answer := r.told()
	after := ""
	if ban != "" {
		after = "Even after your best ban, " + ban + ", "
	}
	plays := after + opponent + " plays " + reply
	takes := ""
	if r.Takes != game.NoRole && r.Takes != game.Pawn {
		takes = " and takes your " + r.Takes.String()
	}
	switch r.Reason {
	case Over:
		return r.start.Result().String() + "."
	case NoCheck:
		return opponent + "’s king is not in check, and without a check there is no mate."
	case WaysOut:
		return fmt.Sprintf("%s has %d ways out of the check, and you can ban only one.", opponent, r.Ways)
	case Slower:
		if r.Ways > 1 {
			takes += fmt.Sprintf(". %s has %d moves that hold out longer, and you can ban only one", opponent, r.Ways)
		}
		return plays + takes + fmt.Sprintf(". You still mate, but in %d turns instead of %d.", r.Turns, r.goal.Turns)
	case Escapes:
		if answer != "" && takes == "" {
			takes = " and bans " + answer
		}
		return plays + takes + fmt.Sprintf(", and the %s is gone.", r.goal.Words())
	case Mated:
		switch {
		case r.Turns > 1:
			return plays + fmt.Sprintf(" and mates in %d turns.", r.Turns)
		case answer != "":
			return plays + ", bans " + answer + " and mates."
		}
		return plays + " and mates."
	case WinsLess:
		first, right := "", "The right answer wins the value of "+worth(r.Wanted)+"."
		if reply != "" {
			first = plays + takes + ". "
		}
		switch {
		case takes != "" && r.Gain == -values[r.Takes]:
			return first + right
		case r.Gain > 0:
			return first + r.goal.within() + " you win only the value of " + worth(r.Gain) + ". " + right
		case r.Gain == 0:
			return first + r.goal.within() + " you win nothing. " + right
		}
		return first + r.goal.within() + " you lose the value of " + worth(-r.Gain) + ". " + right
	case Draws:
		text := "Your ban leaves " + opponent + " no move: a draw by stalemate."
		if r.goal.Kind == Material {
			text += " The right answer wins the value of " + worth(r.Wanted) + "."
		}
		return text
	case NoDraw:
		text := plays + takes + ". This is no draw"
		if r.Gain > 0 {
			text += ", and " + opponent + " is ahead by the value of " + worth(r.Gain)
		}
		return text + "."
	}
	return ""
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
			words = hyphened(a.Pair())
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

// worth returns the value of a number of pawns, by pieces that count as much.
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
