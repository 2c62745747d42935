package dap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-dap"

	"machsim/debugger"
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

// raceFilter is the filter of races, which are no endings: a breakpoint stops at them.
const raceFilter = "race"

// events are the filters that are breakpoints as well, under the same words. A panic may be handled and a misuse be
// noted only, so that neither ends the run.
var events = []string{raceFilter, "panic", "misuse"}

// filters are the filters that a client may choose from. All are chosen at first.
func filters() (all []dap.ExceptionBreakpointsFilter) {
	for _, x := range exceptions {
		all = append(all, dap.ExceptionBreakpointsFilter{Filter: x.filter, Label: x.label, Description: x.doc, Default: true})
	}
	return append(all, dap.ExceptionBreakpointsFilter{Filter: raceFilter, Label: "Race",
		Description: "two accesses to a variable of which neither happened before the other: they are looked for in the " +
			"whole run"})
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

func (s *Session) setExceptions(ctx context.Context, a dap.SetExceptionBreakpointsArguments) (any, error) {
	s.filters = a.Filters
	var wanted []*breakpoint
	for _, filter := range events {
		if slices.Contains(a.Filters, filter) {
			wanted = append(wanted, newBreakpoint(atRace, filter, "", ""))
		}
	}
	_, err := s.put(ctx, string(atRace), wanted)
	return nil, err
}

// raised is how what a motion has stopped at is told as an exception: a race, a panic or a misuse; nil for anything
// else.
func raised(m *debugger.Motion) *dap.ExceptionInfoResponseBody {
	for _, h := range m.Stopped.Hits {
		if h.Text != raceFilter && slices.Contains(events, h.Text) && m.Focus != nil {
			kind, text := strings.ToUpper(h.Text), m.Focus.Thread+" "+m.Focus.Verb+": "+m.Focus.What
			return &dap.ExceptionInfoResponseBody{ExceptionId: kind, Description: text, BreakMode: "always",
				Details: &dap.ExceptionDetails{Message: text, TypeName: kind}}
		}
		if h.Race == nil {
			continue
		}
		text := h.Race.String()
		return &dap.ExceptionInfoResponseBody{ExceptionId: "RACE", Description: text, BreakMode: "always",
			Details: &dap.ExceptionDetails{Message: text, TypeName: "RACE",
				StackTrace: stackOf(h.Race.First) + "\n" + stackOf(h.Race.Second)}}
	}
	return nil
}

// stackOf is where a thread was that made an access.
func stackOf(a debugger.Access) string {
	lines := []string{a.String() + ", by " + a.Thread}
	for _, f := range a.Stack {
		lines = append(lines, fmt.Sprintf("  %s  %s", f.Func, f))
	}
	return strings.Join(lines, "\n")
}

// exceptionInfo tells how the run has failed, in the words of its report.
func (s *Session) exceptionInfo(ctx context.Context, a dap.ExceptionInfoArguments) (any, error) {
	if _, err := s.threadz.name(a.ThreadId); err != nil {
		return nil, err
	}
	if s.race != nil {
		return *s.race, nil
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
