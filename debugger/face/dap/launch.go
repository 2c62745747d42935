package dap

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/google/go-dap"

	"machsim/debugger"
)

// Launch is what a client says of the run that it wants. An editor adds words of its own, which are passed over.
type Launch struct {
	Program   string  `json:"program"`   // the name of one, the directory of a package, or the file of a recording
	Recording string  `json:"recording"` // the file of one
	Session   string  `json:"session"`   // the name of one that machsim serve holds
	Link      string  `json:"link"`      // where that is: a file with the line that machsim serve tells
	As        string  `json:"as"`        // what the client is called there
	TakeOver  bool    `json:"takeOver"`  // it moves there, in place of who does
	Seed      *uint64 `json:"seed"`
	Args      Params  `json:"args"`
	Faults    string  `json:"faults"`
	Strategy  string  `json:"strategy"`
	Preempt   bool    `json:"preempt"`
	Weak      bool    `json:"weak"`
	MaxEvents uint64  `json:"maxEvents"`
	LoopLimit string  `json:"loopLimit"` // a time, as 10s
	Keep      string  `json:"keep"`      // bounds of the recording, as 64MB,10m
	Trust     bool    `json:"trust"`     // a recording may name any package

	Always  []string `json:"always"` // claims
	Never   []string `json:"never"`
	Finally []string `json:"finally"`

	Live          bool   `json:"live"`     // the run is made as far as one goes on in it
	Sessions      string `json:"sessions"` // "tasks": a session for each task beside this one
	StopOnEntry   bool   `json:"stopOnEntry"`
	StopAtFailure bool   `json:"stopAtFailure"` // also where there are breakpoints
	NoDebug       bool   `json:"noDebug"`       // show what it writes, and how it ends
	Mode          string `json:"mode"`          // what the others do when one thread is stepped
	FineSteps     bool   `json:"fineSteps"`     // a step is one statement, and not a line
	SourceRoot    string `json:"sourceRoot"`    // where the sources are that the run had elsewhere
}

// Params are parameters of a program, by their names.
type Params map[string]any

// UnmarshalJSON takes an empty list for none: so Lua, in which Neovim is told, writes an empty object.
func (p *Params) UnmarshalJSON(text []byte) error {
	var none []struct{}
	if json.Unmarshal(text, &none) == nil && len(none) == 0 {
		return nil
	}
	return json.Unmarshal(text, (*map[string]any)(p))
}

// mode is what the others do when one thread is stepped.
func (l *Launch) mode() debugger.Mode {
	return debugger.Mode(max(slices.Index(debugger.Modes, l.Mode), 0))
}

// check says what is wrong with what a client wants.
func (l *Launch) check() error {
	switch {
	case l.Program == "" && l.Recording == "" && l.Session == "":
		return errors.New(`a launch needs a "program": the name of one, the directory of a package, or the file of a ` +
			`recording`)
	case l.Sessions != "" && l.Sessions != perTask:
		return fmt.Errorf("there are no sessions by %q: there are some by %q", l.Sessions, perTask)
	case l.Mode != "" && !slices.Contains(debugger.Modes, l.Mode):
		return fmt.Errorf("there is no mode %q: there are %v", l.Mode, debugger.Modes)
	}
	return nil
}

// Opener makes or opens the run that a client launches.
type Opener interface {
	// Open returns the run, or another process that serves the client from now on.
	Open(context.Context, Launch, Told) (*Opened, error)
}

// Told is what a client is told while a run is opened.
type Told struct {
	Says     io.Writer                              // for a person
	Does     func(what string)                      // that takes long
	Progress func(w debugger.Work, done, of uint64) // for the Options of a Debugger
}

// Opened is a run that was opened.
type Opened struct {
	Debugger *debugger.Debugger
	Close    func()
	Other    *Other // takes over, if it is not nil
	// Joined says that others share the Debugger. Watch lets moved be called whenever it may have been moved.
	Joined bool
	Watch  func(moved func()) (stop func())
}

// Other is another process that serves the client: it is told what the client has said so far, and all that the client
// says from now on; what it answers is passed on.
type Other struct {
	In      io.WriteCloser
	Out     io.Reader
	Program string       // what the program is called there
	Ended   func() error // waits for its end
}

// introduction is what a client says of itself.
type introduction struct {
	dap.InitializeRequestArguments
	LinesStartAt1 *bool `json:"linesStartAt1"` // nil stands for true
	Seq           int   `json:"__machsim_seq"` // see seqWord
}

func (s *Session) initialize(_ context.Context, a introduction) (any, error) {
	s.began = s.queue.working()
	s.out.skip(a.Seq)
	if s.zeroLines = a.LinesStartAt1 != nil && !*a.LinesStartAt1; s.task == "" {
		s.filters = nil
		for _, x := range exceptions {
			s.filters = append(s.filters, x.filter)
		}
	}
	s.knows = knowledge{a.SupportsProgressReporting, a.SupportsInvalidatedEvent, a.SupportsStartDebuggingRequest}
	return capabilities(), nil
}

// knowledge is what a client knows that not every client does.
type knowledge struct{ progress, invalidated, sessions bool }

