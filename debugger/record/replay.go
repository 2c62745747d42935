package record

import (
	"encoding/binary"
	"fmt"

	"machsim/kernel"
)

// Replay repeats a recorded run. It is a Door that returns the recorded answers. Its Tracer
// compares each event with the recorded one, and stops the machine at the first that differs.
type Replay struct {
	rec     *Recording
	stop    func()
	hold    func() // stops the machine before program code runs on
	freezes bool   // hold it where the recorded run was given up
	held    bool
	further bool // it has passed the event at which the recorded run was given up
	chunk   *chunk
	next    int // number of the next chunk
	packed  unpacker
	inputs  reader
	prints  reader
	marks   reader
	calls   callReader
	events  uint64       // events so far
	last    kernel.Actor // the actor of the last of them
	goesOn  bool         // its call was done: program code runs on after it
	agreed  uint64       // the last event at which the hash was equal
	scratch []byte
	extra   string    // what the run asked for that the recording does not have
	radix   bool      // a choice was recorded with another number of options
	lost    bool      // there is no recorded choice of the next actor
	places  []uintptr // by thread: the place of its last call
	diff    *Divergence
	partial bool        // it is the beginning of a fork, and a Follow decides where that ends
	kept    *Answers    // nil unless Keep was called
	quick   bool        // see Quick
	calling *recall     // in a quick replay: the calls of the run
	until   uint64      // in a quick replay: the next event to compare at
	lead    kernel.Door // chooses up to the Horizon of the recording, as its own run's Door did; nil without one
	begun   *Begun      // nil unless Begun was called
	taking  *Recorder   // takes the present chunk down; nil if that is not wanted
}

// Divergence is the first event at which a run diverges from its recording.
type Divergence struct {
	Event uint64
	// Since is less than Event-1 if the two may have diverged at any event after Since,
	// because the difference did not show in the calls.
	Since    uint64
	Thread   string // the thread of the event; if the run had ended, the one that failed, or ""
	Where    string // its source line, or "after" and that of its last call, or "" if not known
	Recorded string // what was recorded
	Actual   string // what happened instead
}

// NewReplay returns a Replay of rec.
func NewReplay(rec *Recording) *Replay {
	r := &Replay{rec: rec}
	r.nextChunk()
	if r.Leads() {
		r.inputs = reader{b: rec.Typed}
	}
	return r
}

// Leads says whether the run has not come to what the recording has: only the last part of its run. Up to there it is
// made again by a Door that makes the same choices as the run's own did (Lead).
func (r *Replay) Leads() bool { return r.events < r.rec.Dropped }

// Resume has the replay begin at the recording's Horizon, with a machine that stands there.
func (r *Replay) Resume() {
	r.events, r.agreed = r.rec.Dropped, r.rec.Dropped
	if r.inputs = (reader{}); r.chunk != nil {
		r.inputs = reader{b: r.chunk.inputs}
	}
}

// Lead gives the Replay that Door. The events before the Horizon are not compared with anything, but the state there
// is.
func (r *Replay) Lead(d kernel.Door) { r.lead = d }

// precedes is step for an event up to the Horizon, after which the state is compared.
func (r *Replay) precedes(s *kernel.State, a kernel.Actor, k int, done bool) {
	if a.Thread != 0 && !r.quick {
		r.pass(s, a.Thread)
	}
	if r.kept != nil {
		r.kept.event(a, k, done)
	}
	if r.Leads() {
		return
	}
	if s.Hash != r.rec.Before {
		r.differ(s, a, 0, fmt.Sprintf("hash %016x", r.rec.Before), fmt.Sprintf("hash %016x", s.Hash))
		return
	}
	r.Resume()
	r.stopAtEnd()
}

// Quick makes the replay compare at fewer events: the hash at its marks, every 256 events, and the
// calls of a chunk at its end; only printed lines at once. So it is at least as fast as the
// recording of the run. It compares everything that is recorded, but its Divergence is not exact:
// a Replay that is not quick can find that.
func (r *Replay) Quick() {
	r.quick, r.calling = true, &recall{}
	r.calling.begin()
}

// Again returns another Replay of the same recording.
func (r *Replay) Again() *Replay { return NewReplay(r.rec) }

// Recording returns the recording.
func (r *Replay) Recording() *Recording { return r.rec }

// Freeze makes the replay stop where the recorded run was given up while program code was running,
// and not run that code again.
func (r *Replay) Freeze() { r.freezes = true }

