package torture

import (
	"fmt"
	"slices"
	"strings"
)

// hits counts for each kind of fault, by name, how often it was tried, and how often there
// was something to break: a running worker of an engine, a board with WebGL.
type hits map[string]struct{ found, tried int }

func (h hits) count(name string, found bool) {
	one := h[name]
	one.tried++
	if found {
		one.found++
	}
	h[name] = one
}

func (h hits) add(more hits) {
	for name, n := range more {
		one := h[name]
		one.found, one.tried = one.found+n.found, one.tried+n.tried
		h[name] = one
	}
}

func isBreakdown(name string) bool {
	return slices.ContainsFunc(breakdowns, func(s step) bool { return s.name == name })
}

// repairs are the faults that end other faults.
var repairs = []string{"storage is as it was", "online", "show"}

// missed returns the kinds of faults that have broken nothing.
func (h hits) missed() (names []string) {
	for _, s := range breakdowns {
		if h[s.name].found == 0 && !slices.Contains(repairs, s.name) {
			names = append(names, s.name)
		}
	}
	return names
}

func (h hits) String() string {
	var words []string
	for _, s := range breakdowns {
		words = append(words, fmt.Sprintf("%s %d/%d", s.name, h[s.name].found, h[s.name].tried))
	}
	return strings.Join(words, ", ")
}
