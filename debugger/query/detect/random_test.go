package detect_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/query/detect"
	"machsim/debugger/query/halt"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// trial is a small random run, in which predicates are tried.
type trial struct {
	*naive
	t     *testing.T
	seed  uint64
	rng   *rand.Rand
	r     *detect.Run
	shown []predicate.Shown
}

// tries is how many random programs each test makes.
// runOf is a graph's run.
func runOf(g *graph.Graph) *detect.Run {
	return detect.NewRun(g, func(from, to int, show func(*kernel.Event)) error {
		play := g.Tape.Resume(g.Tape.Start.Clone(), 0, g.Start())
		play.Trace(kernel.Tracer{Before: true, Event: show})
		return play.To(to, nil)
	}, rebuild.Engine{Tape: g.Tape})
}

// trials makes runs of small programs, some given by their seeds, and counts them.
func trials(t *testing.T, try func(*trial), first ...uint64) {
	t.Helper()
	t.Parallel()
	programs, events, cuts, left := 0, 0, 0, 0
	for seed := range effort.Of(uint64(8)) {
		first = append(first, seed)
	}
	for _, seed := range first {
		z := randprog.Size{Hosts: 1 + int(seed%2), Tasks: 2, Threads: 1 + int(seed/2%2), Calls: 5}
		g := testrun.Graph(randprog.Program(seed, z), kernel.Config{Seed: seed, MaxSteps: 12 + seed%16})
		nv, err := newNaive(g, 300)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if nv == nil {
			left++
			continue
		}
		x := &trial{naive: nv, t: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 7)), r: runOf(g)}
		x.shown, err = x.r.Shown()
		must(t, err)
		if len(x.shown) == 0 {
			continue
		}
		programs, events, cuts = programs+1, events+g.Tape.Len(), cuts+len(nv.cuts)
		try(x)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d programs, %d events, %d cuts; %d programs have more cuts", programs, events, cuts, left)
}

// some is a random condition of one process.
func (x *trial) some() condition {
	switch x.rng.IntN(8) {
	case 0:
		return x.somePlace()
	case 1:
		c := x.compared()
		return condition{"not " + c.text, func(n *naive, cut int) bool {
			_, known := n.values[cut][strings.Fields(c.text)[0]]
			return known && !c.holds(n, cut)
		}, nil}
	}
	return x.compared()
}

func (x *trial) compared() condition {
	v, k := x.variable(), x.rng.IntN(3)
	op := []string{"=", "!=", ">", "<="}[x.rng.IntN(4)]
	return condition{fmt.Sprintf("%s %s %d", v, op, k), func(n *naive, cut int) bool {
		got, known := n.values[cut][v]
		return known && ok(op, got, k)
	}, nil}
}

func ok(op string, a, b int) bool {
	switch op {
	case "=":
		return a == b
	case "!=":
		return a != b
	case ">":
		return a > b
	}
	return a <= b
}

// variable is a random one. Those that threads share are shown by threads that do not end: what
// a thread showed last is another in another order.
func (x *trial) variable() string {
	for {
		s := x.shown[x.rng.IntN(len(x.shown))]
		ended := x.g.Tape.End.Threads.At(uint32(s.Thread)).Status == kernel.Ended
		if i := strings.LastIndexByte(s.Name, '.'); s.Name[i+1] != 'm' || !ended {
			return s.Name
		}
	}
}

func (x *trial) somePlace() condition {
	s := x.shown[x.rng.IntN(len(x.shown))]
	name, lane := x.g.Tape.End.ThreadName(s.Thread), x.g.Tape.LaneOf(s.Thread)
	visit := func(n *naive, cut int) int { return n.g.Tape.Lanes[lane].Completed(int(n.cuts[cut][lane])) }
	stands := []stance{
		{"send by thread ", beforeSend}, {"after send by thread ", afterSend}, {"blocked by ", inCall},
	}[x.rng.IntN(3)]
	text, own := stands.text+name, name+".x"
	shows := slices.ContainsFunc(x.shown, func(s predicate.Shown) bool { return s.Name == own })
	if stands.at == inCall || x.rng.IntN(2) == 0 || !shows {
		return condition{text, func(n *naive, cut int) bool { return n.calling(cut, lane, stands.at) }, visit}
	}
	k := x.rng.IntN(3)
	return condition{fmt.Sprintf("%s if x <= %d", text, k), func(n *naive, cut int) bool {
		v, known := n.values[cut][own]
		return known && v <= k && n.calling(cut, lane, stands.at)
	}, visit}
}

// stance is where a thread stands, as it is typed.
type stance struct {
	text string
	at   place
}