// Held says whether the replay was stopped before program code ran on, because the recording does
// not say what it did there. id is the thread of that code, 0 if none would have run.
func (r *Replay) Held() (id kernel.ThreadID, held bool) {
	if r.goesOn {
		id = r.last.Thread
	}
	return id, r.held
}

// Progress is where a replay stands, as plain data.
type Progress struct {
	last   kernel.Actor
	goesOn bool
	held   bool
}

// Ended returns where a replay stands that was identical to the recorded run.
func (r *Replay) Ended() Progress { return Progress{r.last, r.goesOn, r.held} }

// End brings a replay to where another one of the same recording ended, without a run.
func (r *Replay) End(at Progress) {
	*r = Replay{rec: r.rec, next: len(r.rec.chunks), events: r.rec.Events, last: at.last, goesOn: at.goesOn, held: at.held}
}

// Attach gives the Replay two functions that stop the machine; hold does so before program code runs
// on. Call it when the machine is made, before it runs.
func (r *Replay) Attach(stop, hold func()) {
	r.stop, r.hold = stop, hold
	r.stopAtEnd()
}

// nextChunk begins the next chunk.
func (r *Replay) nextChunk() {
	r.chunk = nil
	if r.next == len(r.rec.chunks) {
		return
	}
	r.chunk = &r.rec.chunks[r.next]
	r.next++
	r.packed = newUnpacker(r.chunk.packed, r.chunk.choices)
	r.inputs, r.prints, r.marks = reader{b: r.chunk.inputs}, reader{b: r.chunk.prints}, reader{b: r.chunk.marks}
	r.calls.begin(r.chunk.calls)
	r.takeDown()
}

// stopAtEnd stops the machine at the end of a recording whose run did not end by itself.
func (r *Replay) stopAtEnd() {
	switch {
	case r.partial || r.events < r.rec.Events:
	case r.rec.Truncated || r.rec.Limited() && (r.freezes || r.rec.open()):
		r.held = true
		r.hold()
	case r.rec.open():
		r.stop()
	}
}

// Choose returns the choice that was recorded.
func (r *Replay) Choose(p kernel.Point) int {
	if r.Leads() {
		c := r.lead.Choose(p)
		if r.kept != nil {
			r.kept.choice(p, c)
		}
		return c
	}
	c, ok := r.packed.next(uint64(p.N))
	switch {
	case ok:
		if r.kept != nil {
			r.kept.choice(p, int(c))
		}
		if r.taking != nil {
			r.taking.packed.add(c, uint64(p.N))
		}
		return int(c)
	case r.packed.count == 0:
		r.missing("a choice between %d options (%s)", p.N, p.Kind)
	default:
		r.radix = true
	}
	r.lost = r.lost || p.Kind == kernel.PointNext
	return 0
}

// Input returns the line that was recorded.
func (r *Replay) Input() (string, bool) {
	if len(r.inputs.b) == 0 {
		r.missing("a line of input")
		return "", false
	}
	text, ok := nextInput(&r.inputs)
	if r.kept != nil {
		r.kept.line(text, ok)
	}
	if r.taking != nil && !r.Leads() {
		r.taking.read(text, ok)
	}
	return text, ok
}

// missing notes what the run asked for. The event at which it asked is the one that differs.
func (r *Replay) missing(format string, args ...any) {
	if r.extra == "" {
		r.extra = fmt.Sprintf(format, args...)
	}
}

// Last returns the actor of the last replayed event.
func (r *Replay) Last() kernel.Actor { return r.last }

// Broke says whether the last event of the recorded run made a condition of an observer false.
func (r *Replay) Broke() bool { return r.rec.Kind == Condition && r.rec.Outcome == Interrupted }

// Tracer compares the run with the recording.
func (r *Replay) Tracer() kernel.Tracer { return kernel.Tracer{Step: r.step} }

