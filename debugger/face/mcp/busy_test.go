package mcp_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"machsim/debugger/face/dap"
	"machsim/debugger/face/mcp"
	"machsim/test/busy"
)

const openBank = `{"program": "bank", "seed": 9}`

// TestCancel: a call that is cancelled is given up, what waits behind it is obeyed, and nothing has changed.
func TestCancel(t *testing.T) {
	c, x := reads(t)
	c.said("open", openBank)
	release := busy.Keep(t, x.d.Do)
	ctx, cancel := context.WithCancel(context.Background())
	given := make(chan error, 1)
	go func() {
		_, err := c.CallTool(ctx, &sdk.CallToolParams{Name: "goto", Arguments: map[string]any{"position": "start"}})
		given <- err
	}()
	cancel()
	if err := <-given; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	release()
	if got := c.said("where", "{}"); !strings.HasPrefix(got, "at the end, after event 319") {
		t.Errorf("then one stands %s", got)
	}
}

// TestLimit: a call that takes longer than it may says how to go on.
func TestLimit(t *testing.T) {
	c, x := reads(t)
	c.said("open", openBank)
	release := busy.Keep(t, x.d.Do)
	got := c.said("goto", `{"position": "start", "seconds": 1}`)
	release()
	if !strings.Contains(got, "given up after 1s, and nothing has changed: call it again with a longer time as seconds") {
		t.Errorf("told: %s", got)
	}
	if got := c.said("where", "{}"); !strings.HasPrefix(got, "at the end") {
		t.Errorf("then one stands %s", got)
	}
}

// TestProgress: a client that asks for it hears that a call is still at work.
func TestProgress(t *testing.T) {
	defer mcp.Beat(mcp.Beat(time.Millisecond))
	x := newSamples(false)
	told := make(chan *sdk.ProgressNotificationParams, 100)
	c := connect(t, mcp.Options{Opener: x, Shelf: x.shelf}, func(r *sdk.ProgressNotificationClientRequest) {
		select {
		case told <- r.Params:
		default:
		}
	})
	c.said("open", openBank)
	release := busy.Keep(t, x.d.Do)
	ended := make(chan bool)
	go func() {
		p := &sdk.CallToolParams{Name: "where", Arguments: map[string]any{}}
		p.SetProgressToken("token")
		if _, err := c.CallTool(context.Background(), p); err != nil {
			t.Error(err)
		}
		close(ended)
	}()
	first, second := <-told, <-told
	release()
	<-ended
	if first.Message != "at work" || first.ProgressToken != "token" || second.Progress <= first.Progress {
		t.Errorf("told: %+v, then %+v", first, second)
	}
}

// elsewhere lets another session serve the client for one program, as one in another process does.
type elsewhere struct {
	*samples
	ended chan bool // closed when the other has ended
}

func (e *elsewhere) Open(ctx context.Context, l dap.Launch, told dap.Told) (*dap.Opened, error) {
	if l.Program != "./lab" {
		return e.samples.Open(ctx, l, told)
	}
	in, to := io.Pipe()
	from, out := io.Pipe()
	go func() {
		_ = mcp.New(mcp.Options{Opener: newSamples(false)}).Serve(context.Background(), in, out)
		out.Close()
		close(e.ended)
	}()
	other := &dap.Other{In: to, Out: from, Program: "bank", Ended: func() error {
		<-e.ended
		return nil
	}}
	return &dap.Opened{Other: other, Close: func() { to.Close() }}, nil
}

// TestRelay: another process opens the run, and serves the client, until something else is opened.
func TestRelay(t *testing.T) {
	e := &elsewhere{newSamples(false), make(chan bool)}
	c := connect(t, mcp.Options{Opener: e, Shelf: e.shelf}, nil)
	if got := c.said("open", `{"program": "./lab", "seed": 9}`); !strings.Contains(got, "after event 319") {
		t.Fatalf("opened: %s", got)
	}
	x, err := c.call("query", `{"sql": "SELECT count(*) AS n FROM events"}`)
	if err != nil || !strings.Contains(shown(x), "319") || x.StructuredContent == nil {
		t.Errorf("asked: %v %+v", err, x)
	}
	if got := c.said("goto", `{"position": "nowhere"}`); !strings.HasPrefix(got, "error:") {
		t.Errorf("what is wrong: %s", got)
	}
	if got := c.said("open", openBank); !strings.Contains(got, "after event 319") {
		t.Errorf("opened: %s", got)
	}
	<-e.ended
	if got := c.said("where", "{}"); !strings.HasPrefix(got, "at the end") {
		t.Errorf("then: %s", got)
	}
}

// TestRelayDies: if the other process ends, the client is told, and opens something else.
func TestRelayDies(t *testing.T) {
	e := &elsewhere{newSamples(false), make(chan bool)}
	c := connect(t, mcp.Options{Opener: dies{e}, Shelf: e.shelf}, nil)
	c.said("open", `{"program": "./lab", "seed": 9}`)
	if got := c.said("where", "{}"); !strings.Contains(got, "has ended") {
		t.Errorf("then: %s", got)
	}
	if got := c.said("open", openBank); !strings.Contains(got, "after event 319") {
		t.Errorf("opened: %s", got)
	}
}

// dies ends the other process after it has opened its run.
type dies struct{ *elsewhere }

func (e dies) Open(ctx context.Context, l dap.Launch, told dap.Told) (*dap.Opened, error) {
	x, err := e.elsewhere.Open(ctx, l, told)
	if err == nil && x.Other != nil {
		x.Other.Out = &cut{from: x.Other.Out, close: x.Close}
	}
	return x, err
}

// cut ends a connection after two answers: of the introduction, and of open.
type cut struct {
	from  io.Reader
	close func()
	lines int
}

func (c *cut) Read(b []byte) (int, error) {
	if c.lines == 2 {
		c.close()
		return 0, io.EOF
	}
	n, err := c.from.Read(b)
	c.lines += strings.Count(string(b[:n]), "\n")
	return n, err
}
