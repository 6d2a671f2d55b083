package play

import "testing"

// FuzzOptions checks that any player and any time control is refused, or is one of those that
// are promised.
func FuzzOptions(f *testing.F) {
	for _, s := range []string{"5+3", "0.5+0", "10", "NaN", "1e300+1e300", "engine:3", "human", "engine:", "-1", "+"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if c, err := ParseTimeControl(s); err == nil && (c.Base <= 0 || c.Increment < 0 || c.Base.Minutes() > mostMinutes || c.Increment.Seconds() > mostIncrement) {
			t.Fatalf("%q is %+v", s, c)
		}
		if p, err := ParsePlayer(s); err == nil && p.String() == "" {
			t.Fatalf("%q is %+v", s, p)
		}
	})
}
