package dap_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	godap "github.com/google/go-dap"

	"machsim/debugger"
	"machsim/debugger/face/dap"
	threads "machsim/debugger/internal/hooked"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/test/busy"
)

// crowd is a program of 1,100 tasks without hooks, which wait for messages that never come.
var crowd = kernel.Program{Name: "crowd", Main: func(b *kernel.Boot) {
	host := b.Host("hall")
	for i := range 1100 {
		b.Task(host, fmt.Sprint("guest", i), func(th *kernel.Thread) {
			seat := i
			th.Watch("seat", &seat)
			th.Printf("hello")
			_, _ = th.Mach().Receive(th.NewPort("door"))
		})
	}
}}

// opens opens the run of a program, live if the client wants that.
type opens struct{ p *kernel.Program }

func (o opens) Open(ctx context.Context, l dap.Launch, told dap.Told) (*dap.Opened, error) {
	d, err := debugger.Open(ctx, debugger.Source{Run: runner.New(o.p, 1), Live: l.Live}, debugger.Options{})
	if err != nil {
		return nil, err
	}
	return &dap.Opened{Debugger: d, Close: d.Close}, nil
}

// TestCrowd: of too many threads a client is told of those that matter most; without hooks there are kernel calls.
func TestCrowd(t *testing.T) {
	c := connect(t, opens{&crowd})
	c.ask("initialize", is{"adapterID": "x"}, nil)
	c.ask("launch", is{"program": "crowd"}, nil)
	c.event("initialized", nil)
	c.ask("configurationDone", is{}, nil)
	at := c.stopped()
	if at.Reason != "exception" || at.Description != "STUCK" {
		t.Errorf("it stops so: %+v", at)
	}
	var x godap.ThreadsResponseBody
	c.ask("threads", is{}, &x)
	last := x.Threads[len(x.Threads)-1].Name
	if len(x.Threads) != 1001 || x.Threads[0].Id != at.ThreadId || !strings.HasPrefix(last, "... 100 more") {
		t.Errorf("%d threads, the first %+v, the last %s", len(x.Threads), x.Threads[0], last)
	}
	if why := c.fails("next", is{"threadId": x.Threads[1000].Id}); why == "" {
		t.Error("the rest is stepped")
	}
	frame := c.stack(at.ThreadId).StackFrames[0]
	if v := c.scope(frame.Id, "Locals")["seat"]; v.Value == "" || frame.Line == 0 {
		t.Errorf("at %+v it shows %+v", frame, v)
	}
	for _, command := range []string{"stepBack", "next", "stepBack"} {
		if x := c.move(command, at.ThreadId, nil); x.Reason != "step" && x.Reason != "exception" {
			t.Errorf("%s: %+v", command, x)
		}
	}
	if n := strings.Count(strings.Join(c.said(), ""), "@"); n < 500 {
		t.Errorf("%d lines of output carry their event", n)
	}
}

// TestInHand: a message that a thread has in hand has a scope of its own.
func TestInHand(t *testing.T) {
	c, _ := bankAt(t, is{"line": 79})
	for event := 40; event < 120; event++ {
		c.ask("evaluate", is{"expression": fmt.Sprint("goto ", event), "context": "repl"}, nil)
		c.stopped()
		var threads godap.ThreadsResponseBody
		c.ask("threads", is{}, &threads)
		for _, th := range threads.Threads {
			var scopes godap.ScopesResponseBody
			c.ask("scopes", is{"frameId": c.stack(th.Id).StackFrames[0].Id}, &scopes)
			for _, s := range scopes.Scopes {
				if s.Name != "Message in hand" {
					continue
				}
				if m := c.parts(s.VariablesReference)["message"]; !strings.Contains(m.Value, "from") {
					t.Errorf("the message in hand is %+v", m)
				}
				return
			}
		}
	}
	t.Error("nobody has a message in hand")
}

// endless is a program that goes on and on.
var endless = kernel.Program{Name: "endless", Main: func(b *kernel.Boot) {
	b.Task(b.Host("a"), "t", func(th *kernel.Thread) {
		for {
			th.Yield()
		}
	})
}}

