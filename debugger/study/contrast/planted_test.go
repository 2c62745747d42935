package contrast_test

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/contrast"
	"machsim/kernel"
	"machsim/programs"
)

// planted is a program that fails for one cause, and words of the sentence that names it.
type planted struct {
	name string
	main func(*kernel.Boot)
	want []string // all of these are in the text of the first feature
}

// shared is what the threads of a planted program share.
type shared struct {
	a, b, c cthreads.Mutex
	cond    cthreads.Condition
	n       int
	log     []string
}

// threads makes a program of threads of one task, and checks what they leave.
func threads(check func(*kernel.Thread, *shared), bodies bodies) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			x := &shared{a: cthreads.NewMutex(th, "a"), b: cthreads.NewMutex(th, "b"), c: cthreads.NewMutex(th, "c"),
				cond: cthreads.NewCondition(th, "changed")}
			var all []cthreads.Thread
			for _, name := range []string{"one", "two", "three"} {
				if body := bodies[name]; body != nil {
					all = append(all, cthreads.Fork(th, name, func(th *kernel.Thread) {
						for range th.Random(4) {
							th.Yield()
						}
						body(th, x)
					}))
				}
			}
			cthreads.JoinAll(th, all)
			if check != nil {
				check(th, x)
			}
		})
	}
}

// both locks two mutexes, one after the other.
func both(first, second func(*shared) cthreads.Mutex) func(*kernel.Thread, *shared) {
	return func(th *kernel.Thread, x *shared) {
		first(x).Lock(th)
		second(x).Lock(th)
		second(x).Unlock(th)
		first(x).Unlock(th)
	}
}

func mutexA(x *shared) cthreads.Mutex { return x.a }
func mutexB(x *shared) cthreads.Mutex { return x.b }
func mutexC(x *shared) cthreads.Mutex { return x.c }

// times locks mutex a so many times, and logs that.
func times(n int, name string) func(*kernel.Thread, *shared) {
	return func(th *kernel.Thread, x *shared) {
		for range n {
			x.a.Lock(th)
			x.log = append(x.log, name)
			x.a.Unlock(th)
			th.Yield()
		}
	}
}

type bodies = map[string]func(*kernel.Thread, *shared)

// Requests to the servers of planted programs.
type (
	start struct{}
	stop  struct{}
	pay   struct{ Amount int }
	read  struct{ Account int }
	write struct{ Account, Balance int }
	value struct{ N int }
)

// served makes a program of a server, and of clients each in a task of its own, which send to it.
func served(server func(*kernel.Thread, kernel.Name), clients clients) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		var port kernel.Name
		task := b.Task(b.Host("h"), "server", func(th *kernel.Thread) { server(th, port) })
		port = b.Port(task, "desk")
		for _, name := range []string{"red", "blue", "client1", "client2"} {
			body := clients[name]
			if body == nil {
				continue
			}
			var to kernel.Name
			client := b.Task(b.Host("h"), name, func(th *kernel.Thread) {
				for range th.Random(4) {
					th.Yield()
				}
				body(th, to)
			})
			to = b.Send(task, port, client)
		}
	}
}

type clients = map[string]func(*kernel.Thread, kernel.Name)

func sends[T any](v T) func(*kernel.Thread, kernel.Name) {
	return func(th *kernel.Thread, to kernel.Name) { kernel.Must(kernel.Send(th, to, v)) }
}

// account keeps a number for clients that read and write it.
func account(th *kernel.Thread, port kernel.Name) {
	n := 0
	for range 4 {
		m := kernel.Must(kernel.Receive[any](th, port, read{}, write{}))
		switch r := m.Body.(type) {
		case read:
			kernel.Must(kernel.Reply(th, m, value{n}))
		case write:
			n = r.Balance
			kernel.Must(kernel.Reply(th, m, value{n}))
		}
	}
	th.Check(n == 2, "there is %d", n)
}

func adds(th *kernel.Thread, to kernel.Name) {
	v := kernel.Must(kernel.RPC[read, value](th, to, read{}))
	kernel.Must(kernel.RPC[write, value](th, to, write{Balance: v.N + 1}))
}

