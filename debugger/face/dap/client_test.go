package dap_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	godap "github.com/google/go-dap"

	"machsim/debugger"
	"machsim/debugger/face/dap"
	"machsim/kernel"
	"machsim/programs/hooked"
)

func TestMain(m *testing.M) {
	hooked.Register()
	os.Exit(m.Run())
}

// samples opens runs of the sample programs.
type samples struct{}

func (samples) Open(ctx context.Context, l dap.Launch, told dap.Told) (*dap.Opened, error) {
	i := slices.IndexFunc(hooked.All, func(p *kernel.Program) bool { return p.Name == l.Program })
	if i < 0 {
		return nil, fmt.Errorf("there is no program %q", l.Program)
	}
	from := debugger.Source{Program: hooked.All[i], Args: map[string]string{}}
	for name, value := range l.Args {
		from.Args[name] = fmt.Sprint(value)
	}
	if l.Seed != nil {
		from.Seed = *l.Seed
	}
	d, err := debugger.Open(ctx, from, debugger.Options{Progress: told.Progress})
	if err != nil {
		return nil, err
	}
	return &dap.Opened{Debugger: d, Close: d.Close}, nil
}

// message is a message that the client got.
type message struct {
	Seq        int
	Type       string
	Command    string
	Event      string
	RequestSeq int `json:"request_seq"`
	Success    bool
	Message    string
	Body       json.RawMessage
	raw        []byte
}

// client is a client of an adapter. It keeps all that it gets.
type client struct {
	t    testing.TB
	conn net.Conn

	mu   sync.Mutex
	got  []message
	news chan struct{} // closed and replaced when there is another message
	over bool
	seq  int
	seen int // the events that were waited for

	plain bool // do not hold what comes against the schema
}

// forget forgets the messages so far.
func (c *client) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.got, c.seen = nil, 0
}

