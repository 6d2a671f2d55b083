//go:build !js

package host

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
)

// Limits bound what clients may do. A zero field means its default, which is given beside
// it.
type Limits struct {
	Messages    float64 // per connection and second: 10, and 40 at once
	AddressRate float64 // messages per address and second: 50, and 200 at once
	Connections int     // per address: 60
	InAll       int     // connections in all: 20,000
	Rooms       float64 // that an address opens per hour: 60, and 20 at once
	RoomsInAll  int     // 100,000
	Waiting     int     // messages that wait for a slow reader: 64
}

func (l Limits) orDefault() Limits {
	set := func(n *float64, otherwise float64) {
		if *n == 0 {
			*n = otherwise
		}
	}
	count := func(n *int, otherwise int) {
		if *n == 0 {
			*n = otherwise
		}
	}
	set(&l.Messages, 10)
	set(&l.AddressRate, 50)
	set(&l.Rooms, 60)
	count(&l.Connections, 60)
	count(&l.InAll, 20_000)
	count(&l.RoomsInAll, 100_000)
	count(&l.Waiting, 64)
	return l
}

// TimesPerAddress returns the limits with those of each address multiplied by n.
func (l Limits) TimesPerAddress(n int) Limits {
	l = l.orDefault()
	l.AddressRate *= float64(n)
	l.Connections *= n
	l.Rooms *= float64(n)
	return l
}

// limiter knows what each address does.
type limiter struct {
	Limits
	now func() time.Time

	mu        sync.Mutex
	addresses map[netip.Prefix]*address
	open      int // connections in all
}

// address is what one address does. An IPv6 address is one of the network of a household.
type address struct {
	messages, rooms *rate.Limiter
	open            int
	last            time.Time
}

// forget is the time after which an address that does nothing is forgotten: all that it
// may do has come back by then.
const forget = time.Hour

// looksPerAddress is how many addresses are looked at, whether they can be forgotten, when a
// new one comes. More than one keeps the number bounded; few keep that short.
const looksPerAddress = 8

func newLimiter(l Limits, now func() time.Time) *limiter {
	return &limiter{Limits: l, now: now, addresses: map[netip.Prefix]*address{}}
}

func network(a netip.Addr) netip.Prefix {
	bits := 32
	if a = a.Unmap(); a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // of an address without one, the zero prefix
	return p
}

// of returns what an address does. The lock must be held.
func (l *limiter) of(a netip.Addr) *address {
	now, key := l.now(), network(a)
	if n := l.addresses[key]; n != nil {
		n.last = now
		return n
	}
	looked := 0
	for k, n := range l.addresses { // it begins anywhere
		if n.open == 0 && now.Sub(n.last) > forget {
			delete(l.addresses, k)
		}
		if looked++; looked == looksPerAddress {
			break
		}
	}
	n := &address{
		messages: rate.NewLimiter(rate.Limit(l.AddressRate), int(4*l.AddressRate)),
		rooms:    rate.NewLimiter(rate.Limit(l.Rooms/3600), int(max(l.Rooms/3, 1))),
		last:     now,
	}
	l.addresses[key] = n
	return n
}

// connect counts a connection of an address, and returns the code of a refusal or "".
func (l *limiter) connect(a netip.Addr) game.Code {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.of(a)
	switch {
	case l.open >= l.InAll:
		return room.CodeFull
	case n.open >= l.Connections:
		return room.CodeTooManyConnections
	}
	l.open++
	n.open++
	return ""
}

func (l *limiter) disconnect(a netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	l.of(a).open--
}

// message reports whether an address may send another message.
func (l *limiter) message(a netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.of(a).messages.AllowN(l.now(), 1)
}

// mayOpen reports whether an address may open another room.
func (l *limiter) mayOpen(a netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.of(a).rooms.AllowN(l.now(), 1)
}

// connection returns the limiter of the messages of one connection.
func (l *limiter) connection() *rate.Limiter {
	return rate.NewLimiter(rate.Limit(l.Messages), int(4*l.Messages))
}
