package simtest_test

import (
	"testing"

	"machsim/kernel"
	"machsim/test/simtest"
)

// Options that let a program do what otherwise ends its run.
func TestAllowed(t *testing.T) {
	single := func(body func(*kernel.Thread)) *kernel.Program {
		return &kernel.Program{Name: "allowed", Main: func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }}
	}
	unlocks := single(func(th *kernel.Thread) { th.CThreads().MutexUnlock(th.CThreads().MutexNew("mu")) })
	simtest.Fails(t, unlocks, simtest.Misuse, simtest.Seeds(1))
	simtest.Run(t, unlocks, simtest.Lenient(), simtest.Seeds(5))
	panics := single(func(*kernel.Thread) { panic("not well") })
	simtest.Fails(t, panics, simtest.Panic, simtest.Seeds(1))
	simtest.Run(t, panics, simtest.KeepGoing(), simtest.Seeds(5))
}
