package debugger_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/debugger/record/atomicfile"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// TestLiveEdits does things of all kinds to live runs, with breakpoints and stops, and forks them behind their end.
// What they show at any moment is what a session shows that is opened from their recording, also where only the last
// part of that is kept.
func TestLiveEdits(t *testing.T) {
	for i, p := range effort.Some(programs.All, 10) {
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		run := runner.New(p, uint64(i))
		if run.Input = runner.Typed(); i%2 == 0 {
			run.Record = inParts(t, run)
		}
		d, err := debugger.Open(t.Context(), debugger.Source{Run: run, Live: true, Limit: 3000}, debugger.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.SetServers(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		for step := range 16 {
			breaks(t, d, rng)
			if err := wander(t, d, rng, true); err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			if rng.IntN(2) == 0 {
				meddle(t, d, rng)
			}
			if step%5 == 4 {
				asSaved(t, d, p, rng)
			}
		}
		asSaved(t, d, p, rng)
		d.Close()
	}
}

// inParts records a run of which only the last part is kept, though that may be all of it.
func inParts(t *testing.T, run *runner.NewOptions) *record.Recorder {
	f, err := os.Create(filepath.Join(t.TempDir(), "kept.rec"))
	must(t, err)
	parts, err := record.NewParts(f, record.Keep{Events: 1 << 20})
	must(t, err)
	return record.Start(parts, run.Setup().Header())
}

// predicates are the predicates of stops, of sessions.
var predicates = map[*debugger.Debugger][]string{}

// breaks sets a breakpoint or a stop, and goes on to one.
func breaks(t *testing.T, d *debugger.Debugger, rng *rand.Rand) {
	ctx := t.Context()
	switch rng.IntN(6) {
	case 0:
		threads, err := d.Threads(ctx)
		if err != nil {
			t.Fatal(err)
		}
		name := threads[rng.IntN(len(threads))].Name
		kind := []string{"lock", "call mach_msg", "enter", "unlock", "send"}[rng.IntN(5)]
		_, _ = d.Break(ctx, kind+" by "+name, rng.IntN(2) == 0)
	case 1:
		all, err := d.Variables(ctx, debugger.Plain)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(all.Rows); n > 0 {
			v := all.Rows[rng.IntN(n)]
			predicate := fmt.Sprintf("%s.%s = %s", v.Thread, v.Name, v.Value)
			predicates[d] = append(predicates[d], predicate)
			_, _ = d.StopIf(ctx, predicate)
			_, _ = d.Watch(ctx, debugger.ChangeWatch, debugger.Scope{}, v.Name)
		}
	case 2, 3:
		if _, err := d.Continue(ctx, rng.IntN(4) == 0); err != nil {
			t.Fatal(err)
		}
	case 4:
		_, _, _ = d.Delete(ctx)
	}
}

// meddle does something to the run at its end, or makes a fork behind it, and comes back.
func meddle(t *testing.T, d *debugger.Debugger, rng *rand.Rand) {
	ctx := t.Context()
	if rng.IntN(3) > 0 {
		goTo(t, d, "end")
	}
	_, _ = d.Fork(ctx, debugger.Fork{Change: someChange(t, d, rng)}) // it may not be possible here
	if r, err := d.Run(ctx); err != nil {
		t.Fatal(err)
	} else if r.Number == 0 {
		return
	}
	goTo(t, d, "end")
	if _, err := d.Parent(ctx); err != nil {
		t.Fatal(err)
	}
}

func goTo(t *testing.T, d *debugger.Debugger, where string) {
	t.Helper()
	to, err := d.Position(t.Context(), where)
	if err == nil {
		_, err = d.Goto(t.Context(), to)
	}
	if err != nil {
		t.Fatal(where, err)
	}
}

func someChange(t *testing.T, d *debugger.Debugger, rng *rand.Rand) debugger.Change {
	ctx := t.Context()
	threads, err := d.Threads(ctx)
	if err != nil {
		t.Fatal(err)
	}
	messages, err := d.Messages(ctx)
	if err != nil {
		t.Fatal(err)
	}
	vars, err := d.Variables(ctx, debugger.Plain)
	if err != nil {
		t.Fatal(err)
	}
	ports, err := d.Ports(ctx, false)
	if err != nil {
		t.Fatal(err)
	}
	hosts, err := d.Names(ctx, debugger.Hosts)
	if err != nil {
		t.Fatal(err)
	}
	name, n := "", rng.IntN(10)
	if len(threads) > 0 {
		name = threads[rng.IntN(len(threads))].Name
	}
	var sent uint64
	if len(messages) > 0 {
		sent = messages[rng.IntN(len(messages))].Sent
	}
	switch {
	case n == 8 && len(hosts) > 1:
		return debugger.CutWire{From: hosts[0], To: hosts[1], Heal: rng.IntN(2) == 0}
	case n == 9 && len(ports) > 0:
		return debugger.CallRPC{Port: ports[rng.IntN(len(ports))].Name, Request: "4(7)", From: name}
	case n == 0:
		return debugger.Kill{Name: name}
	case n == 1:
		return debugger.Abort{Thread: name}
	case n < 4 && sent != 0:
		return debugger.Drop{Sent: sent}
	case n < 5 && sent != 0:
		return debugger.Reorder{Sent: sent, Place: rng.IntN(3)}
	case n < 6 && sent != 0:
		return debugger.Alter{Sent: sent, Field: "1", Value: "7"}
	case n < 7 && len(vars.Rows) > 0:
		v := vars.Rows[rng.IntN(len(vars.Rows))]
		return debugger.Set{Variable: v.Name, Value: "3", Thread: v.Thread}
	case len(ports) > 0:
		return debugger.Inject{Port: ports[rng.IntN(len(ports))].Name, ID: 5, Items: []any{int64(4)}}
	}
	return debugger.Abort{Thread: name}
}

// asSaved compares what is shown at random positions with what a session shows that is opened from the recording.
func asSaved(t *testing.T, d *debugger.Debugger, p *kernel.Program, rng *rand.Rand) {
	t.Helper()
	data, err := d.Data(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	opened, err := debugger.Open(t.Context(), debugger.Source{Data: data, Program: p}, debugger.Options{})
	if err != nil {
		t.Fatalf("%s: %v", p.Name, err)
	}
	defer opened.Close()
	if err := opened.SetServers(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	h, err := d.Here(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if h.Run.Events == 0 {
		return
	}
	for _, x := range predicates[d] { // it may say that threads share a variable
		for _, both := range []*debugger.Debugger{d, opened} {
			_, _ = both.Check(t.Context(), debugger.Check{Predicate: x}) // names may be others now
		}
	}
	for _, at := range []int{rng.IntN(h.Run.Events), rng.IntN(h.Run.Events), h.Run.Events - 1} {
		goTo(t, d, fmt.Sprint(at))
		goTo(t, opened, fmt.Sprint(at))
		got, want := allShown(t, d), allShown(t, opened)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%s at %d of %d:\n%.2000s\nnot\n%.2000s", p.Name, at, h.Run.Events, got[i], want[i])
			}
		}
	}
}

// all is what is shown here, of some sorts.
func allShown(t *testing.T, d *debugger.Debugger) (shown []string) {
	ctx := t.Context()
	show := func(what string, x any, err error) {
		said, wrong := json.Marshal(x) // not %+v, which shows where pointers point to
		told := fmt.Sprintf("%s: %s %v %v", what, said, err, wrong)
		shown = append(shown, strings.ReplaceAll(told, ", but the recording ends here", ""))
	}
	races, err := d.Races(ctx)
	show("races", races, err)
	threads, err := d.Threads(ctx)
	for i := range threads {
		threads[i].Focus, threads[i].State, threads[i].Status = false, "", "" // with the breakpoints
	}
	show("threads", threads, err)
	for _, th := range threads {
		w, err := d.Why(ctx, th.Name)
		if w != nil {
			w.At = ""
		}
		show("why "+th.Name, w, err)
		k, err := d.Frames(ctx, th.Name)
		show("stack of "+th.Name, k, err)
	}
	v, err := d.Variables(ctx, debugger.Plain)
	if err == nil {
		show("variables", v.Rows, err)
	}
	m, err := d.Messages(ctx)
	show("messages", m, err)
	o, err := d.Output(ctx)
	show("output", o, err)
	e, err := d.Events(ctx, debugger.Span{From: -1, To: -1})
	if err == nil {
		for _, x := range e.Rows {
			show("event", x, nil)
		}
	}
	kinds, err := d.Histories(ctx)
	show("histories", kinds, err)
	for _, k := range kinds {
		h, err := d.History(ctx, k.Name, "", 0)
		show("history "+k.Name, h.Rows, err)
	}
	tables, err := d.Tables(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range tables {
		switch x.Name {
		case "run", "threads", "tasks": // how the thread of the last event went on no recording knows yet
		default:
			r, err := d.Rows(ctx, debugger.RowQuery{Table: x.Name})
			show("rows of "+x.Name, *cmp.Or(r, &debugger.Rows{}), err)
		}
	}
	rpcs, err := d.RPCs(ctx, "", 0, 0)
	show("rpcs", rpcs, err)
	return shown
}

// TestLiveSaved saves a live run that is recorded in a file, there and elsewhere, and goes on. What is saved is as
// far as is seen; and the file has all of it when the session is closed, in the middle of the run.
func TestLiveSaved(t *testing.T) {
	for _, kill := range []bool{false, true} {
		own, other := filepath.Join(t.TempDir(), "own.rec"), filepath.Join(t.TempDir(), "other.rec")
		file, err := os.Create(own)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		run := runner.New(endlessly, 1)
		run.MaxSteps = runner.Endless
		run.Record = record.Start(file, run.Setup().Header())
		d, err := debugger.Open(t.Context(), debugger.Source{Run: run, Live: true, File: own},
			debugger.Options{Keep: true, Write: func(path string, data []byte) error {
				return atomicfile.Write(path, data, 0o666)
			}})
		if err != nil {
			t.Fatal(err)
		}
		for _, event := range []int{30, 60} {
			goTo(t, d, fmt.Sprint(event))
			if _, err := d.Break(t.Context(), "call thread_switch by t1.1", true); err != nil {
				t.Fatal(err)
			}
			m, err := d.Continue(t.Context(), false) // the machine is ahead of it
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range []string{"", other, own} {
				if r, err := d.Save(t.Context(), path); err != nil || path == other && r.File != other {
					t.Fatalf("%q: %+v, %v", path, r, err)
				}
			}
			if rec, err := record.Open(other); err != nil || int(rec.Events) != m.Here.Position.Events() {
				t.Errorf("saved: %+v, %v, at %d", rec, err, m.Here.Position.Events())
			}
		}
		if kill {
			if _, err := d.Fork(t.Context(), debugger.Fork{Change: debugger.Kill{Name: "t2.1"}}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := d.Checkpoint(t.Context(), "here"); err != nil {
			t.Fatal(err)
		}
		goTo(t, d, "end+5")
		d.Close()
		rec, err := record.Open(own)
		if err != nil || rec.Outcome != record.Interrupted || rec.Events < 60 {
			t.Fatalf("%+v, %v", rec, err)
		}
		again := runner.Do(runner.Replay(run.Program, rec))
		if res := again.Replayed().Result(again.Ending()); !res.Identical() {
			t.Errorf("%+v", res)
		}
		again.Close()
		opened, err := debugger.Open(t.Context(), debugger.Source{Recording: rec, Program: run.Program, File: own},
			debugger.Options{Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		if all, err := opened.Checkpoints(t.Context()); err != nil || len(all) != 1 {
			t.Errorf("%+v, %v", all, err)
		}
		opened.Close()
	}
}
