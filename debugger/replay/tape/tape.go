package tape

import (
	"math"
	"sync/atomic"
	"time"

	"machsim/kernel"
)

// Tape is the execution log of a run. A Builder writes it once; then it is read-only.
type Tape struct {
	Program *kernel.Program
	Config  kernel.Config // without Door and observers
	Limit   time.Duration // the processor time of program code between two calls, 0 for the default
	Deep    bool          // it may call itself without end: the recorded run ended so
	// Endless is set, by whoever finds it, once a deferred function of a thread that was let go did not come back.
	// From then on whoever runs the programs again leaves threads where they stand: to wait takes long, each time.
	Endless *atomic.Bool
	Lanes   []Lane
	Start   *kernel.State // a picture of the state before the first event that the log has
	End     *kernel.State // a picture of the state after the last

	threads byID[uint32]                // by thread: its lane, plus 1
	makers  byID[uint64]                // by thread: the event that made it, plus 1; 0 if the program's Main did
	askers  map[kernel.ThreadID]uint64  // by thread made by a packet: the event that asked for it, plus 1
	packets map[kernel.PacketKey]uint32 // by key: the lane
	edits   uint32                      // the lane of the edits, plus 1; 0 if there are none
	edited  []int                       // the events of the edits before the first
	failing uint32                      // the lane of the faults that come between steps, likewise
	faults  List[kernel.Fault]          // those
	events  events
	passed  List[passed]                     // the calls that were completed before the first event
	asked   map[kernel.ThreadID]kernel.Asked // by thread that an event before the first asked for: the call
	asks    map[uint64]kernel.Asked          // where the log begins: the calls that may make threads yet, by event
	places  List[uintptr]                    // where the programs make their calls
	notes   Records                          // by event: what is noted of it
	choices sparse[[]Choice]                 // within an event, or before it
	begun   sparse[place]                    // if something was allocated or chosen before the event
	fires   List[fire]
	ends    List[end]
	twins   sparse[int]    // of an event of a packet: its index among those of the same key, if not 0
	glanced List[any]      // the values of glances
	family  *kernel.Family // the names in runs that have begun with the same events; nil if there is none
}

// Most is how many events a log can have. It numbers what it has of each from its First on, in four bytes.
const Most = math.MaxUint32 - 1

// fire is a timer that fired between two steps.
type fire struct {
	before int // the event that followed
	lane   uint32
	twin   uint32
	at     place
	way    bool // of a packet: it had a way (kernel.State.HasWay)
}

// Choice is a choice that the Door made, other than who goes next: option C of N.
type Choice struct {
	Kind kernel.PointKind
	N, C int // a program may ask for a random number below any
}

// place is a position in the values that were allocated and chosen for an event: a timer
// that fires before an event takes the first of them.
type place struct{ given, arrived, choice uint32 }

// end is the end of a thread by an event other than its return: its program was unwound.
type end struct {
	event  int
	thread kernel.ThreadID
}

// Lane is the events of one thread, of the packets of one kind between a host and a port, of all edits, or of all
// faults that come between steps.
type Lane struct {
	Thread kernel.ThreadID  // 0 for packets, edits and faults
	Packet kernel.PacketKey // of packets
	Edits  bool             // what the world outside does: edits or faults
	Faults bool

	first   int          // how many events of the run came before those of the log
	at      List[uint32] // the lane's events, counted from there
	done    Bits         // by event of the lane: it completed its call
	earlier earlier      // what was before the first event that the log has
	calls   Records      // from the one on at which the log begins
	sums    List[uint32] // by call since the thread's birth: its fingerprint
	results Records      // of completed calls, likewise
	infos   List[any]    // what they have beside numbers, texts and messages
	answers List[uint32] // by completed call, but for earlier ones: the fingerprint of its result
	glances List[uint32] // values that the program read from the state beside its calls: indexes in Tape.glanced
}

// Outside says whether what happens in a lane is no part of the program's world: what is changed at a debugger, and
// what goes on control channels. A fault is a part of it.
func (l *Lane) Outside() bool {
	return l.Edits && !l.Faults || l.Thread == 0 && l.Packet.Kind >= kernel.PacketPredicate
}

