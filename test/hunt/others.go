package hunt

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// Others is ten programs by which no search was chosen: it is held against them afterwards.
func Others() []*kernel.Program {
	return []*kernel.Program{Peterson(), Singleton(3), Oversold(3), Steal(), Buffer(), Tokens(4), Triangle(), Overtaken(),
		Retried(), Quiet()}
}

// Peterson is Peterson's mutual exclusion for two, who look at the other's flag before they raise their own.
func Peterson() *kernel.Program {
	return task("peterson", func(th *kernel.Thread) {
		flags, turn, inside := []variable{newVariable(th), newVariable(th)}, newVariable(th), newVariable(th)
		var all []cthreads.Thread
		for me := range byte(2) {
			all = append(all, fork(th, 1, fmt.Sprint("p", me, "."), func(th *kernel.Thread) {
				for range 2 {
					turn.set(th, 1-me)
					for flags[1-me].get(th) == 1 && turn.get(th) == 1-me {
						th.Yield()
					}
					flags[me].set(th, 1)
					th.Check(inside.get(th) == 0, "both are inside")
					inside.set(th, 1)
					inside.set(th, 0)
					flags[me].set(th, 0)
				}
			})...)
		}
		cthreads.JoinAll(th, all)
	})
}

// Singleton has n threads make what there is to be but one of, after a look without the lock.
func Singleton(n int) *kernel.Program {
	return task(fmt.Sprint("singleton", n), func(th *kernel.Thread) {
		there, made := newVariable(th), newVariable(th)
		mu := cthreads.NewMutex(th, "m")
		all := fork(th, n, "get", func(th *kernel.Thread) {
			for range 3 {
				mu.Lock(th)
				mu.Unlock(th)
			}
			if there.get(th) == 0 {
				mu.Lock(th)
				made.set(th, made.get(th)+1)
				there.set(th, 1)
				mu.Unlock(th)
			}
		})
		cthreads.JoinAll(th, all)
		th.Check(made.get(th) == 1, "%d were made", made.get(th))
	})
}

// Requests to a shop.
type (
	stock struct{}
	buy   struct{}
	have  struct{ Tickets int }
)

// Oversold has n tasks ask a shop how many tickets there are, and then buy one; there are n-1, and who comes late
// looks first.
func Oversold(n int) *kernel.Program {
	return &kernel.Program{Name: fmt.Sprint("oversold", n), Main: func(b *kernel.Boot) {
		h := b.Host("host")
		var own kernel.Name
		shop := b.Server(h, "shop", func(th *kernel.Thread) {
			for left := n - 1; ; {
				m := kernel.Must(kernel.Receive[any](th, own, stock{}, buy{}))
				if m.Body == (buy{}) {
					left--
					th.Check(left >= 0, "a ticket was sold that there is not")
				}
				kernel.Must(kernel.Reply(th, m, have{left}))
			}
		})
		own = b.Port(shop, "shop")
		for i := range n {
			var to kernel.Name
			t := b.Task(h, fmt.Sprint("buyer", i), func(th *kernel.Thread) {
				for range 10 * i {
					th.Yield()
				}
				if kernel.Must(kernel.RPC[stock, have](th, to, stock{})).Tickets > 0 {
					kernel.Must(kernel.RPC[buy, have](th, to, buy{}))
				}
			})
			to = b.Send(shop, own, t)
		}
	}}
}

// Steal is a queue of two from whose end its owner takes without a lock, and another thread from its beginning.
func Steal() *kernel.Program {
	return task("steal", func(th *kernel.Thread) {
		head, tail, taken := newVariable(th), newVariable(th), []variable{newVariable(th), newVariable(th)}
		mu := cthreads.NewMutex(th, "m")
		tail.set(th, 2)
		take := func(th *kernel.Thread, i byte) {
			th.Check(taken[i].get(th) == 0, "%d is taken twice", i)
			taken[i].set(th, 1)
		}
		all := fork(th, 1, "owner", func(th *kernel.Thread) {
			for range 2 {
				t := tail.get(th)
				if head.get(th) < t {
					tail.set(th, t-1)
					take(th, t-1)
				}
			}
		})
		all = append(all, fork(th, 1, "thief", func(th *kernel.Thread) {
			mu.Lock(th)
			if h := head.get(th); h < tail.get(th) {
				head.set(th, h+1)
				take(th, h)
			}
			mu.Unlock(th)
		})...)
		cthreads.JoinAll(th, all)
	})
}

// Buffer has two consumers look once, and not again, after they were woken.
func Buffer() *kernel.Program {
	return task("if-buffer", func(th *kernel.Thread) {
		full := newVariable(th)
		mu, c := cthreads.NewMutex(th, "m"), cthreads.NewCondition(th, "full")
		all := fork(th, 2, "take", func(th *kernel.Thread) {
			mu.Lock(th)
			if full.get(th) == 0 {
				c.Wait(th, mu)
			}
			th.Check(full.get(th) > 0, "there is nothing to take")
			full.set(th, full.get(th)-1)
			mu.Unlock(th)
		})
		all = append(all, fork(th, 2, "put", func(th *kernel.Thread) {
			mu.Lock(th)
			full.set(th, full.get(th)+1)
			c.Signal(th)
			mu.Unlock(th)
		})...)
		cthreads.JoinAll(th, all)
	})
}

