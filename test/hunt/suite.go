package hunt

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
	"machsim/programs"
)

// Suite is the programs that searches are measured by: the sample programs with bugs, and what the literature has.
func Suite() (all []*kernel.Program) {
	for _, p := range programs.All {
		if p.Bug != "" && p.Name != "wal" { // which fails by faults alone
			all = append(all, p)
		}
	}
	return append(all, Reorder(20), TwoStage(100), Paxos(), WrongLock(8), LostWakeup(4), ABA(), Bluetooth(4), Dining(9),
		Chain(4), Log(), Account(3))
}

// WrongLock has one thread count under a lock, and n others under another one.
func WrongLock(n int) *kernel.Program {
	return task(fmt.Sprint("wronglock", n), func(th *kernel.Thread) {
		x := newVariable(th)
		one, other := cthreads.NewMutex(th, "one"), cthreads.NewMutex(th, "other")
		all := fork(th, 1, "wrong", func(th *kernel.Thread) { counts(th, one, x) })
		all = append(all, fork(th, n, "right", func(th *kernel.Thread) { counts(th, other, x) })...)
		cthreads.JoinAll(th, all)
		th.Check(x.get(th) == byte(n+1), "a count is lost")
	})
}

func counts(th *kernel.Thread, mu cthreads.Mutex, x variable) {
	mu.Lock(th)
	x.set(th, x.get(th)+1)
	mu.Unlock(th)
}

// LostWakeup has n threads look whether they need to wait before they lock what protects that.
func LostWakeup(n int) *kernel.Program {
	return task(fmt.Sprint("lostwakeup", n), func(th *kernel.Thread) {
		ready := newVariable(th)
		mu, c := cthreads.NewMutex(th, "m"), cthreads.NewCondition(th, "ready")
		all := fork(th, n, "wait", func(th *kernel.Thread) {
			if ready.get(th) == 0 {
				mu.Lock(th)
				c.Wait(th, mu)
				mu.Unlock(th)
			}
		})
		for range 3 * n {
			th.Yield()
		}
		ready.set(th, 1)
		c.Broadcast(th)
		cthreads.JoinAll(th, all)
	})
}

// ABA is a stack of three nodes without a lock: a thread that takes the first one off looks which follows it, and then
// compares and swaps. Another takes two off, and puts the first one back meanwhile.
func ABA() *kernel.Program {
	return task("aba", func(th *kernel.Thread) {
		top, next := newVariable(th), []variable{newVariable(th), newVariable(th), newVariable(th), newVariable(th)}
		atomic := cthreads.NewMutex(th, "atomic")
		swap := func(th *kernel.Thread, from, to byte) (done bool) {
			atomic.Lock(th)
			if done = top.get(th) == from; done {
				top.set(th, to)
			}
			atomic.Unlock(th)
			return done
		}
		pop := func(th *kernel.Thread) byte {
			for {
				first := top.get(th)
				if first == 0 || swap(th, first, next[first].get(th)) {
					return first
				}
			}
		}
		for i := range 3 {
			next[i+1].set(th, byte(i))
		}
		top.set(th, 3)
		freed := newVariable(th)
		all := fork(th, 1, "a", func(th *kernel.Thread) { pop(th) })
		all = append(all, fork(th, 1, "b", func(th *kernel.Thread) {
			first, second := pop(th), pop(th)
			freed.set(th, second)
			if first > 0 {
				next[first].set(th, top.get(th))
				for !swap(th, next[first].get(th), first) {
					next[first].set(th, top.get(th))
				}
			}
		})...)
		cthreads.JoinAll(th, all)
		x := top.get(th)
		th.Check(x == 0 || x != freed.get(th), "the stack begins with a node that was freed")
	})
}

