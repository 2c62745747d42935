package livelock

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"machsim/kernel"
	"machsim/kernel/hook"
)

// moment is what the programs are after an event, when all threads stand at their calls.
type moment struct {
	event   uint64
	sum     uint64 // of all that can be seen
	why     string // not all that there is could be compared
	threads []threadAt
}

// threadAt is where a thread stands.
type threadAt struct {
	name   string
	steps  uint64 // how many it has taken
	n      uint64 // how many statements it has begun
	frames []frameAt
	alien  string // a function on its stack that has no hooks and may have a state of its own, "" for none
}

// frameAt is an activation of a function.
type frameAt struct {
	serial, n uint64
	code      *stmtCode
	ran       []uint64 // of each of code.kept: when it was changed last
}

// look takes down what the programs are after an event.
func (j *judge) look(e *kernel.Event) *moment {
	d := newDigester(j.functions)
	m := &moment{event: e.Step}
	d.answer(e)
	for id := range e.State.Threads.All {
		j.thread(d, m, e.State, kernel.ThreadID(id))
	}
	for _, p := range hook.Packages() {
		for _, g := range p.Globals {
			v := reflect.ValueOf(g.Pointer)
			d.variable(v.UnsafePointer(), v.Type().Elem())
		}
	}
	m.sum, m.why = d.result(), d.why
	j.spent += mostBytes - d.left
	j.last = m
	return m
}

// answer adds what the event gives to the thread that goes on after it.
func (d *digester) answer(e *kernel.Event) {
	if !e.Done {
		d.mix(0)
		return
	}
	v := reflect.ValueOf(e.Result)
	d.value(v.UnsafePointer(), v.Type().Elem())
}

// thread adds a thread.
func (j *judge) thread(d *digester, m *moment, s *kernel.State, id kernel.ThreadID) {
	if s.Threads.At(uint32(id)).Status == kernel.Ended {
		return
	}
	x := threadAt{name: s.ThreadName(id), steps: j.steps[id]}
	d.mix(uint64(id))
	d.text(x.name)
	stack, t := j.machine.Stack(id), j.machine.Hooks(id)
	if t == nil || len(stack) == 0 {
		d.cannot(x.name + " has not begun")
		return
	}
	if len(stack) >= deepest {
		d.cannot("the stack of " + x.name + " is too deep")
	}
	x.n, x.alien = t.N, alien(stack)
	for _, pc := range stack {
		d.mix(uint64(pc))
	}
	for f := t.Frame; f != nil; f = f.Caller {
		x.frames = append(x.frames, j.frame(d, id, f))
	}
	slices.Reverse(x.frames)
	m.threads = append(m.threads, x)
}

// deepest is how many functions of a stack are known.
const deepest = 60

// frame adds the activation of a function.
func (j *judge) frame(d *digester, id kernel.ThreadID, f *hook.Frame) frameAt {
	x := frameAt{serial: f.Serial, n: f.N()}
	d.mix(uint64(uintptr(unsafe.Pointer(f.Package()))))
	d.mix(uint64(f.StmtIndex()))
	d.text(f.Func().Name)
	for _, l := range f.Locals() {
		v := reflect.ValueOf(l.Pointer)
		d.text(l.Name)
		d.variable(v.UnsafePointer(), v.Type().Elem())
	}
	if f.Stmt() == nil {
		return x
	}
	x.code = j.code.stmt(f.Package(), f.StmtIndex())
	for _, h := range x.code.kept {
		last := uint64(0)
		for _, s := range h.stmts {
			last = max(last, j.ran[passed{id, f.Serial, s}])
		}
		x.ran = append(x.ran, last)
	}
	return x
}

// alien is the first function on a stack that has no hooks, and may have variables that matter after the present call;
// "" if there is none.
func alien(stack []uintptr) string {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		name := f.Function
		switch {
		case strings.HasPrefix(name, "machsim/cthreads.JoinAll"), strings.HasPrefix(name, "machsim/cthreads.Mutex.With"),
			strings.Contains(name, "-range"):
			return short(name)
		case strings.HasPrefix(name, "machsim/kernel."), strings.HasPrefix(name, "machsim/cthreads."), name == "",
			strings.HasPrefix(name, "machsim/kernel/hook."), isHooked(name):
		case strings.HasPrefix(name, "iter.Pull"), strings.HasPrefix(name, "runtime.coro"), name == "runtime.goexit":
		default:
			return short(name)
		}
		if !more {
			return ""
		}
	}
}

// isHooked says whether a function is one of a package with hooks.
func isHooked(name string) bool {
	name = strings.ReplaceAll(name, "%2e", ".")
	return slices.ContainsFunc(hook.Packages(), func(p *hook.Package) bool { return strings.HasPrefix(name, p.Path+".") })
}

// hides says why two moments that look the same may be different, "" if they are the same.
func (m *moment) hides(was *moment) string {
	for i := range m.threads {
		if why := m.threads[i].hides(&was.threads[i]); why != "" {
			return why
		}
	}
	return ""
}

// hides says what nobody can see of a thread that has moved.
func (t *threadAt) hides(was *threadAt) string {
	if t.steps == was.steps && t.n == was.n {
		return ""
	}
	if len(t.frames) == 0 {
		return t.name + " runs code without hooks"
	}
	if t.alien != "" {
		return t.name + " is in " + t.alien + ", which has no hooks"
	}
	for i := range t.frames {
		f, g := &t.frames[i], &was.frames[i]
		same := f.serial == g.serial
		if same && f.n == g.n {
			continue
		}
		if f.code == nil {
			return t.name + " is in a function that has not begun"
		}
		for k, h := range f.code.kept {
			if !same || len(h.stmts) == 0 || f.ran[k] > g.n {
				return h.why
			}
		}
		if f.code.midway != "" {
			return f.code.midway
		}
	}
	last := len(t.frames) - 1
	if t.frames[last].n == was.frames[last].n && t.frames[last].serial == was.frames[last].serial {
		return t.name + " makes several calls in one statement"
	}
	return ""
}
