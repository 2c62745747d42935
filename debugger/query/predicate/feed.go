package predicate

import (
	"errors"
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/kernel"
)

// watched are the atoms over the variables of one thread.
type watched struct {
	thread kernel.ThreadID
	atoms  []*Atom
	before []kernel.Variable // its variables at the last look
}

// Feed computes the histories of those atoms that have none yet. It runs the programs again, once in
// the recorded order and a few times in others.
func (r *Run) Feed(atoms []*Atom) error {
	atoms = slices.DeleteFunc(slices.Clone(atoms), func(l *Atom) bool { return l.done })
	if len(atoms) == 0 {
		return nil
	}
	if err := r.fed(atoms); err != nil {
		for key, l := range r.atoms {
			if !l.done {
				delete(r.atoms, key) // because its history is incomplete
			}
		}
		return err
	}
	return r.settle(atoms)
}

// fed runs the programs in the recorded order and in others.
func (r *Run) fed(atoms []*Atom) error {
	if err := r.engine.Walk(r.shown(atoms, engine.Walk{})); err != nil {
		return err
	}
	for _, o := range []engine.Order{engine.FirstAhead, engine.LastAhead, engine.Newest} {
		if err := r.recheck(atoms, o); err != nil {
			return err
		}
	}
	return nil
}

// shown returns a walk that shows the threads to atoms, each time that a thread may have changed what one of its task
// shows: when it has come to a call and, if an atom reads variables that change at statements, before each of these.
func (r *Run) shown(atoms []*Atom, w engine.Walk) engine.Walk {
	calls, statements := r.audience(atoms, false), r.audience(atoms, true)
	w.Stop = r.stop()
	w.Look = func(v engine.View, id kernel.ThreadID, event int) {
		begin := r.arrival
		if event < r.Tape.First() { // what is so where the log begins
			event, begin = Always, func(int) moment { return Always }
		}
		r.show(calls[id], v, event)
		if of := statements[id]; len(of) > 0 {
			r.show(of, v, begin(event))
		}
	}
	if slices.ContainsFunc(atoms, func(l *Atom) bool { return l.fine }) {
		w.Statement = func(v engine.View, id kernel.ThreadID, n uint64) {
			if of := statements[id]; len(of) > 0 {
				r.show(of, v, r.before(id, n))
			}
		}
	}
	return w
}

// audience returns, by thread, the atoms that it may change: those of its task that are looked at before statements, or
// those that are not.
func (r *Run) audience(atoms []*Atom, fine bool) [][]*watched {
	tasks := make([][]*watched, r.Tape.End.Tasks.Cap())
	for _, l := range atoms {
		if k := r.TaskOf(l.Thread); l.fine == fine {
			tasks[k] = watch(tasks[k], l)
		}
	}
	of := make([][]*watched, r.Tape.End.Threads.Cap())
	for id := range r.Tape.End.Threads.All {
		of[id] = tasks[r.TaskOf(kernel.ThreadID(id))]
	}
	return of
}

// show shows threads to their atoms, after an event or at a moment.
func (r *Run) show(of []*watched, v engine.View, when int) {
	select {
	case <-r.stop():
		return // the walk is about to end
	default:
	}
	for _, w := range of {
		if v.Has(w.thread) {
			w.see(r.variables(v, w.thread), when)
		}
	}
}

// recheck runs the programs with the threads of each task in another order, and marks the atoms whose
// histories differ then. Threads that share variables behind a lock cause no difference.
func (r *Run) recheck(atoms []*Atom, o engine.Order) error {
	var again, once []*Atom
	for _, l := range atoms {
		if task := r.TaskOf(l.Thread); r.several[task] && !r.Graph.Serialized(task) {
			once, again = append(once, l), append(again, l.blank())
		}
	}
	if len(again) == 0 {
		return nil
	}
	err := r.engine.Walk(r.shown(again, engine.Walk{Order: o, Causal: r.Graph, Keep: r.Graph.Serialized}))
	var d *engine.Divergence
	if err != nil && !errors.As(err, &d) {
		return err
	}
	for i, l := range once {
		if !l.sameHistory(again[i]) || d != nil && r.TaskOf(d.ID) == r.TaskOf(l.Thread) {
			l.unordered = true
		}
	}
	return nil
}

func watch(all []*watched, l *Atom) []*watched {
	for _, w := range all {
		if w.thread == l.Thread {
			w.atoms = append(w.atoms, l)
			return all
		}
	}
	return append(all, &watched{thread: l.Thread, atoms: []*Atom{l}})
}

// see shows the thread's variables to its atoms, if they may have changed.
func (w *watched) see(vars []kernel.Variable, event int) {
	if unchanged(w.before, vars) {
		return
	}
	w.before = vars
	for _, l := range w.atoms {
		l.see(vars, event)
	}
}

// settle checks the histories: each has to be a chain, of values that fit together. It forgets atoms
// whose history fails the check.
func (r *Run) settle(atoms []*Atom) (err error) {
	for _, l := range atoms {
		r.Tick()
		l.frame.vars, l.done = nil, true
		if l.frame.Clash != nil && err == nil {
			err = l.frame.Clash
		}
		if wrong := r.ordered(l); wrong != nil && err == nil {
			err = wrong
		}
	}
	if err != nil {
		r.forget()
	}
	return err
}

// forget removes the atoms that failed the check. An atom over several variables that was no chain is
// split into one for each variable the next time.
func (r *Run) forget() {
	for key, l := range r.atoms {
		unordered := r.ordered(l) != nil
		if unordered && len(l.Vars) > 1 {
			r.split[key] = true
		}
		if unordered || l.frame.Clash != nil {
			delete(r.atoms, key)
		}
	}
}

// unchanged says whether variables certainly have the same values as before.
func unchanged(a, b []kernel.Variable) bool {
	return slices.EqualFunc(a, b, func(x, y kernel.Variable) bool {
		return x.Name == y.Name && quicklyEqual(x.Value, y.Value)
	})
}

// quicklyEqual compares values of the types that are cheap to compare; others count as different.
func quicklyEqual(a, b any) bool {
	switch a.(type) {
	case int, int64, uint64, bool, string, float64:
		return a == b
	}
	return false
}
