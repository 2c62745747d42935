package tape

import (
	"fmt"
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// Replayer takes the recorded steps of a run, or some of them, on a state, in their order.
type Replayer struct {
	t        *Tape
	p        *kernel.Player
	given    ipc.Values
	accesses ipc.AccessLog
	next     int       // the event to consider next
	counts   []uint32  // by lane: the events taken
	calls    []uint32  // by lane: the calls completed
	reading  []Reading // by lane: of its calls
	notes    Reading
	values   []uint32 // room for what an event allocates, and where its messages arrive
	looks    reader   // the accesses that the thread's program made after the event, beside its calls
	fire     int      // index of the next element of Tape.fires
	choice   []Choice // the unused choices of the event

	observer *Observer // nil for none

	call kernel.Call
	msg  ipc.Message
}

// Resume begins to play on s, which it changes. s is the state after those of the first n
// events that counts holds: the number for each lane.
func (t *Tape) Resume(s *kernel.State, n int, counts []uint32) *Replayer {
	p := &Replayer{t: t, next: n, counts: append([]uint32(nil), counts...), calls: make([]uint32, len(t.Lanes)),
		reading: make([]Reading, len(t.Lanes)), notes: t.notes.From(n - t.First())}
	for i := range t.Lanes {
		l := &t.Lanes[i]
		p.calls[i], p.reading[i].r = uint32(l.Completed(int(counts[i]))), &l.calls
	}
	for p.fire < t.fires.Len() && t.fires.At(p.fire).before < n {
		p.fire++
	}
	p.given.Replay = true
	s.NamedAs(t.End)
	p.p = kernel.NewPlayer(s, t.Config, p, &p.given, nil)
	return p
}

// Trace makes Replayer show a tracer each event from now on.
func (p *Replayer) Trace(t kernel.Tracer) { p.p.Tracer = t }

// State returns the state.
func (p *Replayer) State() *kernel.State { return p.p.State }

// Counts returns the number of events taken of each lane. It is read-only.
func (p *Replayer) Counts() []uint32 { return p.counts }

// Next returns the event to consider next.
func (p *Replayer) Next() int { return p.next }

// To takes the events before event n of the run that cut holds; a nil cut holds all. An error
// says that a step did not have its recorded result, which is a mistake in machsim.
func (p *Replayer) To(n int, cut []uint32) error {
	for ; p.next < n; p.next++ {
		lane := p.t.Lane(p.next)
		taken := cut == nil || p.counts[lane] < cut[lane]
		p.accesses.Accesses = p.accesses.Accesses[:0]
		p.fires(taken)
		if !taken {
			continue
		}
		if err := p.take(lane); err != nil {
			return fmt.Errorf("event %d: %w", p.next+1, err)
		}
	}
	if n == p.t.Len() && p.observer == nil {
		p.fires(true)
	}
	return nil
}

// take takes the next event, which is of that lane.
func (p *Replayer) take(lane int) error {
	t := p.t
	p.begin(t.begun.at(p.next))
	p.p.At(uint64(p.next)+1, t.Time(p.next))
	l := &t.Lanes[lane]
	p.counts[lane]++
	a := kernel.Actor{Thread: l.Thread}
	if l.Thread == 0 && !l.Edits {
		if a.Packet = p.packet(l, t.twins.at(p.next)); a.Packet == 0 {
			return fmt.Errorf("a packet %+v that is not there arrives", l.Packet)
		}
	}
	if p.observer != nil {
		p.observer.begun(p, a)
	}
	err := p.step(lane, l, a)
	if p.observer != nil && p.observer.Accessed != nil && err == nil {
		p.observer.Accessed(p.next, a, p.looked())
	}
	return err
}

// looked returns the accesses of the event, and those that its thread's program made after it.
func (p *Replayer) looked() []ipc.Access {
	p.accesses.Accesses = p.looks.accesses(p.accesses.Accesses)
	return p.accesses.Accesses
}

// step takes the step of an actor, whose lane l is.
func (p *Replayer) step(lane int, l *Lane, a kernel.Actor) error {
	switch {
	case l.Faults:
		p.p.Fault(p.t.faults.At(int(p.counts[lane]) - 1))
		p.stepped(a, 0, true)
		return nil
	case l.Edits:
		p.p.Edit()
		p.stepped(a, 0, true)
		return nil
	case l.Thread == 0:
		p.p.Arrive(a.Packet)
		p.stepped(a, 0, true)
		return nil
	}
	op := p.State().Threads.At(uint32(l.Thread)).Call.Op
	done, res, err := p.p.Step(l.Thread)
	switch {
	case err != nil:
		return err
	case done != p.t.Done(p.next):
		return fmt.Errorf("%s: its call is done: %t, recorded %t", p.State().ThreadName(l.Thread), done, !done)
	}
	p.stepped(a, op, done)
	if done {
		return p.completed(lane, l, res)
	}
	return nil
}

// stepped tells of a step that was taken.
func (p *Replayer) stepped(a kernel.Actor, op kernel.Op, done bool) {
	if p.observer != nil && p.observer.Step != nil {
		p.observer.Step(p.State(), a, op, done)
	}
}

// begin sets the values that the next event allocates and chooses, from a place on.
func (p *Replayer) begin(at place) {
	if p.next == p.t.Len() {
		p.given.Begin(nil, nil)
		p.choice = nil
		return
	}
	var given, arrived []uint32
	r := reader{p.notes.At(p.next - p.t.First())}
	given, arrived, p.values = r.given(p.values[:0])
	p.looks = r
	p.given.Begin(given[at.given:], arrived[at.arrived:])
	p.choice = p.t.choices.at(p.next)[at.choice:]
}

// completed compares the result of a call with the recorded one, and gives the thread its next
// call.
func (p *Replayer) completed(lane int, l *Lane, res *kernel.Result) error {
	if err := p.compare(lane, l, res); err != nil {
		return err
	}
	p.calls[lane]++
	if k := int(p.calls[lane]); k < l.Calls() {
		r := reader{p.reading[lane].At(k - l.earlier.calls)}
		var m *ipc.Message
		if r.call(&p.call, &p.t.places, &p.msg) {
			m = &p.msg
		}
		p.p.Call(l.Thread, &p.call, m)
	}
	return nil
}

// fires lets the timers fire that fired before the next event. The timer of a thread fires
// if the thread has come as far as it had then. The timer of a packet belongs to the event,
// and fires if that is taken. Without the event that mended a wire a packet may have no way where
// it had one, and its timer would give it up; then it stays, as nothing says when that would be.
func (p *Replayer) fires(taken bool) {
	for ; p.fire < p.t.fires.Len() && p.t.fires.At(p.fire).before <= p.next; p.fire++ {
		f := p.t.fires.At(p.fire)
		l := &p.t.Lanes[f.lane]
		switch {
		case l.Thread == 0 && taken:
			p.begin(f.at)
			p.firePacket(l, &f)
		case l.Thread == 0:
		case int(p.counts[f.lane]) == l.Before(f.before):
			p.p.Fire(kernel.Actor{Thread: l.Thread})
		}
	}
}

// packet returns a packet of a lane; 0 if there is none.
func (p *Replayer) packet(l *Lane, twin int) kernel.PacketID {
	all := p.State().PacketsOf(l.Packet)
	if len(all) == 0 {
		return 0
	}
	return all[min(twin, len(all)-1)]
}

func (p *Replayer) firePacket(l *Lane, f *fire) {
	if id := p.packet(l, int(f.twin)); id != 0 && (!f.way || p.State().HasWay(id)) {
		p.p.Fire(kernel.Actor{Packet: id})
	}
}

// Choose returns the recorded choices within a step.
func (p *Replayer) Choose(pt kernel.Point) int {
	for len(p.choice) > 0 && p.choice[0].Kind != pt.Kind && idle(p.choice[0].Kind) {
		p.choice = p.choice[1:]
	}
	if len(p.choice) == 0 || p.choice[0].Kind != pt.Kind || p.choice[0].C >= pt.N {
		return 0
	}
	c := p.choice[0].C
	p.choice = p.choice[1:]
	return c
}

// idle says whether a choice makes no difference to a replay: which timer fires, and so how long a packet
// takes, is told by Tape.fires. In another order than the recorded one, another event may be the one that
// dispatches a packet: the last to give up a right.
func idle(k kernel.PointKind) bool { return k == kernel.PointTimer || k == kernel.PointDelay }

// Input returns the recorded line of input.
func (p *Replayer) Input() (string, bool) {
	l := &p.t.Lanes[p.t.Lane(p.next)]
	var res kernel.Result
	k := int(p.calls[p.t.Lane(p.next)])
	r := reader{l.results.At(k)}
	r.result(&res, &l.infos)
	if p.observer != nil && p.observer.Read != nil {
		p.observer.Read(res.Text, res.N != 0)
	}
	return res.Text, res.N != 0
}

// compare returns an error if a result is not as recorded.
func (p *Replayer) compare(lane int, l *Lane, res *kernel.Result) error {
	k := int(p.calls[lane])
	call := &p.State().Threads.At(uint32(l.Thread)).Call
	same := res.Sum(received(call, res)) == l.answers.At(k-l.earlier.calls)
	handedBack := call.Opt != 0 && res.Code != 0 && res.Msg.Header != ipc.Header{}
	if same && !handedBack {
		return nil
	}
	want, _ := p.t.Result(lane, k)
	if same && sameMessage(call, want.Msg, res) {
		return nil
	}
	return fmt.Errorf("%s: %s answers %s, recorded %s", p.State().ThreadName(l.Thread), call.Op, inWords(res),
		inWords(&want))
}

// sameMessage compares a message that a call returned to its sender, or of which it received only
// the header. With MACH_RCV_LARGE it received only the size: all else in the recorded buffer is what
// the program had there before.
func sameMessage(call *kernel.Call, want *ipc.Message, got *kernel.Result) bool {
	switch {
	case want == nil:
		return false
	case got.Code == ipc.MACH_RCV_TOO_LARGE && call.Opt&ipc.MACH_RCV_LARGE != 0:
		return want.Size == got.Msg.Size
	}
	return want.Header == got.Msg.Header && slices.Equal(want.Items, got.Msg.Items)
}

func inWords(res *kernel.Result) string {
	r := *res
	if r.Msg == nil {
		return fmt.Sprintf("%+v", r)
	}
	m := *r.Msg
	r.Msg = nil
	return fmt.Sprintf("%+v with the message %+v", r, m)
}
