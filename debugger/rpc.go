package debugger

import (
	"context"
	"slices"

	"machsim/debugger/present"
	"machsim/debugger/remote"
)

// Remote calls, the stacks that they make through hosts, and whether they are linearizable.
type (
	RPC          = remote.RPC
	MarkedRPC    = remote.MarkedRPC
	RPCPacket    = remote.RPCPacket
	CallStack    = remote.CallStack
	StackSegment = remote.StackSegment
	Linear       = remote.Linear
)

// The words for which remote calls are wanted, beside the name of a thread or port, and a step that fits in an order.
const (
	FailedRPCs  = remote.FailedRPCs
	OrphanRPCs  = remote.OrphanRPCs
	DoubledRPCs = remote.DoubledRPCs
	LinearFits  = remote.LinearFits
)

// LinearModels are the names of the predefined models of Linearizable.
func LinearModels() []string { return remote.LinearModels() }

// LinearHelp lists the predefined models, with their settings.
func LinearHelp() string { return remote.LinearHelp() }

// LinearMistake says what is wrong with the name of a model, or its settings; nil if nothing is.
func LinearMistake(model string) error { return remote.LinearMistake(model) }

// remote are the remote calls of the present run.
func (d *Debugger) remote() remote.In { return remote.In{In: d.values()} }

// RPCs lists the remote calls up to the present position: all for "", those that have failed, are orphans, or were
// executed more than once (with those by which their callers asked for the same), those of a thread, as caller or as
// server, or those to a port. The first of these that is wanted is the one with number from, counted from 1, for which
// 0 stands, too; most is how many are wanted at most, 0 for all.
func (d *Debugger) RPCs(ctx context.Context, which string, from, most int) ([]RPC, error) {
	return ask(ctx, d, "rpcs", func(context.Context) ([]RPC, error) { return d.remote().RPCs(which, from, most) })
}

// RPC returns a remote call by its number.
func (d *Debugger) RPC(ctx context.Context, number int) (RPC, error) {
	return ask(ctx, d, "why", func(context.Context) (RPC, error) { return d.remote().RPC(number) })
}

// Orphans returns the threads that serve remote calls at the present position whose callers have given up, with the
// numbers of these.
func (d *Debugger) Orphans(ctx context.Context) (map[string]int, error) {
	return ask(ctx, d, "where", func(context.Context) (map[string]int, error) { return d.remote().Orphans() })
}

// CallStack returns the stack of a thread through hosts. "" is the thread in focus.
func (d *Debugger) CallStack(ctx context.Context, thread string) (*CallStack, error) {
	return ask(ctx, d, "backtrace", func(context.Context) (*CallStack, error) { return d.remote().CallStack(thread) })
}

// CallerStack returns the outer part of it: the stack of a thread, and those of the threads on whose behalf it works.
func (d *Debugger) CallerStack(ctx context.Context, thread string) (*CallStack, error) {
	return ask(ctx, d, "backtrace", func(context.Context) (*CallStack, error) { return d.remote().CallerStack(thread) })
}

// across chooses a frame beyond those of the thread in focus: in its caller's stack for n above 0, in that of its
// callee below; n counts from the outermost frame of the thread in focus, or from the innermost. The thread is in focus
// then. It returns false if the stack does not go on so far.
func (d *Debugger) across(n int) (bool, error) {
	links, err := d.remote().Linked(d.on.Focus)
	if err != nil {
		return false, err
	}
	at := slices.IndexFunc(links, func(l remote.Link) bool { return l.Thread == d.on.Focus })
	for n != 0 {
		step := 1
		if n < 0 {
			step = -1
		}
		if at += step; at < 0 || at >= len(links) || links[at].Thread == 0 {
			return false, nil
		}
		frames, err := d.values().Activations(links[at].Thread)
		if err != nil {
			return false, err
		}
		switch {
		case n > len(frames):
			n -= len(frames)
		case -n > len(frames):
			n += len(frames)
		case n > 0:
			d.on.Focus, d.on.Frame, n = links[at].Thread, n-1, 0
		default:
			d.on.Focus, d.on.Frame, n = links[at].Thread, len(frames)+n, 0
		}
	}
	return true, nil
}

// Linearizable says whether the remote calls of the present run, whole, are linearizable as a predefined model, such as
// "map:port=bank". If not, Steps are an order that explains all answers before one, the call with that answer, and
// those that were on their way then. They can be walked from then on, at their answers: GotoRow, NextRow.
func (d *Debugger) Linearizable(ctx context.Context, model string) (*Linear, error) {
	return ask(ctx, d, "linearizable", func(context.Context) (*Linear, error) {
		x, err := d.remote().Linearizable(model)
		if err == nil {
			d.on.answer = &present.Walk{Rows: x.Events()}
		}
		return x, err
	})
}
