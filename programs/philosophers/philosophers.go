// Package philosophers is Dijkstra's dinner: philosophers sit around a table with a
// fork between each two, and need both forks beside them to eat.
//
// It teaches deadlock. The bug: everybody takes the left fork first. When all have done so, each waits for the fork on
// the right, which a neighbour holds and never gives back. The report of a run that ends so shows the cycle.
//
// The fix is an order of all forks: everybody takes the one with the lower number
// first. Then the highest-numbered fork that anybody holds has a holder who waits for
// none, and there can be no cycle.
package philosophers

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// Program deadlocks.
var Program = kernel.Program{
	Name:   "philosophers",
	Doc:    "dining philosophers, with a mutex for each fork",
	Bug:    "everybody takes the left fork first: deadlock",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, leftFirst) },
}

// Fixed does not.
var Fixed = kernel.Program{
	Name:   "philosophers-fixed",
	Doc:    "philosophers who take the fork with the lower number first",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, lowFirst) },
}

var params = []kernel.Param{
	{Name: "n", Default: "5", Doc: "how many philosophers, 2 to 8"},
	{Name: "meals", Default: "3", Doc: "how often each of them eats"},
	{Name: "think", Default: "10", Doc: "each thinks before a meal for fewer turns than this, at random; 0: not at all"},
}

var names = [...]string{"plato", "kant", "hume", "hegel", "locke", "seneca", "spinoza", "pascal"}

// order says which of two forks to take first.
type order func(left, right int) (first, second int)

func leftFirst(left, right int) (int, int) { return left, right }

func lowFirst(left, right int) (int, int) { return min(left, right), max(left, right) }

func setUp(b *kernel.Boot, o order) {
	n, meals, turns := b.IntIn("n", 2, len(names)), b.IntIn("meals", 1, 1000), b.IntIn("think", 0, 1000)
	b.Task(b.Host("athens"), "table", func(th *kernel.Thread) {
		forks := make([]cthreads.Mutex, n)
		for i := range forks {
			forks[i] = cthreads.NewMutex(th, fmt.Sprint("fork", i+1))
		}
		guests := make([]cthreads.Thread, n)
		for i := range guests {
			first, second := o(i, (i+1)%n)
			guests[i] = cthreads.Fork(th, names[i], func(th *kernel.Thread) {
				dine(th, forks[first], forks[second], meals, turns)
			})
		}
		cthreads.JoinAll(th, guests)
	})
}

func dine(th *kernel.Thread, first, second cthreads.Mutex, meals, turns int) {
	for range meals {
		think(th, turns)
		first.Lock(th)
		second.Lock(th)
		eat(th)
		second.Unlock(th)
		first.Unlock(th)
	}
}

// think asks for no random number where there is nothing to choose.
func think(th *kernel.Thread, turns int) {
	if turns == 0 {
		return
	}
	for range th.Random(turns) {
		th.Yield()
	}
}

func eat(th *kernel.Thread) { th.Label("eat") }