// With returns the log of the same run for another program, to run its threads again.
func (t *Tape) With(p *kernel.Program) *Tape {
	other := *t
	other.Program, other.Endless = p, new(atomic.Bool)
	return &other
}

// Apart returns the log of the same run without its program and configuration, as plain data. For gives it to them.
func (t *Tape) Apart() *Tape {
	other := t.With(nil)
	other.Config, other.Endless, other.family = kernel.Config{}, nil, nil
	return other
}

// For returns the log, which was Apart, of a run of p with a configuration.
func (t *Tape) For(p *kernel.Program, cfg kernel.Config) *Tape {
	other := t.With(p)
	other.Config = plainly(cfg)
	return other
}

// plainly returns a configuration without who chooses and who listens.
func plainly(cfg kernel.Config) kernel.Config {
	cfg.Door, cfg.Tracer = nil, kernel.Tracer{}
	return cfg
}

// name finds the names of a run that stands at its end. Until now End is where it has left another.
func (t *Tape) name(end *kernel.State) {
	end.Settle(t.family, t.End)
	start := *t.Start // others have that too
	start.NamedAs(end)
	t.Start = &start
}

// Family returns what goes by which name in the run, and in those that have begun with the same events, for others that
// do so.
func (t *Tape) Family() *kernel.Family {
	if t.family == nil {
		t.family = kernel.NewFamily(t.End)
	}
	return t.family
}

// First returns the number of events of the run that came before those of the log, which keep their numbers: 0 if the
// log has all.
func (t *Tape) First() int { return t.events.first }

// Len returns the number of events of the run, with those before the log.
func (t *Tape) Len() int { return t.events.len() }

// At returns the lane of an event, and the number of the event in it, from 0.
func (t *Tape) At(event int) (lane, nth int) {
	l, n := t.events.at(event)
	return int(l), int(n)
}

// Lane returns the lane of an event.
func (t *Tape) Lane(event int) int {
	lane, _ := t.events.at(event)
	return int(lane)
}

// Nth returns the number of an event in its lane, from 0.
func (t *Tape) Nth(event int) int {
	_, nth := t.events.at(event)
	return int(nth)
}

// Done says whether an event completed its call.
func (t *Tape) Done(event int) bool { return t.events.done(event) }

// Time returns the virtual time before an event, in microseconds.
func (t *Tape) Time(event int) int64 { return t.events.time(event) }

// LaneOf returns the lane of a thread, -1 if it never took a step.
func (t *Tape) LaneOf(id kernel.ThreadID) int { return int(t.threads.at(uint32(id))) - 1 }

// LaneLike returns the lane that has the events of the same actor as one of another log of the run, -1 if there is
// none.
func (t *Tape) LaneLike(l *Lane) int {
	switch n, ok := t.packets[l.Packet]; {
	case l.Thread != 0:
		return t.LaneOf(l.Thread)
	case l.Faults:
		return int(t.failing) - 1
	case l.Edits:
		return int(t.edits) - 1
	case ok:
		return int(n)
	}
	return -1
}

// Maker returns the event that made a thread, -1 if the program's Main did.
func (t *Tape) Maker(id kernel.ThreadID) int { return int(t.makers.at(uint32(id))) - 1 }

// MadeBy returns the thread that an event made, 0 if it made none.
func (t *Tape) MadeBy(event int) (by kernel.ThreadID) {
	t.makers.each(func(id uint32, maker uint64) {
		if maker == uint64(event)+1 {
			by = kernel.ThreadID(id)
		}
	})
	return by
}

// Asker returns the event of the thread that asked for a thread: its Maker, unless that is the
// arrival of the request on another host; -1 if the program's Main made it. That of one that a change has made is no
// thread's.
func (t *Tape) Asker(id kernel.ThreadID) int {
	if n := t.askers[id]; n > 0 {
		return int(n) - 1
	}
	return t.Maker(id)
}

