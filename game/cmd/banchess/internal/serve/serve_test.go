package serve

import (
	"path/filepath"
	"testing"
)

func TestRoomsElsewhere(t *testing.T) {
	dir := t.TempDir()
	for _, rooms := range []string{"", dir + "-rooms", filepath.Join(dir, "..", "rooms"), filepath.Join(dir, "..")} {
		if err := checkRoomsDir(rooms, dir); err != nil {
			t.Errorf("rooms in %q: %v", rooms, err)
		}
	}
}

// The address that is shown can be typed, and is one and the same for this computer.
func TestShownAddress(t *testing.T) {
	for listened, want := range map[string]string{
		"127.0.0.1:8080": "localhost:8080", "[::1]:8080": "localhost:8080", "[::ffff:127.0.0.1]:8080": "localhost:8080",
		"[::]:8080": "localhost:8080 for all", "0.0.0.0:8080": "localhost:8080 for all",
		"127.0.0.2:8080": "127.0.0.2:8080", "10.0.0.1:8080": "10.0.0.1:8080", "[2001:db8::1]:8080": "[2001:db8::1]:8080",
	} {
		got, isForAll := shownAddress(listened)
		if isForAll {
			got += " for all"
		}
		if got != want {
			t.Errorf("%s is shown as %s, want %s", listened, got, want)
		}
	}
}

func TestIsOrigin(t *testing.T) {
	for text, want := range map[string]bool{
		"https://example.org": true, "http://localhost:8080": true, "https://[2001:db8::1]:8443": true,
		"example.org": false, "https://example.org/": false, "https://Example.org": false, "https://": false, "*": false, "": false,
		"https://example.org:443": false, "http://example.org:80": false, "https://example.org:": false, "http://example.org:443": true,
		"https://schäch.example": false, "https://xn--schch-gra.example": true, "https://a@example.org": false,
	} {
		if isOrigin(text) != want {
			t.Errorf("%q is an origin: %v", text, !want)
		}
	}
}
