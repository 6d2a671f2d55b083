package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/netip"
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

// serveFlags say what is served, to whom, and how.
type serveFlags struct {
	dir, addr, cert, key string
	port                 int
	rooms                roomFlags
}

// roomFlags say where the records of rooms are kept.
type roomFlags struct {
	dir, nats  string
	trustProxy bool
	origins    []string
	days       int
}

func newServe() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "The playground in a browser, and rooms to play in",
		Long: `Serves the playground on this computer only, until Ctrl-C. --dir names the folder
of a built site (go run ./scripts build -o DIR, or a release unpacked). Without it,
inside a checkout of the project, the site is built first.

With --rooms two players at different places play in a room, and others watch. What
they do is kept in the folder, in which one program may work at a time. With --nats
it is kept in a NATS cluster with JetStream instead; then any number of programs may
serve the same rooms, behind any load balancer.

For others than this computer, --addr says where to listen, such as :8080 or
0.0.0.0:443, with --tls-cert and --tls-key, or behind a proxy that has them. A proxy
writes X-Forwarded-For, which --trust-proxy believes. /healthz says ok, and /metrics
serves metrics for Prometheus, for addresses of this computer and its network.
SIGTERM stops the clocks of the players who are connected and tells them that the
server is shutting down; the games go on at another program, or when this one runs
again.`,
		Example: `  banchess serve --rooms /var/lib/banchess --dir site
  banchess serve --addr :443 --tls-cert cert.pem --tls-key key.pem --rooms rooms --dir site
  banchess serve --nats nats://a:4222,nats://b:4222 --addr :8080 --trust-proxy --dir site`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "dir", "", "folder of a built site")
	numberVar(flags, &f.port, "port", 8080, 0, 65535, "port to listen on; 0 picks a free one")
	flags.StringVar(&f.addr, "addr", "", "address to listen on instead, such as :8080 for all")
	flags.StringVar(&f.cert, "tls-cert", "", "file of the certificate, for https")
	flags.StringVar(&f.key, "tls-key", "", "file of its key")
	flags.StringVar(&f.rooms.dir, "rooms", "", "folder to keep rooms in; rooms need --rooms or --nats")
	flags.StringVar(&f.rooms.nats, "nats", "", "addresses of a NATS cluster to keep rooms in, with commas between them")
	flags.BoolVar(&f.rooms.trustProxy, "trust-proxy", false, "take the addresses of clients from X-Forwarded-For")
	flags.StringSliceVar(&f.rooms.origins, "origin", nil, "another origin whose pages may open and join rooms, such as https://example.org")
	numberVar(flags, &f.rooms.days, "keep-days", 30, 1, 3650, "days after which an unused room is deleted, once its clock is up")
	// The only error is a flag that does not exist.
	_ = cmd.MarkFlagDirname("dir")
	_ = cmd.MarkFlagDirname("rooms")
	return cmd
}

func (f *serveFlags) run(cmd *cobra.Command) error {
	switch {
	case f.addr != "" && cmd.Flags().Changed("port"):
		return usage("give --addr or --port, not both")
	case f.rooms.dir != "" && f.rooms.nats != "":
		return usage("give --rooms or --nats, not both")
	case (f.cert == "") != (f.key == ""):
		return usage("give --tls-cert and --tls-key together")
	}
	if f.dir != "" {
		if _, err := os.Stat(filepath.Join(f.dir, "index.html")); err != nil {
			return &game.Error{Code: codeNoSite, Message: "there is no site in " + f.dir + ": it has no index.html", Hint: "name the folder that has index.html"}
		}
	}
	if err := checkRoomsDir(f.rooms.dir, f.dir); err != nil {
		return err
	}
	// Before a build, which takes a while.
	addr := f.addr
	if addr == "" {
		addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(f.port))
	}
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		if f.addr != "" {
			return &game.Error{Code: codeIO, Message: "the address " + f.addr + " is taken", Hint: "choose another one with --addr"}
		}
		return &game.Error{Code: codeIO, Message: fmt.Sprintf("port %d is taken", f.port), Hint: "choose another one with --port, or a free one with --port 0"}
	}
	if err != nil {
		return err
	}
	defer l.Close()
	if f.dir != "" {
		return f.serve(cmd, f.dir, l)
	}
	temp, err := os.MkdirTemp("", "banchess-site-")
	if err != nil {
		return err
	}
	if err = build(cmd, temp); err == nil {
		err = f.serve(cmd, temp, l)
	}
	return errors.Join(err, os.RemoveAll(temp))
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

