package explore

import (
	"bytes"
	"cmp"
	"errors"
	"io"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// MostGames is the greatest number of games that an Explorer reads.
const MostGames = 10_000

// Explorer answers requests of programs that exchange text with it, such as a page with a
// worker. The zero Explorer has no book and no games.
type Explorer struct {
	book  *Book
	games Games
	text  Feed
	pgn   *game.PGNReader
	// skipped counts games that could not be read; fault is the first error.
	skipped int
	fault   error
}

// A Feed is the text of a PGN that arrives in pieces and has not been read yet. The zero
// Feed is empty.
type Feed struct {
	bytes.Buffer
	Ended bool // nothing more comes
}

// ErrWaiting says that there is no more text for now.
var ErrWaiting = errors.New("waiting for text")

// Read reads what has arrived. Its error is ErrWaiting until the text has ended.
func (f *Feed) Read(p []byte) (int, error) {
	n, err := f.Buffer.Read(p)
	if err == io.EOF && !f.Ended {
		err = ErrWaiting
	}
	return n, err
}

var errRequest = errors.New("the request does not read")

// Do carries out a request in JSON, and returns JSON. A request has one of these members:
//
//	"book": the text of a book, which the explorer keeps
//	"clear": true to forget the games
//	"pgn": a piece of a PGN; "end" is true with the last piece
//	"stop": true to stop reading at this point
//	"fen": a position to look up in the book, or with "own" true in the games, of
//	    which "player", "opponent", "side", "since" and "until" select some
//
// The answer to "fen" is that of WriteJSON. Every other answer has the number of "games",
// at most MostGames; the number of games that were "skipped"; the first "error", if there
// is one; "more" if there are already MostGames, so that no more are read; and at the end
// the names of "players".
func (x *Explorer) Do(request string) (string, error) {
	q := asked{}
	if !jsontext.ReadObject(request, q.read) {
		return "", errRequest
	}
	var w jsontext.Writer
	isLast, stops := q["end"] == "true", q["stop"] == "true"
	switch {
	case q["fen"] != "":
		found, err := x.at(q)
		if err != nil {
			return "", err
		}
		found.WriteJSON(&w)
		return string(w.Text()), nil
	case q["book"] != "":
		book, err := ReadBook(q["book"])
		if err != nil {
			return "", err
		}
		x.book = book
	case q["clear"] == "true":
		*x = Explorer{book: x.book}
	}
	if stops {
		x.pgn, x.text = nil, Feed{}
	} else {
		x.read(q["pgn"], isLast)
	}
	w.Object(func() {
		if x.book != nil {
			w.Key("about").String(x.book.About)
		}
		w.Key("games").Int(int64(x.games.Len()))
		w.Key("skipped").Int(int64(x.skipped))
		w.Key("more").Bool(x.games.Len() >= MostGames)
		if x.fault != nil {
			w.Key("error").String(x.fault.Error())
		}
		if isLast || stops {
			w.Key("players").Strings(x.games.Players(200))
		}
	})
	return string(w.Text()), nil
}

// at answers for a position.
func (x *Explorer) at(q asked) (found Found, err error) {
	p, err := game.ParseFEN(q["fen"])
	if err != nil {
		return found, err
	}
	if q["own"] == "true" {
		f, err := q.filter()
		return x.games.At(p, f), err
	}
	if x.book != nil {
		found = x.book.At(p)
	}
	return found, nil
}

// read reads the games of a piece of PGN.
func (x *Explorer) read(piece string, isLast bool) {
	if piece == "" && !isLast {
		return
	}
	x.text.WriteString(piece)
	x.text.Ended = isLast
	if x.pgn == nil {
		x.pgn = game.NewPGNReader(&x.text)
	}
	for x.games.Len() < MostGames {
		t, err := x.pgn.NextTree()
		switch {
		case err == nil:
			x.games.Add(t)
		case game.CodeOf(err) != "":
			x.skipped++
			x.fault = cmp.Or(x.fault, err)
		default: // the end, or that of the piece
			if isLast {
				x.pgn, x.text = nil, Feed{}
			}
			return
		}
	}
	x.pgn, x.text = nil, Feed{}
}

// asked is a request that was read.
type asked map[string]string

func (q asked) read(name, value string) bool {
	if value[0] == '"' {
		value = jsontext.Unquote(value)
	}
	q[name] = value
	return true
}

// filter returns what selects games.
func (q asked) filter() (f Filter, err error) {
	f.Player, f.Opponent = q["player"], q["opponent"]
	if side := q["side"]; side != "" {
		f.Side, err = game.ParsePlayer(side)
	}
	for i, day := range []*Date{&f.Since, &f.Until} {
		if err == nil {
			*day, err = ParseDate(q[[...]string{"since", "until"}[i]])
		}
	}
	return f, err
}

// WriteJSON writes what was found: the "total" and the "rows". Both have the numbers of
// games "white", "drawn", "black" and "open". A row also has "action" and "san" and, if
// there is an opinion, an "eval" with "centipawns" or "mate", and "depth".
func (f Found) WriteJSON(w *jsontext.Writer) {
	w.Object(func() { f.WriteMembers(w) })
}

// WriteMembers writes the members of the object that WriteJSON writes.
func (f Found) WriteMembers(w *jsontext.Writer) {
	w.Key("total").Object(func() { f.Total.writeJSON(w) })
	w.Key("rows").Array(func() {
		for i := range f.Rows {
			w.Object(func() { f.Rows[i].writeJSON(w) })
		}
	})
}

func (r *Row) writeJSON(w *jsontext.Writer) {
	w.Key("action").String(r.Action.String())
	w.Key("san").String(r.SAN)
	r.Count.writeJSON(w)
	if e := r.Eval; e != nil {
		w.Key("eval").Object(func() {
			if e.Mate != 0 {
				w.Key("mate").Int(int64(e.Mate))
			} else {
				w.Key("centipawns").Int(int64(e.Centipawns))
			}
			w.Key("depth").Int(int64(e.Depth))
		})
	}
}

func (c Count) writeJSON(w *jsontext.Writer) {
	for i, n := range [...]int{c.White, c.Drawn, c.Black, c.Open} {
		w.Key([...]string{"white", "drawn", "black", "open"}[i]).Int(int64(n))
	}
}
