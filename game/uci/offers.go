package uci

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// offers are the options that an engine names in the handshake.
type offers []offer

type offer struct {
	name, kind, low, high string
	values                []string // of a combo
}

// read takes a line of the handshake, if it offers an option.
func (all *offers) read(line string) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "option" || words[1] != "name" {
		return
	}
	var o offer
	into, passed := new(string), ""
	for _, word := range words[1:] {
		switch word {
		case "name":
			into = &o.name
		case "type":
			into = &o.kind
		case "min":
			into = &o.low
		case "max":
			into = &o.high
		case "default":
			into = &passed
		case "var":
			o.values = append(o.values, "")
			into = &o.values[len(o.values)-1]
		default:
			*into = strings.TrimSpace(*into + " " + word)
		}
	}
	if o.name != "" {
		*all = append(*all, o)
	}
}

// check refuses an option that is not offered and a value that it cannot have.
func (all offers) check(name, value string) error {
	at := slices.IndexFunc(all, func(o offer) bool { return strings.EqualFold(o.name, name) })
	if len(all) == 0 {
		return fmt.Errorf("the engine has no option %q, nor any other", name)
	}
	if at < 0 {
		var names []string
		for _, o := range all {
			names = append(names, o.name)
		}
		return fmt.Errorf("the engine has no option %q; it has %s", name, strings.Join(names, ", "))
	}
	o, want := all[at], ""
	switch o.kind {
	case "spin":
		low, _ := strconv.Atoi(o.low)
		high, err := strconv.Atoi(o.high)
		if err != nil {
			return nil
		}
		if n, err := strconv.Atoi(value); err != nil || n < low || n > high {
			want = fmt.Sprintf("a number from %d to %d", low, high)
		}
	case "check":
		if value != "true" && value != "false" {
			want = "true or false"
		}
	case "combo":
		if !slices.ContainsFunc(o.values, func(v string) bool { return strings.EqualFold(v, value) }) {
			want = strings.Join(o.values, " or ")
		}
	}
	if want != "" {
		return fmt.Errorf("option %s: value %q; want %s", o.name, value, want)
	}
	return nil
}
