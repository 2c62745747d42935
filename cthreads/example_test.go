package cthreads_test

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// run runs a task of one thread, and prints what it has printed.
func run(body func(*kernel.Thread)) {
	p := kernel.Program{Name: "example", Main: func(b *kernel.Boot) { b.Task(b.Host("here"), "main", body) }}
	m, err := kernel.New(&p, kernel.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	outcome := m.Run()
	for _, line := range m.World().Console {
		fmt.Println(line.Text)
	}
	fmt.Println(outcome)
}

// Threads of a task share its variables; a mutex lets one at a time change them.
func Example() {
	run(func(th *kernel.Thread) {
		sum, mu := 0, cthreads.NewMutex(th, "sum")
		var all []cthreads.Thread
		for i := range 4 {
			all = append(all, cthreads.Fork(th, fmt.Sprint("adder", i), func(th *kernel.Thread) {
				mu.With(th, func() { sum += i })
			}))
		}
		cthreads.JoinAll(th, all)
		th.Printf("sum %d", sum)
	})
	// Output:
	// sum 6
	// finished
}

// A thread waits for a condition in a loop, for it may be false again when the thread goes
// on.
func ExampleCondition() {
	run(func(th *kernel.Thread) {
		var queue []string
		mu, nonempty := cthreads.NewMutex(th, "queue"), cthreads.NewCondition(th, "nonempty")
		reader := cthreads.Fork(th, "reader", func(th *kernel.Thread) {
			mu.Lock(th)
			for len(queue) == 0 {
				nonempty.Wait(th, mu)
			}
			th.Printf("read %s", queue[0])
			mu.Unlock(th)
		})
		mu.With(th, func() { queue = append(queue, "news") })
		nonempty.Signal(th)
		cthreads.Join(th, reader)
	})
	// Output:
	// read news
	// finished
}

// A thread gives a result to whoever joins it.
func ExampleJoin() {
	run(func(th *kernel.Thread) {
		t := cthreads.Fork(th, "worker", func(th *kernel.Thread) { cthreads.Exit(th, 42) })
		th.Printf("%d", cthreads.Join(th, t))
	})
	// Output:
	// 42
	// finished
}
