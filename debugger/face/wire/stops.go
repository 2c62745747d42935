package wire

import (
	"context"

	"machsim/debugger"
)

var stopMethods = Group{"Stops", []Method{
	calls[Predicate]("stopIf", "Sets a stop: continue stops where a predicate on several processes is satisfied.",
		(*debugger.Debugger).StopIf),
	with("traceIf", "Sets a trace: motions show the value of an expression, where a predicate is satisfied.",
		func(ctx context.Context, d *debugger.Debugger, p Trace) (debugger.Stop, error) {
			return d.TraceIf(ctx, p.Expression, p.Predicate.Predicate)
		}),
	calls[struct {
		What string `doc:"work.x; reads of work.x; label again; lab.go:27"`
	}]("trace",
		"Sets a trace of local events: changes of a variable, what reads it, who comes to a label or line.",
		(*debugger.Debugger).Trace),
	list("stops", "Lists the stops and traces.", (*debugger.Debugger).Stops),
	calls[struct {
		ofNumber
		Part int `doc:"which of its parts that are joined by or, from 1; 0 for all"`
	}]("primary", "Makes a stop, or a part of it, the primary one.", (*debugger.Debugger).Primary),
}}

// Predicate is a predicate in words.
type Predicate struct {
	Predicate string `json:"predicate" doc:"as docs/PREDICATES.md has it"`
}

// Trace is a trace that is wanted.
type Trace struct {
	Predicate
	Expression string `json:"expression" doc:"whose value is shown"`
}