// step compares an event with the recorded one.
func (r *Replay) step(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	if r.diff != nil || r.further {
		return
	}
	if r.events == r.rec.Events && r.rec.limit() {
		r.further = true
		r.stop()
		return
	}
	leads := r.Leads()
	r.events++
	r.last, r.goesOn = a, done
	k := key(a, op)
	if leads {
		r.precedes(s, a, k, done)
		return
	}
	if r.taking != nil {
		r.took(s, a, op, done)
	}
	if r.quick {
		r.calling.add(newStep(a.Thread, k, done))
		if r.events >= r.until || k == printKey && done {
			r.look(s, a, k == printKey && done)
		}
		return
	}
	if a.Thread != 0 {
		r.pass(s, a.Thread)
	}
	if r.kept != nil {
		r.kept.event(a, k, done)
	}
	if r.events > r.rec.Events {
		r.differ(s, a, r.events-1, "the run ended: "+r.rec.Ending.String(), called(keyName(k), done))
		return
	}
	want := r.calls.next(a.Thread)
	if same := want == r.calls.symbol(k, done); !same || r.extra != "" || r.radix {
		r.diverges(s, a, same, r.calls.name(want), called(keyName(k), done))
		return
	}
	if k == printKey && done && !r.samePrint(s) {
		r.differ(s, a, r.events-1, "print of another text", fmt.Sprintf("print %q", s.Console[len(s.Console)-1].Text))
		return
	}
	r.compare(s, a)
}

// look is step for the events at which a quick replay compares.
func (r *Replay) look(s *kernel.State, a kernel.Actor, printed bool) {
	switch {
	case r.events > r.rec.Events:
		r.differ(s, a, r.events-1, "the run ended: "+r.rec.Ending.String(), "another event")
		return
	case r.extra != "" || r.radix:
		r.differ(s, a, r.agreed, "other choices", "those of another run")
		return
	case printed && !r.samePrint(s):
		r.differ(s, a, r.events-1, "print of another text", "print")
		return
	case r.events < r.until:
		return
	}
	r.compare(s, a)
	r.until = (r.events/markEvery + 1) * markEvery
	if r.chunk != nil {
		r.until = min(r.until, r.chunk.base+r.chunk.events)
	}
	if r.events == r.rec.Events {
		r.until = r.events + 1
	}
}

// compare compares the hash at a mark, and everything else at the end of a chunk. The beginning of a
// recording has been compared before.
func (r *Replay) compare(s *kernel.State, a kernel.Actor) {
	if r.rec.part && r.events == r.rec.Events {
		r.stopAtEnd()
		return
	}
	if r.events%markEvery == 0 && !r.sameMark(s) {
		r.differ(s, a, r.agreed, "another hash", fmt.Sprintf("hash %016x", s.Hash))
		return
	}
	if r.events == r.chunk.base+r.chunk.events {
		r.endChunk(s, a)
	}
}

// diverges records a Divergence at an event that is another call than the recorded one (unless
// same), or that asked for what the recording does not have.
func (r *Replay) diverges(s *kernel.State, a kernel.Actor, same bool, recorded, actual string) {
	switch {
	case !same && !r.lost:
		r.differ(s, a, r.events-1, recorded, actual)
	case r.extra != "":
		r.differ(s, a, r.events-1, "nothing of the kind", r.extra+", at "+actual)
	case r.radix:
		r.differ(s, a, r.agreed, "choices among other numbers of options", actual)
	}
}

func (r *Replay) samePrint(s *kernel.State) bool {
	var sum uint32
	sum, r.scratch = printSum(s, r.scratch)
	b := r.prints.bytes(4)
	return b != nil && binary.LittleEndian.Uint32(b) == sum
}

// sameMark compares the hash with the next mark.
func (r *Replay) sameMark(s *kernel.State) bool {
	b := r.marks.bytes(4)
	if b == nil || binary.LittleEndian.Uint32(b) != markOf(s.Hash) {
		return false
	}
	r.agreed = r.events
	return true
}

// endChunk checks that the chunk's events have used everything in it. After the last event of a
// run Result does that.
func (r *Replay) endChunk(s *kernel.State, a kernel.Actor) {
	last := r.next == len(r.rec.chunks)
	switch {
	case s.Hash != r.chunk.hash:
		r.differ(s, a, r.agreed, fmt.Sprintf("hash %016x", r.chunk.hash), fmt.Sprintf("hash %016x", s.Hash))
	case r.quick && !r.calling.same(r.chunk.calls):
		r.differ(s, a, r.chunk.base, "other calls", "those of another run")
	case !last && !r.used():
		r.differ(s, a, r.agreed, "more choices or lines of input, or choices among more options", "fewer")
	default:
		r.agreed = r.events
		if !last {
			r.nextChunk()
		}
		r.stopAtEnd()
	}
}

// used says whether the run has used everything in the chunk.
func (r *Replay) used() bool {
	return r.packed.empty() && len(r.inputs.b) == 0 && len(r.prints.b) == 0
}

