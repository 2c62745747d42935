package test

import (
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"machsim/debugger/runner"
	"machsim/kernel"
	"machsim/programs/philosophers"
)

// kernelRows are the figures of the kernel and of runs.
var kernelRows = []row{
	{"RoundTrip", speedRoundTrip},
	{"RPCAllocations", speedAllocations},
	{"RunsTiny", func(b *testing.B) { speedRuns(b, tiny(), 20_000, 100_000) }},
	{"RunsPhilosophers", func(b *testing.B) { speedRuns(b, &philosophers.Fixed, 2000, 14_000) }},
}

// speedRoundTrip compares the two sides of BenchmarkRoundTrip.
func speedRoundTrip(b *testing.B) {
	onOneCore(b)
	const n = 20_000
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
