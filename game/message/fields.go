package message

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/banchess/banchess/game"
)

// MaxMessage bounds a message, in bytes, without its line end.
const MaxMessage = 64 << 10

// object is a JSON object taken apart: names as they are written, each once, and
// the text of their values.
type object struct {
	names  []string
	values map[string]string
	where  string // for errors: "" at the top, "clock" inside it
}

// parseObject reads a whole text as one JSON object.
func parseObject(text, where string) (object, error) {
	o := object{values: map[string]string{}, where: where}
	bad := func(what string) error {
		return &game.Error{
			Code:    CodeBadJSON,
			Message: what,
			Hint:    `send one JSON object on a line, such as {"message_type":"state"}`,
		}
	}
	if !utf8.ValidString(text) {
		return object{}, bad("the message is not UTF-8")
	}
	r := reader{text: text}
	if c := r.skipSpace(); c != '{' {
		return object{}, bad("the message is not a JSON object")
	}
	twice := ""
	ok := r.members('}', func() bool {
		quoted := r.stringText()
		if quoted == "" || !r.take(':') {
			return false
		}
		name, value := unquote(quoted), r.value(1)
		if _, seen := o.values[name]; seen && twice == "" {
			twice = o.path(name)
		}
		o.names = append(o.names, name)
		o.values[name] = value
		return value != ""
	})
	switch {
	case !ok && r.deep:
		return object{}, bad("brackets stand more than " + strconv.Itoa(maxNesting) + " deep inside one another")
	case !ok:
		return object{}, bad("the message is not JSON")
	case r.skipSpace() != 0 || r.at < len(text):
		return object{}, bad("something follows the JSON object")
	case twice != "":
		return object{}, bad("the field " + twice + " stands twice")
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
			hint := "leave it out; there are " + strings.Join(allowed, ", ")
			if len(allowed) == 0 {
				hint = "leave it out"
			}
			return &game.Error{Code: CodeUnknownField, Message: "there is no field " + o.path(name) + " here", Hint: hint}
		}
	}
	return nil
}

// need refuses the first of the fields that is missing.
func (o object) need(names ...string) error {
	for _, name := range names {
		if _, ok := o.values[name]; !ok {
			return &game.Error{Code: CodeMissingField, Message: "the field " + o.path(name) + " is missing", Hint: "add it"}
		}
	}
	return nil
}

func (o object) bad(name, hint string) error {
	return &game.Error{Code: CodeBadField, Message: "the field " + o.path(name) + " does not have a possible value", Hint: hint}
}

// text reads a field that holds a string; an absent one is "".
func (o object) text(name, hint string) (string, error) {
	raw, ok := o.values[name]
	if !ok {
		return "", nil
	}
	if raw[0] != '"' {
		return "", o.bad(name, hint)
	}
	return unquote(raw), nil
}

// square reads a field that holds a square in either case.
func (o object) square(name string) (game.Square, error) {
	const hint = `write a square such as "E2"`
	s, err := o.text(name, hint)
	if err != nil {
		return game.NoSquare, err
	}
	sq, err := game.ParseSquare(strings.ToLower(s))
	if err != nil || len(s) != 2 {
		return game.NoSquare, o.bad(name, hint)
	}
	return sq, nil
}

// flag reads a field that is true or false; an absent one is false.
func (o object) flag(name string) (bool, error) {
	switch raw := o.values[name]; raw {
	case "", "false", "true":
		return raw == "true", nil
	}
	return false, o.bad(name, "write true or false")
}

// texts reads a field that is a list of strings, each of which is right; an absent
// one is nil.
func (o object) texts(name, hint string, right func(string) bool) ([]string, error) {
	raw, ok := o.values[name]
	if !ok {
		return nil, nil
	}
	list := []string{}
	r := reader{text: raw}
	if raw[0] != '[' || !r.members(']', func() bool {
		quoted := r.stringText()
		if quoted == "" || !right(unquote(quoted)) {
			return false
		}
		list = append(list, unquote(quoted))
		return true
	}) {
		return nil, o.bad(name, hint)
	}
	return list, nil
}

// choice reads a field that holds one of a few words; an absent one is "".
func (o object) choice(name string, words ...string) (string, error) {
	hint := "write one of " + strings.Join(words, ", ")
	s, err := o.text(name, hint)
	if err != nil {
		return "", err
	}
	if _, present := o.values[name]; present && !slices.Contains(words, s) {
		return "", o.bad(name, hint)
	}
	return s, nil
}

// count reads a field that holds a whole number in a range; an absent one is 0.
func (o object) count(name string, least, most int64) (int64, error) {
	raw, ok := o.values[name]
	if !ok {
		return 0, nil
	}
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil || f != math.Trunc(f) || f < float64(least) || f > float64(most) {
		return 0, o.bad(name, "write a whole number from "+strconv.FormatInt(least, 10)+" to "+strconv.FormatInt(most, 10))
	}
	return int64(f), nil
}
