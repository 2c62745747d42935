package dap_test

import (
	"context"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/dap"
	"machsim/test/busy"
)

// busied opens sample programs, and lets a test keep the Debugger busy.
type busied struct {
	samples
	d *debugger.Debugger
}

func (b *busied) Open(ctx context.Context, l dap.Launch, told dap.Told) (*dap.Opened, error) {
	x, err := b.samples.Open(ctx, l, told)
	if err == nil {
		b.d = x.Debugger
	}
	return x, err
}

// busyBank is bank, of which a test can keep the Debugger busy.
func busyBank(t *testing.T) (*client, *busied, int) {
	b := &busied{}
	c := connect(t, b)
	c.ask("initialize", is{"adapterID": "machsim"}, nil)
	c.ask("launch", is{"program": "bank", "seed": 9}, nil)
	c.event("initialized", nil)
	c.ask("configurationDone", is{}, nil)
	return c, b, c.stopped().ThreadId
}

// TestCancel: what is given up is answered though it takes long, what waits behind it never begins, and the next is
// answered rightly.
func TestCancel(t *testing.T) {
	c, b, thread := busyBank(t)
	release := busy.Keep(t, b.d.Do)
	first, second := c.send("stackTrace", is{"threadId": thread}), c.send("threads", is{})
	third := c.send("threads", is{})
	c.ask("cancel", is{"requestId": second}, nil)
	c.ask("cancel", is{"requestId": first}, nil)
	for _, seq := range []int{first, second} {
		if m := c.answered(seq); m.Success || m.Message != "cancelled" {
			t.Errorf("given up: %+v", m)
		}
	}
	c.ask("cancel", is{"requestId": 12345}, nil)
	c.ask("cancel", is{}, nil)
	release()
	if m := c.answered(third); !m.Success {
		t.Errorf("the next one: %+v", m)
	}
	if frames := c.stack(thread).StackFrames; len(frames) != 2 {
		t.Errorf("then the stack is %+v", frames)
	}
}

// TestPause: a motion back is given up by pause, and by cancel: it ends by a stop where it stood.
func TestPause(t *testing.T) {
	c, b, thread := busyBank(t)
	for _, how := range []string{"pause", "cancel"} {
		told := c.seen
		release := busy.Keep(t, b.d.Do)
		seq := c.send("reverseContinue", is{"threadId": thread})
		c.answered(seq)
		c.ask(how, is{"threadId": thread, "requestId": seq}, nil)
		c.until("the word of it", func(i int, m message) bool {
			return i >= told && m.Event == "output" && strings.Contains(string(m.Body), "interrupted")
		})
		release()
		if x := c.stopped(); x.Reason != "pause" || !strings.Contains(x.Description, "319") {
			t.Errorf("%s: %+v", how, x)
		}
	}
	c.ask("pause", is{"threadId": thread}, nil)
	if x := c.stopped(); x.Reason != "pause" {
		t.Errorf("a pause without a motion: %+v", x)
	}
}

// TestDisconnect: whoever leaves gets an answer, and so does what waited.
func TestDisconnect(t *testing.T) {
	c, b, thread := busyBank(t)
	release := busy.Keep(t, b.d.Do)
	defer release()
	first, second := c.send("stackTrace", is{"threadId": thread}), c.send("threads", is{})
	c.ask("disconnect", is{}, nil)
	for _, seq := range []int{first, second} {
		if m := c.answered(seq); m.Success {
			t.Errorf("after the end: %+v", m)
		}
	}
}

// TestTerminate: the client is told that the run is over, and leaves.
func TestTerminate(t *testing.T) {
	c, _, _ := busyBank(t)
	c.ask("terminate", is{}, nil)
	c.event("terminated", nil)
	c.ask("disconnect", is{}, nil)
}
