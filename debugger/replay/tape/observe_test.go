package tape_test

import (
	"fmt"
	"testing"

	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// TestObserver plays the steps of runs, and compares what an Observer is told with what listeners were told
// when the run was made.
func TestObserver(t *testing.T) {
	more := []*kernel.Program{randprog.Program(3, randprog.Large), randprog.Program(8, randprog.Large)}
	for _, p := range append(more, programs.All...) {
		for seed := range effort.Of(uint64(1)) {
			for _, weak := range []bool{false, true} {
				var made []string
				cfg := kernel.Config{Seed: seed, MaxSteps: 600, Weak: weak, FreeTimers: weak, Lines: true}
				cfg.Door = &listed{kernel.NewRandom(seed), &made}
				cfg.Tracer.Step = func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
					made = append(made, step(s, a, op, done))
				}
				event := 0
				tp := testrun.Take(p, cfg, func(k *tape.Builder) {
					k.Accessed = func(lane uint32, a kernel.Actor, accesses []ipc.Access) {
						made = append(made, fmt.Sprint(event, lane, a, accesses))
						event++
					}
				})
				compareObserved(t, fmt.Sprint(p.Name, " seed ", seed, " weak ", weak), tp, made)
			}
		}
	}
}

func step(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) string {
	return fmt.Sprint(a, op, done, s.Hash, len(s.Console))
}

// compareObserved plays a run. What was chosen for an event, and not for how the run ended, is observed.
func compareObserved(t *testing.T, name string, tp *tape.Tape, made []string) {
	var seen []string
	play := tp.Resume(tp.Start.Clone(), 0, make([]uint32, len(tp.Lanes)))
	play.Observe(&tape.Observer{
		Chosen: func(c, n int) { seen = append(seen, fmt.Sprint(c, " of ", n)) },
		Read:   func(line string, ok bool) { seen = append(seen, fmt.Sprint(line, ok)) },
		Step: func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
			seen = append(seen, step(s, a, op, done))
		},
		Accessed: func(event int, a kernel.Actor, accesses []ipc.Access) {
			seen = append(seen, fmt.Sprint(event, tp.Lane(event), a, accesses))
		},
	})
	if err := play.To(tp.Len(), nil); err != nil {
		t.Fatal(err)
	}
	for i := range seen {
		if i >= len(made) || seen[i] != made[i] {
			t.Fatalf("%s: %d: observed %q, made %q", name, i, seen[i], made[i])
		}
	}
	if len(made) > len(seen) && len(made)-len(seen) > 3 {
		t.Fatalf("%s: %d observed, %d made", name, len(seen), len(made))
	}
}

// listed is a Door whose choices are put into a list.
type listed struct {
	kernel.Door
	all *[]string
}

func (l *listed) Choose(p kernel.Point) int {
	c := l.Door.Choose(p)
	*l.all = append(*l.all, fmt.Sprint(c, " of ", p.N))
	return c
}

func (l *listed) Input() (string, bool) {
	line, ok := l.Door.Input()
	*l.all = append(*l.all, fmt.Sprint(line, ok))
	return line, ok
}
