package jetstream

import (
	"context"
	"errors"
	"strings"

	"github.com/nats-io/nats.go"
)

// mostOffers is how many chunks may wait for the coordinator. A worker whose chunk finds no room there sends it again.
const mostOffers = 64

// errOther is why a part is refused that was not made by the executable of the job.
var errOther = errors.New("another executable made it")

// offered takes a chunk that a worker has sent, and answers once it is stored, or will never be. Only chunks of open
// items are stored: whoever knows the token cannot fill the disk with others.
func (k *coordinator) offered(ctx context.Context, m *nats.Msg) error {
	subject := k.part("") + strings.TrimPrefix(m.Subject, k.offers(""))
	c, err := readChunk(k.subjects, subject, m.Header, m.Data)
	switch _, open := k.open[c.item]; {
	case !open:
		err = nil // it has a part already, or there is none
	case err != nil:
		err = k.refuse(ctx, c, subject, err)
	case c.exe != k.Job.Executable:
		err = k.refuse(ctx, c, subject, errOther)
	default:
		stored := nats.NewMsg(k.chunk(c.item, c.n))
		stored.Header, stored.Data = headers(m.Header), m.Data
		if _, err := k.js.PublishMsg(ctx, stored); taken(err) != nil {
			return ctx.Err() // the worker tries again
		}
	}
	_ = m.Respond(nil) // unheard, the chunk is sent again
	return err
}

// headers are those of a chunk that mean something.
func headers(all nats.Header) nats.Header {
	h := nats.Header{}
	for _, name := range []string{headerChunks, headerSum, headerExecutable, headerWorker} {
		h.Set(name, all.Get(name))
	}
	return h
}

// offer sends a chunk to the coordinator, and returns when that has stored it, or will not.
func (w *worker) offer(ctx context.Context, m *nats.Msg) error {
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	_, err := w.nc.RequestMsgWithContext(ctx, m)
	return err
}
