package record

import (
	"encoding/binary"
	"fmt"

	"machsim/kernel"
)

// Replay makes a recorded run again: it is the Door that gives the recording's answers
// back, its Tap compares each event with the recorded one, and at the first that
// differs it stops the machine.
type Replay struct {
	rec     *Recording
	stop    func()
	hold    func() // stops the machine before any program code goes on
	freezes bool   // it is held where the recorded run was given up
	held    bool
	further bool // it went on where the recorded run was given up
	chunk   *chunk
	next    int // number of the next chunk
	packed  unpacker
	inputs  reader
	prints  reader
	marks   reader
	calls   callReader
	events  uint64       // so far
	last    kernel.Actor // of the last of them
	goesOn  bool         // the last of them was done: program code goes on after it
	good    uint64       // the last event at which the hash was seen to agree
	scratch []byte
	stray   string    // what the run asked for and the recording does not have
	misfit  bool      // the choices so far were among other numbers of options
	lost    bool      // the recording does not say whose turn it is
	places  []uintptr // by thread: where its last call was made
	diff    *Difference
	partial bool     // only its beginning is followed: a Follow says where that ends
	kept    *Answers // nil unless Keep was called
	quick   bool     // calls are compared a chunk at a time, and the hash at its marks
	again   *recall  // the calls of the run, of a quick replay
	until   uint64   // of a quick replay: the next event to look at
}

// Difference is where a run first departs from its recording.
type Difference struct {
	Event uint64 // its number
	// Since is less than Event-1 when the two may have departed before, somewhere
	// after event Since: what differed did not show in the calls.
	Since    uint64
	Thread   string // whose event it is in the run; when that had ended, whose failure, or ""
	Where    string // source line, "after" and that of the call before, or "" when not known
	Recorded string // what was recorded
	Actual   string // what happened instead
}

// NewReplay returns a Replay of rec.
func NewReplay(rec *Recording) *Replay {
	r := &Replay{rec: rec}
	r.forward()
	return r
}

// Quick makes the replay compare the run with the recording in large pieces: the hash at its marks,
// every 256 events, and the calls of a chunk at its end; only what is printed it compares at once.
// So it is at least as fast as the run was recorded. All that is recorded is compared, but what
// it says of a difference is not exact: a Replay that is not quick has to find that.
func (r *Replay) Quick() {
	r.quick, r.again = true, &recall{}
	r.again.begin()
}

// Again returns another Replay of the same recording.
func (r *Replay) Again() *Replay { return NewReplay(r.rec) }

// Header says what was run.
func (r *Replay) Header() *Header { return &r.rec.Header }

// Freeze makes the replay stop where the recorded run was given up while program code went on,
// and not see whether that comes back this time.
func (r *Replay) Freeze() { r.freezes = true }

// Held says that no program code went on after the last event, as nothing is known of what it does
// there, or nothing good; and whose it is, 0 if nobody's would have gone on.
func (r *Replay) Held() (id kernel.ThreadID, held bool) {
	if r.goesOn {
		id = r.last.Thread
	}
	return id, r.held
}

// Attach tells the Replay how to stop the machine, and how to do so before any program code
// goes on. It is called when the machine is made, before it runs.
func (r *Replay) Attach(stop, hold func()) {
	r.stop, r.hold = stop, hold
	r.rest()
}

// forward begins with the next chunk.
func (r *Replay) forward() {
	r.chunk = nil
	if r.next == len(r.rec.chunks) {
		return
	}
	r.chunk = &r.rec.chunks[r.next]
	r.next++
	r.packed = newUnpacker(r.chunk.packed, r.chunk.choices)
	r.inputs, r.prints, r.marks = reader{b: r.chunk.inputs}, reader{b: r.chunk.prints}, reader{b: r.chunk.marks}
	r.calls.begin(r.chunk.calls)
}

