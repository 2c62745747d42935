package session_test

import (
	"fmt"
	"testing"

	"machsim/kernel"
	"machsim/test/testsession"
)

// TestVariables watches a variable count up and down along a run.
func TestVariables(t *testing.T) {
	p := &kernel.Program{Name: "counter", Main: func(b *kernel.Boot) {
		for _, name := range []string{"ann", "bob"} {
			b.Task(b.Host("a"), name, func(th *kernel.Thread) {
				n := 0
				th.Watch("n", &n)
				for n = range 10 {
					th.Printf("%d", n)
				}
			})
		}
	}}
	s := testsession.Open(t, p, kernel.Config{Seed: 4})
	for n := s.Len(); n > 0; n -= 3 {
		must(t, s.MoveTo(s.After(n)))
		vars, err := s.Variables()
		must(t, err)
		printed := map[kernel.ThreadID]int{}
		for _, line := range s.State().Console {
			printed[line.Thread]++
		}
		for _, v := range vars {
			if want := min(printed[v.Thread], 9); v.Name != "n" || fmt.Sprint(v.Value) != fmt.Sprint(want) {
				t.Errorf("after %d events %s of thread %d is %v, not %d", n, v.Name, v.Thread, v.Value, want)
			}
		}
	}
}
