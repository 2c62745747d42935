package dap

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/go-dap"

	"machsim/debugger"
)

// list is something that has variables.
type list struct {
	at   debugger.Scope
	of   string // the expression whose parts they are; "" where rows has them
	n    int    // how many there are, if they are parts
	rows func(ctx context.Context, s *Session, as debugger.Format) ([]debugger.Local, error)
	lazy []*list // beside the rows: what has variables of its own, by their names
	name string
}

// scopes are what can be seen in a frame.
func (s *Session) scopes(ctx context.Context, a dap.ScopesArguments) (any, error) {
	at, ok := s.refs.frames[a.FrameId]
	if !ok {
		return nil, gone("frame", a.FrameId)
	}
	var body dap.ScopesResponseBody
	add := func(name, hint string, dear bool,
		rows func(context.Context, *Session, debugger.Format) ([]debugger.Local, error)) {
		body.Scopes = append(body.Scopes, dap.Scope{Name: name, PresentationHint: hint, Expensive: dear,
			VariablesReference: s.refs.list(list{at: at, rows: rows})})
	}
	add("Arguments", "arguments", false, localsOf(at, isArgument))
	add("Locals", "locals", false, localsOf(at, func(v debugger.Local) bool { return !isArgument(v) }))
	if m := s.inHand(ctx, at.Thread); m != nil {
		add("Message in hand", "", false, func(context.Context, *Session, debugger.Format) ([]debugger.Local, error) {
			return m, nil
		})
	}
	body.Scopes = append(body.Scopes, dap.Scope{Name: "Held by the task", Expensive: true,
		VariablesReference: s.refs.list(s.held(at.Thread))})
	add("Globals", "globals", true, func(ctx context.Context, s *Session, _ debugger.Format) ([]debugger.Local, error) {
		return s.d.Globals(ctx)
	})
	return body, nil
}

func isArgument(v debugger.Local) bool { return v.Kind == "argument" || v.Kind == "receiver" }

// localsOf are the variables of a frame or, where its lines are not known, those that its thread shows.
func localsOf(at debugger.Scope, wanted func(debugger.Local) bool) (
	rows func(context.Context, *Session, debugger.Format) ([]debugger.Local, error)) {
	return func(ctx context.Context, s *Session, as debugger.Format) (all []debugger.Local, err error) {
		if lines, err := s.d.HasStatements(ctx); err != nil || !lines {
			return s.shown(ctx, as, at.Thread, wanted)
		}
		at.As = as
		x, err := s.d.Locals(ctx, at)
		if err != nil {
			return nil, nil // the thread is in no function of the program
		}
		for _, v := range x.Rows {
			if wanted(v) {
				all = append(all, v)
			}
		}
		return all, nil
	}
}

// shown are the variables that a thread shows.
func (s *Session) shown(ctx context.Context, as debugger.Format, thread string, wanted func(debugger.Local) bool) (
	all []debugger.Local, err error) {
	x, err := s.d.Variables(ctx, as, thread)
	if err != nil {
		return nil, nil // it shows none
	}
	for _, v := range x.Rows {
		if row := (debugger.Local{Name: v.Name, Value: v.Value}); wanted(row) {
			all = append(all, row)
		}
	}
	return all, nil
}

func (s *Session) variables(ctx context.Context, a dap.VariablesArguments) (any, error) {
	l, ok := s.refs.lists[a.VariablesReference]
	if !ok {
		return nil, gone("variable", a.VariablesReference)
	}
	l.at.As = formatOf(a.Format)
	rows, err := s.rowsOf(ctx, l, a.Start, a.Count)
	var body dap.VariablesResponseBody
	for _, v := range rows {
		body.Variables = append(body.Variables, s.variableRow(l.at, v))
	}
	for _, more := range l.lazy {
		body.Variables = append(body.Variables, dap.Variable{Name: more.name, VariablesReference: s.refs.list(*more)})
	}
	return body, err
}

// rowsOf are some of the variables of a list: all that n is 0 for.
func (s *Session) rowsOf(ctx context.Context, l list, from, n int) ([]debugger.Local, error) {
	switch {
	case l.of != "":
		return s.d.Parts(ctx, l.at, l.of, from, n)
	case l.rows == nil:
		return nil, nil
	}
	all, err := l.rows(ctx, s, l.at.As)
	all = all[min(max(from, 0), len(all)):]
	if n > 0 {
		all = all[:min(n, len(all))]
	}
	return all, err
}

// variableRow is a variable as the client is told of it.
func (s *Session) variableRow(at debugger.Scope, v debugger.Local) dap.Variable {
	row := dap.Variable{Name: v.Name, Value: v.Value, Type: v.Type, EvaluateName: v.Expression}
	if v.Outer {
		row.Name += " (hidden)"
	}
	if v.Parts > 0 && v.Expression != "" {
		row.VariablesReference = s.refs.list(list{at: at, of: v.Expression, n: v.Parts})
		if strings.HasPrefix(strings.TrimLeft(v.Type, "*"), "[") {
			row.IndexedVariables = v.Parts
		} else {
			row.NamedVariables = v.Parts
		}
	}
	row.MemoryReference = s.memoryOf(at, v)
	return row
}

// child is a variable of a list, by its name.
func (s *Session) child(ctx context.Context, ref int, name string) (at debugger.Scope, v debugger.Local, err error) {
	l, ok := s.refs.lists[ref]
	if !ok {
		return at, v, gone("variable", ref)
	}
	rows, err := s.rowsOf(ctx, l, 0, 0)
	for _, v := range rows {
		if v.Name == name && v.Expression != "" {
			return l.at, v, nil
		}
	}
	if err == nil {
		err = fmt.Errorf("there is no variable %s there", name)
	}
	return at, v, err
}