// Bluetooth is the driver of Qadeer and Wu, with n threads that use it and one that stops it: a user looks whether it
// is stopped before it counts itself.
func Bluetooth(n int) *kernel.Program {
	return task(fmt.Sprint("bluetooth", n), func(th *kernel.Thread) {
		stopping, pending, stopped := newVariable(th), newVariable(th), newVariable(th)
		mu := cthreads.NewMutex(th, "pending")
		add := func(th *kernel.Thread, k byte) byte {
			mu.Lock(th)
			x := pending.get(th) + k
			pending.set(th, x)
			mu.Unlock(th)
			return x
		}
		pending.set(th, 1)
		leave := func(th *kernel.Thread) {
			if add(th, 255) == 0 {
				stopped.set(th, 1)
			}
		}
		all := fork(th, n, "user", func(th *kernel.Thread) {
			if stopping.get(th) == 1 {
				return
			}
			add(th, 1)
			th.Check(stopped.get(th) == 0, "a driver that is stopped is used")
			leave(th)
		})
		all = append(all, fork(th, 1, "stop", func(th *kernel.Thread) {
			stopping.set(th, 1)
			leave(th)
		})...)
		cthreads.JoinAll(th, all)
	})
}

// Dining is n philosophers who all take the fork on the left first, once.
func Dining(n int) *kernel.Program {
	return task(fmt.Sprint("dining", n), func(th *kernel.Thread) {
		forks := make([]cthreads.Mutex, n)
		for i := range forks {
			forks[i] = cthreads.NewMutex(th, fmt.Sprint("fork", i))
		}
		var all []cthreads.Thread
		for i := range n {
			all = append(all, fork(th, 1, fmt.Sprint("guest", i, "."), func(th *kernel.Thread) {
				forks[i].Lock(th)
				forks[(i+1)%n].Lock(th)
				forks[(i+1)%n].Unlock(th)
				forks[i].Unlock(th)
			})...)
		}
		cthreads.JoinAll(th, all)
	})
}

// Chain has one thread count to n, and another one that must not see every number.
func Chain(n int) *kernel.Program {
	return task(fmt.Sprint("chain", n), func(th *kernel.Thread) {
		x := newVariable(th)
		all := fork(th, 1, "count", func(th *kernel.Thread) {
			for i := range n {
				x.set(th, byte(i+1))
			}
		})
		all = append(all, fork(th, 1, "look", func(th *kernel.Thread) {
			for i := range n {
				if x.get(th) != byte(i+1) {
					return
				}
			}
			th.Fail("every number was seen")
		})...)
		cthreads.JoinAll(th, all)
	})
}

// entry is what a leader has its followers put into their logs.
type entry struct{ Index, Term int }

// Log has two leaders, of whom the second knows a later term. A follower takes what comes last for an index, whatever
// its term: in the end the logs may differ.
func Log() *kernel.Program {
	return &kernel.Program{Name: "log", Main: func(b *kernel.Boot) {
		h := b.Host("host")
		own, logs := make([]kernel.Name, 3), make([][2]int, 3)
		followers := make([]kernel.TaskID, 3)
		for i := range followers {
			followers[i] = b.Task(h, fmt.Sprint("follower", i), func(th *kernel.Thread) {
				for range 4 {
					e := kernel.Must(kernel.Receive[entry](th, own[i])).Body
					logs[i][e.Index] = e.Term
				}
				th.Check(logs[i][0] == logs[i][1] || logs[i][0] == 2, "an entry is of an older term than the one behind it")
			})
			own[i] = b.Port(followers[i], fmt.Sprint("follower", i))
		}
		for term := 1; term <= 2; term++ {
			var to []kernel.Name
			t := b.Task(h, fmt.Sprint("leader", term), func(th *kernel.Thread) {
				for range 6 * (term - 1) {
					th.Yield()
				}
				for index := range 2 {
					for _, p := range to {
						kernel.Must(kernel.Send(th, p, entry{index, term}))
					}
				}
			})
			for i, f := range followers {
				to = append(to, b.Send(f, own[i], t))
			}
		}
	}}
}

// Account has n threads pay in and take out, each under a lock, and one that looks at the sum without.
func Account(n int) *kernel.Program {
	return task(fmt.Sprint("account", n), func(th *kernel.Thread) {
		x, y := newVariable(th), newVariable(th)
		mu := cthreads.NewMutex(th, "m")
		x.set(th, 100)
		all := fork(th, n, "move", func(th *kernel.Thread) {
			mu.Lock(th)
			x.set(th, x.get(th)-10)
			y.set(th, y.get(th)+10)
			mu.Unlock(th)
		})
		all = append(all, fork(th, 1, "audit", func(th *kernel.Thread) {
			a, b := x.get(th), y.get(th)
			th.Check(a+b == 100 || a+b == 90, "the sum is %d", a+b)
		})...)
		cthreads.JoinAll(th, all)
	})
}
