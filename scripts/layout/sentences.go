package layout

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// A language is a folder of the page with all its sentences. Parts import its files as
// language/NAME.
const (
	language = page + "/en"
	spoken   = "language"
)

// Sentences outside a language: text in markup, an attribute that is read out or shown, a
// property of an element, or the text of a notice.
var literals = []*regexp.Regexp{
	regexp.MustCompile("[^=\\s]>\\s*([^<>{}()=;&|\"`]*[A-Za-z]{2}[^<>{}()=;&|\"`]*)[<{]"),
	regexp.MustCompile("}\\s*([^<>{}()=;&|\"`]*[A-Za-z]{2}[^<>{}()=;&|\"`]*)</"),
	regexp.MustCompile("\\b(?:title|aria-label|aria-valuetext|placeholder|alt)=(?:\"([^\"]*[A-Za-z]{2}[^\"]*)\"|\\{`([^`]*\\b[A-Za-z]{3}[^`]*)`\\})"),
	regexp.MustCompile("\\b(?:textContent|innerText|ariaLabel|placeholder|title|text|said)\\s*(?:=|:)\\s*[\"`]([^\"`]*[a-z]{2} [^\"`]*)[\"`]"),
}

// The pattern of a word, and that of a template's parts to ignore.
var (
	word   = regexp.MustCompile(`[A-Za-z]{2}`)
	insert = regexp.MustCompile(`\$\{[^}]*\}?`)
)

// sentences finds sentences of the page outside the folder of its language.
func sentences(scripts []script) []Fault {
	var faults []Fault
	for _, s := range scripts {
		if !matchOne(s.name, page+"/...") || matchOne(s.name, language+"/...") {
			continue
		}
		for i, literal := range literals {
			if i < 2 && path.Ext(s.name) != ".tsx" {
				continue
			}
			for _, m := range literal.FindAllStringSubmatch(s.text, -1) {
				said := strings.TrimSpace(strings.Join(m[1:], ""))
				if !word.MatchString(insert.ReplaceAllString(said, "")) {
					continue
				}
				faults = append(faults, Fault(fmt.Sprintf("web/%s says %q: what the page says stands in web/%s", s.name, said, language)))
			}
		}
	}
	return faults
}
