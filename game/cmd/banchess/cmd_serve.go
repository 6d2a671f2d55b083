package main

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/serve"
)

func newServe() *cobra.Command {
	var o serve.Options
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the page to browsers, and rooms to play in",
		Long: `Serves the page on this computer only, until Ctrl-C. --dir names the folder of a built
site (made by go run ./scripts build -o DIR, or unpacked from a release). Without it,
inside a checkout of the project, the site is built first.

With --rooms, two players at different places play in a room, and others watch. The
games are kept in the given folder, which only one program may use at a time. With
--nats they are kept in a NATS cluster with JetStream instead; then any number of
programs may serve the same rooms, behind any load balancer.

To let others in, give --addr an address such as :8080 or 0.0.0.0:443, with --tls-cert
and --tls-key, or put a proxy in front. With --trust-proxy the address of a client is
the one that the proxy writes to X-Forwarded-For. /healthz says ok, and /metrics has
metrics for Prometheus, which only this computer and private networks can read.
SIGTERM stops the clocks of the players who are connected and tells them that the
server is shutting down; the games go on at another program, or when this one runs
again.`,
		Example: `  banchess serve --rooms /var/lib/banchess --dir site
  banchess serve --addr :443 --tls-cert cert.pem --tls-key key.pem --rooms rooms --dir site
  banchess serve --nats nats://a:4222,nats://b:4222 --addr :8080 --trust-proxy --dir site`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.Run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Dir, "dir", "", "folder of a built site")
	cli.NumberVar(flags, &o.Port, "port", 8080, 0, 65535, "port to listen on; 0 picks a free one")
	flags.StringVar(&o.Addr, "addr", "", "address to listen on, such as :8080, instead of this computer alone")
	flags.StringVar(&o.Cert, "tls-cert", "", "file of the certificate, for https")
	flags.StringVar(&o.Key, "tls-key", "", "file of the certificate’s key")
	flags.StringVar(&o.Rooms.Dir, "rooms", "", "folder to keep rooms in; rooms need --rooms or --nats")
	flags.StringVar(&o.Rooms.NATS, "nats", "", "addresses of a NATS cluster to keep rooms in, separated by commas")
	flags.BoolVar(&o.Rooms.TrustProxy, "trust-proxy", false, "believe the addresses in X-Forwarded-For")
	flags.StringSliceVar(&o.Rooms.Origins, "origin", nil, "another origin whose pages may open and join rooms, such as https://example.org")
	cli.NumberVar(flags, &o.Rooms.Days, "keep-days", 30, 1, 3650, "days after which an unused room is deleted, once its clock is up")
	cli.NumberVar(flags, &o.Rooms.Times, "address-limits", 1, 1, 100, "multiplies the limits of each address, as for a club whose members share one")
	// The only error is a flag that does not exist.
	_ = cmd.MarkFlagDirname("dir")
	_ = cmd.MarkFlagDirname("rooms")
	return cmd
}
