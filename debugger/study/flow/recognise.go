package flow

import "slices"

// Event is what is known of a local event beside what the graph says of its changes.
type Event uint8

// The sorts of local events (Spezialetti and Gupta, 3.1).
const (
	Monotonic   Event = iota // once true, it is true for ever
	Dependent                // it is true as long as its process waits to be let go
	Generalized              // it may change whenever a node of its process changes it
)

// Reason says by which messages one process knows the local event of another at some of its nodes: the value has come
// from Sent to Received, and until Release is passed the other does not get beyond Waits. Of a monotonic event, Release
// and Waits are 0.
type Reason struct{ Sent, Received, Release, Waits int }

// Recognises finds the nodes of a process before which it knows the local event of another: its value has come by a
// message, and is the same in whatever state the others can be in before the process goes on. By node, the reason.
//
// The conditions are not the paper's, which do not suffice (TestWrong). For one reason they are:
//
//	A  Waits is passed only after Release was
//	B  no way from Sent on which Waits was not passed changes the event
//	C  between two Releases, and before the first, there is a Received: no answer in advance
//	D  between two Sents there is a Waits
//	E  Received takes messages of Sent alone: else the value may be an old one
//	F  no Release lies between Received and the node
//	G  Received lies on all ways to the node
//
// So it is, whatever the order of messages: Waits was passed no more often than Release (A), that no more often than
// Received (C), and that no more often than Sent (E); by D, Sent at most once more than Waits. Before the node Received
// was passed once more than Release (F, G). So Sent was passed once more than Waits: the other has not come beyond
// Waits since it has sent that value, and B says that the value holds until then.
func (a *Analysis) Recognises(e Event, process, other int) map[int]Reason {
	found := map[int]Reason{}
	if process == other || a.Processes[process].Family || a.Processes[other].Family {
		return found
	}
	if e == Monotonic {
		a.told(found, process, other)
		return found
	}
	for _, x := range a.reasons(e, process, other) {
		for _, n := range a.of(process) {
			if _, known := found[n]; !known && a.knows(x, n) {
				found[n] = x
			}
		}
	}
	return found
}

// told finds where a monotonic event of another process may be known: a message that may tell of it can have come.
func (a *Analysis) told(found map[int]Reason, process, other int) {
	for _, r := range a.of(process) {
		for _, s := range a.Pre[r].All() {
			if a.Nodes[r].Kind != Receive || a.Nodes[s].Process != other {
				continue
			}
			for _, n := range a.Reach[r].All() {
				if _, known := found[n]; !known {
					found[n] = Reason{Sent: s, Received: r}
				}
			}
		}
	}
}

// reasons are those that satisfy the conditions A to E.
func (a *Analysis) reasons(e Event, process, other int) (all []Reason) {
	senders := a.senders()
	for _, r := range a.of(process) {
		sent, ok := a.onlyFrom(senders, r)
		if a.Nodes[r].Kind != Receive || !ok || a.Nodes[sent].Process != other { // E
			continue
		}
		for _, release := range a.of(process) {
			if a.Nodes[release].Kind != Send || !a.between(r, release) { // C
				continue
			}
			for _, waits := range a.of(other) {
				x := Reason{sent, r, release, waits}
				if a.released[release].Has(waits) && a.holdsBack(e, x) { // A
					all = append(all, x)
				}
			}
		}
	}
	return all
}

// holdsBack says whether the other process does not change its event before it was let go.
func (a *Analysis) holdsBack(e Event, x Reason) bool {
	if !a.separates(x.Waits, x.Sent) { // D
		return false
	}
	if e == Dependent {
		return slices.Equal(a.Nodes[x.Sent].Next, []int{x.Waits})
	}
	return a.stable(x.Sent, x.Waits) // B
}

// stable says whether nothing changes the local event of a process between two of its nodes: on no way from the first
// that has not passed the second, whether it ever comes there or not.
func (a *Analysis) stable(from, to int) bool {
	return !slices.ContainsFunc(a.after(from, to).All(), func(n int) bool { return n != to && a.Nodes[n].Changes })
}

// knows says whether a reason holds before a node: F and G.
func (a *Analysis) knows(x Reason, n int) bool {
	return n != x.Received && a.Dom[n].Has(x.Received) && !a.after(x.Release, x.Received).Has(n)
}
