package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"machsim/cmd/machsim/internal/workqueue"
)

// worker is a workqueue.Worker at work.
type worker struct {
	*workqueue.Worker
	subjects
	nc    *nats.Conn
	parts jetstream.Stream
	queue jetstream.Consumer
	js    jetstream.JetStream
	job   workqueue.Job
	work  workqueue.Work

	every time.Duration // how often it says that it lives
	end   context.CancelCauseFunc
	away  sync.Mutex // guards timer
	timer *time.Timer
}

// errOver ends a worker well.
var errOver = errors.New("the job is over")

// retry is how long a worker waits before it tries again what failed, and answer how long it waits for an answer.
const (
	retry  = 300 * time.Millisecond
	answer = 5 * time.Second
)

// inbox is the beginning of the subjects at which a connection hears answers. The secret is in the name of the
// connection, which the server alone is told.
func inbox(secret string) string { return "_INBOX." + secret }

// dial connects to a server.
func (a address) dial(name string, options ...nats.Option) (*nats.Conn, error) {
	login := nats.Token(a.user.Username())
	if password, ok := a.user.Password(); ok {
		login = nats.UserInfo(a.user.Username(), password)
	}
	secret := newToken()
	return nats.Connect(a.server, append(options, login,
		nats.Name(name+" "+secret), nats.CustomInboxPrefix(inbox(secret)), nats.MaxReconnects(-1),
		nats.ReconnectWait(retry), nats.ReconnectJitter(retry, retry), nats.Timeout(answer))...)
}

// Join implements workqueue.Queue.
func (queue) Join(ctx context.Context, o *workqueue.Worker) error {
	if o.Patience == 0 {
		o.Patience = workqueue.UsualPatience
	}
	a, err := parseURL(o.URL)
	if err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	w := &worker{Worker: o, subjects: subjects{a.job}, end: end}
	if err := w.connect(a); err != nil {
		return err
	}
	defer w.nc.Close()
	switch over, err := w.learn(ctx); {
	case over:
		return nil
	case err != nil:
		return err
	}
	w.all(ctx)
	_ = w.nc.Publish(w.state(w.Name), []byte(leaving))
	_ = w.nc.FlushTimeout(answer)
	if err := context.Cause(ctx); !errors.Is(err, errOver) {
		return err
	}
	return nil
}

// connect connects to the coordinator's server, and stays so: patience ends when it has been away for too long.
func (w *worker) connect(a address) (err error) {
	w.Name += "-" + nuid.Next()[16:]
	w.nc, err = a.dial(w.Name,
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { w.lost(err) }),
		nats.ReconnectHandler(func(*nats.Conn) { w.found() }),
		nats.ClosedHandler(func(nc *nats.Conn) { w.end(errors.New("the coordinator does not let this worker in any more")) }))
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("the coordinator at %s refuses the token", a.server)
	case err != nil:
		return fmt.Errorf("no coordinator answers at %s: %w", a.server, err)
	}
	w.js, err = jetstream.New(w.nc)
	return err
}

func (w *worker) lost(err error) {
	if err == nil {
		return // this worker has left
	}
	w.away.Lock()
	defer w.away.Unlock()
	if w.timer == nil {
		w.Notice("the coordinator does not answer; this worker waits for it")
		w.timer = time.AfterFunc(w.Patience, func() {
			w.end(fmt.Errorf("the coordinator has not answered for %v", w.Patience))
		})
	}
}

func (w *worker) found() {
	w.away.Lock()
	defer w.away.Unlock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
		w.Notice("the coordinator is there again")
	}
}

