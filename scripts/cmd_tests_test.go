package main

import (
	"slices"
	"testing"
)

// With lint all stages run, those of lint first, and each once. The long stage, page, waits
// only for the site.
func TestStages(t *testing.T) {
	lint, tests := lints{}.stages(), (&tests{}).stages()
	all := withLint(tests, lint)
	var names []string
	for _, s := range all {
		if slices.Contains(names, s.Name) {
			t.Errorf("two stages are called %s", s.Name)
		}
		for _, name := range s.Beside {
			if !slices.Contains(names, name) {
				t.Errorf("%s runs beside %s, which is no earlier stage", s.Name, name)
			}
		}
		names = append(names, s.Name)
	}
	if len(all) != len(lint)+len(tests) || all[0].Name != lint[0].Name {
		t.Errorf("the stages are %q", names)
	}
	page := all[len(all)-1]
	if waits := slices.DeleteFunc(names, func(name string) bool { return name == page.Name || slices.Contains(page.Beside, name) }); !slices.Equal(waits, []string{"build"}) {
		t.Errorf("%s waits for %q", page.Name, waits)
	}
}
