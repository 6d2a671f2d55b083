package serve

import (
	"fmt"
	"net"
	"net/netip"
	"testing"
)

// dialled is a listener to which connections come from given addresses.
type dialled struct {
	net.Listener
	from  []string
	ended int
}

type fromAddress struct {
	net.Conn
	l    *dialled
	addr string
}

func (l *dialled) Accept() (net.Conn, error) {
	if len(l.from) == 0 {
		return nil, net.ErrClosed
	}
	c := fromAddress{l: l, addr: l.from[0]}
	l.from = l.from[1:]
	return c, nil
}

func (c fromAddress) RemoteAddr() net.Addr {
	a, _ := net.ResolveTCPAddr("tcp", c.addr)
	return a
}

func (c fromAddress) Close() error {
	c.l.ended++
	return nil
}

// An address, or an IPv6 network, has so many connections and no more, until one ends.
func TestLimitedConnections(t *testing.T) {
	for _, row := range []struct {
		name      string
		from      func(i int) string
		isProxied bool
		times     int
		accepted  int
	}{
		{"one address", func(int) string { return "203.0.113.7:1" }, false, 1, mostOfNetwork},
		{"the same address as IPv6 writes it", func(i int) string {
			return []string{"203.0.113.7:1", "[::ffff:203.0.113.7]:2"}[i%2]
		}, false, 1, mostOfNetwork},
		{"one IPv6 network", func(i int) string { return fmt.Sprintf("[2001:db8::%x]:1", i+1) }, false, 1, mostOfNetwork},
		{"the address of a club", func(int) string { return "203.0.113.7:1" }, false, 3, 3 * mostOfNetwork},
		{"many IPv6 networks", func(i int) string { return fmt.Sprintf("[2001:db8:0:%x::1]:1", i) }, false, 1, mostInAll},
		{"this computer", func(int) string { return "127.0.0.1:1" }, false, 1, mostInAll},
		{"a proxy", func(int) string { return "203.0.113.7:1" }, true, 1, mostInAll},
	} {
		in := &dialled{}
		for i := range mostInAll + 10 {
			in.from = append(in.from, row.from(i))
		}
		l := &limited{Listener: in, isProxied: row.isProxied, times: row.times, of: map[netip.Prefix]int{}}
		var accepted []net.Conn
		for {
			c, err := l.Accept()
			if err != nil {
				break
			}
			accepted = append(accepted, c)
		}
		if len(accepted) != row.accepted || in.ended != mostInAll+10-row.accepted {
			t.Errorf("%s: %d accepted, %d closed", row.name, len(accepted), in.ended)
		}
		in.from = []string{row.from(0)}
		_ = accepted[0].Close()
		_ = accepted[0].Close() // counts once
		if _, err := l.Accept(); err != nil {
			t.Errorf("%s: none is accepted after one has ended", row.name)
		}
		for _, c := range accepted {
			_ = c.Close()
		}
		if l.all != 1 || len(l.of) != 1 {
			t.Errorf("%s: %d are left", row.name, l.all)
		}
	}
}
