package linear

import (
	"slices"

	"machsim/debugger/event/rpc"
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// Call is a remote call of a run. Events are numbers from 1, and 0 where there was no such event.
type Call struct {
	Number   int32
	Caller   string       // the thread's name
	Port     string       // the port's name, when it was first called
	Asked    ipc.Message  // the request
	Answer   *ipc.Message // nil if the caller has none
	Sent     uint64       // the request was sent
	Dequeued uint64       // a thread had the request
	Received uint64       // the caller had the answer
}

// Recorder takes down the remote calls of a run.
type Recorder struct {
	from  *rpc.Collector
	event *kernel.Event
	calls []Call
}

// NewRecorder returns a Recorder that has seen no event.
func NewRecorder() *Recorder {
	r := &Recorder{from: rpc.New()}
	r.from.Told = r.told
	return r
}

// Tracer returns the Tracer that shows the Recorder the events of a run.
func (r *Recorder) Tracer() kernel.Tracer {
	return kernel.Tracer{Before: true, Event: func(e *kernel.Event) {
		r.event = e
		r.from.See(e)
	}}
}

// Calls returns the calls up to now, in the order in which they were made.
func (r *Recorder) Calls() []Call { return r.calls }

// told takes in a step of a call.
func (r *Recorder) told(stage rpc.Stage, c *rpc.Call) {
	for len(r.calls) < int(c.Number) {
		r.calls = append(r.calls, Call{Number: int32(len(r.calls) + 1)})
	}
	call := &r.calls[c.Number-1]
	switch stage {
	case rpc.StageSent:
		call.Sent, call.Caller = c.Sent, r.event.State.ThreadName(c.Caller)
		call.Port = r.from.Calls().Ports[c.Port].Name
		call.Asked = message(r.event.Msg.Header, r.event.Msg.Items)
	case rpc.StageReceived:
		call.Dequeued = c.Dequeued
	case rpc.StageAnswered:
		got := r.event.Result.Msg
		call.Received = c.Received
		answer := message(got.Header, got.Items)
		call.Answer = &answer
	case rpc.StageFailed, rpc.StageGaveUp, rpc.StageLost:
		call.Received, call.Answer = 0, nil
	}
}

// message is what a program says in a message, whatever its protocol adds.
func message(h ipc.Header, items []ipc.Item) ipc.Message {
	return ipc.Message{Header: h, Items: slices.Clone(kernel.Unmarked(items))}
}

// Words is what a message says.
func Words(m *ipc.Message) string {
	return trace.Body(m.ID, m.Items, func(it *ipc.Item) string { return trace.Item(it, portNumber) })
}
