package kernel_test

import (
	"fmt"
	"slices"
	"testing"

	"machsim/kernel"
)

// TestHostStays has tasks ask when their hosts stood, on hosts whose clocks are wrong. A server that no agent halts is
// told all of it, by its clock; who halts with the host, on other hosts, or where clocks run on, is told nothing.
func TestHostStays(t *testing.T) {
	for _, runs := range []bool{false, true} {
		told, empty, standing := 0, 0, 0
		look := func(th *kernel.Thread, tells bool) {
			for range 40 {
				th.Sleep(7 * kernel.Second)
				x := th.HostStays()
				if now := th.Clock(); x.Now > now || now > x.Now+kernel.Second {
					t.Errorf("%s: it is %v, and not %v", th.HostName(), now, x.Now)
				}
				switch {
				case !tells && (x.Stands || len(x.Stays) > 0):
					t.Errorf("%s: %+v is told to one that cannot know", th.HostName(), x)
				case x.Stands:
					standing++
				case len(x.Stays) == 0:
					empty++
				default:
					told++
				}
			}
		}
		cfg := kernel.Config{Edits: []kernel.Edit{
			{After: 40, Kind: kernel.EditHalt, Object: 1, Value: fmt.Sprint(int64(60 * kernel.Second))},
			{After: 90, Kind: kernel.EditHalt, Object: 1, Value: fmt.Sprint(int64(30 * kernel.Second))}}}
		cfg.Agents.Runs = runs
		_, m := seen(t, func(b *kernel.Boot) {
			a, shared := b.Host("a"), b.Host("shared")
			b.Shared(shared)
			b.Clock(a, 3*kernel.Second, 500)
			b.Attended(a)
			b.Task(a, "debuggee-a", func(th *kernel.Thread) { look(th, !runs) })
			b.Task(a, "client", func(th *kernel.Thread) { look(th, false) })
			b.Task(shared, "service", func(th *kernel.Thread) { look(th, false) })
		}, cfg)
		if m.Outcome() != kernel.Finished {
			t.Fatal(m.Outcome())
		}
		if empty == 0 || runs == (told > 0) || runs == (standing > 0) {
			t.Errorf("runs on %t: %d times nothing, %d times something, %d times that it stands", runs, empty, told, standing)
		}
	}
}

// TestHostStaysByItsClock holds what a server is told against what the clock showed to who stood.
func TestHostStaysByItsClock(t *testing.T) {
	shown := map[int64]int64{} // by the clock that went on, that which stood
	var last kernel.StayInfo
	cfg := kernel.Config{Edits: []kernel.Edit{
		{After: 40, Kind: kernel.EditHalt, Object: 1, Value: fmt.Sprint(int64(60 * kernel.Second))},
		{After: 170, Kind: kernel.EditHalt, Object: 1, Value: fmt.Sprint(int64(30 * kernel.Second))},
		{After: 250, Kind: kernel.EditHalt, Object: 1}}}
	cfg.Tracer.Event = func(e *kernel.Event) {
		if e.Call != nil && e.Call.Op == kernel.OpHostStays {
			last = e.Result.Info.(kernel.StayInfo)
			shown[int64(last.Now)] = e.State.Clock(1)
		}
	}
	m, err := kernel.New(&kernel.Program{Name: "stays", Main: func(b *kernel.Boot) {
		a := b.Host("a")
		b.Clock(a, -3*kernel.Second, -700)
		b.Attended(a)
		b.Task(a, "debuggee-a", func(th *kernel.Thread) {
			for range 70 {
				th.Sleep(kernel.Duration(th.Random(5000)) * kernel.Millisecond)
				th.HostStays()
			}
		})
	}}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for m.Step() {
	}
	if len(last.Stays) != 3 || !last.Stands || last.Stays[2].Delta <= last.Stays[1].Delta {
		t.Fatalf("%+v", last)
	}
	stood := 0
	for now, want := range shown {
		got := last.Stays.Logical(now)
		if d := want - got; d < -3 || d > 13 { // each clock is rounded, and a call takes 10 microseconds
			t.Errorf("at %d it is %d, not %d", now, got, want)
		}
		if got != now {
			stood++
		}
		if !slices.ContainsFunc(last.Stays, func(s kernel.Stay) bool { return s.Halt <= now && now < s.Resume }) &&
			last.Stays.Real(got) != now {
			t.Errorf("%d is at %d, not %d", got, last.Stays.Real(got), now)
		}
	}
	if stood == 0 || stood == len(shown) {
		t.Errorf("%d of %d after a halt", stood, len(shown))
	}
}
