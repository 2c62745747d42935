package callrpc

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// Client makes calls of one server. All threads of its task may use it at the same time.
type Client struct {
	name   string      // of the server; "" if it has one port for ever
	port   kernel.Name // where packets come
	caller uint32      // Mark.Caller

	server kernel.Name // where packets go; Null: not bound
	number uint32      // of that port, by the server's word

	calls     uint32 // the number of the last one
	out       []*Outgoing
	listening bool // a thread receives packets, for all
}

// Outgoing is a call that a client makes: a reply block.
type Outgoing struct {
	Procedure string
	Caller    uint32
	Call      uint32
	Protocol  string
	State     State
	Tries     uint32 // how often the request was sent
	Probes    uint32 // the same of probes
	Server    uint32 // the number of the server's port

	request *ipc.Message
	policy  *Policy
	key     string
	until   kernel.Duration
	answer  *ipc.Message
	why     Outcome     // of a refusal
	wake    kernel.Name // where its thread waits while another one receives
	waits   bool
}

// String is the call in words.
func (o *Outgoing) String() string {
	return fmt.Sprintf("%s %d.%d %s: %s, tries %d, probes %d", o.Procedure, o.Caller, o.Call, o.Protocol, o.State, o.Tries,
		o.Probes)
}

// Bind returns a client of the server that is registered under a name, on whatever host. While there is none it tries
// again, for ten seconds.
func Bind(th *kernel.Thread, name string) (*Client, error) {
	return newClient(th, &Client{name: name})
}

// BindTo is Bind for a server to whose port the task has a send right. When that has died, there is no other.
func BindTo(th *kernel.Thread, server kernel.Name) (*Client, error) {
	return newClient(th, &Client{server: server})
}

func newClient(th *kernel.Thread, c *Client) (*Client, error) {
	c.port = th.NewDatagramPort("replies")
	c.caller = number(th, c.port)
	th.Watch(c.table(), &c.out)
	return c, c.bind(th, 10*kernel.Second)
}

// table is the name under which the client's calls are shown: calls_counter, if it is a client of counter.
func (c *Client) table() string {
	if c.name == "" {
		return "calls"
	}
	return "calls_" + strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, c.name)
}

// number is the number of a client that no other one of the run has: threads have numbers of their own, and a task
// never loses the name of its client's port.
func number(th *kernel.Thread, port kernel.Name) uint32 {
	const most = 1 << 16
	id, index := uint32(th.ID()), uint32(port)>>8
	th.Check(id < most && index < most,
		"callrpc: a run has clients of %d threads at most, in tasks with %d names at most", most, most)
	return id*most + index
}

// Call has the server execute a procedure, which is known by the type of its request, and returns the reply. The
// error is an Outcome; or a *kernel.WrongMessage if the reply is no Rep.
func Call[Req, Rep any](th *kernel.Thread, c *Client, request Req, p Protocol) (result Rep, err error) {
	answer, err := c.call(th, kernel.Pack(th, request), &p)
	if err != nil {
		return result, err
	}
	return kernel.Unpack[Rep](th, answer)
}

func (c *Client) call(th *kernel.Thread, request *ipc.Message, p *Protocol) (*ipc.Message, error) {
	plain(th, request)
	c.calls++
	o := &Outgoing{Procedure: nameOf(request), Caller: c.caller, Call: c.calls, Protocol: p.word}
	o.request, o.policy, o.key = request, &p.policy, p.key
	c.out = append(c.out, o)
	defer th.Calling(c.mark(o), o.Procedure)()
	err := c.tries(th, o)
	c.out = slices.DeleteFunc(c.out, func(other *Outgoing) bool { return other == o })
	c.handOver(th)
	return o.answer, err
}

// tries sends packets until the call has ended.
func (c *Client) tries(th *kernel.Thread, o *Outgoing) error {
	now := th.Clock()
	o.until = now + o.policy.Deadline
	for n := 1; ; n++ {
		pause := min(o.policy.Timeout+o.policy.backoff(n), o.until-now)
		sent := c.transmit(th, o, pause)
		if !sent && c.name == "" {
			return Unreachable // for ever
		}
		why := c.await(th, o, now, pause)
		switch {
		case why == 0:
			return nil
		case why == TimedOut && !sent:
			why = Unreachable
		}
		if now = th.Clock(); now >= o.until || !o.policy.again(n, why) {
			return why
		}
	}
}

// transmit sends the next packet of a call, and says whether it did. It binds if there is need, for which it waits so
// long at most.
func (c *Client) transmit(th *kernel.Thread, o *Outgoing, within kernel.Duration) bool {
	for range 2 {
		if c.server == kernel.Null && (c.name == "" || c.bind(th, within) != nil) {
			return false
		}
		if o.Tries == 0 || !tied(o.Protocol) {
			o.Server = c.number
		}
		to, sent := c.server, &o.Tries
		if o.State == Serving {
			sent = &o.Probes
		}
		*sent++
		if drop(th, to, c.packet(th, o)) {
			return true
		}
		*sent--
		c.unbind(th, to)
	}
	return false
}

// packet makes the next packet of a call: the request, or a probe once the server has it.
func (c *Client) packet(th *kernel.Thread, o *Outgoing) *ipc.Message {
	h := header{c.mark(o), o.Server, c.oldest(), o.key}
	if o.State == Serving {
		h.Mark.Step, h.Mark.Try = kernel.MarkProbe, o.Probes
		return kernel.Pack(th, probe(h))
	}
	return wrap(th, h, o.request)
}

// mark is the Mark of a call's request.
func (c *Client) mark(o *Outgoing) kernel.Mark {
	return kernel.Mark{Step: kernel.MarkRequest, Caller: c.caller, Call: o.Call, Try: o.Tries, Protocol: o.Protocol}
}

// oldest is the number of the first call that has not ended.
func (c *Client) oldest() uint32 {
	if len(c.out) == 0 {
		return c.calls + 1
	}
	return c.out[0].Call // they are in the order of their numbers
}

// bind finds the server, and gives it the right to reply.
func (c *Client) bind(th *kernel.Thread, within kernel.Duration) error {
	server := c.server
	for until, left := th.Clock()+within, within; left > 0; left = until - th.Clock() {
		if server == kernel.Null {
			found, err := netname.Await(th, "*", c.name, left)
			if err != nil {
				return Unreachable
			}
			server = found
		}
		b, err := kernel.RPCTimeout[bind, bound](th, server, bind{c.caller, c.port}, left)
		switch {
		case err == nil:
			c.server, c.number = server, b.Server
			return nil
		case err == kernel.MIG_SERVER_DIED: // so it is also if the request gets lost
		case c.name == "":
			return Unreachable
		default:
			release(th, server)
			server = kernel.Null
		}
		th.Sleep(pause)
	}
	if c.name != "" {
		release(th, server)
	}
	return Unreachable
}

// pause is the time between two tries to bind.
const pause = 10 * kernel.Millisecond

// unbind forgets a port of the server's that has died.
func (c *Client) unbind(th *kernel.Thread, port kernel.Name) {
	if c.server == port { // or else another thread has bound meanwhile
		c.server = kernel.Null
	}
	release(th, port)
}