// launch opens the run. The client says then which breakpoints it wants.
func (s *Session) launch(ctx context.Context, a json.RawMessage) (any, error) {
	if s.d != nil {
		return nil, errors.New("a run was launched already")
	}
	var l Launch
	if err := json.Unmarshal(a, &l); err != nil {
		return nil, fmt.Errorf("the launch cannot be read: %v", err)
	}
	if err := s.open(ctx, l); err != nil {
		return nil, err
	}
	s.later(func() { s.send("initialized", nil) })
	return nil, nil
}

// open opens a run in place of the present one.
func (s *Session) open(ctx context.Context, l Launch) error {
	if err := l.check(); err != nil {
		return err
	}
	x, err := s.opens(ctx, l)
	if err != nil {
		return err
	}
	if x.Other != nil {
		s.work.end()
		s.relay.launch, s.relay.wants = s.queue.working().content, l
		return s.begins(x.Other, false)
	}
	if s.opened != nil {
		s.opened.Close()
	}
	s.opened, s.d, s.wants, s.printed = x, x.Debugger, l, 0
	s.sources = sources{root: l.SourceRoot, asked: s.sources.asked}
	s.refs.forget()
	if x.Joined {
		return nil
	}
	return s.d.SetMode(ctx, l.mode())
}

// opens has a run opened.
func (s *Session) opens(ctx context.Context, l Launch) (*Opened, error) {
	x, err := Within(ctx, s.opener, l, Told{Says: says{s}, Does: s.work.does, Progress: s.work.works})
	if err != nil && ctx.Err() != nil {
		err = errCancelled
	}
	return x, err
}

// Within has a run opened until ctx ends. If that is given up, nobody waits for it, and what comes of it is closed.
func Within(ctx context.Context, o Opener, l Launch, told Told) (*Opened, error) {
	type result struct {
		x   *Opened
		err error
	}
	done := make(chan result, 1)
	go func() {
		x, err := o.Open(ctx, l, told)
		done <- result{x, err}
	}()
	select {
	case r := <-done:
		return r.x, r.err
	case <-ctx.Done():
		go func() {
			if r := <-done; r.err == nil {
				r.x.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// says is a writer of which each line is shown to the person.
type says struct{ s *Session }

func (w says) Write(text []byte) (int, error) {
	if line := bytes.TrimSpace(text); len(line) > 0 {
		w.s.say("console", string(line)+"\n")
	}
	return len(text), nil
}

// configured begins: where the run fails or, if the client has set breakpoints, at the first of them from the start on.
func (s *Session) configured(ctx context.Context, _ none) (any, error) {
	if s.task != "" {
		s.later(func() { s.joins(ctx) })
		return nil, nil
	}
	s.later(func() { s.begin(ctx) })
	return nil, nil
}

// begin goes to where the client is to see the run first.
func (s *Session) begin(ctx context.Context) {
	s.going = true
	if s.opened.Joined {
		s.joinsOthers(ctx)
		return
	}
	if s.wants.NoDebug {
		s.runs(ctx)
		return
	}
	if err := s.setPending(ctx); err != nil {
		s.say("important", inWords(err)+"\n")
	}
	s.move(ctx, "entry", s.first())
	s.children.begin(context.WithoutCancel(ctx), s)
}

// runs shows what the run writes, and how it ends.
func (s *Session) runs(ctx context.Context) {
	end, err := s.d.End(ctx)
	if err == nil {
		s.at, err = s.d.Here(ctx)
	}
	if err != nil {
		s.say("important", inWords(err)+"\n")
	}
	s.output(ctx)
	s.say("stdout", end.Report)
	code := 0
	if end.Failed {
		code = 1
	}
	s.send("exited", dap.ExitedEventBody{ExitCode: code})
	s.send("terminated", dap.TerminatedEventBody{})
}

// first is the motion to where the client is to see the run first.
func (s *Session) first() motion {
	w := s.wants
	return func(ctx context.Context) (m *debugger.Motion, err error) {
		stops := slices.ContainsFunc(s.breakpoints.list, func(m *breakpoint) bool { return m.number != 0 && m.log == "" })
		to := "start"
		if !w.Live && !w.StopOnEntry && (w.StopAtFailure || !stops) {
			to = "end"
		}
		p, err := s.d.Position(ctx, to)
		if err != nil {
			return nil, err
		}
		if m, err = s.d.Goto(ctx, p); err != nil || w.StopOnEntry {
			return m, err
		}
		if to == "start" {
			return s.d.Continue(ctx, false)
		}
		m.From, err = s.d.Position(ctx, "start") // it has been run to its end
		return m, err
	}
}

// restart opens the run anew, by other arguments if the client has some: another seed, for example.
func (s *Session) restart(ctx context.Context, a struct{ Arguments json.RawMessage }) (any, error) {
	l := s.wants
	if len(a.Arguments) > 0 {
		if err := json.Unmarshal(a.Arguments, &l); err != nil {
			return nil, fmt.Errorf("the arguments of restart cannot be read: %v", err)
		}
	}
	if l.Program, l.Recording = s.wants.Program, s.wants.Recording; len(l.Args) == 0 {
		l.Args = s.wants.Args
	}
	if s.task != "" {
		return nil, errors.New("restart the session that has launched the run, and not that of one task")
	}
	if err := s.open(ctx, l); err != nil {
		return nil, err
	}
	for _, m := range s.breakpoints.list {
		m.set, m.number = false, 0
	}
	s.later(func() {
		s.carriedOn(ctx)
		s.begin(ctx)
	})
	return nil, nil
}
