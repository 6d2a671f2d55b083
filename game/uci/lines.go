package uci

import "strings"

// maxLine bounds a line, in bytes: the longest game takes a fifth of it.
const maxLine = 1 << 20

// maxInfo bounds what an info string says, in bytes: it may quote what it is about.
const maxInfo = 1000

// oneLine keeps an error from looking like more than one answer.
func oneLine(err error) string { return clip(err.Error()) }

func clip(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxInfo {
		text = strings.ToValidUTF8(text[:maxInfo], "") + " …"
	}
	return text
}
