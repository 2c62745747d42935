package detect_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/query/detect"
	"machsim/debugger/replay/graph"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/testsession"
)

// happening is an event as it is typed, and the events that it is.
type happening struct {
	text   string
	events []int
}

// happening is a random event of one thread: a send, any receive, or that its own variable
// comes to be something; or one of two.
func (x *trial) happening() happening {
	if x.rng.IntN(4) == 0 {
		a, b := x.happening(), x.happening()
		events := append(slices.Clone(a.events), b.events...)
		slices.Sort(events)
		return happening{"(" + a.text + " or " + b.text + ")", slices.Compact(events)}
	}
	s := x.shown[x.rng.IntN(len(x.shown))]
	name, lane := x.g.Tape.End.ThreadName(s.Thread), x.g.Tape.LaneOf(s.Thread)
	switch x.rng.IntN(3) {
	case 0:
		return happening{"send by thread " + name, x.messages(lane, true)}
	case 1:
		return happening{"receive by thread " + name, x.messages(lane, false)}
	}
	if s.Name[strings.LastIndexByte(s.Name, '.')+1] == 'm' {
		return x.happening()
	}
	k := x.rng.IntN(3)
	return happening{fmt.Sprintf("%s = %d", s.Name, k), x.becoming(lane, s.Name, k)}
}

// messages are the first events of the calls of a lane that send, or the last of those that
// receive. Nobody comes to a call before the first event.
func (x *trial) messages(lane int, send bool) (all []int) {
	l := &x.g.Tape.Lanes[lane]
	for k := 1; k < l.Calls(); k++ {
		c, _, _ := x.g.Tape.Call(lane, k)
		first := l.DoneBy(k - 1)
		switch {
		case send && c.Opt&ipc.MACH_SEND_MSG != 0 && first < l.Len():
			all = append(all, l.Event(first))
		case !send && c.Opt&ipc.MACH_RCV_MSG != 0 && k < l.Done():
			all = append(all, l.Event(l.DoneBy(k)-1))
		}
	}
	return all
}

// becoming are the events of a lane after which a variable of its own is k, and was not before.
func (x *trial) becoming(lane int, name string, k int) (all []int) {
	value := func(done int) (int, bool) {
		for i, c := range x.cuts {
			if int(c[lane]) == done {
				v, ok := x.values[i][name]
				return v, ok
			}
		}
		return 0, false
	}
	l := &x.g.Tape.Lanes[lane]
	for n := range l.Len() {
		before, known := value(n)
		if after, ok := value(n + 1); ok && after == k && (!known || before != k) {
			all = append(all, l.Event(n))
		}
	}
	return all
}

// chains calls visit with every choice of events, one of each happening, of which each two
// neighbours fit.
func chains(all []happening, fit func(a, b int) bool, visit func([]int)) {
	var next func(events []int)
	next = func(events []int) {
		if len(events) == len(all) {
			visit(events)
			return
		}
		for _, e := range all[len(events)].events {
			if !slices.ContainsFunc(events, func(d int) bool { return !fit(d, e) }) {
				next(append(events, e))
			}
		}
	}
	next(nil)
}

// TestLinked compares events that happened one before the other, and their repetition.
func TestLinked(t *testing.T) {
	tried, found := 0, 0
	trials(t, func(x *trial) {
		for range 6 {
			parts := []happening{x.happening(), x.happening(), x.happening()}[:2+x.rng.IntN(2)]
			texts, all, bars := []string{}, []happening{}, []happening{}
			for i, h := range parts {
				times := 1 + x.rng.IntN(8)/6
				if texts = append(texts, h.text); times > 1 {
					texts[len(texts)-1] = fmt.Sprintf("(%s)^%d", h.text, times)
				}
				bar := happening{}
				if i > 0 && x.rng.IntN(3) == 0 {
					bar = x.happening()
					texts[len(texts)-1] += " without " + bar.text
				}
				for range times {
					all, bars = append(all, h), append(bars, bar)
				}
			}
			last := map[int]bool{}
			chains(all, x.g.Before, func(events []int) {
				if x.unbarred(events, bars) {
					last[events[len(events)-1]] = true
				}
			})
			p := x.predicate(strings.Join(texts, " -> "))
			x.events(p, all, last, func(e int) graph.Cut { return x.g.Least(e) })
			if f, err := p.First(); err == nil && f != nil && !x.unbarred(eventsOf(f), bars) {
				t.Errorf("seed %d, %s: something is in between: %v", x.seed, p.Text, f.Reasons)
			}
			if tried++; len(last) > 0 {
				found++
			}
		}
	})
	t.Logf("%d linked predicates, %d of them satisfied", tried, found)
}

// unbarred says whether nothing of the bars happened between events of a chain: each is of what comes before an event.
func (x *trial) unbarred(events []int, bars []happening) bool {
	for i := 1; i < len(events); i++ {
		for _, r := range bars[i].events {
			if x.g.Before(events[i-1], r) && x.g.Before(r, events[i]) {
				return false
			}
		}
	}
	return true
}

// eventsOf are the events of a chain that was found.
func eventsOf(f *detect.Found) (all []int) {
	for _, r := range f.Reasons {
		all = append(all, r.Event-1)
	}
	return all
}

