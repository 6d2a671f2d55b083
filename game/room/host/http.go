//go:build !js

package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/room"
)

// Handler returns the handler of these addresses. It passes all other requests to rest.
//
//	GET /rooms        says that there are rooms here, and how long they are kept
//	POST /rooms       opens a room
//	GET /rooms/ID     is the WebSocket of a room
//	GET /healthz      says ok, or with status 503 that the server is shutting down, or that
//	                  the journal does not answer or keep records
func (h *Host) Handler(rest http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("OPTIONS /rooms", func(w http.ResponseWriter, r *http.Request) {
		h.share(w, r)
		w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET /rooms", func(w http.ResponseWriter, r *http.Request) {
		h.share(w, r)
		writeJSON(w, http.StatusOK, map[string]any{"rooms": true, "kept_days": int(h.options.Keep / (24 * time.Hour))})
	})
	mux.HandleFunc("POST /rooms", h.create)
	mux.HandleFunc("GET /rooms/{id}", h.connect)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		switch {
		case h.isStopping():
			http.Error(w, "stopping", http.StatusServiceUnavailable)
			return
		case !h.health.isGood():
			http.Error(w, "the game storage is not responding", http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n") // who asked may be gone
	})
	mux.Handle("/", rest)
	return mux
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	head := w.Header()
	head.Set("Content-Type", "application/json")
	head.Set("Cache-Control", "no-store")
	head.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // who asked may be gone
}

// statuses are those of refusals over HTTP; 400 for all others.
var statuses = map[game.Code]int{
	room.CodeNoRoom: http.StatusNotFound, codeBadOrigin: http.StatusForbidden,
	room.CodeTooManyRooms: http.StatusTooManyRequests, room.CodeTooManyConnections: http.StatusTooManyRequests,
	room.CodeFull: http.StatusServiceUnavailable, room.CodeStopping: http.StatusServiceUnavailable, room.CodeUnavailable: http.StatusServiceUnavailable,
}

// deny answers a request with a failure.
func (h *Host) deny(w http.ResponseWriter, err error) {
	var e *game.Error
	if !errors.As(err, &e) {
		e = refuse(room.CodeUnavailable)
	}
	h.metrics.refused(e.Code)
	status, ok := statuses[e.Code]
	if !ok {
		status = http.StatusBadRequest
	}
	writeJSON(w, status, json.RawMessage(room.EncodeFailure(nil, e)))
}

// address returns the address of a client.
func (h *Host) address(r *http.Request) netip.Addr {
	all := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	if h.options.TrustProxy {
		last := strings.TrimSpace(all[strings.LastIndexByte(all, ',')+1:])
		if a, err := netip.ParseAddr(last); err == nil {
			return a
		}
	}
	a, _ := netip.ParseAddrPort(r.RemoteAddr) // of a socket without an address, the zero address
	from := a.Addr().Unmap()
	switch {
	case h.options.TrustProxy:
		h.hints.Do(func() {
			h.options.Log.Warn("a request has no address in X-Forwarded-For, so all behind its sender share the limits of one: have the proxy write it")
		})
	case all != "" && (from.IsLoopback() || from.IsPrivate()):
		h.hints.Do(func() {
			h.options.Log.Warn("a proxy writes X-Forwarded-For, and without --trust-proxy all behind it share the limits of one address")
		})
	}
	return from
}

// isOwn reports whether a request comes from a page that may use the rooms, or from a
// program that is not a browser.
func (h *Host) isOwn(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" || slices.Contains(h.options.Origins, origin) {
		return true
	}
	u, err := url.Parse(origin)
	isOwn := err == nil && strings.EqualFold(u.Host, r.Host)
	if !isOwn {
		h.hints.Do(func() {
			h.options.Log.Warn("a page is refused, because its origin has not the Host of its request: have a proxy pass on the Host with its port, or give --origin", "origin", fmt.Sprintf("%.100s", origin), "host", fmt.Sprintf("%.100s", r.Host))
		})
	}
	return isOwn
}

// share has a browser show the answer to a page of another origin that may use the rooms.
func (h *Host) share(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Origin")
	if origin := r.Header.Get("Origin"); origin != "" && h.isOwn(r) {
		w.Header().Set("Access-Control-Allow-Origin", origin)
	}
}

