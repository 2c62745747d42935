package detect

import "machsim/debugger/lang/temporal"

// timeline reads what the leaves of an assertion are at the positions of the recorded order, one after the other. It
// is a temporal.Letter.
type timeline struct {
	a     *assertion
	event int              // after which the position is, -1 at the start
	truth []temporal.Truth // by leaf, of those that are conditions
	next  []int            // by leaf: its next change or event
	hit   []int            // by leaf: its event at this position, -1 for none
}

func (a *assertion) timeline() *timeline {
	t := &timeline{
		a: a, event: temporal.None, truth: make([]temporal.Truth, len(a.leaves)), next: make([]int, len(a.leaves)),
		hit: make([]int, len(a.leaves)),
	}
	for i, l := range a.leaves {
		t.truth[i], t.hit[i] = l.first, -1
	}
	return t
}

// to goes to the position after an event.
func (t *timeline) to(event int) {
	t.event = event
	for i, l := range t.a.leaves {
		if l.state != nil {
			for n := t.next[i]; n < len(l.changes) && l.changes[n] <= event; n++ {
				t.truth[i], t.next[i] = l.truths[n], n+1
			}
			continue
		}
		t.hit[i] = -1
		for n := t.next[i]; n < len(l.happened) && l.happened[n].Event <= event; n++ {
			if t.next[i] = n + 1; l.happened[n].Event == event {
				t.hit[i] = n
			}
		}
	}
}

// quiet goes to the position after an event at which no leaf changes or occurs.
func (t *timeline) quiet(event int) {
	t.event = event
	for i := range t.hit {
		t.hit[i] = -1
	}
}

func (t *timeline) Event() int { return t.event }

func (t *timeline) Clock(n int) int64 { return t.a.clock(n, t.event) }

func (t *timeline) Atom(n, since int) temporal.Truth {
	l := t.a.leaves[n]
	switch {
	case l.state != nil:
		return t.truth[n]
	case t.hit[n] >= 0 && l.answers(&l.happened[t.hit[n]], since):
		return temporal.True
	}
	return temporal.False
}

// clock returns what a clock shows at the position in the recorded order after an event; -1 stands for the start.
func (a *assertion) clock(n, event int) int64 {
	if event < 0 {
		event = a.r.Base().Tape.First() - 1
	} else {
		event = a.r.When(event).Event
	}
	if n == eventClock {
		return int64(event) + 1
	}
	now := int64(0)
	if t := a.r.Base().Tape; event >= t.First() {
		now = t.Time(event)
	} else if t.First() > 0 {
		now = t.Start.Now
	}
	if n == virtualClock {
		return now
	}
	return a.r.Tape.End.Hosts.At(uint32(a.hosts[n-hostClocks])).Clock(now)
}

// positions visits the positions of the recorded order at which something may come out, until visit returns false: the
// first, and those after events at which a leaf changes or occurs, or the next one; all, if the assertion looks at
// clocks, or at single positions.
func (a *assertion) positions(visit func(t *timeline) bool) {
	t := a.timeline()
	if !visit(t) {
		return
	}
	n, all := a.r.Tape.Len(), a.formula.IsTimed()
	for i, e := 0, a.r.Tape.First(); e < n; {
		a.tick(e)
		switch {
		case i < len(a.when) && a.when[i] == e:
			t.to(e)
			i++
		case all || i > 0 && a.when[i-1] == e-1:
			t.quiet(e)
		case i < len(a.when):
			e = a.when[i]
			continue
		default:
			return
		}
		if !visit(t) {
			return
		}
		e++
	}
}

func (a *assertion) tick(n int) {
	if n%1024 == 0 {
		a.r.Tick()
	}
}
