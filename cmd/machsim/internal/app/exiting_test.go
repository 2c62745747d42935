package app

import (
	"log"
	"os"
	"sync"
	"time"

	"machsim/kernel"
)

// Programs that end the process that they run in.
func init() {
	testPrograms = append(testPrograms,
		single("t-exit-0", "calls os.Exit(0)", func(th *kernel.Thread) { leave(th, 0) }),
		single("t-exit-3", "calls os.Exit(3)", func(th *kernel.Thread) { leave(th, 3) }),
		single("t-fatal", "calls log.Fatal",
			func(th *kernel.Thread) { th.Yield(); log.SetFlags(0); log.Fatal("that was it") }),
		single("t-crash", "crashes Go's runtime", func(th *kernel.Thread) { th.Yield(); crash() }),
		single("t-stray", "panics in a goroutine", func(th *kernel.Thread) { th.Yield(); stray() }),
		single("t-kill", "kills its process", func(th *kernel.Thread) { th.Yield(); kill() }),
		single("t-exit-rare", "calls os.Exit(0) with few seeds", func(th *kernel.Thread) {
			if th.Random(20) == 7 {
				os.Exit(0)
			}
		}),
		&kernel.Program{
			Name: "t-exit-late", Doc: "calls os.Exit(0) after many events", Main: late,
			Params: []kernel.Param{{Name: "wait", Default: "0", Doc: "how many ms to take for that"}},
		},
		&kernel.Program{Name: "t-exit-main", Doc: "calls os.Exit(0) in Main", Main: func(*kernel.Boot) { os.Exit(0) }},
	)
}

func leave(th *kernel.Thread, code int) {
	th.Printf("so long")
	os.Exit(code)
}

// crash unlocks what is not locked, which nobody can recover from.
func crash() { var mu sync.Mutex; mu.Unlock() }

func stray() {
	go func() { panic("astray") }()
	select {}
}

func kill() {
	self, _ := os.FindProcess(os.Getpid())
	_ = self.Kill()
	select {}
}

func late(b *kernel.Boot) {
	wait := time.Duration(b.IntIn("wait", 0, 1000)) * time.Millisecond
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
		for range 1000 {
			th.Yield()
			time.Sleep(wait / 1000)
		}
		os.Exit(0)
	})
}

func init() {
	testPrograms = append(testPrograms, single("t-exit-end", "calls os.Exit(5) when it is let go, at the end of a run",
		func(th *kernel.Thread) {
			defer os.Exit(5)
			_, _ = th.Mach().Receive(th.NewPort("never"))
		}))
}
