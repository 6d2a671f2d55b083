package jsontext_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/message/jsontext"
)

// FuzzReader reads any text as encoding/json does, also the names and texts in it.
func FuzzReader(f *testing.F) {
	for _, s := range []string{`{"a":[1,-0.5e+3,{"b":[true,false,null]}]}`, `{"\u0061\ud83d\ude00\ud800\n":"x"} `, `["a","\udc00\ud800\udc00"]`, `[01]`, `[1.]`, `{"a":1,}`, "{\"a\":\"\xff\"}", "[\"\x00\"]", "[\"\xed\xa0\x80\"]", `{} {}`, `[1E777]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "[")+strings.Count(text, "{") >= jsontext.MaxNesting {
			return // deeper than a text may be
		}
		var members map[string]json.RawMessage
		names := map[string]string{}
		ok := jsontext.ReadObject(text, func(name, value string) bool {
			names[name] = value
			return true
		})
		if err := json.Unmarshal([]byte(text), &members); ok != (err == nil && members != nil) {
			t.Fatalf("%q is read: %v, %v", text, ok, err)
		}
		for name, value := range members {
			if got, found := names[name]; ok && (!found || got != string(value)) {
				t.Fatalf("%q: %q is %q, want %q", text, name, got, value)
			}
		}
		elements := []string{}
		ok = jsontext.ReadArray(text, func(value string) bool {
			elements = append(elements, value)
			return true
		})
		var values []json.RawMessage
		if err := json.Unmarshal([]byte(text), &values); ok != (err == nil && values != nil) || ok && len(values) != len(elements) {
			t.Fatalf("%q has %q, want %v, %v", text, elements, values, err)
		}
		for i := range elements {
			if !ok {
				break
			}
			var value any
			_ = json.Unmarshal(values[i], &value) // a number may be too large for it
			want, isText := value.(string)
			if got := ""; jsontext.ReadString(elements[i], &got) != isText || isText && (got != want || jsontext.Unquote(elements[i]) != want) {
				t.Fatalf("%s says %q, want %q", elements[i], got, want)
			}
			const least, most = -1 << 60, 1 << 60
			var whole, n int64
			isInt := elements[i] != "null" && json.Unmarshal([]byte(elements[i]), &whole) == nil && least <= whole && whole <= most
			if jsontext.ReadInt[int64](elements[i], least, most, &n) != isInt || isInt && n != whole {
				t.Fatalf("%s is %d, want %d, %t", elements[i], n, whole, isInt)
			}
		}
		var w jsontext.Writer
		w.String(text)
		if back := ""; json.Unmarshal(w.Text(), &back) != nil || back != strings.ToValidUTF8(text, "\ufffd") && strings.ToValidUTF8(text, "") == text {
			t.Fatalf("%q is written as %s", text, w.Text())
		}
	})
}
