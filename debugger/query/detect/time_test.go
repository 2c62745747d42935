package detect_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/lang/temporal"
	"machsim/debugger/query/detect"
	"machsim/debugger/query/predicate"
	"machsim/ipc"
)

// said is an assertion as it is typed, and as the tests see it.
type said struct {
	text   string
	op     string
	kids   []*said
	value  *condition   // of a condition
	name   string       // of its variable
	events map[int]bool // of events
	bound  func(trigger, event int) bool
	clock  int // of an interval: 0 for none, 1 for virtual time, 2 for events
	lo, hi int64
}

// order is a linear order of the events of a run.
type order struct {
	x      *trial
	events []int
	cuts   []int // by position, in naive.cuts
	times  []int64
}

func (x *trial) order(events []int) *order {
	o := &order{x: x, events: events, cuts: []int{0}, times: []int64{0}}
	c := x.g.Start()
	for i, e := range events {
		c[x.g.Tape.Lane(e)]++
		o.cuts = append(o.cuts, x.index[fmt.Sprint(c)])
		o.times = append(o.times, max(o.times[i], x.g.Tape.Time(e)))
	}
	return o
}

// truth is what a condition is at a position.
func (o *order) truth(s *said, i int) temporal.Truth {
	_, known := o.x.values[o.cuts[i]][s.name]
	switch {
	case !known:
		return temporal.Unknown
	case s.value.holds(o.x.naive, o.cuts[i]):
		return temporal.True
	}
	return temporal.False
}

// holds is what an assertion says at a position, by its definition.
func (o *order) holds(s *said, i, trigger int, weak bool) bool {
	kid := func(k, i int, weak bool) bool { return o.holds(s.kids[k], i, trigger, weak) }
	within := func(i, j int) bool {
		d := []int64{0, o.times[j] - o.times[i], int64(j - i)}[s.clock]
		return s.clock == 0 || s.lo <= d && d <= s.hi
	}
	some := func(from, to, step int, is func(j int) bool) bool {
		for j := from; j != to+step; j += step {
			if is(j) {
				return true
			}
		}
		return false
	}
	end := len(o.events)
	switch s.op {
	case "value":
		t := o.truth(s, i)
		return t == temporal.True || weak && t == temporal.Unknown
	case "event":
		return i > 0 && s.events[o.events[i-1]] && (s.bound == nil || s.bound(trigger, o.events[i-1]))
	case "not":
		return !kid(0, i, !weak)
	case "and":
		return kid(0, i, weak) && kid(1, i, weak)
	case "or":
		return kid(0, i, weak) || kid(1, i, weak)
	case "implies":
		return !kid(0, i, !weak) || kid(1, i, weak)
	case "once":
		return some(i, 0, -1, func(j int) bool { return within(j, i) && kid(0, j, false) })
	case "always so far":
		return !some(i, 0, -1, func(j int) bool { return within(j, i) && !kid(0, j, true) })
	case "previously":
		return i > 0 && within(i-1, i) && kid(0, i-1, false)
	case "since":
		return some(i, 0, -1, func(j int) bool {
			return within(j, i) && kid(1, j, false) && !(j < i && some(j+1, i, 1, func(k int) bool { return !kid(0, k, true) }))
		})
	case "eventually":
		return some(i, end, 1, func(j int) bool { return within(i, j) && kid(0, j, false) })
	case "always":
		return !some(i, end, 1, func(j int) bool { return within(i, j) && !kid(0, j, true) })
	case "never":
		return !some(i, end, 1, func(j int) bool { return within(i, j) && kid(0, j, false) })
	case "until":
		return some(i, end, 1, func(j int) bool {
			return within(i, j) && kid(1, j, false) && !(i < j && some(i, j-1, 1, func(k int) bool { return !kid(0, k, true) }))
		})
	}
	return !some(i, end, 1, func(j int) bool { // every, leads to
		if !kid(0, j, false) {
			return false
		}
		by := trigger
		if j > 0 {
			by = o.events[j-1]
		}
		return !some(j, end, 1, func(k int) bool { return within(j, k) && o.holds(s.kids[1], k, by, false) })
	})
}

// verdict is what an order says to an assertion: from the start, or at the end if it looks back.
func (o *order) verdict(s *said) bool {
	if s.future() {
		return o.holds(s, 0, -1, false)
	}
	return o.holds(s, len(o.events), -1, false)
}

func (s *said) future() bool {
	return slices.Contains([]string{"eventually", "always", "never", "until", "leads to", "every"}, s.op) ||
		slices.ContainsFunc(s.kids, (*said).future)
}

// event is a random event of one thread.
func (x *trial) event() *said {
	s := x.shown[x.rng.IntN(len(x.shown))]
	name, lane := x.g.Tape.End.ThreadName(s.Thread), x.g.Tape.LaneOf(s.Thread)
	send := x.rng.IntN(2) == 0
	e := &said{op: "event", text: map[bool]string{true: "send by thread ", false: "receive by thread "}[send] + name}
	e.events = x.calls(lane, send)
	return e
}

