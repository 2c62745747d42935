package dap

import (
	"context"
	"errors"
	"slices"

	"github.com/google/go-dap"
)

// exceptions are the filters, each with the kinds of ending that it is about.
var exceptions = []struct {
	filter, label, doc string
	kinds              []string
}{
	{"check", "Check failed", "the program, or a claim about it, found it wrong", []string{"CHECK FAILED"}},
	{"deadlock", "Deadlock", "threads wait for each other in a cycle", []string{"DEADLOCK"}},
	{"stuck", "Stuck", "threads wait for what can never come", []string{"STUCK"}},
	{"panic", "Panic", "the program panicked, raised an exception that nobody handles, or ended a thread of Go",
		[]string{"PANIC", "UNHANDLED EXCEPTION", "GOEXIT", "STACK OVERFLOW", "MEMORY"}},
	{"misuse", "Misuse", "it did what C Threads forbids", []string{"MISUSE"}},
	{"livelock", "Livelock", "threads go round in a cycle of states, or a thread makes no kernel call any more",
		[]string{"LIVELOCK", "NO END", "LOOP", "BLOCKED"}},
}

// filters are the filters that a client may choose from. All are chosen at first.
func filters() (all []dap.ExceptionBreakpointsFilter) {
	for _, x := range exceptions {
		all = append(all, dap.ExceptionBreakpointsFilter{Filter: x.filter, Label: x.label, Description: x.doc, Default: true})
	}
	return all
}

// wantsException says whether an ending is one that the client wants to be told of as an exception.
func (s *Session) wantsException(kind string) bool {
	for _, x := range exceptions {
		if slices.Contains(x.kinds, kind) {
			return slices.Contains(s.filters, x.filter)
		}
	}
	return true
}

func (s *Session) setExceptions(_ context.Context, a dap.SetExceptionBreakpointsArguments) (any, error) {
	s.filters = a.Filters
	return nil, nil
}

// exceptionInfo tells how the run has failed, in the words of its report.
func (s *Session) exceptionInfo(ctx context.Context, a dap.ExceptionInfoArguments) (any, error) {
	if _, err := s.threadz.name(a.ThreadId); err != nil {
		return nil, err
	}
	h, err := s.d.Here(ctx)
	if err != nil {
		return nil, err
	}
	end, err := s.d.End(ctx)
	switch {
	case err != nil:
		return nil, err
	case !h.AtEnd || !end.Failed:
		return nil, errors.New("nothing has failed here")
	}
	return dap.ExceptionInfoResponseBody{ExceptionId: end.Kind, Description: end.Text, BreakMode: "always",
		Details: &dap.ExceptionDetails{Message: end.Text, TypeName: end.Kind, StackTrace: end.Report}}, nil
}
