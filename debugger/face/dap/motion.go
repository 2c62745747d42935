package dap

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-dap"

	"machsim/debugger"
)

// onThread is what motions of a thread take.
type onThread struct {
	ThreadId    int                     `json:"threadId"`
	Granularity dap.SteppingGranularity `json:"granularity"`
	TargetId    int                     `json:"targetId"`
}

// motion is what moves the run.
type motion func(context.Context) (*debugger.Motion, error)

// moves answers a motion of a thread, and makes it then. An unknown thread is an error, and nothing moves.
func (s *Session) moves(ctx context.Context, a onThread, reason string, make func(thread string) motion) error {
	name, err := s.threadz.name(a.ThreadId)
	if err == nil {
		s.later(func() { s.move(ctx, reason, make(name)) })
	}
	return err
}

// move makes a motion, and tells where it has led.
func (s *Session) move(ctx context.Context, reason string, f motion) {
	m, err := f(ctx)
	if err != nil && ctx.Err() != nil {
		err = &debugger.Interrupted{What: "the position is what it was"}
	}
	ctx = context.WithoutCancel(ctx) // the client has to be told
	if err != nil {
		s.say("console", inWords(err)+"\n")
		s.stopped(ctx, "pause", inWords(err), nil)
		return
	}
	s.notices()
	for _, p := range m.Passed {
		s.passed(p)
	}
	s.stopped(ctx, reason, "", m)
}

// passed tells of a log point, a trace or a stop that a motion has passed.
func (s *Session) passed(p debugger.Passed) {
	if p.Says != "" && !p.More {
		s.say("console", fmt.Sprintf("@%s %s: %s\n", p.At, p.Thread, p.Says))
		return
	}
	s.say("console", p.String()+"\n")
}

// stopped tells the client that all threads stand still, and where; m may be nil.
func (s *Session) stopped(ctx context.Context, reason, text string, m *debugger.Motion) {
	s.race = nil
	h, err := s.d.Here(ctx)
	if err != nil {
		s.say("important", inWords(err)+"\n")
	}
	s.at = h
	s.output(ctx)
	body := dap.StoppedEventBody{Reason: reason, Text: text, AllThreadsStopped: true}
	if m != nil {
		s.because(ctx, &body, m)
	}
	if body.Description == "" {
		// VS Code shows it beside the thread's name, where there is room for a word or two.
		body.Description = "at " + h.Position.String()
	}
	if body.Text == "" {
		body.Text = h.Position.Describe()
	}
	s.queue.stands()
	s.stands(ctx, body)
	s.children.stand(ctx, s, body)
}

// stands tells the client where all threads stand. The one in focus is the one to look at, if the client sees it.
func (s *Session) stands(ctx context.Context, body dap.StoppedEventBody) {
	s.refs.forget()
	all, _, err := s.threadRows(ctx)
	i := slices.IndexFunc(all, func(t debugger.Thread) bool { return t.Focus })
	if err == nil && len(all) > 0 {
		body.ThreadId = s.threadz.number(all[max(i, 0)].Name)
	}
	s.tellThreads(ctx)
	s.send("stopped", body)
}

// because says why a motion ended where it did.
func (s *Session) because(ctx context.Context, x *dap.StoppedEventBody, m *debugger.Motion) {
	switch {
	case m.Stopped != nil:
		s.race = raised(m)
		s.hit(x, m.Stopped)
	case m.Stands != "":
		x.Reason, x.Text = "pause", m.Stands
	case m.Here.AtEnd && !m.From.Equal(m.Here.Position), m.Focus != nil && m.Focus.Failed:
		s.ended(ctx, x)
	case m.Here.Position.IsStart():
		x.Reason, x.Description = "entry", "start of the recording"
	}
	if m.Missing != "" {
		x.Text = strings.TrimPrefix(x.Text+"; "+m.Missing, "; ")
	}
}

// ended says that the run ends where a motion has led: by a failure, if the client wants to be told of such, or
// otherwise.
func (s *Session) ended(ctx context.Context, x *dap.StoppedEventBody) {
	end, err := s.d.End(ctx)
	if err != nil || end.Open {
		return
	}
	x.Reason, x.Description, x.Text = "end", "end of the run: "+end.Kind, end.Text
	if end.Failed && s.wantsException(end.Kind) {
		x.Reason, x.Description = "exception", end.Kind
	}
	s.say("stdout", strings.TrimSuffix(end.Kind+": "+end.Text, ": ")+"\n") // an editor may show nothing else
}