// TestLive: a live run goes on as far as it is let; pause halts it, and one goes back.
func TestLive(t *testing.T) {
	c := connect(t, opens{&endless})
	c.ask("initialize", is{"adapterID": "x"}, nil)
	c.ask("launch", is{"program": "endless", "live": true, "stopOnEntry": true}, nil)
	c.event("initialized", nil)
	c.ask("configurationDone", is{}, nil)
	if x := c.stopped(); x.Reason != "entry" {
		t.Errorf("it begins so: %+v", x)
	}
	var set godap.SetFunctionBreakpointsResponseBody
	c.ask("setFunctionBreakpoints", is{"breakpoints": []is{{"name": "fork"}}}, &set)
	if got := set.Breakpoints[0].Message; got != "no thread comes here so far" {
		t.Errorf("of a breakpoint that may be reached yet is told: %s", got)
	}
	var x godap.ThreadsResponseBody
	c.ask("threads", is{}, &x)
	thread := x.Threads[0].Id
	c.ask("continue", is{"threadId": thread}, nil)
	c.ask("pause", is{"threadId": thread}, nil)
	if x := c.stopped(); x.Reason != "pause" {
		t.Errorf("it is halted so: %+v", x)
	}
	if x := c.move("next", thread, nil); x.Reason != "step" {
		t.Errorf("a step: %+v", x)
	}
	if x := c.move("stepBack", thread, nil); x.Reason != "step" && x.Reason != "entry" {
		t.Errorf("a step back: %+v", x)
	}
}

// TestLiveComputes: pause halts a live run while a thread computes, at the line where that is.
func TestLiveComputes(t *testing.T) {
	c := connect(t, opens{threads.Busy})
	c.ask("initialize", is{"adapterID": "x"}, nil)
	c.ask("launch", is{"program": "busy", "live": true, "stopOnEntry": true}, nil)
	c.event("initialized", nil)
	c.ask("configurationDone", is{}, nil)
	thread := c.stopped().ThreadId
	for text := ""; !strings.Contains(text, "computes at compute.go:"); {
		c.ask("continue", is{"threadId": thread}, nil)
		c.ask("pause", is{"threadId": thread}, nil)
		x := c.stopped()
		if text = x.Text; x.Reason != "pause" {
			t.Fatalf("it is halted so: %+v", x)
		}
		thread = x.ThreadId
	}
	var x godap.StackTraceResponseBody
	c.ask("stackTrace", is{"threadId": thread, "levels": 1}, &x)
	if len(x.StackFrames) != 1 || x.StackFrames[0].Name != "hooked.Compute" || x.StackFrames[0].Line != 24 {
		t.Errorf("%+v", x.StackFrames)
	}
}

// TestPending: what is set before the client is done is answered at once, and looked for in one pass.
func TestPending(t *testing.T) {
	b := &busied{}
	c := connect(t, b)
	c.ask("initialize", is{"adapterID": "x"}, nil)
	c.ask("launch", is{"program": "bank", "seed": 9}, nil)
	c.event("initialized", nil)
	x := c.breaks(is{"line": 81}, is{"line": 79, "condition": "nothing"})
	if !x.Breakpoints[0].Verified || !x.Breakpoints[1].Verified {
		t.Errorf("set so: %+v", x)
	}
	release := busy.Keep(t, b.d.Do)
	c.ask("configurationDone", is{}, nil)
	release()
	var changed godap.BreakpointEventBody
	c.event("breakpoint", &changed)
	if changed.Reason != "changed" || changed.Breakpoint.Id != x.Breakpoints[1].Id || changed.Breakpoint.Verified {
		t.Errorf("what cannot be is told so: %+v", changed)
	}
	if at := c.stopped(); at.Reason != "breakpoint" {
		t.Errorf("it stops so: %+v", at)
	}
}

// TestRaces: a race is an exception where its second access is about to be made, if the client wants that.
func TestRaces(t *testing.T) {
	c := connect(t, opens{threads.Program})
	c.ask("initialize", is{"adapterID": "x"}, nil)
	c.ask("launch", is{"program": "threads"}, nil)
	c.event("initialized", nil)
	c.ask("setExceptionBreakpoints", is{"filters": []string{"race", "check"}}, nil)
	c.ask("configurationDone", is{}, nil)
	at := c.stopped()
	var info godap.ExceptionInfoResponseBody
	c.ask("exceptionInfo", is{"threadId": at.ThreadId}, &info)
	if at.Reason != "exception" || info.ExceptionId != "RACE" || !strings.Contains(info.Details.StackTrace, ".go:") {
		t.Errorf("a race is told so: %+v, %+v", at, info)
	}
	c.ask("setExceptionBreakpoints", is{"filters": []string{}}, nil)
	if x := c.move("continue", at.ThreadId, nil); x.Reason != "end" {
		t.Errorf("without the filter it stops so: %+v", x)
	}
	c.fails("exceptionInfo", is{"threadId": at.ThreadId})
}
