package halting

import (
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// post follows the messages of a run, from the events alone: where tasks, markers and queues are is none of its
// business.
type post struct {
	waiting map[kernel.ThreadID]*mailed // for room, by the thread that sends it
	all     []*mailed
	bySent  map[uint64]*mailed
}

// mailed is a message of a thread.
type mailed struct {
	from, to  kernel.TaskID
	sent      uint64 // the number by which the kernel knows it
	put       uint64 // the event in which it went into the channel
	got       uint64 // the event in which it was received; 0 for none
	text      string
	unordered bool // it went to a datagram port
}

func newPost() *post {
	return &post{waiting: map[kernel.ThreadID]*mailed{}, bySent: map[uint64]*mailed{}}
}

func (p *post) see(e *kernel.Event) {
	if p == nil || e.Actor.Thread == 0 || e.Met > 0 || e.Call == nil {
		return
	}
	id := e.Actor.Thread
	m := p.waiting[id]
	if m == nil && e.Phase == 0 && e.Call.Opt&ipc.MACH_SEND_MSG != 0 && e.About.Kind == kernel.PortObject {
		m = &mailed{from: e.State.Threads.At(uint32(id)).Task, sent: e.Step,
			unordered: e.State.Unordered(ipc.PortID(e.About.ID))}
		p.all, p.bySent[m.sent] = append(p.all, m), m
	}
	delete(p.waiting, id)
	switch {
	case m == nil:
	case !e.Done && e.Wait.Kind == kernel.WaitSend:
		p.waiting[id] = m
	default:
		m.put = e.Step
	}
	if e.Done && e.Call.Opt&ipc.MACH_RCV_MSG != 0 && e.Result.Msg != nil && e.Result.N > 0 {
		p.got(e)
	}
}

// got notes that a message was received.
func (p *post) got(e *kernel.Event) {
	m := p.bySent[uint64(e.Result.N)]
	if m == nil || m.got != 0 {
		return
	}
	m.got, m.to = e.Step, e.State.Threads.At(uint32(e.Actor.Thread)).Task
	letter := e.Result.Msg
	m.text = trace.Body(letter.ID, letter.Items, func(it *ipc.Item) string {
		return trace.Item(it, func(uint64) string { return "right" })
	})
}
