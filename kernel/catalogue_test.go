package kernel_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/event/history"
	"machsim/debugger/event/trace"
	"machsim/debugger/event/view"
	"machsim/debugger/lang"
	"machsim/debugger/picture/diagram"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Every call has a row that says all, and no field of a call has two operands.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for op := range kernel.Op(kernel.Ops) {
		if op.String() == "" || op.Manual() == "" || op.Result() == 0 {
			t.Errorf("call %d, %s: it has no name, no manual or no result", op, op)
		}
		if seen[op.String()] {
			t.Errorf("two calls are named %s", op)
		}
		seen[op.String()] = true
		if other, ok := kernel.OpNamed(op.String()); !ok || other != op {
			t.Errorf("%s is found as %s", op, other)
		}
		fields := map[kernel.Field]bool{}
		for _, o := range op.Operands() {
			if o.Kind == 0 || o.Word == "" && o.Kind.Object() == kernel.NoObject {
				t.Errorf("%s: an operand has no kind, or no word: %+v", op, o)
			}
			if fields[o.Field] {
				t.Errorf("%s: two operands are in one field", op)
			}
			fields[o.Field] = true
		}
	}
	for c := range kernel.ClassFail + 1 {
		if !slices.ContainsFunc(slices.Collect(ops), func(op kernel.Op) bool { return op.Class() == c }) {
			t.Errorf("no call is of class %s", c)
		}
	}
}

func ops(yield func(kernel.Op) bool) {
	for op := range kernel.Op(kernel.Ops) {
		if !yield(op) {
			return
		}
	}
}

// The catalogue is read in the middle of runs: it must not allocate.
func TestCatalogueDoesNotAllocate(t *testing.T) {
	n := testing.AllocsPerRun(10, func() {
		for op := range kernel.Op(kernel.Ops) {
			if op.String() == "" || op.Manual() == "" || op.Class() > 100 || op.Result() > 100 {
				panic("nonsense")
			}
			if op.Harmless() && op.HasTarget() || len(op.Operands()) > 0 && op.Operand(kernel.NumFields) != nil {
				panic("nonsense")
			}
		}
	})
	if n != 0 {
		t.Errorf("it allocates %v times", n)
	}
}

// A call that is added by the recipe of docs/HACKING.md is traced, in histories, found by
// breakpoints, drawn, stepped to and shown, and nothing else had to be changed for that.
func TestNewCall(t *testing.T) {
	p := &kernel.Program{Name: "new", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			ct := th.CThreads()
			m := ct.MutexNew("door")
			ct.MutexTestAndSet(m, 3)
			ct.MutexTestAndSet(m, 4)
			ct.MutexUnlock(m)
		})
	}}
	s := opened(t, p, kernel.Config{Seed: 1, Door: kernel.NewRandom(1)})
	rows, err := s.Rows(0, s.Len())
	if err != nil {
		t.Fatal(err)
	}
	event := slices.IndexFunc(rows, func(r trace.Row) bool {
		return strings.HasPrefix(r.Action, "mutex_test_and_set")
	})
	if got, want := rows[event].Action, "mutex_test_and_set door, tries 3 = taken"; got != want {
		t.Errorf("the trace has %q, not %q", got, want)
	}
	tries, err := s.History(history.Tries)
	if err != nil || len(tries) != 2 || tries[0].Object != "door" || tries[0].Data[0] != true ||
		tries[1].Data[0] != false {
		t.Errorf("the history of tries is %v", tries)
	}
	if n := places(t, s, "lock door"); n != 2 {
		t.Errorf("break lock door stops at %d places, not 2", n)
	}
	if n := places(t, s, "call mutex_test_and_set"); n != 2 {
		t.Errorf("break call stops at %d places, not 2", n)
	}
	d, err := diagram.Of(s, diagram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Events[event]; got.Kind != diagram.Sync {
		t.Errorf("the diagram has %v %q", got.Kind, got.Label)
	}
	start(t, s, event)
}