// connect begins a session.
func connect(t testing.TB, o dap.Opener) *client {
	t.Helper()
	here, there := net.Pipe()
	c := &client{t: t, conn: here, news: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() {
		err := dap.New(there, o).Serve(ctx)
		if err != nil && !errors.Is(err, io.ErrClosedPipe) {
			t.Error(err)
		}
		served <- err
		there.Close()
	}()
	go c.reads()
	t.Cleanup(func() {
		here.Close()
		cancel()
		here.Close()
		select {
		case <-served:
		case <-time.After(30 * time.Second):
			t.Error("the session does not end")
		}
	})
	return c
}

// broken says what the schema finds wrong with a message.
func (c *client) broken(m message) string {
	if c.plain {
		return ""
	}
	return broken(m)
}

func (c *client) reads() {
	in := bufio.NewReader(c.conn)
	for {
		content, err := godap.ReadBaseMessage(in)
		c.mu.Lock()
		if err != nil {
			c.over = true
		} else {
			m := message{raw: content}
			if err := json.Unmarshal(content, &m); err != nil {
				c.t.Errorf("no message: %s", content)
			} else if wrong := c.broken(m); wrong != "" {
				c.t.Errorf("the schema says: %s, in %s", wrong, content)
			}
			c.got = append(c.got, m)
		}
		close(c.news)
		c.news = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// send sends a request, and returns its number.
func (c *client) send(command string, arguments any) int {
	c.t.Helper()
	c.seq++
	text, err := json.Marshal(map[string]any{"seq": c.seq, "type": "request", "command": command, "arguments": arguments})
	if err == nil {
		err = godap.WriteBaseMessage(c.conn, text)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return c.seq
}

// until waits for a message.
func (c *client) until(what string, is func(i int, m message) bool) message {
	c.t.Helper()
	limit := time.After(time.Minute)
	for {
		c.mu.Lock()
		i := slices.IndexFunc(c.got, func(message) bool { return false })
		for k, m := range c.got {
			if is(k, m) {
				i = k
				break
			}
		}
		news, over := c.news, c.over
		var m message
		if i >= 0 {
			m = c.got[i]
		}
		c.mu.Unlock()
		if i >= 0 {
			return m
		}
		if over {
			c.t.Fatalf("the session has ended before %s came", what)
		}
		select {
		case <-news:
		case <-limit:
			c.t.Fatalf("%s does not come", what)
		}
	}
}

// answered waits for the answer to a request.
func (c *client) answered(seq int) message {
	c.t.Helper()
	return c.until(fmt.Sprintf("the answer to %d", seq), func(_ int, m message) bool {
		return m.Type == "response" && m.RequestSeq == seq
	})
}

// ask makes a request, which has to succeed.
func (c *client) ask(command string, arguments any, body any) {
	c.t.Helper()
	m := c.answered(c.send(command, arguments))
	if !m.Success {
		c.t.Fatalf("%s %v: %s", command, arguments, m.Message)
	}
	if body != nil {
		if err := json.Unmarshal(m.Body, body); err != nil {
			c.t.Fatal(err)
		}
	}
}

// fails makes a request, which has to fail, and returns why it does.
func (c *client) fails(command string, arguments any) string {
	c.t.Helper()
	m := c.answered(c.send(command, arguments))
	if m.Success {
		c.t.Fatalf("%s %v succeeds: %s", command, arguments, m.Body)
	}
	return m.Message
}

// event waits for the next event of a name since the last one that was waited for.
func (c *client) event(name string, body any) {
	c.t.Helper()
	m := c.until("event "+name, func(i int, m message) bool {
		if i >= c.seen && m.Type == "event" && m.Event == name {
			c.seen = i + 1
			return true
		}
		return false
	})
	if body != nil {
		if err := json.Unmarshal(m.Body, body); err != nil {
			c.t.Fatal(err)
		}
	}
}

// stopped waits for the next event stopped.
func (c *client) stopped() (x godap.StoppedEventBody) {
	c.t.Helper()
	c.event("stopped", &x)
	return x
}

// is says in a map what a request takes.
type is = map[string]any

// launched begins a run without breakpoints, up to where it stops first.
func launched(t testing.TB, arguments is) (*client, godap.StoppedEventBody) {
	t.Helper()
	c := connect(t, samples{})
	c.ask("initialize", is{"adapterID": "machsim"}, nil)
	c.ask("launch", arguments, nil)
	c.event("initialized", nil)
	c.ask("configurationDone", is{}, nil)
	return c, c.stopped()
}

// move makes a motion, and waits for its end.
func (c *client) move(command string, thread int, more is) godap.StoppedEventBody {
	c.t.Helper()
	arguments := is{"threadId": thread}
	for k, v := range more {
		arguments[k] = v
	}
	c.ask(command, arguments, nil)
	return c.stopped()
}

// stack is the stack of a thread.
func (c *client) stack(thread int) (x godap.StackTraceResponseBody) {
	c.t.Helper()
	c.ask("stackTrace", is{"threadId": thread}, &x)
	return x
}

// scope is the variables of a scope of a frame, by their names.
func (c *client) scope(frame int, name string) map[string]godap.Variable {
	c.t.Helper()
	var x godap.ScopesResponseBody
	c.ask("scopes", is{"frameId": frame}, &x)
	i := slices.IndexFunc(x.Scopes, func(s godap.Scope) bool { return s.Name == name })
	if i < 0 {
		c.t.Fatalf("there is no scope %s", name)
	}
	return c.parts(x.Scopes[i].VariablesReference)
}

// parts are the variables of a reference, by their names.
func (c *client) parts(ref int) map[string]godap.Variable {
	c.t.Helper()
	var x godap.VariablesResponseBody
	c.ask("variables", is{"variablesReference": ref}, &x)
	all := map[string]godap.Variable{}
	for _, v := range x.Variables {
		all[v.Name] = v
	}
	return all
}
