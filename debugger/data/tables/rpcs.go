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
	{"outcome", Text, rpc.Outcomes(),
		textOf(func(c *remote) string { return c.Outcome().String() })},
	{"failed", Bool, "whether the caller got no answer and waits for none any more",
		truthOf(func(c *remote) bool { return c.HasFailed() })},
	{"orphan", Bool, "whether it executes at the end of the run though its caller has given up",
		truthOf(func(c *remote) bool { return c.Orphan() })},
	{"code", Text, "the code with which it failed", textOf((*remote).code)},
	{"sent_us", Time, "when the request was sent", at("time_us", request)},
	{"took_us", Time, "the time until the caller had the answer, or gave up", between(request,
		func(c *remote) uint64 { return cmp.Or(c.Received, c.GaveUp, c.Failed) })},
	{"dequeued_n", Event, "the event with which the callee had the request",
		eventOf(func(c *remote) uint64 { return c.Dequeued })},
	{"replied_n", Event, "the event that sent the reply", eventOf(func(c *remote) uint64 { return c.Replied })},
	{"received_n", Event, "the event with which the caller had the reply",
		eventOf(func(c *remote) uint64 { return c.Received })},
	{"gave_up_n", Event, "the event with which the caller gave up", eventOf(func(c *remote) uint64 { return c.GaveUp })},
	{"lost_n", Event, "the event with which the request or the right to reply was destroyed",
		eventOf(func(c *remote) uint64 { return c.Lost })},
	{"executions", Integer, "how often its execution was begun", numberOf(func(c *remote) int { return c.Executions() })},
	{"doubled_n", Event, "the event with which it began to be executed once more (breakpoint `rpc-doubled`)",
		eventOf((*remote).doubled)},
	{"protocol", Text, "of a call by a protocol of the program's own (`kernel.Mark`): which; all that follow are of such",
		textOf(func(c *remote) string { return c.marked().Protocol })},
	{"procedure", Text, "what is called", textOf(func(c *remote) string { return c.marked().Procedure })},
	{"tries", Integer, "how often the request was sent", ofMarked(func(m *rpc.Marked) int { return m.Tries() })},
	{"lost_requests", Integer, "how many requests were lost, each copy by itself",
		ofMarked(func(m *rpc.Marked) int { return m.Lost(kernel.MarkRequest) })},
	{"lost_replies", Integer, "how many replies were lost, likewise",
		ofMarked(func(m *rpc.Marked) int { return m.Lost(kernel.MarkReply) })},
	{"dropped", Integer, "how many requests were received beside those that were executed",
		ofMarked(func(m *rpc.Marked) int { return m.Idle() })},
	{"begun_n", Event, "the event with which the caller began",
		eventOf(func(c *remote) uint64 { return c.marked().Begun })},
	{"ended_n", Event, "the event with which it was done with the call, or ended",
		eventOf(func(c *remote) uint64 { return c.marked().Ended })},
	{"restarted_n", Event, "the event with which a request came to another server, as that before had ended",
		eventOf(func(c *remote) uint64 { return c.marked().Restarted })},
	{"again", Integer, "the number of the call by which the caller asked for the same again, having given up this one",
		eventOf(func(c *remote) int32 { return c.marked().Later })},
}

// ofMarked is a number that only calls by protocols of programs have.
func ofMarked(of func(*rpc.Marked) int) func(*source[remote]) *column {
	return numberOf(func(c *remote) int64 {
		if c.Marked == nil {
			return missing
		}
		return int64(of(c.Marked))
	})
}

// marked is what is known of a call by a protocol of the program's own, nothing for any other.
func (c *remote) marked() *rpc.Marked {
	if c.Marked == nil {
		return new(rpc.Marked)
	}
	return c.Marked
}

func (c *remote) doubled() uint64 {
	if all := c.calls.Doubled(c.Call); len(all) > 0 {
		return all[0]
	}
	return 0
}

// packetColumns are the columns of the table of packets.
var packetColumns = []derived[parcel]{
	{"n", Event, "the event that sent it", eventOf(parcelled)},
	{"rpc", Integer, "the number of its remote call", numberOf(func(p *parcel) int32 { return p.call })},
	{"step", Text, "request, probe, working, reply, terminator or refusal",
		textOf(func(p *parcel) string { return p.Step.String() })},
	{"try", Integer, "for which time it was sent", numberOf(func(p *parcel) uint32 { return p.Try })},
	{"copy", Integer, "1, or above that of a copy that a fault made", numberOf(func(p *parcel) uint32 { return p.Copy })},
	{"sender", Text, "the thread that sent it", textOf(func(p *parcel) string { return p.r.nameOf(p.By) })},
	{"receiver", Text, "the thread that received it", textOf(func(p *parcel) string { return p.r.nameOf(p.To) })},
	{"came_n", Event, "the event with which it arrived on the host of its port, if it came over a wire",
		eventOf(func(p *parcel) uint64 { return p.Came })},
	{"recv_n", Event, "the event that received it", eventOf(func(p *parcel) uint64 { return p.Got })},
	{"lost_n", Event, "the event with which it was lost", eventOf(func(p *parcel) uint64 { return p.Lost })},
	{"fault", Text, "what befell it", textOf(func(p *parcel) string { return p.Befallen() })},
	{"sent_us", Time, "when it was sent", at("time_us", parcelled)},
	{"body", Text, "the packet in words",
		contentOf("body", parcelled, parcelled, func(c content) int64 { return c.body })},
}

// parcel is a packet of a remote call.
type parcel struct {
	*rpc.Packet
	call int32
	r    *run
}

func parcelled(p *parcel) uint64 { return p.Sent }

func allPackets(ctx context.Context, r *run) (all []parcel, err error) {
	calls, err := r.s.RPCsUntil(ctx.Done())
	if err != nil {
		return nil, err
	}
	for i := range calls.All {
		if m := calls.All[i].Marked; m != nil {
			for k := range m.Packets {
				all = append(all, parcel{&m.Packets[k], int32(i + 1), r})
			}
		}
	}
	return all, nil
}

// remote is a remote call, with what its columns are read from.
type remote struct {
	*rpc.Call
	r     *run
	calls *rpc.Calls
}

func request(c *remote) uint64 { return c.Sent }

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
