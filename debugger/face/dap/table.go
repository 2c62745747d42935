package dap

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/go-dap"
)

// Request is a row of the table of requests.
type Request struct {
	Name string

	bare bool // it needs no run: it is obeyed before one is launched
	call func(context.Context, *Session, *request) (body any, err error)
}

// Requests are the requests that are obeyed in their turn; beside has the others.
var Requests []Request

// named has the rows by their names.
var named = map[string]*Request{}

func init() {
	Requests = []Request{
		bare(row("initialize", (*Session).initialize)), bare(row("launch", (*Session).launch)),
		bare(row("attach", (*Session).attach)), row("configurationDone", (*Session).configured),
		row("restart", (*Session).restart),
		row("setBreakpoints", (*Session).setBreakpoints), row("setFunctionBreakpoints", (*Session).setFunctions),
		row("setDataBreakpoints", (*Session).setData), row("setInstructionBreakpoints", (*Session).setInstructions),
		row("setExceptionBreakpoints", (*Session).setExceptions), row("dataBreakpointInfo", (*Session).dataInfo),
		row("breakpointLocations", (*Session).locations), row("exceptionInfo", (*Session).exceptionInfo),
		row("threads", (*Session).threads), row("stackTrace", (*Session).stackTrace), row("scopes", (*Session).scopes),
		row("variables", (*Session).variables), row("evaluate", (*Session).evaluate),
		row("setVariable", (*Session).setVariable), row("setExpression", (*Session).setExpression),
		row("completions", (*Session).completions), row("source", (*Session).source),
		row("loadedSources", (*Session).loadedSources),
		row("continue", (*Session).goOn), row("reverseContinue", (*Session).goBack), row("next", (*Session).next),
		row("stepIn", (*Session).stepIn), row("stepOut", (*Session).stepOut), row("stepBack", (*Session).stepBack),
		row("stepBackIn", (*Session).stepBackIn), row("stepBackOut", (*Session).stepBackOut),
		row("gotoTargets", (*Session).gotoTargets), row("goto", (*Session).gotoTarget),
		row("stepInTargets", (*Session).stepInTargets), row("restartFrame", (*Session).restartFrame),
		row("readMemory", (*Session).readMemory), row("disassemble", (*Session).disassemble),
		row("recording", (*Session).recording),
	}
	for i := range Requests {
		named[Requests[i].Name] = &Requests[i]
	}
}

// row makes a row of a method, by what it takes.
func row[A any](name string, f func(*Session, context.Context, A) (any, error)) Request {
	return Request{Name: name, call: func(ctx context.Context, s *Session, r *request) (any, error) {
		var a A
		if raw := bytes.TrimSpace(r.Arguments); len(raw) > 0 {
			if err := json.Unmarshal(raw, &a); err != nil {
				return nil, fmt.Errorf("the arguments of %s cannot be read: %s", name, strings.TrimPrefix(err.Error(), "json: "))
			}
		}
		return f(s, ctx, a)
	}}
}

// bare says that a request needs no run.
func bare(r Request) Request {
	r.bare = true
	return r
}

// errNothing is the error of a request that needs a run before there is one.
var errNothing = errors.New("nothing was launched yet")

// none is what a request takes that takes nothing.
type none struct{}

// obey does what a request asks for.
func (s *Session) obey(ctx context.Context, r *request) (body any, err error) {
	row := named[r.Command]
	switch {
	case row == nil:
		return nil, fmt.Errorf("there is no request %q here", r.Command)
	case (s.d == nil || s.task == stranger) && !row.bare:
		return nil, errNothing
	}
	return row.call(ctx, s, r)
}

// capabilities are what a client may ask for.
func capabilities() dap.Capabilities {
	return dap.Capabilities{
		SupportsConfigurationDoneRequest: true, SupportsFunctionBreakpoints: true, SupportsConditionalBreakpoints: true,
		SupportsHitConditionalBreakpoints: true, SupportsLogPoints: true, SupportsDataBreakpoints: true,
		SupportsInstructionBreakpoints: true, SupportsBreakpointLocationsRequest: true,
		ExceptionBreakpointFilters: filters(), SupportsExceptionInfoRequest: true, SupportsExceptionFilterOptions: false,
		SupportsStepBack: true, SupportsSteppingGranularity: true, SupportsStepInTargetsRequest: true,
		SupportsGotoTargetsRequest: true, SupportsRestartFrame: true, SupportsRestartRequest: true,
		SupportsEvaluateForHovers: true, SupportsSetVariable: true, SupportsSetExpression: true,
		SupportsCompletionsRequest: true, SupportsDelayedStackTraceLoading: true, SupportsLoadedSourcesRequest: true,
		SupportsReadMemoryRequest: true, SupportsDisassembleRequest: true, SupportsClipboardContext: true,
		SupportsCancelRequest: true, SupportsTerminateRequest: true, SupportTerminateDebuggee: true,
		SupportsValueFormattingOptions: true,
	}
}