// learn asks for the job. It says whether that is over.
func (w *worker) learn(ctx context.Context) (over bool, err error) {
	if w.parts, err = w.js.Stream(ctx, w.subjects.parts()); err != nil {
		return false, fmt.Errorf("there is no job %q: it is over, or the URL is wrong (%w)", w.id, err)
	}
	if _, err := w.parts.GetLastMsgForSubject(ctx, w.over()); err == nil {
		return true, nil
	}
	m, err := w.parts.GetLastMsgForSubject(ctx, w.subjects.job())
	if err != nil {
		return false, fmt.Errorf("the coordinator has no job: %w", err)
	}
	if err := json.Unmarshal(m.Data, &w.job); err != nil || w.job.ID() != w.id {
		return false, errors.New("the coordinator's job cannot be read: it is of another version")
	}
	if w.work, err = w.Prepare(w.job); err != nil {
		return false, err
	}
	if w.queue, err = w.js.Consumer(ctx, w.subjects.work(), workers); err != nil {
		return false, fmt.Errorf("the coordinator has no queue: %w", err)
	}
	w.every = w.queue.CachedInfo().Config.AckWait / 3
	_, err = w.nc.Subscribe(w.over(), func(*nats.Msg) { w.end(errOver) })
	return false, err
}

// all works in as many slots as there are, and says at intervals that this worker lives.
func (w *worker) all(ctx context.Context) {
	var slots sync.WaitGroup
	for range w.Slots {
		slots.Go(func() { w.slot(ctx) })
	}
	go repeat(ctx, w.every, func() { _ = w.nc.Publish(w.state(w.Name), nil) })
	slots.Wait()
}

// repeat does something now, and again and again until the context ends.
func repeat(ctx context.Context, every time.Duration, do func()) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		do()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// slot does one item after the other.
func (w *worker) slot(ctx context.Context) {
	for ctx.Err() == nil {
		m, err := w.next(ctx)
		switch {
		case errors.Is(err, jetstream.ErrStreamNotFound), errors.Is(err, jetstream.ErrConsumerNotFound),
			errors.Is(err, jetstream.ErrConsumerDeleted):
			w.end(errOver)
		case err != nil:
			pause(ctx)
		case m != nil:
			w.item(ctx, m)
		}
	}
}

// pause waits before something is tried again.
func pause(ctx context.Context) {
	select {
	case <-time.After(retry):
	case <-ctx.Done():
	}
}

// next takes a message from the queue, nil if there is none.
func (w *worker) next(ctx context.Context) (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	batch, err := w.queue.Fetch(1, jetstream.FetchContext(ctx))
	if err != nil {
		return nil, err
	}
	if m, ok := <-batch.Messages(); ok {
		return m, nil
	}
	if err := batch.Error(); !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return nil, nil
}

// item does the item of a message, unless another worker has. Work that fails ends this worker, because it would fail
// with the next item as well; what the worker cannot finish goes back at once.
func (w *worker) item(ctx context.Context, m jetstream.Msg) {
	item := workqueue.Item{ID: strings.TrimPrefix(m.Subject(), w.subjects.item("")), Data: m.Data()}
	if !w.isStored(ctx, item.ID) {
		part, err := w.do(ctx, m, item)
		if err == nil {
			err = w.send(ctx, item.ID, part)
		}
		if err != nil {
			_ = m.Nak()
			w.end(fmt.Errorf("%s: %w", item.ID, err))
			return
		}
	}
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	_ = m.DoubleAck(ctx) // unheard, it goes to another worker, who finds that it is done
}

// do does an item, and meanwhile keeps the queue from giving it to another worker.
func (w *worker) do(ctx context.Context, m jetstream.Msg, item workqueue.Item) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go repeat(ctx, w.every, func() { _ = m.InProgress() })
	return w.work(ctx, item)
}

// isStored says whether all chunks of an item's part are in the store.
func (w *worker) isStored(ctx context.Context, item string) bool {
	for i, n := 0, 1; i < n; i++ {
		m, err := w.parts.GetLastMsgForSubject(ctx, w.chunk(item, i))
		if err != nil {
			return false
		}
		if n, err = strconv.Atoi(m.Header.Get(headerChunks)); err != nil || n > maxChunks {
			return false
		}
	}
	return true
}

// send stores the part of an item. While the coordinator does not answer, it tries again.
func (w *worker) send(ctx context.Context, item string, part []byte) error {
	all, err := chunks(w.subjects, item, part, w.job.Executable, w.Name)
	if err != nil {
		return err
	}
	for _, m := range all {
		for w.offer(ctx, m) != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			pause(ctx)
		}
	}
	return nil
}
