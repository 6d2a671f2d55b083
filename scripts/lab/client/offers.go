package client

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// offers are the options that an engine names in the handshake.
type offers []offer

// offer is an option: its name, its type, and the words after that.
type offer struct{ name, kind, rest string }

var optionLine = regexp.MustCompile(`^option name (.+?)(?: type (\S+)(.*))?$`)

// read reads a line of the handshake if it offers an option.
func (all *offers) read(line string) {
	if m := optionLine.FindStringSubmatch(strings.Join(strings.Fields(line), " ")); m != nil {
		*all = append(*all, offer{m[1], m[2], m[3]})
	}
}

// bound returns the least or the greatest number of a spin box, if the engine names it.
func (o offer) bound(word string) (n int, ok bool) {
	_, rest, _ := strings.Cut(o.rest, " "+word+" ")
	number, _, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(number)
	return n, err == nil
}

// check refuses an option that is not offered, and an invalid value. It returns the rest of
// setoption after the name: " value 16", or nothing for a button.
func (all offers) check(name, value string) (string, error) {
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
		n, err := strconv.Atoi(value)
		fits, want = err == nil, "a number"
		if low, ok := o.bound("min"); ok {
			fits, want = fits && n >= low, fmt.Sprint(want, " from ", low)
		}
		if high, ok := o.bound("max"); ok {
			fits, want = fits && n <= high, fmt.Sprint(want, " to ", high)
		}
	case "check":
		fits, want = value == "true" || value == "false", "true or false"
	case "combo":
		values := strings.Split(o.rest, " var ")[1:]
		fits = slices.ContainsFunc(values, func(v string) bool { return strings.EqualFold(v, value) })
		want = strings.Join(values, " or ")
	case "button":
		if value == "" {
			return "", nil
		}
		fits, want = false, "no value, it is a button"
	}
	if !fits {
		return "", fmt.Errorf("option %s: value %q; want %s", o.name, value, want)
	}
	if value == "" {
		value = "<empty>" // as in UCI
	}
	return " value " + value, nil
}