// Tokens has n threads take two of n tokens each, one after the other.
func Tokens(n int) *kernel.Program {
	return task(fmt.Sprint("tokens", n), func(th *kernel.Thread) {
		left := newVariable(th)
		mu, c := cthreads.NewMutex(th, "m"), cthreads.NewCondition(th, "some")
		left.set(th, byte(n))
		cthreads.JoinAll(th, fork(th, n, "user", func(th *kernel.Thread) {
			for range 2 {
				mu.Lock(th)
				for left.get(th) == 0 {
					c.Wait(th, mu)
				}
				left.set(th, left.get(th)-1)
				mu.Unlock(th)
			}
			mu.Lock(th)
			left.set(th, left.get(th)+2)
			c.Broadcast(th)
			mu.Unlock(th)
		}))
	})
}

// Triangle has three threads lock two of three mutexes each, around, after some that they share with nobody.
func Triangle() *kernel.Program {
	return task("triangle", func(th *kernel.Thread) {
		var m []cthreads.Mutex
		for i := range 3 {
			m = append(m, cthreads.NewMutex(th, fmt.Sprint("m", i)))
		}
		var all []cthreads.Thread
		for i := range 3 {
			all = append(all, fork(th, 1, fmt.Sprint("side", i, "."), func(th *kernel.Thread) {
				own := cthreads.NewMutex(th, "own")
				for range 3 * i {
					own.Lock(th)
					own.Unlock(th)
				}
				m[i].Lock(th)
				m[(i+1)%3].Lock(th)
				m[(i+1)%3].Unlock(th)
				m[i].Unlock(th)
			})...)
		}
		cthreads.JoinAll(th, all)
	})
}

// A change, and the word that it was made.
type (
	change struct{ N int }
	word   struct{}
)

// Overtaken has a writer send a change to a store, and word of it by way of two friends to a reader, who asks the store
// then: word may be faster than what it tells of.
func Overtaken() *kernel.Program {
	return &kernel.Program{Name: "overtaken", Main: func(b *kernel.Boot) {
		own := map[string]kernel.Name{}
		to := map[string]kernel.Name{}
		tasks := map[string]kernel.TaskID{}
		server := func(name string, body func(th *kernel.Thread)) {
			tasks[name] = b.Server(b.Host(name), name, body)
			own[name] = b.Port(tasks[name], name)
		}
		server("store", func(th *kernel.Thread) {
			for n := 0; ; {
				m := kernel.Must(kernel.Receive[any](th, own["store"], change{}, stock{}))
				if c, ok := m.Body.(change); ok {
					n = c.N
					continue
				}
				kernel.Must(kernel.Reply(th, m, have{n}))
			}
		})
		server("friend", func(th *kernel.Thread) {
			for {
				kernel.Must(kernel.Receive[word](th, own["friend"]))
				kernel.Must(kernel.Send(th, to["reader"], word{}))
			}
		})
		tasks["reader"] = b.Task(b.Host("reader"), "reader", func(th *kernel.Thread) {
			kernel.Must(kernel.Receive[word](th, own["reader"]))
			n := kernel.Must(kernel.RPC[stock, have](th, to["asks"], stock{})).Tickets
			th.Check(n == 1, "the store knows nothing of the change")
		})
		own["reader"] = b.Port(tasks["reader"], "reader")
		writer := b.Task(b.Host("writer"), "writer", func(th *kernel.Thread) {
			kernel.Must(kernel.Send(th, to["store"], change{1}))
			kernel.Must(kernel.Send(th, to["friend"], word{}))
		})
		to["store"] = b.Send(tasks["store"], own["store"], writer)
		to["friend"] = b.Send(tasks["friend"], own["friend"], writer)
		to["reader"] = b.Send(tasks["reader"], own["reader"], tasks["friend"])
		to["asks"] = b.Send(tasks["store"], own["store"], tasks["reader"])
	}}
}

// Retried has a client ask once more when the answer takes too long: then it may be done twice.
func Retried() *kernel.Program {
	return &kernel.Program{Name: "retried", Main: func(b *kernel.Boot) {
		var own, to kernel.Name
		server := b.Server(b.Host("server"), "server", func(th *kernel.Thread) {
			for done := 0; ; {
				m := kernel.Must(kernel.Receive[buy](th, own))
				th.Sleep(kernel.Duration(th.Random(100)) * kernel.Millisecond)
				done++
				th.Check(done <= 3, "it was done %d times, for three", done)
				_ = kernel.Reply(th, m, have{done})
			}
		})
		own = b.Port(server, "server")
		client := b.Task(b.Host("client"), "client", func(th *kernel.Thread) {
			for range 3 {
				for range 2 {
					if _, err := kernel.RPCTimeout[buy, have](th, to, buy{}, 90*kernel.Millisecond); err == nil {
						break
					}
				}
			}
		})
		to = b.Send(server, own, client)
	}}
}

// Quiet has a master ask two workers whether they are idle, who may give work to each other meanwhile.
func Quiet() *kernel.Program {
	return task("quiet", func(th *kernel.Thread) {
		busy, work, over := []variable{newVariable(th), newVariable(th)}, []variable{newVariable(th), newVariable(th)},
			newVariable(th)
		busy[0].set(th, 1)
		var all []cthreads.Thread
		for me := range 2 {
			all = append(all, fork(th, 1, fmt.Sprint("worker", me, "."), func(th *kernel.Thread) {
				if me == 0 {
					work[1].set(th, 1)
					busy[0].set(th, 0)
				}
				for range 4 {
					if work[me].get(th) == 1 {
						busy[me].set(th, 1)
						work[me].set(th, 0)
						th.Check(over.get(th) == 0, "there is work after the end")
						busy[me].set(th, 0)
						return
					}
					th.Yield()
				}
			})...)
		}
		all = append(all, fork(th, 1, "master", func(th *kernel.Thread) {
			if busy[0].get(th) == 0 && busy[1].get(th) == 0 {
				over.set(th, 1)
			}
		})...)
		cthreads.JoinAll(th, all)
	})
}
