package hook

import (
	"math"
	"sync/atomic"
)

// Never is the Stop of a thread that is not to be stopped.
const Never = math.MaxUint64

// Thread is what hooks know of a thread: where it is, and who listens. Make it by NewThread.
type Thread struct {
	// N is how many statements the thread has begun.
	N uint64
	// Stop is the statement from which on Reached is called.
	Stop uint64
	// Frame is the innermost activation of a function; nil before the first and after the last. Of the functions
	// of range-over-func loops and other coroutines of the program, it is the one that runs.
	Frame *Frame
	// Reached is called before each statement from the one numbered Stop on.
	Reached func(t *Thread)
	// Due is the statement before which Do is called, and that before Reached; 0 for none.
	Due uint64
	Do  func()
	// Returned, unless nil, is called when a function returns or panics. Its frame still has its variables.
	Returned func(f *Frame)
	// Accessed, unless nil, is called before an access to a variable that other threads may share.
	Accessed func(f *Frame, a Access)
	// Preempt, unless nil, is called before that, and may let other threads run.
	Preempt func(a Access)
	// Announced, unless nil, is called before these two, and must not call the program.
	Announced func(f *Frame, a Access)
	// Declared, unless nil, is called where a function says where one of its variables is. It must not call the program.
	Declared func(f *Frame, slot int32, p any)
	// Park stops the thread, and returns when it is to go on. It may be called from Reached, Returned and Accessed.
	Park func()
	// Lost, unless nil, says that the thread was given up, because it did not come back in time. At its next hook it
	// stays for good.
	Lost *atomic.Bool

	serial uint64 // of the last frame
	on     routines
	dead   bool
}

// NewThread returns the record of a thread before its first statement. It only counts.
func NewThread() *Thread { return &Thread{Stop: Never} }

// Die says that the thread has been ended: what its deferred functions do is not heard.
func (t *Thread) Die() { t.dead, t.Stop = true, 0 }

// Dead says whether Die was called.
func (t *Thread) Dead() bool { return t.dead }

// Memory returns pointers to the variables in which the record says where the thread is.
func (t *Thread) Memory() []any { return []any{&t.N, &t.Frame, &t.dead} }

// Spot is a statement to which a thread has come.
type Spot struct {
	N     uint64
	Frame *Frame
	stmt  int32
}

// Spot returns the statement that the thread is about to do, or in the middle of. It has to be in a function.
func (t *Thread) Spot() Spot { return Spot{t.N, t.Frame, t.Frame.stmt} }

// Stmt returns the statement.
func (s *Spot) Stmt() *Stmt { return &s.Frame.pkg.Stmts[s.stmt] }

// reached is what At does when the thread has come to its Stop.
func (t *Thread) reached() {
	if t.dead {
		t.N--
		return
	}
	t.tell(func() { t.Reached(t) })
}

// tell calls a listener. Meanwhile nobody listens, and the thread may be ended.
func (t *Thread) tell(listener func()) {
	if t.lost() {
		t.stay()
	}
	t.Pause()
	listener()
	if !t.dead {
		t.Resume()
	}
}

// enter makes the frame of a function.
func (t *Thread) enter(p *Package, fn int32, on *routine) *Frame {
	t.serial++
	on.live++
	f := &Frame{Caller: t.Frame, Serial: t.serial, Depth: 1, thread: t, on: on, pkg: p, fn: fn, stmt: -1}
	if t.Frame != nil {
		f.Depth = t.Frame.Depth + 1
	}
	f.vars = f.few[:]
	if n := len(p.Funcs[fn].Vars); n > len(f.few) {
		f.vars = make([]any, n)
	}
	t.Frame = f
	return f
}
