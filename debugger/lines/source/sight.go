package source

import (
	"reflect"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Seeing returns an engine that does what e does, and whose Walk gives Sighted views. Where it tells of statements, a
// thread that goes on without end at the end of the run does so up to firstEndless of them.
func Seeing(e engine.Hearing, t *tape.Tape) engine.Engine { return seeing{e, t} }

type seeing struct {
	engine.Hearing
	tape *tape.Tape
}

// Walk runs all programs once, with their own variables in sight.
func (s seeing) Walk(w engine.Walk) error {
	threads := map[kernel.ThreadID]*hook.Thread{}
	w.Listen = func(id kernel.ThreadID, t *hook.Thread) { threads[id] = t }
	if look := w.Look; look != nil {
		w.Look = func(v engine.View, id kernel.ThreadID, event int) { look(sight{v, threads}, id, event) }
	}
	if statement := w.Statement; statement != nil {
		w.Statement = func(v engine.View, id kernel.ThreadID, n uint64) { statement(sight{v, threads}, id, n) }
		s.venture(&w, threads)
	}
	return s.Hearing.Walk(w)
}

// venture has the walk see the first statements that an endless thread does after its last call.
func (s seeing) venture(w *engine.Walk, threads map[kernel.ThreadID]*hook.Thread) {
	if w.Venture = endless(s.tape); w.Venture == 0 {
		return
	}
	calls, last, most := 0, lastCall(s.tape, w.Venture), budget(firstEndless)
	look, statement := w.Look, w.Statement
	w.Look = func(v engine.View, id kernel.ThreadID, event int) {
		if id == w.Venture && s.tape.Lane(event) == s.tape.LaneOf(id) {
			calls++
		}
		if look != nil {
			look(v, id, event)
		}
	}
	w.Statement = func(v engine.View, id kernel.ThreadID, n uint64) {
		if id != w.Venture || calls < last || most.goesOn(threads[id]) {
			statement(v, id, n)
		}
	}
}

// sight is a View with the hooks of its threads.
type sight struct {
	engine.View
	threads map[kernel.ThreadID]*hook.Thread
}

// frame is the innermost function of a thread, nil if it is in none.
func (s sight) frame(id kernel.ThreadID) *hook.Frame {
	if t := s.threads[id]; t != nil && !t.Dead() {
		return t.Frame
	}
	return nil
}

func (s sight) Statements(id kernel.ThreadID) uint64 {
	if t := s.threads[id]; t != nil {
		return t.N
	}
	return 0
}

func (s sight) Function(id kernel.ThreadID) any {
	if f := s.frame(id); f != nil {
		return f.Func()
	}
	return nil
}

func (s sight) LocalNames(id kernel.ThreadID) (names []string) {
	if f := s.frame(id); f != nil {
		for _, v := range f.Func().Vars {
			names = append(names, v.Name)
		}
	}
	return names
}

func (s sight) Local(id kernel.ThreadID, name string) (value any, ok bool) {
	for f := s.frame(id); f != nil; f = f.Caller {
		if v, ok := f.Lookup(name); ok {
			return content(v.Pointer), true
		}
	}
	return nil, false
}

// content is what a pointer points to.
func content(pointer any) any {
	switch p := pointer.(type) {
	case *int:
		return *p
	case *bool:
		return *p
	case *string:
		return *p
	}
	return reflect.ValueOf(pointer).Elem().Interface()
}
