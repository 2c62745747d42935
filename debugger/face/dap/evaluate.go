package dap

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-dap"

	"machsim/debugger"
	"machsim/debugger/face/repl"
)

// evaluate answers an expression of Go in a frame; what was typed in the debug console is obeyed as at the prompt.
func (s *Session) evaluate(ctx context.Context, a dap.EvaluateArguments) (any, error) {
	at, err := s.refs.scope(a.FrameId)
	switch {
	case err != nil:
		return nil, err
	case a.Context == "repl" && (repl.IsCommand(a.Expression) || strings.TrimSpace(a.Expression) == ""):
		return s.command(ctx, at, a.Expression)
	}
	at.As = formatOf(a.Format)
	v, err := s.value(ctx, at, a.Expression)
	if err != nil {
		return nil, err
	}
	row := s.variableRow(at, v)
	return dap.EvaluateResponseBody{Result: v.Value, Type: v.Type, VariablesReference: row.VariablesReference,
		NamedVariables: row.NamedVariables, IndexedVariables: row.IndexedVariables, MemoryReference: row.MemoryReference}, nil
}

// formatOf is how a client wants values written.
func formatOf(f *dap.ValueFormat) debugger.Format {
	if f != nil && f.Hex {
		return debugger.Hex
	}
	return debugger.Plain
}

// value is the value of an expression of Go in a frame or, where that has none, of one of predicates.
func (s *Session) value(ctx context.Context, at debugger.Scope, expression string) (debugger.Local, error) {
	v, err := s.d.Value(ctx, at, expression)
	if err == nil {
		return v, nil
	}
	if text, wrong := s.d.Evaluate(ctx, at.As, expression); wrong == nil {
		return debugger.Local{Name: expression, Value: text}, nil
	}
	return v, err
}

// mostPage is how many lines a command shows at most.
const mostPage = 2000

// command obeys a line of the prompt. Names mean what they mean in the frame that the client has chosen.
func (s *Session) command(ctx context.Context, at debugger.Scope, line string) (any, error) {
	var text string
	err := s.d.Do(ctx, line, func(ctx context.Context) error {
		if err := s.choose(ctx, at); err != nil {
			return err
		}
		parts, err := repl.New(s.d, repl.Options{Page: mostPage}).Parts(ctx, line)
		if text = parts.Text(0); err != nil {
			return fmt.Errorf("%s%s", text, repl.Words(err))
		}
		return nil
	})
	if err != nil {
		if ctx.Err() != nil { // perhaps by pause
			s.later(func() { s.stopped(context.WithoutCancel(ctx), "pause", "", nil) })
		}
		return nil, err
	}
	s.notices()
	s.later(func() { s.moved(context.WithoutCancel(ctx)) })
	return dap.EvaluateResponseBody{Result: strings.TrimSuffix(text, "\n")}, nil
}

// choose has the prompt look into a frame.
func (s *Session) choose(ctx context.Context, at debugger.Scope) error {
	if at.Thread == "" {
		return nil
	}
	if _, err := s.d.SetFocus(ctx, at.Thread); err != nil || at.Frame == 0 {
		return err
	}
	_, err := s.d.SelectFrame(ctx, at.Frame)
	return err
}

// moved tells the client if something that it did not ask for has moved the run, or changed what it shows.
func (s *Session) moved(ctx context.Context) {
	h, err := s.d.Here(ctx)
	s.missing(ctx)
	switch {
	case err != nil:
	case h.Position.Equal(s.at.Position):
		s.invalid()
	default:
		s.carriedOn(ctx)
		s.stopped(ctx, "goto", "", nil)
	}
}

// carriedOn says that the threads go on, before an event stopped that the client did not ask for.
func (s *Session) carriedOn(ctx context.Context) {
	body := dap.ContinuedEventBody{AllThreadsContinued: true, ThreadId: 1}
	if f, err := s.d.Focus(ctx); err == nil && f != nil {
		body.ThreadId = s.threadz.number(f.Thread)
	}
	s.send("continued", body)
}

// invalid says that what the client shows may have changed, if it knows how to ask again.
func (s *Session) invalid() {
	if s.knows.invalidated {
		s.send("invalidated", dap.InvalidatedEventBody{Areas: []dap.InvalidatedAreas{"all"}})
	}
}

func (s *Session) setVariable(ctx context.Context, a dap.SetVariableArguments) (any, error) {
	at, v, err := s.child(ctx, a.VariablesReference, a.Name)
	if err != nil {
		return nil, err
	}
	row, err := s.assign(ctx, at, v.Expression, a.Value)
	return dap.SetVariableResponseBody{Value: row.Value, Type: row.Type, VariablesReference: row.VariablesReference,
		NamedVariables: row.NamedVariables, IndexedVariables: row.IndexedVariables}, err
}

func (s *Session) setExpression(ctx context.Context, a dap.SetExpressionArguments) (any, error) {
	at, err := s.refs.scope(a.FrameId)
	if err != nil {
		return nil, err
	}
	row, err := s.assign(ctx, at, a.Expression, a.Value)
	return dap.SetExpressionResponseBody{Value: row.Value, Type: row.Type, VariablesReference: row.VariablesReference,
		NamedVariables: row.NamedVariables, IndexedVariables: row.IndexedVariables}, err
}

// assign gives a variable another value: in a fork, which is entered, or at the growing end of a live run there.
func (s *Session) assign(ctx context.Context, at debugger.Scope, expression, value string) (row dap.Variable,
	err error) {
	run, err := s.d.Fork(ctx, debugger.Fork{Change: debugger.Assign{Variable: expression, Value: value, In: at}})
	if err != nil {
		return row, err
	}
	s.say("important", fmt.Sprintf("%s, in %s: %s\n", run.Change, run.Name, run.Ended))
	s.refs.forget()
	v, err := s.d.Value(ctx, at, expression)
	if err != nil {
		v, err = debugger.Local{Value: value}, nil
	}
	row = s.variableRow(at, v)
	s.later(func() { s.forked(context.WithoutCancel(ctx)) })
	return row, err
}

// forked tells the client that it stands in another run. Where it does not know how to ask again, by a stop.
func (s *Session) forked(ctx context.Context) {
	if h, err := s.d.Here(ctx); err == nil && s.knows.invalidated {
		s.at = h
		s.invalid()
		return
	}
	s.carriedOn(ctx)
	s.stopped(ctx, "goto", "", nil)
}

// completions completes a line of the debug console: as at the prompt, and the variables of the frame.
func (s *Session) completions(ctx context.Context, a dap.CompletionsArguments) (any, error) {
	at, err := s.refs.scope(a.FrameId)
	if err != nil {
		return nil, err
	}
	typed := a.Text
	if n := a.Column - 1; n >= 0 && n < len(typed) {
		typed = typed[:n]
	}
	head, words := repl.New(s.d, repl.Options{}).Completions(ctx, typed)
	begun := typed[strings.LastIndexAny(typed, " .([")+1:]
	if x, err := s.d.Locals(ctx, at); err == nil && !strings.HasSuffix(typed[:len(typed)-len(begun)], ".") {
		for _, v := range x.Rows {
			if strings.HasPrefix(v.Name, begun) {
				words = append(words, v.Name)
			}
		}
	}
	slices.SortFunc(words, cmp.Compare)
	var body dap.CompletionsResponseBody
	for _, w := range slices.Compact(words) {
		body.Targets = append(body.Targets, dap.CompletionItem{Label: w, Start: len(head), Length: len(typed) - len(head)})
	}
	return body, nil
}
