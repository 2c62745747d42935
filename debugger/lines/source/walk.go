package source

import (
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// walker is a thread of the run, on a walk through all of it.
type walker struct {
	*hook.Thread
	id    kernel.ThreadID
	event int      // its last event: the one that began the stretch in which it is
	marks []uint64 // how many statements it had begun at each of the calls to which it has come
}

// eventOf is the thread's last event before a statement that it has begun.
func (s *Source) eventOf(w *walker, n uint64) int {
	stretch, _ := slices.BinarySearch(w.marks, n)
	return s.begins(w.id, stretch)
}

// hit is the statement before which the thread stands.
func (w *walker) hit() Hit { return Hit{Thread: w.id, N: w.N, Event: w.event} }

// ear is what is told of a walk. Whoever is nil is not told.
type ear struct {
	begun     func(*walker)              // of each thread, before it begins
	statement func(*walker)              // of each statement
	arrived   func(*walker)              // of each arrival at a call
	looked    func(engine.View, *walker) // and then what can be seen there
	horizon   func(*walker)              // of the call at which a thread is where the log begins, with what can be seen
	stage     func(events int) (goesOn bool)
}

// walk makes the whole run again, and tells of each statement of each thread, and of each arrival at a call if arrived
// is not nil.
func (s *Source) walk(statement, arrived func(*walker)) error {
	return s.heard(ear{statement: statement, arrived: arrived})
}

// heard makes the whole run again.
func (s *Source) heard(by ear) error {
	threads, venture := map[kernel.ThreadID]*walker{}, wanderer(s.tape)
	begun := func(id kernel.ThreadID, t *hook.Thread) {
		if id == 0 {
			return
		}
		w := &walker{Thread: t, id: id, event: s.begins(id, 0)}
		threads[id] = w
		t.Stop, t.Reached = 0, func(*hook.Thread) {
			if !s.past(w) {
				by.statement(w)
			}
		}
		if id == venture {
			t.Reached = s.upTo(w, by.statement)
		}
		if by.begun != nil {
			by.begun(w)
		}
	}
	look := func(v engine.View, id kernel.ThreadID, event int) {
		w := threads[id]
		switch {
		case w == nil:
		case event < s.tape.First():
			if by.horizon != nil && len(w.marks) == 0 {
				by.looked(v, w)
				by.horizon(w)
			}
			w.marks = s.earlier(s.tape.LaneOf(id), w.N)
			w.event = s.begins(id, len(w.marks))
		case s.tape.Lane(event) == s.tape.LaneOf(id):
			if by.arrived != nil {
				by.arrived(w)
			}
			if by.looked != nil {
				by.looked(v, w)
			}
			w.marks = append(w.marks, w.N)
			w.event = s.begins(id, len(w.marks))
		}
	}
	return s.engine.Walk(engine.Walk{Listen: begun, Stop: s.stop(), Look: look, Venture: venture, Stage: by.stage})
}

// begins is the event with which a stretch of a thread begins, counted from 0; -1 if there is no such stretch.
func (s *Source) begins(id kernel.ThreadID, stretch int) int {
	lane := s.tape.LaneOf(id)
	if lane < 0 {
		return -1
	}
	l := &s.tape.Lanes[lane]
	if stretch >= l.Completed(l.Len()) {
		return -1
	}
	return s.tape.CompletedBy(lane, stretch)
}

// past says whether a thread is before the log.
func (s *Source) past(w *walker) bool {
	return len(w.marks) < s.tape.Lanes[s.tape.LaneOf(w.id)].Earlier()
}

// firstEndless is how many statements of a thread that goes on without end are found: the first ones.
const firstEndless = 10_000

// firsts counts the statements of such a thread after its last call.
type firsts int

// over counts a statement. It parks the thread before the one that is no longer among the first.
func (n *firsts) over(t *hook.Thread) bool {
	if *n++; *n <= firstEndless {
		return false
	}
	t.Stop = hook.Never
	t.Park()
	return true
}

// upTo listens to the first statements after a thread's last call, and parks the thread then.
func (s *Source) upTo(w *walker, statement func(*walker)) func(*hook.Thread) {
	var n firsts
	return func(t *hook.Thread) {
		if beyond(s.tape, w.id, len(w.marks)) && n.over(t) {
			return
		}
		statement(w)
	}
}

// beyond says whether a thread has come to so many calls that none is left, and goes on.
func beyond(t *tape.Tape, id kernel.ThreadID, calls int) bool {
	l := &t.Lanes[t.LaneOf(id)]
	return calls >= l.Completed(l.Len())-1
}

// wanderer is the thread that goes on without end at the end of the run, 0 if none does.
func wanderer(t *tape.Tape) kernel.ThreadID {
	for i := range t.Lanes {
		if l := &t.Lanes[i]; l.Thread != 0 && l.GoesOn(l.Len()) {
			return l.Thread
		}
	}
	return 0
}