// hit says which breakpoints, or which stop, ended a motion.
func (s *Session) hit(x *dap.StoppedEventBody, at *debugger.Stopped) {
	x.Reason = "breakpoint"
	var also []string
	for i, h := range at.Hits {
		if m := s.breakpoints.numbered(h.Number); m != nil {
			x.HitBreakpointIds = append(x.HitBreakpointIds, m.id)
			if i == 0 {
				x.Reason = m.kind.reason()
			}
		}
		also = append(also, hitText(h))
	}
	if at.Stop != nil {
		also = append(also, at.Stop.String())
	}
	x.Text = also[0]
	if len(also) > 1 {
		x.Text += "; also: " + strings.Join(also[1:], ", ")
	}
}

// hitText is a hit in words.
func hitText(h debugger.Hit) string {
	text := h.Text + ", " + h.Counted()
	if c := h.Change; c != nil {
		text += fmt.Sprintf(": %s -> %s (%s:%d)", c.Old, c.New, c.File, c.Line)
	}
	if h.Race != nil {
		text += ": " + h.Race.String()
	}
	if a := h.Access; a != nil {
		text += fmt.Sprintf(": it is %s (%s:%d)", a.Value, a.File, a.Line)
	}
	return text
}

func (s *Session) goOn(ctx context.Context, a onThread) (any, error) {
	err := s.moves(ctx, a, "breakpoint", func(string) motion { return s.proceed(false) })
	return dap.ContinueResponseBody{AllThreadsContinued: true}, err
}

func (s *Session) goBack(ctx context.Context, a onThread) (any, error) {
	return nil, s.moves(ctx, a, "breakpoint", func(string) motion { return s.proceed(true) })
}

func (s *Session) proceed(back bool) motion {
	return func(ctx context.Context) (*debugger.Motion, error) { return s.d.Continue(ctx, back) }
}

func (s *Session) next(ctx context.Context, a onThread) (any, error) {
	return nil, s.steps(ctx, a, debugger.LineStep{Kind: debugger.Over})
}

func (s *Session) stepIn(ctx context.Context, a onThread) (any, error) {
	l := debugger.LineStep{Kind: debugger.Into}
	if a.TargetId != 0 {
		t, ok := s.refs.targets[a.TargetId]
		if !ok {
			return nil, gone("target", a.TargetId)
		}
		l.Function = t.function
	}
	return nil, s.steps(ctx, a, l)
}

func (s *Session) stepOut(ctx context.Context, a onThread) (any, error) {
	return nil, s.steps(ctx, a, debugger.LineStep{Kind: debugger.Out})
}

func (s *Session) stepBack(ctx context.Context, a onThread) (any, error) {
	return nil, s.steps(ctx, a, debugger.LineStep{Kind: debugger.Over, Back: true})
}

// stepBackIn and stepBackOut are not of the protocol, which has no such steps back.
func (s *Session) stepBackIn(ctx context.Context, a onThread) (any, error) {
	return nil, s.steps(ctx, a, debugger.LineStep{Kind: debugger.Into, Back: true})
}

func (s *Session) stepBackOut(ctx context.Context, a onThread) (any, error) {
	return nil, s.steps(ctx, a, debugger.LineStep{Kind: debugger.Out, Back: true})
}

// steps steps a thread by lines; by statements and kernel calls if instructions are asked for, and by kernel calls
// where lines are not known. What an editor calls a statement is a line.
func (s *Session) steps(ctx context.Context, a onThread, l debugger.LineStep) error {
	return s.moves(ctx, a, "step", func(thread string) motion {
		l.Thread, l.Mode, l.Statements = thread, s.wants.mode(), s.wants.FineSteps || a.Granularity == "instruction"
		return func(ctx context.Context) (*debugger.Motion, error) {
			lines, err := s.d.HasStatements(ctx)
			switch {
			case err != nil:
				return nil, err
			case !lines || a.Granularity == "instruction" && l.Kind == debugger.Over:
				return s.d.Step(ctx, debugger.Step{Thread: l.Thread, Back: l.Back, Mode: l.Mode})
			}
			return s.d.StepLine(ctx, l)
		}
	})
}
