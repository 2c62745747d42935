package touch

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
	Variables variables
	news      []said           // since the last step
	once      map[repeated]int // the news that say it, plus 1; 0 for not said, or of no variable
	due       map[kernel.ThreadID][]said
	begun     bool
	Deaf      bool // there are too many: no more are heard
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
	Touch
	when hook.When
}

// Touch is an access to a variable.
type Touch struct {
	Uses Footprint
	Site *hook.Site
	In   *hook.Package
}

// Reset forgets all: a run begins.
func (x *accesses) Reset() {
	x.Variables.reset()
	x.news, x.once, x.due, x.begun = x.news[:0], map[repeated]int{}, map[kernel.ThreadID][]said{}, false
	x.Deaf = false
}

// Hear listens to a thread, whom a function names. Others may listen, too.
func (x *accesses) Hear(n *Names, id kernel.ThreadID, name func() Actor, t *hook.Thread) {
	if !x.begun {
		x.begun = true
		x.Variables.begin()
	}
	announced, declared := t.Announced, t.Declared
	by := Actor(0)
	t.Announced = func(f *hook.Frame, a hook.Access) {
		if announced != nil {
			announced(f, a)
		}
		x.say(n, said{thread: id, frame: f, n: f.N(), Touch: Touch{Site: a.Site, In: f.Package()}, when: a.When}, a)
	}
	t.Declared = func(f *hook.Frame, slot int32, p any) {
		if declared != nil {
			declared(f, slot, p)
		}
		if by == 0 {
			by = name()
		}
		if x.Deaf = x.Deaf || len(x.Variables.objects) == mostObjects; !x.Deaf {
			x.Variables.declare(by, id, f, slot, p)
		}
	}
}

// say takes down an access, unless the thread has said since the last step that it makes it. One that comes later in a
// statement counts for the last time that the function has come to that.
func (x *accesses) say(n *Names, t said, a hook.Access) {
	k := repeated{thread: t.thread, site: a.Site, at: reflect.ValueOf(a.Pointer).UnsafePointer()}
	if a.When == hook.Later {
		k.frame = t.frame
	}
	if at := x.once[k] - 1; at >= 0 {
		x.news[at].n = t.n
		return
	}
	if x.Deaf = x.Deaf || len(x.news) == mostNews; x.Deaf {
		return
	}
	if t.Uses = x.Variables.uses(n, a.Pointer, a.Write); len(t.Uses) > 0 {
		x.news = append(x.news, t)
		x.once[k] = len(x.news)
	}
}

// Settle takes in what was said since the last step, and adds the accesses that belong to that.
func (x *accesses) Settle(s *kernel.State, all []Touch) []Touch {
	for i := range x.news {
		t := &x.news[i]
		announced := i == len(x.news)-1 && t.when != hook.Already && preempted(s, t.thread)
		if !announced {
			all = append(all, t.Touch)
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

// Of returns the accesses that belong to a thread's next step.
func (x *accesses) Of(id kernel.ThreadID) []said {
	all := x.due[id]
	if len(all) > 0 {
		all = slices.DeleteFunc(all, func(t said) bool { return t.when == hook.Later && !t.live() })
		x.due[id] = all
	}
	return all
}

// Taken notes that a thread takes its step: what was to be made at once is.
func (x *accesses) Taken(id kernel.ThreadID) {
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

// Is says whether two accesses are the same.
func (t Touch) Is(other Touch) bool {
	return t.Site == other.Site && t.In == other.In && slices.Equal(t.Uses, other.Uses)
}
