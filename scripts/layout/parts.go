package layout

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// door is the module of a part that others may import.
const door = "index.js"

// base are the parts that all others use. Each imports only those before it.
var base = []string{"view", "model", "shell"}

// partOf returns the folder of the page that contains a module or a target, or "" for
// the modules beside the parts.
func partOf(name string) string {
	if part, _, inside := strings.Cut(strings.TrimPrefix(name, page+"/"), "/"); inside {
		return part
	}
	return ""
}

// parts checks the imports between parts: a part is imported only through its index, and
// a part of the base imports none that comes after it.
func parts(scripts []script) []Fault {
	var faults []Fault
	for _, s := range scripts {
		own := partOf(s.name)
		level := slices.Index(base, own)
		for _, i := range s.imports {
			target, part := i.target, partOf(i.target)
			switch {
			case !matchOne(s.name, page+"/...") || !matchOne(target, page+"/...") || part == "" || part == own:
			case level >= 0 && !slices.Contains(base[:level], part):
				faults = append(faults, Fault(fmt.Sprintf("web/%s imports %s: the %s is below that part", s.name, i.written, own)))
			case path.Base(target) != door || path.Dir(target) != page+"/"+part:
				faults = append(faults, Fault(fmt.Sprintf("web/%s imports %s: the door of that part is %s/%s", s.name, i.written, part, door)))
			}
		}
	}
	return faults
}

// circles finds modules of the page that import one another, even indirectly or only for
// types. It names one path around each circle.
func circles(scripts []script) []Fault {
	imports := map[string][]string{}
	for _, s := range scripts {
		if matchOne(s.name, page+"/...") {
			for _, i := range s.imports {
				imports[asImported(s.name)] = append(imports[asImported(s.name)], i.target)
			}
		}
	}
	var faults []Fault
	done := map[string]bool{}
	var way []string
	var visit func(name string)
	visit = func(name string) {
		if at := slices.Index(way, name); at >= 0 {
			faults = append(faults, Fault("modules of web/ import one another: "+strings.Join(append(slices.Clone(way[at:]), name), " → ")))
			return
		}
		if done[name] {
			return
		}
		way = append(way, name)
		for _, target := range imports[name] {
			visit(target)
		}
		way = way[:len(way)-1]
		done[name] = true
	}
	for _, s := range scripts {
		visit(asImported(s.name))
	}
	return faults
}

// asImported returns the name by which a module is imported.
func asImported(name string) string { return strings.TrimSuffix(name, path.Ext(name)) + ".js" }
