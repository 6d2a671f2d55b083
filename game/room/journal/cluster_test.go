//go:build !js

package journal

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/banchess/banchess/game/room"
)

// startCluster starts three servers, and returns the address of one.
func startCluster(t *testing.T) string {
	t.Helper()
	for range 3 {
		if address := tryCluster(t); address != "" {
			return address
		}
	}
	t.Fatal("NATS does not start")
	return ""
}

// tryCluster returns "" if the servers do not start: another program may have taken a port that
// was free.
func tryCluster(t *testing.T) string {
	t.Helper()
	var ports [3]int
	var routes []*url.URL
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports[i] = l.Addr().(*net.TCPAddr).Port
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
		_ = l.Close()
	}
	var all [3]*server.Server
	for i, port := range ports {
		s, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprint("n", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
			Cluster: server.ClusterOpts{Name: "banchess", Host: "127.0.0.1", Port: port}, Routes: routes,
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
		go s.Start()
		all[i] = s
	}
	for _, s := range all {
		if !s.ReadyForConnections(startTime) {
			return ""
		}
	}
	return all[0].ClientURL()
}

// silencer passes connections on to a server. Those from before a change of silences pass
// nothing more, and are not closed.
type silencer struct {
	net.Listener
	server   string
	silences atomic.Int32
}

func (s *silencer) run() {
	for {
		client, err := s.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", s.server)
		if err != nil {
			_ = client.Close() // as the server would
			continue
		}
		since := s.silences.Load()
		carry := func(from, to net.Conn) {
			text := make([]byte, 4096)
			for {
				n, err := from.Read(text)
				if err != nil {
					_ = to.Close()
					return
				}
				if s.silences.Load() == since {
					_, _ = to.Write(text[:n]) // if it fails, so will the next reading
				}
			}
		}
		go carry(client, server)
		go carry(server, client)
	}
}

// A server that is silent, as one whose machine has lost its power, is left soon.
func TestSilentServer(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	n, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go n.Start()
	defer n.Shutdown()
	if !n.ReadyForConnections(startTime) {
		t.Fatal("NATS does not start")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &silencer{Listener: l, server: n.Addr().String()}
	defer s.Close()
	go s.run()
	j, err := Connect(t.Context(), "nats://"+l.Addr().String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if _, err := j.Append(t.Context(), "before", 0, []byte("1")); err != nil {
		t.Fatal(err)
	}
	s.silences.Add(1)
	for began, err := time.Now(), errors.New("none yet"); err != nil; {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		_, err = j.Append(ctx, room.NewSecret(), 0, []byte("2"))
		cancel()
		if took := time.Since(began); took > time.Minute { // by itself NATS would wait for six
			t.Fatalf("after %v: %v", took, err)
		}
	}
}

// Of two programs that add a record at the same time, one is told that the other was faster,
// whether that record is kept by all servers already or not.
func TestOneWinsInACluster(t *testing.T) {
	address := startCluster(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var all [2]*Journal
	for i := range all {
		j, err := Connect(ctx, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		all[i] = j
	}
	var places [2]uint64
	var errs [2]error
	after := uint64(0)
	for n := range 50 {
		var both sync.WaitGroup
		for i, j := range all {
			both.Go(func() { places[i], errs[i] = j.Append(ctx, "room", after, []byte("x")) })
		}
		both.Wait()
		winner := 0
		if errs[0] != nil {
			winner = 1
		}
		if errs[winner] != nil || !errors.Is(errs[1-winner], room.ErrConflict) {
			t.Fatalf("record %d: %v and %v", n+1, errs[0], errs[1])
		}
		after = places[winner]
	}
}

// The stream of a directory that was restored to a cluster is kept by three servers, which
// publish its records again.
func TestRestoredToACluster(t *testing.T) {
	address := startCluster(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	conn, err := nats.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	restored := jetstream.StreamConfig{Name: Stream, Subjects: []string{records + "*"}, Storage: jetstream.FileStorage, Replicas: 1, Discard: jetstream.DiscardNew, AllowDirect: true}
	for err = errors.New("no leader yet"); err != nil; {
		limit, stop := context.WithTimeout(ctx, openTime)
		_, err = js.CreateStream(limit, restored)
		stop()
		if ctx.Err() != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time there is nothing to do
		j, err := Connect(ctx, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		info, err := j.stream.Info(ctx)
		if err != nil || info.Config.Replicas != 3 || info.Config.RePublish == nil {
			t.Errorf("%+v, %v", info.Config, err)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
}
