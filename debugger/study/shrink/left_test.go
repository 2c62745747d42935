package shrink

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"machsim/cthreads"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// TestLeft makes a run smaller of a program that waits outside of the kernel wherever a thread comes before the first
// one: that ends when as many runs were left to themselves as any search bears, and it says so.
func TestLeft(t *testing.T) {
	over := make(chan bool)
	defer close(over)
	p := &kernel.Program{Name: "hurried", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "main", func(th *kernel.Thread) {
			first, done := false, 0
			for i := range 12 {
				cthreads.Fork(th, fmt.Sprint("t", i), func(th *kernel.Thread) {
					if i > 0 && !first {
						<-over
					}
					first = true
					th.Yield()
					done++
					th.Check(done < 12, "all have done it")
				})
			}
		})
	}}
	const seed = 1 // in which the first one is the first
	limit := func(o *runner.NewOptions) { o.LoopLimit = 200 * time.Millisecond }
	o := runner.New(p, seed)
	limit(o)
	x, err := Run(p, recorded(t, o), Options{Prepare: limit})
	if err != nil {
		t.Fatal(err)
	}
	x.Run.Close()
	if x.Minimal || !strings.Contains(x.Ends(), "it ended, as 3 runs were given up ("+string(report.Blocked)+")") {
		t.Errorf("%s", x.Ends())
	}
}
