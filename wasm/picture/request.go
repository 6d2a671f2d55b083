//go:build js && wasm

package main

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/picture/scene"
)

// A request is a text of lines, each a word and what follows:
//
//	version V           of the library that asks, which has to be that of this program
//	format svg          or png or gif
//	size N              in pixels
//	delay N             milliseconds
//	theme NAME
//	pieces NAME
//	orientation white   or black
//	coordinates off
//	arrow KIND RANK PAIR
//	frame FEN           of seven fields, one for each position; png and svg draw the last
//	last PAIR           the last move in that position
//	drawing Ge2e4       in that position, as in PGN
//
// The arrows are those of the last position. The FENs come from the rules.
type request struct {
	format  string
	size    int
	delay   time.Duration
	options scene.Options
	frames  []*scene.Position
}

// The codes of errors that only this program has.
const (
	codeBadOption       = "bad_option"
	codeBadFEN          = "bad_fen"
	codeVersionMismatch = "version_mismatch"
)

func bad(code, what, hint string) error {
	return &scene.Error{Code: code, Message: what, Hint: hint}
}

// parse reads a request.
func parse(text string) (*request, error) {
	r := &request{format: "png", size: 800, delay: time.Second}
	for line := range strings.SplitSeq(text, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		if err := r.line(word, rest); err != nil {
			return nil, err
		}
	}
	if len(r.frames) == 0 {
		return nil, bad(codeBadOption, "there is no position to draw", "give one")
	}
	return r, nil
}

func (r *request) line(word, rest string) (err error) {
	wrong := bad(codeBadOption, "the option "+word+" is "+strconv.Quote(rest[:min(len(rest), 40)]), "see the types")
	number := func(code string) int {
		n, e := strconv.Atoi(rest)
		if e != nil {
			err = bad(code, "the "+word+" is "+rest, "give a whole number")
		}
		return n
	}
	switch word {
	case "":
	case "version":
		if own := versionOf(); own != "" && rest != own {
			err = bad(codeVersionMismatch, "the WebAssembly is of banchess "+own+", and this library of "+rest, "load the banchess-picture.wasm that came with this file")
		}
	case "format":
		if r.format = rest; !slices.Contains([]string{"svg", "png", "gif"}, rest) {
			err = wrong
		}
	case "size":
		r.size = number(scene.CodeBadSize)
	case "delay":
		r.delay = time.Duration(number(scene.CodeBadDelay)) * time.Millisecond
	case "theme":
		r.options.Theme = rest
	case "pieces":
		r.options.Pieces = rest
	case "orientation":
		if r.options.Below, err = chess.ParsePlayer(rest); err != nil {
			err = wrong
		}
	case "coordinates":
		r.options.NoCoordinates = rest == "off"
	case "arrow":
		kind, rest, _ := strings.Cut(rest, " ")
		rank, pair, _ := strings.Cut(rest, " ")
		p, e := chess.ParsePair(pair)
		n, e2 := strconv.Atoi(rank)
		k := slices.Index(assets.ArrowKinds[:], kind)
		if e != nil || e2 != nil || n < 0 || k < 0 {
			return wrong
		}
		r.options.Arrows = append(r.options.Arrows, scene.Arrow{Pair: p, Kind: assets.ArrowKind(k), Rank: n})
	case "drawing":
		d, e := chess.ParseDrawing(rest)
		if e != nil || len(r.frames) == 0 {
			return wrong
		}
		at := r.frames[len(r.frames)-1]
		at.Drawings = append(at.Drawings, d)
	case "frame":
		p, e := parseFEN(rest)
		r.frames, err = append(r.frames, p), e
	case "last":
		if p, e := chess.ParsePair(rest); e == nil && len(r.frames) > 0 {
			r.frames[len(r.frames)-1].Last = p
		}
	default:
		err = wrong
	}
	return err
}

// parseFEN reads what is to be seen of a FEN of seven fields.
func parseFEN(fen string) (*scene.Position, error) {
	wrong := bad(codeBadFEN, strconv.Quote(fen[:min(len(fen), 100)])+" is not a FEN of seven fields", "pass what fen() gives")
	p := &scene.Position{Check: chess.NoSquare}
	fields := strings.Fields(fen)
	if len(fields) != 7 {
		return p, wrong
	}
	kings := [3]chess.Square{chess.NoSquare, chess.NoSquare, chess.NoSquare} // by player
	at := 0                                                                  // squares from a8, row by row
	for _, c := range []byte(fields[0]) {
		switch {
		case c == '/':
			continue
		case c >= '1' && c <= '8':
			at += int(c - '0')
			continue
		}
		role, player := chess.RoleOf(c), chess.White
		if c >= 'a' {
			player = chess.Black
		}
		if role == chess.NoRole || at > 63 {
			return p, wrong
		}
		square := chess.SquareAt(at%8, 7-at/8)
		p.Board[square] = chess.NewPiece(player, role)
		if role == chess.King {
			kings[player] = square
		}
		at++
	}
	mover := chess.White
	if fields[1] == "b" {
		mover = chess.Black
	}
	number, mark, banned := strings.Cut(fields[6], ":")
	indicator := strings.TrimLeft(number, "0123456789")
	phase, active := " to move", mover
	if banned {
		if len(mark) < 4 {
			return p, wrong
		}
		indicator = mark[4:]
		p.Ban, _ = chess.ParsePair(mark[:4])
	} else if n, _ := strconv.Atoi(number[:len(number)-len(indicator)]); n%2 == 1 {
		phase, active = " to ban", mover.Opponent()
	}
	if indicator == "+" || indicator == "#" {
		p.Check = kings[mover]
	}
	p.Title = active.Name() + phase
	switch indicator {
	case "#":
		p.Title = mover.Opponent().Name() + " wins: checkmate"
	case "=":
		p.Title = "Draw"
	}
	if p.Ban.IsValid() {
		p.Title += ", " + p.Ban.String() + " is banned"
	}
	p.Title += ": " + strings.Join(fields[:6], " ")
	return p, nil
}

// draw makes the picture.
func (r *request) draw(w io.Writer, work scene.Work) error {
	last := len(r.frames) - 1
	switch r.format {
	case "png":
		return scene.PNG(work, w, r.frames[last], r.size, r.options)
	case "gif":
		return scene.GIF(work, w, last+1, func(i int) *scene.Position { return r.frames[i] }, r.size, r.delay, r.options)
	}
	text, err := scene.SVG(r.frames[last], r.options)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}
