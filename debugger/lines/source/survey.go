package source

import (
	"reflect"
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// survey is what one walk finds out of the variables of a run, so that names can be understood: which came to be, and
// which threads show some (kernel.Thread.Watch), by which names.
type survey struct {
	born  map[*hook.Func][]bool // by slot
	shown []shows
}

// shows is a variable that a thread shows.
type shows struct {
	showing
	Activation
	pkg  *hook.Package // of the variable; nil of one that has no name in the source
	fn   int32
	slot int
}

// watching is a View that knows the variables themselves that threads show.
type watching interface {
	Watches(kernel.ThreadID) kernel.Watches
}

// surveyed returns the survey.
func (s *Source) surveyed() (*survey, error) {
	_, err := s.indexed()
	return s.survey, err
}

// surveyor makes a survey.
type surveyor struct {
	*survey
	threads map[kernel.ThreadID]*hook.Thread
	seen    map[kernel.ThreadID]kernel.Watches
}

func newSurveyor() *surveyor {
	return &surveyor{survey: &survey{born: map[*hook.Func][]bool{}}, threads: map[kernel.ThreadID]*hook.Thread{},
		seen: map[kernel.ThreadID]kernel.Watches{}}
}

func (x *surveyor) begun(id kernel.ThreadID, t *hook.Thread) {
	x.threads[id] = t
	t.Declared = func(f *hook.Frame, slot int32, _ any) {
		fn := f.Func()
		all := x.born[fn]
		if all == nil {
			all = make([]bool, len(fn.Vars))
			x.born[fn] = all
		}
		all[slot] = all[slot] || fn.Vars[slot].Kind != hook.Captured
	}
}

// look looks for what a thread has begun to show.
func (x *surveyor) look(v engine.View, id kernel.ThreadID) {
	w, ok := v.(watching)
	if !ok {
		return
	}
	all := w.Watches(id)
	if was := x.seen[id]; len(all) == len(was) && (len(all) == 0 || &all[0] == &was[0]) {
		return
	}
	x.seen[id] = all
	for name, rv := range all.Named {
		if found := x.shows(id, name, rv.Addr()); !slices.Contains(x.shown, found) {
			x.shown = append(x.shown, found)
		}
	}
}

// shows says what a thread shows: which variable of a function in which some thread is now.
func (x *surveyor) shows(id kernel.ThreadID, name string, p reflect.Value) shows {
	found := shows{showing: showing{id, name}}
	if own := x.threads[id]; own != nil && found.in(id, own, p) {
		return found
	}
	for id, t := range x.threads {
		if found.in(id, t, p) {
			break
		}
	}
	return found
}

// in looks for a variable among those of the functions in which a thread is.
func (s *shows) in(id kernel.ThreadID, t *hook.Thread, p reflect.Value) bool {
	if t.Dead() {
		return false
	}
	for f := t.Frame; f != nil; f = f.Caller {
		for slot := range f.Func().Vars {
			v := reflect.ValueOf(f.Slot(slot))
			if f.Func().Vars[slot].Kind != hook.Captured && v.IsValid() && v.Pointer() == p.Pointer() && v.Type() == p.Type() {
				s.Activation, s.pkg, s.fn, s.slot = Activation{id, f.Serial}, f.Package(), f.FuncIndex(), slot
				return true
			}
		}
	}
	return false
}
