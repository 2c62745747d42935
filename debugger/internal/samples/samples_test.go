// Package samples tests the source level in the sample programs with hooks.
package samples

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/lines/race"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/programs/hooked"
	"machsim/test/effort"
	"machsim/test/testrun"
)

func TestMain(m *testing.M) {
	hooked.Register()
	os.Exit(m.Run())
}

// run is a run of a program, and a thread between two of its statements.
type run struct {
	*testing.T
	p   *kernel.Program
	g   *graph.Graph
	e   rebuild.Engine
	s   *source.Source
	all []source.Hit // all statements
}

func open(t *testing.T, p *kernel.Program, cfg kernel.Config) *run {
	t.Helper()
	cfg.Lines, cfg.MaxSteps = true, 2000
	g := testrun.Graph(p, cfg)
	e := rebuild.Engine{Tape: g.Tape}
	tasks := map[kernel.TaskID]bool{} // no position has threads of a task that shared variables in another order
	for _, l := range g.Tape.Lanes {
		if l.Thread != 0 {
			tasks[g.Tape.TaskOf(l.Thread)] = true
		}
	}
	g.Serialize(tasks)
	s, err := source.New(g.Tape, func() *graph.Graph { return g }, e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &run{t, p, g, e, s, nil}
}

// hits are the times that threads come to a target.
func (r *run) hits(target *source.Target) []source.Hit {
	r.Helper()
	f, err := r.s.Hits(nil, source.Search{Target: target})
	if err != nil {
		r.Fatal(err)
	}
	return f[0].Hits
}

// statement is a statement that a thread comes to.
type statement struct {
	thread kernel.ThreadID
	n      uint64
	stmt   *hook.Stmt
}

// statements are those of all threads, found in the simplest way.
func (r *run) statements() (all []statement) {
	r.Helper()
	err := r.e.Walk(engine.Walk{Listen: func(id kernel.ThreadID, th *hook.Thread) {
		if id == 0 {
			return // Main
		}
		th.Stop = 0
		th.Reached = func(th *hook.Thread) { all = append(all, statement{id, th.N, th.Frame.Stmt()}) }
	}})
	if err != nil {
		r.Fatal(err)
	}
	return all
}

// some are the runs that a test looks at.
func some(t *testing.T, n int, look func(r *run, rng *rand.Rand)) {
	for i, p := range effort.Some(hooked.All, n) {
		look(open(t, p, kernel.Config{Seed: uint64(i)}), rand.New(rand.NewPCG(uint64(i), 6)))
	}
}

// TestBackAndForth: from any statement, so many steps back and as many forth visit the same lines and variables. CI
// tries a hundred positions.
func TestBackAndForth(t *testing.T) {
	some(t, 5, func(r *run, rng *rand.Rand) {
		r.all = r.hits(source.Every())
		for i := range effort.Of(5) {
			h := r.all[rng.IntN(len(r.all))]
			d := source.Stride{Thread: h.Thread, Fine: i%2 == 0}
			at, n := r.s.Position(h), 1+rng.IntN(6)
			here := r.shown(at, h.Thread)
			d.Back = true
			back, at := r.steps(at, d, n)
			d.Back = false
			forth, at := r.steps(at, d, len(back))
			back = append([]string{here}, back...)
			slices.Reverse(back)
			if !d.Fine && len(back) > 0 { // it began in the middle of a line, perhaps
				back, forth = back[:len(back)-1], forth[:max(len(forth)-1, 0)]
			}
			if len(back) > 0 && !slices.Equal(back[1:], forth) {
				t.Errorf("%s, %d steps from %+v, %+v: back\n%s\nforth\n%s\nto %v", r.p.Name, n, h, d, strings.Join(back, "\n"),
					strings.Join(forth, "\n"), at)
			}
		}
	})
}

// steps makes so many steps, or those that there are, and returns what is seen after each.
func (r *run) steps(at graph.Position, d source.Stride, n int) (seen []string, to graph.Position) {
	r.Helper()
	for range n {
		left := r.step(at, d)
		if left.Short {
			break
		}
		at = left.At
		seen = append(seen, r.shown(at, d.Thread))
	}
	return seen, at
}

// step makes one step, and takes along the others that have to go.
func (r *run) step(at graph.Position, d source.Stride) source.Left {
	r.Helper()
	d.Past, d.Without = r.g.Grow, r.g.Shrink
	left, err := r.s.Step(at, d)
	if err != nil {
		r.Fatal(err)
	}
	return left
}

// shown is where a thread stands, with its variables but for those that hold addresses. The others stand elsewhere on
// the way back than on the way forth, so variables count only where no thread can change those of another.
func (r *run) shown(at graph.Position, id kernel.ThreadID) string {
	r.Helper()
	if err := r.s.To(at); err != nil {
		r.Fatal(err)
	}
	var b strings.Builder
	alone := r.alone(id)
	for _, f := range r.s.Frames(id) {
		fmt.Fprintf(&b, "%s:%d#%d", f.Func, f.Line, f.Serial)
		for _, v := range f.Vars {
			if text := fmt.Sprintf("%s=%+v", v.Name, v.Value); alone && !strings.Contains(text, "0x") {
				b.WriteString(" " + text)
			}
		}
		b.WriteString("; ")
	}
	return b.String()
}

// alone says whether a thread is the only one of its task.
func (r *run) alone(id kernel.ThreadID) bool {
	n := 0
	for _, l := range r.g.Tape.Lanes {
		if l.Thread != 0 && r.g.Tape.TaskOf(l.Thread) == r.g.Tape.TaskOf(id) {
			n++
		}
	}
	return n == 1
}

// TestOver: next goes where the first step of no greater depth goes.
func TestOver(t *testing.T) {
	some(t, 5, func(r *run, rng *rand.Rand) {
		all := r.hits(source.Every())
		for range effort.Of(2) {
			h := all[rng.IntN(len(all))]
			from := r.s.Position(h)
			left := r.step(from, source.Stride{Thread: h.Thread, Kind: source.Over, Fine: true})
			want, ok := r.noDeeper(from, h.Thread)
			if left.Short == ok || ok && left.At.N != want.N {
				t.Errorf("%s, from %+v: next leads to %+v, and steps to %+v %t", r.p.Name, h, left, want, ok)
			}
		}
	})
}

// noDeeper is where the first step leads that is no deeper than a position.
func (r *run) noDeeper(from graph.Position, id kernel.ThreadID) (at graph.Position, ok bool) {
	r.Helper()
	depth := func(p graph.Position) int {
		if err := r.s.To(p); err != nil {
			r.Fatal(err)
		}
		return len(r.s.Frames(id))
	}
	for most, at := depth(from), from; ; {
		left := r.step(at, source.Stride{Thread: id, Fine: true})
		switch {
		case left.Short:
			return at, false
		case depth(left.At) <= most:
			return left.At, true
		}
		at = left.At
	}
}

// TestHits: what a search finds is what a list of all statements has: of all, and of the first of each function.
func TestHits(t *testing.T) {
	some(t, 8, func(r *run, _ *rand.Rand) {
		naive := r.statements()
		r.same("all", r.hits(source.Every()), naive, func(statement) bool { return true })
		seen := map[*hook.Func]bool{}
		for _, x := range naive {
			fn, first, name := functionOf(x.stmt)
			if seen[fn] || first != x.stmt {
				continue
			}
			seen[fn] = true
			target, err := source.Function(name)
			if err != nil {
				t.Fatal(err)
			}
			r.same(name, r.hits(target), naive, func(y statement) bool { return y.stmt == first })
		}
		if len(seen) < 2 {
			t.Errorf("%s: %d functions", r.p.Name, len(seen))
		}
	})
}

// same compares hits with the statements that a condition holds for.
func (r *run) same(what string, got []source.Hit, naive []statement, is func(statement) bool) {
	r.Helper()
	var found, want []string
	for _, h := range got {
		found = append(found, fmt.Sprint(h.Thread, " ", h.N))
	}
	for _, x := range naive {
		if is(x) {
			want = append(want, fmt.Sprint(x.thread, " ", x.n))
		}
	}
	slices.Sort(found)
	slices.Sort(want)
	if !slices.Equal(found, want) {
		r.Errorf("%s, %s: %d hits, and %d statements", r.p.Name, what, len(found), len(want))
	}
}

// functionOf is the function of a statement, the first of its statements and its name with the package.
func functionOf(s *hook.Stmt) (fn *hook.Func, first *hook.Stmt, name string) {
	for _, p := range hook.Packages() {
		i := slices.IndexFunc(p.Stmts, func(x hook.Stmt) bool { return x == *s })
		if i < 0 || &p.Stmts[i] != s {
			continue
		}
		for k := range p.Stmts {
			if x := &p.Stmts[k]; x.Func == s.Func && (first == nil || x.From < first.From) {
				first = x
			}
		}
		fn = &p.Funcs[s.Func]
		return fn, first, p.Path[strings.LastIndexByte(p.Path, '/')+1:] + "." + fn.Name
	}
	return nil, nil, ""
}

// TestNoRaces: the programs without a bug have no race, preempted or not.
func TestNoRaces(t *testing.T) {
	for _, p := range hooked.All {
		if p.Bug != "" {
			continue
		}
		for seed := range effort.Of(uint64(2)) {
			r := open(t, p, kernel.Config{Seed: seed, Preempt: seed%2 == 1})
			found, err := race.Find(r.g, r.e, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range found {
				t.Errorf("%s, seed %d: %s in %v races with %s in %v", p.Name, seed, x.First.Expr, x.First.Stack[0],
					x.Second.Expr, x.Second.Stack[0])
			}
			r.s.Close()
		}
	}
}
