package message

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/banchess/banchess/game"
)

// MaxMessage bounds a message, in bytes, without its line end.
const MaxMessage = 64 << 10

// object is a JSON object taken apart: names as they are written, each once.
// The standard decoder would let "FROM" pass for "from" and the second of two
// equal names win without a word.
type object struct {
	names  []string
	values map[string]json.RawMessage
	where  string // for errors: "" at the top, "clock" inside it
}

// parseObject reads a whole text as one JSON object.
func parseObject(text []byte, where string) (object, error) {
	o := object{values: map[string]json.RawMessage{}, where: where}
	bad := func(what string) (object, error) {
		return object{}, &game.Error{
			Code:    CodeBadJSON,
			Message: what,
			Mend:    `send one JSON object on a line, such as {"message_type":"state"}`,
		}
	}
	if !utf8.Valid(text) {
		return bad("the message is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil {
		return bad("the message is not JSON")
	} else if t != json.Delim('{') {
		return bad("the message is not a JSON object")
	}
	for d.More() {
		t, err := d.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return bad("the message is not JSON")
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return bad("the message is not JSON")
		}
		if _, twice := o.values[name]; twice {
			return bad("the field " + o.path(name) + " stands twice")
		}
		o.names = append(o.names, name)
		o.values[name] = value
	}
	if _, err := d.Token(); err != nil {
		return bad("the message is not JSON")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return bad("something follows the JSON object")
	}
	return o, nil
}

// path is a field's name in errors: quoted, cut, and with where it stands.
func (o object) path(name string) string {
	const most = 60
	if len(name) > most {
		cut := most
		for cut > 0 && name[cut]&0xC0 == 0x80 { // not inside a character
			cut--
		}
		name = name[:cut] + "…"
	}
	if o.where != "" {
		name = o.where + "." + name
	}
	return strconv.Quote(name)
}

// only refuses the first field that is not in the list.
func (o object) only(allowed ...string) error {
	for _, name := range o.names {
		if !slices.Contains(allowed, name) {
			mend := "leave it out; there are " + strings.Join(allowed, ", ")
			if len(allowed) == 0 {
				mend = "leave it out"
			}
			return &game.Error{Code: CodeUnknownField, Message: "there is no field " + o.path(name) + " here", Mend: mend}
		}
	}
	return nil
}

// need refuses the first of the fields that is missing.
func (o object) need(names ...string) error {
	for _, name := range names {
		if _, ok := o.values[name]; !ok {
			return &game.Error{Code: CodeMissingField, Message: "the field " + o.path(name) + " is missing", Mend: "add it"}
		}
	}
	return nil
}

func (o object) bad(name, mend string) error {
	return &game.Error{Code: CodeBadField, Message: "the field " + o.path(name) + " does not have a possible value", Mend: mend}
}

// text reads a field that holds a string; an absent one is "".
func (o object) text(name, mend string) (string, error) {
	raw, ok := o.values[name]
	if !ok {
		return "", nil
	}
	if raw[0] != '"' {
		return "", o.bad(name, mend)
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return "", o.bad(name, mend)
	}
	return s, nil
}

// square reads a field that holds a square in either case.
func (o object) square(name string) (game.Square, error) {
	const mend = `write a square such as "E2"`
	s, err := o.text(name, mend)
	if err != nil {
		return game.NoSquare, err
	}
	sq, err := game.ParseSquare(strings.ToLower(s))
	if err != nil || len(s) != 2 {
		return game.NoSquare, o.bad(name, mend)
	}
	return sq, nil
}

// choice reads a field that holds one of a few words; an absent one is "".
func (o object) choice(name string, words ...string) (string, error) {
	mend := "write one of " + strings.Join(words, ", ")
	s, err := o.text(name, mend)
	if err != nil {
		return "", err
	}
	if _, present := o.values[name]; present && !slices.Contains(words, s) {
		return "", o.bad(name, mend)
	}
	return s, nil
}

// count reads a field that holds a whole number in a range; an absent one is 0.
func (o object) count(name string, least, most int64) (int64, error) {
	raw, ok := o.values[name]
	if !ok {
		return 0, nil
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || f != math.Trunc(f) || f < float64(least) || f > float64(most) {
		return 0, o.bad(name, "write a whole number from "+strconv.FormatInt(least, 10)+" to "+strconv.FormatInt(most, 10))
	}
	return int64(f), nil
}