// joined joins conditions.
func joined(between string, all []condition) condition {
	var texts []string
	for _, c := range all {
		texts = append(texts, c.text)
	}
	return condition{strings.Join(texts, between), func(n *naive, cut int) bool {
		f := slices.ContainsFunc[[]condition]
		if between == " or " {
			return f(all, func(c condition) bool { return c.holds(n, cut) })
		}
		return !f(all, func(c condition) bool { return !c.holds(n, cut) })
	}, nil}
}

func (x *trial) conjunction() (condition, []condition) {
	all := []condition{x.some(), x.some(), x.some()}[:1+x.rng.IntN(3)]
	return joined(" and ", all), all
}

func (x *trial) predicate(text string) *detect.Predicate {
	for {
		p, err := x.r.Predicate(text)
		if err == nil {
			return p
		}
		x.line(text, err)
	}
}

// line puts the events of a task into one line whose threads turn out to share variables.
func (x *trial) line(text string, err error) {
	var u *predicate.Unordered
	if !errors.As(err, &u) || x.g.Serialized(u.Task) {
		x.t.Fatalf("seed %d, %s: %v", x.seed, text, err)
	}
	x.g.SerializeTask(u.Task)
	x.naive, err = newNaive(x.g, 300)
	must(x.t, err)
}

func (x *trial) same(what string, got *detect.Found, err error, want graph.Cut) {
	x.t.Helper()
	if err != nil {
		x.t.Errorf("seed %d, %s: %v", x.seed, what, err)
		return
	}
	var cut graph.Cut
	if got != nil {
		cut = got.Cut
	}
	if !slices.Equal(cut, want) || (cut == nil) != (want == nil) {
		x.t.Errorf("seed %d, %s: %v, and of all cuts it is %v", x.seed, what, cut, want)
	}
}

// TestValues compares what expressions are in each cut with what the threads show there.
func TestValues(t *testing.T) {
	trials(t, func(x *trial) {
		for range 4 {
			v := x.variable()
			e, err := x.r.Expression(v)
			for ; err != nil; e, err = x.r.Expression(v) {
				x.line(v, err)
			}
			for i, c := range x.cuts {
				want := "nothing"
				if n, ok := x.values[i][v]; ok {
					want = fmt.Sprint(n)
				}
				if got := e.At(graph.At(c)).String(); got != want {
					t.Errorf("seed %d: in %v %s is %s, and is shown as %s", x.seed, c, v, got, want)
				}
			}
		}
	})
}

// TestConjunctions compares the first, next and previous positions, and Definitely, with all
// cuts and all ways through them.
func TestConjunctions(t *testing.T) {
	tried, satisfied, forced := 0, 0, 0
	trials(t, func(x *trial) {
		for range 4 {
			c, parts := x.conjunction()
			p, those := x.predicate(c.text), x.those(c)
			first, err := p.First()
			want := x.extreme(func(i int) bool { return those[i] }, false)
			x.same(c.text+": first", first, err, want)
			at := x.rng.IntN(len(x.cuts))
			next, err := p.Next(graph.At(x.cuts[at]))
			x.same(fmt.Sprint(c.text, ": next after ", x.cuts[at]), next, err, x.next(those, parts, at, true))
			previous, err := p.Previous(graph.At(x.cuts[at]))
			x.same(fmt.Sprint(c.text, ": previous before ", x.cuts[at]), previous, err, x.next(those, parts, at, false))
			if held := p.Holds(graph.At(x.cuts[at])) != nil; held != those[at] {
				t.Errorf("seed %d: %s holds in %v: %t", x.seed, c.text, x.cuts[at], held)
			}
			forced += x.definitely(p, c, those)
			x.halts(p, want)
			if tried++; want != nil {
				satisfied++
			}
		}
	})
	t.Logf("%d conjunctions, %d of them satisfied, %d in every way", tried, satisfied, forced)
}

// halts compares where Manabe and Aoyagi's algorithm comes to a stop with the first position:
// their theorem 1.
func (x *trial) halts(p *detect.Predicate, want graph.Cut) {
	x.t.Helper()
	if p.Form != detect.Conjunctive {
		return
	}
	effort, err := p.Effort(halt.Control{})
	must(x.t, err)
	if (effort == nil) != (want == nil) || effort != nil && !slices.Equal(effort.Cut, want) {
		x.t.Errorf("seed %d, %s: the algorithm halts at %+v, the first position is %v", x.seed, p.Text, effort, want)
	}
}

