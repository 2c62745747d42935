package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/google/go-dap"

	"machsim/debugger"
)

// Session is a client, and the run that it has launched. Serve obeys it.
type Session struct {
	in     *bufio.Reader
	out    *writer
	opener Opener
	queue  *queue

	// What follows belongs to the worker.
	began     *request // the client's introduction
	knows     knowledge
	zeroLines bool // the client counts lines from 0
	wants     Launch
	opened    *Opened
	d         *debugger.Debugger // nil until a run was launched
	at        debugger.Here      // where the client believes to be
	going     bool               // the client is done with its configuration
	relay     relay
	after     []func() // what is done once the answer is on its way
	refs      refs
	threadz   threadNames
	marks     marks
	sources   sources
	done      map[string]int                 // how many events each thread has done here
	printed   uint64                         // the event up to which output was shown
	race      *dap.ExceptionInfoResponseBody // at which it stands; nil for none
	filters   []string                       // of exceptions
	work      progress
}

// New returns a Session with the client at the other end of a connection.
func New(conn io.ReadWriter, o Opener) *Session {
	s := &Session{in: bufio.NewReader(conn), out: &writer{out: conn}, opener: o, queue: newQueue()}
	s.work.of = s
	return s
}

// Serve obeys requests until the client leaves, or ctx ends. The error is one of reading or writing.
func (s *Session) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	context.AfterFunc(ctx, s.queue.close)
	read := make(chan error, 1)
	go func() {
		read <- s.read()
		s.queue.close()
	}()
	s.worker(ctx)
	s.close()
	select {
	case err := <-read:
		return errors.Join(err, s.out.err)
	default: // the client is to close the connection
		return s.out.err
	}
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
		s.take(content)
		if s.queue.closed() {
			return nil
		}
	}
}

// take takes a message of the client.
func (s *Session) take(content []byte) {
	r := &request{content: content}
	if err := json.Unmarshal(content, r); err != nil {
		s.answer(r, nil, errors.New("this is no message of the protocol: "+err.Error()))
		return
	}
	switch {
	case s.relay.pass(content, r):
	case r.Type == "response": // to a request of ours: nobody waits for it
	case beside[r.Command] != nil:
		body, err := beside[r.Command](s, r)
		if s.answer(r, body, err); r.Command == "disconnect" {
			s.queue.close()
		}
	case !s.queue.put(r):
		s.answer(r, nil, errLeft)
	}
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
		s.do(ctx, r)
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
	if s.opened != nil {
		s.opened.Close()
		s.opened, s.d = nil, nil
	}
}
