//go:build !js

package journal

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// publisher publishes a record and waits for its acknowledgement, one record at a time. That
// of the library hands each acknowledgement from goroutine to goroutine, which takes as long
// as the stream does to keep the record.
type publisher struct {
	conn    *nats.Conn
	inbox   string
	count   int
	acks    chan *nats.Msg
	answers *nats.Subscription
}

const publishTries = 3 // while the stream has no leader

// publisher returns a publisher that is free.
func (j *Journal) publisher() (p *publisher, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if last := len(j.publishers) - 1; last >= 0 {
		p, j.publishers = j.publishers[last], j.publishers[:last]
		return p, nil
	}
	p = &publisher{conn: j.conn, inbox: j.conn.NewInbox() + ".", acks: make(chan *nats.Msg, 1)}
	p.answers, err = j.conn.ChanSubscribe(p.inbox+"*", p.acks)
	return p, err
}

// publish publishes a record if the last one of its subject has a place, and returns the new
// place. Errors: a *jetstream.APIError of the stream, and those of the connection.
func (p *publisher) publish(ctx context.Context, subject string, record []byte, after uint64) (uint64, error) {
	for try := 1; ; try++ {
		ack, err := p.ask(ctx, &nats.Msg{
			Subject: subject, Data: record, Header: nats.Header{jetstream.ExpectedLastSubjSeqHeader: {strconv.FormatUint(after, 10)}},
		})
		if err != nil {
			return 0, err
		}
		if ack.Header.Get("Status") == "503" { // nobody answers for the stream
			if try == publishTries {
				return 0, nats.ErrNoResponders
			}
			select {
			case <-time.After(tryAgain):
				continue
			case <-ctx.Done():
				return 0, ctx.Err()
			}
		}
		var answer struct {
			Place uint64 `json:"seq"`
			Error *jetstream.APIError
		}
		if err := json.Unmarshal(ack.Data, &answer); err != nil {
			return 0, err
		}
		if answer.Error != nil {
			return 0, answer.Error
		}
		return answer.Place, nil
	}
}

// ask sends a message and returns the answer to it.
func (p *publisher) ask(ctx context.Context, m *nats.Msg) (*nats.Msg, error) {
	p.count++
	m.Reply = p.inbox + strconv.Itoa(p.count)
	if err := p.conn.PublishMsg(m); err != nil {
		return nil, err
	}
	for {
		select {
		case ack := <-p.acks:
			if ack.Subject == m.Reply {
				return ack, nil
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
