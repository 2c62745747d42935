package flow_test

import (
	"maps"
	"math/rand/v2"
	"slices"

	"machsim/debugger/study/flow"
)

// run is a run of a graph: messages are taken in any order.
type run struct {
	*made
	rng      *rand.Rand
	at       []int // by process: the node that it is about to do
	changes  []int // by process: how often its local event has changed
	messages []message
	known    []map[int]value // by process: the latest that it has heard of others
	last     map[int]value   // by receive: the event of the sender of the message that it took last
	past     []map[int]bool  // by process: the nodes that came before where it is
	done     []event
}

type value struct{ changes, steps int }

type message struct {
	send  int
	from  value
	known map[int]value
	past  map[int]bool
}

// event is a node that was done, and those that came before it.
type event struct {
	node int
	past map[int]bool
}

func newRun(m *made, rng *rand.Rand) *run {
	r := &run{made: m, rng: rng, last: map[int]value{}, changes: make([]int, len(m.Processes))}
	for _, p := range m.Processes {
		r.at = append(r.at, p.Enter)
		r.known, r.past = append(r.known, map[int]value{}), append(r.past, map[int]bool{})
	}
	return r
}

// step lets a process do its next node, but not one that is halted.
func (r *run) step(halted int) {
	p := r.rng.IntN(len(r.at))
	n := &r.Nodes[r.at[p]]
	if p == halted || r.at[p] == r.Processes[p].Exit || n.Kind == flow.Receive && !r.take(p) {
		return
	}
	r.past[p] = maps.Clone(r.past[p])
	r.past[p][r.at[p]] = true
	r.known[p] = maps.Clone(r.known[p])
	if n.Changes {
		r.changes[p]++
	}
	r.known[p][p] = value{r.changes[p], r.known[p][p].steps + 1}
	if n.Kind == flow.Send {
		r.messages = append(r.messages, message{r.at[p], r.known[p][p], r.known[p], r.past[p]})
	}
	r.done = append(r.done, event{r.at[p], r.past[p]})
	r.at[p] = n.Next[r.rng.IntN(len(n.Next))]
}

// take takes any message that may be taken.
func (r *run) take(p int) bool {
	var some []int
	for i, x := range r.messages {
		if slices.Contains(r.Nodes[x.send].To, r.at[p]) {
			some = append(some, i)
		}
	}
	if len(some) == 0 {
		return false
	}
	i := some[r.rng.IntN(len(some))]
	x := r.messages[i]
	r.messages = slices.Delete(slices.Clone(r.messages), i, i+1)
	r.last = maps.Clone(r.last)
	r.last[r.at[p]] = x.from
	r.past[p], r.known[p] = maps.Clone(r.past[p]), maps.Clone(r.known[p])
	maps.Copy(r.past[p], x.past)
	for q, v := range x.known {
		if v.steps > r.known[p][q].steps {
			r.known[p][q] = v
		}
	}
	return true
}

// points are where the processes of a graph know each other's events: by our conditions, and by the paper's.
type points struct {
	ours   map[[2]int]map[int]flow.Reason
	papers map[[2]int]flow.Set
}

func pointsOf(x *flow.Analysis) *points {
	k := &points{map[[2]int]map[int]flow.Reason{}, map[[2]int]flow.Set{}}
	for p := range x.Processes {
		for q := range x.Processes {
			if p != q {
				k.ours[[2]int{p, q}] = x.Recognises(flow.Generalized, p, q)
				k.papers[[2]int{p, q}] = x.AsPublished(p, q)
			}
		}
	}
	return k
}

// judge halts each process that knows something where it is, and looks whether that is so, and stays so.
func (r *run) judge(k *points, ours, papers *tally) {
	for p := range r.at {
		for q := range r.at {
			pair := [2]int{p, q}
			if reason, ok := k.ours[pair][r.at[p]]; ok {
				ours.count(r.stays(p, q, r.last[reason.Received].changes))
			}
			if v, heard := r.known[p][q]; heard && p != q && k.papers[pair].Has(r.at[p]) {
				papers.count(r.stays(p, q, v.changes))
			}
		}
	}
}

// stays says whether the event of a process is as another knows it that is halted, whatever the others do.
func (r *run) stays(halted, other, changes int) bool {
	for range 3 {
		c := *r
		c.at, c.changes = slices.Clone(r.at), slices.Clone(r.changes)
		c.known, c.past = slices.Clone(r.known), slices.Clone(r.past)
		c.messages = slices.Clone(r.messages)
		for range 40 {
			if c.changes[other] != changes {
				return false
			}
			c.step(halted)
		}
	}
	return true
}

// posts counts the claims of Post2, and those of Post1 in a run in which all was received and all came to their ends;
// and those that are broken.
func (r *run) posts(x *flow.Analysis) (claims, broken int) {
	complete := len(r.messages) == 0
	for p := range r.at {
		complete = complete && r.at[p] == r.Processes[p].Exit
	}
	for _, e := range r.done {
		for n := range r.Nodes {
			if n != e.node && x.Post2[n].Has(e.node) {
				if claims++; !e.past[n] {
					broken++
				}
			}
			if complete && n != e.node && x.Post1[n].Has(e.node) {
				if claims++; !r.later(e.node, n) {
					broken++
				}
			}
		}
	}
	return claims, broken
}

// later says whether a node was done after another.
func (r *run) later(first, then int) bool {
	return slices.ContainsFunc(r.done, func(e event) bool { return e.node == then && e.past[first] })
}
