package debugger_test

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/test/testrun"
)

// BenchmarkLive compares a recorded run with a live one that goes on as far, in turns, and measures what it takes to
// halt one of many events and look: to make one event more, and to see the stack of a thread and the state 1,000 events
// back.
func BenchmarkLive(b *testing.B) {
	p := &kernel.Program{Name: "load", Main: testrun.Load}
	const events = 400_000
	b.Run("continue", func(b *testing.B) {
		var least [2]time.Duration
		for b.Loop() {
			for i, side := range []func(){
				func() {
					o := runner.New(p, 1)
					s := o.Setup()
					o.MaxSteps, o.Lines = events, true // as the command run has it
					o.Record = record.Start(new(bytes.Buffer), s.Header())
					runner.Do(o).Close()
				},
				func() {
					d := beginning(b, p, events)
					proceeds(b, d)
					d.Close()
				},
			} {
				runtime.GC()
				began := time.Now()
				side()
				if took := time.Since(began); least[i] == 0 || took < least[i] {
					least[i] = took
				}
			}
		}
		b.ReportMetric(float64(least[1])/float64(least[0]), "of_run")
		b.ReportMetric(float64(least[0])/events, "ns/event_run")
	})
	for _, n := range []uint64{1e5, 1e6} {
		b.Run(fmt.Sprintf("halt/%d", n), func(b *testing.B) {
			d := beginning(b, p, n)
			proceeds(b, d)
			for b.Loop() {
				m, err := d.Step(b.Context(), debugger.Step{})
				if err == nil {
					_, err = d.Stack(b.Context(), "")
				}
				if err != nil {
					b.Fatal(m, err)
				}
			}
		})
		b.Run(fmt.Sprintf("back/%d", n), func(b *testing.B) {
			d := beginning(b, p, n)
			proceeds(b, d)
			for i := 0; b.Loop(); i++ {
				to, err := d.Position(b.Context(), fmt.Sprint(int(n)-1000-i%7*64))
				if err == nil {
					_, err = d.Goto(b.Context(), to)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func beginning(b *testing.B, p *kernel.Program, limit uint64) *debugger.Debugger {
	b.Helper()
	from := debugger.Source{Run: runner.New(p, 1), Live: true, Limit: limit}
	d, err := debugger.Open(b.Context(), from, debugger.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(d.Close)
	return d
}

func proceeds(b *testing.B, d *debugger.Debugger) {
	b.Helper()
	if _, err := d.Continue(b.Context(), false); err != nil {
		b.Fatal(err)
	}
}
