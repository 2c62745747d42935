package explore

import (
	"sync/atomic"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// decider chooses among several steps that can be taken next.
type decider interface {
	// wants returns who is to go next, if he can do more than wait; 0 if decide is to be asked.
	wants() touch.Actor
	// decide returns the index of one of the options, at a position of the run. The others are options, too.
	decide(position int, options []option) int
	// fails returns which of some faults comes next, 0 for none.
	fails([]mishap) touch.Actor
	// taken is told of each step, before it is taken.
	taken(position int, e *event)
	// touched is told what a step has used besides, when its thread has come to its next call.
	touched(position int, uses touch.Footprint)
}

// run makes a run of a program: first along a path, and then as a decider says. It is the Door of the run, and its Log.
type run struct {
	prints touch.Footprints
	from   int      // how many events come before the path
	path   []branch // then
	by     decider  // and then

	events  []event
	lost    bool     // the path could not be followed
	timed   bool     // time passed, or the program looked at the clock
	wide    int      // the largest choice of which not all values are tried; 0 for none
	rest    []branch // at the end: the steps by which threads only began to wait
	state   *kernel.State
	gone    atomic.Bool // it was given up: whoever still makes it is not heard any more
	free    bool        // timers fire at any moment
	weak    bool        // any waiter is woken
	picked  touch.Actor // who goes next, when that was picked with the timers; 0 for nobody
	now     int64       // virtual time
	exact   bool        // steps that only begin to wait are taken as all others
	quiet   bool        // nobody has done more than wait since the last pause
	idle    bool        // who goes next only begins to wait, at the end of the run
	bounds  bounded
	ranks   ranks
	passed  bool // a bound excludes orders
	idling  idling
	spins   string // a thread that goes round in a loop in which it does no more than that; "" for none
	several bool   // a task has had several threads at once
	heard   bool   // accesses to variables are heard

	log      ipc.AccessLog
	logged   int // how much of it is of the last step
	standing standing
	enabling                      // which events make others possible
	made     numbered.Log[uint32] // by actor: how much memory it has made
	data     []byte               // choices of the step that is on its way
	choices  []int
	some     []option                   // room for options
	also     []touch.Touch              // and for accesses
	glanced  touch.Footprint            // what the program has looked at since the last step
	touched  map[*hook.Site]*rareFields // the last ones, by the first site

	could   []mishap // the faults that could come when they were asked for last
	couldAt int      // the step before which that was

	repeating
}

func newRun(n *touch.Names, from int, path []branch, by decider, free bool, b Bounds) *run {
	r := &run{prints: touch.Footprints{Names: n}, from: from, path: path, by: by, free: free,
		touched: map[*hook.Site]*rareFields{}, repeating: repeating{moments: []moment{{}}}}
	r.bounds.Bounds = b
	if b.Orders() || b.reach() {
		r.bounds.past = &order{}
	}
	r.prints.Told.Reset()
	return r
}

// Input returns no line: what a program reads is no choice.
func (r *run) Input() (string, bool) { return "", false }

// repeating is what a run has in common with the one before. Its first steps are those of that one. They are not looked
// at again: the answers are the same. The kernel need not tell of them.
type repeating struct {
	step    int      // how many steps have been taken
	skip    int      // how many of them are the same
	answers []answer // to what was asked up to there, and then
	asked   int
	moments []moment // after each step
}

// moment is what a run was after a step, apart from what is noted.
type moment struct {
	events, answers int
	now             int64
	quiet           bool
	idle            idling
}

// restart begins a run that has its first n events in common with that before.
func (r *run) restart(path []branch, n int) {
	r.skip = len(r.moments) - 1
	for r.moments[r.skip].events > n {
		r.skip--
	}
	m := &r.moments[r.skip]
	if r.bounds.past != nil {
		r.bounds.past.keep(m.events)
	}
	r.bounds.cut, r.bounds.stop = Whole, nil
	r.idling, r.spins = m.idle, ""
	r.moments, r.events, r.answers = r.moments[:r.skip+1], r.events[:m.events], r.answers[:m.answers]
	r.now, r.quiet = m.now, m.quiet
	r.standing.back(m.events)
	r.enabling.back(r.skip)
	r.made.Back(r.skip)
	r.prints.Back(r.skip)
	r.prints.Told.Reset()
	r.goOn()
	r.path, r.rest, r.step, r.asked, r.picked, r.lost, r.timed = path, r.rest[:0], 0, 0, 0, false, false
}

// Since says from which step on the run listens (kernel.Latecomer).
func (r *run) Since() uint64 { return uint64(r.skip) }
