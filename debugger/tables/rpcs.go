package tables

import (
	"cmp"
	"context"

	"machsim/debugger/rpc"
	"machsim/kernel"
)

// rpcColumns are the columns of the table of remote calls.
var rpcColumns = []field[remote]{
	{"n", Event, "the event that sent the request, or tried to", func(c *remote) Value { return number(int(c.Sent)) }},
	{"rpc", Integer, "its number, in the order of the sends, from 1",
		func(c *remote) Value { return Int(int64(c.Number)) }},
	{"parent", Integer, "the number of the remote call that the caller served when it made this one",
		func(c *remote) Value { return number(int(c.Parent)) }},
	{"caller", Text, "the thread that made it", func(c *remote) Value { return c.r.nameOf(c.Caller) }},
	{"caller_host", Text, "its host", func(c *remote) Value { return c.r.hostOf(c.Caller) }},
	{"callee", Text, "the thread that received the request", func(c *remote) Value { return c.r.nameOf(c.Callee) }},
	{"callee_host", Text, "its host", func(c *remote) Value { return c.r.hostOf(c.Callee) }},
	{"answered_by", Text, "the thread that sent the reply", func(c *remote) Value { return c.r.nameOf(c.By) }},
	{"port", Text, "the port that the request went to",
		func(c *remote) Value { return shown(c.calls.Ports[c.Port].Name) }},
	{"tag", Integer, "the id of the request", func(c *remote) Value { return Int(int64(c.ID)) }},
	{"type", Text, "the Go type of the request", func(c *remote) Value { return shown(c.calls.Types[c.Type]) }},
	{"body", Text, "the request in words", func(c *remote) Value { return c.bodies.value(int(c.Sent) - 1) }},
	{"outcome", Text, "answered, answered late, refused, thrown away, never received, executing, lost with a host",
		func(c *remote) Value { return String(c.Outcome().String()) }},
	{"failed", Bool, "whether the caller got no answer and waits for none any more",
		func(c *remote) Value { return yes(c.HasFailed()) }},
	{"orphan", Bool, "whether it executes at the end of the run though its caller has given up",
		func(c *remote) Value { return yes(c.Orphan()) }},
	{"code", Text, "the code with which it failed", (*remote).code},
	{"sent_us", Time, "when the request was sent", func(c *remote) Value { return c.r.timeOf(int(c.Sent)) }},
	{"took_us", Time, "the time until the caller had the answer, or gave up", (*remote).took},
	{"dequeued_n", Event, "the event with which the callee had the request",
		func(c *remote) Value { return number(int(c.Dequeued)) }},
	{"replied_n", Event, "the event that sent the reply", func(c *remote) Value { return number(int(c.Replied)) }},
	{"received_n", Event, "the event with which the caller had the reply",
		func(c *remote) Value { return number(int(c.Received)) }},
	{"gave_up_n", Event, "the event with which the caller gave up",
		func(c *remote) Value { return number(int(c.GaveUp)) }},
	{"lost_n", Event, "the event with which the request or the right to reply was destroyed",
		func(c *remote) Value { return number(int(c.Lost)) }},
}

// remote is a remote call, with what its columns are read from.
type remote struct {
	*rpc.Call
	r      *run
	calls  *rpc.Calls
	bodies *column // by event
}

func (c *remote) code() Value {
	if c.Code == 0 {
		return Null()
	}
	return String(c.Code.Error())
}

func (c *remote) took() Value {
	end := cmp.Or(c.Received, c.GaveUp, c.Failed)
	if end == 0 {
		return Null()
	}
	return Int(c.r.s.TimeOf(int(end)-1) - c.r.s.TimeOf(int(c.Sent)-1))
}

// rpcs is the table of remote calls.
func (c *Catalogue) rpcs() *Table {
	return &Table{Name: "rpcs", Doc: "a remote call: a request that brings a right for its reply with it",
		Columns: heads(rpcColumns), fill: func(ctx context.Context, t *Table) error {
			r, err := c.events(ctx)
			if err != nil {
				return err
			}
			calls, err := c.s.RPCsUntil(ctx.Done())
			if err != nil {
				return because(ctx, err)
			}
			to, v := newRows(t), r.columns()
			for i := range calls.All {
				add(to, rpcColumns, &remote{&calls.All[i], r, calls, v.cols[v.Column("body")]})
			}
			to.close()
			return nil
		}}
}

// nameOf is the name of a thread, NULL for none.
func (r *run) nameOf(id kernel.ThreadID) Value {
	if id == 0 {
		return Null()
	}
	return shown(r.s.ThreadName(id))
}

// hostOf is the host of a thread, NULL for none.
func (r *run) hostOf(id kernel.ThreadID) Value {
	if id == 0 {
		return Null()
	}
	s := r.s.Final()
	return shown(s.HostName(s.Tasks.At(uint32(s.Threads.At(uint32(id)).Task)).Host))
}
