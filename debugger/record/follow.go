package record

import (
	"io"

	"machsim/kernel"
)

// Follow makes a fork: a run that follows a recording, up to an event or by a schedule of
// turns, and from there on another Door. It is a Door and a Tracer, as a Recorder is, which may
// record the fork.
//
//	f := record.NewFollow(rec, 20)
//	config.Door, config.Tracer = f.Wrap(config.Door), f.Tracer()
//	...
//	f.Attach(machine.Interrupt)
type Follow struct {
	rec    *Recording
	guide  guide
	replay *Replay   // the guide up to an event, or nil
	turns  *schedule // the guide by turns, or nil
	along  *schedule // the guide after the event, or nil
	event  uint64    // the number of events that the guide is for
	then   kernel.Door
	done   bool // the replay is over
	left   bool // all guides are over
	weaker bool // the fork is a weak run, and the recorded one was not
	freer  bool // the fork has free timers, and the recorded run did not
}

// guide supplies the recorded answers until it is over.
type guide interface {
	// choose and input return the recorded answer. ok is false if there is none; then the
	// other Door is asked from here on.
	choose(p kernel.Point) (c int, ok bool)
	input() (text string, more, ok bool)
	step(s *kernel.State, a kernel.Actor, op kernel.Op, done bool)
	over() bool
}

// upTo is the guide up to an event.
type upTo struct {
	*Replay
	event uint64
}

func (u upTo) choose(p kernel.Point) (int, bool) { return u.Choose(p), true }

func (u upTo) input() (text string, more, ok bool) {
	text, more = u.Input()
	return text, more, true
}

// over is never true of a run that diverges from the recording, which is stopped.
func (u upTo) over() bool { return u.events == u.event && u.diff == nil }

// NewFollow follows a recording up to and including an event; 0 is the start, and
// rec.Events the end. A run that diverges before that is stopped as a replay is, and Result
// says where. A difference that shows in no call is noticed only at marks; so it is not
// noticed after the last mark before the event.
func NewFollow(rec *Recording, event uint64) *Follow {
	r := NewReplay(rec)
	r.partial = true
	return &Follow{rec: rec, guide: upTo{r, event}, replay: r, event: event, done: event == 0, left: event == 0}
}

// Resume has it begin where a recording does that is the other After some event, with a machine that stands there.
func (f *Follow) Resume(late *Recording) {
	f.replay = NewReplay(late)
	f.replay.partial = true
	f.replay.Resume()
	if f.guide = (upTo{f.replay, f.event}); f.guide.over() {
		f.next()
	}
}

// Start begins the recording of the fork: with what there is up to where it begins.
func (f *Follow) Start(w io.Writer, h Header) *Recorder {
	if f.replay == nil || f.replay.events == 0 {
		return Start(w, h)
	}
	r, _ := GoOn(w, h, f.rec, nil, f.replay.events)
	return r
}

// next goes on to the next guide, if there is one.
func (f *Follow) next() {
	f.done, f.left = true, true
	if f.along != nil {
		f.guide, f.along = f.along, nil
		f.left = f.guide.over()
	}
}

// Leave makes a fork that begins in a state of the recorded run (From), or at its start, follows turns from there, one
// for each step, and then further ones as long as they fit. It answers PointNext with a turn's actor, and all other
// points as for the recorded event that the turn repeats. The answers are those of the recorded run. The fork has in
// common with that as many events as are given; with reordered they are not the first ones.
//
// As long as the schedule fits, every step is the same call of the same actor as the recorded
// one, and is done or begins to wait as that did. It stops to fit if the actor cannot take a
// step, makes another call, or asks for something else. Then the run is not stopped: the other
// Door is asked, and TurnDivergence returns the turn. If only the result of the step showed it, that
// turn has been taken.
func Leave(rec *Recording, a *Answers, turns, further []Turn, events uint64, reordered bool) *Follow {
	s := newSchedule(a, turns)
	f := &Follow{rec: rec, guide: s, event: events, left: s.over()}
	if reordered {
		f.turns = s
	}
	if len(further) > 0 {
		f.along = newSchedule(a, further)
	}
	if f.left {
		f.next()
	}
	return f
}

// From gives a fork the state in which it begins.
func (f *Follow) From(st *kernel.State) {
	if s, ok := f.guide.(*schedule); ok {
		s.ready(st)
	}
}

