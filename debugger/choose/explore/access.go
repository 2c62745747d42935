package explore

import (
	"reflect"
	"slices"
	"unsafe"

	"machsim/kernel"
	"machsim/kernel/hook"
)

// accesses is what the threads of a run say of the variables that they read and write. Each access belongs to a step:
//
//   - mostly to the call before it, preempt, which is made for it alone;
//   - or to the call after which it came, if there was none for it: that is known when the call has been taken;
//   - if it is made somewhere in the rest of a statement, to all calls until the statement is over.
type accesses struct {
	variables variables
	news      []said           // since the last step
	once      map[repeated]int // the news that say it, plus 1; 0 for not said, or of no variable
	due       map[kernel.ThreadID][]said
	begun     bool
	deaf      bool // there are too many: no more are heard
}

// mostNews is how many accesses are heard between two steps: a loop without calls may make a variable in each round.
const mostNews = 1 << 12

// repeated is what accesses have in common of which there is nothing new to be said until the next step: a loop without
// calls may make one millions of times.
type repeated struct {
	thread kernel.ThreadID
	site   *hook.Site
	at     unsafe.Pointer
	frame  *hook.Frame // of one that comes later in its statement
}

// said is an access that a thread has said it makes, or has made.
type said struct {
	thread kernel.ThreadID
	frame  *hook.Frame
	n      uint64 // the statement
	touch
	when hook.When
}

// touch is an access to a variable.
type touch struct {
	uses footprint
	site *hook.Site
	in   *hook.Package
}

// reset forgets all: a run begins.
func (x *accesses) reset() {
	x.variables.reset()
	x.news, x.once, x.due, x.begun = x.news[:0], map[repeated]int{}, map[kernel.ThreadID][]said{}, false
	x.deaf = false
}

// hear listens to a thread, whom a function names. Others may listen, too.
func (x *accesses) hear(n *names, id kernel.ThreadID, name func() actor, t *hook.Thread) {
	if !x.begun {
		x.begun = true
		x.variables.begin()
	}
	announced, declared := t.Announced, t.Declared
	by := actor(0)
	t.Announced = func(f *hook.Frame, a hook.Access) {
		if announced != nil {
			announced(f, a)
		}
		x.say(n, said{thread: id, frame: f, n: f.N(), touch: touch{site: a.Site, in: f.Package()}, when: a.When}, a)
	}
	t.Declared = func(f *hook.Frame, slot int32, p any) {
		if declared != nil {
			declared(f, slot, p)
		}
		if by == 0 {
			by = name()
		}
		if x.deaf = x.deaf || len(x.variables.objects) == mostObjects; !x.deaf {
			x.variables.declare(by, id, f, slot, p)
		}
	}
}

// say takes down an access, unless the thread has said since the last step that it makes it. One that comes later in a
// statement counts for the last time that the function has come to that.
func (x *accesses) say(n *names, t said, a hook.Access) {
	k := repeated{thread: t.thread, site: a.Site, at: reflect.ValueOf(a.Pointer).UnsafePointer()}
	if a.When == hook.Later {
		k.frame = t.frame
	}
	if at := x.once[k] - 1; at >= 0 {
		x.news[at].n = t.n
		return
	}
	if x.deaf = x.deaf || len(x.news) == mostNews; x.deaf {
		return
	}
	if t.uses = x.variables.uses(n, a.Pointer, a.Write); len(t.uses) > 0 {
		x.news = append(x.news, t)
		x.once[k] = len(x.news)
	}
}

// settle takes in what was said since the last step, and adds the accesses that belong to that.
func (x *accesses) settle(s *kernel.State, all []touch) []touch {
	for i := range x.news {
		t := &x.news[i]
		announced := i == len(x.news)-1 && t.when != hook.Already && preempted(s, t.thread)
		if !announced {
			all = append(all, t.touch)
		}
		if announced || t.when == hook.Later {
			x.due[t.thread] = append(x.due[t.thread], *t)
		}
	}
	x.news = x.news[:0]
	clear(x.once)
	return all
}

// preempted says whether a thread is about to make the call before an access.
func preempted(s *kernel.State, id kernel.ThreadID) bool {
	if !s.Threads.Has(uint32(id)) {
		return false
	}
	t := s.Threads.At(uint32(id))
	return t.Status == kernel.Pending && t.Call.Op == kernel.OpPreempt && t.Fresh()
}

// of returns the accesses that belong to a thread's next step.
func (x *accesses) of(id kernel.ThreadID) []said {
	all := x.due[id]
	if len(all) > 0 {
		all = slices.DeleteFunc(all, func(t said) bool { return t.when == hook.Later && !t.live() })
		x.due[id] = all
	}
	return all
}

// taken notes that a thread takes its step: what was to be made at once is.
func (x *accesses) taken(id kernel.ThreadID) {
	if all := x.due[id]; len(all) > 0 {
		x.due[id] = slices.DeleteFunc(all, func(t said) bool { return t.when == hook.Next })
	}
}

// live says whether the function is still in the statement.
func (t *said) live() bool {
	for f := t.frame.Thread().Frame; f != nil; f = f.Caller {
		if f == t.frame {
			return f.N() == t.n
		}
	}
	return false
}

// is says whether two accesses are the same.
func (t touch) is(other touch) bool {
	return t.site == other.site && t.in == other.in && slices.Equal(t.uses, other.uses)
}
