package test

import (
	"fmt"
	"testing"
	"time"

	"machsim/kernel"
)

// kernelRows are the figures of the kernel and of runs.
var kernelRows = []row{
	{"RoundTrip", speedRoundTrip},
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
