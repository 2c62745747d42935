package history

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// checker holds a Collector, after every event, against a second look at the state: at
// all queues as they are, and at the sequence numbers that the ports count.
type checker struct {
	*Collector
	before  map[kernel.Identity]tally
	taken   map[string][]uint64 // by thread: the sends of the messages that it received
	owners  map[kernel.MutexID]string
	locks   int // rows of Entries that were looked at
	counts  map[count]int
	counted [NumKinds]int // rows that are in counts
	err     error
}

// tally is what a port and its histories say of each other after an event.
type tally struct {
	id      ipc.PortID
	seqno   uint32
	count   int32
	space   ipc.SpaceID
	in, out int
}

func newChecker() *checker {
	return &checker{
		Collector: New(), before: map[kernel.Identity]tally{}, taken: map[string][]uint64{},
		owners: map[kernel.MutexID]string{}, counts: map[count]int{},
	}
}

func (k *checker) see(e *kernel.Event) {
	k.Collector.see(e)
	if k.err == nil {
		k.err = k.check(e)
	}
	if k.err != nil && !strings.Contains(k.err.Error(), "event") {
		k.err = fmt.Errorf("after event %d: %w", e.Step, k.err)
	}
}

func (k *checker) check(e *kernel.Event) error {
	k.receipt(e)
	if err := k.queues(e); err != nil {
		return err
	}
	return k.mutexes(e)
}

// queues compares the mailboxes with the queues.
func (k *checker) queues(e *kernel.Event) error {
	s, queued, now := e.State, 0, map[kernel.Identity]tally{}
	k.countRows()
	for id := range s.IPC.Ports.All {
		p := s.IPC.Ports.At(id)
		if p.Dead || p.Kind != kernel.KindPlain && p.Kind != kernel.KindNotify {
			continue
		}
		who := s.Identity(kernel.Object{Kind: kernel.PortObject, ID: id})
		var box mailbox
		if b := k.mail.boxes[who]; b != nil {
			box = *b
		}
		var have, want []string
		for _, l := range box.queue {
			have = append(have, fmt.Sprint(l.msg, l.sender, l.sent, l.id))
		}
		for _, m := range queueOf(s, ipc.PortID(id)) {
			r := s.IPC.Msgs.At(uint32(m))
			want = append(want, fmt.Sprint(m, kernel.ThreadID(r.Sender), r.Sent, r.ID))
		}
		if !reflect.DeepEqual(have, want) {
			return fmt.Errorf("port %s: the history has %q queued, the port %q", box.object, have, want)
		}
		queued += len(want)
		in, out := count{Enqueue, box.object}, count{Dequeue, box.object}
		if box.notify {
			in.kind, out.kind = EnqueueNotify, DequeueNotify
		}
		now[who] = tally{ipc.PortID(id), p.Seqno, p.Count, p.Receiver, k.counts[in], k.counts[out]}
		if err := grew(k.before[who], now[who], e); err != nil {
			return fmt.Errorf("port %s: %w", box.object, err)
		}
	}
	waiting := 0
	for _, l := range k.mail.at {
		if l.holder == 0 {
			waiting++
		}
	}
	if queued != waiting {
		return fmt.Errorf("%d messages are queued, the histories have %d", queued, waiting)
	}
	k.before = now
	return nil
}

func queueOf(s *kernel.State, p ipc.PortID) (list []ipc.MsgID) {
	q := s.IPC.Ports.At(uint32(p)).Queue
	if set := s.IPC.Ports.At(uint32(p)).Set; set != 0 {
		q = s.IPC.Sets.At(uint32(set)).Queue
	}
	for m := q.Head; m != 0; m = s.IPC.Msgs.At(uint32(m)).Next {
		if s.IPC.Msgs.At(uint32(m)).Dest == p {
			list = append(list, m)
		}
	}
	return list
}

// mailKinds are the histories of queues.
var mailKinds = []Kind{Enqueue, EnqueueNotify, Dequeue, DequeueNotify}

// countRows counts the rows that there are about each port.
func (k *checker) countRows() {
	for _, kind := range mailKinds {
		for _, r := range k.rows[kind][k.counted[kind]:] {
			k.counts[count{kind, r.Object}]++
		}
		k.counted[kind] = len(k.rows[kind])
	}
}

// count is a history of an object, as the key of its number of rows.
type count struct {
	kind   Kind
	object string
}

// grew compares what an event added to the histories of a port with what the port says: its
// sequence number counts what was dequeued, but begins again where the receive right moves.
func grew(was, is tally, e *kernel.Event) error {
	in, out := is.in-was.in, is.out-was.out
	if in != int(is.count-was.count)+out {
		return fmt.Errorf("%d enqueued, %d dequeued, but %d messages more in the queue", in, out, is.count-was.count)
	}
	moved := was.id != is.id || was.space != is.space || is.seqno < was.seqno
	if e.Call != nil && e.Call.Op.String() == "mach_port_set_seqno" {
		moved = true
	}
	if !moved && out != int(is.seqno-was.seqno) {
		return fmt.Errorf("%d dequeued, but the sequence number grew by %d", out, is.seqno-was.seqno)
	}
	return nil
}

// receipt notes which message a thread received.
func (k *checker) receipt(e *kernel.Event) {
	if e.Call != nil && e.Done && e.Call.Opt&ipc.MACH_RCV_MSG != 0 && e.Result.Code == 0 {
		name := k.nameOfThread(e)
		k.taken[name] = append(k.taken[name], uint64(e.Result.N))
	}
}

