package explore

import (
	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// asleep is a step whose runs have all been made: until an event affects it, it is not taken.
type asleep struct {
	actor touch.Actor
	uses  touch.Footprint
}

// Search explores a program.
type Search struct {
	names  *touch.Names
	from   int     // the position from which on runs differ
	places []place // of the present run, by position, from that one on
	all    bool    // there are no more runs
	anew   bool    // the run that was taken in last has shown that runs have other steps
	order  order   // of the events of the run that was taken in last
	races  []race  // in it
	ranks  ranks   // from the first run on

	run   *run       // that one, or in the sequence of Begin and End the one that was begun last
	begun *Attempt   // by Begin
	root  []*Attempt // the first run of all, if it was begun by Take
	path  []branch   // room for leaves
	next  []branch
	spare []*Attempt // whose room can be used again
	ahead int        // how many attempts there are that have not had their turn

	sweep    *sweep    // makes all choices; nil if runs are only cut
	receipts *receipts // likewise, of a search by receipt

	sites map[[2]*hook.Site]bool // accesses that are known to race

	FreeTimers bool   // timers fire at any moment; else when nobody can go
	Weak       bool   // any waiter is woken (kernel.Config.Weak)
	KeepGoing  bool   // an exception that nobody deals with ends its task, and is no failure
	Bounds     Bounds // of what is tried
	ByReceipt  bool   // runs are the same if every receive gets the same message (receipt.go); not with From

	Classes   int  // runs that were made, each of another class
	Redundant int  // runs that went on in a way that had been run: none, but for programs with calls on rights
	Lost      int  // runs that did not follow their path
	Timed     bool // in some run time passed, or the program looked at the clock
	Wasted    int  // attempts that were made for nothing: what they were to follow came otherwise

	// Of the run that was taken in last: which of its failures are the first that were found of what comes before them.
	Fresh   []bool
	failing []fall          // how they came about
	ways    map[uint64]bool // what comes before failures, as numbers

	Restarts int // how often it has begun anew: what was counted before does not count

	Races   []Race // of the accesses to variables, in the order in which they were found, one for each two lines
	After   int    // of the Classes, those whose run was cut long after a thread had failed
	Spins   string // a thread that goes round in a loop that changes nothing, while others could go on: the search ends
	Several bool   // a task has had several threads
	Shared  bool   // a task has had several threads, and accesses to variables were not heard
	Cut     int    // of the Classes, those whose run was cut at a bound
	Known   int    // runs within bounds of orders that came to what was run before
	Passed  bool   // there are runs that such bounds exclude
	Barred  string // what runs by receipt do not know: the search ends
	Wide    int    // the largest range of random numbers of which only some were tried; 0 for none
}

// NewSearch returns a Search that has made no run.
func NewSearch() *Search { return &Search{names: touch.NewNames()} }

// From returns a Search of the runs that begin with the same n events. Whoever makes the runs takes these events: the
// Door that Begin returns is to be asked only when they have been taken, as a record.Follow up to event n does, and is
// the Log from the first event on. It is a mistake if they are not the same in each run.
//
// The classes are those of what can follow: one run is made of each, and judged by whoever makes it. If Begin has
// returned nil, and Lost is 0, there are Classes of them, and what all their runs come to is certain after the n
// events, as far as a whole Search is exact: see Timed. A thread that waits after them keeps its place in the queue.
// If n is more than the events of the runs, there is one class.
func From(n int) *Search {
	s := NewSearch()
	s.from = n
	return s
}

// Listener is the Door of a run, and has to be its Log, too. It may end the run.
type Listener interface {
	kernel.Door
	kernel.Log
	kernel.Hearer
	// Attach gives it what ends the run before the next step.
	Attach(stop func())
	// Cut says whether it has done so, and why.
	Cut() Cut
}

// Begin begins the next run; nil if there are no more.
func (s *Search) Begin() Listener {
	if s.all {
		return nil
	}
	switch s.begun = nil; {
	case s.ByReceipt:
		s.begun = s.received()
	case s.Bounds.Orders():
		s.begun = s.swept()
	default:
		s.begun = s.attempt(s.present())
	}
	s.run = s.begun.run
	return s.run
}

// count counts a run of a class.
func (s *Search) count(r *run) {
	s.Classes++
	switch r.bounds.cut {
	case Bound:
		s.Cut++
	case After:
		s.After++
	}
}

// shows notes what a run has shown of what the search leaves out. It says whether the search ends therefore.
func (s *Search) shows(r *run) (over bool) {
	s.Timed, s.Wide = s.Timed || r.timed, max(s.Wide, r.wide)
	s.Shared, s.Several = s.Shared || r.several && (!r.heard || r.prints.Told.Deaf), s.Several || r.several
	s.Spins = r.spins
	return s.Spins != ""
}

// End takes in the run that has begun last, and has ended. It must not have been closed so that its state is gone.
func (s *Search) End() {
	s.begun.end()
	s.take(s.begun)
}

// Left is End for a run that was given up, whose program may still run code of its own, and come back later: that code
// is not heard any more. still says whether it has not come back since; otherwise nothing is known of the run.
func (s *Search) Left(still func() bool) {
	s.begun.leave(still)
	s.take(s.begun)
}

// take takes in the run whose turn it is.
func (s *Search) take(a *Attempt) {
	r := a.run
	s.order.keep(a.guide.fixed - 1)
	s.run, s.anew = r, false
	s.order.steps.names = s.names.Numbers
	over := s.shows(r)
	r.prints.Names.Teach()
	if s.names.Learned() {
		s.ranks = nil
		s.restart()
		return
	}
	if s.sweep != nil || s.receipts != nil {
		if s.receipts != nil {
			s.endReceived(a)
		} else {
			s.endSweep(a)
		}
		s.all = s.all || over
		return
	}
	switch {
	case r.lost:
		s.Lost++
	case a.guide.blocked >= 0:
		s.Redundant++
	default:
		s.count(r)
	}
	s.enter(a)
	if s.Fresh, s.failing = nil, nil; !r.lost {
		s.reverse(a)
		if a.guide.blocked < 0 {
			s.fails(&s.order)
		}
	}
	if s.ranks == nil {
		if s.ranks = s.order.ranked(r.prints.Names, s.races); len(s.ranks) > 0 && !over {
			s.restart()
			return
		}
	}
	s.all = !s.back(r.lost) || over
	s.keep(a)
	s.check()
}

// restart begins the search anew, as runs have other steps now: what was made before does not count.
func (s *Search) restart() {
	s.Drop()
	s.names, s.places, s.spare = s.names.Names(), nil, nil
	s.order.keep(0)
	s.races = s.races[:0]
	s.Classes, s.Redundant, s.Lost, s.Cut, s.After, s.Known = 0, 0, 0, 0, 0, 0
	s.sweep, s.receipts = nil, nil
	s.ways, s.Fresh, s.failing = nil, nil, nil
	s.Restarts++
	s.anew = true
}

// keep keeps the room of a run for another one, unless somebody may still use it, or its steps are others.
func (s *Search) keep(a *Attempt) {
	if !a.gone.Load() && !a.unknown && len(a.prints.Names.Waits) == len(s.names.Waits) {
		s.spare = append(s.spare, a)
	}
}

// enter makes places of the new events of a run.
func (s *Search) enter(a *Attempt) {
	r := a.run
	if a.unknown {
		return
	}
	fixed := len(s.places)
	s.shorten(min(fixed, max(len(r.events)-s.from, 0)))
	line := line{}
	if n := len(s.places); n > 0 {
		s.places[n-1].now = cameOf(s.names.Numbers, &r.events[s.from+n-1])
		if tree := s.places[n-1].tree; tree != nil {
			line.node = tree.children[0]
		}
	}
	for i := s.from + fixed; i < len(r.events); i++ {
		e := &r.events[i]
		tree := line.follow(e.actor, &s.order.steps)
		s.places = append(s.places, place{sleep: a.guide.slept[i-s.from-fixed], tree: tree, now: cameOf(s.names.Numbers, e)})
	}
}

// shorten gives up the places from the n-th on: a run that is lost has come to fewer.
func (s *Search) shorten(n int) {
	for i := n; i < len(s.places); i++ {
		s.drop(s.places[i].ahead)
	}
	s.places = s.places[:n]
}

// back gives up the last places at which nothing is to be run any more. It returns false when none is left.
func (s *Search) back(lost bool) bool {
	for n := len(s.places); n > 0; n = len(s.places) {
		p := &s.places[n-1]
		taken := !lost && (p.tree == nil || p.now.actor == p.tree.children[0].actor)
		if p.tree != nil && len(p.tree.children) > 1 || taken && len(p.now.choices) > 0 {
			s.planted(n - 1)
			if p.leave(taken); len(p.tree.children) > 0 {
				return true
			}
		}
		s.drop(p.ahead)
		s.places = s.places[:n-1]
	}
	return false
}
