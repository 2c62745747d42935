package cause_test

import (
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/study/cause"
	"machsim/kernel"
)

// rare fails if a reader comes before the last of many writes.
func rare(writes int) *kernel.Program {
	return &kernel.Program{Name: "rare", Main: func(b *kernel.Boot) {
		b.Task(b.Host("host"), "main", func(th *kernel.Thread) {
			k := th.Mach()
			x := kernel.Must(k.VMAllocate(k.TaskSelf(), 0, 1, true))
			cthreads.Fork(th, "reader", func(th *kernel.Thread) { th.Check(th.Mach().Peek(x, 1)[0] == 1, "too early") })
			cthreads.Fork(th, "writer", func(th *kernel.Thread) {
				for range writes {
					th.Yield()
				}
				th.Mach().Poke(x, []byte{1})
			})
		})
	}}
}

// TestRare finds the read from which on a failure was certain, though the other runs, which end well, are those in
// which a thread goes on that was ended by it.
func TestRare(t *testing.T) {
	p := rare(40)
	x := find(t, cause.Options{Guarded: true, Program: p, Recording: recording(t, p, 1), Samples: 20})
	c := x.Certain
	if !c.Exact || c.Event == 0 || !strings.Contains(c.Step.String(), "peek") {
		t.Errorf("%s\n%+v", x.Text(0), c.Step)
	}
	if text := x.Text(0); strings.Contains(text, "certain from the start") {
		t.Error(text)
	}
}

// TestUnheard does not prove anything of threads that may share variables, whose accesses nobody hears.
func TestUnheard(t *testing.T) {
	p := rare(20)
	x := find(t, cause.Options{Program: p, Recording: recording(t, p, 1), Samples: 20})
	if c := x.Certain; c.Exact && c.Event < x.Events || !strings.Contains(c.Why, "nobody has heard") {
		t.Errorf("%s", x.Text(0))
	}
}
