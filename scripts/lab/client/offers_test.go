package client

import "testing"

// TestOffers checks that only options of the handshake can be set.
func TestOffers(t *testing.T) {
	var has offers
	for _, line := range []string{
		"id name x", "option", "option name", "",
		"option name Hash type spin default 16 min 1 max 1024",
		"option name Skill Level type spin default 21 min 1 max 21",
		"option name Ponder type check default false",
		"option name Clear Hash type button",
		"option name Book File type string default <empty>",
		"option name Style type combo default Solid and Slow var Solid and Slow var Risky",
		"option name Odd type spin default x",
		"option name Most type spin max 9",
	} {
		has.read(line)
	}
	const all = "Hash, Skill Level, Ponder, Clear Hash, Book File, Style, Odd, Most"
	for _, row := range []struct{ name, value, want string }{
		{"Hash", "1", " value 1"}, {"hash", "1024", " value 1024"}, {"Skill Level", "7", " value 7"}, {"Ponder", "true", " value true"},
		{"Clear Hash", "", ""}, {"Book File", "/a b", " value /a b"}, {"Book File", "", " value <empty>"},
		{"Style", "solid and slow", " value solid and slow"}, {"Odd", "9", " value 9"}, {"Most", "-3", " value -3"},
		{"Odd", "x", `option Odd: value "x"; want a number`},
		{"Most", "10", `option Most: value "10"; want a number to 9`},
		{"Clear Hash", "1", `option Clear Hash: value "1"; want no value, it is a button`},
		{"Hash", "0", `option Hash: value "0"; want a number from 1 to 1024`},
		{"hash", "1025", `option Hash: value "1025"; want a number from 1 to 1024`},
		{"Hash", "", `option Hash: value ""; want a number from 1 to 1024`},
		{"Ponder", "yes", `option Ponder: value "yes"; want true or false`},
		{"Style", "var", `option Style: value "var"; want Solid and Slow or Risky`},
		{"Hsah", "1", `the engine has no option "Hsah"; it has ` + all},
	} {
		got, err := has.check(row.name, row.value)
		if err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%s=%s: %q, want %q", row.name, row.value, got, row.want)
		}
	}
	if _, err := (offers)(nil).check("Hash", "1"); err == nil || err.Error() != `the engine has no option "Hash"; it has ` {
		t.Errorf("of an engine without options: %v", err)
	}
}
