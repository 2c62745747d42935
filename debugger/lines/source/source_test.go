package source_test

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/internal/hooked"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/test/testrun"
)

// run is a run of the bank.
type run struct {
	t *tape.Tape
	g *graph.Graph
	s *source.Source
	p graph.Position // of benchmarks: where they stand
}

func open(t testing.TB, seed uint64) *run {
	t.Helper()
	g := testrun.Graph(hooked.Program, kernel.Config{Seed: seed, Lines: true})
	tp := g.Tape
	e := rebuild.Engine{Tape: tp}
	g.Serialize(engine.Sharing(e, g, nil))
	s, err := source.New(tp, func() *graph.Graph { return g }, e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &run{t: tp, g: g, s: s}
}

func (r *run) thread(t testing.TB, name string) kernel.ThreadID {
	t.Helper()
	for _, l := range r.t.Lanes {
		if l.Thread != 0 && r.t.End.ThreadName(l.Thread) == name {
			return l.Thread
		}
	}
	t.Fatalf("no thread %s", name)
	return 0
}

// shown is where a thread stands, with its variables.
func (r *run) shown(id kernel.ThreadID) string {
	var b strings.Builder
	for _, f := range r.s.Frames(id) {
		fmt.Fprintf(&b, "%s:%d", f.Func, f.Line)
		for _, v := range f.Vars {
			if v.Name != "th" && v.Name != "a" {
				fmt.Fprintf(&b, " %s=%v", v.Name, v.Value)
			}
		}
		b.WriteString("; ")
	}
	return b.String()
}

// statements are all statements of a thread, found in the simplest way: stopped at one after the other.
func (r *run) statements(t *testing.T, id kernel.ThreadID) (all []string) {
	t.Helper()
	listen := func(is kernel.ThreadID, th *hook.Thread) {
		if is == id {
			th.Stop = 0
			th.Reached = func(th *hook.Thread) {
				f := th.Frame
				all = append(all, fmt.Sprintf("%d %d %d:%d", th.N, f.Depth, f.Serial, f.Stmt().Line))
			}
		}
	}
	err := rebuild.Engine{Tape: r.t}.Walk(engine.Walk{Listen: listen})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestTo stands before every statement of every thread, in any order.
func TestTo(t *testing.T) {
	r := open(t, 3)
	total := 0
	for _, name := range []string{"one.1", "one.kid", "two.1"} {
		id := r.thread(t, name)
		all := r.statements(t, id)
		for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(all)) {
			p := r.at(t, id, uint64(i+1))
			if err := r.s.To(p); err != nil {
				t.Fatal(err)
			}
			var n, depth, serial, line int
			fmt.Sscanf(all[i], "%d %d %d:%d", &n, &depth, &serial, &line)
			f := r.s.Frames(id)
			if len(f) != depth || f[0].Line != line || f[0].Serial != uint64(serial) || f[0].Begun {
				t.Errorf("%s at %s: %d frames, %+v", name, all[i], len(f), f[0])
			}
			total++
		}
	}
	if total < 50 {
		t.Errorf("%d statements", total)
	}
}

// at is the least position at a statement.
func (r *run) at(t *testing.T, id kernel.ThreadID, n uint64) graph.Position {
	t.Helper()
	hits, err := r.s.Hits(nil, source.Search{Target: everything(t), Threads: []kernel.ThreadID{id}})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hits[0].Hits {
		if h.N == n {
			return graph.Position{Cut: r.g.Least(h.Event), Thread: id, N: n}
		}
	}
	t.Fatalf("no statement %d", n)
	return graph.Position{}
}

func everything(t *testing.T) *source.Target { return source.Every() }

// TestBackAndForth: from any statement, so many steps back and as many forth lead to the same lines and variables.
func TestBackAndForth(t *testing.T) {
	for _, d := range []source.Stride{{Fine: true}, {}, {Kind: source.Over}, {Kind: source.Over, Fine: true}} {
		r := open(t, 3)
		for _, name := range []string{"one.1", "one.kid", "two.1"} {
			d.Thread = r.thread(t, name)
			r.backAndForth(t, name, d)
		}
	}
}

func (r *run) backAndForth(t *testing.T, name string, d source.Stride) {
	t.Helper()
	p, seen := r.s.Start(), []string{}
	for {
		q, ok, err := r.step(p, d)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			p = q
			break
		}
		p = q
		seen = append(seen, r.shown(d.Thread))
	}
	back := []string{}
	d.Back = true
	for {
		q, ok, err := r.step(p, d)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		p = q
		back = append(back, r.shown(d.Thread))
	}
	slices.Reverse(back)
	if !slices.Equal(seen, back) || len(seen) < 5 {
		t.Errorf("%s %+v: forth\n%s\nback\n%s", name, d, strings.Join(seen, "\n"), strings.Join(back, "\n"))
	}
}

// step is Step, with what it says taken apart.
func (r *run) step(from graph.Position, d source.Stride) (graph.Position, bool, error) {
	d.Past, d.Without = r.g.Grow, r.g.Shrink
	l, err := r.s.Step(from, d)
	return l.At, !l.Short, err
}

// TestResults: what the function returns that a step leaves.
func TestResults(t *testing.T) {
	r := open(t, 5)
	id := r.thread(t, "two.1")
	p, _, _ := r.step(r.s.Start(), source.Stride{Thread: id, Count: 10})
	l, err := r.s.Step(p, source.Stride{Thread: id, Kind: source.Out, Past: r.g.Grow, Without: r.g.Shrink})
	if err != nil || len(l.Results) != 1 || l.Results[0] != (source.Result{Name: "r", Text: "100"}) {
		t.Errorf("%+v %v at %s", l, err, r.shown(id))
	}
}

// TestText finds each source file by its path, and by that of its package.
func TestText(t *testing.T) {
	found := 0
	for _, p := range hook.Packages() {
		for _, f := range p.Files {
			for _, name := range []string{f.Path, p.Path + "/" + path.Base(f.Path)} {
				if text, ok := source.Text(name); f.Text != "" && (!ok || text != f.Text) {
					t.Errorf("%s: %t, %d bytes", name, ok, len(text))
				}
			}
			found++
		}
	}
	if _, ok := source.Text("other/hooked.go"); ok || found == 0 {
		t.Errorf("there are %d files, and a file of another package is one of them: %t", found, ok)
	}
}
