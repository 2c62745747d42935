package randprog

import (
	"fmt"
	"math/rand/v2"

	"machsim/kernel"
)

// equal are the few names of what a program of Equals makes: among them some that look as if nobody had given them.
var equal = []string{"", "a", "a", "b", "b.1", "p1", "t1", "a.1.p1", "a of b.1", "a #1", `"a"`, "m1"}

// Equals returns the program of a seed whose tasks, threads, ports, sets, mutexes and conditions have few names, so
// that many have the same. Some threads get another on the way, and some ports are gone before the end.
func Equals(seed uint64) *kernel.Program {
	return &kernel.Program{Name: "equals", Main: func(b *kernel.Boot) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for i := range 1 + rng.IntN(3) {
			t := b.Task(b.Host(fmt.Sprint("h", i%2)), oneOfEqual(rng), alike(seed<<8+uint64(i), 2))
			b.Port(t, oneOfEqual(rng))
		}
	}}
}

func oneOfEqual(rng *rand.Rand) string { return equal[rng.IntN(len(equal))] }

// alike is a thread that makes a few things, among them others like it, down to a depth.
func alike(seed uint64, depth int) func(*kernel.Thread) {
	return func(th *kernel.Thread) {
		rng := rand.New(rand.NewPCG(seed, uint64(depth)))
		for i := range 2 + rng.IntN(5) {
			name, next := oneOfEqual(rng), seed*31+uint64(i)
			switch k := rng.IntN(10); {
			case k < 2 && depth > 0:
				_, _ = th.Spawn(fmt.Sprint("h", k), name, alike(next, depth-1))
			case k == 2 && depth > 0:
				th.CThreads().Detach(th.CThreads().Fork(name, alike(next, depth-1)))
			case k == 3 && depth > 0:
				made, err := th.Mach().TaskCreate(th.Mach().Self(), name, false)
				if err != nil {
					continue
				}
				if thread, err := th.Mach().ThreadCreate(made, alike(next, depth-1)); err == nil {
					_ = th.Mach().ThreadResume(thread)
				}
			case k == 4:
				th.CThreads().MutexNew(name)
				th.CThreads().ConditionNew(name)
			case k == 5:
				th.NewPortSet(name)
			case k == 6:
				th.CThreads().SetName(th.ID(), name)
			case k == 7:
				_ = th.Mach().PortDestroy(th.Mach().Self(), th.NewPort(name))
			default:
				th.NewPort(name)
			}
		}
	}
}