// calls are the events of the calls of a lane that send, or that receive: of all lanes, if it is -1.
func (x *trial) calls(lane int, send bool) map[int]bool {
	all := map[int]bool{}
	for i := range x.g.Tape.Lanes {
		l := &x.g.Tape.Lanes[i]
		for k := 0; (lane < 0 || i == lane) && l.Thread != 0 && k < l.Calls(); k++ {
			c, _, _ := x.g.Tape.Call(i, k)
			first := 0
			if k > 0 {
				first = l.DoneBy(k - 1)
			}
			switch {
			case send && c.Opt&ipc.MACH_SEND_MSG != 0 && first < l.Len():
				all[l.Event(first)] = true
			case !send && c.Opt&ipc.MACH_RCV_MSG != 0 && k < l.Done():
				all[l.Event(l.DoneBy(k)-1)] = true
			}
		}
	}
	return all
}

// answered is an assertion that binds: of each send, or receive, and of what has the same thread or message.
func (x *trial) answered() *said {
	t := x.g.Tape
	call := func(e int) [2]int { return [2]int{t.Lane(e), t.Lanes[t.Lane(e)].CallOf(t.Nth(e))} }
	first := &said{op: "event", events: x.calls(-1, true)}
	second := &said{op: "event", events: x.calls(-1, false)}
	s := &said{op: "every", kids: []*said{first, second}}
	switch x.rng.IntN(3) {
	case 0:
		s.text = "every send leads to receive of the same"
		second.bound = func(by, e int) bool { return t.Received(e) >= 0 && call(t.Received(e)) == call(by) }
	case 1:
		s.text = "every send with thread t leads to receive by t"
		second.bound = func(by, e int) bool { return t.Lane(e) == t.Lane(by) }
	default:
		s.text = "every send with thread t leads to receive with thread t"
		second.bound = func(by, e int) bool { return t.Lane(e) == t.Lane(by) }
	}
	x.interval(s)
	return s
}

// interval gives an assertion an interval, perhaps.
func (x *trial) interval(s *said) {
	switch s.clock = x.rng.IntN(4) % 3; s.clock {
	case 1:
		s.lo, s.hi = int64(x.rng.IntN(2)*20), int64(20+x.rng.IntN(9)*10)
		s.text += fmt.Sprintf(" within %d to %d us", s.lo, s.hi)
	case 2:
		s.hi = int64(x.rng.IntN(6))
		s.text += fmt.Sprintf(" within %d events", s.hi)
	}
}

// assertion is a random assertion, of some depth.
func (x *trial) assertion(depth int, future bool) *said {
	if depth == 0 {
		c := x.compared()
		return &said{op: "value", text: c.text, value: &c, name: strings.Fields(c.text)[0]}
	}
	ops := []string{"not", "and", "or", "implies", "once", "always so far", "previously", "since"}
	if future {
		ops = append(ops, "eventually", "always", "never", "until", "leads to", "every", "eventually", "always", "leads to")
	}
	s := &said{op: ops[x.rng.IntN(len(ops))]}
	if s.op == "every" {
		return x.answered()
	}
	past := slices.Contains(ops[4:8], s.op)
	for i := range 2 {
		kid := x.assertion(depth-1, future && !past && (s.op != "leads to" || i == 1))
		eventful := slices.Contains([]string{"once", "previously", "eventually", "leads to"}, s.op) ||
			i == 1 && (s.op == "since" || s.op == "until")
		if eventful && x.rng.IntN(2) == 0 {
			kid = x.event()
		}
		s.kids = append(s.kids, kid)
	}
	a, b := "("+s.kids[0].text+")", "("+s.kids[1].text+")"
	switch s.op {
	case "and", "or", "implies", "since", "until", "leads to":
		s.text = a + " " + s.op + " " + b
	default:
		s.kids = s.kids[:1]
		s.text = s.op + " " + a
	}
	if !slices.Contains(ops[:4], s.op) {
		x.interval(s)
	}
	return s
}

// orders are all linear orders of the events; nil if there are more than limit.
func (x *trial) orders(limit int) (all []*order) {
	var go_ func(c []uint32, events []int) bool
	go_ = func(c []uint32, events []int) bool {
		if len(events) == x.g.Tape.Len() {
			all = append(all, x.order(slices.Clone(events)))
			return len(all) <= limit
		}
		for lane := range c {
			if int(c[lane]) == x.g.Tape.Lanes[lane].Len() {
				continue
			}
			next := slices.Clone(c)
			next[lane]++
			if x.g.Consistent(next) && !go_(next, append(events, x.g.Tape.Lanes[lane].Event(int(c[lane])))) {
				return false
			}
		}
		return true
	}
	if !go_(x.g.Start(), nil) {
		return nil
	}
	return all
}

