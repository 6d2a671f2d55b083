package message

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// MaxMessage is the greatest length of a message, in bytes, without its line end.
const MaxMessage = 64 << 10

// object is a JSON object taken apart: names as they are written, each once, and
// the text of their values.
type object struct {
	names  []string
	values map[string]string
	where  string // for errors: "" at the top, "clock" inside it
	err    error  // the first that reading a field has found
}

// parseObject reads a whole text as one JSON object.
func parseObject(text, where string) (*object, error) {
	o := &object{values: map[string]string{}, where: where}
	bad := func(what string) error {
		return &game.Error{
			Code:    CodeBadJSON,
			Message: what,
			Hint:    `send one JSON object on a line, such as {"message_type":"state"}`,
		}
	}
	if !utf8.ValidString(text) {
		return nil, bad("the message is not UTF-8")
	}
	r := jsontext.Reader{Text: text}
	if r.Next() != '{' {
		return nil, bad("the message is not a JSON object")
	}
	twice := ""
	ok := r.Object(func(name, value string) bool {
		if _, seen := o.values[name]; seen && twice == "" {
			twice = o.path(name)
		}
		o.names = append(o.names, name)
		o.values[name] = value
		return true
	})
	switch {
	case !ok && r.IsDeep():
		return nil, bad("brackets stand more than " + strconv.Itoa(jsontext.MaxNesting) + " deep inside one another")
	case !ok:
		return nil, bad("the message is not JSON")
	case !r.IsAtEnd():
		return nil, bad("something follows the JSON object")
	case twice != "":
		return nil, bad("the field " + twice + " stands twice")
	}
	return o, nil
}

// path is a field's name in errors: quoted, cut, and with where it stands.
func (o *object) path(name string) string {
	if len(name) > 60 {
		name = strings.ToValidUTF8(name[:60], "") + "…"
	}
	if o.where != "" {
		name = o.where + "." + name
	}
	return strconv.Quote(name)
}

// fail keeps the first error.
func (o *object) fail(err error) {
	if o.err == nil {
		o.err = err
	}
}

// only refuses the first field that is not in the list.
func (o *object) only(allowed ...string) {
	for _, name := range o.names {
		if !slices.Contains(allowed, name) {
			o.fail(&game.Error{Code: CodeUnknownField, Message: "there is no field " + o.path(name) + " here", Hint: "leave it out; there are " + strings.Join(allowed, ", ")})
		}
	}
}

// need refuses the first of the fields that is missing.
func (o *object) need(names ...string) {
	for _, name := range names {
		if !o.has(name) {
			o.fail(&game.Error{Code: CodeMissingField, Message: "the field " + o.path(name) + " is missing", Hint: "add it"})
		}
	}
}

func (o *object) has(name string) bool {
	_, ok := o.values[name]
	return ok
}

func (o *object) bad(name, hint string) {
	o.fail(&game.Error{Code: CodeBadField, Message: "the field " + o.path(name) + " does not have a possible value", Hint: hint})
}

// text reads a field that holds a string; an absent one is "".
func (o *object) text(name, hint string) string {
	raw, ok := o.values[name]
	switch {
	case !ok:
		return ""
	case raw[0] != '"':
		o.bad(name, hint)
		return ""
	}
	return jsontext.Unquote(raw)
}

// square reads a field that holds a square in either case.
func (o *object) square(name string) game.Square {
	const hint = `write a square such as "E2"`
	s := o.text(name, hint)
	sq, err := game.ParseSquare(strings.ToLower(s))
	if err != nil || len(s) != 2 {
		o.bad(name, hint)
	}
	return sq
}

// flag reads a field that is true or false; an absent one is false.
func (o *object) flag(name string) bool {
	raw := o.values[name]
	if raw != "" && raw != "false" && raw != "true" {
		o.bad(name, "write true or false")
	}
	return raw == "true"
}

// texts reads a field that is a list of strings, each of which is right; an absent
// one is nil.
func (o *object) texts(name, hint string, right func(string) bool) []string {
	raw, ok := o.values[name]
	if !ok {
		return nil
	}
	list := []string{}
	r := jsontext.Reader{Text: raw}
	if !r.Array(func(value string) bool {
		if value[0] != '"' || !right(jsontext.Unquote(value)) {
			return false
		}
		list = append(list, jsontext.Unquote(value))
		return true
	}) {
		o.bad(name, hint)
	}
	return list
}

// choice reads a field that holds one of a few words; an absent one is "".
func (o *object) choice(name string, words ...string) string {
	hint := "write one of " + strings.Join(words, ", ")
	s := o.text(name, hint)
	if o.has(name) && !slices.Contains(words, s) {
		o.bad(name, hint)
	}
	return s
}

// count reads a field that holds a whole number in a range; an absent one is 0.
func (o *object) count(name string, least, most int64) int64 {
	raw, ok := o.values[name]
	if !ok {
		return 0
	}
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil || f != math.Trunc(f) || f < float64(least) || f > float64(most) {
		o.bad(name, "write a whole number from "+strconv.FormatInt(least, 10)+" to "+strconv.FormatInt(most, 10))
	}
	return int64(f)
}

// milliseconds reads a field that holds a time.
func (o *object) milliseconds(name string, least, most time.Duration) time.Duration {
	return time.Duration(o.count(name, least.Milliseconds(), most.Milliseconds())) * time.Millisecond
}
