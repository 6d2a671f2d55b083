package lab

import "testing"

// TestEndingsOf checks that rewriting the facts keeps the part about endings.
func TestEndingsOf(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "# Facts\n\n## Who wins\n": "", "# Facts\n\n## Endings\n\nExact.\n": "\n## Endings\n\nExact.\n",
	} {
		if got := string(endingsOf([]byte(text))); got != want {
			t.Errorf("%q keeps %q, want %q", text, got, want)
		}
	}
}