// rest stops the machine where the recording ends without the run's having ended.
func (r *Replay) rest() {
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
	c, ok := r.packed.next(uint64(p.N))
	switch {
	case ok:
		if r.kept != nil {
			r.kept.choice(p, int(c))
		}
		return int(c)
	case r.packed.count == 0:
		r.missing("a choice between %d options (%s)", p.N, p.Kind)
	default:
		r.misfit = true
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
	return text, ok
}

// missing notes what the run asked for; the event for which it did so is the one that
// differs.
func (r *Replay) missing(format string, args ...any) {
	if r.stray == "" {
		r.stray = fmt.Sprintf(format, args...)
	}
}

// Last is who took the last step that was replayed.
func (r *Replay) Last() kernel.Actor { return r.last }

// Broke says whether the last step of the recorded run broke a condition of somebody who looked
// at it from outside.
func (r *Replay) Broke() bool { return r.rec.Kind == Condition && r.rec.Outcome == Interrupted }

// Tap compares an event with the recorded one: it is for kernel.Config.Tap.
func (r *Replay) Tap(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	if r.diff != nil || r.further {
		return
	}
	if r.events == r.rec.Events && r.rec.limit() {
		r.further = true
		r.stop()
		return
	}
	r.events++
	r.last, r.goesOn = a, done
	k := key(a, op)
	if r.quick {
		r.again.add(newStep(a.Thread, k, done))
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
	if same := want == r.calls.symbol(k, done); !same || r.stray != "" || r.misfit {
		r.departs(s, a, same, r.calls.name(want), called(keyName(k), done))
		return
	}
	if k == printKey && done && !r.samePrint(s) {
		r.differ(s, a, r.events-1, "print of another text", fmt.Sprintf("print %q", s.Console[len(s.Console)-1].Text))
		return
	}
	r.compare(s, a)
}

// look is Tap for the events at which a quick replay compares.
func (r *Replay) look(s *kernel.State, a kernel.Actor, printed bool) {
	switch {
	case r.events > r.rec.Events:
		r.differ(s, a, r.events-1, "the run ended: "+r.rec.Ending.String(), "another event")
		return
	case r.stray != "" || r.misfit:
		r.differ(s, a, r.good, "other choices", "those of another run")
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

// compare looks at the hash, where there is a mark, and at the end of a chunk.
func (r *Replay) compare(s *kernel.State, a kernel.Actor) {
	if r.events%markEvery == 0 && !r.sameMark(s) {
		r.differ(s, a, r.good, "another hash", fmt.Sprintf("hash %016x", s.Hash))
		return
	}
	if r.events == r.chunk.base+r.chunk.events {
		r.endChunk(s, a)
	}
}

// departs notes what differs at an event that is another call than the recorded one,
// unless same, or asked for what the recording does not have.
func (r *Replay) departs(s *kernel.State, a kernel.Actor, same bool, recorded, actual string) {
	switch {
	case !same && !r.lost:
		r.differ(s, a, r.events-1, recorded, actual)
	case r.stray != "":
		r.differ(s, a, r.events-1, "nothing of the kind", r.stray+", at "+actual)
	case r.misfit:
		r.differ(s, a, r.good, "choices among other numbers of options", actual)
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
	r.good = r.events
	return true
}

// endChunk checks that the chunk's events took all that it holds. What follows the
// last event of a run is left to Result.
func (r *Replay) endChunk(s *kernel.State, a kernel.Actor) {
	last := r.next == len(r.rec.chunks)
	switch {
	case s.Hash != r.chunk.hash:
		r.differ(s, a, r.good, fmt.Sprintf("hash %016x", r.chunk.hash), fmt.Sprintf("hash %016x", s.Hash))
	case r.quick && !r.again.same(r.chunk.calls):
		r.differ(s, a, r.chunk.base, "other calls", "those of another run")
	case !last && !r.used():
		r.differ(s, a, r.good, "more choices or lines of input, or choices among more options", "fewer")
	default:
		r.good = r.events
		if !last {
			r.forward()
		}
		r.rest()
	}
}

// used says that the run took all that the chunk holds.
func (r *Replay) used() bool {
	return r.packed.empty() && len(r.inputs.b) == 0 && len(r.prints.b) == 0
}

// differ notes the first difference and stops the machine.
func (r *Replay) differ(s *kernel.State, a kernel.Actor, since uint64, recorded, actual string) {
	d := &Difference{Event: r.events, Since: since, Recorded: recorded, Actual: actual}
	d.Thread = actorName(s, a)
	if a.Thread != 0 {
		d.Where = r.where(s, a.Thread)
	}
	r.diff = d
	r.stop()
}

// pass notes where a thread makes its call.
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

// where is the line of a thread's call or, of what is no call, such as the return from
// its function, that of the call before.
func (r *Replay) where(s *kernel.State, id kernel.ThreadID) string {
	if pc := s.Threads.At(uint32(id)).Call.PC; pc != 0 {
		return kernel.FrameAt(pc).String()
	}
	if int(id) < len(r.places) && r.places[id] != 0 {
		return "after " + kernel.FrameAt(r.places[id]).String()
	}
	return ""
}

// Result is how a replay went.
type Result struct {
	Events     uint64 // replayed
	Hash       uint64 // after the last of them
	Truncated  bool   // the recording ends there, the run did not
	Stopped    bool   // from outside, before the recording's end; the same up to there
	Limited    bool   // the replay was given up, and the recorded run not, or not there; likewise
	Further    bool   // the recorded run was given up, and the replay got further; likewise
	Difference *Difference
}

// Identical says that the run was the recorded one, from its beginning to its end.
func (r Result) Identical() bool {
	return r.Difference == nil && !r.Truncated && !r.Stopped && !r.Limited && !r.Further
}

// Result compares the end of the run with the recorded one.
func (r *Replay) Result(e Ending) Result {
	res := Result{Events: r.events, Hash: e.Hash, Truncated: r.rec.Truncated, Difference: r.diff}
	switch {
	case r.diff != nil:
	case r.further:
		res.Further = true
	case e.Outcome == Interrupted && r.events < r.rec.Events:
		res.Stopped = true
	case e.limit() && (r.events < r.rec.Events || !r.rec.limit() && !r.rec.open() && !r.rec.Truncated):
		res.Limited = true
	case r.events < r.rec.Events:
		res.Difference = r.atEnd(fmt.Sprintf("the run went on, to event %d", r.rec.Events), "the run ended: "+e.String())
		res.Difference.Thread, res.Difference.Where = e.Thread, e.Where
	case r.rec.Truncated || r.rec.open() || r.held:
	case r.stray != "":
		res.Difference = r.atEnd("nothing of the kind", r.stray)
	case !r.used():
		res.Difference = r.atEnd("more choices or lines of input, or choices among more options", "fewer")
	case e.limit() && r.rec.limit():
	case r.rec.limit():
		res.Further = true
	case e.Hash != r.rec.Hash || e.Outcome != r.rec.Outcome || !r.sameFailure(e):
		res.Difference = r.atEnd("the run ended: "+r.rec.Ending.String(), "the run ended: "+e.String())
		res.Difference.Thread, res.Difference.Where = e.Thread, e.Where
	}
	return res
}

// Ending is how the recorded run ended, if the replay, which has ended so, was that run from its
// beginning to its end; else it is how the replay ended.
func (r *Replay) Ending(e Ending) Ending {
	if r.Result(e).Identical() {
		return r.rec.Ending
	}
	return e
}

// sameFailure compares how the run failed. A condition of somebody who looked at it from
// outside is not looked at again.
func (r *Replay) sameFailure(e Ending) bool {
	return r.rec.Kind == Condition && e.Kind == "" || e.Kind == r.rec.Kind && e.Text == r.rec.Text
}

// atEnd is a difference after the last event of the run.
func (r *Replay) atEnd(recorded, actual string) *Difference {
	return &Difference{Event: r.events + 1, Since: r.events, Recorded: recorded, Actual: actual}
}
