package explore

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// Histories are what actors have been answered, each with all that it was answered before.
type Histories map[string]bool

// told is a log of a run that keeps what each thread has been answered after each event.
type told struct {
	spy
	at  []string // by event: what its actor has been answered
	who []touch.Actor
}

func (t *told) Begin(s *kernel.State, a kernel.Actor) {
	t.spy.Log.Begin(s, a)
	name := touch.Actor(0)
	if a.Thread != 0 {
		name = t.names.Thread(s, a.Thread)
	}
	t.who = append(t.who, name)
}

func (t *told) End(s *kernel.State, x kernel.Taken) {
	t.spy.End(s, x)
	text := ""
	if b := t.answers[t.who[len(t.who)-1]]; b != nil {
		text = b.String()
	}
	t.at = append(t.at, fmt.Sprint(t.who[len(t.who)-1], ":", text))
}

// bounding makes a run, and returns what came of it; known says that it was ended because others show what follows.
func bounding(p *kernel.Program, l Listener, n *touch.Names) (m *kernel.Machine, t *told) {
	t = &told{spy: spy{l, n, map[touch.Actor]*strings.Builder{}}}
	m = kernel.Must(kernel.New(p, kernel.Config{Door: l, StepTime: kernel.Timeless, Survive: true,
		Tracer: kernel.Tracer{Log: t}}))
	l.(*run).Attach(m.Interrupt)
	m.Run()
	m.Close()
	return m, t
}

// boundedBy explores a program within bounds. It returns what runs come to, their classes, and what threads are
// answered.
func boundedBy(s *Search, p *kernel.Program, b Bounds, most int) (found, classes Outcomes, heard Histories) {
	found, classes, heard = Outcomes{}, Outcomes{}, Histories{}
	s.Bounds = b
	for s.Classes+s.Redundant+s.Lost+s.Known < most {
		l := s.Begin()
		if l == nil {
			break
		}
		m, t := bounding(p, l, s.names)
		if s.End(); s.anew {
			found, classes, heard = Outcomes{}, Outcomes{}, Histories{}
			continue
		}
		for _, text := range t.at {
			heard[text] = true
		}
		if s.run.bounds.cut != Known {
			found[t.outcome(m)]++
			classes[classOf(s.run)]++
		}
	}
	return found, classes, heard
}

// offered is everyWay that keeps what it was offered.
type offered struct {
	everyWay
	run    *run
	events map[int][]option
	waits  map[branchAt]bool // whoever goes on there only begins to wait
}

// branchAt is a step that can be taken at a position.
type branchAt struct {
	position int
	actor    touch.Actor
}

func (w *offered) decide(position int, options []option) int {
	w.events[position] = slices.Clone(options)
	for _, o := range options {
		w.waits[branchAt{position, o.actor}], _ = wouldWait(w.run.state, o.of)
	}
	return w.everyWay.decide(position, options)
}

// Scheduled is a run of all, with what it costs.
type Scheduled struct {
	Preemptions, Delays int
	Outcome, Class      string
	At                  []string // what the actor of each event has been answered
	Own                 []int    // of each event: how many its thread had made then
}

// All makes all runs of a program, within bounds of random numbers alone; nil if there are more than most.
func All(p *kernel.Program, n *touch.Names, most int) (all []Scheduled) {
	todo := [][]branch{nil}
	for len(todo) > 0 {
		if len(all) == most {
			return nil
		}
		path := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		w := &offered{events: map[int][]option{}, waits: map[branchAt]bool{}}
		// Whoever goes first is not chosen by the path, so that all are offered at each event.
		r := newRun(n.Waiting(n.Waits), 0, nil, nil, false, nil)
		w.run, r.by = r, &along{w, path}
		m, t := bounding(p, r, r.prints.Names)
		x := Scheduled{Outcome: t.outcome(m), At: t.at}
		own := map[touch.Actor]int{}
		for _, a := range t.who {
			own[a]++
			x.Own = append(x.Own, own[a])
		}
		r.ended()
		x.Class = classOf(r)
		x.Preemptions, x.Delays = w.costs(r)
		all = append(all, x)
		for i := len(path); i < len(r.events); i++ {
			for _, o := range w.events[i] {
				if o.actor != r.events[i].actor {
					todo = append(todo, append(branches(r, i), branch{actor: o.actor}))
				}
			}
		}
		for i := max(len(path)-1, 0); i < len(r.events); i++ {
			e, given := &r.events[i], 0
			if i < len(path) {
				given = len(path[i].data)
			}
			for k := given; k < len(e.choices); k++ {
				for c := 1; c < e.choices[k]; c++ {
					todo = append(todo, append(branches(r, i), branch{e.actor, e.data[:k] + string([]byte{byte(c)})}))
				}
			}
		}
	}
	return all
}

