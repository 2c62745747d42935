package history

import (
	"strings"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// Ids of the requests to a name server, and what its servers ask each other; a reply has
// the id of its request plus 100. See package netname.
const (
	checkIn  = 1040
	lookUp   = 1041
	checkOut = 1042
	version  = 1043
	question = 1044
	reply    = 100
)

// netnameCalls maps the ids of requests to the calls that send them.
var netnameCalls = map[int32]string{
	checkIn: "netname_check_in", lookUp: "netname_look_up",
	checkOut: "netname_check_out", version: "netname_version",
}

// asking is an unanswered request to a name server.
type asking struct {
	id               int32
	name, host, port string
}

// askNetname follows the requests of tasks to their name servers. got is the message that the
// thread received.
func (c *Collector) askNetname(got *letter) {
	id := c.e.Actor.Thread
	if c.e.Phase == 0 {
		delete(c.askers, id)
		if a, ok := c.request(); ok {
			c.askers[id] = a
		}
	}
	a, ok := c.askers[id]
	if !ok || !c.e.Done {
		return
	}
	delete(c.askers, id)
	result, port := c.answer(a)
	host := ""
	if got != nil && a.id == lookUp && result == granted {
		host = got.host
	}
	c.add(Netname, c.plain("name", a.name), netnameCalls[a.id], a.host, result, port, host)
}

// request parses the request that the event's thread sends; false if it sends none. A request that
// could not be sent counts if there is no server.
func (c *Collector) request() (asking, bool) {
	m := c.e.Msg
	if m == nil || !m.Draft || netnameCalls[m.Header.ID] == "" || c.e.Call.Opt&ipc.MACH_RCV_MSG == 0 ||
		!c.toServer(&m.Header) {
		return asking{}, false
	}
	a := asking{id: m.Header.ID}
	switch {
	case a.id == version:
	case len(m.Items) > 1 && a.id == lookUp:
		a.host, a.name = m.Items[0].Str, m.Items[1].Str
	case len(m.Items) > 1:
		a.name = m.Items[0].Str
	}
	if len(m.Items) > 2 && a.id == checkIn {
		a.port = c.named(m.Items[2].Num)
	}
	a.name = strings.ToLower(a.name)
	return a, true
}

// toServer says whether a message goes to the name server of its sender's host.
func (c *Collector) toServer(h *ipc.Header) bool {
	if c.e.About.Kind != kernel.PortObject {
		return c.e.Done && event.IsSendCode(c.e.Result.Code) && c.gone(h.Remote)
	}
	task := c.s.Tasks.At(uint32(c.s.Threads.At(uint32(c.e.Actor.Thread)).Task))
	return c.e.About.ID != 0 && ipc.PortID(c.e.About.ID) == c.s.Hosts.At(uint32(task.Host)).NetServer
}

// gone says whether a name denotes no live port.
func (c *Collector) gone(n ipc.Name) bool {
	e := c.s.IPC.Lookup(c.space(), n)
	return e == nil || e.Type&ipc.TypeDeadName != 0
}

// granted is the result of a successful request.
const granted = "NETNAME_SUCCESS"

// answer returns the result of a request, as package netname gives it to the program, and the port.
func (c *Collector) answer(a asking) (result, port string) {
	if c.e.Result.Code != 0 {
		return c.e.Result.Code.Error(), a.port
	}
	m := c.e.Result.Msg
	switch {
	case m.ID == ipc.MACH_NOTIFY_SEND_ONCE:
		return ipc.MIG_SERVER_DIED.Error(), a.port
	case m.ID != a.id+reply || len(m.Items) == 0:
		return ipc.MIG_REPLY_MISMATCH.Error(), a.port
	case m.Items[0].Num != 0:
		return ipc.Code(m.Items[0].Num).Error(), a.port
	case a.id != lookUp || len(m.Items) < 2:
		return granted, a.port
	case ipc.Name(m.Items[1].Num) == ipc.Dead:
		return ipc.NETNAME_NOT_CHECKED_IN.Error(), ""
	}
	return granted, c.named(m.Items[1].Num)
}

// answeredBy returns the host whose server knew the answer in a letter. If the sending server
// itself last received an answer from another server, it is that server's host.
func (c *Collector) answeredBy(l *letter) string {
	if l.id != lookUp+reply || l.sender == 0 {
		return ""
	}
	from := l.sender
	if last := c.mail.last[from]; last != nil && last.id == question+reply {
		from = last.sender
	}
	return c.hostOf(from)
}

func (c *Collector) hostOf(id kernel.ThreadID) string {
	return c.s.HostName(c.s.Tasks.At(uint32(c.s.Threads.At(uint32(id)).Task)).Host)
}
