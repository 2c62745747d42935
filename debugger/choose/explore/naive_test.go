package explore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"machsim/debugger/choose/explore/touch"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Outcomes are what runs come to, each with how many runs came to it.
type Outcomes map[string]int

// spy hears what each thread is answered.
type spy struct {
	kernel.Log
	names   *touch.Names
	answers map[touch.Actor]*strings.Builder
}

// Begin notes what a thread prints.
func (s *spy) Begin(state *kernel.State, a kernel.Actor) {
	s.Log.Begin(state, a)
	if a.Thread != 0 && state.Threads.At(uint32(a.Thread)).Call.Op == kernel.OpPrint {
		fmt.Fprintf(s.of(s.names.Thread(state, a.Thread)), "prints %q;", state.Threads.At(uint32(a.Thread)).Call.Text)
	}
}

// Hear has the search hear the hooks.
func (s *spy) Hear(id kernel.ThreadID, t *hook.Thread) { s.Log.(kernel.Hearer).Hear(id, t) }

func (s *spy) of(a touch.Actor) *strings.Builder {
	if s.answers[a] == nil {
		s.answers[a] = &strings.Builder{}
	}
	return s.answers[a]
}

func (s *spy) End(state *kernel.State, t kernel.Taken) {
	s.Log.End(state, t)
	if !t.Done || t.Actor.Thread == 0 {
		return
	}
	a := s.names.Thread(state, t.Actor.Thread)
	s.of(a)
	fmt.Fprintf(s.answers[a], "%d %q", t.Result.Code, t.Result.Text)
	if t.Result.Info != nil {
		fmt.Fprintf(s.answers[a], " %+v", t.Result.Info)
	}
	if state.Threads.At(uint32(t.Actor.Thread)).Call.Op.Result() == kernel.ResultFile { // another number in another order
		fmt.Fprint(s.answers[a], " ", state.NameOf(t.About))
	} else if state.Threads.At(uint32(t.Actor.Thread)).Call.Op == kernel.OpCThreadFork { // likewise
		fmt.Fprint(s.answers[a], " ", s.names.Thread(state, kernel.ThreadID(t.Result.N)))
	} else if t.Result.Msg == nil {
		fmt.Fprintf(s.answers[a], " %d", t.Result.N)
	} else if t.Result.Code == 0 {
		fmt.Fprintf(s.answers[a], " %d %v %v", t.Result.Msg.ID, t.Result.Msg.Items, t.Result.Msg.Remote == ipc.Dead)
	}
	s.answers[a].WriteByte(';')
}

// outcome is what the threads were answered, and how the run ended.
func (s *spy) outcome(m *kernel.Machine) string {
	var all []string
	for a, text := range s.answers {
		all = append(all, fmt.Sprint(a, ": ", text))
	}
	slices.Sort(all)
	all = append(all, s.failures(m.State)...)
	return fmt.Sprint(all, m.Outcome())
}

// failures says which threads of a run have failed, and how.
func (s *spy) failures(of *kernel.State) (all []string) {
	some := slices.Clone(of.Failures)
	if of.Failure != nil {
		some = append(some, *of.Failure)
	}
	for _, f := range some {
		all = append(all, fmt.Sprintf("%d failed: %v: %s", s.names.Thread(of, f.Thread), f.Kind, f.Text))
	}
	slices.Sort(all)
	return all
}

// begun is a Door that gives the first n events of a run their answers, and asks another then.
type begun struct {
	kernel.Door
	answers []int
	n       int
}

func (b *begun) Choose(p kernel.Point) int {
	if int(p.State().Steps) >= b.n {
		return b.Door.Choose(p)
	}
	c := b.answers[0]
	b.answers = b.answers[1:]
	return c
}

// chance is a Door that keeps its answers.
type chance struct {
	kernel.Door
	answers []int
}

func (c *chance) Choose(p kernel.Point) int {
	i := c.Door.Choose(p)
	c.answers = append(c.answers, i)
	return i
}

// Answers returns the answers of a Door to a run, and the number of its events.
func Answers(p *kernel.Program, d kernel.Door) ([]int, int) {
	c := &chance{Door: d}
	m := kernel.Must(kernel.New(p, kernel.Config{Door: c, StepTime: kernel.Timeless}))
	m.Run()
	m.Close()
	return c.answers, int(m.State.Steps)
}

// Comparison is what became of a program that was explored, and of all its runs, or of all that can follow the first
// events of one.
type Comparison struct {
	Search         *Search
	Found, Classes Outcomes // by the search: what runs came to, and their orders

	Runs        int      // all runs in which nobody only begins to wait while another can do more
	All, Orders Outcomes // by these
	Exact       Outcomes // of all runs; nil if there are too many

	Ends     Outcomes // by the search: how runs fail, and what those come to that do not
	Ordinary Outcomes // the same of all runs that end with their first failure; nil if there are too many
	Ways     int      // by the search: in how many ways runs fail
	AllWays  Outcomes // by all runs: those ways
}

