package source

import (
	"reflect"
	"strings"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Seeing returns an engine of a run that does what e does, and whose Walk gives Sighted views. A thread that goes on
// without end at the end of the run is followed there for its first statements, if somebody is told of these.
func Seeing(e engine.Hearing, t *tape.Tape) engine.Engine { return seeing{e, t} }

type seeing struct {
	engine.Hearing
	tape *tape.Tape
}

// Walk runs all programs once, with their own variables in sight.
func (s seeing) Walk(w engine.Walk) error {
	threads, names, calls := map[kernel.ThreadID]*hook.Thread{}, map[calledBy]bool{}, 0
	w.Listen = func(id kernel.ThreadID, t *hook.Thread) { threads[id] = t }
	if statement := w.Statement; statement != nil {
		w.Venture = wanderer(s.tape)
		var endless firsts
		w.Statement = func(v engine.View, id kernel.ThreadID, n uint64) {
			if id == w.Venture && beyond(s.tape, id, calls) && endless.over(threads[id]) {
				return
			}
			statement(sight{v, threads, names}, id, n)
		}
	}
	if look := w.Look; look != nil {
		w.Look = func(v engine.View, id kernel.ThreadID, event int) {
			switch lane := s.tape.LaneOf(id); {
			case id != w.Venture:
			case event < s.tape.First():
				calls = s.tape.Lanes[lane].Earlier()
			case s.tape.Lane(event) == lane:
				calls++
			}
			look(sight{v, threads, names}, id, event)
		}
	}
	return s.Hearing.Walk(w)
}

// sight is a View with the hooks of its threads.
type sight struct {
	engine.View
	threads map[kernel.ThreadID]*hook.Thread
	names   map[calledBy]bool // whether functions go by names, as far as it was asked
}

// calledBy is a function and a name.
type calledBy struct {
	fn   *hook.Func
	name string
}

// goesBy says whether the function of a frame goes by a name, "" for any.
func (s sight) goesBy(f *hook.Frame, name string) bool {
	if name == "" {
		return true
	}
	k := calledBy{f.Func(), name}
	is, known := s.names[k]
	if !known {
		is = goesBy(f.Package(), f.Func(), name)
		s.names[k] = is
	}
	return is
}

// FunctionNames are the names of the function in which a thread is: with its package, without, and without its type.
func (s sight) FunctionNames(id kernel.ThreadID) (all []string) {
	f := s.frame(id)
	if f == nil {
		return nil
	}
	name := f.Func().Name
	bare := strings.NewReplacer("(*", "", ")", "").Replace(name)
	return []string{name, Qualified(f.Package(), f.Func()), bare, bare[strings.LastIndexByte(bare, '.')+1:]}
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
	fn := ""
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		fn, name = name[:i], name[i+1:]
	}
	for f := s.frame(id); f != nil; f = f.Caller {
		if !s.goesBy(f, fn) {
			continue
		}
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
