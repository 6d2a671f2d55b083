//go:build !js

// Package journal keeps the records of rooms in NATS JetStream: in a server inside this
// program ([Open]), or in a cluster ([Connect]). It is a package of its own because
// compiling a NATS server takes half a minute.
//
// All rooms are one stream, and each room is a subject of it. A record is published with
// the sequence that the last record of its subject must have, so that of two writers the
// stream refuses one. In a cluster, the stream publishes each record again on another
// subject of the room, for the programs that follow that room.
package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/banchess/banchess/game/room"
)

// Stream is the name of the stream. You need it to set it up or back it up with NATS's
// own tools.
const Stream = "BANCHESS_ROOMS"

const (
	records       = "banchess.room." // and the id of a room
	news          = "banchess.now."  // and the id of a room, and one of these
	added         = ".added"
	notifications = ".notification"

	syncEvery = time.Second // between two times that files reach the disk
	startTime = 30 * time.Second
	openTime  = 2 * time.Second // for an answer about the stream, which a cluster without a leader does not give
	tryAgain  = 250 * time.Millisecond
	batch     = 500 // records that are read at a time

	// A server that is silent is left for another one after three questions without an answer: one
	// whose machine lost its power closes no connection.
	askEvery = 2 * time.Second
	silent   = 2
)

// Journal implements room.Journal.
type Journal struct {
	server *server.Server // nil for a cluster
	conn   *nats.Conn
	js     jetstream.JetStream
	stream jetstream.Stream

	log      *slog.Logger
	dir      string       // "" for a cluster
	lock     *os.File     // of the directory
	broken   *atomic.Bool // whether the server has had an error since it opened its files
	isFull   atomic.Bool  // the directory takes no files, so they were not opened again
	reviving sync.Mutex
	revived  time.Time // tried last

	mu         sync.Mutex
	publishers []*publisher // those that are free
	followed   map[*nats.Subscription]func(room.Stored)
}

// errInUse is the error of a directory in which another program works: both would write over
// what the other one has written.
var errInUse = errors.New("another program works in this folder")

// errFull is the error of a directory that takes no files, as that of a full disk.
var errFull = errors.New("the folder takes no files")

// Open opens the journal in a directory. No other program may have it open. log may be
// nil.
func Open(ctx context.Context, dir string, log *slog.Logger) (_ *Journal, err error) {
	if err := probe(dir); err != nil {
		return nil, err
	}
	l, err := lock(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = l.Close() // nothing was written
		}
	}()
	if err := readable(dir); err != nil {
		return nil, err
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "banchess", DontListen: true, JetStream: true, StoreDir: dir, SyncInterval: syncEvery, NoSigs: true, NoLog: true,
	})
	if err != nil {
		return nil, err
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	said := serverLog{log, new(atomic.Bool), make(chan error, 1)}
	s.SetLogger(said, false, false)
	go s.Start()
	ready := make(chan error, 1)
	go func() {
		if s.ReadyForConnections(startTime) {
			ready <- nil
		} else {
			ready <- errors.New("the journal of the rooms does not start in " + dir)
		}
	}()
	select {
	case err = <-said.fatal:
	case err = <-ready:
	}
	if err != nil {
		s.Shutdown()
		return nil, err
	}
	// A record is written at once: another goroutine that did so would have to be woken first.
	j, err := connect(ctx, s, "", log, nats.InProcessServer(s), nats.WriteBufferSize(1))
	if err != nil {
		s.Shutdown()
		return nil, err
	}
	j.log, j.dir, j.lock, j.broken = log, dir, l, said.broken
	return j, nil
}

// Connect returns the journal in a cluster, or in a single server. url is one address, or
// several separated by commas. If the stream does not exist, Connect creates it. In a
// cluster it has three copies, so the cluster needs at least three servers. While the
// cluster has no leader, Connect waits. log may be nil.
func Connect(ctx context.Context, url string, log *slog.Logger) (*Journal, error) {
	return connect(ctx, nil, url, log, nats.MaxReconnects(-1), nats.ReconnectWait(250*time.Millisecond), nats.RetryOnFailedConnect(false), nats.PingInterval(askEvery), nats.MaxPingsOutstanding(silent))
}

