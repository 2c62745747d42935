package runner

import (
	"runtime"
	"testing"

	"machsim/kernel"
)

// mistakes are what programs do wrong, in a thread or in Main.
var mistakes = map[string]struct {
	thread func(th *kernel.Thread)
	main   func()
}{
	"none":          {},
	"panic":         {thread: func(*kernel.Thread) { panic("oh") }},
	"goexit":        {thread: func(*kernel.Thread) { runtime.Goexit() }},
	"check":         {thread: func(th *kernel.Thread) { th.Check(false, "oh") }},
	"stuck":         {thread: never},
	"waits":         {thread: func(*kernel.Thread) { select {} }},
	"deferred":      {thread: func(th *kernel.Thread) { defer func() { select {} }(); never(th) }},
	"goroutine":     {thread: goroutine},
	"main panics":   {main: func() { panic("oh") }},
	"main exits":    {main: runtime.Goexit},
	"main waits":    {main: func() { select {} }},
	"threads apart": {thread: func(th *kernel.Thread) { th.CThreads().Fork("", never) }},
}

// What a program does wrong in one run of a search is not felt in the next, which uses what the runs before have left,
// and neither is a Thread that it has kept.
func TestMistakesEndWithTheirRun(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // one worker
	for name, wrong := range mistakes {
		t.Run(name, func(t *testing.T) {
			runs, kept := 0, (*kernel.Thread)(nil)
			p := &kernel.Program{Name: "careless", Main: func(b *kernel.Boot) {
				runs++
				odd := runs%2 == 0
				b.Server(b.Host("a"), "server", never)
				b.Task(b.Host("a"), "other", talk)
				b.Task(b.Host("a"), "worker", func(th *kernel.Thread) {
					if old := kept; old != nil {
						go old.Yield()
					}
					kept = th
					talk(th)
					if odd && wrong.thread != nil {
						wrong.thread(th)
					}
				})
				if odd && wrong.main != nil {
					wrong.main()
				}
			}}
			well := 0
			o := &NewOptions{Common: Common{Program: p, LoopLimit: short / 4}, Choices: Choices{Seed: 1}}
			want := map[uint64]uint64{}
			for seed := range uint64(8) {
				again := *o
				again.Seed, runs, kept = 1+seed, 0, nil
				r := Do(&again)
				want[again.Seed] = r.State.Hash
				r.Close()
			}
			runs = 0
			SeedsBy(o, 8, nil, func(o *NewOptions, r *Run, _ []byte) Tried {
				if !r.Failed() {
					well++
					if r.State.Hash != want[o.Seed] {
						t.Errorf("seed %d is another run than by itself", o.Seed)
					}
				}
				return Tried{}
			})
			if all := wrong.thread == nil && wrong.main == nil; all && well != 8 || !all && well != 4 {
				t.Errorf("%d runs are well", well)
			}
		})
	}
}

// talk makes some calls.
func talk(th *kernel.Thread) {
	port := th.NewPort("own")
	for range 3 {
		th.Yield()
	}
	th.ClosePort(port)
}

// goroutine uses a Thread in a goroutine that is not the thread's.
func goroutine(th *kernel.Thread) {
	over := make(chan struct{})
	go func() {
		defer close(over)
		th.Yield()
	}()
	<-over
	th.Yield()
}
