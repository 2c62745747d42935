package remote

import (
	"slices"

	"machsim/debugger/event/rpc"
	"machsim/debugger/values"
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
	Frames []values.StackFrame // where the lines of the program are known
	Stack  []kernel.Frame      // where they are not
	None   string              // why there are none of either, in words; "" if there are
	Call   *RPC                // by which the thread of the next segment has called this one; nil of the outermost
	// Orphan says that the caller of Call does not wait for it, and so does not stand in the next segment: it has given
	// up or, if the call is executed once more, its answer.
	Orphan bool
}

// CallStack is the stack of a thread through hosts.
func (d In) CallStack(thread string) (*CallStack, error) { return d.stackBy(thread, d.Linked) }

// CallerStack is the outer part of it.
func (d In) CallerStack(thread string) (*CallStack, error) { return d.stackBy(thread, d.outward) }

// outward are a thread and those on whose behalf it works.
func (d In) outward(id kernel.ThreadID) ([]Link, error) {
	calls, err := d.S.RPCs()
	if err != nil {
		return nil, err
	}
	return d.callers(calls, id), nil
}

// stackBy is the stack of a thread with those that it is linked to.
func (d In) stackBy(thread string, linked func(kernel.ThreadID) ([]Link, error)) (*CallStack, error) {
	id, err := d.ThreadHere(thread)
	if err != nil {
		return nil, err
	}
	links, err := linked(id)
	if err != nil {
		return nil, err
	}
	x := &CallStack{Thread: d.S.ThreadName(id)}
	for _, l := range links {
		segment, err := d.segment(l)
		if err != nil {
			return nil, err
		}
		x.Segments = append(x.Segments, segment)
	}
	return x, nil
}

// Link is a thread in a stack through hosts.
type Link struct {
	Thread kernel.ThreadID // 0 where nobody serves the call
	call   *rpc.Call       // that it serves for the thread of the next link; nil of the last
	orphan bool            // who called it has given up, and so is in no next link
}

// Linked returns the threads of the stack through hosts that a thread is in, the innermost first.
func (d In) Linked(id kernel.ThreadID) ([]Link, error) {
	calls, err := d.S.RPCs()
	if err != nil {
		return nil, err
	}
	all := d.callers(calls, id)
	for at := id; ; {
		call := calls.Waiting(at, d.S.HasEvent)
		if call == nil {
			return all, nil
		}
		server, _ := calls.Server(call, d.S.HasEvent)
		if server != 0 && slices.ContainsFunc(all, func(l Link) bool { return l.Thread == server }) {
			return all, nil // they call each other in a ring
		}
		all = slices.Insert(all, 0, Link{Thread: server, call: call})
		if server == 0 || calls.Serving(server, d.S.HasEvent) != call {
			return all, nil
		}
		at = server
	}
}

// callers are a thread and those on whose behalf it works.
func (d In) callers(calls *rpc.Calls, id kernel.ThreadID) []Link {
	all := []Link{{Thread: id}}
	for {
		last := &all[len(all)-1]
		call := calls.Serving(last.Thread, d.S.HasEvent)
		if call == nil || slices.ContainsFunc(all, func(l Link) bool { return l.Thread == call.Caller }) {
			return all
		}
		last.call = call
		if last.orphan = calls.Waiting(call.Caller, d.S.HasEvent) != call; last.orphan {
			return all
		}
		all = append(all, Link{Thread: call.Caller})
	}
}

// segment is the stack of one thread.
func (d In) segment(l Link) (x StackSegment, err error) {
	if l.call != nil {
		calls, err := d.S.RPCs()
		if err != nil {
			return x, err
		}
		now, _ := l.call.At(d.S.HasEvent)
		row := d.rpcRow(calls, l.call, &now)
		row.Text = d.whyRPC(calls, l.call, &now)
		x.Call, x.Orphan = &row, l.orphan
	}
	if l.Thread == 0 {
		return x, nil
	}
	x.Thread, x.Host = d.S.ThreadName(l.Thread), d.HostOf(l.Thread)
	if x.Frames, err = d.FramesOf(l.Thread); err == nil && len(x.Frames) > 0 {
		return x, nil
	}
	threads, err := d.Rebuilt()
	if err != nil {
		return x, err
	}
	if x.Stack = threads.Stack(l.Thread); len(x.Stack) == 0 {
		x.None = d.Unstacked(l.Thread)
	}
	return x, nil
}
