package hook

import (
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
)

// Hooks find the thread that they are called by in a variable of the process. Code that was given up by a watchdog
// goes on beside it, and so may goroutines of libraries. So a thread says which goroutine is its own, and functions
// that others enter are not heard.

// running is the thread whose program runs now, nil if nobody listens to it.
var running atomic.Pointer[Thread]

// Running returns the thread whose program runs now, nil if nobody listens to it.
func Running() *Thread { return running.Load() }

// Resume says that the program of the thread runs from now on. Only one may at a time.
func (t *Thread) Resume() {
	if !t.lost() {
		running.Store(t)
	}
}

// Pause says that it does not run any more.
func (t *Thread) Pause() { running.CompareAndSwap(t, nil) }

// lost says whether the thread was given up.
func (t *Thread) lost() bool { return t.Lost != nil && t.Lost.Load() }

// stay keeps a thread that was given up where it is, for good.
func (t *Thread) stay() {
	if t.Park == nil {
		runtime.Goexit()
	}
	for {
		t.Park()
	}
}

// routine is a goroutine of a thread.
type routine struct {
	g    uintptr // among those that are alive
	id   string  // among all
	live int     // activations of functions on it: as long as there are any, no other goroutine has its g
}

// Here says that the present goroutine is the thread's own. From then on it has only those functions that are entered
// there, and in coroutines that the program makes.
func (t *Thread) Here() {
	id, _ := described(stacks(false))
	t.routines = []*routine{{g: Goroutine(), id: id, live: 1}}
}

// own is the present goroutine if it is one of the thread's, else nil.
func (t *Thread) own() *routine {
	g := Goroutine()
	for _, r := range t.routines {
		if r.g == g {
			return r
		}
	}
	if len(t.routines) == 0 {
		t.Here() // nobody has said which is its own
		return t.routines[0]
	}
	return t.adopt(g)
}

// adopt notes a coroutine that a goroutine of the thread has made, or another coroutine of it. It is
// nil for any other goroutine.
func (t *Thread) adopt(g uintptr) *routine {
	id, maker := described(stacks(false))
	if maker != "" && !t.made(maker) {
		makers := map[string]string{}
		for text := range strings.SplitSeq(stacks(true), "\n\n") {
			of, by := described(text)
			makers[of] = by
		}
		for maker != "" && !t.made(maker) {
			maker = makers[maker]
		}
	}
	if maker == "" {
		return nil
	}
	r := &routine{g: g, id: id}
	t.routines = append(t.routines, r)
	return r
}

// left forgets a coroutine when the last function there has been left.
func (t *Thread) left(r *routine) {
	if r.live--; r.live == 0 {
		t.routines = slices.DeleteFunc(t.routines, func(o *routine) bool { return o == r })
	}
}

// made says whether a goroutine is known to be the thread's.
func (t *Thread) made(id string) bool {
	return slices.ContainsFunc(t.routines, func(r *routine) bool { return r.id == id })
}

// stacks is the stack of the present goroutine, or those of all, in words.
func stacks(all bool) string {
	for size := 1 << 12; ; size *= 2 {
		text := make([]byte, size)
		if n := runtime.Stack(text, all); n < size {
			return string(text[:n])
		}
	}
}

// described returns the number of a goroutine and, if it is a coroutine, that of its maker.
func described(stack string) (id, maker string) {
	first, rest, _ := strings.Cut(stack, " [")
	if _, by, ok := strings.Cut(rest, "\ncreated by iter.Pull"); ok {
		_, by, _ = strings.Cut(by, " in goroutine ")
		maker, _, _ = strings.Cut(by, "\n")
	}
	return strings.TrimPrefix(first, "goroutine "), maker
}
