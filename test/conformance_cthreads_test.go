package test

import (
	"fmt"
	"math"
	"testing"

	"machsim/cthreads"
	"machsim/ipc"
	"machsim/kernel"
)

func TestForkAndJoin(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		th.Check(cthreads.Count(th) == 1 && cthreads.Limit(th) == 0, "a fresh task")
		th.Check(cthreads.Name(th, cthreads.Self(th)) == "main", "the first thread is %q",
			cthreads.Name(th, cthreads.Self(th)))
		exits := cthreads.Fork(th, "", func(c *kernel.Thread) {
			c.Sleep(1 * kernel.Millisecond)
			c.Check(cthreads.Data(c, cthreads.Self(c)) == 5, "data")
			cthreads.Exit(c, 42)
			c.Fail("returned from exit")
		})
		th.Check(cthreads.Name(th, exits) == "?", "a thread without name is %q", cthreads.Name(th, exits))
		cthreads.SetName(th, exits, "named")
		th.Check(cthreads.Name(th, exits) == "named", "name")
		cthreads.SetData(th, exits, 5)
	}))
	conform(t, alone(func(th *kernel.Thread) {
		a := cthreads.Fork(th, "", func(c *kernel.Thread) { cthreads.Exit(c, 42) })
		b := cthreads.Fork(th, "", func(c *kernel.Thread) {})
		settle(th) // a join finds the result also when the thread is long gone
		th.Check(cthreads.Join(th, a) == 42 && cthreads.Join(th, b) == 0, "results")
		d := cthreads.Fork(th, "", func(c *kernel.Thread) { c.Sleep(3 * kernel.Millisecond) })
		cthreads.Detach(th, d)
		th.Check(cthreads.Count(th) == 2, "%d threads", cthreads.Count(th))
		settle(th)
		th.Check(cthreads.Count(th) == 1, "%d threads", cthreads.Count(th))
	}))
}

// Each thread has its own word of each of up to eight keys.
func TestKeys(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		var keys [8]cthreads.Key
		for i := range keys {
			k, ok := cthreads.NewKey(th)
			th.Check(ok, "key %d", i)
			keys[i] = k
		}
		bad, ok := cthreads.NewKey(th)
		th.Check(!ok, "a ninth key")
		th.Check(!bad.Set(th, 1), "what is no key was set")
		_, ok = bad.Get(th)
		th.Check(!ok, "what is no key has a word")
		th.Check(keys[3].Set(th, 33), "set")
		c := cthreads.Fork(th, "", func(c *kernel.Thread) {
			v, ok := keys[3].Get(c)
			c.Check(ok && v == 0, "another thread's word: %d", v)
			c.Check(keys[3].Set(c, 44), "set")
		})
		cthreads.Join(th, c)
		v, ok := keys[3].Get(th)
		th.Check(ok && v == 33, "%d", v)
	}))
}

func TestSpinLocks(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		s := cthreads.NewSpinLock(th, "spin")
		inside := 0
		var all []cthreads.Thread
		for range 3 {
			all = append(all, cthreads.Fork(th, "", func(c *kernel.Thread) {
				s.Lock(c)
				inside++
				c.Yield()
				c.Check(inside == 1, "%d inside", inside)
				c.Check(!s.TryLock(c), "taken twice")
				inside--
				s.Unlock(c)
			}))
		}
		cthreads.JoinAll(th, all)
		th.Check(s.TryLock(th), "not free")
	}))
}

// The first thread's exit, or return, waits for all others.
func TestExitOfTheFirstThread(t *testing.T) {
	for _, exit := range []bool{true, false} {
		done := 0
		conform(t, alone(func(th *kernel.Thread) {
			done = 0
			for range 3 {
				cthreads.Detach(th, cthreads.Fork(th, "", func(c *kernel.Thread) { c.Sleep(20 * kernel.Millisecond); done++ }))
			}
			if exit {
				cthreads.Exit(th, 7)
			}
		}))
		if done != 3 {
			t.Errorf("exit %v: %d of 3 threads came to their end", exit, done)
		}
	}
}

