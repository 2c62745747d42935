package mcp_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"machsim/debugger"
	"machsim/debugger/data/sqlite"
	"machsim/debugger/face/dap"
	"machsim/debugger/face/mcp"
	"machsim/debugger/face/shelf"
	"machsim/debugger/study"
	"machsim/kernel"
	"machsim/programs/hooked"
)

func TestMain(m *testing.M) {
	hooked.Register()
	os.Exit(m.Run())
}

// samples opens sample programs as the command does.
type samples struct {
	process  study.Process
	readOnly bool
	shelf    *shelf.Shelf
	d        *debugger.Debugger // that was opened last
}

func newSamples(forks bool) *samples {
	x := &samples{readOnly: !forks}
	x.process.Programs = hooked.All
	x.shelf = &shelf.Shelf{Process: &x.process, Opens: func(string) {}, Usual: study.Usual()}
	return x
}

func (x *samples) Open(ctx context.Context, l dap.Launch, told dap.Told) (*dap.Opened, error) {
	from := debugger.Source{Program: x.process.Program(l.Program), File: l.Recording}
	if l.Recording != "" {
		rec, err := study.Read(l.Recording)
		if err != nil {
			return nil, err
		}
		from.Recording, from.Program = rec, x.process.Program(rec.Program)
	} else if from.Program == nil {
		return nil, fmt.Errorf("there is no program %q", l.Program)
	} else if err := x.makes(ctx, l, &from); err != nil {
		return nil, err
	}
	d, err := debugger.Open(ctx, from, debugger.Options{Progress: told.Progress, ReadOnly: x.readOnly, Keep: true,
		Read: x.shelf.Read, Write: x.shelf.Write, ForkFile: study.ForkFile, Held: (&study.Process{}).Held,
		Program: x.process.Program, Queries: sqlite.Engine{Limits: sqlite.Usual}})
	if err != nil {
		return nil, err
	}
	x.d = d
	return &dap.Opened{Debugger: d, Close: d.Close}, nil
}

// makes makes a run.
func (x *samples) makes(ctx context.Context, l dap.Launch, from *debugger.Source) error {
	o := study.Usual()
	o.Process, o.Memory, o.Faults, o.Args = &x.process, x.readOnly, l.Faults, map[string]string{}
	o.Seed = *cmp.Or(l.Seed, new(uint64))
	for name, value := range l.Args {
		o.Args[name] = fmt.Sprint(value)
	}
	s, err := study.Open(from.Program, o)
	if err != nil {
		return err
	}
	run, err := s.Run(ctx, kernel.Tracer{})
	if err != nil {
		return err
	}
	defer run.Close()
	if from.Recording, err = run.Recording(); err != nil {
		return err
	}
	from.File = run.Setup.Recording
	return nil
}

// client is an assistant: the SDK's own client.
type client struct {
	t testing.TB
	*sdk.ClientSession
}

// connect serves a client.
func connect(t testing.TB, o mcp.Options, told func(*sdk.ProgressNotificationClientRequest)) *client {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	in, to := io.Pipe()
	from, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- mcp.New(o).Serve(ctx, in, out)
		out.Close()
	}()
	c := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			if told != nil {
				told(r)
			}
		}})
	session, err := c.Connect(ctx, &sdk.IOTransport{Reader: from, Writer: to}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		to.Close()
		if err := <-served; err != nil {
			t.Errorf("served: %v", err)
		}
		cancel()
	})
	return &client{t, session}
}

// reads is a client that looks only; makes one that may make forks.
func reads(t testing.TB) (*client, *samples) {
	x := newSamples(false)
	return connect(t, mcp.Options{Version: "1", Opener: x, Shelf: x.shelf}, nil), x
}

func makes(t testing.TB) (*client, *samples) {
	x := newSamples(true)
	return connect(t, mcp.Options{Version: "1", Forks: true, Opener: x, Shelf: x.shelf}, nil), x
}

// call calls a tool, and returns what a client is told.
func (c *client) call(name, arguments string) (*sdk.CallToolResult, error) {
	c.t.Helper()
	return c.CallTool(context.Background(), &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
}

// said is what a tool answers, as text.
func (c *client) said(name, arguments string) string {
	c.t.Helper()
	x, err := c.call(name, arguments)
	if err != nil {
		return "no tool: " + err.Error() + "\n"
	}
	return shown(x)
}

// shown is an answer as a transcript has it.
func shown(x *sdk.CallToolResult) string {
	var b strings.Builder
	if x.IsError {
		b.WriteString("error:\n")
	}
	for _, part := range x.Content {
		switch p := part.(type) {
		case *sdk.TextContent:
			b.WriteString(p.Text)
			if !strings.HasSuffix(p.Text, "\n") {
				b.WriteString("\n")
			}
		case *sdk.ImageContent:
			fmt.Fprintf(&b, "[a picture: %s]\n", p.MIMEType)
		}
	}
	return b.String()
}