// Recording returns the recording.
func (f *Follow) Recording() *Recording { return f.rec }

// Edits returns the edits of the recorded run that the fork repeats.
func (f *Follow) Edits() []kernel.Edit {
	var all []kernel.Edit
	for _, e := range f.rec.Edits {
		if e.After < f.event {
			all = append(all, e)
		}
	}
	return all
}

// Wrap returns the Door that follows the recording first, and then asks d.
func (f *Follow) Wrap(d kernel.Door) kernel.Door {
	f.then = d
	return f
}

// Allow says whether the fork is weak, or has free timers. If the recorded run did not, it was
// not asked some questions of the fork; while following, these get the answer that the recorded
// run behaved by. A recording with either cannot be followed by a fork without.
func (f *Follow) Allow(weak, freeTimers bool) {
	f.weaker, f.freer = weak && !f.rec.Weak, freeTimers && !f.rec.FreeTimers
}

// Attach gives the Follow a function that stops the machine. Call it when the machine is made,
// before it runs.
func (f *Follow) Attach(stop func()) {
	if f.replay != nil {
		f.replay.Attach(stop, stop)
	}
}

// Choose returns the recorded choice, or the other Door's.
func (f *Follow) Choose(p kernel.Point) int {
	if !f.left {
		if f.unasked(p) {
			return 0
		}
		if c, edit := f.edit(p); edit {
			return c
		}
		if c, ok := f.guide.choose(p); ok {
			return c
		}
		f.next()
	}
	return f.then.Choose(p)
}

// edit answers a point within an edit, when the guide goes by turns.
func (f *Follow) edit(p kernel.Point) (c int, ok bool) {
	s, ok := f.guide.(*schedule)
	if !ok {
		return 0, false
	}
	if c, ok = s.edit(p); c < 0 {
		c = f.then.Choose(p)
	}
	return c, ok
}

// unasked says whether the recorded run was not asked at a point, because its order was fixed
// there (see Allow). What it did is the first option.
func (f *Follow) unasked(p kernel.Point) bool {
	switch p.Kind {
	case kernel.PointWaiter, kernel.PointMember:
		return f.weaker
	case kernel.PointTimer:
		// Without free timers a run is asked only about timers that are due, or if no
		// actor is ready.
		s := p.State()
		return f.freer && s.Timers[0].At > s.Now && s.Ready.Len()+s.Arrive.Len() > 0
	}
	return false
}

// Input returns the recorded line, or the other Door's.
func (f *Follow) Input() (string, bool) {
	if !f.left {
		if text, more, ok := f.guide.input(); ok {
			return text, more
		}
		f.next()
	}
	return f.then.Input()
}

// Tracer compares the run with the recording.
func (f *Follow) Tracer() kernel.Tracer { return kernel.Tracer{Step: f.step} }

// step compares an event with the recorded one.
func (f *Follow) step(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	if f.left {
		return
	}
	if f.guide.step(s, a, op, done); f.guide.over() {
		f.next()
		f.From(s)
	}
}

// Leads says whether what it follows begins with events that the recording has not: see Replay.Leads.
func (f *Follow) Leads() bool { return f.replay != nil && f.replay.Leads() }

// Lead gives it the Door that makes their choices.
func (f *Follow) Lead(d kernel.Door) { f.replay.Lead(d) }

// Left says whether the run has left the recording.
func (f *Follow) Left() bool { return f.left }

// Parent returns what the header of the fork's recording says of its parent, which is in file.
// With turns, it counts all of the schedule.
func (f *Follow) Parent(file string) *Parent {
	return &Parent{File: file, Fingerprint: f.rec.Fingerprint(), Event: f.event, Reordered: f.turns != nil}
}

// Result compares the run, as far as it followed the recording up to an event, with that. It is
// Identical if the run came to the event, whatever followed.
func (f *Follow) Result(e Ending) Result {
	if f.done || f.replay == nil {
		return Result{Events: f.event, Hash: e.Hash}
	}
	return f.replay.Result(e)
}

// TurnDivergence returns the turn at which the schedule stopped to fit; nil if it did not. A run that
// ended before the last turn has not Left.
func (f *Follow) TurnDivergence() *TurnDivergence {
	if f.turns == nil {
		return nil
	}
	return f.turns.misfit
}