// A fault that is added by the recipe of docs/HACKING.md is asked for by its name, happens in runs of strategies and of
// searches, is recorded, traced and drawn, and nothing else had to be changed for that.
func TestNewFault(t *testing.T) {
	budgets, err := strategy.ParseFaults("warp")
	if err != nil || budgets.String() != "warp=1" || !strings.Contains(strategy.FaultHelp(), "warp (the clock of a host") {
		t.Fatalf("%v is read, %v", budgets, err)
	}
	p := &kernel.Program{Name: "new", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			for range 10 {
				th.Yield()
			}
			th.Clock()
		})
	}}
	s := opened(t, p, kernel.Config{Door: &always{kind: kernel.FaultWarp}, Faults: budgets})
	rows, err := s.Rows(0, s.Len())
	if err != nil || s.Rec.Faults != budgets {
		t.Fatalf("%v is recorded, %v", s.Rec.Faults, err)
	}
	const want = "the clock of host a jumps by 3600000.000 ms"
	event := slices.IndexFunc(rows, func(r trace.Row) bool { return r.Action == want })
	if event < 0 {
		t.Fatalf("the trace has no %q: %v", want, rows)
	}
	if d, err := diagram.Of(s, diagram.Options{}); err != nil || d.Events[event].Kind != diagram.Mishap {
		t.Errorf("the diagram has %+v, %v", d.Events[event], err)
	}
	warped := func(cfg kernel.Config) bool {
		cfg.Faults = budgets
		m := kernel.Must(kernel.New(p, cfg))
		defer m.Close()
		m.Run()
		return len(m.World().Past) == 1
	}
	by := kernel.Must(strategy.WithFaults(strategy.Named("random").New(), budgets))
	by.(strategy.Counted).Count(&strategy.Counts{Events: 12})
	placed := func(seed uint64) bool { return warped(kernel.Config{Door: by.Begin(strategy.Run{Seed: seed})}) }
	if n := slices.IndexFunc([]uint64{1, 2, 3, 4, 5, 6, 7, 8}, placed); n < 0 {
		t.Error("no strategy has it happen")
	}
	search, tried := explore.NewSearch(), map[bool]int{}
	for l := search.Begin(); l != nil; l = search.Begin() {
		tried[warped(kernel.Config{Door: l, StepTime: kernel.Timeless, Tracer: kernel.Tracer{Log: l}})]++
		search.End()
	}
	if search.Lost > 0 || tried[true] == 0 || tried[false] == 0 {
		t.Errorf("a search has %v runs with it and without", tried)
	}
}

// start goes to before an event, and sees that next stops at it, and that the state shows it.
func start(t *testing.T, s *session.Session, event int) {
	t.Helper()
	if err := s.MoveTo(s.After(event)); err != nil {
		t.Fatal(err)
	}
	if got := s.NextCommunication(1, 1); got != event {
		t.Errorf("next goes to event %d, not %d", got, event)
	}
	const want = "mutex_test_and_set door, tries 3"
	if text := fmt.Sprintf("%+v", view.Of(s.State())); !strings.Contains(text, want) {
		t.Errorf("the state does not show %q:\n%s", want, text)
	}
}

// opened records a run and opens the recording.
func opened(t *testing.T, p *kernel.Program, cfg kernel.Config) *session.Session {
	t.Helper()
	var file bytes.Buffer
	r := record.Start(&file, record.HeaderOf(p, cfg))
	cfg.Door, cfg.Tracer = r.Wrap(cfg.Door), r.Tracer()
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	if err := r.End(record.EndingOf(m)); err != nil {
		t.Fatal(err)
	}
	rec, err := record.Read(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(p, rec, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// places counts those where a breakpoint stops.
func places(t *testing.T, s *session.Session, text string) int {
	t.Helper()
	spec, err := lang.ParsePlace(text)
	if err != nil {
		t.Fatal(err)
	}
	h, err := breakpoint.NewRun(s.Predicates().Graph.Tape, s.Events).Match(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return h.Len()
}