// next is the definition of Next and Previous of a conjunction.
func (x *trial) next(those []bool, parts []condition, at int, forwards bool) (best graph.Cut) {
	beyond := func(i, j int) bool {
		if forwards {
			return x.cuts[i].Within(x.cuts[j])
		}
		return x.cuts[j].Within(x.cuts[i])
	}
	if !those[at] {
		return x.extreme(func(i int) bool { return those[i] && beyond(at, i) }, !forwards)
	}
	for _, part := range parts {
		c := x.extreme(func(i int) bool {
			return those[i] && beyond(at, i) && x.without(part, at, i)
		}, !forwards)
		if c != nil && (best == nil || x.earlier(c, best) == forwards) {
			best = c
		}
	}
	return best
}

// without says whether a part does not hold in some cut between two, or holds there at another
// visit to a place than in the first.
func (x *trial) without(part condition, at, to int) bool {
	i, j := at, to
	if x.cuts[j].Within(x.cuts[i]) {
		i, j = j, i
	}
	return x.between(i, j, func(k int) bool {
		return !part.holds(x.naive, k) || part.visit != nil && part.visit(x.naive, k) != part.visit(x.naive, at)
	})
}

// earlier says whether the recorded run is at a cut before it is at another.
func (x *trial) earlier(a, b graph.Cut) bool {
	if p, q := x.g.Last(a), x.g.Last(b); p != q {
		return p < q
	}
	return events(a) < events(b)
}

// definitely compares Definitely with all ways; it returns 1 if the predicate is satisfied in
// each.
func (x *trial) definitely(p *detect.Predicate, c condition, those []bool) int {
	f, err := p.Definitely()
	want := !x.avoidable(those)
	if err != nil || (f != nil) != want {
		x.t.Errorf("seed %d: definitely(%s): %v %v, and it is %t", x.seed, c.text, f, err, want)
	}
	if f != nil && !those[x.index[fmt.Sprint(f.Cut)]] {
		x.t.Errorf("seed %d: definitely(%s): it does not hold in %v", x.seed, c.text, f.Cut)
	}
	if want {
		return 1
	}
	if x.r.Limit > 0 {
		x.avoided(p, c, those)
	}
	return 0
}

// avoided follows the way on which a condition that can be avoided does not hold.
func (x *trial) avoided(p *detect.Predicate, c condition, those []bool) {
	a, err := p.Avoided()
	switch some := slices.Contains(those, true); {
	case err != nil || some != (a != nil):
		x.t.Errorf("seed %d: %s can be avoided: %v %v, and that it is satisfied is %t", x.seed, c.text, a, err, some)
		return
	case a == nil:
		return
	case a.Possible == nil || !those[x.index[fmt.Sprint(a.Possible.Cut)]]:
		x.t.Errorf("seed %d: %s: it does not hold in %v", x.seed, c.text, a.Possible)
	case len(a.Order) != x.g.Tape.Len():
		x.t.Errorf("seed %d: %s: the way that avoids it has %d events", x.seed, c.text, len(a.Order))
	}
	at := x.g.Start()
	for _, e := range a.Order {
		at[x.g.Tape.Lane(e-1)]++
		if i, ok := x.index[fmt.Sprint(at)]; !ok || those[i] {
			x.t.Errorf("seed %d: %s: the way %v leads through %v (consistent: %t)", x.seed, c.text, a.Order, at, ok)
			return
		}
	}
}

// TestDisjunctions compares disjunctions of conjunctions.
func TestDisjunctions(t *testing.T) {
	tried, forced := 0, 0
	trials(t, func(x *trial) {
		for range 3 {
			a, _ := x.conjunction()
			b, _ := x.conjunction()
			c := joined(" or ", []condition{a, b})
			p, those := x.predicate(c.text), x.those(c)
			var want graph.Cut
			for _, way := range []condition{a, b} {
				least := x.extreme(func(i int) bool { return way.holds(x.naive, i) }, false)
				if least != nil && (want == nil || x.earlier(least, want)) {
					want = least
				}
			}
			f, err := p.First()
			x.same(c.text+": first", f, err, want)
			if f != nil && f.Minimal != nil {
				x.minimal(c.text, f.Minimal, those)
			}
			forced += x.definitely(p, c, those)
			tried++
		}
	})
	t.Logf("%d disjunctions, %d satisfied in every way", tried, forced)
}

// minimal compares the minimal positions.
func (x *trial) minimal(text string, got []graph.Cut, those []bool) {
	n := 0
	for i, c := range x.cuts {
		least := those[i] && !slices.ContainsFunc(x.cuts, func(d graph.Cut) bool {
			return d.Within(c) && !c.Within(d) && those[x.index[fmt.Sprint(d)]]
		})
		if least {
			n++
		}
		if least != slices.ContainsFunc(got, func(d graph.Cut) bool { return slices.Equal(c, d) }) {
			x.t.Errorf("seed %d, %s: %v is minimal: %t", x.seed, text, c, least)
		}
	}
	if n != len(got) {
		x.t.Errorf("seed %d, %s: %d minimal positions, not %d", x.seed, text, len(got), n)
	}
}

