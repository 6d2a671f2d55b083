package serve

import (
	"net"
	"net/netip"
	"sync"
)

// Bounds of connections of any kind. Those of rooms have lower ones, which are refused in words.
const (
	mostOfNetwork = 300
	mostInAll     = 24_000
)

// limited closes connections beyond the bounds as soon as they are accepted, so that one
// address cannot use up the files that the process may open.
type limited struct {
	net.Listener
	isProxied bool // all connections come from a proxy, which has limits of its own
	times     int  // how many times as high the bound of a network is

	mu  sync.Mutex
	of  map[netip.Prefix]int
	all int
}

func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := l.networkOf(c)
		if l.count(from, 1) {
			return &counted{Conn: c, end: sync.OnceFunc(func() { l.count(from, -1) })}, nil
		}
		_ = c.Close()
	}
}

// networkOf returns the network of a connection, as rooms count it; none for this computer, and
// for what a proxy passes on.
func (l *limited) networkOf(c net.Conn) (from netip.Prefix) {
	a, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if ip := a.Addr().Unmap().WithZone(""); err == nil && !ip.IsLoopback() && !l.isProxied {
		bits := 32
		if ip.Is6() {
			bits = 64
		}
		from, _ = ip.Prefix(bits)
	}
	return from
}

// count counts a connection that begins or ends, and reports whether it is within the bounds.
func (l *limited) count(from netip.Prefix, n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n > 0 && (l.all >= mostInAll || from.IsValid() && l.of[from] >= l.times*mostOfNetwork) {
		return false
	}
	l.all += n
	if l.of[from] += n; l.of[from] == 0 {
		delete(l.of, from)
	}
	return true
}

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	end func()
}

func (c *counted) Close() error {
	c.end()
	return c.Conn.Close()
}
