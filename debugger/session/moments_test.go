package session_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/lines/source"
	"machsim/debugger/query/detect"
	"machsim/debugger/query/halt"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// writing are the tables of a program whose functions have the variables x and y, and one statement in a loop.
var writing = hook.Package{
	Path:  "machsim/debugger/session_test",
	Files: []hook.File{{Path: "/src/letters.go"}},
	Funcs: []hook.Func{{Name: "write", Line: 1, EndLine: 3, Vars: []hook.Var{
		{Name: "x", Kind: hook.Param}, {Name: "y", Kind: hook.Param}}}},
	Stmts: []hook.Stmt{{Func: 0, Line: 2, From: 10}},
}

func init() { hook.Register(&writing) }

// letter is a message.
type letter struct{ N int }

// writers makes a program of a few tasks whose threads set their variables at random between calls. With shared, a
// second thread of the first task sets those of the first: behind a lock or, where locked is false, without.
func writers(seed uint64, shared, locked bool) *kernel.Program {
	return &kernel.Program{Name: "letters", Main: func(b *kernel.Boot) {
		rng := rand.New(rand.NewPCG(seed, 3))
		h := b.Host("h")
		var ports [2]kernel.Name
		var tasks [2]kernel.TaskID
		var to [2]kernel.Name
		for i := range tasks {
			work := script(rng)
			more := script(rng)
			tasks[i] = b.Task(h, string(rune('a'+i)), func(th *kernel.Thread) {
				x, y := 0, 0
				if !shared || i > 0 {
					write(th, &x, &y, work, ports[i], to[i], nil)
					return
				}
				var mu *cthreads.Mutex
				if locked {
					m := cthreads.NewMutex(th, "mu")
					mu = &m
				}
				th.CThreads().Fork("kid", func(th *kernel.Thread) { write(th, &x, &y, more, 0, 0, mu) })
				write(th, &x, &y, work, ports[i], to[i], mu)
			})
			ports[i] = b.Port(tasks[i], "p")
		}
		for i := range tasks {
			to[i] = b.Send(tasks[1-i], ports[1-i], tasks[i])
		}
	}}
}

// script is what a thread does: x and y set a variable, the other letters are calls.
func script(rng *rand.Rand) (s string) {
	for range 4 + rng.IntN(4) {
		s += string("xyxyxsrl"[rng.IntN(8)])
	}
	return s
}

func write(th *kernel.Thread, x, y *int, script string, port, to kernel.Name, mu *cthreads.Mutex) {
	f := hook.Enter(&writing, 0)
	defer f.Leave()
	f.V(0, x)
	f.V(1, y)
	for i, c := range script {
		f.At(0)
		if mu != nil && i%3 == 0 {
			mu.Lock(th)
			f.At(0)
		}
		switch n := (i*7 + len(script)) % 4; {
		case c == 'x':
			*x = n
		case c == 'y':
			*y = n
		case c == 's' && to != 0:
			_ = kernel.SendTimeout(th, to, letter{i}, 0)
		case c == 'r' && port != 0:
			_, _ = kernel.ReceiveTimeout[letter](th, port, 0)
		case c == 'l':
			th.Label("l")
		default:
			th.Yield()
		}
		if f.At(0); mu != nil && (i%3 == 2 || i == len(script)-1) {
			mu.Unlock(th)
		}
	}
	f.At(0)
}

// state is where each lane stands: how many events it has done, and how many statements since the last of them.
type state []struct{ done, sub int }

// moments knows all consistent states of a run, statement by statement, and what is true in each.
type moments struct {
	t     *testing.T
	s     *session.Session
	g     *graph.Graph
	size  [][]int // by lane and number of events: the statements of the stretch after them
	first [][]uint64
	all   []state
	index map[string]int
	facts []map[string]int // by state: variables of threads, and at[THREAD] 1 at a label
}

func newMoments(t *testing.T, s *session.Session, limit int) *moments {
	n := &moments{t: t, s: s, g: testsession.Graph(s), index: map[string]int{}}
	for lane := range n.g.Tape.Lanes {
		l := &n.g.Tape.Lanes[lane]
		size, first := make([]int, l.Len()+1), make([]uint64, l.Len()+1)
		cut := n.g.Start()
		for done := 1; done <= l.Len() && l.Thread != 0; done++ {
			cut[lane] = uint32(done - 1)
			before := n.statements(l.Thread, cut)
			cut[lane]++
			size[done], first[done] = int(n.statements(l.Thread, cut)-before), before+1
		}
		n.size, n.first = append(n.size, size), append(n.first, first)
	}
	n.add(make(state, len(n.g.Tape.Lanes)))
	for i := 0; i < len(n.all) && len(n.all) <= limit; i++ {
		n.after(n.all[i], n.add)
	}
	if len(n.all) > limit {
		return nil
	}
	for i := range n.all {
		n.facts = append(n.facts, n.look(n.all[i]))
	}
	return n
}

