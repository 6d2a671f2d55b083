package client_test

import (
	"context"
	"fmt"
	"io"

	"github.com/banchess/banchess/game/uci"
	"github.com/banchess/banchess/scripts/lab/client"
)

// A client drives an engine, this one or another, through its pipes.
func ExampleClient() {
	fromClient, toEngine := io.Pipe()
	fromEngine, toClient := io.Pipe()
	go func() { toClient.CloseWithError(uci.Run(context.Background(), fromClient, toClient, uci.Config{})) }()

	c := client.New(fromEngine, toEngine)
	if err := c.Start([2]string{"Hash", "1"}); err != nil {
		fmt.Println(err)
		return
	}
	best, err := c.Search("startpos moves a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5 a2a3", "depth 3")
	fmt.Println(best, err)
	_ = c.Send("quit")
	// Output: f3f7 <nil>
}
