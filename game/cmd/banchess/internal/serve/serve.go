// Package serve serves the page over HTTP, and the rooms in which people play each other.
package serve

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

// Options say what is served, to whom, and how.
type Options struct {
	Dir       string // folder of a built site; "" builds that of the checkout
	Addr      string // address to listen on; "" is Port of this computer
	Port      int    // 0 is a free one
	Cert, Key string // files for https; "" is http
	Rooms     Rooms
}

// Rooms say where the records of rooms are kept; the zero value has no rooms.
type Rooms struct {
	Dir, NATS  string // folder of this program, or addresses of a cluster; at most one
	TrustProxy bool   // the address of a client is in X-Forwarded-For
	Origins    []string
	Days       int // after which an unused room is deleted
	Times      int // how many times as high the limits of an address are
}

// The codes of errors of the command.
const (
	codeNoSite      game.Code = "no_site"
	codeServedRooms game.Code = "served_rooms" // the folder of rooms is inside the folder that is served
	codeNoJournal   game.Code = "no_journal"   // the records of rooms cannot be kept where they should be
)

// Run serves until the context of the command ends.
func (o *Options) Run(cmd *cobra.Command) error {
	switch {
	case o.Addr != "" && cmd.Flags().Changed("port"):
		return cli.Usagef("give --addr or --port, not both")
	case o.Rooms.Dir != "" && o.Rooms.NATS != "":
		return cli.Usagef("give --rooms or --nats, not both")
	case o.Rooms.Dir == "" && cmd.Flags().Changed("rooms") || o.Rooms.NATS == "" && cmd.Flags().Changed("nats"):
		return cli.Usagef("--rooms and --nats are not empty: name a folder or an address, or leave them out")
	case (o.Cert == "") != (o.Key == ""):
		return cli.Usagef("give --tls-cert and --tls-key together")
	}
	if o.Rooms.Dir == "" && o.Rooms.NATS == "" {
		for _, name := range []string{"origin", "keep-days", "address-limits"} {
			if cmd.Flags().Changed(name) {
				return cli.Usagef("--%s is about rooms: give --rooms or --nats too", name)
			}
		}
	}
	for _, origin := range o.Rooms.Origins {
		if !isOrigin(origin) {
			return cli.Usagef("%q is not an origin: give scheme and host as a browser sends them, such as https://example.org", origin)
		}
	}
	if o.Dir != "" {
		if _, err := os.Stat(filepath.Join(o.Dir, "index.html")); err != nil {
			return &game.Error{Code: codeNoSite, Message: "there is no site in " + o.Dir + ": it has no index.html", Hint: "name the folder that has index.html"}
		}
	}
	if err := checkRoomsDir(o.Rooms.Dir, o.Dir); err != nil {
		return err
	}
	// Before a build, which takes a while.
	if o.Cert != "" {
		if _, err := tls.LoadX509KeyPair(o.Cert, o.Key); err != nil {
			return &game.Error{Code: cli.CodeIO, Message: "the certificate cannot be used: " + err.Error(), Hint: "look at --tls-cert and --tls-key, which are PEM files"}
		}
	}
	addr := o.Addr
	if addr == "" {
		addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(o.Port))
	}
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		if o.Addr != "" {
			return &game.Error{Code: cli.CodeIO, Message: "the address " + o.Addr + " is taken", Hint: "choose another one with --addr"}
		}
		return &game.Error{Code: cli.CodeIO, Message: fmt.Sprintf("port %d is taken", o.Port), Hint: "choose another one with --port, or a free one with --port 0"}
	}
	if err != nil {
		return err
	}
	defer l.Close()
	if o.Dir != "" {
		return o.serve(cmd, o.Dir, l)
	}
	temp, err := os.MkdirTemp("", "banchess-site-")
	if err != nil {
		return err
	}
	if err = build(cmd, temp); err == nil {
		err = o.serve(cmd, temp, l)
	}
	return errors.Join(err, os.RemoveAll(temp))
}