func connect(ctx context.Context, s *server.Server, url string, log *slog.Logger, options ...nats.Option) (*Journal, error) {
	// Read allocates its whole queue each time: 65,536 messages without the option.
	j := &Journal{server: s, followed: map[*nats.Subscription]func(room.Stored){}}
	options = append(options, nats.Name("banchess"), nats.SyncQueueLen(2*batch), nats.ReconnectHandler(j.reconnected), nats.ErrorHandler(logError(log)))
	conn, err := nats.Connect(url, options...)
	if err != nil {
		return nil, err
	}
	j.conn = conn
	if j.js, err = jetstream.New(conn); err == nil {
		for err = j.open(ctx); err != nil && conn.ConnectedClusterName() != "" && ctx.Err() == nil; err = j.open(ctx) {
			select {
			case <-time.After(tryAgain):
			case <-ctx.Done():
			}
		}
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return j, nil
}

// logError returns what logs an error of the connection, without its subject: that has the id
// of a room, which is a link to it. The library would write it to the standard error.
func logError(log *slog.Logger) nats.ErrHandler {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if errors.Is(err, nats.ErrPermissionViolation) {
			err = nats.ErrPermissionViolation // the text goes on with the subject
		}
		log.Error("the connection to the journal has an error", "error", err)
	}
}

// open finds the stream, or makes it. That of a directory may have been restored to a cluster,
// where records are to be published again, and are kept by three servers.
func (j *Journal) open(ctx context.Context) (err error) {
	copies, limit := 1, startTime
	if j.conn.ConnectedClusterName() != "" {
		copies, limit = 3, openTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	again := &jetstream.RePublish{Source: records + "*", Destination: news + "{{wildcard(1)}}" + added}
	if j.stream, err = j.js.Stream(ctx, Stream); err == nil {
		config := j.stream.CachedInfo().Config
		if j.server == nil && (config.RePublish == nil || config.Replicas < copies) {
			config.RePublish, config.Replicas = again, max(config.Replicas, copies)
			j.stream, err = j.js.UpdateStream(ctx, config)
		}
		return err
	} else if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	config := jetstream.StreamConfig{
		Name: Stream, Subjects: []string{records + "*"}, Description: "Rooms of Ban Chess, a subject each",
		Storage: jetstream.FileStorage, Replicas: copies, Discard: jetstream.DiscardNew, AllowDirect: true, MaxMsgSize: 64 << 10,
	}
	if j.server == nil {
		config.RePublish = again
	}
	j.stream, err = j.js.CreateStream(ctx, config)
	return err
}

// Append implements room.Journal.
func (j *Journal) Append(ctx context.Context, id string, after uint64, record []byte) (uint64, error) {
	p, err := j.publisher()
	if err != nil {
		return 0, err
	}
	place, err := p.publish(ctx, records+id, record, after)
	if ctx.Err() == nil {
		j.mu.Lock()
		j.publishers = append(j.publishers, p)
		j.mu.Unlock()
	} else { // the answer may come later
		_ = p.answers.Unsubscribe() // it fails if the connection is closed
	}
	if isConflict(err) {
		return place, room.ErrConflict
	}
	if err != nil {
		j.revive()
	}
	return place, err
}

// isConflict reports whether a stream refuses a record because of another one: in a cluster,
// by another code if that one is not kept by all servers yet.
func isConflict(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// Read implements room.Journal. Any server of a cluster answers with what it has, which
// may be less than what was acknowledged. So Read asks the leader how much there is.
func (j *Journal) Read(ctx context.Context, id string, after uint64) ([]room.Stored, error) {
	var kept []room.Stored
	for {
		var err error
		if kept, err = j.readOn(ctx, id, after, kept); err != nil {
			return nil, err
		}
		if len(kept) > 0 {
			after = kept[len(kept)-1].Place
		}
		if j.server != nil { // the only one
			break
		}
		last, err := j.lastPlace(ctx, id)
		if err != nil {
			return nil, err
		}
		if after >= last {
			break
		}
		select {
		case <-time.After(tryAgain):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if len(kept) > 0 && len(kept[len(kept)-1].Text) == 0 {
		return nil, nil // the room is about to be removed
	}
	return kept, nil
}

// lastPlace returns the place of the last record of a room at the leader, 0 of an unknown room.
func (j *Journal) lastPlace(ctx context.Context, id string) (uint64, error) {
	m, err := j.conn.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+Stream, fmt.Appendf(nil, `{"last_by_subj":%q}`, records+id))
	if err != nil {
		return 0, err
	}
	var answer struct {
		Message struct {
			Place uint64 `json:"seq"`
		}
		Error *jetstream.APIError
	}
	if err := json.Unmarshal(m.Data, &answer); err != nil {
		return 0, err
	}
	if answer.Error != nil && answer.Error.ErrorCode != jetstream.JSErrCodeMessageNotFound {
		return 0, answer.Error
	}
	return answer.Message.Place, nil
}

// readOn adds the records after a place to those that were read. It asks for many at once.
func (j *Journal) readOn(ctx context.Context, id string, after uint64, kept []room.Stored) ([]room.Stored, error) {
	inbox := j.conn.NewInbox()
	answers, err := j.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answers.Unsubscribe() }() // it fails if the connection is closed
	for more := true; more; {
		ask, err := json.Marshal(map[string]any{"seq": after + 1, "batch": batch, "next_by_subj": records + id})
		if err == nil {
			err = j.conn.PublishRequest("$JS.API.DIRECT.GET."+Stream, inbox, ask)
		}
		if err != nil {
			return nil, err
		}
		if kept, more, err = readBatch(ctx, answers, kept); err != nil {
			return nil, err
		}
		if more {
			after = kept[len(kept)-1].Place
		}
	}
	return kept, nil
}

// readBatch adds the records of one batch, and reports whether there are more.
func readBatch(ctx context.Context, answers *nats.Subscription, kept []room.Stored) (_ []room.Stored, more bool, err error) {
	began := len(kept)
	for {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			return nil, false, err
		}
		switch status := m.Header.Get("Status"); status {
		case "":
			place, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
			if err != nil {
				return nil, false, err
			}
			kept = append(kept, room.Stored{Place: place, Text: m.Data})
		case "204": // the end of the batch
			pending := m.Header.Get("Nats-Num-Pending")
			return kept, pending != "" && pending != "0" && len(kept) > began, nil
		case "404": // no record
			return kept, false, nil
		default:
			return nil, false, fmt.Errorf("the stream answers %s %s", status, m.Header.Get("Description"))
		}
	}
}

// Follow implements room.Journal. In a directory nobody else adds records, so nothing
// comes from it.
func (j *Journal) Follow(ctx context.Context, id string, add func(room.Stored), notify func([]byte)) (stop func(), err error) {
	if j.server != nil {
		return func() {}, nil
	}
	s, err := j.conn.Subscribe(news+id+".*", func(m *nats.Msg) {
		if !strings.HasSuffix(m.Subject, added) {
			notify(m.Data)
		} else if place, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64); err == nil {
			add(room.Stored{Place: place, Text: m.Data})
		}
	})
	if err != nil {
		return nil, err
	}
	j.mu.Lock()
	j.followed[s] = add
	j.mu.Unlock()
	stop = func() {
		j.mu.Lock()
		delete(j.followed, s)
		j.mu.Unlock()
		_ = s.Unsubscribe() // it fails if the connection is closed
	}
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	if err := j.conn.FlushWithContext(ctx); err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

// reconnected tells all who follow a room that they may have missed records.
func (j *Journal) reconnected(*nats.Conn) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, add := range j.followed {
		add(room.Stored{})
	}
}

