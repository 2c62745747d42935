package detect

import (
	"encoding/binary"
	"slices"
	"sort"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/query/cuts"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// asked are the events that answer a trigger, and all others of which the same is asked.
type asked struct {
	answers []int   // in recorded order
	lanes   [][]int // the same, those of each lane that has any
	// late are the events, of the triggers, the answers and, where an answer may be too soon, of all, after which
	// somebody can wait for too long: for an order in which such an event comes before a trigger, or is it, and no later
	// one does, there may be one in which no answer comes in time. For others there is none, whatever the trigger.
	late []int
}

// holds says whether an event is one of the answers.
func (q *asked) holds(e int) bool {
	_, ok := slices.BinarySearch(q.answers, e)
	return ok
}

// open is the first answer of each lane that a cut does not hold, in recorded order.
func (q *asked) open(g *graph.Graph, c graph.Cut) (all []int) {
	for _, l := range q.lanes {
		if i := sort.Search(len(l), func(i int) bool { return !g.Holds(c, l[i]) }); i < len(l) {
			all = append(all, l[i])
		}
	}
	slices.Sort(all)
	return all
}

// asked finds what answers a trigger.
func (x *response) asked(e int) *asked { return x.by[x.key(e)] }

// group finds the events that answer each of the triggers.
func (x *response) group() {
	x.by = map[string]*asked{}
	events := text.Each(x.answers, (*leaf).byKey)
	triggers := map[*asked][]int{}
	for _, e := range x.triggers {
		q := x.by[x.key(e)]
		if q == nil {
			q = &asked{}
			for i, l := range x.answers {
				q.answers = append(q.answers, events[i][l.asks(e)]...)
			}
			slices.Sort(q.answers)
			q.answers = slices.Compact(q.answers)
			_, q.lanes = cuts.ByLane(x.a.r.Run, q.answers)
			x.by[x.key(e)] = q
		}
		triggers[q] = append(triggers[q], e)
	}
	for q, of := range triggers {
		if x.wait(q, of); x.budget.IsSpent() {
			return
		}
	}
}

// key tells triggers apart of which different things are asked.
func (x *response) key(e int) string {
	if len(x.answers) == 1 {
		return x.answers[0].asks(e)
	}
	var b []byte
	for _, l := range x.answers {
		k := l.asks(e)
		b = append(binary.AppendUvarint(b, uint64(len(k))), k...)
	}
	return string(b)
}

// workPerLook is how much more work it is to look at the time of an event than to compare two events.
const workPerLook = 20

// wait finds the events after which triggers of the same answers may wait for too long: there is one that is too late
// beside all answers after the event that are not too soon.
func (x *response) wait(q *asked, triggers []int) {
	if x.to == noEnd {
		return
	}
	g, most := x.a.r.Graph, x.a.r.Graph.All()
	first := map[int]int{} // answer of a lane, of those in most's future
	next := len(q.answers) - 1
	at := x.moments(q, triggers)
	x.budget.Spend(workPerLook*len(at) + len(q.answers)*(len(q.lanes)+1))
	for _, o := range slices.Backward(at) {
		now := x.time(o)
		for ; next >= 0 && q.answers[next] > o && x.time(q.answers[next]) >= now+x.from; next-- {
			x.a.r.Tick()
			g.Lower(most, q.answers[next])
			first[x.a.r.Tape.Lane(q.answers[next])] = q.answers[next]
		}
		late := x.late(now, x.timeOf(most))
		for lane, f := range first { // which comes next only after what is before it in its lane
			late = late || int(most[lane]) == x.a.r.Tape.Nth(f) && x.late(now, x.time(f))
		}
		if late {
			q.late = append(q.late, o)
		}
	}
	slices.Reverse(q.late)
}

// moments are the events that can be the last before a trigger or the trigger itself, as far as it matters which.
func (x *response) moments(q *asked, triggers []int) []int {
	if x.from == 0 {
		all := slices.Concat(triggers, q.answers)
		slices.Sort(all)
		return slices.Compact(all)
	}
	var all []int
	if slices.Contains(triggers, -1) {
		all = append(all, -1)
	}
	return append(all, x.a.r.inOrder()...)
}

// asks is the key of the events of a leaf that answer a trigger. There are none of the key noKey.
func (l *leaf) asks(e int) string {
	if l.trigger == nil {
		return ""
	}
	t := l.trigger.occurs(e)
	if t == nil {
		return noKey
	}
	var b []byte
	for _, pair := range l.equal {
		b = t.With[pair[1]].AppendKey(b)
	}
	if l.by >= 0 {
		b = binary.AppendUvarint(b, uint64(t.With[l.by].Int()))
	}
	return string(l.message(b, t.Call))
}

const noKey = "none"

// byKey are the events of a leaf by what asks says of the triggers that they answer.
func (l *leaf) byKey() map[string][]int {
	events := map[string][]int{}
	for i := range l.happened {
		h := &l.happened[i]
		if k := l.answered(h); k != noKey {
			events[k] = append(events[k], h.Event)
		}
	}
	return events
}

// answered is the key of the triggers that an event of a leaf answers.
func (l *leaf) answered(h *predicate.Happening) string {
	if l.trigger == nil {
		return ""
	}
	var b []byte
	for _, pair := range l.equal {
		if h.With[pair[0]].Kind() == eval.None {
			return noKey
		}
		b = h.With[pair[0]].AppendKey(b)
	}
	if l.by >= 0 {
		b = binary.AppendUvarint(b, uint64(h.Thread))
	}
	return string(l.message(b, h.From))
}

// message adds to a key which message it is, if that matters.
func (l *leaf) message(b []byte, from predicate.Call) []byte {
	if !l.same {
		return append(b, 0)
	}
	return binary.AppendVarint(binary.AppendVarint(append(b, 1), int64(from.Lane)), int64(from.N))
}
