package jetstream

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"machsim/cmd/machsim/internal/workqueue"
)

// coordinator is a workqueue.Coordinator at work. Its own goroutine alone uses it.
type coordinator struct {
	*workqueue.Coordinator
	subjects
	js       jetstream.JetStream
	consumer jetstream.Consumer
	work     jetstream.Stream
	parts    jetstream.Stream

	open     map[string]workqueue.Item // the items that have no part
	known    int                       // items, those with a part included
	growing  map[string]*assembly      // the chunks of parts that are not whole
	refusals map[string]int            // how many parts of an item were refused
	arriving chan *nats.Msg            // chunks that workers offer
	present  crowd
}

// maxRefusals is how often an item may be answered by a part that is refused: then the workers are not to blame.
const maxRefusals = 5

// lastWords is how long the workers have to hear that the job is over.
const lastWords = 3 * time.Second

// Coordinate implements workqueue.Queue.
func (queue) Coordinate(ctx context.Context, c *workqueue.Coordinator) error {
	if c.Silence == 0 {
		c.Silence = workqueue.UsualSilence
	}
	if strings.Contains(c.Address, "://") {
		return coordinateAt(ctx, c)
	}
	if err := os.MkdirAll(c.Store, 0o700); err != nil {
		return err
	}
	e, err := startServer(c)
	if err != nil {
		return err
	}
	nc, err := e.connect()
	if err != nil {
		e.stop(0)
		return err
	}
	err = newCoordinator(c, nc).all(ctx, e.at.String())
	nc.Close()
	if err != nil {
		e.stop(0)
		return err
	}
	e.stop(lastWords)
	return errors.Join(os.RemoveAll(filepath.Join(c.Store, "jetstream")), os.Remove(urlFile(c)))
}

// coordinateAt coordinates by a server that exists.
func coordinateAt(ctx context.Context, c *workqueue.Coordinator) error {
	a, err := parseURL(c.Address)
	if err != nil {
		return err
	}
	a.job = c.Job.ID()
	nc, err := a.dial("coordinator")
	if err != nil {
		return fmt.Errorf("no NATS server takes this coordinator at %s: %w", a.server, err)
	}
	defer nc.Close()
	k := newCoordinator(c, nc)
	if err := k.all(ctx, a.String()); err != nil {
		return err
	}
	k.linger(ctx)
	return k.remove(context.WithoutCancel(ctx))
}

func newCoordinator(c *workqueue.Coordinator, nc *nats.Conn) *coordinator {
	k := &coordinator{
		Coordinator: c, subjects: subjects{c.Job.ID()}, open: map[string]workqueue.Item{},
		growing: map[string]*assembly{}, refusals: map[string]int{}, arriving: make(chan *nats.Msg, mostOffers),
		present: crowd{silence: c.Silence, seen: map[string]time.Time{}, heard: make(chan *nats.Msg, 256), nc: nc},
	}
	k.js, _ = jetstream.New(nc) // which fails for wrong options alone
	return k
}

// all does the whole job, and says at the end that it is over.
func (k *coordinator) all(ctx context.Context, url string) error {
	if err := k.prepare(ctx); err != nil {
		return fmt.Errorf("the queue cannot be prepared: %w", err)
	}
	if _, err := k.present.nc.ChanSubscribe(k.state("*"), k.present.heard); err != nil {
		return err
	}
	if _, err := k.present.nc.ChanSubscribe(k.offers("*", "*"), k.arriving); err != nil {
		return err
	}
	k.Ready(url)
	if err := k.gather(ctx); err != nil {
		return err
	}
	if err := k.Finish(); err != nil {
		return err
	}
	_, err := k.js.Publish(ctx, k.over(), nil)
	return taken(err)
}

// prepare makes the streams, unless they are there, and puts the job where workers find it.
func (k *coordinator) prepare(ctx context.Context) (err error) {
	once := jetstream.StreamConfig{Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew,
		DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxMsgSize: maxChunk + maxHeader}
	parts, work := once, once
	parts.Name = k.subjects.parts()
	parts.Subjects = []string{k.job(), k.over(), k.part(">")}
	work.Name, work.Subjects, work.Retention = k.subjects.work(), []string{k.item("*")}, jetstream.WorkQueuePolicy
	if k.work, err = k.js.CreateOrUpdateStream(ctx, work); err != nil {
		return err
	}
	k.consumer, err = k.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: k.Silence, MaxAckPending: -1,
	})
	if err != nil {
		return err
	}
	if k.parts, err = k.js.CreateOrUpdateStream(ctx, parts); err != nil {
		return err
	}
	text, err := json.Marshal(k.Job)
	if err != nil {
		return err
	}
	if _, err = k.js.Publish(ctx, k.job(), text); taken(err) != nil {
		return err
	}
	return k.unchanged(ctx, text)
}

// unchanged returns an error if the queue has another job under the same id.
func (k *coordinator) unchanged(ctx context.Context, text []byte) error {
	m, err := k.parts.GetLastMsgForSubject(ctx, k.job())
	if err == nil && !bytes.Equal(m.Data, text) {
		err = errors.New("the store has another job; remove it")
	}
	return err
}

// taken returns the error of publishing, nil if it only says that there is such a message already.
func taken(err error) error {
	if err != nil && strings.Contains(err.Error(), "maximum messages per subject") {
		return nil
	}
	return err
}

