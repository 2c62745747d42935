package explore_test

import (
	"fmt"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/kernel"
)

func task(main func(th *kernel.Thread)) *kernel.Program {
	return &kernel.Program{Name: "test", Main: func(b *kernel.Boot) { b.Task(b.Host("host"), "main", main) }}
}

// mutexes has n threads lock a mutex, write, and unlock it; k times each with another mutex.
func mutexes(n, k int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		var m []cthreads.Mutex
		for range k {
			m = append(m, cthreads.NewMutex(th, ""))
		}
		for range n {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				for _, m := range m {
					m.Lock(th)
					m.Unlock(th)
				}
			})
		}
	})
}

func variables(th *kernel.Thread, n int) (all []uint64) {
	for range n {
		all = append(all, kernel.Must(th.Mach().VMAllocate(th.Mach().TaskSelf(), 0, 1, true)))
	}
	return all
}

func readers(n int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		x := variables(th, 1)[0]
		cthreads.Fork(th, "", func(th *kernel.Thread) { th.Mach().Poke(x, []byte{1}) })
		for range n {
			cthreads.Fork(th, "", func(th *kernel.Thread) { th.Mach().Peek(x, 1) })
		}
	})
}

func lastZero(n int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		x := variables(th, n+1)
		cthreads.Fork(th, "", func(th *kernel.Thread) {
			for i := n; th.Mach().Peek(x[i], 1)[0] != 0; i-- {
			}
		})
		for i := 1; i <= n; i++ {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				th.Mach().Poke(x[i], []byte{th.Mach().Peek(x[i-1], 1)[0] + 1})
			})
		}
	})
}

func philosophers(n int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		var m []cthreads.Mutex
		for range n {
			m = append(m, cthreads.NewMutex(th, ""))
		}
		for i := range n {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				m[i].Lock(th)
				m[(i+1)%n].Lock(th)
				m[(i+1)%n].Unlock(th)
				m[i].Unlock(th)
			})
		}
	})
}

type request struct{ N int }

func clients(c, k int, answered bool) *kernel.Program {
	return &kernel.Program{Name: "clients", Main: func(b *kernel.Boot) {
		h := b.Host("host")
		var own kernel.Name
		server := b.Server(h, "server", func(th *kernel.Thread) {
			for {
				m, _ := kernel.Receive[request](th, own)
				if answered {
					kernel.Reply(th, m, request{})
				}
			}
		})
		own = b.Port(server, "requests")
		for i := range c {
			var to kernel.Name
			t := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) {
				for range k {
					if answered {
						_, _ = kernel.RPC[request, request](th, to, request{})
					} else {
						_ = kernel.Send(th, to, request{})
					}
				}
			})
			to = b.Send(server, own, t)
		}
	}}
}

func filesystem(n int) *kernel.Program {
	const blocks, inodes = 26, 32
	return task(func(th *kernel.Thread) {
		var li, lb []cthreads.Mutex
		for range inodes {
			li = append(li, cthreads.NewMutex(th, ""))
		}
		for range blocks {
			lb = append(lb, cthreads.NewMutex(th, ""))
		}
		inode, busy := make([]int, inodes), make([]bool, blocks)
		for t := range n {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				i := t % inodes
				li[i].Lock(th)
				if inode[i] == 0 {
					for b := (i * 2) % blocks; ; b = (b + 1) % blocks {
						lb[b].Lock(th)
						if !busy[b] {
							busy[b], inode[i] = true, b+1
							lb[b].Unlock(th)
							break
						}
						lb[b].Unlock(th)
					}
				}
				li[i].Unlock(th)
			})
		}
	})
}

// indexer has n threads put four values each into a hash table whose cells have mutexes of their own.
func indexer(n int) *kernel.Program {
	const cells, values = 128, 4
	return task(func(th *kernel.Thread) {
		var m []cthreads.Mutex
		for range cells {
			m = append(m, cthreads.NewMutex(th, ""))
		}
		table := make([]int, cells)
		for t := range n {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				for i := 1; i <= values; i++ {
					w := i*11 + t
					for h := w * 7 % cells; !put(th, m[h], &table[h], w); h = (h + 1) % cells {
					}
				}
			})
		}
	})
}

// put writes to a cell that is empty.
func put(th *kernel.Thread, m cthreads.Mutex, cell *int, w int) bool {
	m.Lock(th)
	defer m.Unlock(th)
	if *cell == 0 {
		*cell = w
		return true
	}
	return false
}

// writers has threads write to variables, each in an order of its own.
func writers(orders ...[]int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		x := variables(th, 2)
		for _, order := range orders {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				for _, i := range order {
					th.Mach().Poke(x[i], []byte{1})
				}
			})
		}
	})
}

// around has n threads use one mutex, another for nothing, and the first once more.
func around(n int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		x, l := cthreads.NewMutex(th, ""), cthreads.NewMutex(th, "")
		for range n {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				for _, m := range []cthreads.Mutex{x, l, x} {
					m.Lock(th)
					m.Unlock(th)
				}
			})
		}
	})
}

// apart has tasks on hosts of their own that never talk to each other.
func apart(n int) *kernel.Program {
	return &kernel.Program{Name: "apart", Main: func(b *kernel.Boot) {
		for i := range n {
			b.Task(b.Host(fmt.Sprint("host", i)), fmt.Sprint("task", i), func(th *kernel.Thread) {
				for range 2 {
					p := th.NewPort("")
					_ = kernel.Send(th, p, request{i})
					_, _ = kernel.Receive[request](th, p)
				}
			})
		}
	}}
}

func explored(p *kernel.Program, most int) *explore.Search { return exploredWith(p, most, false) }

