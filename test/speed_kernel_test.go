package test

import (
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs/philosophers"
)

// kernelRows are the figures of the kernel and of runs.
var kernelRows = []row{
	{"RoundTrip", speedRoundTrip},
	{"RPCAllocations", speedAllocations},
	{"RunsTiny", func(b *testing.B) { speedRuns(b, tiny(), 3000, 100_000) }},
	{"RunsPhilosophers", func(b *testing.B) { speedRuns(b, &philosophers.Fixed, 500, 14_000) }},
	{"RunsByCommand", speedCommand},
	{"ReadyThreads", speedReady},
	{"Recorder", speedRecorder},
}

// speedRoundTrip compares the two sides of BenchmarkRoundTrip.
func speedRoundTrip(b *testing.B) {
	onOneCore(b)
	const n = 3000
	report(b, ratio(b,
		func() time.Duration {
			m := newMachine(b, func(boot *kernel.Boot) { rpcPair(boot, n) })
			defer m.Close()
			return timed(func() { finish(b, m) })
		},
		func() time.Duration { return timed(func() { must(b, channelTrips(n)) }) },
	), "x", 1.2)
}

// speedAllocations counts the allocations of an RPC of structs: the server gets a new message each time, which it may
// keep.
func speedAllocations(b *testing.B) {
	for b.Loop() {
		const n = 2000
		m := newMachine(b, func(boot *kernel.Boot) { structPair(boot, n) })
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		finish(b, m)
		runtime.ReadMemStats(&after)
		report(b, math.Floor(float64(after.Mallocs-before.Mallocs)/n), "allocs", 0)
	}
}

// tiny is a program of two tasks and one message.
func tiny() *kernel.Program {
	return &kernel.Program{Name: "tiny", Main: func(b *kernel.Boot) {
		h := b.Host("a")
		var at, to kernel.Name
		receiver := b.Task(h, "receiver", func(th *kernel.Thread) {
			th.Check(kernel.Must(th.Receive(at)).Int(0) == 7, "another message came")
		})
		sender := b.Task(h, "sender", func(th *kernel.Thread) {
			kernel.Must(th.Send(to, kernel.NewMessage(1, 7)))
		})
		at = b.Port(receiver, "at")
		to = b.Send(receiver, at, sender)
	}}
}

// speedRuns counts the runs of a search that one core makes in a second.
func speedRuns(b *testing.B, p *kernel.Program, n int, target float64) {
	onOneCore(b)
	least := inTurns(b, func() time.Duration {
		return timed(func() {
			if f := runner.Seeds(runner.New(p, 1), n, nil); f.Fine != n {
				b.Fatalf("%+v", f)
			}
		})
	})
	report(b, float64(n)/least[0].Seconds(), "runs/s", target)
}

// speedCommand counts the runs of philosophers-fixed in a second of processor time of machsim run --seeds.
func speedCommand(b *testing.B) {
	exe := builtCommand(b)
	const n = 5000
	least := inTurns(b, func() time.Duration {
		run := exec.Command(exe, "run", "philosophers-fixed", "--seeds", fmt.Sprint(n))
		must(b, run.Run())
		return run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	})
	report(b, n/least[0].Seconds(), "runs/s", 14_000)
}

// speedReady compares a step with 10,000 ready threads with as many coroutines, resumed at random.
func speedReady(b *testing.B) {
	onOneCore(b)
	const threads, steps = 10_000, 2000
	m := mustNew(b, yielders(threads), kernel.Config{Seed: 1, MaxSteps: 1 << 60})
	resume := make([]func() (struct{}, bool), threads)
	for i := range resume {
		next, stop := iter.Pull(func(yield func(struct{}) bool) {
			for yield(struct{}{}) {
			}
		})
		defer stop()
		resume[i] = next
	}
	rng := rand.New(rand.NewPCG(1, 2))
	run := func() {
		for end := m.World().Steps + steps; m.World().Steps < end; {
			m.Step()
		}
	}
	for range 4 * threads / steps {
		run() // all begin
	}
	report(b, ratio(b, func() time.Duration { return timed(run) }, func() time.Duration {
		return timed(func() {
			for range steps {
				resume[rng.IntN(threads)]()
			}
		})
	}), "x", 1.5)
}

// speedRecorder compares runs of eight threads that can go on with and without a recording, and counts its bytes. A
// word of 64 bits holds 21 choices of eight, and 256 events have a mark of 4 bytes: that is 0.397 bytes an event, the
// least that the format allows.
func speedRecorder(b *testing.B) {
	onOneCore(b)
	run := func(events int, to io.Writer) time.Duration {
		p, cfg := yielders(8), kernel.Config{Seed: 1, MaxSteps: uint64(events), Door: kernel.NewRandom(1)}
		if to != nil {
			r := record.Start(to, record.HeaderOf(p, cfg))
			cfg.Door, cfg.Tracer = r.Wrap(cfg.Door), r.Tracer()
		}
		m := mustNew(b, p, cfg)
		defer m.Close()
		return timed(func() { m.Run() })
	}
	const short, long = 10_000, 500_000
	report(b, ratio(b,
		func() time.Duration { return run(short, io.Discard) },
		func() time.Duration { return run(short, nil) }), "x", 1.03)
	var written counter
	recordRun(b, &written, yielders(8), kernel.Config{Seed: 1, MaxSteps: long})
	report(b, float64(written.n)/long, "bytes/event", 0.4)
}

// channelTrips sends n numbers over a channel and gets each back, plus one, over another.
func channelTrips(n int) error {
	request, reply := make(chan int), make(chan int)
	go func() {
		for n := range request {
			reply <- n + 1
		}
	}()
	defer close(request)
	for i := range n {
		request <- i
		if got := <-reply; got != i+1 {
			return fmt.Errorf("%d came back for %d", got, i)
		}
	}
	return nil
}