// gather takes parts until no item is open. First come those that the store has from before; then the open items are
// offered.
func (k *coordinator) gather(ctx context.Context) error {
	reader, stop, err := k.read(ctx)
	if err != nil {
		return err
	}
	defer stop()
	var offers chan *nats.Msg // nil until it is known which items are open
	tick := time.NewTicker(k.Silence / 15)
	defer tick.Stop()
	k.reveal(k.First)
	for offered := false; len(k.open) > 0; {
		k.tell()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case m := <-k.present.heard:
			k.present.hear(strings.TrimPrefix(m.Subject, k.state("")), string(m.Data))
		case m := <-reader:
			var more []workqueue.Item
			if more, err = k.take(ctx, m); err != nil {
				return err
			}
			if last(m) && !offered {
				offered, more, offers = true, k.missing(), k.arriving
			}
			if offered {
				err = k.offer(ctx, more)
			}
		case m := <-offers:
			err = k.offered(ctx, m)
		case <-tick.C:
			if offered {
				err = k.sweep(ctx)
			}
		}
		if err != nil {
			return err
		}
	}
	k.tell()
	return nil
}

func (k *coordinator) tell() {
	k.Progress(workqueue.Progress{Done: k.known - len(k.open), Known: k.known, Workers: k.present.count()})
}

// read reads the stream of parts from its first message, which is the job.
func (k *coordinator) read(ctx context.Context) (<-chan jetstream.Msg, func(), error) {
	c, err := k.parts.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{})
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	all := make(chan jetstream.Msg)
	consuming, err := c.Consume(func(m jetstream.Msg) {
		select {
		case all <- m:
		case <-ctx.Done():
		}
	}, jetstream.PullMaxBytes(8*maxChunk))
	if err != nil {
		cancel()
		return nil, nil, err
	}
	return all, func() { cancel(); consuming.Stop() }, nil
}

// last says whether no message of the stream is behind a message.
func last(m jetstream.Msg) bool {
	meta, err := m.Metadata()
	return err == nil && meta.NumPending == 0
}

// reveal adds items that have come to light.
func (k *coordinator) reveal(items []workqueue.Item) {
	for _, i := range items {
		k.open[i.ID] = i
		k.known++
	}
}

// take takes a message of the stream of parts. It returns the items that came to light.
func (k *coordinator) take(ctx context.Context, m jetstream.Msg) ([]workqueue.Item, error) {
	if m.Subject() == k.job() || m.Subject() == k.over() {
		return nil, nil
	}
	c, err := readChunk(k.subjects, m.Subject(), m.Headers(), m.Data())
	item, open := k.open[c.item]
	switch {
	case err != nil:
		return nil, k.refuse(ctx, c, m.Subject(), err)
	case !open:
		return nil, nil // it has a part already, or there is none
	case c.exe != k.Job.Executable:
		return nil, k.refuse(ctx, c, m.Subject(), errOther)
	}
	a := k.growing[c.item]
	if a == nil {
		a = &assembly{}
		k.growing[c.item] = a
	}
	if err := a.add(c); err != nil {
		return nil, k.refuse(ctx, c, k.part(c.item)+".*", err)
	}
	if a.lack > 0 {
		return nil, nil
	}
	part, err := a.whole()
	if err != nil {
		return nil, k.refuse(ctx, c, k.part(c.item)+".*", err)
	}
	more, err := k.Accept(item, part)
	if err != nil {
		return nil, k.refuse(ctx, c, k.part(c.item)+".*", err)
	}
	delete(k.growing, c.item)
	delete(k.open, c.item)
	k.reveal(more)
	return more, nil
}

// refuse takes what somebody sent out of the store, so that there is room for the part as it should be.
func (k *coordinator) refuse(ctx context.Context, c chunk, subject string, why error) error {
	k.Notice(fmt.Sprintf("a part of %q from %q was refused: %v", c.item, c.worker, why))
	delete(k.growing, c.item)
	if k.refusals[c.item]++; k.refusals[c.item] == maxRefusals {
		return fmt.Errorf("%d parts of %q were refused, the last one from %q: %w", maxRefusals, c.item, c.worker, why)
	}
	return k.parts.Purge(ctx, jetstream.WithPurgeSubject(subject))
}

// missing returns the open items.
func (k *coordinator) missing() []workqueue.Item {
	return slices.SortedFunc(maps.Values(k.open), func(a, b workqueue.Item) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), strings.Compare(a.ID, b.ID))
	})
}

// offer puts items into the queue, unless they are there.
func (k *coordinator) offer(ctx context.Context, items []workqueue.Item) error {
	for len(items) > 0 {
		some := items[:min(len(items), 1000)]
		items = items[len(some):]
		var pending []jetstream.PubAckFuture
		for _, i := range some {
			f, err := k.js.PublishAsync(k.item(i.ID), i.Data)
			if err != nil {
				return err
			}
			pending = append(pending, f)
		}
		for _, f := range pending {
			select {
			case <-f.Ok():
			case err := <-f.Err():
				if taken(err) != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

// sweep offers the open items again if nobody works on any.
func (k *coordinator) sweep(ctx context.Context) error {
	info, err := k.consumer.Info(ctx)
	if err != nil || info.NumPending > 0 || info.NumAckPending > 0 {
		return err
	}
	return k.offer(ctx, k.missing())
}

// remove removes the streams of the job.
func (k *coordinator) remove(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lastWords)
	defer cancel()
	return errors.Join(k.js.DeleteStream(ctx, k.subjects.work()), k.js.DeleteStream(ctx, k.subjects.parts()))
}

// linger waits until the workers that are present have said that they leave.
func (k *coordinator) linger(ctx context.Context) {
	end := time.After(lastWords)
	for k.present.count() > 0 {
		select {
		case m := <-k.present.heard:
			k.present.hear(strings.TrimPrefix(m.Subject, k.state("")), string(m.Data))
		case <-end:
			return
		case <-ctx.Done():
			return
		}
	}
}
