package clock

import (
	"context"
	"time"

	"machsim/kernel"
)

const patience = 5 * time.Second

func body(th *kernel.Thread) {
	start := time.Now()                 // want `clock: time.Now .*; use th.Clock\(\)`
	time.Sleep(20 * time.Millisecond)   // want `clock: time.Sleep .*; use th.Sleep\(d\)`
	time.Sleep(20 * time.Microsecond)   // want `clock: time.Sleep .*; use th.Sleep\(d\)`
	time.Sleep(patience)                // want `clock: time.Sleep .*; use th.Sleep\(d\)`
	<-time.After(time.Second)           // want `clock: time.After .*; use kernel.ReceiveTimeout`
	_ = time.NewTimer(time.Second)      // want `clock: time.NewTimer .*; use kernel.ReceiveTimeout`
	_ = time.Tick(time.Second)          // want `clock: time.Tick .*; use a loop with th.Sleep`
	time.AfterFunc(patience, func() {}) // want `clock: time.AfterFunc .*; use cthreads.Fork`
	th.Printf("%v", time.Since(start))  // want `clock: time.Since .*; use the difference of two th.Clock`
	sleep := time.Sleep                 // want `clock: time.Sleep `
	sleep(0)
	_, stop := context.WithTimeout(context.Background(), patience) // want `clock: context.WithTimeout .*; use kernel.ReceiveTimeout`
	stop()

	th.Sleep(kernel.Duration(patience.Microseconds()))
	began := time.Duration(th.Clock().Microseconds()) * time.Microsecond
	th.Printf("%v, %v", began.Round(time.Millisecond), time.Unix(0, 0).UTC().Add(began))
}

// elapsed has no thread to call, so there is no fix for it.
func elapsed() { time.Sleep(time.Millisecond) } // want `clock: time.Sleep `

func uses(th *kernel.Thread) { elapsed() }

func shadowed(th *kernel.Thread) {
	{
		th := 5
		_ = th
		time.Sleep(time.Millisecond) // want `clock: time.Sleep `
	}
}

func measure(run func()) time.Duration {
	start := time.Now()
	run()
	return time.Since(start)
}
