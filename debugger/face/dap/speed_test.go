package dap_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	godap "github.com/google/go-dap"
)

// BenchmarkMotion measures what somebody waits for in an editor, in a run of a million events with four breakpoints:
// from the request of a motion until its threads, twenty frames and the locals of the first are there. It tells the
// median, the 95th percentile and the longest, in milliseconds.
func BenchmarkMotion(b *testing.B) {
	c := connect(b, samples{})
	c.plain = true
	c.ask("initialize", is{"adapterID": "machsim"}, nil)
	c.ask("launch", is{"program": "bank", "seed": 3, "args": is{"tellers": 34, "transfers": 1000}}, nil)
	c.event("initialized", nil)
	lines := []is{{"line": 81, "condition": "r.Account == 1"}, {"line": 111, "condition": "amount > 4"}, {"line": 86},
		{"line": 79, "hitCondition": "% 50"}}
	c.ask("setBreakpoints", is{"source": is{"path": "bank.go"}, "breakpoints": lines}, nil)
	c.ask("configurationDone", is{}, nil)
	thread := c.stopped().ThreadId
	for range 300 { // somewhere in the middle
		thread = c.move("continue", thread, nil).ThreadId
	}
	c.shown(thread)
	for _, motion := range []string{"next", "stepBack", "stepIn", "continue", "reverseContinue", "stepOut"} {
		b.Run(motion, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				thread = c.move(motion, thread, nil).ThreadId
				c.shown(thread)
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			n := len(took)
			for name, at := range map[string]int{"p50-ms": n / 2, "p95-ms": n * 95 / 100, "max-ms": n - 1} {
				b.ReportMetric(float64(took[at].Microseconds())/1000, name)
			}
		})
	}
}

// shown asks for what an editor shows of a thread.
func (c *client) shown(thread int) {
	c.t.Helper()
	c.ask("threads", is{}, nil)
	var stack godap.StackTraceResponseBody
	c.ask("stackTrace", is{"threadId": thread, "startFrame": 0, "levels": 20}, &stack)
	if f := stack.StackFrames[0]; f.Source != nil {
		c.scope(f.Id, "Locals")
	}
	c.forget()
}

// BenchmarkFirstStop measures how long it takes from a launch until a client has its breakpoints, one or ten, and
// stands at the first.
func BenchmarkFirstStop(b *testing.B) {
	lines := []is{{"line": 81}, {"line": 79}, {"line": 83}, {"line": 84}, {"line": 86}, {"line": 90}, {"line": 92},
		{"line": 94}, {"line": 100}, {"line": 111}}
	for _, n := range []int{1, 10} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				c := connect(b, samples{})
				c.plain = true
				c.ask("initialize", is{"adapterID": "machsim"}, nil)
				c.ask("launch", is{"program": "bank", "seed": 3, "args": is{"tellers": 34, "transfers": 1000}}, nil)
				c.event("initialized", nil)
				c.ask("setBreakpoints", is{"source": is{"path": "bank.go"}, "breakpoints": lines[:n]}, nil)
				c.ask("configurationDone", is{}, nil)
				c.stopped()
			}
		})
	}
}
