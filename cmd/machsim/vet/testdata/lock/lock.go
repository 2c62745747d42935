package lock

import (
	"sync"
	"sync/atomic"

	"machsim/cthreads"
	"machsim/kernel"
)

type account struct {
	mu      sync.Mutex
	good    cthreads.Mutex
	balance int
}

func (a *account) add(n int) {
	a.mu.Lock()         // want `lock: sync.Mutex.Lock goes behind the kernel's back.*; use cthreads.NewMutex`
	defer a.mu.Unlock() // want `lock: sync.Mutex.Unlock .*; use cthreads.NewMutex`
	a.balance += n
}

func body(th *kernel.Thread) {
	a := &account{good: cthreads.NewMutex(th, "good")}
	a.add(1)
	a.good.Lock(th)
	defer a.good.Unlock(th)
	var n atomic.Int64                 // want `lock: atomic.Int64 .*; use a plain variable`
	n.Add(1)                           // want `lock: atomic.Int64.Add .*; use a plain variable`
	atomic.AddInt64(new(int64), 1)     // want `lock: atomic.AddInt64 .*; use a plain variable`
	var wg sync.WaitGroup              // want `lock: sync.WaitGroup .*; use cthreads.Join`
	wg.Wait()                          // want `lock: sync.WaitGroup.Wait .*; use cthreads.Join`
	var once sync.Once                 // want `lock: sync.Once .*; use a bool`
	once.Do(func() {})                 // want `lock: sync.Once.Do .*; use a bool`
	c := sync.NewCond(&sync.RWMutex{}) // want `lock: sync.NewCond .*; use cthreads.NewCondition` `lock: sync.RWMutex .*; use cthreads.NewMutex`
	c.Broadcast()                      // want `lock: sync.Cond.Broadcast .*; use cthreads.NewCondition`
}

var results sync.Map

func collect(seed uint64) { results.Store(seed, true) }
