package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"

	"github.com/google/go-dap"

	"machsim/debugger"
)

// Session is a client, and the run that it has launched. Serve obeys it.
type Session struct {
	in     *bufio.Reader
	out    *writer
	opener Opener
	queue  *queue // with those of its children, if it has some

	// What follows belongs to the worker.
	began     *request // the client's introduction
	knows     knowledge
	zeroLines bool // the client counts lines from 0
	relay     relay
	after     []func() // what is done once the answer is on its way
	refs      refs
	sources   sources
	work      progress
	task      string      // of a child: it shows the threads of this task alone
	shows     bool        // of a child: it was told where the run stands
	there     []int       // the threads that the client was told of last
	ofTask    bool        // it is of a task
	known     atomic.Bool // it may do more than to leave
	*run
}

// run is the run that was launched, and what its client has said of it.
type run struct {
	wants       Launch
	opened      *Opened
	d           *debugger.Debugger // nil until a run was launched
	at          debugger.Here      // where the client believes to be
	going       bool               // the client is done with its configuration
	threadz     threadNames
	breakpoints breakpoints
	done        map[string]int                 // how many events each thread has done here
	printed     uint64                         // the event up to which output was shown
	race        *dap.ExceptionInfoResponseBody // at which it stands; nil for none
	filters     []string                       // of exceptions
	children    children
	heard       atomic.Bool // others have moved the run, and the client is about to be told
	unwatch     func()      // ends Opened.Watch; nil for none
}

// New returns a Session with the client at the other end of a connection.
func New(conn io.ReadWriter, o Opener) *Session {
	s := &Session{in: bufio.NewReader(conn), out: &writer{out: conn}, opener: o, queue: newQueue(), run: &run{}}
	s.work.of = s
	s.known.Store(true)
	return s
}

// Serve obeys requests until the client leaves, or ctx ends. The error is one of reading or writing.
func (s *Session) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	context.AfterFunc(ctx, s.ends)
	read := make(chan error, 1)
	go func() {
		read <- s.read()
		s.ends()
	}()
	s.worker(ctx)
	s.close()
	select {
	case err := <-read:
		return errors.Join(err, s.out.failed())
	default: // the client is to close the connection
		return s.out.failed()
	}
}

// ends has the worker end, and the other process that serves the client, if there is one.
func (s *Session) ends() {
	s.queue.close()
	s.relay.ends()
}

// read reads requests, and puts them into the queue, until there are no more.
func (s *Session) read() error {
	for {
		content, err := dap.ReadBaseMessage(s.in)
		var wrong *dap.BaseProtocolError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &wrong), err != nil:
			return err
		}
		if over := s.take(content); over {
			return nil
		}
	}
}

// take takes a message of the client, and says whether the client leaves.
func (s *Session) take(content []byte) (leaves bool) {
	r := &request{content: content, of: s}
	if err := json.Unmarshal(content, r); err != nil {
		s.answer(r, nil, errors.New("this is no message of the protocol: "+err.Error()))
		return s.queue.closed()
	}
	switch {
	case s.relay.pass(content, r):
	case r.Type == "response": // to a request of ours: nobody waits for it
	case beside[r.Command] != nil && (s.known.Load() || r.Command == "disconnect"):
		body, err := beside[r.Command](s, r)
		if s.answer(r, body, err); r.Command == "disconnect" {
			s.leave()
			return true
		}
	case !s.queue.put(r):
		s.answer(r, nil, errLeft)
	}
	return s.queue.closed()
}

// leave ends the session; one of a child, and no other.
func (s *Session) leave() {
	if !s.ofTask {
		s.queue.close()
		return
	}
	s.queue.put(&request{of: s, own: func(context.Context) { s.children.remove(s) }})
}

// errLeft is the error of a request that came after the client had left.
var errLeft = errors.New("the session has ended")

// worker obeys the requests in the queue, one after the other.
func (s *Session) worker(ctx context.Context) {
	for {
		r, ctx, done := s.queue.next(ctx)
		if r == nil {
			return
		}
		r.of.do(ctx, r)
		done()
	}
}

// do obeys a request and answers it.
func (s *Session) do(ctx context.Context, r *request) {
	switch {
	case r.own != nil:
		if s.d != nil {
			r.own(ctx)
		}
		return
	case s.queue.closed():
		s.answer(r, nil, errLeft)
		return
	}
	s.work.begin(r)
	defer s.work.end()
	body, err := s.obey(ctx, r)
	if s.relay.to != nil {
		s.relays()
		return
	}
	if err != nil && ctx.Err() != nil {
		err = errCancelled
	}
	s.answer(r, body, err)
	for len(s.after) > 0 {
		f := s.after[0]
		s.after = s.after[1:]
		f()
	}
	if debugger.Overflowing() {
		s.say("important", debugger.ErrOverflowing.Error()+"\n")
		s.send("terminated", dap.TerminatedEventBody{})
		s.queue.close()
	}
}

// answer answers a request.
func (s *Session) answer(r *request, body any, err error) {
	x := response{Response: dap.Response{RequestSeq: r.Seq, Command: r.Command, Success: err == nil}, Body: lists(body)}
	x.Type = "response"
	if err != nil {
		x.Message, x.Body = inShort(err), dap.ErrorResponseBody{Error: &dap.ErrorMessage{Id: 1, Format: "{text}",
			Variables: map[string]string{"text": inWords(err)}, ShowUser: showUser[r.Command]}}
	}
	s.out.write(&x, &x.Seq)
}

// send sends an event.
func (s *Session) send(name string, body any) {
	x := event{Event: dap.Event{Event: name}, Body: lists(body)}
	x.Type = "event"
	s.out.write(&x, &x.Seq)
}

// later says what is done when the request at work has been answered.
func (s *Session) later(f func()) { s.after = append(s.after, f) }

// close lets go of the run.
func (s *Session) close() {
	s.children.close()
	if s.unwatch != nil {
		s.unwatch()
	}
	if s.opened != nil {
		s.opened.Close()
		s.opened, s.d = nil, nil
	}
}
