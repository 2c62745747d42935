package debugger_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs"
)

// begun begins a live run.
func begun(t *testing.T, p *kernel.Program, seed, limit uint64) *debugger.Debugger {
	t.Helper()
	run := runner.New(p, seed)
	run.Input = runner.Typed()
	d, err := debugger.Open(t.Context(), debugger.Source{Run: run, Live: true, Limit: limit}, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// chatter asks for a line now and then, and never ends.
var chatter = &kernel.Program{Name: "chatter", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h"), "asker", func(th *kernel.Thread) {
		n, said := 0, ""
		th.Watch("n", &n)
		th.Watch("said", &said)
		for {
			if n++; n%50 == 0 {
				line, more := th.ReadLine()
				if said = line; !more {
					said = "nothing more"
				}
			}
			th.Yield()
		}
	})
	b.Task(b.Host("h"), "other", func(th *kernel.Thread) {
		for range 2000 {
			th.Yield()
		}
	})
}}

// value is what a variable shows here.
func value(t *testing.T, d *debugger.Debugger, name string) string {
	t.Helper()
	all, err := d.Variables(t.Context(), debugger.Plain)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all.Rows {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

// TestLiveInput: a run stands still where a thread asks for a line that nobody has typed, and can be looked at there.
func TestLiveInput(t *testing.T) {
	d := begun(t, chatter, 1, 3000)
	m, err := d.Continue(t.Context(), false)
	if err != nil || m.Stands != "asker.1 asks for a line of input" || value(t, d, "n") != "50" {
		t.Fatalf("%+v, n = %s, %v", m, value(t, d, "n"), err)
	}
	if _, err := d.Step(t.Context(), debugger.Step{}); err == nil || !strings.Contains(err.Error(), "asks for a line") {
		t.Errorf("a step: %v", err)
	}
	for _, line := range []string{"one", "two"} {
		if err := d.Type(t.Context(), line, true); err != nil {
			t.Fatal(err)
		}
	}
	if m, err = d.Continue(t.Context(), false); err != nil || value(t, d, "said") != "two" || value(t, d, "n") != "150" {
		t.Fatalf("%+v, said %s, n = %s, %v", m, value(t, d, "said"), value(t, d, "n"), err)
	}
	if err := d.Type(t.Context(), "", false); err != nil {
		t.Fatal(err)
	}
	if m, err = d.Continue(t.Context(), false); err != nil || value(t, d, "said") != "nothing more" {
		t.Errorf("%+v, said %s, %v", m, value(t, d, "said"), err)
	}
	replays(t, d, chatter)
}

// TestLiveHalted: an endless run stands still soon after its motion's context has ended, at a limit of events, and goes
// on. What was made replays.
func TestLiveHalted(t *testing.T) {
	d := begun(t, endlessly, 1, 5000)
	m, err := d.Continue(t.Context(), false)
	if err != nil || m.Here.Position.Events() != 5000 || !strings.HasPrefix(m.Stands, "it has made 5000 events") {
		t.Fatalf("%+v, %v", m, err)
	}
	var rounds atomic.Int64
	counting := endless(func() { rounds.Add(1) })
	d = begun(t, counting, 1, 1<<50)
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for before := rounds.Load(); rounds.Load() < before+100; {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		if m, err = d.Continue(ctx, false); err != nil || m.Stands != "the run was halted here" {
			t.Fatalf("%+v, %v", m, err)
		}
		if _, err = d.Step(t.Context(), debugger.Step{Back: true, N: 10}); err != nil {
			t.Fatal(err)
		}
	}
	replays(t, d, counting)
}

// replays says if the recording of a live run so far does not make it again.
func replays(t *testing.T, d *debugger.Debugger, p *kernel.Program) {
	t.Helper()
	data, err := d.Data(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	again := runner.Do(runner.Replay(p, rec))
	defer again.Close()
	if res := again.Replayed().Result(again.Ending()); res.Divergence != nil || res.Events != rec.Events {
		t.Errorf("%+v", res)
	}
}

var endlessly = endless(func() {})

// endless is a program without an end, which calls a function between its events.
func endless(between func()) *kernel.Program {
	return &kernel.Program{Name: "endlessly", Main: func(b *kernel.Boot) {
		for i := range 3 {
			b.Task(b.Host("h"), fmt.Sprint("t", i), func(th *kernel.Thread) {
				for {
					th.Yield()
					between()
				}
			})
		}
	}}
}

// TestLiveMotions goes through live runs by random motions, and does things to every other of them. Their recordings
// make the same runs, and motions through those come to the same places.
func TestLiveMotions(t *testing.T) {
	for i, p := range programs.All {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		d := begun(t, p, uint64(i), 3000)
		for range 8 {
			if err := wander(t, d, rng, i%2 == 0); err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
		}
		if m, err := d.Continue(t.Context(), false); err != nil {
			t.Fatalf("%s: %+v, %v", p.Name, m, err)
		}
		here, err := d.Here(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		data, err := d.Data(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		opened, err := debugger.Open(t.Context(), debugger.Source{Data: data, Program: p}, debugger.Options{})
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		there, err := opened.Here(t.Context())
		if err != nil || there.Run.Hash != here.Run.Hash || there.Run.Events != here.Run.Events {
			t.Errorf("%s: %+v, and its recording is %+v, %v", p.Name, here, there, err)
		}
		opened.Close()
		d.Close()
	}
}

// leads goes to a position.
func leads(t *testing.T, d *debugger.Debugger, position string) error {
	to, err := d.Position(t.Context(), position)
	if err == nil {
		_, err = d.Goto(t.Context(), to)
	}
	return err
}

// wander makes a motion, or does something to the run.
func wander(t *testing.T, d *debugger.Debugger, rng *rand.Rand, acts bool) error {
	t.Helper()
	threads, err := d.Threads(t.Context())
	if err != nil {
		return err
	}
	name := threads[rng.IntN(len(threads))].Name
	switch rng.IntN(6) {
	case 0:
		_, err = d.Step(t.Context(), debugger.Step{N: 1 + rng.IntN(50)})
	case 1:
		_, _ = d.Step(t.Context(), debugger.Step{Thread: name, N: 1 + rng.IntN(5)}) // it may have ended
	case 2:
		_, _ = d.Next(t.Context(), debugger.Step{Thread: name})
	case 3:
		_, _ = d.Step(t.Context(), debugger.Step{N: 1 + rng.IntN(20), Back: true})
	case 4:
		err = leads(t, d, "end+30")
	default:
		if err = leads(t, d, "end"); err == nil && acts {
			_, _ = d.Fork(t.Context(), debugger.Fork{Next: name}) // it may not be able to go
		}
	}
	for _, end := range []string{"there is no event any more", "there is no position"} { // the run is over
		if err != nil && strings.Contains(err.Error(), end) {
			return nil
		}
	}
	return err
}

// TestLiveUnbegun looks at a run before its first event by all that a page asks of it.
func TestLiveUnbegun(t *testing.T) {
	d := begun(t, programs.Find("philosophers"), 7, 0)
	l, err := d.Lanes(t.Context())
	if err != nil || l.Events != 0 {
		t.Errorf("%+v, %v", l, err)
	}
	for axis := range debugger.Axis(3) {
		o, err := d.Overview(t.Context(), axis, 100, nil, "")
		_, wrong := d.Marks(t.Context(), axis, 0, 100)
		_, ill := d.Arrows(t.Context(), axis, 0, 100, 10)
		if err != nil || wrong != nil || ill != nil {
			t.Errorf("axis %v: %+v, %v, %v, %v", axis, o, err, wrong, ill)
		}
	}
}

// TestLiveSoFar: what is said of a run that goes on is of what there is. A stop that no state of that satisfies stops
// the run later on.
func TestLiveSoFar(t *testing.T) {
	d := begun(t, chatter, 1, 3000)
	goTo(t, d, "20")
	s, err := d.StopIf(t.Context(), "asker.1.n = 40")
	if err != nil || s.Never || !s.Primary {
		t.Errorf("%+v, %v", s, err)
	}
	c, err := d.Check(t.Context(), debugger.Check{Predicate: "asker.1.n = 40"})
	if err != nil || c.Found || len(c.Remarks) != 1 || !strings.Contains(c.Remarks[0], "after event 20") {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := d.Cause(t.Context(), debugger.CauseOptions{}); err == nil || !strings.Contains(err.Error(), "goes on") {
		t.Errorf("the cause: %v", err)
	}
	p, err := d.Diagram(t.Context(), debugger.DiagramOptions{})
	if err != nil || p.Ending != "so far" {
		t.Errorf("%+v, %v", p, err)
	}
	if r, err := d.Fork(t.Context(), debugger.Fork{}); err != nil || r.Number != 0 || r.Change != "on by seed 2" {
		t.Errorf("%+v, %v", r, err)
	}
	m, err := d.Continue(t.Context(), false)
	if err != nil || m.Stopped == nil || value(t, d, "n") != "40" {
		t.Errorf("%+v, n = %s, %v", m, value(t, d, "n"), err)
	}
}

// TestChoicesFailed: where a run has failed, nobody can go next, though threads are ready.
func TestChoicesFailed(t *testing.T) {
	d := begun(t, programs.Find("bank"), 3, 0)
	if _, err := d.Continue(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if all, err := d.Choices(t.Context()); len(all) > 0 || err != nil {
		t.Errorf("%+v, %v", all, err)
	}
	_, err := d.Fork(t.Context(), debugger.Fork{Next: "1"})
	if err == nil || !strings.Contains(err.Error(), "nobody can go") {
		t.Errorf("a choice: %v", err)
	}
	if err := leads(t, d, "20"); err != nil {
		t.Fatal(err)
	}
	if all, err := d.Choices(t.Context()); len(all) == 0 || err != nil {
		t.Errorf("after event 20: %+v, %v", all, err)
	}
}

// TestHear: who hears of a live run is told of each line once, though what the machine makes may be ahead of where the
// motion ends; and of a thread that computes, which is waited for.
func TestHear(t *testing.T) {
	var told atomic.Bool
	p := &kernel.Program{Name: "talks", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			n := 1
			th.Watch("n", &n)
			for ; ; n++ {
				if th.Yield(); n%1000 == 0 {
					th.Printf("%d", n)
				}
				for n == 10_000 && !told.Load() { // computes
				}
			}
		})
	}}
	d := begun(t, p, 1, 1<<50)
	goTo(t, d, "10")
	if _, err := d.StopIf(t.Context(), "t.1.n = 40000"); err != nil {
		t.Fatal(err)
	}
	lines := 0
	stop := d.Hear(func(g debugger.Growth) {
		lines += len(g.Wrote) + g.Before
		told.Store(told.Load() || g.Computes == "t.1 computes, and is waited for up to the loop limit")
	})
	m, err := d.Continue(t.Context(), false)
	if err != nil || m.Stopped == nil || !told.Load() || lines == 0 || lines > m.Before+len(m.Wrote) {
		t.Errorf("%+v, %v, told of %d lines, that it computes: %v", m, err, lines, told.Load())
	}
	stop()
	replays(t, d, p)
}

// TestLiveKnown: what a process of a run that goes on is said to know of others, it knows whatever comes later.
func TestLiveKnown(t *testing.T) {
	known := func(d *debugger.Debugger) (rows []debugger.Knows) {
		c, err := d.Check(t.Context(), debugger.Check{Predicate: "simultaneous(p1.v = 1, p2.v = 2)", Together: 100})
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; c.Together != nil && i < len(c.Together.Rows); i++ {
			rows = append(rows, *c.Together.Rows[i].Knows)
		}
		return rows
	}
	before := 0
	for seed := range uint64(5) {
		end := begun(t, programs.Find("fuzzy"), seed, 10_000)
		m, err := end.Continue(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		later, events := known(end), m.Here.Position.Events()
		d := begun(t, programs.Find("fuzzy"), seed, 10_000)
		for n := 150; n < events && len(later) > 0; n += 5 {
			goTo(t, d, fmt.Sprint(n))
			for _, k := range known(d) {
				before++
				if !slices.ContainsFunc(later, func(x debugger.Knows) bool {
					return x.Thread == k.Thread && x.Since == k.Since && (x.Until == "end" || len(k.Until) <= len(x.Until) &&
						k.Until <= x.Until)
				}) {
					t.Errorf("seed %d: after %d events %+v, and at the end %+v", seed, n, k, later)
				}
			}
		}
	}
	if before == 0 {
		t.Error("nothing was known before the end")
	}
}

// slow has its client wait for long.
var slow = &kernel.Program{Name: "slow", Main: func(b *kernel.Boot) {
	type question struct{ N int }
	var port, far kernel.Name
	server := b.Task(b.Host("h"), "server", func(th *kernel.Thread) {
		m := kernel.Must(kernel.Receive[question](th, port))
		for range 3000 {
			th.Yield()
		}
		kernel.Must(kernel.Reply(th, m, question{}))
	})
	client := b.Task(b.Host("h"), "client", func(th *kernel.Thread) {
		v := 1
		th.Watch("v", &v)
		kernel.Must(kernel.RPC[question, question](th, far, question{}))
		v = 2
		th.Yield()
	})
	port = b.Port(server, "port")
	far = b.Send(server, port, client)
}}

// TestLiveKnownLater: a run stops where a process has come to know something, though that was certain only when much
// more of the run was made.
func TestLiveKnownLater(t *testing.T) {
	d := begun(t, slow, 1, 100_000)
	if _, err := d.StopIf(t.Context(), "simultaneous(client.v = 1)"); err != nil {
		t.Fatal(err)
	}
	m, err := d.Continue(t.Context(), false)
	if err != nil || m.Stopped == nil || m.Here.Position.Events() > 100 {
		t.Errorf("%+v, %v", m, err)
	}
}