// relation is a random condition that compares several processes.
func (x *trial) relation() condition {
	a, b := x.variable(), x.variable()
	k := x.rng.IntN(4)
	switch x.rng.IntN(4) {
	case 0:
		return condition{fmt.Sprintf("%s = %s", a, b), func(n *naive, cut int) bool {
			p, ok := n.values[cut][a]
			q, ok2 := n.values[cut][b]
			return ok && ok2 && p == q
		}, nil}
	case 1:
		return condition{fmt.Sprintf("%s + %s = %d", a, b, k), func(n *naive, cut int) bool {
			p, ok := n.values[cut][a]
			q, ok2 := n.values[cut][b]
			return ok && ok2 && p+q == k
		}, nil}
	case 2:
		return condition{fmt.Sprintf("sum of x > %d", k), func(n *naive, cut int) bool { return x.sum(cut, k) }, nil}
	}
	return condition{fmt.Sprintf("count of (x = 1) = %d", k), func(n *naive, cut int) bool {
		count := 0
		for name, v := range n.values[cut] {
			if strings.HasSuffix(name, ".x") && v == 1 {
				count++
			}
		}
		return count == k
	}, nil}
}

// sum says whether the sum of x is known, and more than k.
func (x *trial) sum(cut, k int) bool {
	sum := 0
	for _, s := range x.shown {
		if strings.HasSuffix(s.Name, ".x") {
			v, ok := x.values[cut][s.Name]
			if !ok {
				return false
			}
			sum += v
		}
	}
	return sum > k
}

// TestRelations compares what a search of the lattice finds.
func TestRelations(t *testing.T) {
	tried, satisfied, forced := 0, 0, 0
	trials(t, func(x *trial) {
		for range 3 {
			c := x.relation()
			switch x.rng.IntN(3) {
			case 0:
				c = joined(" and ", []condition{c, x.some()})
			case 1:
				c = condition{"not (" + c.text + ")", c.holds, nil}
				inner := c.holds
				if !strings.Contains(c.text, "count") {
					continue // what is missing is neither so nor not so
				}
				c.holds = func(n *naive, cut int) bool { return !inner(n, cut) }
			}
			p, those := x.predicate(c.text), x.those(c)
			f, err := p.First()
			x.nearest(c.text+": first", f, err, func(i int) bool { return those[i] }, 1)
			at := x.rng.IntN(len(x.cuts))
			next, err := p.Next(graph.At(x.cuts[at]))
			x.nearest(fmt.Sprint(c.text, ": next after ", x.cuts[at]), next, err, func(i int) bool {
				return those[i] && x.cuts[at].Within(x.cuts[i]) && x.between(at, i, func(k int) bool { return !those[k] })
			}, 1)
			previous, err := p.Previous(graph.At(x.cuts[at]))
			x.nearest(fmt.Sprint(c.text, ": previous before ", x.cuts[at]), previous, err, func(i int) bool {
				return those[i] && x.cuts[i].Within(x.cuts[at]) && x.between(i, at, func(k int) bool { return !those[k] })
			}, -1)
			forced += x.definitely(p, c, those)
			if tried++; slices.Contains(those, true) {
				satisfied++
			}
		}
	})
	t.Logf("%d relations, %d of them satisfied, %d in every way", tried, satisfied, forced)
}

// nearest says whether what was found is among some cuts, and none of them has fewer events or,
// with sign -1, more.
func (x *trial) nearest(what string, f *detect.Found, err error, some func(int) bool, sign int) {
	x.t.Helper()
	x.among(what, f, err, some)
	for i, c := range x.cuts {
		if f != nil && some(i) && sign*events(c) < sign*events(f.Cut) {
			x.t.Errorf("seed %d, %s: %v, and %v is nearer", x.seed, what, f.Cut, c)
			return
		}
	}
}

// events is how many events a cut holds.
func events(c graph.Cut) (n int) {
	for _, k := range c {
		n += int(k)
	}
	return n
}

// among says whether what was found is among some cuts, or these are none.
func (x *trial) among(what string, f *detect.Found, err error, some func(int) bool) {
	x.t.Helper()
	var u *detect.Undecided
	switch {
	case errors.As(err, &u) || err != nil:
		x.t.Errorf("seed %d, %s: %v", x.seed, what, err)
	case f == nil:
		for i, c := range x.cuts {
			if some(i) {
				x.t.Errorf("seed %d, %s: nothing, and it is %v", x.seed, what, c)
				return
			}
		}
	case !some(x.index[fmt.Sprint(f.Cut)]):
		x.t.Errorf("seed %d, %s: %v, where it is not", x.seed, what, f.Cut)
	}
}