// events compares the first, next and previous positions with those of the last events of all
// chains.
func (x *trial) events(p *detect.Predicate, all []happening, last map[int]bool, least func(int) graph.Cut) {
	at := x.cuts[x.rng.IntN(len(x.cuts))]
	first, next, previous := -1, -1, -1
	for e := range last {
		if first < 0 || e < first {
			first = e
		}
		if !x.g.Holds(at, e) && (next < 0 || e < next) {
			next = e
		}
		if c := least(e); c.Within(at) && !at.Within(c) && e > previous {
			previous = e
		}
	}
	check := func(what string, f *detect.Found, err error, e int, want graph.Cut) {
		x.t.Helper()
		if e < 0 {
			want = nil
		}
		x.same(fmt.Sprintf("%s: %s, from %v", p.Text, what, at), f, err, want)
		x.chained(p, f, all)
	}
	f, err := p.First()
	check("first", f, err, first, least(max(first, 0)))
	f, err = p.Next(graph.At(at))
	check("next", f, err, next, x.g.Grow(at, max(next, 0)))
	f, err = p.Previous(graph.At(at))
	check("previous", f, err, previous, least(max(previous, 0)))
}

// chained checks the reasons of a linked predicate.
func (x *trial) chained(p *detect.Predicate, f *detect.Found, all []happening) {
	if f == nil {
		return
	}
	for i, r := range f.Reasons {
		if !slices.Contains(all[i].events, r.Event-1) || i > 0 && !x.g.Before(f.Reasons[i-1].Event-1, r.Event-1) {
			x.t.Errorf("seed %d, %s: the reasons are %v", x.seed, p.Text, f.Reasons)
		}
	}
}

// TestConcurrent compares events of which none happened before another.
func TestConcurrent(t *testing.T) {
	tried, found := 0, 0
	trials(t, func(x *trial) {
		for range 6 {
			all := []happening{x.happening(), x.happening(), x.happening()}[:2+x.rng.IntN(2)]
			var texts []string
			for _, h := range all {
				texts = append(texts, h.text)
			}
			p := x.predicate("concurrent(" + strings.Join(texts, ", ") + ")")
			at := x.cuts[x.rng.IntN(len(x.cuts))]
			first, next, previous, least := -1, -1, -1, 0
			chains(all, x.g.Concurrent, func(happened []int) {
				e, n := slices.Max(happened), events(x.holding(happened))
				if first < 0 || e < first || e == first && n < least {
					first, least = e, n
				}
				c := x.holding(happened)
				if !c.Within(at) && (next < 0 || e < next) {
					next = e
				}
				if c.Within(at) && !at.Within(c) {
					previous = max(previous, e)
				}
			})
			for _, c := range []struct {
				what string
				want int
				find func() (*detect.Found, error)
			}{
				{"first", first, p.First},
				{"next", next, func() (*detect.Found, error) { return p.Next(graph.At(at)) }},
				{"previous", previous, func() (*detect.Found, error) { return p.Previous(graph.At(at)) }},
			} {
				f, err := c.find()
				must(t, err)
				if got := x.latest(p, f, all); got != c.want {
					t.Errorf("seed %d, %s: %s, from %v: all have happened with event %d, and of all it is %d",
						x.seed, p.Text, c.what, at, got+1, c.want+1)
				}
			}
			if f, err := p.First(); err != nil || f != nil && events(f.Cut) != least {
				t.Errorf("seed %d, %s: first is %v %v, and as early a one has %d events", x.seed, p.Text, f.Cut, err, least)
			}
			if tried++; first >= 0 {
				found++
			}
		}
	})
	t.Logf("%d concurrent predicates, %d of them satisfied", tried, found)
}

// holding is the least cut that holds some events.
func (x *trial) holding(events []int) graph.Cut {
	c := x.g.Start()
	for _, e := range events {
		c = x.g.Grow(c, e)
	}
	return c
}

// latest checks the reasons of a concurrent predicate, and returns the last of their events; -1
// if nothing was found.
func (x *trial) latest(p *detect.Predicate, f *detect.Found, all []happening) int {
	last := -1
	if f == nil {
		return last
	}
	for i, r := range f.Reasons {
		last = max(last, r.Event-1)
		apart := slices.ContainsFunc(f.Reasons[:i], func(q detect.Reason) bool {
			return !x.g.Concurrent(q.Event-1, r.Event-1)
		})
		if apart || !slices.Contains(all[i].events, r.Event-1) || !x.g.Holds(f.Cut, r.Event-1) {
			x.t.Errorf("seed %d, %s: the reasons are %v", x.seed, p.Text, f.Reasons)
		}
	}
	return last
}

// TestConcurrentLeast asks for events that are concurrent, of which several pairs have the same last
// event: the one with the fewest events before it is taken.
func TestConcurrentLeast(t *testing.T) {
	for _, yields := range [][]int{{4, 0, 30}, {0, 4, 30}} {
		s := testsession.Open(t, &kernel.Program{Name: "three", Main: func(b *kernel.Boot) {
			h := b.Host("a")
			for i, n := range yields {
				b.Task(h, fmt.Sprint("t", i), func(th *kernel.Thread) {
					for range n {
						th.Yield()
					}
					th.Label("here")
				})
			}
		}}, kernel.Config{Seed: 1})
		p, err := s.Predicate("label here by t0 or label here by t1 || label here by t2")
		must(t, err)
		f, err := p.First()
		must(t, err)
		if f == nil || events(f.Cut) != 34 { // 32 of the last, and 2 of the one that does not yield
			t.Errorf("with %v yields: first is %+v, and 34 events suffice", yields, f)
		}
	}
}