// drainTime is the most time that players have to hear that the program stops.
const drainTime = 10 * time.Second

// serve hands out the files, and the rooms if there are to be any, until the context ends,
// and then returns nil.
func (f *serveFlags) serve(cmd *cobra.Command, dir string, l net.Listener) error {
	handler, drain := files(dir), func(context.Context) error { return nil }
	if f.rooms.dir != "" || f.rooms.nats != "" {
		var err error
		if handler, drain, err = f.rooms.open(cmd, handler); err != nil {
			return err
		}
	}
	scheme, listen := "http", func(s *http.Server) error { return s.Serve(l) }
	if f.cert != "" {
		scheme, listen = "https", func(s *http.Server) error { return s.ServeTLS(l, f.cert, f.key) }
	}
	at, isForAll := shownAddress(l.Addr().String())
	address, elsewhere := scheme+"://"+at+"/", ""
	if isForAll {
		elsewhere = ", for other computers at the name or address of this one"
	}
	server := &http.Server{
		Handler: handler, ErrorLog: log.New(io.Discard, "", 0),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: 10 * time.Minute, IdleTimeout: 2 * time.Minute,
	}
	drained := make(chan error, 1)
	context.AfterFunc(cmd.Context(), func() {
		ctx, cancel := context.WithTimeout(context.Background(), drainTime)
		defer cancel()
		err := drain(ctx)
		// Nothing else that a browser waits for is worth delaying the end.
		_ = server.Close()
		drained <- err
	})
	answer(cmd, map[string]string{"url": address}, fmt.Sprintf("banchess is at %s%s (Ctrl-C stops)\n", address, elsewhere))
	if err := listen(server); !errors.Is(err, http.ErrServerClosed) {
		return errors.Join(err, drain(context.Background()))
	}
	return <-drained
}

// shownAddress returns the address to type for one that is listened on: always localhost for
// this computer, because for browsers another name is another site, with other games. isForAll
// says that other computers are listened to, at any address of this one.
func shownAddress(listened string) (shown string, isForAll bool) {
	a, err := netip.ParseAddrPort(listened)
	if err != nil {
		return listened, false
	}
	if ip := a.Addr().Unmap(); ip.IsUnspecified() || ip == netip.AddrFrom4([4]byte{127, 0, 0, 1}) || ip == netip.IPv6Loopback() {
		return fmt.Sprint("localhost:", a.Port()), ip.IsUnspecified()
	}
	return listened, false
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

// checkRoomsDir refuses a folder of rooms that the served folder has: everybody could read it.
func checkRoomsDir(rooms, served string) error {
	inside, err := filepath.Rel(realPath(served), realPath(rooms))
	if rooms == "" || served == "" || err != nil || inside == ".." || strings.HasPrefix(inside, ".."+string(filepath.Separator)) {
		return nil
	}
	return &game.Error{Code: codeServedRooms, Message: "the rooms in " + rooms + " would be served to everybody: the folder is inside " + served, Hint: "choose a folder for --rooms outside that of --dir"}
}

// realPath returns the absolute path of a folder without symbolic links. It may not exist yet.
func realPath(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	for parent, rest := path, ""; ; parent, rest = filepath.Dir(parent), filepath.Join(filepath.Base(parent), rest) {
		if real, err := filepath.EvalSymlinks(parent); err == nil {
			return filepath.Join(real, rest)
		}
		if parent == filepath.Dir(parent) {
			return path
		}
	}
}
