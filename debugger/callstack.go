package debugger

import (
	"context"
	"slices"

	"machsim/debugger/event/rpc"
	"machsim/kernel"
)

// CallStack is a stack through hosts: that of a thread, those of the threads that it waits for in remote calls, and
// those of the threads on whose behalf it works (Cooper, figure 3.1). It is the same from both ends.
type CallStack struct {
	Thread   string
	Segments []StackSegment // the innermost first
}

// StackSegment is the stack of one thread in a CallStack.
type StackSegment struct {
	Thread string // "" where the request of Call is on its way, or nobody serves it
	Host   string
	Frames []StackFrame // where the lines of the program are known
	Stack  []Frame      // where they are not
	None   string       // why there are none of either, in words; "" if there are
	Call   *RPC         // by which the thread of the next segment has called this one; nil of the outermost
	// Orphan says that the caller of Call does not wait for it, and so does not stand in the next segment: it has given
	// up or, if the call is executed once more, its answer.
	Orphan bool
}

// CallStack returns the stack of a thread through hosts. "" is the thread in focus.
func (d *Debugger) CallStack(ctx context.Context, thread string) (*CallStack, error) {
	return d.stackBy(ctx, thread, d.linked)
}

// CallerStack returns the outer part of it: the stack of a thread, and those of the threads on whose behalf it works.
func (d *Debugger) CallerStack(ctx context.Context, thread string) (*CallStack, error) {
	return d.stackBy(ctx, thread, func(id kernel.ThreadID) ([]link, error) {
		calls, err := d.s().RPCs()
		if err != nil {
			return nil, err
		}
		return d.callers(calls, id), nil
	})
}

// stackBy is the stack of a thread with those that it is linked to.
func (d *Debugger) stackBy(ctx context.Context, thread string, linked func(kernel.ThreadID) ([]link, error)) (
	*CallStack, error) {
	return ask(ctx, d, "backtrace", func(context.Context) (*CallStack, error) {
		id, err := d.threadHere(thread)
		if err != nil {
			return nil, err
		}
		links, err := linked(id)
		if err != nil {
			return nil, err
		}
		x := &CallStack{Thread: d.s().ThreadName(id)}
		for _, l := range links {
			segment, err := d.segment(l)
			if err != nil {
				return nil, err
			}
			x.Segments = append(x.Segments, segment)
		}
		return x, nil
	})
}

// link is a thread in a stack through hosts.
type link struct {
	thread kernel.ThreadID // 0 where nobody serves the call
	call   *rpc.Call       // that it serves for the thread of the next link; nil of the last
	orphan bool            // who called it has given up, and so is in no next link
}

// linked returns the threads of the stack through hosts that a thread is in, the innermost first.
func (d *Debugger) linked(id kernel.ThreadID) ([]link, error) {
	calls, err := d.s().RPCs()
	if err != nil {
		return nil, err
	}
	all := d.callers(calls, id)
	for at := id; ; {
		call := calls.Waiting(at, d.s().HasEvent)
		if call == nil {
			return all, nil
		}
		server, _ := calls.Server(call, d.s().HasEvent)
		if server != 0 && slices.ContainsFunc(all, func(l link) bool { return l.thread == server }) {
			return all, nil // they call each other in a ring
		}
		all = slices.Insert(all, 0, link{thread: server, call: call})
		if server == 0 || calls.Serving(server, d.s().HasEvent) != call {
			return all, nil
		}
		at = server
	}
}

// callers are a thread and those on whose behalf it works.
func (d *Debugger) callers(calls *rpc.Calls, id kernel.ThreadID) []link {
	all := []link{{thread: id}}
	for {
		last := &all[len(all)-1]
		call := calls.Serving(last.thread, d.s().HasEvent)
		if call == nil || slices.ContainsFunc(all, func(l link) bool { return l.thread == call.Caller }) {
			return all
		}
		last.call = call
		if last.orphan = calls.Waiting(call.Caller, d.s().HasEvent) != call; last.orphan {
			return all
		}
		all = append(all, link{thread: call.Caller})
	}
}

// segment is the stack of one thread.
func (d *Debugger) segment(l link) (x StackSegment, err error) {
	if l.call != nil {
		calls, err := d.s().RPCs()
		if err != nil {
			return x, err
		}
		now, _ := l.call.At(d.s().HasEvent)
		row := d.rpcRow(calls, l.call, &now)
		row.Text = d.whyRPC(calls, l.call, &now)
		x.Call, x.Orphan = &row, l.orphan
	}
	if l.thread == 0 {
		return x, nil
	}
	x.Thread, x.Host = d.s().ThreadName(l.thread), d.hostOf(l.thread)
	if x.Frames, err = d.framesOf(l.thread); err == nil && len(x.Frames) > 0 {
		return x, nil
	}
	threads, err := d.rebuilt()
	if err != nil {
		return x, err
	}
	if x.Stack = threads.Stack(l.thread); len(x.Stack) == 0 {
		x.None = d.unstacked(l.thread)
	}
	return x, nil
}

// across chooses a frame beyond those of the thread in focus: in its caller's stack for n above 0, in that of its
// callee below; n counts from the outermost frame of the thread in focus, or from the innermost. The thread is in focus
// then. It returns false if the stack does not go on so far.
func (d *Debugger) across(n int) (bool, error) {
	links, err := d.linked(d.on.focus)
	if err != nil {
		return false, err
	}
	at := slices.IndexFunc(links, func(l link) bool { return l.thread == d.on.focus })
	for n != 0 {
		step := 1
		if n < 0 {
			step = -1
		}
		if at += step; at < 0 || at >= len(links) || links[at].thread == 0 {
			return false, nil
		}
		frames, err := d.activations(links[at].thread)
		if err != nil {
			return false, err
		}
		switch {
		case n > len(frames):
			n -= len(frames)
		case -n > len(frames):
			n += len(frames)
		case n > 0:
			d.on.focus, d.on.frame, n = links[at].thread, n-1, 0
		default:
			d.on.focus, d.on.frame, n = links[at].thread, len(frames)+n, 0
		}
	}
	return true, nil
}
