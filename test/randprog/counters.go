package randprog

import (
	"fmt"

	"machsim/kernel"
)

// counters are what a thread shows to debuggers: x and y of its own, of which y changes less
// often, and, for each mutex of its task, how often that was locked. They take no part in
// what the thread does.
type counters struct {
	x, y  int
	ticks uint64
	locks map[kernel.MutexID]*int // shared by the threads that know the mutex
}

// show begins to show the counters.
func (a *actor) show() {
	a.th.Watch("x", &a.x)
	a.th.Watch("y", &a.y)
	for _, m := range a.mutexes {
		a.guard(m)
	}
}

// guard shows the counter of a mutex.
func (a *actor) guard(m kernel.MutexID) {
	if a.locks == nil {
		a.locks = map[kernel.MutexID]*int{}
	}
	if a.locks[m] == nil {
		a.locks[m] = new(int)
	}
	a.th.Watch(fmt.Sprint("m", m), a.locks[m])
}

// tick changes what the thread shows of its own.
func (a *actor) tick() {
	a.ticks++
	mixed := (a.seed + a.ticks*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	a.x = int(mixed>>40) % 3
	if mixed>>60 < 5 {
		a.y++
	}
}
