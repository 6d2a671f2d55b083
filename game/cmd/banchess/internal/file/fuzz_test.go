package file

import "testing"

// FuzzCode checks that any code is refused or has a text of a bounded length, that what is packed is
// unpacked, and that a code that is cut or changed is refused.
func FuzzCode(f *testing.F) {
	f.Add(`{"banchess":"progress"}`, 3)
	f.Add(Pack(""), 0)
	f.Add("5.AAAA0000", 5)
	f.Add("5."+string(make([]byte, 100)), 1)
	f.Fuzz(func(t *testing.T, text string, at int) {
		const most = 1 << 16
		if got, ok := Unpack(text, most); ok && (len(got) > most+1 || !IsCode(text)) {
			t.Fatalf("%q has %d bytes", text, len(got))
		}
		packed := checksumOf(text)
		if _, ok := Unpack(packed, most); ok && !IsCode(packed) {
			t.Fatalf("%q is a code", packed)
		}
		code := Pack(text)
		if got, ok := Unpack(code, int64(len(text))); !ok || got != text || !IsCode(code) {
			t.Fatalf("%q is packed as %q, which has %q, %v", text, code, got, ok)
		}
		changed := []byte(code)
		changed[max(at, -at, 0)%len(code)] ^= 1
		if got, ok := Unpack(string(changed), int64(len(text))); ok && got != text {
			t.Fatalf("%q, changed to %q, has %q", code, changed, got)
		}
		if name := Unquote(text); len(name) > len(text) {
			t.Fatalf("%q is the name %q", text, name)
		}
	})
}

// checksumOf returns a code with any text as what is packed, and with its sum.
func checksumOf(packed string) string { return progressCode + packed + checksum(packed) }
