package kernel_test

import (
	"fmt"
	"testing"

	"machsim/kernel"
)

// TestReach: a run notes each goal once, with who came to it first, and no more than a thousand of them.
func TestReach(t *testing.T) {
	m := steps(t, kernel.Config{Seed: 1}, func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			th.Reach("here")
			th.Reach("there")
			th.Reach("here")
			for i := range 1500 {
				th.Reach(fmt.Sprint(i))
			}
		})
	})
	g := m.World().Goals
	if len(g) != 1000 || g[0] != (kernel.Goal{Name: "here", Thread: 1, Step: 2}) || g[1].Name != "there" {
		t.Errorf("%d goals, the first %v", len(g), g[:2])
	}
}

// TestUnreachable: who comes to where nobody is to come fails the run.
func TestUnreachable(t *testing.T) {
	p := &kernel.Program{Name: "p", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) { th.Unreachable("two owners") })
	}}
	m, err := kernel.New(p, kernel.Config{Door: kernel.NewRandom(1)})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if m.Run(); m.World().Failure == nil || m.World().Failure.Text != "this was never to be reached: two owners" {
		t.Errorf("the run ends with %v", m.World().Failure)
	}
}