func (n *moments) statements(id kernel.ThreadID, cut graph.Cut) (count uint64) {
	err := n.s.Statements(func(src *source.Source) (err error) {
		count, err = src.Statements(id, cut)
		return err
	})
	must(n.t, err)
	return count
}

// after visits the states that come next to one.
func (n *moments) after(x state, visit func(state)) {
	for lane := range x {
		y := slices.Clone(x)
		if y[lane].sub < n.size[lane][y[lane].done] {
			y[lane].sub++
		} else {
			y[lane].done, y[lane].sub = y[lane].done+1, 0
		}
		if n.consistent(y) {
			visit(y)
		}
	}
}

// consistent says whether a state is one: its cut is, and the stretch after an event is over when the next event of its
// task comes that depends on it.
func (n *moments) consistent(x state) bool {
	if !n.g.Consistent(n.cut(x)) {
		return false
	}
	for lane := range x {
		l := &n.g.Tape.Lanes[lane]
		if l.Thread == 0 || x[lane].sub == n.size[lane][x[lane].done] {
			continue
		}
		for other := range x {
			o := &n.g.Tape.Lanes[other]
			if o.Thread != 0 && x[other].done > 0 && n.g.Tape.TaskOf(o.Thread) == n.g.Tape.TaskOf(l.Thread) &&
				n.g.Before(l.Event(x[lane].done-1), o.Event(x[other].done-1)) {
				return false
			}
		}
	}
	return true
}

func (n *moments) cut(x state) graph.Cut {
	c := n.g.Start()
	for lane := range x {
		c[lane] = uint32(x[lane].done)
	}
	return c
}

func (n *moments) add(x state) {
	if _, known := n.index[fmt.Sprint(x)]; !known {
		n.index[fmt.Sprint(x)] = len(n.all)
		n.all = append(n.all, x)
	}
}

// position is the state as a position.
func (n *moments) position(x state) graph.Position {
	p := graph.At(n.cut(x))
	for lane := range x {
		if x[lane].sub < n.size[lane][x[lane].done] {
			p = p.With(n.g.Tape.Lanes[lane].Thread, n.first[lane][x[lane].done]+uint64(x[lane].sub))
		}
	}
	return p
}

// state is a position as a state.
func (n *moments) state(p graph.Position) state {
	x := make(state, len(p.Cut))
	for lane, done := range p.Cut {
		x[lane].done, x[lane].sub = int(done), n.size[lane][done]
		if at := p.Statement(n.g.Tape.Lanes[lane].Thread); at > 0 {
			x[lane].sub = int(at - n.first[lane][done])
		}
	}
	return x
}

// look goes to a state, and sees what is there.
func (n *moments) look(x state) map[string]int {
	p := n.position(x)
	must(n.t, n.s.MoveTo(p))
	facts := map[string]int{}
	for lane := range x {
		id := n.g.Tape.Lanes[lane].Thread
		if id == 0 || x[lane].done == 0 {
			continue
		}
		if _, err := n.s.Variables(); err != nil {
			n.t.Fatal(err)
		}
		frames, err := n.s.Frames(id)
		must(n.t, err)
		name := n.s.ThreadName(id)
		for _, f := range frames {
			for _, v := range f.Vars {
				facts[name+"."+v.Name] = int(v.Value.Int())
			}
		}
		th := n.s.State().Threads.At(uint32(id))
		if th.Call.Op == kernel.OpLabel && th.Status != kernel.Ended && p.Statement(id) == 0 {
			facts["label l by "+name] = 1
		}
	}
	return facts
}

// fact is a condition as it is typed, and as the states see it.
type fact struct {
	text  string
	holds func(map[string]int) bool
}

