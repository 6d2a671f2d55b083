//go:build !js

package host_test

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// A program that serves rooms beside its own pages, two players in one of the rooms, and the end of
// the program. Rooms in a room.Memory are lost with it; package journal keeps them.
func Example() {
	h, err := host.New(host.Options{Journal: &room.Memory{}})
	if err != nil {
		log.Fatal(err)
	}
	pages := http.NewServeMux()
	pages.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "hello") })
	server := &http.Server{Handler: h.Handler(pages)}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go server.Serve(listener)

	ctx := context.Background()
	own, other, err := room.Open(ctx, "http://"+listener.Addr().String()+"/", room.Options{Seat: game.White})
	if err != nil {
		log.Fatal(err)
	}
	white, err := room.Join(ctx, own)
	if err != nil {
		log.Fatal(err)
	}
	black, err := room.Join(ctx, other)
	if err != nil {
		log.Fatal(err)
	}
	if err := black.Act(ctx, game.MustParseAction("b:e2e4")); err != nil {
		log.Fatal(err)
	}
	for white.Log().Len() == 0 { // until White has heard of the ban
		if _, err := white.Next(ctx); err != nil {
			log.Fatal(err)
		}
	}
	err = white.Act(ctx, game.MustParseAction("m:e2e4"))
	fmt.Println(game.CodeOf(err))
	fmt.Println(white.Act(ctx, game.MustParseAction("m:d2d4")), white.Log().Game().Movetext())

	white.Close()
	black.Close()
	fmt.Println(h.Drain(ctx), server.Shutdown(ctx))
	// Output:
	// banned
	// <nil> 1. {banning: e2e4} d4
	// <nil> <nil>
}
