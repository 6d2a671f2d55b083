//go:build !js

package host

import (
	"net/netip"
	"testing"
	"time"
)

// The limits of each address can be higher; those of a connection and of all stay.
func TestTimesPerAddress(t *testing.T) {
	want := Limits{}.orDefault()
	want.AddressRate, want.Connections, want.Rooms = 150, 180, 180
	if got := (Limits{}).TimesPerAddress(3); got != want {
		t.Errorf("%+v", got)
	}
}

// Addresses that do nothing are forgotten little by little, and one that is connected is not.
func TestForgottenAddresses(t *testing.T) {
	now := time.UnixMilli(0)
	l := newLimiter(Limits{}.orDefault(), func() time.Time { return now })
	addresses := 0
	next := func() netip.Addr {
		addresses++
		return netip.AddrFrom4([4]byte{10, byte(addresses >> 16), byte(addresses >> 8), byte(addresses)})
	}
	connected := next()
	l.connect(connected)
	for range 5000 {
		l.message(next())
	}
	now = now.Add(2 * forget)
	before := len(l.addresses)
	l.message(next())
	if n := before + 1 - len(l.addresses); n > looksPerAddress {
		t.Errorf("one call forgets %d addresses", n)
	}
	for range 5000 {
		l.message(next())
	}
	if n := len(l.addresses); n > 7500 {
		t.Errorf("%d addresses are known, 5001 of them for less than an hour", n)
	}
	if l.of(connected).open != 1 {
		t.Error("an address that is connected is forgotten")
	}
}