// leaf is a condition on one thread.
func leaf(rng *rand.Rand, threads []string) fact {
	name := threads[rng.IntN(len(threads))]
	if rng.IntN(5) == 0 {
		text := "label l by " + name
		return fact{text, func(f map[string]int) bool { return f[text] == 1 }}
	}
	v, k := name+"."+string("xy"[rng.IntN(2)]), rng.IntN(4)
	op := []string{"=", "!=", "<", ">="}[rng.IntN(4)]
	return fact{fmt.Sprint(v, " ", op, " ", k), func(f map[string]int) bool {
		n, ok := f[v]
		return ok && compares(op, n, k)
	}}
}

func compares(op string, a, b int) bool {
	return map[string]bool{"=": a == b, "!=": a != b, "<": a < b, ">=": a >= b}[op]
}

// relation compares values of two threads.
func relation(rng *rand.Rand, threads []string) fact {
	v := threads[rng.IntN(len(threads))] + "." + string("xy"[rng.IntN(2)])
	w := threads[rng.IntN(len(threads))] + "." + string("xy"[rng.IntN(2)])
	k, op := rng.IntN(6), []string{"=", "!=", "<", ">="}[rng.IntN(4)]
	return fact{fmt.Sprint(v, " + ", w, " ", op, " ", k), func(f map[string]int) bool {
		a, ok := f[v]
		b, too := f[w]
		return ok && too && compares(op, a+b, k)
	}}
}

func both(all []fact) fact {
	var texts []string
	for _, f := range all {
		texts = append(texts, f.text)
	}
	return fact{strings.Join(texts, " and "), func(m map[string]int) bool {
		return !slices.ContainsFunc(all, func(f fact) bool { return !f.holds(m) })
	}}
}

// TestMoments finds predicates on variables of functions in small random runs, and in all of their states, statement by
// statement. Threads stand alone in their tasks, or share variables with a lock and without.
func TestMoments(t *testing.T) {
	runs, found, within, several := 0, 0, 0, 0
	for seed := range effort.Of(uint64(9)) {
		grown, p := false, writers(seed, seed%3 > 0, seed%3 == 2)
		rec := testrun.Record(p, kernel.Config{Seed: seed, MaxSteps: 30 + seed%8})
		s, err := session.Open(p, rec, session.Options{Grown: func() { grown = true }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		rng := rand.New(rand.NewPCG(seed, 8))
		_, _ = s.Predicate("a.1.x = 1") // puts threads that share variables in a line
		grown = false
		n := newMoments(t, s, 1500)
		if n == nil {
			continue
		}
		runs++
		var threads []string
		for lane := range n.g.Tape.Lanes {
			if id := n.g.Tape.Lanes[lane].Thread; id != 0 && n.first[lane][len(n.first[lane])-1] > 1 {
				threads = append(threads, s.ThreadName(id))
			}
		}
		for range 25 {
			var parts []fact
			for range 1 + rng.IntN(3) {
				parts = append(parts, leaf(rng, threads))
			}
			c := both(parts)
			if rng.IntN(3) == 0 {
				c = relation(rng, threads)
			}
			p, err := s.Predicate(c.text)
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, c.text, err)
			}
			if grown {
				break
			}
			x := &asked{n, c, p, fmt.Sprintf("seed %d: %s", seed, c.text)}
			f := x.compare(rng)
			x.halted(t, f, halt.Control{Delay: 1 + rng.IntN(9), Seed: rng.Uint64N(3)})
			if f != nil {
				if found++; !f.AtCalls() {
					within++
				}
				if len(f.Others) > 0 {
					several++
				}
			}
		}
	}
	t.Logf("%d runs: %d predicates hold, %d of them between calls, and %d where several threads are", runs, found, within,
		several)
	if runs == 0 || within == 0 || several == 0 {
		t.Error("there are too few")
	}
}

// asked is a predicate that is compared with all states.
type asked struct {
	*moments
	c    fact
	p    *detect.Predicate
	what string
}

// compare compares all answers, and returns the first position.
func (x *asked) compare(rng *rand.Rand) *detect.Found {
	for i := range x.all {
		if got, want := x.p.Holds(x.position(x.all[i])) != nil, x.holds(i); got != want {
			x.t.Fatalf("%s: at %s it is %t, and not %t", x.what, x.s.Format(x.position(x.all[i])), got, want)
		}
	}
	begin, end := 0, x.index[fmt.Sprint(x.state(x.s.End()))]
	f, err := x.p.First()
	x.same("first", f, err, x.holds, begin, false)
	x.definitely(end)
	for range 5 {
		at := rng.IntN(len(x.all))
		if x.holds(at) {
			continue
		}
		f, err := x.p.Next(x.position(x.all[at]))
		x.same("next", f, err, func(i int) bool { return x.holds(i) && x.within(at, i) }, at, false)
		f, err = x.p.Previous(x.position(x.all[at]))
		x.same("previous", f, err, func(i int) bool { return x.holds(i) && x.within(i, at) }, at, true)
	}
	return f
}