// Forks beyond the limit, in which the first thread counts, wait for their turn, first come
// first served.
func TestLimit(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		cthreads.SetLimit(th, 3)
		th.Check(cthreads.Limit(th) == 3, "limit")
		running, most := 0, 0
		var order []int
		var all []cthreads.Thread
		for i := range 6 {
			all = append(all, cthreads.Fork(th, "", func(c *kernel.Thread) {
				order = append(order, i)
				running++
				most = max(most, running)
				c.Sleep(2 * kernel.Millisecond)
				running--
			}))
		}
		th.Check(cthreads.Count(th) == 7, "those that wait count: %d", cthreads.Count(th))
		cthreads.JoinAll(th, all)
		th.Check(most == 2 && len(order) == 6, "%d at once, order %v", most, order)
		cthreads.SetLimit(th, 2)
		started := 0
		for range 3 {
			cthreads.Detach(th, cthreads.Fork(th, "", func(c *kernel.Thread) { started++; c.Sleep(20 * kernel.Millisecond) }))
		}
		settle(th)
		th.Check(started == 1, "%d started", started)
		cthreads.SetLimit(th, math.MaxInt)
		settle(th)
		th.Check(started == 3, "with a limit far away, %d started", started)
		cthreads.SetLimit(th, 1)
		cthreads.Detach(th, cthreads.Fork(th, "", func(c *kernel.Thread) { started++ }))
		settle(th)
		th.Check(started == 3, "beside the first thread, %d started", started)
		cthreads.SetLimit(th, 0)
		settle(th)
		th.Check(started == 4, "without limit, %d started", started)
	}))
}

// A signal wakes the first, a broadcast all; a signal without waiters is lost.
func TestConditions(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		mu, cond := cthreads.NewMutex(th, "m"), cthreads.NewCondition(th, "c")
		cond.Signal(th)
		cond.Broadcast(th)
		var woken []int
		for i := range 4 {
			fork(th, func(c *kernel.Thread) {
				mu.Lock(c)
				cond.Wait(c, mu)
				woken = append(woken, i)
				c.Check(!mu.TryLock(c), "the mutex is not held after wait")
				mu.Unlock(c)
			})
			settle(th)
		}
		th.Check(len(woken) == 0, "an early signal was remembered: %v", woken)
		th.Check(mu.TryLock(th), "wait did not unlock the mutex")
		cond.Signal(th)
		settle(th)
		th.Check(len(woken) == 0, "a waiter went on without the mutex")
		mu.Unlock(th)
		settle(th)
		th.Check(fmt.Sprint(woken) == "[0]", "%v", woken)
		cond.Signal(th) // without the mutex
		settle(th)
		th.Check(fmt.Sprint(woken) == "[0 1]", "%v", woken)
		cond.Broadcast(th)
		settle(th)
		th.Check(len(woken) == 4, "%v", woken)
	}))
}

// Freeing a condition wakes everybody first.
func TestConditionFreeWakes(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		mu, cond := cthreads.NewMutex(th, ""), cthreads.NewCondition(th, "")
		woken := 0
		for range 2 {
			fork(th, func(c *kernel.Thread) {
				mu.With(c, func() { cond.Wait(c, mu); woken++ })
			})
		}
		settle(th)
		cond.Free(th)
		settle(th)
		th.Check(woken == 2, "%d were woken", woken)
		mu.Free(th)
	}))
}