// TestAssertionsByDefinition compares what the recorded order of random runs, and all other orders of their events,
// say to random assertions with the definition of the operators.
func TestAssertionsByDefinition(t *testing.T) {
	same, other, searched := map[temporal.Truth]int{}, 0, 0
	trials(t, func(x *trial) {
		x.r.Complete = true
		events := make([]int, x.g.Tape.Len())
		for e := range events {
			events[e] = e
		}
		recorded, orders := x.order(events), x.orders(800)
		for range 60 {
			s := x.assertion(1+x.rng.IntN(3), true)
			p, err := x.r.Predicate(s.text)
			if u := (*predicate.Unordered)(nil); errors.As(err, &u) {
				continue
			}
			must(t, err)
			if p.Form != detect.Temporal {
				continue
			}
			j, err := p.Judge()
			must(t, err)
			want := recorded.verdict(s)
			if same[j.Truth]++; (j.Truth == temporal.True) != want {
				t.Fatalf("seed %d: %s: %v, not %v", x.seed, s.text, j.Truth, want)
			}
			if orders == nil {
				continue
			}
			o, err := p.Orders()
			must(t, err)
			differs := slices.ContainsFunc(orders, func(o *order) bool { return o.verdict(s) != want })
			if searched++; o.Other != differs || !o.Decided {
				t.Fatalf("seed %d: %s: %v in the recorded order, other orders differ: %v, found %+v",
					x.seed, s.text, want, differs, o)
			}
			if differs {
				other++
				x.checkOrder(s, o, want)
			}
		}
	}, 80, 256, 384) // in which orders differ
	t.Cleanup(func() { t.Logf("%v; %d searched, %d with another order", same, searched, other) })
}

// checkOrder wants an order that was found to be one, and to say otherwise however it goes on.
func (x *trial) checkOrder(s *said, o *detect.Orders, recorded bool) {
	c, seen, events := x.g.Start(), map[int]bool{}, []int(nil)
	for _, n := range o.Order {
		seen[n-1], events = true, append(events, n-1)
	}
	for e := range x.g.Tape.Len() {
		if !seen[e] {
			events = append(events, e)
		}
	}
	for _, e := range events {
		if c[x.g.Tape.Lane(e)]++; !x.g.Consistent(c) {
			x.t.Fatalf("seed %d: %s: %v is no order", x.seed, s.text, o.Order)
		}
	}
	if x.order(events).verdict(s) == recorded {
		x.t.Fatalf("seed %d: %s: the order %v says %v, too", x.seed, s.text, o.Order, recorded)
	}
}

// response is an assertion that an event, or the start, leads to another event within some steps.
func (x *trial) response() *said {
	a, b := x.event(), x.event()
	s := &said{op: "eventually", kids: []*said{b}, text: "eventually (" + b.text + ")"}
	switch x.rng.IntN(4) {
	case 0:
	case 1:
		s = x.answered()
		s.text, _, _ = strings.Cut(s.text, " within")
	default:
		s = &said{op: "leads to", kids: []*said{a, b}, text: "(" + a.text + ") leads to (" + b.text + ")"}
	}
	if s.clock = x.rng.IntN(8); s.clock > 0 {
		s.clock, s.lo = 1, int64(max(0, x.rng.IntN(8)-4)*10)
		s.hi = s.lo + int64(x.rng.IntN(12)*10)
		s.text += fmt.Sprintf(" within %d to %d us", s.lo, s.hi)
	}
	return s
}

// TestResponses compares what all orders of the events say to assertions of which it is decided without a search, in
// runs of which all orders can be looked at, and to the same in a form for which these are searched.
func TestResponses(t *testing.T) {
	seen := map[string]int{}
	trials(t, func(x *trial) {
		orders := x.orders(4000)
		if orders == nil {
			return
		}
		x.r.Complete = true
		for i := range 60 {
			s := x.response()
			if i%2 == 1 { // of which it is searched
				s = &said{op: "not", kids: []*said{{op: "not", kids: []*said{s}}}, text: "not (not (" + s.text + "))"}
			}
			p, err := x.r.Predicate(s.text)
			must(t, err)
			j, err := p.Judge()
			must(t, err)
			o, err := p.Orders()
			must(t, err)
			want := j.Truth == temporal.True
			differs := slices.ContainsFunc(orders, func(o *order) bool { return o.verdict(s) != want })
			seen[fmt.Sprint(j.Truth, differs)]++
			if o.Other != differs || !o.Decided {
				t.Fatalf("seed %d: %s: %v in the recorded order, other orders differ: %v, found %+v",
					x.seed, s.text, want, differs, o)
			}
			if differs {
				x.checkOrder(s, o, want)
			}
		}
	}, 61, 80, 256, 384) // in which orders differ
	t.Cleanup(func() {
		if t.Log(seen); seen["1 true"] == 0 || seen["-1 true"] == 0 {
			t.Error("no order has said otherwise")
		}
	})
}
