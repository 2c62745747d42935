// Package buffer is producers and consumers around a bounded buffer, with a mutex and
// two conditions: the first program of every course on threads.
//
// It teaches what a condition is: a place to wait, not a promise. A thread that was
// woken has to compete for the mutex again, and another may come first and take what
// the signal was about. The bug: after Wait the program goes on as if what it waited
// for were true, because it says `if` where it should say `for` (C's while). A
// consumer then takes from an empty buffer, or a producer fills a full one.
package buffer

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// Program tests once.
var Program = kernel.Program{
	Name:   "buffer",
	Doc:    "producers and consumers around a bounded buffer",
	Bug:    "what was waited for is tested with if, not again in a loop",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, waitOnce) },
}

// Fixed tests until it is true.
var Fixed = kernel.Program{
	Name:   "buffer-fixed",
	Doc:    "producers and consumers that test again after each wait",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, waitUntil) },
}

var params = []kernel.Param{
	{Name: "producers", Default: "1", Doc: "how many producers"},
	{Name: "consumers", Default: "2", Doc: "how many consumers"},
	{Name: "size", Default: "2", Doc: "how many items the buffer holds"},
	{Name: "items", Default: "6", Doc: "how many items each consumer consumes"},
}

// waiting is a way to wait with a mutex held until something is true.
type waiting func(th *kernel.Thread, c cthreads.Condition, m cthreads.Mutex, ready func() bool)

func waitOnce(th *kernel.Thread, c cthreads.Condition, m cthreads.Mutex, ready func() bool) {
	if !ready() {
		c.Wait(th, m)
	}
}

func waitUntil(th *kernel.Thread, c cthreads.Condition, m cthreads.Mutex, ready func() bool) {
	for !ready() {
		c.Wait(th, m)
	}
}

// buffer is the shared data; the mutex protects items and consumed.
type buffer struct {
	mu       cthreads.Mutex
	nonempty cthreads.Condition
	nonfull  cthreads.Condition
	wait     waiting
	size     int
	items    []int
	consumed int // the sum of all that were taken
}

func (bf *buffer) put(th *kernel.Thread, item int) {
	bf.mu.Lock(th)
	bf.wait(th, bf.nonfull, bf.mu, func() bool { return len(bf.items) < bf.size })
	th.Check(len(bf.items) < bf.size, "%s puts into a full buffer", th.Name())
	bf.items = append(bf.items, item)
	bf.nonempty.Signal(th)
	bf.mu.Unlock(th)
}

func (bf *buffer) take(th *kernel.Thread) {
	bf.mu.Lock(th)
	bf.wait(th, bf.nonempty, bf.mu, func() bool { return len(bf.items) > 0 })
	th.Check(len(bf.items) > 0, "%s takes from an empty buffer", th.Name())
	item := bf.items[0]
	bf.items = bf.items[1:]
	bf.consumed += item
	bf.nonfull.Signal(th)
	bf.mu.Unlock(th)
}

func setUp(b *kernel.Boot, wait waiting) {
	producers, consumers := b.IntIn("producers", 1, 100), b.IntIn("consumers", 1, 100)
	size, items := b.IntIn("size", 1, 1000), b.IntIn("items", 1, 1000)
	b.Task(b.Host("factory"), "factory", func(th *kernel.Thread) {
		bf := &buffer{
			mu:       cthreads.NewMutex(th, "buffer"),
			nonempty: cthreads.NewCondition(th, "nonempty"),
			nonfull:  cthreads.NewCondition(th, "nonfull"),
			wait:     wait,
			size:     size,
		}
		var workers []cthreads.Thread
		total := items * consumers
		made := 0
		th.Watch("items", &bf.items)
		th.Watch("made", &made)
		th.Watch("consumed", &bf.consumed)
		for i := range producers {
			workers = append(workers, cthreads.Fork(th, fmt.Sprint("producer", i+1), func(th *kernel.Thread) {
				for made < total {
					made++
					bf.put(th, made)
				}
			}))
		}
		for i := range consumers {
			workers = append(workers, cthreads.Fork(th, fmt.Sprint("consumer", i+1), func(th *kernel.Thread) {
				for range items {
					bf.take(th)
				}
			}))
		}
		cthreads.JoinAll(th, workers)
		th.Check(bf.consumed == total*(total+1)/2, "some items were lost, or consumed twice")
	})
}
