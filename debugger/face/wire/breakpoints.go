package wire

import (
	"context"
	"errors"

	"machsim/debugger"
)

var breakpointMethods = Group{"Breakpoints", []Method{
	calls[struct {
		Text string `doc:"what a thread has to be about to do, as break takes it: lock fork1 by kant"`
		Once bool   `doc:"it goes when it has stopped somebody"`
	}]("break", "Sets a breakpoint.", (*debugger.Debugger).Break),
	with("watch", "Sets a watchpoint: a breakpoint at the statements that access a variable.", watch),
	list("breakpoints", "Lists the breakpoints.", (*debugger.Debugger).Breakpoints),
	with("enable", "Lets breakpoints and stops stop threads, or not.",
		func(ctx context.Context, d *debugger.Debugger, p Enable) (none, error) {
			return none{}, d.Enable(ctx, p.On, p.Numbers...)
		}),
	with("delete", "Forgets breakpoints, stops and traces, and answers what they were.", forget),
}}

// Watch is a watchpoint that is wanted.
type Watch struct {
	ofExpression
	Kind string `json:"kind" doc:"watch: who has changed it; wwatch: who is about to; rwatch: who is about to read it; awatch: read or write"`
}

var watchKinds = []string{string(debugger.ChangeWatch), string(debugger.ReadWatch), string(debugger.AccessWatch),
	string(debugger.WriteWatch)}

func watch(ctx context.Context, d *debugger.Debugger, p Watch) (debugger.Breakpoint, error) {
	if _, err := oneOf("kind", p.Kind, watchKinds); err != nil {
		return debugger.Breakpoint{}, err
	}
	return d.Watch(ctx, debugger.WatchKind(p.Kind), debugger.Scope{}, p.Expression)
}

// Enable says which are meant.
type Enable struct {
	ofNumbers
	On bool `json:"on" doc:"they stop threads from now on"`
}

// Forgotten is what there is no more.
type Forgotten struct {
	Stops       []debugger.Stop
	Breakpoints []debugger.Breakpoint
}

func forget(ctx context.Context, d *debugger.Debugger, p ofNumbers) (x Forgotten, err error) {
	if len(p.Numbers) == 0 {
		return x, errors.New("say which: numbers has none")
	}
	x.Stops, x.Breakpoints, err = d.Delete(ctx, p.Numbers...)
	return x, err
}