var causes = []planted{
	{"the second thread locks first", threads(func(th *kernel.Thread, x *shared) {
		th.Check(x.log[0] == "one", "two was first")
	}, bodies{"one": times(1, "one"), "two": times(1, "two")}), []string{"t.two locks mutex a", "first"}},
	{"two locks twice before one does", threads(func(th *kernel.Thread, x *shared) {
		th.Check(strings.Join(x.log[:2], " ") != "two two", "two was there twice")
	}, bodies{"one": times(1, "one"), "two": times(3, "two")}),
		[]string{"t.two locks mutex a (the 2nd time) before t.one locks mutex a"}},
	{"three locks last", threads(func(th *kernel.Thread, x *shared) {
		th.Check(x.log[0] != "three", "three was first")
	}, bodies{"one": times(2, "one"), "two": times(2, "two"), "three": times(1, "three")}),
		[]string{"t.three locks mutex a", "first"}},
	{"two mutexes in two orders", threads(nil, bodies{"one": both(mutexA, mutexB), "two": both(mutexB, mutexA)}),
		[]string{"locked before any of these threads unlocks one", "t.one mutex a", "t.two mutex b"}},
	{"three mutexes in a ring", threads(nil, bodies{"one": both(mutexA, mutexB), "two": both(mutexB, mutexC),
		"three": both(mutexC, mutexA)}), []string{"locked before any of these threads unlocks one", "t.one mutex a",
		"t.two mutex b", "t.three mutex c"}},
	{"a random number", threads(func(th *kernel.Thread, _ *shared) {
		th.Check(th.Random(8) != 5, "it was that number")
	}, nil), []string{"the random number of t.1 is 5"}},
	{"the second random number", threads(func(th *kernel.Thread, _ *shared) {
		th.Random(8)
		th.Check(th.Random(8) != 5, "it was that number")
	}, nil), []string{"the random number of t.1 is 5 (the 2nd time)"}},
	{"a signal that nobody waits for", threads(nil, bodies{
		"one": func(th *kernel.Thread, x *shared) {
			x.a.Lock(th)
			x.cond.Wait(th, x.a)
			x.a.Unlock(th)
		},
		"two": func(th *kernel.Thread, x *shared) { x.cond.Signal(th) },
	}), []string{"t.two signals condition changed"}},
	{"if in place of while", threads(nil, bodies{
		"one": taker, "three": taker,
		"two": func(th *kernel.Thread, x *shared) {
			for range 2 {
				x.a.Lock(th)
				x.n++
				x.cond.Signal(th)
				x.a.Unlock(th)
				th.Yield()
			}
		},
	}), []string{"between the signal of condition changed to", "locks mutex a"}},
	{"stop comes before start", served(func(th *kernel.Thread, port kernel.Name) {
		m := kernel.Must(kernel.Receive[any](th, port, start{}, stop{}))
		_, stopped := m.Body.(stop)
		th.Check(!stopped, "it stops and has not begun")
		kernel.Must(kernel.Receive[any](th, port, start{}, stop{}))
	}, clients{"red": sends(start{}), "blue": sends(stop{})}),
		[]string{"stop is received from blue.1 at port desk first"}},
	{"a negative amount", served(func(th *kernel.Thread, port kernel.Name) {
		m := kernel.Must(kernel.Receive[pay](th, port))
		th.Check(m.Body.Amount >= 0, "it pays nothing")
	}, clients{"red": func(th *kernel.Thread, to kernel.Name) {
		kernel.Must(kernel.Send(th, to, pay{th.Random(10) - 4}))
	}}), []string{"pay is received from red.* at port desk with a negative Amount"}},
	{"one amount", served(func(th *kernel.Thread, port kernel.Name) {
		for range 2 {
			m := kernel.Must(kernel.Receive[pay](th, port))
			th.Check(m.Body.Amount != 3, "it cannot count")
		}
	}, clients{"red": payer, "blue": payer}), []string{"Amount 3"}},
	{"blue pays first", paid(func(by []int) bool { return by[0] == 2 }),
		[]string{"pay is received from blue.1 at port desk", "first"}},
	{"red pays twice before blue", paid(func(by []int) bool { return by[0] == 1 && by[1] == 1 }),
		[]string{"pay is received from red.1 at port desk (the 2nd time) before pay is received from blue.1 at port desk"}},
	{"a port that is gone", func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			port := th.NewPort("door")
			closer := cthreads.Fork(th, "closer", func(th *kernel.Thread) { th.ClosePort(port) })
			for range th.Random(3) {
				th.Yield()
			}
			err := kernel.Send(th, port, start{})
			cthreads.Join(th, closer)
			th.Check(err == nil, "the door is shut")
		})
	}, []string{"is refused"}},
	{"a lost update", served(account, clients{"client1": adds, "client2": adds}),
		[]string{"read from client*.*, then ", "then write from the first", "at port desk"}},
	{"a reply that is late", func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			port := th.NewPort("bell")
			cthreads.Fork(th, "ringer", func(th *kernel.Thread) {
				th.Sleep(kernel.Duration(1+th.Random(20)) * kernel.Millisecond)
				kernel.Must(kernel.Send(th, port, start{}))
			})
			_, err := th.ReceiveTimeout(port, 10*kernel.Millisecond)
			th.Check(err == nil, "nobody rings")
		})
	}, []string{"receive at port bell of t.1 times out"}},
}

