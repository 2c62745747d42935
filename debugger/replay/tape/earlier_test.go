package tape_test

import (
	"fmt"
	"slices"
	"testing"

	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// reaper is a program without an end, in which tasks come and are ended by others.
var reaper = &kernel.Program{Name: "reaper", Main: func(b *kernel.Boot) {
	h := b.Host("h")
	for i := range 2 {
		b.Task(h, fmt.Sprint("own", i), func(th *kernel.Thread) {
			for {
				th.Yield()
			}
		})
	}
	b.Task(h, "reaper", func(th *kernel.Thread) {
		for {
			task := kernel.Must(th.Spawn("", "child", func(th *kernel.Thread) {
				for {
					th.Yield()
				}
			}))
			th.Yield()
			_ = th.Mach().TaskTerminate(task)
			_ = th.Mach().PortDeallocate(th.Mach().Self(), task)
		}
	})
}}

// TestStretches: of the calls before a log, a thread that is alone in its task takes one entry, however many threads of
// other tasks were ended meanwhile.
func TestStretches(t *testing.T) {
	l := testrun.Take(reaper, kernel.Config{Seed: 1, MaxSteps: 6000}, func(k *tape.Builder) { k.From(5000) })
	ended, all := 0, tape.Stretches(l)
	l.Ends(func(tape.End) { ended++ })
	if ended < 100 || len(all) < 100 {
		t.Fatalf("%d threads were ended, of %d something is kept", ended, len(all))
	}
	for id, n := range all {
		if n != 1 {
			t.Errorf("%s takes %d entries", l.End.ThreadName(id), n)
		}
	}
}

// TestPassed: the calls that were completed before a log, those of each task in order, are those that the log of the
// whole run has, and what ended a thread of the task comes where it came.
func TestPassed(t *testing.T) {
	for seed := range effort.Of(uint64(60)) {
		take := func(from int) *tape.Tape {
			return testrun.Take(randprog.Program(seed, randprog.Large), randprog.Config(seed, 600),
				func(k *tape.Builder) { k.From(from) })
		}
		whole := take(0)
		from := 1 + whole.Len()*3/4
		late := take(from)
		want, got := map[kernel.TaskID][]int{}, map[kernel.TaskID][]int{}
		for e := range from {
			if l := &whole.Lanes[whole.Lane(e)]; whole.Done(e) && l.Thread != 0 {
				task := whole.TaskOf(l.Thread)
				want[task] = append(want[task], whole.Lane(e))
			}
		}
		outside := func(task kernel.TaskID, before int) (all []int) {
			whole.Ends(func(x tape.End) {
				if whole.TaskOf(x.Thread) == task && x.Event <= before {
					all = append(all, x.Event)
				}
			})
			return all
		}
		at := map[int]int{} // by lane: how many of its calls were visited
		late.Passed(func(event, lane int) {
			task := late.TaskOf(late.Lanes[lane].Thread)
			got[task] = append(got[task], lane)
			l := &whole.Lanes[lane]
			completed := l.Event(l.DoneBy(at[lane]) - 1)
			at[lane]++
			if !slices.Equal(outside(task, event), outside(task, completed)) {
				t.Errorf("seed %d: the call that event %d completes is told to be of event %d", seed, completed, event)
			}
		})
		if a, b := fmt.Sprint(want), fmt.Sprint(got); a != b {
			t.Errorf("seed %d before %d: the calls are %s, not %s", seed, from, b, a)
		}
	}
}