func exploredWith(p *kernel.Program, most int, preempts bool) *explore.Search {
	s := explore.NewSearch()
	for s.Classes+s.Redundant+s.Lost < most {
		l := s.Begin()
		if l == nil {
			break
		}
		m := kernel.Must(kernel.New(p, kernel.Config{Door: l, StepTime: kernel.Timeless, Survive: true,
			Tracer:  kernel.Tracer{Log: l},
			Preempt: preempts}))
		m.Run()
		m.Close()
		s.End()
	}
	return s
}

// TestNear has those next to each other that have races: most of each run is what was run before then.
func TestNear(t *testing.T) {
	p, s := filesystem(19), explore.NewSearch()
	steps, told := uint64(0), uint64(0)
	for l := s.Begin(); l != nil; l = s.Begin() {
		m := kernel.Must(kernel.New(p, kernel.Config{Door: l, StepTime: kernel.Timeless, Survive: true,
			Tracer: kernel.Tracer{Log: l}}))
		m.Run()
		steps += m.State.Steps
		told += m.State.Steps - l.(kernel.Latecomer).Since()
		m.Close()
		s.End()
	}
	if s.Classes != 64 || told > steps/3 {
		t.Errorf("%d classes, and %d steps of %d were new", s.Classes, told, steps)
	}
}

// TestCounts holds the numbers of classes against those of the literature.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *kernel.Program
		want int
	}{
		{"mutex 2", mutexes(2, 1), 2}, {"mutex 3", mutexes(3, 1), 6}, {"mutex 4", mutexes(4, 1), 24},
		{"mutex 5", mutexes(5, 1), 120},
		{"binc 2", mutexes(2, 2), 4}, {"binc 3", mutexes(3, 2), 36},
		{"readers 2", readers(2), 4}, {"readers 4", readers(4), 16}, {"readers 8", readers(8), 256},
		{"last zero 1", lastZero(1), 2}, {"last zero 2", lastZero(2), 5}, {"last zero 3", lastZero(3), 12},
		{"last zero 4", lastZero(4), 28}, {"last zero 7", lastZero(7), 320},
		{"philosophers 2", philosophers(2), 3}, {"philosophers 3", philosophers(3), 7},
		{"philosophers 4", philosophers(4), 15},
		{"philosophers 8", philosophers(8), 255},
		{"clients 2 1", clients(2, 1, false), 2}, {"clients 2 2", clients(2, 2, false), 6},
		{"clients 2 3", clients(2, 3, false), 20},
		{"clients 3 1", clients(3, 1, false), 6}, {"clients 3 2", clients(3, 2, false), 90},
		{"rpcs 2 1", clients(2, 1, true), 2}, {"rpcs 2 2", clients(2, 2, true), 6}, {"rpcs 3 2", clients(3, 2, true), 90},
		{"filesystem 14", filesystem(14), 2}, {"filesystem 16", filesystem(16), 8}, {"filesystem 19", filesystem(19), 64},
		{"indexer 12", indexer(12), 8}, {"indexer 13", indexer(13), 64},
		{"AB BA", writers([]int{0, 1}, []int{1, 0}), 3}, {"AB AB", writers([]int{0, 1}, []int{0, 1}), 4},
		{"around 2", around(2), 10}, // 6 if sections in which nothing is done have no order
		{"afar 2", afar(2, false), 2}, {"afar 3", afar(3, false), 6},
		{"apart 2", apart(2), 1}, {"apart 3", apart(3), 1},
		{"spawned 1", spawned(1), 1}, {"spawned 2", spawned(2), 4},
	} {
		s := explored(c.p, 10*c.want+100)
		if s.Classes != c.want || s.Redundant != 0 || s.Lost != 0 {
			t.Errorf("%s: %d classes, %d redundant, %d lost; there are %d", c.name, s.Classes, s.Redundant, s.Lost, c.want)
		}
	}
}

// TestSpawned follows each order of tasks that one thread has spawned, whose first threads have one name.
func TestSpawned(t *testing.T) {
	c := explore.Compare(spawned(2), explore.Begun{}, 20_000)
	if c == nil {
		t.Fatal("there are too many runs")
	}
	if wrong := c.Wrong(); wrong != "" {
		t.Fatal(wrong)
	}
	t.Logf("%d runs, %d classes", c.Runs, c.Search.Classes)
}

// spawned has a thread spawn n tasks of one name, which do nothing that concerns others but to end.
func spawned(n int) *kernel.Program {
	return &kernel.Program{Name: "spawned", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "maker", func(th *kernel.Thread) {
			for range n {
				kernel.Must(th.Spawn("h", "kid", func(th *kernel.Thread) { th.Label("alone") }))
			}
		})
	}}
}

// afar has n clients send a request each to a server on another host, which never ends.
func afar(n int, hosts bool) *kernel.Program {
	return &kernel.Program{Name: "afar", Main: func(b *kernel.Boot) {
		var own kernel.Name
		server := b.Server(b.Host("server"), "server", func(th *kernel.Thread) {
			for {
				_, _ = kernel.Receive[request](th, own)
			}
		})
		own = b.Port(server, "requests")
		h := b.Host("client")
		for i := range n {
			if hosts && i > 0 {
				h = b.Host(fmt.Sprint("client", i))
			}
			var to kernel.Name
			t := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) { _ = kernel.Send(th, to, request{i}) })
			to = b.Send(server, own, t)
		}
	}}
}

// TestAfar follows each order of a message, and of the news that its sender has ended, to another host.
func TestAfar(t *testing.T) {
	c := explore.Compare(afar(1, false), explore.Begun{}, 200)
	if c == nil || c.Wrong() != "" {
		t.Fatal(c.Wrong())
	}
	t.Logf("%d runs, %d classes", c.Runs, c.Search.Classes)
}