// Begun are the answers to the first N events of runs.
type Begun struct {
	Answers   []int
	N         int
	Faults    kernel.Faults // that all runs may have
	Preempt   bool          // accesses are steps
	Ordinary  bool          // runs end with their first failure
	KeepGoing bool          // exceptions end tasks
	Weak      bool          // any waiter is woken
	Starts    bool          // threads begin with accesses for which they make no call
}

func (b Begun) door(d kernel.Door) kernel.Door { return &begun{d, b.Answers, b.N} }

// Compare explores what can follow some events of a program, and makes all runs of that. It returns nil if there are
// more than most.
func Compare(p *kernel.Program, b Begun, most int) *Comparison {
	c, n := &Comparison{}, touch.NewNames()
	for again := true; again; again = n.Learned() {
		n = n.Numbers.Names()
		c.AllWays = Outcomes{}
		if c.All, c.Orders, c.Runs = naive(p, b, most, n, false, c.AllWays); c.All == nil {
			return nil
		}
	}
	switch {
	case b.Preempt:
		c.Exact, _, _ = naive(p, b, most/4, n, true)
	case b.N == 0:
		c.Exact, _, _ = naive(p, b, 3*most, n, true)
	}
	c.explore(p, b, 5*c.Runs, n)
	if b.Ordinary = true; len(c.AllWays) == 0 {
		return c
	}
	if c.Ordinary, _, _ = naive(p, b, 2*most, n, true); c.Ordinary == nil {
		c.Ordinary, _, _ = naive(p, b, most, n, false)
	}
	return c
}

func (c *Comparison) explore(p *kernel.Program, b Begun, most int, n *touch.Names) {
	s := From(b.N)
	s.KeepGoing, s.Weak = b.KeepGoing, b.Weak
	n.Numbers.Waits = nil
	s.names, c.Search = n.Numbers.Names(), s
	if c.Runs%2 == 1 { // whoever goes on where any order will do
		for _, i := range rand.New(rand.NewPCG(uint64(c.Runs), 1)).Perm(64) {
			s.ranks = append(s.ranks, int32(i))
		}
	}
	for s.Classes+s.Redundant+s.Lost < most {
		if s.Classes+s.Redundant+s.Lost == 0 {
			c.Found, c.Classes, c.Ends, c.Ways = Outcomes{}, Outcomes{}, Outcomes{}, 0
		}
		l := s.Begin()
		if l == nil {
			break
		}
		_, text, ends := ran(p, b, l, l, n)
		if s.End(); s.anew {
			continue
		}
		c.Found[text]++
		for _, e := range ends {
			c.Ends[e]++
		}
		for _, fresh := range s.Fresh {
			if fresh {
				c.Ways++
			}
		}
		c.Classes[classOf(s.run)]++
	}
}

// Wrong says what is wrong with the search; "" if nothing is.
func (c *Comparison) Wrong() string {
	s := c.Search
	switch {
	case s.Redundant > 0 && !s.names.Numbers.Waits[touch.AtRights], s.Redundant > s.Classes/4+1, s.Lost > 0:
	case s.Classes != len(c.Classes) || len(c.Classes) != len(c.Orders):
	case !same(c.Found, c.All), c.Exact != nil && !same(c.Found, c.Exact):
	case c.Ordinary != nil && !same(c.Ends, c.Ordinary), c.Ways != len(c.AllWays):
	default:
		return ""
	}
	return fmt.Sprintf("%d runs, %d classes of %d, %d outcomes of %d (%d), %d ends of %d, %d ways of %d, %d redundant, "+
		"%d lost", s.Classes, len(c.Classes), len(c.Orders), len(c.Found), len(c.All), len(c.Exact), len(c.Ends),
		len(c.Ordinary), c.Ways, len(c.AllWays), s.Redundant, s.Lost)
}

func same(a, b Outcomes) bool {
	for o := range a {
		if b[o] == 0 {
			return false
		}
	}
	return len(a) == len(b)
}

// ran makes a run. It returns what that has come to, and its failures, or what it has come to if it has none.
func ran(p *kernel.Program, b Begun, d kernel.Door, l kernel.Log, n *touch.Names) (m *kernel.Machine, text string,
	ends []string) {
	w := &spy{l, n, map[touch.Actor]*strings.Builder{}}
	m = kernel.Must(kernel.New(p, kernel.Config{Door: b.door(d), StepTime: kernel.Timeless, Faults: b.Faults,
		Preempt: b.Preempt, Survive: !b.Ordinary, KeepGoing: b.KeepGoing, Weak: b.Weak, Tracer: kernel.Tracer{Log: w}}))
	if c, ok := d.(interface{ Attach(func()) }); ok {
		c.Attach(m.Interrupt)
	}
	m.Run()
	m.Close()
	if text, ends = w.outcome(m), w.failures(m.State); len(ends) == 0 {
		ends = []string{text}
	}
	return m, text, ends
}

