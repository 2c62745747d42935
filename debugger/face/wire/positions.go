package wire

import (
	"context"

	"machsim/debugger"
)

var positionMethods = Group{"Positions", []Method{
	with("position", "Reads a position, and says where it lies. One stays where one is.", position),
	calls[none]("left", "Answers the position before the last motion, \"\" if there was none.",
		(*debugger.Debugger).Left),
	with("around", "Answers the window of some events around the position.", around),
	calls[Word]("findEvent", "Reads the number of an event.", (*debugger.Debugger).FindEvent),
}}

// At is a position that is meant.
type At struct {
	Position string `json:"position" doc:"41, past 41, without 41, start, end, a checkpoint, or what a row has"`
}

// Lies says where a position lies.
type Lies struct {
	Position debugger.Position
	Describe string // in words
	Events   int    // how many it holds
	Prefix   int    // the number of events up to the first that it lacks
	Whole    bool   // it holds no other: it is one of the recorded order
	AtCalls  bool   // all threads stand at their calls there
	Run      int    // the number of its run
}

func position(ctx context.Context, d *debugger.Debugger, p At) (Lies, error) {
	at, err := d.Position(ctx, p.Position)
	if err != nil {
		return Lies{}, err
	}
	first, whole := at.Prefix()
	return Lies{at, at.Describe(), at.Events(), first, whole, at.AtCalls(), at.Run()}, nil
}

// Around says how many events are meant.
type Around struct {
	Events int `json:"events" doc:"how many"`
}

// Window is from one event to another, both included.
type Window struct{ From, To int }

func around(ctx context.Context, d *debugger.Debugger, p Around) (w Window, err error) {
	w.From, w.To, err = d.Around(ctx, p.Events)
	return w, err
}
