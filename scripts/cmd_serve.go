package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/site"
)

func newServe() *cobra.Command {
	var addr, prefix string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Build the site and serve it until interrupted",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// Before the build, so that a used port is reported at once and an early
			// request of a browser waits.
			l, err := net.Listen("tcp", addr)
			if err != nil {
				if errors.Is(err, syscall.EADDRINUSE) {
					err = fmt.Errorf("%w (another one running? --addr localhost:0 picks a free port)", err)
				}
				return err
			}
			defer l.Close()
			ctx, w := cmd.Context(), cmd.OutOrStdout()
			return withSite(ctx, w, "", func(dir string) error { return serve(ctx, w, l, prefix, dir) })
		},
	}
	cmd.Flags().StringVar(&addr, "addr", "localhost:8080", "address to listen on; port 0 picks a free one")
	cmd.Flags().StringVar(&prefix, "prefix", "/", "path the site is served under, such as /banchess/")
	return cmd
}

// serve serves the site in dir until the context ends, which is not an
// error.
func serve(ctx context.Context, w io.Writer, l net.Listener, prefix, dir string) error {
	server := &http.Server{Handler: site.Handler(dir, prefix), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() {
		// Pending requests do not delay the end.
		_ = server.Close()
	})
	defer stop()
	address := strings.NewReplacer("127.0.0.1:", "localhost:", "[::]:", "localhost:").Replace(l.Addr().String())
	fmt.Fprintf(w, "\nbanchess is at http://%s%s (Ctrl-C stops)\n", address, prefix)
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	fmt.Fprintln(w, "stopped")
	return nil
}
