package wire

import (
	"context"

	"machsim/debugger"
)

var searchMethods = Group{"Searches", []Method{
	with("check", "Looks for the first state of the run that satisfies a predicate.", check),
	with("halt", "Makes the run again, halted by messages where a predicate is met (Miller and Choi).", halt),
}}

// Halt says where a run is halted.
type Halt struct {
	Predicate
	Seed uint64 `json:"seed" doc:"chooses when markers arrive"`
}

// Halted is a run that was halted.
type Halted struct {
	Remarks   []string // on places that the run never reaches
	Detected  []debugger.HaltedPart
	Processes []debugger.HaltedProcess // in the order of halting
	Channels  []debugger.HaltedChannel // ports that hold messages when all have halted
	Markers   int                      // that arrived
	Diverged  bool                     // after the first had halted, the others did not follow the recording
}

func halt(ctx context.Context, d *debugger.Debugger, p Halt) (x Halted, err error) {
	h, err := d.Halt(ctx, p.Predicate.Predicate, debugger.HaltOptions{Seed: p.Seed})
	if err != nil {
		return x, err
	}
	defer h.Run.Close()
	return Halted{h.Remarks, h.Detected, h.Processes, h.Channels, h.Markers, h.Diverged}, nil
}

// Check says what is asked about a predicate.
type Check struct {
	Predicate
	Contrary bool   `json:"contrary" doc:"it is to be false"`
	States   string `json:"states" doc:"in which states: consistent (all, as \"\"), recorded, or last"`
	Orders   bool   `json:"orders" doc:"of an assertion about time, other orders of the events are searched, too"`
	Limit    int    `json:"limit" doc:"the search gives up after so many states; 0 for the usual number"`
	Effort   bool   `json:"effort" doc:"what debuggers without the causal order need is wanted, too"`
	Delay    int    `json:"delay" doc:"of effort: the steps that their messages take; 0 for 1"`
	Seed     uint64 `json:"seed" doc:"of effort: unless 0, it chooses what each message takes, from 1 to delay"`
	Trace    bool   `json:"trace" doc:"of effort: their moves are wanted"`
	Together int    `json:"together" doc:"of a conjunction, so many of the spans in which it holds are wanted, at most"`
}

var states = []string{debugger.Consistent: "consistent", debugger.Recorded: "recorded", debugger.Last: "last"}

// Checked is what the run says to it.
type Checked struct {
	Found    bool
	Position debugger.Position  // the first state; "" if none was found
	Event    int                // of recorded: the event after which it is satisfied first
	Why      []string           // since when its parts hold
	Remarks  []string           // on places in it that the run never comes to
	Verdict  string             // of an assertion about time, in a sentence; "" for anything else
	Refuted  []debugger.Refuted // where it is refuted
	Truth    string             // what it is in the recorded order: true, false or unknown; "" for anything else
	Orders   string             // what it is in other orders of the same events, in a sentence
	InOrders string             // the same in a word: true or false in all, mixed, or unknown; "" if it was not asked
	Other    debugger.Position  // where it is known that another order says otherwise; "" for none
	First    string             // the first event that comes sooner in that order, in a sentence; "" for none
	Possible debugger.Position  // of a definitely that is false: a state that satisfies it; "" if none is known
	Avoided  string             // of such a one: which way avoids it, in a sentence
	Effort   *debugger.Effort   // if it was wanted, and the program halts
	Together *debugger.Together // if it was wanted, and a state was found
}

var truths = map[debugger.Truth]string{
	debugger.IsTrue: "true", debugger.IsFalse: "false", debugger.IsUnknown: "unknown",
}

// ordered says what an assertion about time is in other orders of the events.
func (x *Checked) ordered(o *debugger.Orders, recorded debugger.Truth) {
	x.Orders, x.InOrders, x.Other, x.First = o.String(recorded), truths[recorded], o.Position, o.First
	switch {
	case !o.Decided:
		x.InOrders = truths[debugger.IsUnknown]
	case o.Other:
		x.InOrders = "mixed"
	}
}

// control says how control messages travel, if that is asked for.
func (p *Check) control() *debugger.Control {
	if !p.Effort {
		return nil
	}
	return &debugger.Control{Delay: min(p.Delay, debugger.MostDelay), Seed: p.Seed, Trace: p.Trace}
}

func check(ctx context.Context, d *debugger.Debugger, p Check) (x Checked, err error) {
	if p.States == "" {
		p.States = states[debugger.Consistent]
	}
	in, err := oneOf("kind of state", p.States, states)
	if err != nil {
		return x, err
	}
	found, err := d.Check(ctx, debugger.Check{Predicate: p.Predicate.Predicate, Contrary: p.Contrary,
		States: debugger.States(in), Limit: p.Limit, Orders: p.Orders, Control: p.control(), Together: p.Together})
	if err != nil {
		return x, err
	}
	x = Checked{Found: found.Found, Position: found.Position, Event: found.Event, Why: found.Why, Remarks: found.Limits(),
		Effort: found.Effort, Together: found.Together}
	if a := found.Avoided; a != nil {
		x.Possible, x.Avoided = a.Position, a.Way()
	}
	if v := found.Verdict; v != nil {
		x.Verdict, x.Refuted, x.Truth = v.String(), v.Refuted, truths[v.Truth]
		if v.Orders != nil {
			x.ordered(v.Orders, v.Truth)
		}
	}
	return x, nil
}
