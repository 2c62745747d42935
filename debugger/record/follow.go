package record

import "machsim/kernel"

// Follow makes a fork: a run that goes as a recording says, up to an event or by a
// schedule of turns, and from there on as another Door says. It is a Door and a tap, like
// a Recorder, which may record the whole.
//
//	f := record.NewFollow(rec, 20)
//	config.Door, config.Tap = f.Wrap(config.Door), f.Tap
//	...
//	f.Attach(machine.Interrupt)
type Follow struct {
	rec    *Recording
	guide  guide
	replay *Replay   // the guide up to an event, or nil
	turns  *schedule // the guide by turns, or nil
	along  *schedule // what comes after the guide up to an event, or nil
	event  uint64    // how many events the guide is for
	then   kernel.Door
	done   bool // the replay is over
	left   bool // the guides are over
	weaker bool // the fork is a weak run, and the recorded one was not
	freer  bool // the same of free timers
}

// guide is what a Follow goes by until it is over.
type guide interface {
	// choose and input give the recorded answer; ok is false when there is none and the
	// other Door is to be asked from here on.
	choose(p kernel.Point) (c int, ok bool)
	input() (text string, more, ok bool)
	tap(s *kernel.State, a kernel.Actor, op kernel.Op, done bool)
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

func (u upTo) tap(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) { u.Tap(s, a, op, done) }

// over is never true of a run that departs from the recording: that one is stopped.
func (u upTo) over() bool { return u.events == u.event && u.diff == nil }

// NewFollow follows a recording up to and including an event; 0 is the start, and
// rec.Events the end. A run that departs from the recording before that is stopped as a
// replay is, and Result says where. What shows in no call is noticed at the marks, as
// everywhere; so after the last mark before the event it is not.
func NewFollow(rec *Recording, event uint64) *Follow {
	r := NewReplay(rec)
	r.partial = true
	return &Follow{rec: rec, guide: upTo{r, event}, replay: r, event: event, done: event == 0, left: event == 0}
}

// Along lets the fork go by the recorded turns after the event too, as far as they fit what
// else is changed in it; only then does the other Door take over. The answers are those of
// a replay of the recording.
func (f *Follow) Along(a *Answers) {
	var turns []Turn
	for n := f.event + 1; n <= a.Events(); n++ {
		if !a.Actor(n).Edited() {
			turns = append(turns, Turn{Event: n})
		}
	}
	f.along = newSchedule(a, turns)
	if f.left {
		f.next()
	}
}

// next goes on to the guide that comes after the one that is over, if there is one.
func (f *Follow) next() {
	f.done, f.left = true, true
	if f.along != nil {
		f.guide, f.along = f.along, nil
		f.left = f.guide.over()
	}
}

// FollowTurns goes by turns, one for each step: PointNext is answered with the turn's
// actor, all else with what the recorded event got that the turn repeats. The answers
// are those of a replay of rec.
//
// As long as the schedule fits, every step is the same call of the same actor, done or
// beginning to wait, as the recorded one. Where it does not fit any more, because the
// actor cannot take a step, does something else, or asks for what it did not ask for in
// the recording, the run is not stopped: the other Door takes over, and Misfit says at
// which turn. A turn whose misfit shows only in what the step did has been taken then.
func FollowTurns(rec *Recording, a *Answers, turns []Turn) *Follow {
	s := newSchedule(a, turns)
	return &Follow{rec: rec, guide: s, turns: s, event: uint64(len(turns)), left: s.over()}
}

// Header says what the recorded run was.
func (f *Follow) Header() *Header { return &f.rec.Header }

// Edits are those of the recorded run that are followed.
func (f *Follow) Edits() []kernel.Edit {
	var all []kernel.Edit
	for _, e := range f.rec.Edits {
		if e.After < f.event {
			all = append(all, e)
		}
	}
	return all
}

// Wrap returns the Door that follows first, and then leaves the choices to d.
func (f *Follow) Wrap(d kernel.Door) kernel.Door {
	f.then = d
	return f
}

// Loosen says that the fork is weak, or has free timers. The recorded run need not have
// been either: then what only the fork asks has the answer that a run has which does not
// ask. The reverse cannot be followed.
func (f *Follow) Loosen(weak, freeTimers bool) {
	f.weaker, f.freer = weak && !f.rec.Weak, freeTimers && !f.rec.FreeTimers
}

// Attach tells the Follow how to stop the machine. It is called when the machine is
// made, before it runs.
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

// edit answers what is asked within an edit among turns.
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

// unasked says that the recorded run was not asked, because it promised more than the
// fork does. What it did then is the first option.
func (f *Follow) unasked(p kernel.Point) bool {
	switch p.Kind {
	case kernel.PointWaiter, kernel.PointMember:
		return f.weaker
	case kernel.PointTimer:
		// Which of several timers fires is asked of others that are due, or when nobody
		// else can go.
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

// Tap compares an event with the recorded one: it is for kernel.Config.Tap.
func (f *Follow) Tap(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	if f.left {
		return
	}
	if f.guide.tap(s, a, op, done); f.guide.over() {
		f.next()
		if along, ok := f.guide.(*schedule); ok {
			along.ready(s)
		}
	}
}

// Left says that the run is the fork's own now.
func (f *Follow) Left() bool { return f.left }

// Parent is what the header of the fork's recording says of the one that is followed,
// which whoever asks for the fork calls file. By turns, it counts all of the schedule.
func (f *Follow) Parent(file string) *Parent {
	return &Parent{File: file, Fingerprint: f.rec.Fingerprint(), Event: f.event, Reordered: f.turns != nil}
}

// Result compares the part of a run that was to follow the recording up to an event with
// that. It is Identical when that part was done; what came then is not its business.
func (f *Follow) Result(e Ending) Result {
	if f.done || f.replay == nil {
		return Result{Events: f.event, Hash: e.Hash}
	}
	return f.replay.Result(e)
}

// Misfit says where the schedule stopped fitting; nil if it has not. A run that ended
// with turns left has not Left.
func (f *Follow) Misfit() *Misfit {
	if f.turns == nil {
		return nil
	}
	return f.turns.misfit
}