// Between signal and return from wait others may have the mutex, and undo what was
// waited for; a mutex is not handed over either.
func TestNobodyIsPromisedTheMutex(t *testing.T) {
	mesa, barged := 0, 0
	for seed := range uint64(60) {
		m := play(t, kernel.Config{Seed: seed}, alone(func(th *kernel.Thread) {
			mu, cond := cthreads.NewMutex(th, ""), cthreads.NewCondition(th, "")
			items := 0
			take := func(c *kernel.Thread) {
				mu.Lock(c)
				for items == 0 {
					cond.Wait(c, mu)
					if items == 0 {
						c.Printf("mesa")
					}
				}
				items--
				mu.Unlock(c)
			}
			fork(th, take)
			settle(th)
			fork(th, take)
			mu.Lock(th)
			items++
			cond.Signal(th)
			mu.Unlock(th)
			settle(th)
			mu.Lock(th)
			items++
			cond.Signal(th)
			mu.Unlock(th)
			settle(th)

			mu.Lock(th)
			got := ""
			for _, name := range []string{"a", "b"} {
				fork(th, func(c *kernel.Thread) { mu.Lock(c); got += name; mu.Unlock(c) })
				if name == "a" {
					settle(th) // a waits for the mutex, b comes while it is freed
				}
			}
			mu.Unlock(th)
			settle(th)
			th.Printf("%s", got)
		}))
		if m.Outcome() != kernel.Finished {
			t.Fatalf("seed %d: %v, %+v", seed, m.Outcome(), m.World().Failure)
		}
		for _, l := range m.World().Console {
			switch l.Text {
			case "mesa":
				mesa++
			case "ba":
				barged++
			}
		}
	}
	if mesa == 0 || barged == 0 {
		t.Errorf("in 60 runs a waiter found nothing %d times, the mutex was taken by a newcomer %d times", mesa, barged)
	}
}

// What the library leaves undefined ends the run with a report.
func TestMisuseIsReported(t *testing.T) {
	for what, body := range map[string]func(th *kernel.Thread){
		"unlocking a free mutex": func(th *kernel.Thread) { cthreads.NewMutex(th, "").Unlock(th) },
		"unlocking another's mutex": func(th *kernel.Thread) {
			mu := cthreads.NewMutex(th, "")
			mu.Lock(th)
			fork(th, func(c *kernel.Thread) { mu.Unlock(c) })
			settle(th)
		},
		"waiting without the mutex": func(th *kernel.Thread) {
			cthreads.NewCondition(th, "").Wait(th, cthreads.NewMutex(th, ""))
		},
		"joining twice": func(th *kernel.Thread) {
			c := cthreads.Fork(th, "", func(*kernel.Thread) {})
			cthreads.Join(th, c)
			cthreads.Join(th, c)
		},
		"joining a detached thread": func(th *kernel.Thread) {
			c := cthreads.Fork(th, "", func(*kernel.Thread) {})
			cthreads.Detach(th, c)
			cthreads.Join(th, c)
		},
		"detaching a joined thread": func(th *kernel.Thread) {
			c := cthreads.Fork(th, "", func(*kernel.Thread) {})
			cthreads.Join(th, c)
			cthreads.Detach(th, c)
		},
		"no mutex":         func(th *kernel.Thread) { cthreads.Mutex{}.Lock(th) },
		"no condition":     func(th *kernel.Thread) { cthreads.Condition{}.Signal(th) },
		"a freed mutex":    func(th *kernel.Thread) { mu := cthreads.NewMutex(th, ""); mu.Free(th); mu.Lock(th) },
		"freeing a locked": func(th *kernel.Thread) { mu := cthreads.NewMutex(th, ""); mu.Lock(th); mu.Free(th) },
	} {
		m := play(t, kernel.Config{Seed: 1}, alone(body))
		if f := m.World().Failure; m.Outcome() != kernel.Failed || f.Kind != kernel.Misuse {
			t.Errorf("%s: %v, %+v", what, m.Outcome(), f)
		}
	}
}