// isOrigin reports whether a text is an origin as browsers write it: any other is equal to none.
// They leave out the usual port, and write a name with other letters as xn--….
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" || u.Hostname() == "" || text != strings.ToLower(u.Scheme+"://"+u.Host) {
		return false
	}
	isUsual := u.Scheme == "https" && u.Port() == "443" || u.Scheme == "http" && u.Port() == "80" || strings.HasSuffix(u.Host, ":")
	return !isUsual && !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
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
	if cli.AsJSON(command) {
		w = &said // for the error, should there be one
	}
	fmt.Fprintln(w, term.Text("building the site …"))
	cmd := exec.CommandContext(ctx, "go", "run", "./scripts", "build", "--sealed", "-o", dir)
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
func (o *Options) serve(cmd *cobra.Command, dir string, l net.Listener) error {
	handler, drain := files(dir), func(context.Context) error { return nil }
	if o.Rooms.Dir != "" || o.Rooms.NATS != "" {
		var err error
		if handler, drain, err = o.Rooms.open(cmd, handler); err != nil {
			return err
		}
	}
	l = &limited{Listener: l, isProxied: o.Rooms.TrustProxy, times: max(o.Rooms.Times, 1), of: map[netip.Prefix]int{}}
	scheme, listen := "http", func(s *http.Server) error { return s.Serve(l) }
	if o.Cert != "" {
		scheme, listen = "https", func(s *http.Server) error { return s.ServeTLS(l, o.Cert, o.Key) }
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
	cli.Answer(cmd, map[string]string{"url": address}, fmt.Sprintf("banchess is at %s%s (Ctrl-C stops)\n", address, elsewhere))
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
	for ext, kind := range map[string]string{".wasm": "application/wasm", ".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"} {
		_ = mime.AddExtensionType(ext, kind) // all are well-formed
	}
	root := http.Dir(dir)
	server := http.FileServer(root)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-cache")
		if !byContent.MatchString(r.URL.Path) {
			// Two releases may have files of the same time, and an older release has files of an
			// earlier time. So the time says nothing, and the content decides.
			r.Header.Del("If-Modified-Since")
			if tag, err := tagOf(root, r.URL.Path); err == nil {
				w.Header().Set("ETag", tag)
			}
		}
		if !isFramed(r.URL) {
			w.Header().Set("Content-Security-Policy", "frame-ancestors 'self'")
		}
		server.ServeHTTP(w, r)
	})
}

// byContent is the form of the paths in a sealed site that have other names in another release.
var byContent = regexp.MustCompile(`^/[rw]-[0-9a-f]{12}/`)

// tagOf returns the ETag of a file by its content.
func tagOf(root http.FileSystem, name string) (string, error) {
	if strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	f, err := root.Open(path.Clean("/" + name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return fmt.Sprintf(`"%.16x"`, sum.Sum(nil)), nil
}

// isFramed reports whether pages of other sites may show an address in a frame: that of the
// embedded board, that of the page that leads to it, and the frame inside it, since a policy
// speaks of all frames around.
func isFramed(u *url.URL) bool {
	switch path.Base(u.Path) {
	case "embed.html", "board.html":
		return true
	}
	// The page reads its address as it is written.
	return strings.HasPrefix(u.RawQuery, "embed=") || strings.Contains(u.RawQuery, "&embed=")
}

// checkRoomsDir refuses a folder of rooms that the served folder has: everybody could read it.
func checkRoomsDir(rooms, served string) error {
	all, err := os.Stat(served)
	if rooms == "" || err != nil {
		return nil
	}
	for dir := realPath(rooms); ; dir = filepath.Dir(dir) {
		if at, err := os.Stat(dir); err == nil && os.SameFile(at, all) { // also where ROOMS and rooms are one folder
			return &game.Error{Code: codeServedRooms, Message: "the rooms in " + rooms + " would be served to everybody: the folder is inside " + served, Hint: "choose a folder for --rooms outside that of --dir"}
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
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
