package shared

import (
	"machsim/cthreads"
	"machsim/ipc"
	"machsim/kernel"
)

type state struct{ n int }

func (s *state) add()               { s.n++ }
func (s *state) get() int           { return s.n }
func (s *state) run(*kernel.Thread) { s.add() }

func bump(s *state) { s.add() }

func setUp(b *kernel.Boot, given *state) {
	h := b.Host("h")
	n, limit := 0, b.IntIn("limit", 1, 5)
	b.Task(h, "writer", func(th *kernel.Thread) {
		n++ // want `shared: n is shared by tasks \("writer", "reader"\), and tasks share nothing but ports; use a variable in the body`
	})
	b.Task(h, "reader", func(th *kernel.Thread) { th.Printf("%d %d", n, limit) })

	// One body of many tasks.
	done := 0
	for i := range limit {
		turns := 0
		b.Task(h, "worker", func(th *kernel.Thread) {
			turns += i
			done++ // want `shared: done is shared by tasks \("worker"\)`
		})
	}

	// Behind pointers, by methods and functions that write.
	s := &state{}
	b.Task(h, "adder", func(th *kernel.Thread) {
		bump(s) // want `shared: s is shared by tasks \("adder", "getter"\)`
	})
	b.Server(h, "getter", func(th *kernel.Thread) { th.Printf("%d", s.get()) })
	b.Task(h, "one", given.run) // want `shared: given is shared by tasks \("one", "two"\)`
	b.Task(h, "two", given.run)
	seen := map[string]bool{}
	mark := func(name string) {
		seen[name] = true // want `shared: seen is shared by tasks \("left", "right"\)`
	}
	b.Task(h, "left", func(th *kernel.Thread) { mark("left") })
	b.Task(h, "right", func(th *kernel.Thread) { mark("right") })

	// A crashed host's memory is lost.
	starts := 0
	b.OnRestart(h, func(th *kernel.Thread) {
		starts++ // want `shared: starts is shared by tasks \(what runs on a restart\)`
	})
	good(b, h, limit)
}

func good(b *kernel.Boot, h kernel.HostID, limit int) {
	// Main sets it before any task runs, and only one task writes.
	var port ipc.Name
	server := b.Server(h, "server", func(th *kernel.Thread) { kernel.Must(th.Receive(port)) })
	port = b.Port(server, "port")
	b.Task(h, "client", func(th *kernel.Thread) { th.Printf("%d", port) })

	// It is one task's alone.
	alone := 0
	b.Task(h, "alone", func(th *kernel.Thread) { alone++ })

	// So is this, though its maker is a task as well.
	kids := 0
	b.Task(h, "parent", func(th *kernel.Thread) {
		kernel.Must(th.Spawn("", "kid", func(th *kernel.Thread) { kids++ }))
	})

	// All only read.
	names := []string{"a", "b"}
	s := &state{n: limit}
	for i := range names {
		b.Task(h, names[i], func(th *kernel.Thread) {
			th.Printf("%s %d", names[i], s.get())
			mine := state{}
			mine.add()
		})
	}

	// Threads of one task may share.
	b.Task(h, "threads", func(th *kernel.Thread) {
		sum := 0
		for range 3 {
			cthreads.Detach(th, cthreads.Fork(th, "", func(th *kernel.Thread) { sum++ }))
		}
		kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(th *kernel.Thread) { sum++ }))
	})
}

func spawning(th *kernel.Thread) {
	n := 0
	n = 5
	kernel.Must(th.Spawn("", "child", func(th *kernel.Thread) { th.Printf("%d", n) }))
	n = 6 // want `shared: n is shared by tasks \("child", the one that makes it\)`

	got := 0
	kernel.Must(th.Spawn("", "result", func(th *kernel.Thread) {
		got = 7 // want `shared: got is shared by tasks \("result", the one that makes it\)`
	}))
	th.Printf("%d", got)

	both := 0
	kernel.Must(th.Spawn("", "one", func(th *kernel.Thread) {
		both++ // want `shared: both is shared by tasks \("one", "two"\)`
	}))
	kernel.Must(th.Spawn("", "two", func(th *kernel.Thread) { th.Printf("%d", both) }))

	turn := 0
	for range 3 {
		turn++ // want `shared: turn is shared by tasks \("turn", the one that makes it\)`
		kernel.Must(th.Spawn("", "turn", func(th *kernel.Thread) { th.Printf("%d", turn) }))
	}

	task := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "bare", false))
	bare := 0
	kernel.Must(th.Mach().ThreadCreate(task, func(th *kernel.Thread) {
		bare++ // want `shared: bare is shared by tasks \(task, the one that makes it\)`
	}))
	th.Printf("%d", bare)

	// What is not touched any more goes to the child.
	list := []int{1}
	list[0] = 2
	kernel.Must(th.Spawn("", "heir", func(th *kernel.Thread) { list[0]++ }))
}

// Collect is a test's way to look into a run, and no part of the program.
func Collect() (*kernel.Program, *[]string) {
	var got []string
	return &kernel.Program{Main: func(b *kernel.Boot) {
		h := b.Host("h")
		b.Task(h, "a", func(th *kernel.Thread) { got = append(got, "a") })
		b.Task(h, "b", func(th *kernel.Thread) { got = append(got, "b") })
	}}, &got
}
