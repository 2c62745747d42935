package dap

import (
	"context"
	"fmt"

	"github.com/google/go-dap"

	"machsim/debugger"
)

// stackTrace lists the functions that a thread is in and, where it serves a remote call, those of its caller after
// them. The rest is only looked for when the client asks for it.
func (s *Session) stackTrace(ctx context.Context, a dap.StackTraceArguments) (any, error) {
	thread, err := s.threadz.name(a.ThreadId)
	if err != nil {
		return nil, err
	}
	if err := s.sources.load(ctx, s.d); err != nil {
		return nil, err
	}
	start, levels := max(a.StartFrame, 0), a.Levels
	if levels > 0 {
		if own, err := s.d.Frames(ctx, thread); err == nil && start+levels <= len(own) {
			body := dap.StackTraceResponseBody{TotalFrames: len(own) + 1}
			for _, f := range own[start : start+levels] {
				body.StackFrames = append(body.StackFrames, s.frameRow("", f))
			}
			return body, nil
		}
	}
	all, err := s.wholeStack(ctx, thread)
	if err != nil {
		return nil, err
	}
	body := dap.StackTraceResponseBody{TotalFrames: len(all)}
	all = all[min(start, len(all)):]
	if levels > 0 {
		all = all[:min(levels, len(all))]
	}
	body.StackFrames = all
	return body, nil
}

// wholeStack is the stack of a thread through hosts, outwards.
func (s *Session) wholeStack(ctx context.Context, thread string) (all []dap.StackFrame, err error) {
	stack, err := s.d.CallerStack(ctx, thread)
	if err != nil {
		return nil, err
	}
	for i, x := range stack.Segments {
		at := ""
		if i > 0 {
			at = x.Host + "/" + x.Thread
			all = append(all, s.labelRow(x.Thread, "called by "+at))
		}
		for _, f := range x.Frames {
			all = append(all, s.frameRow(at, f))
		}
		for n, f := range x.Stack {
			all = append(all, s.placeRow(at, debugger.Scope{Thread: x.Thread, Frame: n}, f))
		}
		if x.None != "" {
			all = append(all, s.noneRow(ctx, x))
		}
	}
	return all, nil
}

// frameRow is a function that a thread is in; at is where, if that is not the thread that was asked for.
func (s *Session) frameRow(at string, f debugger.StackFrame) dap.StackFrame {
	return s.placeRow(at, debugger.Scope{Thread: f.Thread, Frame: f.N},
		debugger.Frame{Func: f.Func, File: f.File, Path: f.Path, Line: f.Line})
}

func (s *Session) placeRow(at string, scope debugger.Scope, f debugger.Frame) dap.StackFrame {
	row := dap.StackFrame{Id: s.refs.frame(scope), Name: f.Func, Column: 1, CanRestart: true}
	if at != "" {
		row.Name = f.Func + "  on " + at
	}
	if f.Path != "" {
		row.Line, row.Source = s.lineOut(f.Line), s.sources.row(f.Path)
	}
	if scope.Frame == 0 {
		row.InstructionPointerReference = s.instruction(scope.Thread)
	}
	return row
}

// labelRow is a line of a stack that is no function.
func (s *Session) labelRow(thread, text string) dap.StackFrame {
	return dap.StackFrame{Id: s.refs.frame(debugger.Scope{Thread: thread}), Name: text, PresentationHint: "label"}
}

// noneRow stands in place of the functions of a thread that is in none of the program: it says what the thread does.
func (s *Session) noneRow(ctx context.Context, x debugger.StackSegment) dap.StackFrame {
	text := x.Thread + " " + x.None
	if why, err := s.d.Why(ctx, x.Thread); err == nil && len(why.Reasons) > 0 {
		text = fmt.Sprintf("%s %s", why.Reasons[0].Thread, why.Reasons[0].Text)
	}
	row := s.labelRow(x.Thread, text)
	row.PresentationHint = "subtle"
	return row
}
