package dap

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/go-dap"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

func (s *Session) setBreakpoints(ctx context.Context, a dap.SetBreakpointsArguments) (body any, err error) {
	for _, line := range a.Lines {
		if len(a.Breakpoints) == 0 {
			a.Breakpoints = append(a.Breakpoints, dap.SourceBreakpoint{Line: line})
		}
	}
	path, wrong := s.sources.find(ctx, s.d, a.Source)
	var wanted []*breakpoint
	for _, b := range a.Breakpoints {
		if wrong != nil {
			wanted = append(wanted, &breakpoint{kind: atLine, place: dap.Breakpoint{Message: inWords(wrong), Line: b.Line}})
			continue
		}
		wanted = append(wanted, s.breakAtLine(ctx, path, b))
	}
	rows, err := s.put(ctx, string(atLine)+" "+a.Source.Path+fmt.Sprint(a.Source.SourceReference), wanted)
	return dap.SetBreakpointsResponseBody{Breakpoints: rows}, err
}

// breakAtLine is a breakpoint at a line or, where that has no statement, at the next one.
func (s *Session) breakAtLine(ctx context.Context, path string, b dap.SourceBreakpoint) *breakpoint {
	line, err := s.lineFrom(ctx, path, s.line(b.Line))
	if err != nil {
		return &breakpoint{kind: atLine, place: dap.Breakpoint{Message: inWords(err), Line: b.Line}}
	}
	m := newBreakpoint(atLine, fmt.Sprintf("%s:%d", s.sources.short(path), line), b.Condition, b.HitCondition)
	m.log = b.LogMessage
	m.place.Line, m.place.Source = s.lineOut(line), s.sources.row(path)
	return m
}

// lineFrom is the next line that has a statement, from one on.
func (s *Session) lineFrom(ctx context.Context, path string, line int) (int, error) {
	lines, err := s.d.StatementLines(ctx, path)
	if err != nil {
		return 0, err
	}
	for _, n := range lines {
		if n >= line {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s has no statement in line %d, nor after it", text.FileName(path), line)
}

func (s *Session) locations(ctx context.Context, a dap.BreakpointLocationsArguments) (any, error) {
	path, err := s.sources.find(ctx, s.d, a.Source)
	if err != nil {
		return nil, err
	}
	lines, err := s.d.StatementLines(ctx, path)
	var body dap.BreakpointLocationsResponseBody
	for _, n := range lines {
		if n >= s.line(a.Line) && n <= s.line(max(a.Line, a.EndLine)) {
			body.Breakpoints = append(body.Breakpoints, dap.BreakpointLocation{Line: s.lineOut(n)})
		}
	}
	return body, err
}

func (s *Session) setFunctions(ctx context.Context, a dap.SetFunctionBreakpointsArguments) (any, error) {
	var wanted []*breakpoint
	for _, b := range a.Breakpoints {
		m := newBreakpoint(atFunction, b.Name, b.Condition, b.HitCondition)
		if f, ok, err := s.d.Function(ctx, b.Name); err == nil && ok && f.Path != "" {
			m.place.Line, m.place.Source = s.lineOut(f.Line), s.sources.row(f.Path)
		}
		wanted = append(wanted, m)
	}
	rows, err := s.put(ctx, string(atFunction), wanted)
	return dap.SetFunctionBreakpointsResponseBody{Breakpoints: rows}, err
}

// setInstructions sets breakpoints at calls of the kernel: what the debugger sees between a thread's statements.
// A reference is the name of a call, or the address of one as disassemble tells it.
func (s *Session) setInstructions(ctx context.Context, a dap.SetInstructionBreakpointsArguments) (any, error) {
	var wanted []*breakpoint
	for _, b := range a.Breakpoints {
		text, err := s.callAt(ctx, b.InstructionReference, b.Offset)
		m := newBreakpoint(atInstruction, text, b.Condition, b.HitCondition)
		if m.place.InstructionReference = b.InstructionReference; err != nil {
			m.text, m.place.Verified, m.place.Message = "", false, inWords(err)
		}
		wanted = append(wanted, m)
	}
	rows, err := s.put(ctx, string(atInstruction), wanted)
	return dap.SetInstructionBreakpointsResponseBody{Breakpoints: rows}, err
}

// watches says by the access that a client names what a watchpoint stops. One at writes stops before the statement, as
// the others do: an editor marks the line at which it stands.
var watches = map[dap.DataBreakpointAccessType]debugger.WatchKind{
	"": debugger.WriteWatch, "write": debugger.WriteWatch, "read": debugger.ReadWatch, "readWrite": debugger.AccessWatch,
}

func (s *Session) dataInfo(ctx context.Context, a dap.DataBreakpointInfoArguments) (any, error) {
	expression := a.Name
	scope, err := s.refs.scope(a.FrameId)
	if a.VariablesReference != 0 {
		var v debugger.Local
		scope, v, err = s.child(ctx, a.VariablesReference, a.Name)
		expression = v.Expression
	}
	if err != nil {
		return nil, err
	}
	text, err := s.d.Watchable(ctx, scope, expression)
	if err != nil {
		return dap.DataBreakpointInfoResponseBody{Description: inWords(err)}, nil
	}
	return dap.DataBreakpointInfoResponseBody{DataId: text, Description: text,
		AccessTypes: []dap.DataBreakpointAccessType{"read", "write", "readWrite"}, CanPersist: true}, nil
}

func (s *Session) setData(ctx context.Context, a dap.SetDataBreakpointsArguments) (any, error) {
	var wanted []*breakpoint
	for _, b := range a.Breakpoints {
		kind, ok := watches[b.AccessType]
		m := &breakpoint{kind: atData, text: string(kind) + " " + b.DataId, place: dap.Breakpoint{Verified: true}}
		switch {
		case !ok:
			m.text, m.place = "", dap.Breakpoint{Message: fmt.Sprintf("a variable is not accessed by %q", b.AccessType)}
		case strings.TrimSpace(b.Condition+b.HitCondition) != "":
			m.text, m.place = "", dap.Breakpoint{Message: "a data breakpoint takes no condition: set a breakpoint at the line"}
		}
		wanted = append(wanted, m)
	}
	rows, err := s.put(ctx, string(atData), wanted)
	return dap.SetDataBreakpointsResponseBody{Breakpoints: rows}, err
}
