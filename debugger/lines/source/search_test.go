package source_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// each stands before every statement of a thread, one after the other.
func (r *run) each(t *testing.T, id kernel.ThreadID, visit func(graph.Position)) {
	t.Helper()
	p, d := r.s.Start(), source.Stride{Thread: id, Fine: true}
	for {
		q, ok, err := r.step(p, d)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return
		}
		p = q
		visit(p)
		if err := r.s.To(p); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOver: next goes where the first step that is no deeper goes, and finish where the first one does that is less
// deep; backwards likewise.
func TestOver(t *testing.T) {
	r := open(t, 5)
	id := r.thread(t, "one.1")
	var all []graph.Position
	r.each(t, id, func(p graph.Position) { all = append(all, p) })
	depth := func(p graph.Position) int {
		if err := r.s.To(p); err != nil {
			t.Fatal(err)
		}
		return len(r.s.Frames(id))
	}
	for i, p := range all {
		for _, c := range []struct {
			d    source.Stride
			less int
		}{{source.Stride{Kind: source.Over, Fine: true}, 0}, {source.Stride{Kind: source.Out}, 1}} {
			for _, back := range []bool{false, true} {
				c.d.Thread, c.d.Back = id, back
				rest := slices.Clone(all[i+1:])
				if back {
					rest = slices.Clone(all[:i])
					slices.Reverse(rest)
				}
				at := depth(p)
				j := slices.IndexFunc(rest, func(q graph.Position) bool { return depth(q) <= at-c.less })
				got, ok, err := r.step(p, c.d)
				if err != nil || ok != (j >= 0) || ok && got.N != rest[j].N {
					t.Errorf("from statement %d, %+v: %v %t %v", p.N, c.d, got, ok, err)
				}
			}
		}
	}
}

// TestCount: n steps at once lead where n steps lead.
func TestCount(t *testing.T) {
	r := open(t, 5)
	id := r.thread(t, "one.kid")
	p, _, _ := r.step(r.s.Start(), source.Stride{Thread: id, Count: 17})
	q := r.s.Start()
	for range 17 {
		q, _, _ = r.step(q, source.Stride{Thread: id})
	}
	back, ok, err := r.step(p, source.Stride{Thread: id, Count: 16, Back: true})
	if !p.Equal(q) || back.N != 1 || !ok || err != nil {
		t.Errorf("%v, %v; back to %v %v", p, q, back, err)
	}
	if end, ok, err := r.step(p, source.Stride{Thread: id, Count: 1000}); ok || err != nil || !end.AtCalls() {
		t.Errorf("beyond the end: %v %t %v", end, ok, err)
	}
	start, ok, err := r.step(p, source.Stride{Thread: id, Count: 1000, Back: true})
	if ok || err != nil || start.N != 1 {
		t.Errorf("before the start: %v %t %v", start, ok, err)
	}
}

// TestUntil goes on to a line, over the calls on the way.
func TestUntil(t *testing.T) {
	r := open(t, 5)
	id := r.thread(t, "two.1")
	p, _, _ := r.step(r.s.Start(), source.Stride{Thread: id})
	for _, c := range []struct {
		line int
		want string
	}{{22, "hooked.work:22 amount=100 i=0; "}, {24, "hooked.work:24 amount=100; "}} {
		q, ok, err := r.step(p, source.Stride{Thread: id, Kind: source.Over, Line: c.line})
		if got := r.shown(id); !ok || err != nil || got != c.want {
			t.Errorf("until %d: %s %v", c.line, got, err)
		}
		p = q
	}
	p, _, _ = r.step(r.s.Start(), source.Stride{Thread: id, Count: 3})
	_, ok, err := r.step(p, source.Stride{Thread: id, Kind: source.Over, Line: 99})
	if got := r.shown(id); !ok || err != nil || !strings.HasPrefix(got, "hooked.work:21") {
		t.Errorf("a line that is not reached: %s %v", got, err)
	}
}

// TestHits compares the hits of a line with those of a naive list of all statements, also under a condition.
func TestHits(t *testing.T) {
	r := open(t, 7)
	line, err := source.At("bank.go", 13)
	if err != nil {
		t.Fatal(err)
	}
	condition, _ := eval.Parse("old + n >= 20 && n < most")
	for _, c := range []*eval.Expr{nil, condition} {
		all, err := r.s.Hits(nil, source.Search{Target: source.Every()}, source.Search{Target: line, Condition: c})
		if err != nil || all[1].Unknown != nil {
			t.Fatal(err, all[1].Unknown)
		}
		found := all[1]
		var want []string
		for _, name := range []string{"one.1", "one.kid", "two.1"} {
			id := r.thread(t, name)
			r.each(t, id, func(p graph.Position) {
				scope, _ := r.s.Scope(id, 0, nil)
				holds := c == nil
				if r.s.Frames(id)[0].Line == 13 && c != nil {
					v, _ := c.Value(scope)
					holds, _ = v.Bool()
				}
				if r.s.Frames(id)[0].Line == 13 && holds {
					want = append(want, fmt.Sprintf("%d/%d", id, p.N))
				}
			})
		}
		var got []string
		for i, h := range found.Hits {
			got = append(got, fmt.Sprintf("%d/%d", h.Thread, h.N))
			if i > 0 && h.Event < found.Hits[i-1].Event {
				t.Error("the hits are not in order")
			}
			if err := r.s.To(r.s.Position(h)); err != nil {
				t.Error(err)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("hits %v, not %v", got, want)
		}
	}
}

// TestTargets finds functions, labels and lines, and says what there is instead.
func TestTargets(t *testing.T) {
	for _, c := range []struct {
		target func() (*source.Target, error)
		want   string
	}{
		{func() (*source.Target, error) { return source.At("bank.go", 24) }, "hooked.work:24"},
		{func() (*source.Target, error) { return source.At("src/bank.go", 13) }, "hooked.(*account).add:13"},
		{func() (*source.Target, error) { return source.Function("work") }, "hooked.work:21"},
		{func() (*source.Target, error) { return source.Function("hooked.(*account).add") }, "hooked.(*account).add:11"},
		{func() (*source.Target, error) { return source.Function("add") }, "hooked.(*account).add:11"},
		{func() (*source.Target, error) { return source.Function("account.add") }, "hooked.(*account).add:11"},
		{func() (*source.Target, error) { return source.Label("out") }, "hooked.work:24"},
		{func() (*source.Target, error) { return source.Label("work:out") }, "hooked.work:24"},
		{func() (*source.Target, error) { return source.Label("add:out") }, "no statement has the label add:out"},
		{func() (*source.Target, error) { return source.Label("work:") }, "no statement has the label work:"},
		{func() (*source.Target, error) { return source.At("bank.go", 23) }, "the next one is in line 24"},
		{func() (*source.Target, error) { return source.At("bank.go", 99) }, "nor after it"},
		{func() (*source.Target, error) { return source.At("bnak.go", 1) }, "did you mean bank.go?"},
		{func() (*source.Target, error) { return source.Function("worc") }, "did you mean"},
		{func() (*source.Target, error) { return source.Label("in") }, "no statement has the label in"},
	} {
		target, err := c.target()
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprintf("%s:%d", target.Place.Func, target.Place.Line)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}

// TestChanges compares the changes of a variable with those that are seen by stepping.
func TestChanges(t *testing.T) {
	r := open(t, 7)
	id := r.thread(t, "two.1")
	p, _, _ := r.step(r.s.Start(), source.Stride{Thread: id})
	w, err := r.s.Watch(id, 0, "a.balance", nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.s.Changes(w.Subject(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range all {
		got = append(got, fmt.Sprintf("%s:%d %s -> %s", c.Place().Func, c.Place().Line, c.Old, c.New))
		if err := r.s.To(r.s.Position(c.After)); err != nil {
			t.Error(err)
		}
	}
	want := []string{"hooked.work:21  -> 0"}
	_ = p
	last, line := "0", ""
	r.each(t, id, func(graph.Position) {
		f := r.s.Frames(id)
		scope, _ := r.s.Scope(id, len(f)-1, nil)
		e, _ := eval.Parse("a.balance")
		v, _ := e.Value(scope)
		if v.String() != last {
			want = append(want, fmt.Sprintf("%s %s -> %s", line, last, v))
		}
		last, line = v.String(), fmt.Sprintf("%s:%d", f[0].Func, f[0].Line)
	})
	if !slices.Equal(got, want[1:]) || len(got) < 2 {
		t.Errorf("changes\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want[1:], "\n"))
	}
}

// TestChangesOfMany compares values of expressions that are compiled, and others, with those that are seen by stepping.
func TestChangesOfMany(t *testing.T) {
	r := open(t, 7)
	id := r.thread(t, "two.1")
	for _, expr := range []string{"a.balance", "*a", "i", "amount", "total", "a.balance + i"} {
		if _, _, err := r.step(r.s.Start(), source.Stride{Thread: id, Count: 2}); err != nil {
			t.Fatal(err)
		}
		w, err := r.s.Watch(id, 0, expr, nil)
		if err != nil {
			t.Fatal(err)
		}
		all, err := r.s.Changes(w.Subject(), nil)
		if err != nil {
			t.Fatal(err)
		}
		got, want, last := "", "", ""
		for _, c := range all {
			if got += c.New + " "; expr == "total" && c.Place().Line != 22 {
				t.Errorf("%+v: add has returned then", c)
			}
		}
		if strings.HasPrefix(expr, "total") {
			continue // tasks that share it are run one after the other
		}
		e, _ := eval.Parse(expr)
		r.each(t, id, func(p graph.Position) {
			scope, _ := r.s.Scope(id, len(r.s.Frames(id))-1, nil)
			v, err := e.Value(scope)
			if p.N > 1 && err == nil && v.String() != last {
				want += v.String() + " "
			}
			if last = ""; err == nil {
				last = v.String()
			}
		})
		if got = strings.TrimPrefix(got, " "); got != want {
			t.Errorf("%s becomes %s, not %s", expr, got, want)
		}
	}
}

// TestAccesses compares the accesses to a variable with the statements that name it, of all threads that share it.
func TestAccesses(t *testing.T) {
	r := open(t, 7)
	id := r.thread(t, "one.kid")
	for _, c := range []struct {
		expr          string
		up            int
		reads, writes []int
	}{
		{"a.balance", 1, []int{11, 14}, []int{13}}, {"*a", 1, []int{11, 14}, []int{13}}, {"amount", 1, []int{22}, nil},
		{"i", 1, []int{22}, nil}, {"old", 0, []int{13}, nil}, {"n", 0, []int{13}, nil},
	} {
		if _, _, err := r.step(r.s.Start(), source.Stride{Thread: id, Count: 5}); err != nil {
			t.Fatal(err)
		}
		frame := r.s.Frames(id)[c.up].Serial
		begins, err := r.s.Find(id, 1)
		if err != nil {
			t.Fatal(err)
		}
		w, err := r.s.Watch(id, c.up, c.expr, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, writes := range []bool{false, true} {
			all, err := r.s.Accesses(w.Subject(), writes, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got, want []string
			for i, a := range all {
				got = append(got, fmt.Sprintf("%d/%d %t %t", a.Thread, a.N, a.Read, a.Write))
				if i > 0 && a.Event < all[i-1].Event || a.Place.Line == 0 || a.Value == "" {
					t.Errorf("%+v", a)
				}
				if err := r.s.To(r.s.Position(a.Hit)); err != nil || r.s.Frames(a.Thread)[0].Line != a.Place.Line {
					t.Errorf("%+v is elsewhere: %v", a, err)
				}
			}
			for _, name := range []string{"one.1", "one.kid"} {
				by := r.thread(t, name)
				r.each(t, by, func(p graph.Position) {
					f := r.s.Frames(by)[0]
					if e, _ := r.s.Find(by, p.N); e.Event < begins.Event {
						return // the function has not begun
					}
					own := by == id && f.Serial == frame || strings.Contains(c.expr, "a")
					own = own && (c.expr != "amount" || by == id && f.Serial == frame)
					reads, wrote := slices.Contains(c.reads, f.Line), writes && slices.Contains(c.writes, f.Line)
					if own && (reads || wrote) {
						want = append(want, fmt.Sprintf("%d/%d %t %t", by, p.N, reads, wrote))
					}
				})
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) || len(got) == 0 {
				t.Errorf("%s is accessed by %v, not %v", c.expr, got, want)
			}
		}
	}
}

// TestSharedChanges: the change of a variable by another thread of the task is found as well.
func TestSharedChanges(t *testing.T) {
	r := open(t, 7)
	id := r.thread(t, "one.kid")
	if _, _, err := r.step(r.s.Start(), source.Stride{Thread: id}); err != nil {
		t.Fatal(err)
	}
	w, err := r.s.Watch(id, 0, "a.balance", nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.s.Changes(w.Subject(), nil)
	by := map[kernel.ThreadID]int{}
	for i, c := range all {
		by[c.Thread]++
		if i > 0 && c.Old != all[i-1].New {
			t.Errorf("%+v follows %+v", c, all[i-1])
		}
	}
	if err != nil || by[id] == 0 || by[r.thread(t, "one.1")] == 0 {
		t.Errorf("%v %v", by, err)
	}
}
