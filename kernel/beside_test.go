package kernel_test

import (
	"sync"
	"testing"
	"time"

	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/test/effort"
)

// shared is a package whose variable programs write to.
var shared = hook.Package{
	Path:    "machsim/kernel_test/shared",
	Funcs:   []hook.Func{{Name: "spin"}},
	Stmts:   []hook.Stmt{{Line: 1}},
	Globals: []hook.Global{{Name: "total", Pointer: &total}},
}

var total any = 0 // a value of two words, which others would see half written

func init() { hook.Register(&shared) }

// sharing has programs write to total, until the test ends.
func sharing(t *testing.T) {
	shared.Reset = func() { total = 0 }
	t.Cleanup(func() { shared.Reset = nil })
}

// TestRunsBesideEachOther: what runs and Feeders at the same time write to a variable of a package, each reads.
func TestRunsBesideEachOther(t *testing.T) {
	sharing(t)
	const calls = 50
	adds := func(th *kernel.Thread) {
		for range calls {
			total = total.(int) + 1
			th.Yield()
		}
	}
	p := &kernel.Program{Name: "adds", Main: func(b *kernel.Boot) {
		if total != 0 {
			t.Errorf("a run begins with %d", total)
		}
		b.Task(b.Host("a"), "one", adds)
		b.Task(b.Host("a"), "other", adds)
	}}
	reads := func(th string, want int) {
		if total != want {
			t.Errorf("%s ends with %d, not %d", th, total, want)
		}
	}
	var all sync.WaitGroup
	for seed := range uint64(4) {
		all.Go(func() {
			for range effort.Of(4) {
				m, err := kernel.New(p, kernel.Config{Seed: seed})
				if err != nil {
					t.Error(err)
					return
				}
				m.Run()
				f, err := kernel.NewFeeder(p, kernel.Config{}, m.World(), willing{})
				if err != nil {
					t.Error(err)
					return
				}
				f.Run(1, 10)
				f.Inside(func() { reads("the Feeder", 10) })
				f.Close()
				m.Close()
			}
		})
	}
	all.Wait()
}

// TestGivenUpStays: a program that was given up does not write to variables of packages beside the next run.
func TestGivenUpStays(t *testing.T) {
	sharing(t)
	var p kernel.Heartbeat
	spins := &kernel.Program{Name: "spins", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(*kernel.Thread) {
			f := hook.Enter(&shared, 0)
			defer f.Leave()
			for {
				f.At(0)
				total = 1
			}
		})
	}}
	m, err := kernel.New(spins, kernel.Config{Heartbeat: &p})
	if err != nil {
		t.Fatal(err)
	}
	back := make(chan struct{})
	go func() { m.Run(); close(back) }()
	for !p.Look().Inside {
		time.Sleep(time.Millisecond)
	}
	m.Interrupt()
	p.GiveUp()
	next, err := kernel.New(&kernel.Program{Name: "next", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(*kernel.Thread) {
			if total != 0 {
				t.Errorf("the next run begins with %d", total)
			}
		})
	}}, kernel.Config{})
	if err != nil {
		t.Fatal(err)
	}
	next.Run()
	next.Close()
	<-back
}
