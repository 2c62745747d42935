package dap_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	godap "github.com/google/go-dap"

	"machsim/debugger/face/dap"
)

// elsewhere lets another session serve the client, as one in another process does.
type elsewhere struct {
	ended chan bool // closed when the other has ended
	dies  chan bool // has it end by itself
	built []dap.Launch
	fails bool // nothing is built any more
}

// pipes are a connection of two pipes.
type pipes struct {
	io.Reader
	io.Writer
}

func (e *elsewhere) Open(_ context.Context, l dap.Launch, told dap.Told) (*dap.Opened, error) {
	if e.fails {
		return nil, errors.New("the package cannot be built")
	}
	e.built = append(e.built, l)
	ended := make(chan bool)
	e.ended = ended
	in, to := io.Pipe()
	from, out := io.Pipe()
	_, _ = io.WriteString(told.Says, "built\n")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-e.dies
		cancel()
		out.Close()
		in.Close()
	}()
	go func() {
		_ = dap.New(pipes{in, out}, samples{}).Serve(ctx)
		out.Close()
		close(ended)
	}()
	other := &dap.Other{In: to, Out: from, Program: "bank", Ended: func() error {
		<-ended
		return errors.New("exit status 3")
	}}
	return &dap.Opened{Other: other, Close: func() { to.Close() }}, nil
}

// relayed is a session that another one serves.
func relayed(t *testing.T) (*client, *elsewhere, int) {
	t.Helper()
	e := &elsewhere{dies: make(chan bool)}
	c := connect(t, e)
	c.ask("initialize", is{"adapterID": "x"}, nil)
	launch := c.send("launch", is{"program": "./lab", "seed": 9})
	early := c.send("threads", is{}) // waits behind it
	if m := c.answered(launch); !m.Success {
		t.Fatal(m.Message)
	}
	c.answered(early)
	c.event("initialized", nil)
	c.ask("configurationDone", is{}, nil)
	return c, e, c.stopped().ThreadId
}

// TestRelay: the other session knows the client, and its messages go on where those of the first ended.
func TestRelay(t *testing.T) {
	c, e, thread := relayed(t)
	if frames := c.stack(thread).StackFrames; len(frames) == 0 {
		t.Error("there is no stack")
	}
	c.ask("disconnect", is{}, nil)
	<-e.ended
	if text := strings.Join(c.said(), ""); !strings.Contains(text, "built") {
		t.Errorf("the client was told %s", text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, m := range c.got {
		if i > 0 && m.Seq <= c.got[i-1].Seq {
			t.Errorf("message %d comes after %d", m.Seq, c.got[i-1].Seq)
		}
	}
}

// TestRelayLeaves: if the client goes without a word, the other ends, too.
func TestRelayLeaves(t *testing.T) {
	c, e, _ := relayed(t)
	c.conn.Close()
	<-e.ended
}

// TestRelayDies: what the other owes when it ends is answered, and the client is told.
func TestRelayDies(t *testing.T) {
	c, e, _ := relayed(t)
	close(e.dies)
	<-e.ended
	c.event("terminated", &godap.TerminatedEventBody{})
	if text := strings.Join(c.said(), ""); !strings.Contains(text, "exit status 3") {
		t.Errorf("its end is told so: %s", text)
	}
}

// TestRelayRestarts: the package is built again, and a new process asks the client for its breakpoints. What is not
// built leaves the present one at work.
func TestRelayRestarts(t *testing.T) {
	c, e, thread := relayed(t)
	first := e.ended
	e.fails = true
	if m := c.answered(c.send("restart", is{})); m.Success || !strings.Contains(m.Message, "cannot be built") {
		t.Errorf("%+v", m)
	}
	if frames := c.stack(thread).StackFrames; len(frames) == 0 {
		t.Error("there is no stack any more")
	}
	e.fails = false
	c.ask("restart", is{"arguments": is{"program": "elsewhere", "seed": 3, "stopOnEntry": true}}, nil)
	<-first
	c.event("initialized", nil)
	c.ask("configurationDone", is{}, nil)
	if x := c.stopped(); x.Reason != "entry" {
		t.Errorf("it stands at %+v", x)
	}
	if n := len(e.built); n != 2 || e.built[1].Program != "./lab" || *e.built[1].Seed != 3 || !e.built[1].StopOnEntry {
		t.Errorf("%d times built, at last %+v", n, e.built[n-1])
	}
	c.ask("disconnect", is{}, nil)
	<-e.ended
}