// Notify implements room.Journal.
func (j *Journal) Notify(id string, text []byte) error {
	return j.conn.Publish(news+id+notifications, text)
}

// Rooms implements room.Journal. While the directory accepts no files, it returns an
// error. When there is space again, it opens the files, even if nobody has added a record
// since.
func (j *Journal) Rooms(ctx context.Context) (int, error) {
	if j.isFull.Load() {
		if j.revive(); j.isFull.Load() {
			return 0, errFull
		}
	}
	info, err := j.stream.Info(ctx)
	if err != nil {
		return 0, err
	}
	return int(info.State.NumSubjects), nil
}

// Sweep implements room.Journal.
func (j *Journal) Sweep(ctx context.Context, isOld func(last []byte, at time.Time) bool) (int, error) {
	info, err := j.stream.Info(ctx, jetstream.WithSubjectFilter(records+"*"))
	if err != nil {
		return 0, err
	}
	n := 0
	for subject := range info.State.Subjects {
		last, err := j.stream.GetLastMsgForSubject(ctx, subject)
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound): // another host was faster
		case err != nil:
			return n, err
		case len(last.Data) == 0 || isOld(last.Data, last.Time):
			switch err := j.remove(ctx, strings.TrimPrefix(subject, records), last.Sequence); {
			case errors.Is(err, room.ErrConflict): // somebody came meanwhile
			case err != nil:
				return n, err
			default:
				n++
			}
		}
	}
	return n, nil
}

// remove removes a room whose last record has a place. An empty record, the last of all,
// keeps others from adding a record meanwhile, which would be lost with the room. It is
// removed with the rest; Read and Sweep know it if the program ends before. Error:
// room.ErrConflict, if the record is not the last one.
func (j *Journal) remove(ctx context.Context, id string, last uint64) error {
	end, err := j.Append(ctx, id, last, nil)
	if err != nil {
		return err
	}
	return j.stream.Purge(ctx, jetstream.WithPurgeSubject(records+id), jetstream.WithPurgeSequence(end+1))
}

// Close implements room.Journal.
func (j *Journal) Close() error {
	j.conn.Close()
	if j.server != nil {
		j.server.Shutdown()
		j.server.WaitForShutdown()
		return j.lock.Close()
	}
	return nil
}
