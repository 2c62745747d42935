package flow

import "slices"

// AsPublished finds the nodes of a process before which it is to know the generalized local events of others by the
// conditions of the paper (3.2.4). They are not sufficient: a receive may be passed without the message that is meant,
// or before it; a value may be an old one. They are here to be compared with Recognises.
func (a *Analysis) AsPublished(process int, others ...int) Set {
	found := newSet(len(a.Nodes))
	for _, n := range a.of(process) {
		if a.published(n, others, nil, nil) {
			found.add(n)
		}
	}
	return found
}

// published chooses a reason for each process, one after the other: some have their receives and releases already.
func (a *Analysis) published(n int, others, received, releases []int) bool {
	process := a.Nodes[n].Process
	if len(others) == 0 {
		return a.PathExists(n, received) && a.PathExists(a.end(process), releases)
	}
	for _, r := range a.of(process) {
		for _, release := range a.of(process) {
			if a.publishedBy(n, r, release, others[0]) &&
				a.published(n, others[1:], append(received[:len(received):len(received)], r),
					append(releases[:len(releases):len(releases)], release)) {
				return true
			}
		}
	}
	return false
}

// publishedBy says whether a process is known by one receive and released by one send.
func (a *Analysis) publishedBy(n, r, release, other int) bool {
	if a.Nodes[r].Kind != Receive || a.Nodes[release].Kind != Send || !a.Reach[r].Has(n) ||
		release != n && !a.Reach[n].Has(release) {
		return false
	}
	for _, s := range a.Pre[r].All() {
		if a.Nodes[s].Process != other {
			continue
		}
		for _, waits := range a.of(other) {
			first := a.Post1[waits].Has(release) && a.PDom[s].Has(waits)
			second := a.Post2[release].Has(waits) && a.PDom[n].Has(release)
			if a.Nodes[waits].Kind == Receive && (first || second) && a.unchanged(s, waits) {
				return true
			}
		}
	}
	return false
}

// unchanged says whether nothing on the ways from one node to another changes the event.
func (a *Analysis) unchanged(from, to int) bool {
	return !slices.ContainsFunc(a.StatsAlongPaths(from, to).All(), func(n int) bool { return a.Nodes[n].Changes })
}

// end is the node at which a process ends, or its last one in a loop without an end.
func (a *Analysis) end(process int) int {
	if exit := a.Processes[process].Exit; a.Reach[a.Processes[process].Enter].Has(exit) {
		return exit
	}
	return a.ends(process).All()[0]
}

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

// All finds the nodes of a process before which it knows the local events of several others.
func (a *Analysis) All(e Event, process int, others ...int) Set {
	s := a.own(process)
	for _, o := range others {
		known := newSet(len(a.Nodes))
		for n := range a.Recognises(e, process, o) {
			known.add(n)
		}
		s.meet(known)
	}
	return s
}
