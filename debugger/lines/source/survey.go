package source

import (
	"maps"
	"reflect"
	"slices"
	"unsafe"
	"weak"

	"machsim/debugger/replay/engine"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// survey is what one walk finds out of the variables of a run, so that names can be understood: which came to be, and
// which threads show some (kernel.Thread.Watch), by which names.
type survey struct {
	born  map[*hook.Func][]bool // by slot
	shows []shows
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

// surveyed returns the survey, which one walk makes.
func (s *Source) surveyed() (*survey, error) {
	if s.survey != nil {
		return s.survey, nil
	}
	x := &surveyor{survey: &survey{born: map[*hook.Func][]bool{}}, sites: newSites(&Subject{}, nil),
		known: map[uintptr]known{}, most: 1000, seen: map[kernel.ThreadID]kernel.Watches{}}
	err := s.engine.Walk(engine.Walk{Listen: x.begun, Stop: s.stop(), Look: x.look})
	if err == nil {
		s.survey = x.survey
	}
	return s.survey, err
}

// surveyor makes a survey.
type surveyor struct {
	*survey
	sites *sites
	known map[uintptr]known // the variables whose address others may have, as long as somebody has it
	most  int               // of them, before those are looked for that nobody has any more
	seen  map[kernel.ThreadID]kernel.Watches
}

func (x *surveyor) begun(id kernel.ThreadID, t *hook.Thread) {
	t.Declared = func(f *hook.Frame, slot int32, p any) { x.declared(id, f, int(slot), p) }
}

func (x *surveyor) declared(id kernel.ThreadID, f *hook.Frame, slot int, p any) {
	fn := f.Func()
	if fn.Vars[slot].Kind == hook.Captured {
		return
	}
	if x.born[fn] == nil {
		x.born[fn] = make([]bool, len(fn.Vars))
	}
	x.born[fn][slot] = true
	if x.sites.escapes(f, slot) {
		x.keep(reflect.ValueOf(p), known{Activation: Activation{id, f.Serial}, pkg: f.Package(), fn: f.FuncIndex(), slot: slot})
	}
}

// known is a variable that came to be.
type known struct {
	at weak.Pointer[byte]
	Activation
	pkg  *hook.Package
	fn   int32
	slot int
}

// keep keeps a variable as long as somebody has its address.
func (x *surveyor) keep(p reflect.Value, k known) {
	if p.Type().Elem().Size() == 0 {
		return
	}
	if len(x.known) >= x.most {
		maps.DeleteFunc(x.known, func(_ uintptr, k known) bool { return k.at.Value() == nil })
		x.most = max(x.most, 2*len(x.known))
	}
	k.at = weak.Make((*byte)(p.UnsafePointer()))
	x.known[p.Pointer()] = k
}

// look looks for what a thread has begun to show.
func (x *surveyor) look(v engine.View, id kernel.ThreadID, _ int) {
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
		found := shows{showing: showing{id, name}}
		at := rv.Addr().UnsafePointer()
		if k, ok := x.known[uintptr(at)]; ok && unsafe.Pointer(k.at.Value()) == at {
			found.Activation, found.pkg, found.fn, found.slot = k.Activation, k.pkg, k.fn, k.slot
		}
		if !slices.Contains(x.shows, found) {
			x.shows = append(x.shows, found)
		}
	}
}
