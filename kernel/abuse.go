package kernel

import (
	"cmp"
	"fmt"
	"runtime"
	"sync/atomic"

	"machsim/ipc"
	"machsim/kernel/hook"
)

// A Thread may be used only by the code of that thread, and a Boot only by a program's Main while
// it runs. Another thread that uses one fails the run with Misuse; Main gets a panic. A goroutine
// that the program has started itself is ended, because two goroutines must not be in the machine,
// and the machine records that.

// abuse is the value of the panic for a wrong use of a Thread or Boot: a description.
type abuse string

// IsAbuse says whether a value that was recovered is that of a panic for a wrong use of a Thread or Boot.
func IsAbuse(v any) bool {
	_, ok := v.(abuse)
	return ok
}

// abused is the first wrong use by a goroutine that belongs to no thread.
type abused struct{ first atomic.Pointer[misuse] }

// misuse is a wrong use of the Thread of a thread, or of a Boot: then that is 0.
type misuse struct {
	of   ThreadID
	text string
}

// ForeignUse describes the use of a Thread or a Boot by a goroutine that belongs to no thread, "" if
// there was none. It may be called from any goroutine.
func (m *Machine) ForeignUse() string {
	if u := m.abused.first.Load(); u != nil {
		return u.text
	}
	return ""
}

// misused ends the run, which may survive other failures, if a goroutine that belongs to no thread has used a Thread or
// a Boot. The thread of the Thread is the one that is named, for that is known of the goroutine; for a Boot it is that
// of the last step.
func (m *Machine) misused() {
	if u := m.abused.first.Load(); u != nil && m.Failure == nil {
		m.Failure = &Failure{Kind: Misuse, Thread: cmp.Or(u.of, m.picked.Thread), Text: u.text, Step: m.Steps + 1}
	}
}

// strange handles the use of a Thread, or of a Boot if that is 0, by a goroutine that may not use it. what describes
// the use, as in "th.Yield was called".
func (m *Machine) strange(of ThreadID, what, remedy string) {
	for _, th := range m.threads {
		if th != nil && th.g == hook.Goroutine() {
			panic(abuse(fmt.Sprintf("%s by %s; %s", what, m.given().thread(th.id), remedy)))
		}
	}
	if ofProgram() {
		panic(abuse(fmt.Sprintf("%s in another run than its own%s; %s", what, started(), remedy)))
	}
	text := fmt.Sprintf("%s in a goroutine that the program has started%s; %s", what, started(), remedy)
	m.abused.first.CompareAndSwap(nil, &misuse{of, text})
	m.Interrupt()
	runtime.Goexit()
}

// ofProgram says whether the present goroutine is that of a thread, or of a Main, of whatever machine.
func ofProgram() bool {
	pcs := make([]uintptr, 1<<14)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		if f.Function == "machsim/kernel.(*Thread).run" || f.Function == "machsim/kernel.(*Machine).boot" {
			return true
		}
		if !more {
			return false
		}
	}
}

// started returns where the program called what calls this, to go on with in a sentence.
func started() string {
	if f := Frames(callers(3)); len(f) > 0 {
		return fmt.Sprintf(" (%s)", f[0])
	}
	return ""
}

// known panics unless a thread belongs to a machine.
func (th *Thread) known() {
	if th == nil || th.m == nil {
		panic(abuse("a call on a *kernel.Thread that machsim did not make: use the one that the body of the thread is given"))
	}
}

// mine panics unless the thread's own code makes the call.
func (th *Thread) mine() {
	if th == nil || th.m == nil || th.g != hook.Goroutine() {
		th.taken()
	}
}

// sends panics unless there is a message. begin checks whose call it is.
func (th *Thread) sends(call string, m *ipc.Message) {
	if m == nil {
		th.noMessage(call)
	}
}

func (th *Thread) noMessage(call string) {
	th.mine()
	panic(abuse(fmt.Sprintf("th.%s: the message is nil; ipc.NewMessage makes one", call)))
}

// taken handles a call on a thread by code that is not the thread's own.
func (th *Thread) taken() {
	th.known()
	what := fmt.Sprintf("the Thread of %s was used", th.m.given().thread(th.id))
	if th.g == 0 && th.m.threads[th.id] != th {
		what = fmt.Sprintf("the Thread of %s, which has ended, was used", th.m.given().thread(th.id))
	}
	th.m.strange(th.id, what, "a Thread is for the code of that thread alone, which gets it as an argument")
}

// named panics unless a new thread gets a body.
func (th *Thread) named(call string, body func(*Thread)) {
	th.mine()
	if body == nil {
		panic(abuse(fmt.Sprintf("th.%s: the new thread has nothing to run, its body is nil", call)))
	}
}

// mine panics unless Main makes the call, while it runs.
func (b *Boot) mine(call string) {
	switch {
	case b == nil || b.m == nil:
		panic(abuse(fmt.Sprintf("Boot.%s: a *kernel.Boot that machsim did not make; use the one that Main is given", call)))
	case b.over:
		b.m.strange(0, fmt.Sprintf("Boot.%s was called, after Main had returned,", call),
			"a thread makes tasks with th.Spawn and ports with th.NewPort")
	case b.g != hook.Goroutine():
		b.m.strange(0, fmt.Sprintf("Boot.%s was called", call), "a Boot is for the code of Main alone")
	}
	b.m.cfg.Heartbeat.goesOn(0) // it has been back
}

// onHost panics unless a host exists.
func (b *Boot) onHost(call string, h HostID) {
	b.mine(call)
	if !b.m.Hosts.Has(uint32(h)) {
		b.wrong("b.%s: there is no host %d; give it what b.Host has returned", call, h)
	}
}

// ofTask panics unless a task exists.
func (b *Boot) ofTask(call string, t TaskID) {
	b.mine(call)
	if !b.m.Tasks.Has(uint32(t)) {
		b.wrong("b.%s: there is no task %d; give it what b.Task or b.Server has returned", call, t)
	}
}

// receives says whether a task receives from a port.
func (m *Machine) receives(t TaskID, port ipc.Name) bool {
	e := m.IPC.Lookup(m.Tasks.At(uint32(t)).Space, port)
	return e != nil && e.Type&ipc.TypeReceive != 0
}

// wrong refuses a call of Boot, with its line. The function that checks the call has to call it.
func (b *Boot) wrong(format string, args ...any) {
	panic(mistake(fmt.Sprintf(format, args...) + at(Frames(callers(3)))))
}

func at(frames []Frame) string {
	if len(frames) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s)", frames[0])
}