// A lenient run has C Threads' own behaviour where a thread unlocks what it has not locked: the
// unlocking does nothing, and is noted once for each thread. What has no meaning at all is still
// misuse.
func TestLenient(t *testing.T) {
	for seed := range uint64(6) {
		m := play(t, kernel.Config{Seed: seed, Lenient: true}, alone(func(th *kernel.Thread) {
			mu, k := cthreads.NewMutex(th, "mu"), cthreads.NewCondition(th, "k")
			mu.Unlock(th)
			mu.Unlock(th)
			mu.Lock(th)
			woken := false
			other := cthreads.Fork(th, "", func(c *kernel.Thread) {
				mu.Unlock(c)
				c.Check(!mu.TryLock(c), "the mutex was unlocked by another")
				k.Wait(c, mu)
				woken = true
				c.Check(!mu.TryLock(c), "the waiter has not got the mutex")
				mu.Unlock(c)
			})
			settle(th)
			k.Signal(th)
			settle(th)
			th.Check(!woken, "the waiter has the mutex of another")
			mu.Unlock(th)
			cthreads.Join(th, other)
			th.Check(mu.TryLock(th), "the mutex is not free")
		}))
		if notes := m.World().Notes; m.Outcome() != kernel.Finished || len(notes) != 3 || notes[0].Kind != kernel.Misuse {
			t.Fatalf("seed %d: %v, %+v, notes %+v", seed, m.Outcome(), m.World().Failure, notes)
		}
	}
	for what, body := range map[string]func(th *kernel.Thread){
		"no mutex":      func(th *kernel.Thread) { cthreads.Mutex{}.Unlock(th) },
		"a freed mutex": func(th *kernel.Thread) { mu := cthreads.NewMutex(th, ""); mu.Free(th); mu.Unlock(th) },
		"joining twice": func(th *kernel.Thread) {
			c := cthreads.Fork(th, "", func(*kernel.Thread) {})
			cthreads.Join(th, c)
			cthreads.Join(th, c)
		},
	} {
		m := play(t, kernel.Config{Seed: 1, Lenient: true}, alone(body))
		if f := m.World().Failure; m.Outcome() != kernel.Failed || f.Kind != kernel.Misuse {
			t.Errorf("%s: %v, %+v", what, m.Outcome(), f)
		}
	}
}

// What can never go on is a deadlock.
func TestDeadlocks(t *testing.T) {
	for what, body := range map[string]func(th *kernel.Thread){
		"a second lock": func(th *kernel.Thread) { mu := cthreads.NewMutex(th, ""); mu.Lock(th); mu.Lock(th) },
		"joining itself": func(th *kernel.Thread) {
			cthreads.Fork(th, "", func(c *kernel.Thread) { cthreads.Join(c, cthreads.Self(c)) })
		},
		"a lost signal": func(th *kernel.Thread) {
			mu, cond := cthreads.NewMutex(th, ""), cthreads.NewCondition(th, "")
			cond.Signal(th)
			mu.Lock(th)
			cond.Wait(th, mu)
		},
	} {
		if m := play(t, kernel.Config{Seed: 1}, alone(body)); m.Outcome() != kernel.Stuck {
			t.Errorf("%s: %v, %+v", what, m.Outcome(), m.World().Failure)
		}
	}
}

// A signal may be spent on a thread that the kernel has suspended.
func TestSignalToASuspendedThread(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		mu, cond := cthreads.NewMutex(th, ""), cthreads.NewCondition(th, "")
		var woken []int
		port := th.NewPort("")
		for i := range 2 {
			fork(th, func(c *kernel.Thread) {
				if i == 0 {
					kernel.Must(c.Mach().Send(port, ipc.NewMessage(1, ipc.CopyingSend(c.Mach().ThreadSelf()))))
				}
				mu.With(c, func() { cond.Wait(c, mu); woken = append(woken, i) })
			})
			settle(th)
		}
		first := kernel.Must(th.Mach().Receive(port)).Port(0)
		kernel.Must(th.Mach().ThreadSuspend(first))
		cond.Signal(th)
		settle(th)
		th.Check(len(woken) == 0, "%v", woken)
		kernel.Must(th.Mach().ThreadResume(first))
		cond.Signal(th)
		settle(th)
		th.Check(len(woken) == 2, "%v", woken)
	}))
}
