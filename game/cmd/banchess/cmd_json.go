package main

import (
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message"
)

func newJSON() *cobra.Command {
	var schema bool
	cmd := &cobra.Command{
		Use:   "json",
		Short: "Play by JSON messages on standard input and output",
		Long: `Reads one JSON object on each line and answers it with another. Every answer says what
may be played next, so a client needs no rules of its own. "banchess json --schema"
prints the JSON Schema of all messages, which is all you need to write a client.

  $ echo '{"message_type":"ban","from":"E2","to":"E4"}' | banchess json`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if schema {
				_, err := io.WriteString(cmd.OutOrStdout(), message.Schema())
				return err
			}
			session := message.NewSession(message.NewEngine(engine.Options{}, nil), time.Now)
			// An engine must not think on for a client that is gone.
			ctx := term.WhileRead(cmd.Context(), cmd.OutOrStdout())
			return message.Serve(ctx, cmd.InOrStdin(), cmd.OutOrStdout(), session)
		},
	}
	cmd.Flags().BoolVar(&schema, "schema", false, "print the JSON Schema of the messages")
	return cmd
}