func branches(r *run, n int) (all []branch) {
	for i := range r.events[:n] {
		all = append(all, r.events[i].branch)
	}
	return all
}

// along decides as a path says, and is offered all the same.
type along struct {
	*offered
	path []branch
}

func (a *along) decide(position int, options []option) int {
	i := a.offered.decide(position, options)
	if position < len(a.path) {
		i = slices.IndexFunc(options, func(o option) bool { return o.actor == a.path[position].actor })
	}
	return i
}

func (a *along) taken(position int, e *event) {
	if position < len(a.path) {
		e.data = a.path[position].data
	}
}

// costs counts where a thread could have gone on that did not, and how many turns were passed over.
func (w *offered) costs(r *run) (preemptions, delays int) {
	var last touch.Actor
	yields := false
	for i, e := range r.events {
		options := w.events[i]
		able := slices.ContainsFunc(options, func(o option) bool { return o.actor == last }) && !w.waits[branchAt{i, last}]
		if len(options) > 0 {
			var names []touch.Actor
			for _, o := range options {
				names = append(names, o.actor)
			}
			order := r.prints.Names
			slices.SortFunc(names, order.Compare)
			k := slices.IndexFunc(names, func(a touch.Actor) bool { return last != 0 && order.Compare(a, last) >= 0 })
			if k < 0 {
				k = 0
			}
			for ; names[k] != e.actor; k = (k + 1) % len(names) {
				delays++
			}
		}
		if able && e.thread && e.actor != last && !yields {
			preemptions++
		}
		if yields = e.yields; e.thread {
			last = e.actor
		}
	}
	return preemptions, delays
}

// CompareBounds holds a search within bounds against all runs: "" if it is right, or nothing is known.
func CompareBounds(p *kernel.Program, b Bounds, most int) (wrong string, runs int) {
	n := touch.NewNames()
	s := NewSearch()
	s.names = n.Numbers.Names()
	all := All(p, n, most)
	for all != nil && n.Learned() {
		n = n.Numbers.Names()
		all = All(p, n, most)
	}
	if all == nil {
		return "", 0
	}
	found, classes, heard := boundedBy(s, p, b, 20*most)
	if s.Lost+s.Redundant > 0 || !s.all {
		return fmt.Sprintf("%d lost, %d redundant, all: %v", s.Lost, s.Redundant, s.all), len(all)
	}
	if b.reach() {
		return reached(all, b, heard), len(all)
	}
	wants, orders := Outcomes{}, Outcomes{}
	w := newSweep(b)
	for _, x := range all {
		if w.allows(x) {
			wants[x.Outcome]++
			orders[x.Class]++
		}
	}
	if !same(found, wants) || !same(classes, orders) || s.Classes != len(orders) {
		return fmt.Sprintf("%d outcomes of %d, %d (%d) classes of %d", len(found), len(wants), s.Classes, len(classes),
			len(orders)), len(all)
	}
	if s.Passed && !slices.ContainsFunc(all, func(x Scheduled) bool { return !w.allows(x) }) {
		return "it says that there are runs beyond the bounds", len(all)
	}
	if !s.Passed && slices.ContainsFunc(all, func(x Scheduled) bool { return orders[x.Class] == 0 }) {
		return "it does not say that there are classes beyond the bounds", len(all)
	}
	return "", len(all)
}

func (w *sweep) allows(x Scheduled) bool { return w.within(cost{x.Preemptions, x.Delays}) }

// reached says which answer a thread has in a run within bounds, and in none of the search; "" if there is none.
func reached(all []Scheduled, b Bounds, heard Histories) string {
	w := newSweep(b)
	for _, x := range all {
		if !w.allows(x) {
			continue
		}
		for i, text := range x.At {
			if b[Events] > 0 && i >= b[Events] || b[Depth] > 0 && x.Own[i] > b[Depth] {
				break
			}
			if !heard[text] {
				return "nobody is answered " + text
			}
		}
	}
	return ""
}
