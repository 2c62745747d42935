package dap

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"

	"github.com/google/go-dap"
)

// perTask is what a launch says that wants a session for each task beside its own.
const perTask = "tasks"

// children are the sessions of single tasks. They connect to a port of this machine, are obeyed by the worker of the
// session that has launched the run, and see what that sees. Whoever moves the run moves it for all.
type children struct {
	list   []*Session // the first is that which has launched the run; nil if there are no others
	ends   []io.Closer
	secret string // by which they are known
}

// begin asks the client, if it knows of that and wants it, to begin a session for each task.
func (c *children) begin(ctx context.Context, s *Session) {
	if s.wants.Sessions != perTask || !s.knows.sessions || c.list != nil {
		return
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.say("important", "no sessions for tasks: "+err.Error()+"\n")
		return
	}
	c.list, c.ends, c.secret = []*Session{s}, []io.Closer{l}, rand.Text()
	go accept(l, s)
	tasks, _ := s.d.Tasks(ctx)
	for _, t := range tasks {
		x := asking{Request: dap.Request{Command: "startDebugging"}, Arguments: dap.StartDebuggingRequestArguments{
			Request: "attach", Configuration: map[string]any{"type": "machsim", "request": "attach",
				"name": t.Host + "/" + t.Name, "debugServer": l.Addr().(*net.TCPAddr).Port, "task": t.Name, "secret": c.secret}}}
		x.Type = "request"
		s.out.write(&x, &x.Seq)
	}
}

// stranger is the task of a session that has not said yet which secret it knows: it may do nothing else.
const stranger = "?"

// accept lets clients connect until the listener is closed.
func accept(l net.Listener, s *Session) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		child := &Session{in: bufio.NewReader(conn), out: &writer{out: conn}, queue: s.queue, run: s.run, ofTask: true,
			task: stranger}
		child.work.of = child
		go func() {
			_ = child.read()
			child.leave()
			conn.Close()
		}()
		s.queue.put(&request{of: s, own: func(context.Context) { s.children.ends = append(s.children.ends, conn) }})
	}
}

// attachment is what a session of a task says of itself.
type attachment struct {
	Task    string `json:"task"`
	Secret  string `json:"secret"`
	Session string `json:"session"` // that others share
}

// attach lets a session of a task see the run, or joins a session that others share. There is nothing else to attach
// to.
func (s *Session) attach(ctx context.Context, raw json.RawMessage) (any, error) {
	var a attachment
	if err := json.Unmarshal(raw, &a); err != nil && len(raw) > 0 {
		return nil, fmt.Errorf("the arguments of attach cannot be read: %v", err)
	}
	if a.Session != "" && s.task == "" {
		return s.launch(ctx, raw)
	}
	c := &s.children
	if s.task != stranger || s.d == nil || a.Secret != c.secret || a.Task == "" {
		return nil, errors.New("there is no process to attach to: launch a program, or the file of a recording")
	}
	s.task = a.Task
	s.known.Store(true)
	c.list = append(c.list, s)
	s.later(func() { s.send("initialized", nil) })
	return nil, nil
}

// joins tells a session that has just begun where the run stands.
func (s *Session) joins(ctx context.Context) {
	s.shows = true
	s.stands(ctx, dap.StoppedEventBody{Reason: "entry", Description: s.at.Position.Describe(), AllThreadsStopped: true})
}

// stand tells all sessions but one, which knows, that the run has moved.
func (c *children) stand(ctx context.Context, but *Session, body dap.StoppedEventBody) {
	body.PreserveFocusHint = true
	for _, s := range c.list {
		if s != but && (s.shows || s.task == "") {
			s.carriedOn(ctx)
			s.stands(ctx, body)
		}
	}
}

// remove forgets a session that has ended.
func (c *children) remove(s *Session) {
	c.list = slices.DeleteFunc(slices.Clone(c.list), func(o *Session) bool { return o == s })
}

// close ends the sessions of tasks.
func (c *children) close() {
	for _, s := range c.list {
		if s.task != "" {
			s.send("terminated", dap.TerminatedEventBody{})
		}
	}
	for _, x := range c.ends {
		x.Close()
	}
	*c = children{}
}