// TaskOf returns the task of a thread.
func (t *Tape) TaskOf(id kernel.ThreadID) kernel.TaskID { return t.End.Threads.At(uint32(id)).Task }

// Several says whether more than one thread of a task took steps.
func (t *Tape) Several(task kernel.TaskID) bool {
	n := 0
	for i := range t.Lanes {
		if id := t.Lanes[i].Thread; id != 0 && t.TaskOf(id) == task {
			n++
		}
	}
	return n > 1
}

// Afar says whether a thread on another host asked for this thread.
func (t *Tape) Afar(id kernel.ThreadID) bool { return t.askers[id] > 0 }

// Asked returns the call by which a thread asked for another, also if that was before the log; false if the program's
// Main made it.
func (t *Tape) Asked(id kernel.ThreadID) (a kernel.Asked, ok bool) {
	if a, ok = t.asked[id]; ok {
		return a, true
	}
	event := t.Asker(id)
	if event < t.First() {
		return a, false
	}
	l := &t.Lanes[t.Lane(event)]
	return kernel.Asked{Thread: l.Thread, Call: l.CallOf(t.Nth(event))}, true
}

// Asks returns the number of the first event, from 1, of a call; 0 if there is none.
func (t *Tape) Asks(by kernel.Asked) (first uint64) {
	for event, asked := range t.asks {
		if asked == by && (first == 0 || event < first) {
			first = event
		}
	}
	if first > 0 {
		return first
	}
	l := &t.Lanes[t.LaneOf(by.Thread)]
	n := 0
	if by.Call > 0 {
		n = l.DoneBy(by.Call - 1)
	}
	if n == l.Len() || by.Call < l.earlier.calls {
		return 0
	}
	return uint64(l.Event(n)) + 1
}

// Choices returns the choices within an event, or before it, but for that of who goes next.
func (t *Tape) Choices(event int) []Choice { return t.choices.at(event) }

// Len returns the number of events in the lane.
func (l *Lane) Len() int { return l.at.Len() }

// Event returns the n-th event of the lane, from 0.
func (l *Lane) Event(n int) int { return l.first + int(l.at.At(n)) }

// add adds an event.
func (l *Lane) add(event int) { l.at.Add(uint32(event - l.first)) }

// Before returns the number of the lane's events before an event of the run, in recorded order.
func (l *Lane) Before(event int) int {
	return l.at.Search(func(e uint32) bool { return l.first+int(e) >= event })
}

// Completed returns the number of calls that are complete after the lane's first n events, since the thread's birth.
func (l *Lane) Completed(n int) int { return l.earlier.calls + l.done.Count(n) }

// CallOf returns the number of the call, from 0, that the lane's n-th event belongs to.
func (l *Lane) CallOf(n int) int { return l.Completed(n) }

// Counts returns the number of events of each lane among the first n of the run.
func (t *Tape) Counts(n int) []uint32 {
	counts := make([]uint32, len(t.Lanes))
	for i := range t.Lanes {
		counts[i] = uint32(t.Lanes[i].Before(n))
	}
	return counts
}

// Done returns the number of completed calls of the lane.
func (l *Lane) Done() int { return l.results.Len() }

// Runnable returns the number of calls of the lane's first n events that a program can complete
// again: all, but for a last one after which it never came to another call.
func (l *Lane) Runnable(n int) int {
	k := l.Completed(n)
	if k == l.Calls() && k > l.earlier.calls && !l.returned() {
		k--
	}
	return k
}

// GoesOn says whether the program of the lane's thread, after the lane's first n events, goes on without end: it has
// completed its last call, and never came to another.
func (l *Lane) GoesOn(n int) bool { return l.Runnable(n) < l.Completed(n) }

// OpOf returns the operation of the lane's k-th call.
func (l *Lane) OpOf(k int) kernel.Op { return kernel.Op(l.calls.At(k - l.earlier.calls)[0]) }

// returned says whether the last call of the lane was the return of its program.
func (l *Lane) returned() bool {
	return l.OpOf(l.Calls()-1) == kernel.OpReturn
}