// paid makes a program of two who pay twice each, which fails by the order in which it is paid: 1 is red, 2 is blue.
func paid(fails func(by []int) bool) func(*kernel.Boot) {
	pays := func(n int) func(*kernel.Thread, kernel.Name) {
		return func(th *kernel.Thread, to kernel.Name) {
			for range 2 {
				kernel.Must(kernel.Send(th, to, pay{n}))
				th.Yield()
			}
		}
	}
	return served(func(th *kernel.Thread, port kernel.Name) {
		var by []int
		for range 4 {
			by = append(by, kernel.Must(kernel.Receive[pay](th, port)).Body.Amount)
		}
		th.Check(!fails(by), "it is paid in the wrong order")
	}, clients{"red": pays(1), "blue": pays(2)})
}

func payer(th *kernel.Thread, to kernel.Name) { kernel.Must(kernel.Send(th, to, pay{th.Random(8)})) }

// taker takes one of what there is, and looks once only whether there is any.
func taker(th *kernel.Thread, x *shared) {
	x.a.Lock(th)
	if x.n == 0 {
		x.cond.Wait(th, x.a)
	}
	th.Check(x.n > 0, "there is nothing to take")
	x.n--
	x.a.Unlock(th)
}

// TestPlanted has the cause of each program named first.
func TestPlanted(t *testing.T) {
	for _, c := range causes {
		p := &kernel.Program{Name: "planted", Main: c.main}
		x, err := contrast.Compare(contrast.Seeds(runner.New(p, 1), 150, nil))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		named(t, c.name, x, c.want)
	}
}

// named sees that the first feature of the largest class has some words.
func named(t *testing.T, name string, x *contrast.Result, want []string) {
	t.Helper()
	if len(x.Classes) == 0 || len(x.Classes[0].Tells) == 0 {
		t.Errorf("%s: nothing is told: %+v", name, x)
		return
	}
	first := x.Classes[0].Tells[0]
	for _, w := range want {
		if !strings.Contains(first.Text, w) {
			t.Errorf("%s: of %d good and %d failing runs is told first: %s (%d and %d)\n and %q", name, x.Good,
				x.Classes[0].Runs, first.Text, first.Good, first.Failing, first.Others)
			return
		}
	}
}

// TestSamples has the decisive orders of the bank and the philosophers named.
func TestSamples(t *testing.T) {
	for name, want := range map[string][]string{
		"bank": {"get from teller*.*, then get from another teller*.*, then put from the first, at port bank, " +
			"each with the same Account"},
		"philosophers": {"locked before any of these threads unlocks one: by table.plato mutex fork1, " +
			"by table.kant mutex fork2, by table.hume mutex fork3, by table.hegel mutex fork4, by table.locke mutex fork5"},
	} {
		x, err := contrast.Compare(contrast.Seeds(runner.New(programs.Find(name), 1), 200, nil))
		if err != nil {
			t.Fatal(err)
		}
		named(t, name, x, want)
	}
}

// TestWorkers has one worker find what several do.
func TestWorkers(t *testing.T) {
	compare := func() *contrast.Result {
		x, err := contrast.Compare(contrast.Seeds(runner.New(programs.Find("buffer"), 1), 60, nil))
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	several := compare()
	runtime.GOMAXPROCS(1)
	if one := compare(); !reflect.DeepEqual(one, several) {
		t.Errorf("one worker finds %+v, several %+v", one, several)
	}
}

// TestNothing has runs that differ in nothing that chance does not explain.
func TestNothing(t *testing.T) {
	p := &kernel.Program{Name: "even", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) { th.Check(th.Random(1_000_000)%2 == 0, "it is odd") })
	}}
	x, err := contrast.Compare(contrast.Seeds(runner.New(p, 1), 100, nil))
	if err != nil || len(x.Classes) != 1 || len(x.Classes[0].Tells) != 0 {
		t.Errorf("it is told that %+v, %v", x, err)
	}
}

// TestClasses has two failures, each of which has its own cause.
func TestClasses(t *testing.T) {
	p := &kernel.Program{Name: "both", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			n := th.Random(6)
			th.Check(n != 1, "it is one, not %d", n)
			th.Check(n != 4, "four is too many")
		})
	}}
	x, err := contrast.Compare(contrast.Seeds(runner.New(p, 1), 150, nil))
	if err != nil || len(x.Classes) != 2 {
		t.Fatalf("the classes are %+v, %v", x, err)
	}
	for _, c := range x.Classes {
		want := map[string]string{"it is one, not N": "is 1", "four is too many": "is 4"}[c.Text]
		if want == "" || len(c.Tells) == 0 || !strings.Contains(c.Tells[0].Text, want) {
			t.Errorf("of %q is told %+v", c.Text, c.Tells)
		}
	}
}
