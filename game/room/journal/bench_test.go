//go:build !js

package journal

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// The load of the benchmark.
const (
	benchRooms   = 1000
	benchActions = 10
	benchEchoes  = 100         // connections that send an echo a second meanwhile
	benchPause   = time.Second // between two actions of a room
)

// load is what the benchmark measures: the times of all actions, and of echoes meanwhile.
type load struct {
	actions, echoes []time.Duration // sorted
	room            uint64          // bytes that a room with its three connections holds, at both ends
}

// BenchmarkRooms measures the time from a player's action to the opponent's receipt in a
// thousand rooms with two players and a watcher each, an action a second in each. Its peer
// is the time of an echo over the same library, in the same program and at the same time: an
// idle machine takes longer to wake up than to do either.
func BenchmarkRooms(b *testing.B) {
	var l load
	if err := l.measure(b.TempDir()); err != nil {
		b.Fatal(err)
	}
	for name, share := range map[string]float64{"median": 0.5, "99%": 0.99} {
		for peer, all := range map[string][]time.Duration{"banchess": l.actions, "peer=echo": l.echoes} {
			b.Run(name+"/"+peer, func(b *testing.B) {
				for b.Loop() {
				}
				b.ReportMetric(float64(all[int(share*float64(len(all)-1))].Nanoseconds()), "ns/op")
			})
		}
	}
	b.Run("memory/banchess", func(b *testing.B) {
		for b.Loop() {
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(float64(l.room), "bytes")
	})
}

// measure plays in all rooms.
func (l *load) measure(dir string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	j, err := Open(ctx, dir, nil)
	if err != nil {
		return err
	}
	defer j.Close()
	h, err := host.New(host.Options{Journal: j, Limits: host.Limits{AddressRate: 1e6, Connections: 1e6, Rooms: 1e7}})
	if err != nil {
		return err
	}
	s := httptest.NewServer(h.Handler(http.NotFoundHandler()))
	defer s.Close()
	actions := benchGame()
	before := heap()
	var rooms []*benchRoom
	for range benchRooms {
		r, err := openBench(ctx, s.URL+"/")
		if err != nil {
			return err
		}
		rooms = append(rooms, r)
	}
	l.room = (heap() - before) / benchRooms
	var all sync.WaitGroup
	times := make(chan []time.Duration, benchRooms)
	for i, r := range rooms {
		all.Go(func() {
			time.Sleep(benchPause * time.Duration(i) / benchRooms) // spread over the second
			times <- r.play(ctx, actions)
		})
	}
	all.Go(func() { l.echoes, err = echoes(ctx) })
	all.Wait()
	close(times)
	for t := range times {
		l.actions = append(l.actions, t...)
	}
	slices.Sort(l.actions)
	if err != nil {
		return err
	}
	if len(l.actions) != benchRooms*benchActions {
		return fmt.Errorf("%d of %d actions arrived", len(l.actions), benchRooms*benchActions)
	}
	return h.Drain(ctx)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// benchGame returns the requests of a game.
func benchGame() (texts []string) {
	g, r := game.New(), rand.New(rand.NewPCG(1, 0))
	for i := range benchActions {
		all := g.LegalActions()
		a := all[r.IntN(len(all))]
		kind := room.TypeMove
		if a.IsBan() {
			kind = room.TypeBan
		}
		texts = append(texts, fmt.Sprintf(`{"message_type":"%s","from":"%s","to":"%s","number":%d}`, kind, a.Pair().From(), a.Pair().To(), i+1))
		if err := g.Play(a); err != nil {
			panic(err)
		}
	}
	return texts
}

// benchRoom is a room of the benchmark: White's connection, Black's and a watcher's.
type benchRoom struct {
	sockets [3]*websocket.Conn
	heard   [2]chan int // the numbers that a player hears
}

func openBench(ctx context.Context, base string) (*benchRoom, error) {
	own, guest, err := room.Open(ctx, base, room.Options{Seat: game.White})
	if err != nil {
		return nil, err
	}
	b := &benchRoom{}
	guest.Secret = room.NewSecret()
	for i, l := range []room.Link{own, guest, own.Watch()} {
		address, err := room.Rooms(base)
		if err != nil {
			return nil, err
		}
		socket, _, err := websocket.Dial(ctx, address+"/"+l.Room, nil)
		if err != nil {
			return nil, err
		}
		join := `{"message_type":"join"}`
		if l.Secret != "" {
			join = `{"message_type":"join","secret":"` + l.Secret + `"}`
		}
		if l.Invitation != "" {
			join = strings.TrimSuffix(join, "}") + `,"invitation":"` + l.Invitation + `"}`
		}
		if err := socket.Write(ctx, websocket.MessageText, []byte(join)); err != nil {
			return nil, err
		}
		if _, _, err := socket.Read(ctx); err != nil {
			return nil, err
		}
		b.sockets[i] = socket
		heard := make(chan int, 4*benchActions)
		if i < 2 {
			b.heard[i] = heard
		}
		go func() {
			for {
				_, text, err := socket.Read(ctx)
				if err != nil {
					return
				}
				if i < 2 {
					heard <- numberIn(text)
				}
			}
		}()
	}
	return b, nil
}

// numberIn returns the number of a message.
func numberIn(text []byte) int {
	_, rest, _ := bytes.Cut(text, []byte(`"number":`))
	digits, _, _ := bytes.Cut(rest, []byte(","))
	n, _ := strconv.Atoi(string(digits)) // 0 of a message without one
	return n
}

// play plays the game, and returns the times that its actions took to the opponent.
func (b *benchRoom) play(ctx context.Context, actions []string) (times []time.Duration) {
	for i, text := range actions {
		acts, hears := 1, 0
		if game.Ply(i+1).ActivePlayer() == game.White {
			acts, hears = 0, 1
		}
		began := time.Now()
		if b.sockets[acts].Write(ctx, websocket.MessageText, []byte(text)) != nil {
			return times
		}
		for n := 0; n <= i; {
			select {
			case n = <-b.heard[hears]:
			case <-ctx.Done():
				return times
			}
		}
		times = append(times, time.Since(began))
		time.Sleep(benchPause - time.Since(began))
	}
	return times
}

// echoes returns the times of as many echoes in each connection as there are actions in a room.
func echoes(ctx context.Context) ([]time.Duration, error) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		socket, err := websocket.Accept(w, r, nil)
		for err == nil {
			var kind websocket.MessageType
			var text []byte
			if kind, text, err = socket.Read(ctx); err == nil {
				err = socket.Write(ctx, kind, text)
			}
		}
	}))
	defer s.Close()
	var all sync.WaitGroup
	var mu sync.Mutex
	var times []time.Duration
	text := []byte(benchGame()[0])
	for i := range benchEchoes {
		socket, _, err := websocket.Dial(ctx, s.URL, nil)
		if err != nil {
			return nil, err
		}
		defer socket.CloseNow()
		all.Go(func() {
			time.Sleep(benchPause * time.Duration(i) / benchEchoes)
			for range benchActions {
				began := time.Now()
				if socket.Write(ctx, websocket.MessageText, text) != nil {
					return
				}
				if _, _, err := socket.Read(ctx); err != nil {
					return
				}
				took := time.Since(began)
				mu.Lock()
				times = append(times, took)
				mu.Unlock()
				time.Sleep(benchPause - took)
			}
		})
	}
	all.Wait()
	slices.Sort(times)
	if len(times) != benchEchoes*benchActions {
		return nil, fmt.Errorf("%d of %d echoes came back", len(times), benchEchoes*benchActions)
	}
	return times, nil
}
