package campaign

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"machsim/debugger/choose/explore"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Sum is a number that stands for a class of schedules, a state, or who makes which call on what.
type Sum uint64

// MarshalText writes it in as few characters as are read at a glance.
func (s Sum) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%x", uint64(s)), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Sum) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 16, 64)
	*s = Sum(n)
	return err
}

// Seen is what a run shows of what the program can do.
type Seen struct {
	Class    Sum         `json:"class,omitempty"`    // of its schedule; 0 if it was given up
	Pairs    [][2]Sum    `json:"pairs,omitempty"`    // steps whose order matters, the first one first
	States   []Sum       `json:"states,omitempty"`   // after its events
	Tasks    []string    `json:"tasks,omitempty"`    // that set to work of their own accord
	Together [][2]string `json:"together,omitempty"` // two of them that did so while the other was at it
}

func (s *Seen) empty() bool {
	return s.Class == 0 && len(s.Pairs)+len(s.States)+len(s.Tasks)+len(s.Together) == 0
}

// observer listens to a run, for what it shows.
type observer struct {
	classes *explore.Observer
	shift   *runner.Shift
}

// observers are those of the runs of a search that are on their way, and the room of others to be used again.
type observers struct {
	idle sync.Pool
	at   sync.Map // *observer by *runner.Run
}

func (all *observers) listen(r *runner.Run) kernel.Tracer {
	o, _ := all.idle.Get().(*explore.Observer)
	if o == nil {
		o = explore.NewObserver()
	}
	o.Reset()
	o.Deaf = !r.Preempt // so that runs whose accesses are not heard can be compared
	w := &observer{o, runner.NewShift()}
	all.at.Store(r, w)
	return kernel.Tracer{Log: o, Event: w.shift.See}
}

// seen returns what a run has shown that has ended.
func (all *observers) seen(r *runner.Run) (s Seen) {
	x, ok := all.at.LoadAndDelete(r)
	if !ok || r.Loop != nil || r.Broken != nil {
		return s // program code may still be running
	}
	w := x.(*observer)
	if r.Cut == strategy.Known {
		all.idle.Put(w.classes)
		return s
	}
	s.Class = Sum(w.classes.Sum())
	for _, p := range w.classes.Pairs() {
		s.Pairs = append(s.Pairs, [2]Sum{Sum(p.First), Sum(p.Second)})
	}
	for _, n := range w.classes.States() {
		s.States = append(s.States, Sum(n))
	}
	all.idle.Put(w.classes)
	s.Pairs = distinct(s.Pairs, func(a, b [2]Sum) int { return slices.Compare(a[:], b[:]) })
	s.Tasks = slices.Sorted(slices.Values(w.shift.Tasks))
	s.Together = distinct(w.shift.Together, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	return s
}

// distinct sorts a list, and has each of its members once.
func distinct[T comparable](all []T, compare func(a, b T) int) []T {
	slices.SortFunc(all, compare)
	return slices.Compact(all)
}
