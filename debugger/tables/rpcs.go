package tables

import (
	"cmp"
	"context"

	"machsim/debugger/rpc"
	"machsim/kernel"
)

// rpcColumns are the columns of the table of remote calls.
var rpcColumns = []Column{
	{"n", Event, "the event that sent the request, or tried to"},
	{"rpc", Integer, "its number, in the order of the sends, from 1"},
	{"parent", Integer, "the number of the remote call that the caller served when it made this one"},
	{"caller", Text, "the thread that made it"},
	{"caller_host", Text, "its host"},
	{"callee", Text, "the thread that received the request"},
	{"callee_host", Text, "its host"},
	{"answered_by", Text, "the thread that sent the reply"},
	{"port", Text, "the port that the request went to"},
	{"tag", Integer, "the id of the request"},
	{"type", Text, "the Go type of the request"},
	{"body", Text, "the request in words"},
	{"outcome", Text, "answered, answered late, refused, thrown away, never received, executing, lost with a host"},
	{"failed", Bool, "whether the caller got no answer and waits for none any more"},
	{"orphan", Bool, "whether it executes at the end of the run though its caller has given up"},
	{"code", Text, "the code with which it failed"},
	{"sent_us", Time, "when the request was sent"},
	{"took_us", Time, "the time until the caller had the answer, or gave up"},
	{"dequeued_n", Event, "the event with which the callee had the request"},
	{"replied_n", Event, "the event that sent the reply"},
	{"received_n", Event, "the event with which the caller had the reply"},
	{"gave_up_n", Event, "the event with which the caller gave up"},
	{"lost_n", Event, "the event with which the request or the right to reply was destroyed"},
}

// rpcs is the table of remote calls.
func (c *Catalogue) rpcs() *Table {
	return &Table{Name: "rpcs", Doc: "a remote call: a request that brings a right for its reply with it",
		Columns: rpcColumns, fill: func(ctx context.Context, t *Table) error {
			r, err := c.events(ctx)
			if err != nil {
				return err
			}
			calls, err := c.s.RPCsUntil(ctx.Done())
			if err != nil {
				return because(ctx, err)
			}
			r.fillRPCs(t, calls)
			return nil
		}}
}

func (r *run) fillRPCs(t *Table, calls *rpc.Calls) {
	to, v := newRows(t), r.columns()
	body := v.t.cols[v.t.Column("body")]
	for i := range calls.All {
		c := &calls.All[i]
		took, code, parent := Null(), Null(), Null()
		if end := cmp.Or(c.Received, c.GaveUp, c.Failed); end != 0 {
			took = Int(r.s.TimeOf(int(end)-1) - r.s.TimeOf(int(c.Sent)-1))
		}
		if c.Code != 0 {
			code = String(c.Code.Error())
		}
		if c.Parent != 0 {
			parent = Int(int64(c.Parent))
		}
		to.add(number(int(c.Sent)), Int(int64(c.Number)), parent, r.nameOf(c.Caller), r.hostOf(c.Caller),
			r.nameOf(c.Callee), r.hostOf(c.Callee), r.nameOf(c.By), shown(calls.Ports[c.Port].Name), Int(int64(c.ID)),
			shown(calls.Types[c.Type]), body.value(int(c.Sent)-1), String(c.Outcome().String()), yes(c.HasFailed()),
			yes(c.Orphan()), code, r.timeOf(int(c.Sent)), took, number(int(c.Dequeued)), number(int(c.Replied)),
			number(int(c.Received)), number(int(c.GaveUp)), number(int(c.Lost)))
	}
	to.close()
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
