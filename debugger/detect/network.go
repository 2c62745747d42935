package detect

// network finds sets of nodes of the greatest weight, where whoever takes a node has to take
// others with it: a maximum weight closure, which is a minimum cut (Picard). Nodes with
// a positive weight pay for those with a negative one that they need, as far as they can. What is
// left over is the greatest weight; the nodes that are still to be reached from those that have
// something left are the least set that has it.
//
// Nodes are admitted one after the other, each after those that it needs. Once something is
// left over it stays so, for nobody who comes later is needed by those who are there: so the
// nodes that it reaches are taken for good, and never looked at again.
type network struct {
	arcs
	cost  []int64 // by node: what nobody pays for yet
	paid  []int64 // by arc: what goes along it
	taken []bool  // by node
	gain  int64   // weight of those that are taken
	size  int     // nodes that were admitted

	into []int32 // by node: the last admitted arc that leads to it, -1 if none
	next []int32 // by arc: the one admitted before it that leads to the same node

	queue []int32 // of a search: the nodes that it has come to
	round int32   // its number
	seen  []int32 // by node: the last search that has come to it
	via   []int32 // by node: how: along an arc, or against one if it is ^arc
}

// arcs lead from each node to nodes with lower numbers that it needs; such as follow from others
// are left out.
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

// admit takes in the next node, which has a weight.
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

// spend pays for what a node needs, and takes all of it if something is left over.
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

// spread goes on from a node: to those that it needs, and to those that pay for it or for what
// it needs, which could pay elsewhere.
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

// pay pays for a node that the search has come to, on the way that it came. closed says that the
// way can be gone no more.
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

// back visits the way on which the search has come to a node, from its end.
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
