package debugger

import (
	"context"
	"errors"
	"fmt"

	"machsim/debugger/edits"
	"machsim/ipc"
	"machsim/kernel"
)

// Change is what a fork changes at the position where it begins: one of these that follow. It is an event of its own,
// made by the debugger.
type (
	Change     = edits.Change
	Set        = edits.Set
	Assign     = edits.Assign
	Invoke     = edits.Invoke
	CallRPC    = edits.CallRPC
	Drop       = edits.Drop
	Inject     = edits.Inject
	Alter      = edits.Alter
	Reorder    = edits.Reorder
	Abort      = edits.Abort
	Kill       = edits.Kill
	CutWire    = edits.CutWire
	HaltHost   = edits.HaltHost
	ResumeHalt = edits.ResumeHalt
)

// edits is the present run, to be changed.
func (d *Debugger) edits() edits.In { return edits.In{In: d.values()} }

// Sees says whether Assign is for an expression: the chosen frame sees a variable of that name. What the thread shows
// (th.Watch) is for Set, which needs no hooks, if the thread stands at a call.
func (d *Debugger) Sees(ctx context.Context, expression string) (bool, error) {
	return ask(ctx, d, "set", func(context.Context) (bool, error) { return d.edits().Sees(expression) })
}

// Returns is what the method of an Invoke returns, tried on a copy; none for one that returns nothing.
func (d *Debugger) Returns(ctx context.Context, c Invoke) ([]string, error) {
	return ask(ctx, d, "call", func(context.Context) ([]string, error) {
		_, x, err := c.Invocation(d.edits())
		return x.Results, err
	})
}

// CallReply is what came of a CallRPC.
type CallReply struct {
	Thread string  // that made the call
	Text   string  // the reply, in words; "" if none came
	Why    string  // why none came
	Motion *Motion // to where that is known
}

// Reply goes to where the last CallRPC of the run has come back, or else to the end. A live run is made further for it.
func (d *Debugger) Reply(ctx context.Context) (*CallReply, error) {
	return ask(ctx, d, "reply", func(ctx context.Context) (*CallReply, error) {
		id := d.s().Asked()
		if id == 0 {
			return nil, errors.New("nobody has called a port by call rpc in this run")
		}
		r := &CallReply{Thread: d.s().ThreadName(id)}
		var err error
		r.Motion, err = d.further(ctx, func(ctx context.Context) (*Motion, error) {
			at, err := d.answered(r, id)
			if err != nil || at < 0 {
				m, wrong := d.carryOn(ctx, false)
				return m, errors.Join(err, wrong)
			}
			return d.move(ctx, d.at(d.s().After(at+1)), at, false)
		})
		return r, err
	})
}

// answered has a live run made until the call of a thread has come back, and says with which event: -1 if it has not.
func (d *Debugger) answered(r *CallReply, id kernel.ThreadID) (at int, err error) {
	var code ipc.Code
	wrong := d.reach(func() bool {
		at, code, r.Text, err = d.s().Answered(id)
		return at >= 0 || err != nil || d.s().Final().Threads.At(uint32(id)).Status == kernel.Ended
	})
	switch {
	case at < 0 && d.s().Final().Threads.At(uint32(id)).Status == kernel.Ended:
		r.Why = "it was ended before"
	case at < 0 && d.s().GoesOn():
		r.Why = "so far it " + d.s().Rest(id)
	case at < 0:
		r.Why = "at the end of the run it " + d.s().Rest(id)
	case code != 0:
		r.Why = fmt.Sprintf("%v: %s", code, code.Explain())
	}
	return at, errors.Join(err, wrong)
}
