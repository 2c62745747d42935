package breakpoint

import (
	"machsim/debugger/lang"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// threads returns the calls that make threads, or the last calls of threads.
func (r *Run) threads(s spec) (found []Occurrence, err error) {
	wanted, err := r.wanted(s)
	if err != nil {
		return nil, err
	}
	if s.Kind == lang.Fork {
		return r.forks(wanted), nil
	}
	end := func(event int, id kernel.ThreadID) {
		if wanted == nil || wanted[uint32(id)] {
			found = append(found, r.at(event))
		}
	}
	r.t.Ends(func(e tape.End) {
		if e.Event >= r.t.First() {
			end(e.Event, e.Thread)
		}
	})
	for lane := range r.t.Lanes {
		if l := &r.t.Lanes[lane]; r.returned(lane) {
			end(l.Event(l.Len()-1), l.Thread)
		}
	}
	return found, nil
}

// forks returns the calls that made some threads. Calls that failed to make one count only if any
// thread will do.
func (r *Run) forks(wanted map[uint32]bool) []Occurrence {
	if wanted == nil {
		return r.like(lang.Fork, func(*kernel.Call) bool { return true })
	}
	var found []Occurrence
	for id := range wanted {
		event := r.t.Asker(kernel.ThreadID(id))
		if event < r.t.First() || r.t.Lanes[r.t.Lane(event)].Thread == 0 {
			continue
		}
		o := r.at(event)
		if c, _, _ := r.t.Call(o.Lane, o.Call); has(lang.Fork, c.Op) {
			found = append(found, o)
		}
	}
	return found
}

// returned says whether the last call of a lane was the return of its thread.
func (r *Run) returned(lane int) bool {
	k := r.t.Lanes[lane].Done() - 1
	if k < 0 {
		return false
	}
	c, _, ok := r.t.Call(lane, k)
	return ok && c.Op == kernel.OpReturn
}
