package kernel_test

import (
	"slices"
	"testing"

	"machsim/kernel"
)

// A host that comes back runs all that OnRestart has named, each in a task of its own.
func TestOnRestart(t *testing.T) {
	for seed := range uint64(20) {
		var ran []string
		p := &kernel.Program{Name: "restart", Main: func(b *kernel.Boot) {
			h := b.Host("h")
			for _, name := range []string{"a", "b", "c"} {
				b.OnRestart(h, func(th *kernel.Thread) { ran = append(ran, name) })
			}
			b.Task(b.Host("sky"), "lightning", func(th *kernel.Thread) {
				kernel.Must(th.CrashHost("h"))
				kernel.Must(th.RestartHost("h"))
				th.Sleep(kernel.Second)
			})
		}}
		m := kernel.Must(kernel.New(p, kernel.Config{Seed: seed}))
		outcome := m.Run()
		slices.Sort(ran)
		if outcome != kernel.Finished || !slices.Equal(ran, []string{"a", "b", "c"}) {
			t.Errorf("seed %d: %v, ran %v", seed, outcome, ran)
		}
		m.Close()
	}
}
