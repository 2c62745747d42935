package mcp

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"machsim/debugger"
	"machsim/debugger/face/dap"
	"machsim/debugger/face/wire"
)

// Options say what a Session offers.
type Options struct {
	Version string     // of machsim
	Forks   bool       // also what makes forks, runs and files
	Opener  dap.Opener // makes and opens runs; without Forks a Debugger of it has to be ReadOnly
	Shelf   wire.Shelf // makes many runs, with Forks
}

// Session is a client, and the run that it has opened.
type Session struct {
	o      Options
	server *sdk.Server
	end    func()                 // ends the session
	gate   chan struct{}          // holds one token while a call is at work; what follows belongs to that
	opened *dap.Opened            // nil until something was opened
	to     *relay                 // serves the client in place of this process; nil for none
	claims []wire.Claim           // of the run that is open
	rest   []string               // the lines of the last answer that were not told
	does   atomic.Pointer[string] // what the call at work does that takes long
}

// New returns a Session.
func New(o Options) *Session {
	s := &Session{o: o, gate: make(chan struct{}, 1)}
	s.server = sdk.NewServer(&sdk.Implementation{Name: "machsim", Title: "machsim, a debugger of distributed programs",
		Version: o.Version}, &sdk.ServerOptions{Instructions: s.instructions(), Capabilities: &sdk.ServerCapabilities{}})
	for i := range Tools {
		if t := &Tools[i]; o.Forks || !t.Forks {
			t.add(s, t)
		}
	}
	return s
}

// instructions tell an assistant how to begin.
func (s *Session) instructions() string {
	makes := "Runs are looked at only: nothing is written, and no forks are made. "
	if s.o.Forks {
		makes = "Forks of a run may be made: they change nothing in the run itself. "
	}
	return "machsim runs distributed programs on a simulated kernel, and goes through such a run forwards and " +
		"backwards. Begin with open: the name of a program, the directory of a Go package, or the file of a recording " +
		"(.rec). One stands at a position, at first at the end of the run; goto, step and continue lead elsewhere. A " +
		"position is written as the number of an event, or as an answer has it. Events have numbers from 1; times are " +
		"virtual. " + makes + "What an answer says to type, the tool prompt takes."
}

// Serve obeys calls until the client leaves, or ctx ends.
func (s *Session) Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	return s.serve(ctx, &sdk.IOTransport{Reader: in, Writer: out})
}

func (s *Session) serve(ctx context.Context, t sdk.Transport) error {
	ctx, s.end = context.WithCancel(ctx)
	defer s.end()
	err := s.server.Run(ctx, t)
	s.gate <- struct{}{}
	s.close()
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// close lets go of the run.
func (s *Session) close() {
	if s.to != nil {
		s.to.close()
	}
	if s.opened != nil {
		s.opened.Close()
	}
	s.opened, s.to, s.rest = nil, nil, nil
}

// How long a call may take if it does not say, and at most; and how often its client hears of it.
const (
	usualSeconds = 50
	mostSeconds  = 600
	usualBeat    = 2 * time.Second
)

var beat = usualBeat

// last is how long a session goes on that has to end, so that its client hears why.
const last = 100 * time.Millisecond

// Call is what each tool takes.
type Call struct {
	Seconds int `json:"seconds,omitempty" jsonschema:"how long the call may take: 50 if it is left out, 600 at most"`
}

func (c Call) limit() time.Duration {
	if c.Seconds <= 0 {
		return usualSeconds * time.Second
	}
	return time.Duration(min(c.Seconds, mostSeconds)) * time.Second
}

// inTurn does the work of a call, while no other is at work.
func (s *Session) inTurn(ctx context.Context, r *sdk.CallToolRequest, limit time.Duration,
	f func(context.Context) (*sdk.CallToolResult, any, error)) (*sdk.CallToolResult, any, error) {
	select {
	case s.gate <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	defer func() { <-s.gate }()
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	defer s.hears(timed, r)()
	result, data, err := f(timed)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("given up after %v, and nothing has changed: call it again with a longer time as seconds, or ask "+
			"for less", limit)
	}
	if debugger.Overflowing() {
		err = debugger.ErrOverflowing
		time.AfterFunc(last, s.end)
	}
	return result, data, err
}

// hears lets the client hear that a call is at work, if it wants to, until the function that it returns is called.
func (s *Session) hears(ctx context.Context, r *sdk.CallToolRequest) (stop func()) {
	token := r.Params.GetProgressToken()
	s.does.Store(nil)
	if token == nil {
		return func() {}
	}
	began, tick, ended := time.Now(), time.NewTicker(beat), make(chan struct{})
	go func() {
		for {
			select {
			case <-tick.C:
				x := &sdk.ProgressNotificationParams{ProgressToken: token, Message: "at work"}
				x.Progress = time.Since(began).Seconds()
				if does := s.does.Load(); does != nil {
					x.Message = *does
				}
				_ = r.Session.NotifyProgress(ctx, x)
			case <-ended:
				return
			}
		}
	}()
	return func() {
		tick.Stop()
		close(ended)
	}
}

// works takes note of what the call at work does.
func (s *Session) works(w debugger.Work, done, of uint64) {
	if of > 0 {
		s.says(fmt.Sprintf("%v: %d of %d", w, done, of))
	}
}

func (s *Session) says(what string) { s.does.Store(&what) }

// told is what is told while a run is opened. What is for a person goes where a client shows it.
func (s *Session) told() dap.Told {
	return dap.Told{Says: os.Stderr, Does: s.says, Progress: s.works}
}