// create opens a room. The answer has the secret of the one who asks, and the invitation
// for the opponent.
func (h *Host) create(w http.ResponseWriter, r *http.Request) {
	h.share(w, r)
	switch {
	case !h.isOwn(r):
		h.deny(w, refuse(codeBadOrigin))
		return
	case h.isStopping():
		h.deny(w, refuse(room.CodeStopping))
		return
	case !h.limits.mayOpen(h.address(r)):
		h.deny(w, refuse(room.CodeTooManyRooms))
		return
	}
	text, err := io.ReadAll(io.LimitReader(r.Body, message.MaxMessage+1))
	var o room.OpenRequest
	if err == nil {
		o, err = room.ReadOpenRequest(text)
	}
	if err != nil {
		h.deny(w, err)
		return
	}
	if o.Race {
		h.createRace(w, o)
		return
	}
	terms := room.Terms{ID: room.NewSecret()}
	seat, err := seatOf(o)
	if err == nil {
		err = setClock(&terms, o.Clock)
	}
	secret, invitation := room.NewSecret(), room.NewSecret()
	if err == nil {
		*terms.Seat(seat) = room.Ticket{Key: room.KeyOf(secret)}
		*terms.Seat(seat.Opponent()) = room.Ticket{Invitation: room.KeyOf(invitation)}
		err = terms.SetStart(o.FEN)
	}
	if err == nil {
		err = h.open(terms)
	}
	if err != nil {
		h.deny(w, err)
		return
	}
	h.options.Log.Info("a room is open", "room", shortID(terms.ID))
	writeJSON(w, http.StatusCreated, room.Opened{Room: terms.ID, Seat: seat.String(), Secret: secret, Invitation: invitation})
}

func seatOf(o room.OpenRequest) (game.Player, error) {
	if o.Seat == "" {
		return []game.Player{game.White, game.Black}[rand.IntN(2)], nil
	}
	return game.ParsePlayer(o.Seat)
}

func setClock(t *room.Terms, c *room.OpenClock) error {
	if c == nil {
		return nil
	}
	t.Base, t.Increment = room.Milliseconds(c.Base), room.Milliseconds(c.Increment)
	if c.Base < 1 || c.Base > room.MaxBase.Milliseconds() || c.Increment < 0 || c.Increment > room.MaxIncrement.Milliseconds() {
		return &game.Error{Code: game.CodeBadClock, Message: "such a clock is not possible", Hint: "give base_ms of 1 ms to 90 days, and increment_ms of at most 30 days"}
	}
	return nil
}

// open adds the first record of a room to the journal.
func (h *Host) open(t room.Terms) error {
	ctx, cancel := context.WithTimeout(context.Background(), journalTime)
	defer cancel()
	n, err := h.options.Journal.Rooms(ctx)
	if err == nil && n >= h.limits.RoomsInAll {
		return errFullOfRooms()
	}
	if err == nil {
		r := room.Record{Number: 1, At: h.options.Now().UnixMilli(), Kind: room.KindOpen, Room: &t, Open: t.IsOpen()}
		if !r.Open { // a rematch
			r.Left = t.Base
		}
		_, err = h.health.append(ctx, t.ID, 0, r)
	}
	if err != nil {
		h.options.Log.Error("a room cannot be opened", "error", err)
		return refuse(room.CodeUnavailable)
	}
	h.metrics.records.WithLabelValues(string(room.KindOpen)).Inc()
	return nil
}

// connect is the WebSocket of a room.
func (h *Host) connect(w http.ResponseWriter, r *http.Request) {
	id, address := r.PathValue("id"), h.address(r)
	switch {
	case !room.IsSecret(id):
		h.deny(w, refuse(room.CodeNoRoom))
		return
	case !h.isOwn(r):
		h.deny(w, refuse(codeBadOrigin))
		return
	}
	if code := h.limits.connect(address); code != "" {
		h.deny(w, refuse(code))
		return
	}
	defer h.limits.disconnect(address)
	if !h.begin() {
		h.deny(w, refuse(room.CodeStopping))
		return
	}
	defer h.leave.Done()
	// The origin has been checked.
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return // it has been answered
	}
	t := h.enter(id)
	if t == nil {
		_ = socket.Close(websocket.StatusServiceRestart, string(room.CodeStopping))
		return
	}
	defer h.exit(t)
	// Not the request's context: it ends when the server stops, before the last word.
	h.serve(context.WithoutCancel(r.Context()), socket, address, t)
}
