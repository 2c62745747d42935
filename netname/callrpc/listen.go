package callrpc

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// A client has no thread of its own that receives packets, which would have to end with its task. One of the threads
// that wait for a reply receives for all of them, and hands that over when its own call has ended. Between two kernel
// calls a thread runs alone: so what they share here needs no lock.

// woken tells a thread that its call has got on, or that nobody receives.
type woken struct{}

// await waits until a call has ended, for so long at most after now. It returns 0 when there is a reply.
func (c *Client) await(th *kernel.Thread, o *Outgoing, now, pause kernel.Duration) Outcome {
	for left := pause; o.answer == nil && o.why == 0 && left > 0; left = now + pause - th.Clock() {
		if err := c.listen(th, o, left); err == kernel.MACH_RCV_TIMED_OUT {
			break
		}
	}
	switch {
	case o.answer != nil:
		return 0
	case o.why == unknownCall:
		o.State, o.why = Sent, 0
	case o.why != 0:
		return o.why
	}
	return TimedOut
}

// listen receives one packet, or waits while another thread does.
func (c *Client) listen(th *kernel.Thread, o *Outgoing, left kernel.Duration) error {
	if c.listening {
		if o.wake == kernel.Null {
			o.wake = th.NewPort("")
		}
		o.waits = true
		_, err := kernel.ReceiveTimeout[woken](th, o.wake, left)
		o.waits = false
		return err
	}
	c.listening = true
	m, err := th.ReceiveTimeout(c.port, left)
	c.listening = false
	if err == nil {
		c.take(th, m)
	}
	return err
}

// take does what a packet asks for.
func (c *Client) take(th *kernel.Thread, m *ipc.Message) {
	mark, ok := kernel.MarkOf(m.Items)
	if !ok || mark.Caller != c.caller {
		return
	}
	if mark.Step == kernel.MarkReply && mark.Protocol == exactlyOnce {
		c.terminate(th, mark)
	}
	i := slices.IndexFunc(c.out, func(o *Outgoing) bool { return o.Call == mark.Call })
	if i < 0 || c.out[i].answer != nil {
		return
	}
	o := c.out[i]
	switch mark.Step {
	case kernel.MarkWorking:
		if o.State == Sent {
			o.State = Serving
		}
	case kernel.MarkReply:
		if _, body, ok := unwrap[reply](th, m); ok {
			o.State, o.answer = Answered, body
		}
	case kernel.MarkRefusal:
		if r, err := kernel.Unpack[refusal](th, m); err == nil {
			o.why = Outcome(r.Why)
		}
	}
	wake(th, o)
}

// terminate tells the server that a reply has come, each time that one comes.
func (c *Client) terminate(th *kernel.Thread, mark kernel.Mark) {
	mark.Step = kernel.MarkTerminator
	if c.server != kernel.Null {
		drop(th, c.server, kernel.Pack(th, terminator{Mark: mark, Server: c.number, Oldest: c.oldest()}))
	}
}

// handOver lets another thread receive, if one waits.
func (c *Client) handOver(th *kernel.Thread) {
	if c.listening {
		return
	}
	if i := slices.IndexFunc(c.out, func(o *Outgoing) bool { return o.waits }); i >= 0 {
		wake(th, c.out[i])
	}
}

// wake lets the thread of a call go on that waits while another one receives.
func wake(th *kernel.Thread, o *Outgoing) {
	if o.waits {
		o.waits = false
		_ = kernel.SendTimeout(th, o.wake, woken{}, 0) // if its queue is full, it is awake
	}
}