// differ records the first difference and stops the machine.
func (r *Replay) differ(s *kernel.State, a kernel.Actor, since uint64, recorded, actual string) {
	d := &Divergence{Event: r.events, Since: since, Recorded: recorded, Actual: actual}
	d.Thread = actorName(s, a)
	if a.Thread != 0 {
		d.Where = r.where(s, a.Thread)
	}
	r.diff = d
	r.stop()
}

// pass records the place at which a thread makes its call.
func (r *Replay) pass(s *kernel.State, id kernel.ThreadID) {
	pc := s.Threads.At(uint32(id)).Call.PC
	if pc == 0 {
		return
	}
	for int(id) >= len(r.places) {
		r.places = append(r.places, 0)
	}
	r.places[id] = pc
}

// where returns the source line of a thread's call. For an event that is no call, such as the
// return from the thread's function, it names the last call.
func (r *Replay) where(s *kernel.State, id kernel.ThreadID) string {
	if pc := s.Threads.At(uint32(id)).Call.PC; pc != 0 {
		return kernel.FrameAt(pc).String()
	}
	if int(id) < len(r.places) && r.places[id] != 0 {
		return "after " + kernel.FrameAt(r.places[id]).String()
	}
	return ""
}

// Exact says whether the event at which the run diverges is known: it is Event then.
func (d *Divergence) Exact() bool { return d.Since+1 >= d.Event }

// Result says how a replay went. If none of the four flags is set and Divergence is nil, the run was
// the recorded one; with a flag it equals it up to Events.
type Result struct {
	Events     uint64 // replayed events
	Hash       uint64 // after the last of them
	Truncated  bool   // the recording ends there, and the run did not
	Stopped    bool   // the replay was stopped before the end of the recording
	Limited    bool   // the replay was given up, and the recorded run was not, or later
	Further    bool   // the recorded run was given up, and the replay got further
	Divergence *Divergence
}

// Identical says whether the run was the recorded one, from its beginning to its end.
func (r Result) Identical() bool {
	return r.Divergence == nil && !r.Truncated && !r.Stopped && !r.Limited && !r.Further
}

// Result compares the end of the run with the recorded one.
func (r *Replay) Result(e Ending) Result {
	res := Result{Events: r.events, Hash: e.Hash, Truncated: r.rec.Truncated, Divergence: r.diff}
	switch {
	case r.diff != nil:
	case r.further:
		res.Further = true
	case e.Outcome == Interrupted && r.events < r.rec.Events:
		res.Stopped = true
	case e.limit() && (r.events < r.rec.Events || !r.rec.limit() && !r.rec.open() && !r.rec.Truncated):
		res.Limited = true
	case r.events < r.rec.Events:
		res.Divergence = r.atEnd(fmt.Sprintf("the run went on, to event %d", r.rec.Events), "the run ended: "+e.String())
		res.Divergence.Thread, res.Divergence.Where = e.Thread, e.Where
	case r.rec.Truncated || r.rec.open() || r.held:
	case r.extra != "":
		res.Divergence = r.atEnd("nothing of the kind", r.extra)
	case !r.used():
		res.Divergence = r.atEnd("more choices or lines of input, or choices among more options", "fewer")
	case e.limit() && r.rec.limit():
	case r.rec.limit():
		res.Further = true
	case e.Hash != r.rec.Hash || e.Outcome != r.rec.Outcome || !r.sameFailure(e):
		res.Divergence = r.atEnd("the run ended: "+r.rec.Ending.String(), "the run ended: "+e.String())
		res.Divergence.Thread, res.Divergence.Where = e.Thread, e.Where
	}
	return res
}

// Ending returns how the recorded run ended if the replay, which ended as e says, was identical to
// it; else it returns e.
func (r *Replay) Ending(e Ending) Ending {
	if r.Result(e).Identical() {
		return r.rec.Ending
	}
	return e
}

// sameFailure compares how the run failed. A replay does not check again what an observer has found, and may find a
// livelock where nobody had looked for one.
func (r *Replay) sameFailure(e Ending) bool {
	found := r.rec.Kind == Condition || r.rec.Kind == Livelock
	return found && e.Kind == "" || e.Kind == Livelock && r.rec.Kind == "" || e.Kind == r.rec.Kind && e.Text == r.rec.Text
}

// atEnd returns a difference after the last event of the run.
func (r *Replay) atEnd(recorded, actual string) *Divergence {
	return &Divergence{Event: r.events + 1, Since: r.events, Recorded: recorded, Actual: actual}
}