func (x *asked) holds(i int) bool { return x.c.holds(x.facts[i]) }

// within says whether a state is on a way to another.
func (x *asked) within(i, j int) bool {
	for lane, a := range x.all[i] {
		if b := x.all[j][lane]; cmp.Or(cmp.Compare(a.done, b.done), cmp.Compare(a.sub, b.sub)) > 0 {
			return false
		}
	}
	return true
}

// leads says whether a state is on the way to another, which may lead back.
func (x *asked) leads(i, j int, back bool) bool {
	if back {
		i, j = j, i
	}
	return x.within(i, j)
}

// same says whether a position was found where some states are: of a conjunction the least of them, or with back the
// greatest.
func (x *asked) same(what string, f *detect.Found, err error, some func(int) bool, at int, back bool) {
	x.t.Helper()
	must(x.t, err)
	var best []int
	for i := range x.all {
		if some(i) && !slices.ContainsFunc(best, func(j int) bool { return x.leads(j, i, back) }) {
			best = append(slices.DeleteFunc(best, func(j int) bool { return x.leads(i, j, back) }), i)
		}
	}
	from := x.s.Format(x.position(x.all[at]))
	switch {
	case f == nil && len(best) == 0:
		return
	case f == nil || len(best) == 0:
		x.t.Fatalf("%s, %s from %s: %v, but there are %d states", x.what, what, from, f, len(best))
	}
	i, ok := x.index[fmt.Sprint(x.state(f.Position))]
	if !ok || !some(i) {
		x.t.Fatalf("%s, %s from %s: %s is none", x.what, what, from, x.s.Format(f.Position))
	}
	if x.p.Form == detect.Conjunctive {
		if len(best) != 1 {
			x.t.Fatalf("%s, %s: there are %d best states", x.what, what, len(best))
		}
		x.equal(what, x.all[i], x.all[best[0]], back)
	}
}

// equal says whether a position that was found is a state, but for statements of a thread that change nothing.
func (x *asked) equal(what string, got, want state, back bool) {
	for lane := range got {
		g, w := got[lane], want[lane]
		whole := g.sub == x.size[lane][g.done] && w.sub == 0
		if g.done != w.done || g.sub != w.sub && !whole && !(back && g.sub < w.sub) {
			x.t.Fatalf("%s: %s is %s, and not %s", x.what, what, x.s.Format(x.position(got)), x.s.Format(x.position(want)))
		}
	}
}

// definitely compares the answer whether all ways lead through a state that satisfies the predicate.
func (x *asked) definitely(end int) {
	seen, next, avoided := map[int]bool{0: true}, []int{0}, false
	for len(next) > 0 && !x.holds(0) {
		i := next[0]
		next = next[1:]
		avoided = avoided || i == end
		x.after(x.all[i], func(y state) {
			if j := x.index[fmt.Sprint(y)]; !seen[j] && !x.holds(j) {
				seen[j] = true
				next = append(next, j)
			}
		})
	}
	f, err := x.p.Definitely()
	must(x.t, err)
	if (f != nil) == avoided {
		x.t.Fatalf("%s: definitely: %v, but it can be avoided: %t", x.what, f, avoided)
	}
}

// halted compares where Manabe and Aoyagi's algorithm halts with the first state, which is in the first of the rows of
// spans in which the conditions hold.
func (x *asked) halted(t *testing.T, first *detect.Found, o halt.Control) {
	t.Helper()
	if x.p.Conjunction() != nil {
		return
	}
	e, err := x.p.Effort(o)
	if err != nil || (e == nil) != (first == nil) || e != nil && !slices.Equal(e.Cut, first.Cut) {
		t.Errorf("%s: the algorithm halts at %v, %v, and it holds first at %v", x.what, e, err, first)
	}
	all, err := x.p.Together(1000)
	if err != nil || (len(all.Rows) == 0) != (first == nil) ||
		first != nil && !all.Rows[0].Position.Equal(first.Position) {
		t.Errorf("%s: the spans are %v, %v, and it holds first at %v", x.what, all, err, first)
	}
}
