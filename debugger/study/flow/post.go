package flow

// post1 finds, by node, the sends after which it certainly comes, if all that is sent is received and all processes
// come to their ends: along messages that can go nowhere else, and on to what is sent on all ways from there.
func (a *Analysis) post1() []Set {
	post := a.sets()
	for again := true; again; {
		again = false
		for _, s := range a.those(Send) {
			if r, ok := a.onlyTo(s); ok {
				again = post[r].join(post[s], a.own(a.Nodes[r].Process)) || again
			}
		}
		for _, r := range a.those(Receive) {
			for _, s := range a.PDom[r].All() {
				if a.Nodes[s].Kind == Send {
					again = post[s].join(post[r], nil) || again
				}
			}
		}
	}
	return post
}

// post2 finds, by node, the receives before which it certainly was: against messages that can have come from nowhere
// else, and back to what was received on all ways to there.
func (a *Analysis) post2() []Set {
	return a.receives(func(r, s int) bool { return a.Dom[s].Has(r) })
}

// receives is post2, of which through says whether a process that has sent has received before.
func (a *Analysis) receives(through func(r, s int) bool) []Set {
	post := make([]Set, len(a.Nodes))
	for n := range post {
		if post[n] = newSet(len(a.Nodes)); a.Nodes[n].Kind == Receive {
			post[n].add(n)
		}
	}
	senders, on := a.senders(), map[int][]int{} // by receive: what is sent through it
	for _, r := range a.those(Receive) {
		for _, s := range a.those(Send) {
			if a.Nodes[s].Process == a.Nodes[r].Process && through(r, s) {
				on[r] = append(on[r], s)
			}
		}
	}
	for again := true; again; {
		again = false
		for _, r := range a.those(Receive) {
			if s, ok := a.onlyFrom(senders, r); ok {
				again = post[s].join(post[r], a.own(a.Nodes[s].Process)) || again
			}
			for _, s := range on[r] {
				again = post[r].join(post[s], nil) || again
			}
		}
	}
	return post
}

// senders are, by receive, the sends whose messages it may take.
func (a *Analysis) senders() [][]int {
	all := make([][]int, len(a.Nodes))
	for _, s := range a.those(Send) {
		for _, r := range a.Nodes[s].To {
			all[r] = append(all[r], s)
		}
	}
	return all
}

// onlyTo is the only receive that may take what a send sends.
func (a *Analysis) onlyTo(s int) (r int, ok bool) {
	if to := a.Nodes[s].To; len(to) == 1 && !a.family(s) && !a.family(to[0]) {
		return to[0], true
	}
	return 0, false
}

// onlyFrom is the only send whose messages a receive may take.
func (a *Analysis) onlyFrom(senders [][]int, r int) (s int, ok bool) {
	if len(senders[r]) == 1 && !a.family(r) && !a.family(senders[r][0]) {
		return senders[r][0], true
	}
	return 0, false
}
