package report

import (
	"errors"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// This file is for programs that look at positions by other means, such as a page with an
// engine in a worker: text goes in, JSON comes out.

// errText is the error of a text that does not read.
var errText = errors.New("the text does not read")

// JudgeText judges actions, a line each: "white ban 120 #-3 better" has the player, the
// phase, the evaluations before and after as White sees them, and whether something
// better is known, without which there is no mark. The answer has an object for each
// in "judgements", the tallies of both sides, and as "turningPoint" the number of the
// action, from 0, that decided the game, or null.
func JudgeText(text string) (string, error) {
	var tallies [2][2]Tally
	var all []judged
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) < 4 {
			return "", errText
		}
		player, err := game.ParsePlayer(f[0])
		isBan := f[1] == game.PhaseBan.String()
		before, err2 := evalOf(f[2])
		after, err3 := evalOf(f[3])
		if !isBan && f[1] != game.PhaseMove.String() || err != nil || err2 != nil || err3 != nil {
			return "", errText
		}
		j := Judge(player, before, after).unless(len(f) < 5)
		all = append(all, judged{player, before, after, j})
		tallies[player.Index()][phaseIndex(isBan)].Add(j)
	}
	var w jsontext.Writer
	w.Object(func() {
		writeTallies(&w, func(player game.Player, phase game.Phase) Tally {
			return tallies[player.Index()][phaseIndex(phase == game.PhaseBan)]
		})
		if w.Key("turningPoint"); turningPoint(all) >= 0 {
			w.Int(int64(turningPoint(all)))
		} else {
			w.Null()
		}
		w.Key("judgements").Array(func() {
			for _, j := range all {
				w.Object(func() {
					w.Key("mark").Int(int64(j.Mark))
					w.Key("missedMate").Bool(j.MissedMate)
					w.Key("keeps").Bool(j.keeps())
					writeRounded(w.Key("loss"), j.Loss, 6)
					writeRounded(w.Key("accuracy"), j.Accuracy, 2)
				})
			}
		})
	})
	return string(w.Text()), nil
}

func phaseIndex(isBan bool) int {
	if isBan {
		return 0
	}
	return 1
}

// ExplainText explains an action. The lines of the text are: the FEN of the start, the
// actions before, the action, the looks before and after it, and those that earlier calls
// asked for; a look is an evaluation and the best line: "-35 b:e2e4 m:d2d4". The answer
// is the explanation and what it says as "text". If another look would tell more, "look" has
// its position, a "fen" and the "actions" from there, and its "nodes".
func ExplainText(text string) (string, error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 5 {
		return "", errText
	}
	g, err := game.NewFromFEN(lines[0])
	if err != nil {
		return "", err
	}
	played, err := actionsOf(strings.Fields(lines[1]))
	for i := 0; i < len(played) && err == nil; i++ {
		err = g.Play(played[i])
	}
	c := Case{Game: g}
	if err == nil {
		c.Action, err = game.ParseAction(lines[2])
	}
	if err == nil {
		err = g.Check(c.Action)
	}
	for i, line := range lines[3:] {
		f := strings.Fields(line)
		if err == nil && len(f) == 0 {
			err = errText
		}
		var look Look
		if err == nil {
			look.Eval, err = evalOf(f[0])
		}
		if err == nil {
			look.Line, err = actionsOf(f[1:])
		}
		switch i {
		case 0:
			c.Before = look
		case 1:
			c.After = look
		default:
			c.Further = append(c.Further, look)
		}
	}
	if err != nil {
		return "", err
	}
	e, ask := Explain(c)
	var w jsontext.Writer
	w.Object(func() {
		w.Key("text").String(e.Comment())
		e.WriteJSON(&w)
		if ask != nil {
			w.Key("look").Object(func() {
				fen, actions := lines[0], append(played, ask.Actions...)
				if ask.FEN != "" {
					fen, actions = ask.FEN, nil
				}
				w.Key("fen").String(fen)
				jsontext.Texts(w.Key("actions"), actions)
				w.Key("nodes").Int(int64(ask.Nodes))
			})
		}
	})
	return string(w.Text()), nil
}

// evalOf reads an evaluation: "-35" in hundredths of a pawn, or "#-3".
func evalOf(text string) (game.Eval, error) {
	number, isMate := strings.CutPrefix(text, "#")
	n, err := strconv.Atoi(number)
	if isMate {
		return game.Eval{Mate: n}, err
	}
	return game.Eval{Centipawns: n}, err
}

func actionsOf(words []string) (actions []game.Action, err error) {
	for _, word := range words {
		a, err := game.ParseAction(word)
		if err != nil {
			return nil, err
		}
		actions = append(actions, a)
	}
	return actions, nil
}