// mutexes follows the owners of mutexes through entries and exits, which alternate.
func (k *checker) mutexes(e *kernel.Event) error {
	if e.Call == nil || e.State.Failure != nil {
		return nil
	}
	m := kernel.MutexID(e.Call.N)
	switch name := e.Call.Op.String(); {
	case name == "mutex_unlock" && e.Done:
	case name == "condition_wait" && e.Phase == 0:
		m = kernel.MutexID(e.Call.N2)
	default:
		for _, r := range k.rows[Entries][k.locks:] {
			if k.owners[k.mutexNamed(r.Object)] != "" {
				return fmt.Errorf("%s enters %s, which %s has", r.Thread, r.Object, k.owners[k.mutexNamed(r.Object)])
			}
			k.owners[k.mutexNamed(r.Object)] = r.Thread
		}
		k.locks = len(k.rows[Entries])
		return nil
	}
	if who := k.nameOfThread(e); k.owners[m] != who {
		return fmt.Errorf("%s leaves mutex %d, which %q has", who, m, k.owners[m])
	}
	k.owners[m] = ""
	return nil
}

func (k *checker) nameOfThread(e *kernel.Event) string {
	k.s = e.State
	return k.thread(e.Actor.Thread)
}

func (k *checker) mutexNamed(name string) kernel.MutexID {
	return kernel.MutexID(k.objects.owners[word{"mutex", name}].A)
}

// whole is what must hold of the histories of a whole run.
func (k *checker) whole() error {
	for _, check := range []func() error{k.wellFormed, k.prefixes, k.receipts, k.catches} {
		if err := check(); err != nil {
			return err
		}
	}
	return k.err
}

// wellFormed checks that rows are in order, have what their kind says, and no ids.
func (k *checker) wellFormed() error {
	for kind := range NumKinds {
		last := uint64(0)
		for _, r := range k.rows[kind] {
			if r.Event < last || len(r.Data) != len(Kinds[kind].Columns) || r.Thread == "" {
				return fmt.Errorf("%v: row %v after one of event %d", kind, r, last)
			}
			if strings.Contains(strings.ReplaceAll(fmt.Sprint(r), " #", ""), "#") {
				return fmt.Errorf("%v: row %v has a kernel's id", kind, r)
			}
			last = r.Event
		}
	}
	return nil
}

// prefixes checks that what was dequeued at each port is the beginning of what was enqueued there.
func (k *checker) prefixes() error {
	for _, p := range []struct {
		in, out Kind
		same    [2][]int // columns that must agree
	}{
		{Enqueue, Dequeue, [2][]int{{0, 1, 2}, {0, 1, 3}}},
		{EnqueueNotify, DequeueNotify, [2][]int{{0, 1, 2}, {0, 1, 2}}},
	} {
		next := map[string]int{}
		for _, r := range k.rows[p.out] {
			in := k.rows[p.in].Of(r.Object)
			i := next[r.Object]
			if i >= len(in) || in[i].Event > r.Event || pick(in[i].Data, p.same[0]) != pick(r.Data, p.same[1]) {
				return fmt.Errorf("%v has %v, which is not the %d-th of %v: %v", p.out, r, i+1, p.in, in)
			}
			next[r.Object]++
		}
	}
	return nil
}

func pick(data []any, columns []int) string {
	var words []any
	for _, i := range columns {
		words = append(words, data[i])
	}
	return fmt.Sprint(words...)
}

// anySend stands for the send of a message at a notify port, which the history does not tell.
const anySend = ^uint64(0)

// receipts checks that each thread has dequeued what it has received, in that order; at the end
// it may have been handed one more. Messages that did not fit were dequeued too.
func (k *checker) receipts() error {
	dequeued := map[string][]uint64{}
	rows := slices.Concat(k.rows[Dequeue], k.rows[DequeueNotify])
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.Event, b.Event) })
	for _, r := range rows {
		sent := anySend
		if len(r.Data) == len(Kinds[Dequeue].Columns) {
			sent = r.Data[3].(uint64)
		}
		dequeued[r.Thread] = append(dequeued[r.Thread], sent)
	}
	for thread, sends := range k.taken {
		have := dequeued[thread]
		for _, sent := range sends {
			for len(have) > 0 && have[0] != sent && have[0] != anySend {
				have = have[1:]
			}
			if len(have) == 0 {
				return fmt.Errorf("%s received what was sent at %v, but dequeued what was sent at %v",
					thread, sends, dequeued[thread])
			}
			have = have[1:]
		}
	}
	return nil
}

// catches checks that each signal was caught by those whom it woke, once.
func (k *checker) catches() error {
	woke := map[string]bool{}
	for _, r := range k.rows[Signals] {
		for _, thread := range r.Data[2].([]string) {
			woke[fmt.Sprint(r.Object, r.Data[0], r.Event, r.Thread, thread)] = true
		}
	}
	for _, r := range k.rows[Caught] {
		key := fmt.Sprint(r.Object, r.Data[0], r.Data[1], r.Data[2], r.Thread)
		if !woke[key] {
			return fmt.Errorf("caught %v, which no signal, or one before, woke", r)
		}
		delete(woke, key)
	}
	return nil
}
