package client

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
	values                []string // of a combo box
}

// read reads a line of the handshake if it offers an option.
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

// check refuses an option that is not offered, and an invalid value. It returns the rest of
// setoption after the name: " value 16", or nothing for a button.
func (all offers) check(name, value string) (string, error) {
	if len(all) == 0 {
		return "", fmt.Errorf("the engine has no option %q, nor any other", name)
	}
	at := slices.IndexFunc(all, func(o offer) bool { return strings.EqualFold(o.name, name) })
	if at < 0 {
		var names []string
		for _, o := range all {
			names = append(names, o.name)
		}
		return "", fmt.Errorf("the engine has no option %q; it has %s", name, strings.Join(names, ", "))
	}
	o, fits, want := all[at], true, ""
	switch o.kind {
	case "spin":
		fits, want = inSpin(value, o.low, o.high), "a number"
		if o.low != "" {
			want += " from " + o.low
		}
		if o.high != "" {
			want += " to " + o.high
		}
	case "check":
		fits, want = value == "true" || value == "false", "true or false"
	case "combo":
		fits = slices.ContainsFunc(o.values, func(v string) bool { return strings.EqualFold(v, value) })
		want = strings.Join(o.values, " or ")
	case "button":
		fits, want = value == "", "no value, it is a button"
	}
	switch {
	case !fits:
		return "", fmt.Errorf("option %s: value %q; want %s", o.name, value, want)
	case o.kind == "button":
		return "", nil
	case value == "":
		value = "<empty>" // as in UCI
	}
	return " value " + value, nil
}

// inSpin reports whether a value is a number within the bounds that are known.
func inSpin(value, low, high string) bool {
	n, err := strconv.Atoi(value)
	if least, none := strconv.Atoi(low); none == nil && n < least {
		return false
	}
	if most, none := strconv.Atoi(high); none == nil && n > most {
		return false
	}
	return err == nil
}
