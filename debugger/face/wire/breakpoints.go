package wire

import (
	"context"
	"errors"

	"machsim/debugger"
)

var breakpointMethods = Group{"Breakpoints", []Method{
	with("break", "Sets a breakpoint.",
		func(ctx context.Context, d *debugger.Debugger, p Break) (debugger.Breakpoint, error) {
			return d.Break(ctx, p.Text, p.Once)
		}),
	with("watch", "Sets a watchpoint: a breakpoint at the statements that access a variable.", watch),
	list("breakpoints", "Lists the breakpoints.", (*debugger.Debugger).Breakpoints),
	does("enable", "Lets breakpoints and stops stop threads, or not.",
		func(ctx context.Context, d *debugger.Debugger, p Enable) error {
			return d.Enable(ctx, p.On, p.Numbers...)
		}),
	with("delete", "Forgets breakpoints, stops and traces, and answers what they were.", forget),
}}

// Break is a breakpoint that is wanted.
type Break struct {
	Text string `json:"text" doc:"what a thread has to be about to do, as break takes it: lock fork1 by kant"`
	Once bool   `json:"once" doc:"it goes when it has stopped somebody"`
}

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
