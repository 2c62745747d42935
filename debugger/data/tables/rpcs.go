package tables

import (
	"cmp"
	"context"

	"machsim/debugger/event/rpc"
	"machsim/kernel"
)

// rpcColumns are the columns of the table of remote calls.
var rpcColumns = []derived[remote]{
	{"n", Event, "the event that sent the request, or tried to", eventOf(request)},
	{"rpc", Integer, "its number, in the order of the sends, from 1", numberOf(func(c *remote) int32 { return c.Number })},
	{"parent", Integer, "the number of the remote call that the caller served when it made this one",
		eventOf(func(c *remote) int32 { return c.Parent })},
	{"caller", Text, "the thread that made it", textOf(func(c *remote) string { return c.r.nameOf(c.Caller) })},
	{"caller_host", Text, "its host", textOf(func(c *remote) string { return c.r.hostOf(c.Caller) })},
	{"callee", Text, "the thread that received the request",
		textOf(func(c *remote) string { return c.r.nameOf(c.Callee) })},
	{"callee_host", Text, "its host", textOf(func(c *remote) string { return c.r.hostOf(c.Callee) })},
	{"answered_by", Text, "the thread that sent the reply", textOf(func(c *remote) string { return c.r.nameOf(c.By) })},
	{"port", Text, "the port that the request went to",
		textOf(func(c *remote) string { return c.calls.Ports[c.Port].Name })},
	{"tag", Integer, "the id of the request", numberOf(func(c *remote) int32 { return c.ID })},
	{"type", Text, "the Go type of the request", textOf(func(c *remote) string { return c.calls.Types[c.Type] })},
	{"body", Text, "the request in words",
		contentOf("body", request, request, func(c content) int64 { return c.body })},
	{"outcome", Text, "answered, answered late, refused, thrown away, never received, executing, lost with a host",
		textOf(func(c *remote) string { return c.Outcome().String() })},
	{"failed", Bool, "whether the caller got no answer and waits for none any more",
		truthOf(func(c *remote) bool { return c.HasFailed() })},
	{"orphan", Bool, "whether it executes at the end of the run though its caller has given up",
		truthOf(func(c *remote) bool { return c.Orphan() })},
	{"code", Text, "the code with which it failed", textOf((*remote).code)},
	{"sent_us", Time, "when the request was sent", at("time_us", request)},
	{"took_us", Time, "the time until the caller had the answer, or gave up", between(request,
		func(c *remote) uint32 { return cmp.Or(c.Received, c.GaveUp, c.Failed) })},
	{"dequeued_n", Event, "the event with which the callee had the request",
		eventOf(func(c *remote) uint32 { return c.Dequeued })},
	{"replied_n", Event, "the event that sent the reply", eventOf(func(c *remote) uint32 { return c.Replied })},
	{"received_n", Event, "the event with which the caller had the reply",
		eventOf(func(c *remote) uint32 { return c.Received })},
	{"gave_up_n", Event, "the event with which the caller gave up", eventOf(func(c *remote) uint32 { return c.GaveUp })},
	{"lost_n", Event, "the event with which the request or the right to reply was destroyed",
		eventOf(func(c *remote) uint32 { return c.Lost })},
}

// remote is a remote call, with what its columns are read from.
type remote struct {
	*rpc.Call
	r     *run
	calls *rpc.Calls
}

func request(c *remote) uint32 { return c.Sent }

func (c *remote) code() string {
	if c.Code == 0 {
		return ""
	}
	return c.Code.Error()
}

func allRPCs(ctx context.Context, r *run) (all []remote, err error) {
	calls, err := r.s.RPCsUntil(ctx.Done())
	if err != nil {
		return nil, err
	}
	for i := range calls.All {
		all = append(all, remote{&calls.All[i], r, calls})
	}
	return all, nil
}

// nameOf is the name of a thread, "" for none.
func (r *run) nameOf(id kernel.ThreadID) string {
	if id == 0 {
		return ""
	}
	return r.s.ThreadName(id)
}

// hostOf is the host of a thread, "" for none.
func (r *run) hostOf(id kernel.ThreadID) string {
	if id == 0 {
		return ""
	}
	s := r.s.Final()
	return s.HostName(s.Tasks.At(uint32(s.Threads.At(uint32(id)).Task)).Host)
}
