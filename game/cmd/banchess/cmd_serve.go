package main

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

func newServe() *cobra.Command {
	var dir string
	var port int
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "The playground in a browser",
		Long: `Serves the playground on this computer only, until Ctrl-C. --dir names the folder
of a built site (go run ./scripts build -o DIR, or a release unpacked). Without it,
inside a checkout of the project, the site is built first.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if dir != "" {
				if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
					return &game.Error{Code: codeNoSite, Message: "there is no site in " + dir + ": it has no index.html", Hint: "name the folder that has index.html"}
				}
			}
			// Before a build, which takes a while.
			l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
			if errors.Is(err, syscall.EADDRINUSE) {
				return &game.Error{Code: codeIO, Message: fmt.Sprintf("port %d is taken", port), Hint: "choose another one with --port, or a free one with --port 0"}
			}
			if err != nil {
				return err
			}
			defer l.Close()
			if dir != "" {
				return serve(cmd, dir, l)
			}
			temp, err := os.MkdirTemp("", "banchess-site-")
			if err != nil {
				return err
			}
			if err = build(cmd, temp); err == nil {
				err = serve(cmd, temp, l)
			}
			return errors.Join(err, os.RemoveAll(temp))
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "folder of a built site")
	numberVar(cmd.Flags(), &port, "port", 8080, 0, 65535, "port to listen on; 0 picks a free one")
	// The only error is a flag that does not exist.
	_ = cmd.MarkFlagDirname("dir")
	return cmd
}

// build builds the site of the checkout around the current folder, the way everything is
// built.
func build(command *cobra.Command, dir string) error {
	ctx, w := command.Context(), command.ErrOrStderr()
	root, err := exec.CommandContext(ctx, "go", "list", "-f", "{{.Module.Dir}}", "github.com/banchess/banchess/scripts").Output()
	if err != nil {
		return &game.Error{
			Code:    codeNoSite,
			Message: "there is no site to serve: this folder is not in a checkout of the project, in which it could be built",
			Hint:    "name the folder of a built site with --dir",
		}
	}
	var said strings.Builder
	if asJSON(command) {
		w = &said // for the error, should there be one
	}
	fmt.Fprintln(w, term.Text("building the site …"))
	cmd := exec.CommandContext(ctx, "go", "run", "./scripts", "build", "-o", dir)
	cmd.Dir, cmd.Stdout, cmd.Stderr = strings.TrimSpace(string(root)), w, w
	if err := cmd.Run(); ctx.Err() != nil {
		return ctx.Err()
	} else if err != nil {
		return fmt.Errorf("the site cannot be built: %w\n%s", err, said.String())
	}
	return nil
}

// serve hands out the files until the context ends, and then returns nil.
func serve(cmd *cobra.Command, dir string, l net.Listener) error {
	address := "http://" + l.Addr().String() + "/"
	server := &http.Server{Handler: files(dir), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(cmd.Context(), func() {
		// Nothing a browser waits for is worth delaying the end.
		_ = server.Close()
	})
	defer stop()
	answer(cmd, map[string]string{"url": address}, fmt.Sprintf("banchess is at %s (Ctrl-C stops)\n", address))
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// files serves a folder. The types of what a page cannot run with a wrong type are
// not left to the system's table.
func files(dir string) http.Handler {
	for ext, kind := range map[string]string{".wasm": "application/wasm", ".js": "text/javascript", ".mjs": "text/javascript"} {
		_ = mime.AddExtensionType(ext, kind) // both are well-formed
	}
	server := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-cache")
		server.ServeHTTP(w, r)
	})
}
