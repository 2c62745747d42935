package hook

import (
	"runtime"
	"slices"
	"strings"
	"sync"
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

// routines are a thread's own goroutine, and coroutines that the program has made there. Whoever enters a function
// asks about itself: also goroutines of other runs, to which nobody listens, beside the thread.
type routines struct {
	own   atomic.Pointer[routine] // nil: not known
	mu    sync.Mutex              // of what follows
	made  []*routine
	alien map[string]bool // ids of goroutines that are not the thread's
}

// Here says that the present goroutine is the thread's own. Until then it has no function, and from then on only those
// that are entered there, and in coroutines that the program makes.
func (t *Thread) Here() {
	id, _ := described(stacks(false))
	r := &t.on
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made, r.alien = nil, map[string]bool{}
	r.own.Store(&routine{g: Goroutine(), id: id, live: 1})
}

// present is the present goroutine if it is one of the thread's, else nil.
func (r *routines) present() *routine {
	g, own := Goroutine(), r.own.Load()
	if own == nil || own.g == g {
		return own
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.made {
		if m.g == g {
			return m
		}
	}
	return r.adopt(g)
}

// adopt notes a coroutine that a goroutine of the thread has made, or another coroutine of it. It is
// nil for any other goroutine.
func (r *routines) adopt(g uintptr) *routine {
	id, maker := described(stacks(false))
	if r.alien[id] {
		return nil
	}
	if maker != "" && !r.has(maker) {
		makers := map[string]string{}
		for text := range strings.SplitSeq(stacks(true), "\n\n") {
			of, by := described(text)
			makers[of] = by
		}
		for maker != "" && !r.has(maker) {
			maker = makers[maker]
		}
	}
	if maker == "" {
		r.alien[id] = true
		return nil
	}
	m := &routine{g: g, id: id}
	r.made = append(r.made, m)
	return m
}

// left forgets a coroutine when the last function there has been left.
func (r *routines) left(m *routine) {
	if m.live--; m.live == 0 {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.made = slices.DeleteFunc(r.made, func(o *routine) bool { return o == m })
	}
}

// has says whether a goroutine is known to be the thread's.
func (r *routines) has(id string) bool {
	return r.own.Load().id == id || slices.ContainsFunc(r.made, func(m *routine) bool { return m.id == id })
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
