package app

import (
	"runtime"
	"time"

	"machsim/cthreads"
	"machsim/ipc"
	"machsim/kernel"
)

// Programs that end in each of the ways that a run can end in.
var testPrograms = []*kernel.Program{
	single("t-ok", "says hello and ends", func(th *kernel.Thread) { th.Printf("hello") }),
	single("t-panic", "panics", func(th *kernel.Thread) { indexOf(th, nil) }),
	single("t-check", "fails a check", func(th *kernel.Thread) { th.Check(1 == 2, "one is not two") }),
	single("t-misuse", "unlocks what it has not locked", unlocker),
	single("t-unhandled", "raises an exception", raiser),
	single("t-goexit", "calls runtime.Goexit", func(*kernel.Thread) { runtime.Goexit() }),
	single("t-livelock", "yields for ever", yielder),
	single("t-loop", "computes for ever", func(th *kernel.Thread) { th.Printf("off we go"); spin() }),
	single("t-sleep", "waits outside of the kernel", func(*kernel.Thread) { time.Sleep(time.Hour) }),
	single("t-self", "locks what it has locked", selfLocker),
	single("t-lost", "waits for a signal that was given before", lostSignal),
	single("t-echo", "repeats its input", echo),
	{Name: "t-nobody", Doc: "receives where nobody sends", Main: nobody},
	{Name: "t-crossed", Doc: "two servers that call each other", Main: crossed},
	{Name: "t-main-panic", Doc: "panics in Main", Main: func(*kernel.Boot) { indexOf(nil, nil) }},
	{Name: "t-main-loop", Doc: "loops in Main", Main: func(*kernel.Boot) { spin() }},
	{Name: "t-maps", Doc: "sends a map in range order", Main: ranger},
	{
		Name: "t-params", Doc: "prints its parameters", Main: printer,
		Params: []kernel.Param{
			{Name: "n", Default: "3", Doc: "a number"},
			{Name: "loud", Default: "false", Doc: "whether to shout"},
		},
	},
	{Name: "t-rare", Doc: "fails with few seeds", Bug: "it draws a 7", Main: rare},
}

func single(name, doc string, body func(*kernel.Thread)) *kernel.Program {
	return &kernel.Program{Name: name, Doc: doc, Main: func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }}
}

func indexOf(_ *kernel.Thread, list []int) int { return list[3] }

func unlocker(th *kernel.Thread) {
	m := cthreads.NewMutex(th, "door")
	m.Unlock(th)
}

func yielder(th *kernel.Thread) {
	for {
		th.Yield()
	}
}

// spin runs for ever, on one line, and so is found there whenever one looks.
func spin() {
	for turns = 1; turns > 0; turns++ {
	}
}

var turns int

func selfLocker(th *kernel.Thread) {
	m := cthreads.NewMutex(th, "door")
	m.Lock(th)
	m.Lock(th)
}

func lostSignal(th *kernel.Thread) {
	m, c := cthreads.NewMutex(th, "door"), cthreads.NewCondition(th, "open")
	c.Signal(th)
	m.Lock(th)
	c.Wait(th, m)
}

func echo(th *kernel.Thread) {
	for {
		line, ok := th.ReadLine()
		if !ok {
			return
		}
		th.Printf("%s", line)
	}
}

func nobody(b *kernel.Boot) {
	var port ipc.Name
	waiter := b.Task(b.Host("a"), "waiter", func(th *kernel.Thread) { _, _ = th.Mach().Receive(port) })
	port = b.Port(waiter, "mailbox")
}

// crossed sets up two tasks each of which calls the other before it serves.
func crossed(b *kernel.Boot) {
	var own, other [2]ipc.Name
	body := func(i int) func(*kernel.Thread) {
		return func(th *kernel.Thread) {
			_, err := th.Mach().RPC(other[i], ipc.NewMessage(1))
			kernel.Must(err)
			_, _ = th.Mach().Receive(own[i])
		}
	}
	x, y := b.Task(b.Host("a"), "x", body(0)), b.Task(b.Host("a"), "y", body(1))
	own = [2]ipc.Name{b.Port(x, "px"), b.Port(y, "py")}
	other = [2]ipc.Name{b.Send(y, own[1], x), b.Send(x, own[0], y)}
}

func ranger(b *kernel.Boot) {
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
		words := map[string]int{}
		for i := range 'z' - 'A' + 1 { // letters, so that every label is printed as it is
			words[string('A'+i)] = int(i)
		}
		for range 32 {
			th.Yield() // so that many labels are in the chunk whose hash differs first
		}
		for w := range words {
			th.Label(w)
		}
	})
}

func printer(b *kernel.Boot) {
	n, loud := b.IntIn("n", 1, 9), b.Bool("loud")
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) { th.Printf("n %d, loud %v", n, loud) })
}

func rare(b *kernel.Boot) {
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
		n := th.Random(20)
		th.Printf("drew %d", n)
		th.Check(n != 7, "drew a 7")
	})
}

func raiser(th *kernel.Thread) { th.Mach().Raise(kernel.ExcBadAccess, 1, 0x1000) }
