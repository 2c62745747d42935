package explore

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/choose/explore/touch"
	"machsim/debugger/event/view"
	"machsim/kernel"
)

// reacher is a Door that makes all choices of a kernel, one way after the other, but goes on no further where another
// run has been: with the same state, and the same answers to all threads, the same can follow.
type reacher struct {
	spy  *spy
	stop func()
	path []int // the choices that are fixed
	so   []int // those that were made
	todo [][]int
	been map[string]bool
	over bool // another run has been here
}

func (w *reacher) Input() (string, bool) { return "", false }

func (w *reacher) Choose(p kernel.Point) int {
	at := len(w.so)
	switch {
	case w.over || p.Kind == kernel.PointTimer && p.Early || p.Kind == kernel.PointAddress:
		return 0
	case at < len(w.path):
		w.so = append(w.so, w.path[at])
		return w.path[at]
	}
	if p.Kind == kernel.PointNext || p.Kind == kernel.PointFault {
		k := w.key(p)
		if w.over = w.been[k]; w.over {
			w.stop()
			return 0
		}
		w.been[k] = true
	}
	for c := 1; c < p.N; c++ {
		w.todo = append(w.todo, append(slices.Clone(w.so), c))
	}
	w.so = append(w.so, 0)
	return 0
}

// key tells moments apart after which not the same can follow.
func (w *reacher) key(p kernel.Point) string {
	s := p.State()
	steps := s.Steps
	s.Steps = 0
	sum := view.Hash(s)
	s.Steps = steps
	var all []string
	for a, text := range w.spy.answers {
		all = append(all, fmt.Sprint(a, ": ", text))
	}
	slices.Sort(all)
	return fmt.Sprint(p.Kind, sum, s.Faults, w.spy.failures(s), all)
}

// deafLog hears nothing.
type deafLog struct{}

func (deafLog) Open(*kernel.State)                {}
func (deafLog) Begin(*kernel.State, kernel.Actor) {}
func (deafLog) End(*kernel.State, kernel.Taken)   {}
func (deafLog) Fired(*kernel.State, kernel.Actor) {}
func (deafLog) Glance(kernel.ThreadID, any)       {}

// allOutcomes returns what all runs of a program come to, whatever the kernel is asked; nil if there are more than most
// moments at which it is asked.
func allOutcomes(p *kernel.Program, b Begun, n *touch.Names, most int) (all Outcomes, runs int) {
	all = Outcomes{}
	w := &reacher{todo: [][]int{nil}, been: map[string]bool{}}
	for len(w.todo) > 0 {
		if runs++; len(w.been) > most {
			return nil, runs
		}
		w.path = w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.so, w.over = w.so[:0], false
		w.spy = &spy{deafLog{}, n.Numbers.Names(), map[touch.Actor]*strings.Builder{}}
		m := kernel.Must(kernel.New(p, kernel.Config{Door: w, StepTime: kernel.Timeless, Faults: b.Faults,
			Survive: true, KeepGoing: b.KeepGoing, Weak: b.Weak, Tracer: kernel.Tracer{Log: w.spy}}))
		w.stop = m.Interrupt
		m.Run()
		m.Close()
		if !w.over {
			all[w.spy.outcome(m)]++
		}
	}
	return all, runs
}

// Reaches holds what a search of a program comes to, one run of each class, against all that it can come to. It returns
// nil if that is too much.
func Reaches(p *kernel.Program, b Begun, moments, most int) (c *Comparison) {
	c = &Comparison{}
	n := touch.NewNames()
	if c.All, c.Runs = allOutcomes(p, b, n, moments); c.All == nil {
		return nil
	}
	if c.explore(p, b, most, n); c.Search.Classes+c.Search.Redundant+c.Search.Lost >= most {
		return nil
	}
	return c
}

// Astray says which outcome the search has missed, or invented; "" for none.
func (c *Comparison) Astray() string {
	missed, invented := lacks("outcome", c.Found, c.All), lacks("outcome", c.All, c.Found)
	if invented != "" {
		invented = "invented: " + invented
	}
	return missed + invented
}
