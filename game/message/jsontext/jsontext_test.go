package jsontext_test

import (
	"encoding/json"
	"testing"

	"github.com/banchess/banchess/game/message/jsontext"
)

// TestStrings writes strings that the standard package reads back.
func TestStrings(t *testing.T) {
	for _, s := range []string{"", `"\`, "\x00\x1f\n\t", "é😀\u2028", "<&>", "{", "[", ":"} {
		var w jsontext.Writer
		w.String(s)
		var back string
		if err := json.Unmarshal(w.Text(), &back); err != nil || back != s {
			t.Errorf("%q is written as %s and read as %q (%v)", s, w.Text(), back, err)
		}
	}
	var w jsontext.Writer
	if w.String("a\xffb"); string(w.Text()) != "\"a\ufffdb\"" {
		t.Errorf("what is not UTF-8 is written as %s", w.Text())
	}
}

// TestCommas writes every kind of value as a first, a middle and a last one.
func TestCommas(t *testing.T) {
	var w jsontext.Writer
	values := func() {
		w.Int(-1)
		w.String("{")
		w.Bool(true)
		w.Null()
		w.Raw(`{"raw":[]}`)
		w.Strings(nil)
		w.Strings([]string{"[", ":"})
		w.Object(func() {})
		w.Object(func() { w.Key("one").Int(1) })
		w.Array(func() { w.Bool(false) })
	}
	w.Array(func() {
		values()
		w.Array(values)
		w.Object(func() {
			w.Key("{").Array(values)
			w.Key("").Null()
			w.Key("two").Int(2)
		})
		values()
	})
	const list = `-1,"{",true,null,{"raw":[]},[],["[",":"],{},{"one":1},[false]`
	const want = `[` + list + `,[` + list + `],{"{":[` + list + `],"":null,"two":2},` + list + `]`
	if got := string(w.Text()); got != want || !json.Valid(w.Text()) {
		t.Errorf("written as\n%s, want\n%s", got, want)
	}
}