// waysOf are the ways to the failures of a run: the events before each, in their order. Nothing comes after a failure.
func waysOf(r *run) (all []string) {
	for i := range r.events {
		if !r.events[i].fails {
			continue
		}
		in := map[int]bool{}
		r.before(i, in)
		at, past := map[int]int{}, []event(nil)
		for _, k := range slices.Sorted(maps.Keys(in)) {
			at[k] = len(past)
			e := r.events[k]
			var after []int
			for _, j := range e.after {
				if n, ok := at[j]; ok {
					after = append(after, n)
				}
			}
			e.after = after
			past = append(past, e)
		}
		all = append(all, classOf(&run{events: past}))
	}
	return all
}

// before adds an event, and those that come before it.
func (r *run) before(i int, all map[int]bool) {
	if all[i] {
		return
	}
	all[i] = true
	e := &r.events[i]
	for k := range i {
		d := &r.events[k]
		if !d.fails && (d.actor == e.actor || touch.Affect(d.uses, e.uses) || slices.Contains(e.after, k)) {
			r.before(k, all)
		}
	}
}

// classOf tells runs apart by the order of the events that affect each other.
func classOf(r *run) string {
	o := &order{events: r.events}
	var text []string
	for i, e := range o.events {
		o.add()
		clock := ""
		for a, k := range o.stamps[i].clock {
			if k > 0 {
				clock += fmt.Sprint(a, ":", k, " ")
			}
		}
		text = append(text, fmt.Sprintf("%d %q %s", e.actor, e.data, clock))
	}
	slices.Sort(text)
	return strings.Join(text, "\n")
}

// everyWay takes every option at every position, one way after the other.
type everyWay struct {
	from  int
	fixed int
	todo  [][]branch
	so    []branch
	quiet func(kernel.Actor) bool // steps whose order to others makes no difference: they come at once
}

func (w *everyWay) wants() touch.Actor { return 0 }

func (w *everyWay) decide(position int, options []option) int {
	if w.quiet != nil {
		if i := slices.IndexFunc(options, func(o option) bool { return w.quiet(o.of) }); i >= 0 {
			return i
		}
	}
	for _, o := range options[1:] {
		w.todo = append(w.todo, append(slices.Clone(w.so), branch{actor: o.actor}))
	}
	return 0
}

func (w *everyWay) touched(int, touch.Footprint) {}

func (w *everyWay) taken(position int, e *event) {
	if position >= w.from+w.fixed {
		w.so = append(w.so, e.branch)
	}
}

// quietly says whether a thread's step is one that uses nothing, or the end of a thread that nobody waits for.
func (r *run) quietly(a kernel.Actor, starts bool) bool {
	if a.Thread == 0 || len(r.prints.Told.Of(a.Thread)) > 0 {
		return false
	}
	switch r.state.Threads.At(uint32(a.Thread)).Call.Op {
	case kernel.OpStart:
		return !starts
	case kernel.OpPrint, kernel.OpReturn, kernel.OpCThreadFork:
		return true
	}
	return false
}

// choices takes the other ways of the choices that the new steps of a run have made.
func (w *everyWay) choices(r *run) {
	for i := w.from + max(w.fixed-1, 0); i < len(r.events); i++ {
		e := &r.events[i]
		var path []branch
		for _, b := range r.events[w.from:i] {
			path = append(path, b.branch)
		}
		for k := len(r.chosen(i)); k < len(e.choices); k++ {
			for c := 1; c < e.choices[k]; c++ {
				w.todo = append(w.todo, append(slices.Clone(path), branch{e.actor, e.data[:k] + string([]byte{byte(c)})}))
			}
		}
	}
}

// chosen is what the path said of the choices of a step.
func (r *run) chosen(i int) string {
	if b := r.fixed(i); b != nil {
		return b.data
	}
	return ""
}

// naive makes all runs of a program that begin with some events: each way to choose who goes next among those that do
// not only wait or, exactly, among all. It returns nil if there are more than most.
func naive(p *kernel.Program, b Begun, most int, n *touch.Names, exact bool, ways ...Outcomes) (all, classes Outcomes,
	runs int) {
	all, classes = Outcomes{}, Outcomes{}
	w := &everyWay{from: b.N, todo: [][]branch{nil}}
	for len(w.todo) > 0 {
		if runs++; runs > most {
			return nil, nil, runs
		}
		path := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.so, w.fixed = slices.Clone(path), len(path)
		r := newRun(n.Waiting(n.Waits), b.N, path, w, false, nil)
		if b.Preempt && !exact {
			w.quiet = func(a kernel.Actor) bool { return r.quietly(a, b.Starts) }
		}
		r.exact, r.weak, r.prints.Ending = exact, b.Weak, b.KeepGoing
		_, text, ends := ran(p, b, r, r, r.prints.Names)
		if !exact {
			r.ended()
			classes[classOf(r)]++
		}
		r.prints.Names.Teach()
		for _, ways := range ways {
			for _, way := range waysOf(r) {
				ways[way]++
			}
		}
		w.choices(r)
		if r.lost {
			panic("a run of the naive enumeration is lost")
		}
		if b.Ordinary {
			text = ends[0]
		}
		all[text]++
	}
	return all, classes, runs
}
