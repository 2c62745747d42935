package dap

import (
	"fmt"

	"machsim/debugger"
)

// refs are the numbers by which a client speaks of what it was told: they count up, and a motion forgets them.
type refs struct {
	last    int
	frames  map[int]debugger.Scope
	lists   map[int]list
	targets map[int]target
}

// forget forgets them all. The next number is a new one.
func (r *refs) forget() { *r = refs{last: r.last} }

func (r *refs) next() int {
	r.last++
	return r.last
}

// frame gives a frame a number.
func (r *refs) frame(at debugger.Scope) int {
	if r.frames == nil {
		r.frames = map[int]debugger.Scope{}
	}
	n := r.next()
	r.frames[n] = at
	return n
}

// scope is the frame of a number; 0 stands for the chosen one.
func (r *refs) scope(n int) (debugger.Scope, error) {
	if at, ok := r.frames[n]; ok || n == 0 {
		return at, nil
	}
	return debugger.Scope{}, gone("frame", n)
}

// list gives what has variables a number.
func (r *refs) list(l list) int {
	if r.lists == nil {
		r.lists = map[int]list{}
	}
	n := r.next()
	r.lists[n] = l
	return n
}

// target gives a target a number.
func (r *refs) target(t target) int {
	if r.targets == nil {
		r.targets = map[int]target{}
	}
	n := r.next()
	r.targets[n] = t
	return n
}

// gone says that there is nothing of a number.
func gone(what string, n int) error {
	return fmt.Errorf("there is no %s %d here: a motion forgets the numbers that were told before it", what, n)
}
