package flow

// pre finds, by node, the sends of which it may know: those from which a chain of messages may lead to it that visits
// no process twice. What a process has sent itself is left out, but of a family: another member may have sent it.
func (a *Analysis) pre() []Set {
	pre := a.sets()
	for again := true; again; {
		again = false
		for _, s := range a.those(Send) {
			for _, r := range a.Nodes[s].To {
				var but Set
				if !a.family(r) {
					but = a.own(a.Nodes[r].Process)
				}
				again = pre[r].join(pre[s], but) || again
			}
		}
		for _, r := range a.those(Receive) {
			for _, s := range a.Reach[r].All() {
				if a.Nodes[s].Kind == Send {
					again = pre[s].join(pre[r], nil) || again
				}
			}
		}
	}
	return pre
}

// sets returns a set for each node: of a send, the send.
func (a *Analysis) sets() []Set {
	all := make([]Set, len(a.Nodes))
	for n := range all {
		all[n] = newSet(len(a.Nodes))
		if a.Nodes[n].Kind == Send {
			all[n].add(n)
		}
	}
	return all
}
