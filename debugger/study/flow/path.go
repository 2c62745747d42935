package flow

import "slices"

// StatsAlongPaths are the nodes on ways from one node to another, both of them left out, and all ways end where they
// come to the other.
func (a *Analysis) StatsAlongPaths(from, to int) Set {
	on := newSet(len(a.Nodes))
	for _, n := range a.after(from, to).All() {
		if n != to && a.Reach[n].Has(to) {
			on.add(n)
		}
	}
	return on
}

// PathExists says whether a way through a process passes all of some nodes, in any order, and ends at a node.
func (a *Analysis) PathExists(end int, nodes []int) bool {
	way := []int{a.Processes[a.Nodes[end].Process].Enter, end}
	for _, n := range nodes {
		if slices.Contains(way, n) {
			continue
		}
		i := 1
		for i < len(way) && !(a.Reach[way[i-1]].Has(n) && a.Reach[n].Has(way[i])) {
			i++
		}
		if i == len(way) {
			return false
		}
		way = slices.Insert(way, i, n)
	}
	return true
}

// stable says whether nothing changes the local event of a process between two of its nodes: on no way from the first
// that has not passed the second, whether it ever comes there or not.
func (a *Analysis) stable(from, to int) bool {
	return !slices.ContainsFunc(a.after(from, to).All(), func(n int) bool { return n != to && a.Nodes[n].Changes })
}
