package game

import (
	"slices"
	"strings"
)

// Tag is a PGN tag pair.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Tags are PGN tag pairs in their order.
type Tags []Tag

// roster is the seven-tag roster with the values that stand for unknown.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// Get returns the value of a tag, or "" if it is not set.
func (t Tags) Get(name string) string {
	for _, tag := range t {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

// Set sets a tag; an empty value removes it. A name consists of letters, digits and _.
// Tags that follow from the game itself (Result, Variant, SetUp, FEN, Termination) cannot
// be set. A line break in the value becomes a space, and a value that is not UTF-8 is
// taken as Latin-1. Error: CodeBadTag.
func (t *Tags) Set(name, value string) error { return t.SetAll(Tag{name, value}) }

// SetAll sets tags one after the other as Set does, in time proportional to their number.
// If it returns an error, it has set none.
func (t *Tags) SetAll(tags ...Tag) error {
	if len(tags) == 0 {
		return nil
	}
	all := slices.Clone(*t)
	at := map[string]int{}
	for i, tag := range all {
		at[tag.Name] = i
	}
	for _, tag := range tags {
		value, err := tagValue(tag.Name, tag.Value)
		if err != nil {
			return err
		}
		if i, there := at[tag.Name]; there {
			all[i].Value = value
			if value == "" {
				delete(at, tag.Name)
			}
		} else if value != "" {
			at[tag.Name] = len(all)
			all = append(all, Tag{tag.Name, value})
		}
	}
	*t = slices.DeleteFunc(all, func(tag Tag) bool { return tag.Value == "" })
	return nil
}

var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// tagValue returns the value as it is set, or an error for a name that cannot be.
func tagValue(name, value string) (string, error) {
	if !isTagName(name) {
		return "", errNotTagName(name)
	}
	if isDerivedTag(name) {
		return "", errDerivedTag(name)
	}
	if strings.ContainsAny(value, "\r\n") {
		value = lineBreaks.Replace(value)
	}
	return utf8Text(value), nil
}

func isTagName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return s != ""
}

func isDerivedTag(name string) bool {
	return slices.Contains([]string{"Result", "Variant", "SetUp", "FEN", "Termination"}, name)
}

func isRosterTag(name string) bool {
	return slices.ContainsFunc(roster[:], func(tag Tag) bool { return tag.Name == name })
}

// allTags returns the tags as PGN writes them: the roster in its order, what the
// game decides, then the rest.
func allTags(own Tags, start Position, result Result) Tags {
	var tags Tags
	for _, tag := range roster {
		if value := own.Get(tag.Name); value != "" {
			tag.Value = value
		}
		if tag.Name == "Result" {
			tag.Value = result.Token()
		}
		tags = append(tags, tag)
	}
	tags = append(tags, Tag{"Variant", "Ban Chess"})
	if fen := start.FEN(); fen != StartFEN {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", fen})
	}
	if result.Reason.isTimeout() {
		tags = append(tags, Tag{"Termination", timeForfeit})
	}
	for _, tag := range own {
		if isTagName(tag.Name) && !isRosterTag(tag.Name) && !isDerivedTag(tag.Name) {
			tags = append(tags, tag)
		}
	}
	return tags
}

const timeForfeit = "time forfeit"

func (t Tag) append(b []byte) []byte {
	b = append(append(append(b, '['), t.Name...), ` "`...)
	for i := 0; i < len(t.Value); i++ {
		switch c := t.Value[i]; c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n', '\r':
			b = append(b, ' ')
		default:
			b = append(b, c)
		}
	}
	return append(b, "\"]\n"...)
}
