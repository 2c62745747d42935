package cuts

// network computes a maximum weight closure by a minimum cut (Picard): a set of nodes of the greatest
// weight that has, with each node, those that it needs. Nodes of positive weight pay for the nodes of
// negative weight that they need, as far as they can. What is left over is the greatest weight; the
// nodes that are still reachable from those with something left are the least set that has it.
//
// Nodes are admitted one after the other, each after those that it needs. What is left over once stays
// left over, because no admitted node needs a later one. So the nodes that it reaches are taken for
// good, and never visited again.
type network struct {
	arcs
	cost  []int64 // by node: the part of its negative weight that is not paid for
	paid  []int64 // by arc: the flow along it
	taken []bool  // by node
	gain  int64   // weight of the taken nodes
	size  int     // number of admitted nodes

	into []int32 // by node: the last admitted arc that leads to it, -1 if none
	next []int32 // by arc: the one admitted before it that leads to the same node

	queue []int32 // of a search: the nodes that it has reached
	round int32   // its number
	seen  []int32 // by node: the last search that has reached it
	via   []int32 // by node: the arc by which it was reached; ^arc if against its direction
}

// arcs lead from each node to the nodes with lower numbers that it needs. An arc that follows from others
// is left out.
type arcs struct {
	first []int32 // by node, and one more: its first arc
	from  []int32 // by arc
	to    []int32
}

func newNetwork(a arcs) *network {
	n, m := len(a.first)-1, len(a.to)
	w := &network{arcs: a, cost: make([]int64, n), paid: make([]int64, m), taken: make([]bool, n),
		into: make([]int32, n), next: make([]int32, m), seen: make([]int32, n), via: make([]int32, n)}
	for i := range w.into {
		w.into[i] = -1
	}
	return w
}

// admit adds the next node, with its weight.
func (w *network) admit(weight int64) {
	i := int32(w.size)
	w.size++
	for a := w.first[i]; a < w.first[i+1]; a++ {
		w.next[a], w.into[w.to[a]] = w.into[w.to[a]], a
	}
	switch {
	case weight < 0:
		w.cost[i] = -weight
	case weight > 0:
		w.spend(i, weight)
	}
}

// spend pays for the nodes that a node needs, and takes all of them if something is left over.
func (w *network) spend(i int32, purse int64) {
	for again := true; again; {
		again = false
		w.begin(i)
		for k := 0; k < len(w.queue) && !again; k++ {
			if j := w.queue[k]; w.cost[j] > 0 {
				var sum int64
				if sum, again = w.pay(j, purse); sum == purse {
					return
				}
				purse -= sum
			}
			w.spread(w.queue[k])
		}
	}
	for _, j := range w.queue {
		w.taken[j] = true
	}
	w.gain += purse
}

// begin begins a search.
func (w *network) begin(i int32) {
	w.round++
	w.seen[i] = w.round
	w.queue = append(w.queue[:0], i)
}

// spread continues a search from a node: to those that it needs, and to those that pay for it, which
// could pay for others instead.
func (w *network) spread(i int32) {
	for a := w.first[i]; a < w.first[i+1]; a++ {
		w.visit(w.to[a], a)
	}
	for a := w.into[i]; a >= 0; a = w.next[a] {
		if w.paid[a] > 0 {
			w.visit(w.from[a], ^a)
		}
	}
}

func (w *network) visit(i, via int32) {
	if !w.taken[i] && w.seen[i] != w.round {
		w.seen[i], w.via[i] = w.round, via
		w.queue = append(w.queue, i)
	}
}

// pay pays for a node along the path by which the search has reached it. closed says that the path has no
// capacity left.
func (w *network) pay(i int32, purse int64) (sum int64, closed bool) {
	sum = min(purse, w.cost[i])
	w.back(i, func(a int32) {
		if a < 0 {
			sum = min(sum, w.paid[^a])
		}
	})
	w.back(i, func(a int32) {
		if a >= 0 {
			w.paid[a] += sum
		} else {
			w.paid[^a] -= sum
			closed = closed || w.paid[^a] == 0
		}
	})
	w.cost[i] -= sum
	return sum, closed
}

// back visits the arcs of the path by which the search has reached a node, from its end.
func (w *network) back(i int32, visit func(via int32)) {
	for i != w.queue[0] {
		a := w.via[i]
		if visit(a); a >= 0 {
			i = w.from[a]
		} else {
			i = w.to[^a]
		}
	}
}
