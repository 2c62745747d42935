package remote

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/rpc"
	"machsim/debugger/event/text"
	"machsim/ipc"
	"machsim/kernel"
)

// RPC is a remote call, as far as it is known at the present position. Events are 0 where there was none yet.
type RPC struct {
	Number     int    // in the order of the sends, from 1
	Parent     int    // the number of the call that the caller served when it made this one, 0 for none
	Caller     string // the thread that made it
	CallerHost string // where that runs
	Callee     string // the thread that received the request; "" for none
	Server     string // the thread that serves it, or has answered it; "" for none
	ServerHost string // where that runs
	Request    string // what it says
	Port       string // where it was sent
	Outcome    string // what has become of it, in a word or two
	Text       string // the same with all that belongs to it: when, since when, and why
	GivenUp    string // when and why the caller gave up, in words; "" if it has not
	Failed     bool   // the caller got no answer, and waits for none
	Orphan     bool   // it executes although its caller has given up
	Took       int64  // virtual time in microseconds up to the answer, to when it was given up, or up to now
	Executed   int    // the events that its server has done for it
	Sent       uint64
	Dequeued   uint64 // the callee received the request
	Replied    uint64
	Received   uint64 // the caller received the reply
	GaveUp     uint64
	Lost       uint64 // the request or the reply right was destroyed

	Marked *MarkedRPC // of a call by a protocol of the program's own; nil for any other
}

// MarkedRPC is what is known of a remote call by a protocol of the program's own (kernel.Mark), as far as it is known
// at the present position. Events are 0 where there was none yet.
type MarkedRPC struct {
	Protocol     string
	Procedure    string
	Tries        int // how often the request was sent
	Executions   int // how often its execution was begun
	LostRequests int
	LostReplies  int
	Dropped      int    // requests that were received beside those that were executed
	Restarted    uint64 // a request came to another server, as that before had ended
	Earlier      int    // the number of the call by which the caller had asked for the same just before, and given up
	Later        int    // that of the call by which it has done so again
	Begun        uint64 // the caller began
	Ended        uint64 // it was done with the call
	Packets      []RPCPacket
}

// RPCPacket is a packet of a call.
type RPCPacket struct {
	Step  string // request, reply, ...
	Try   int
	Copy  int    // 1, or above that of a copy that a fault made
	Sent  uint64 // events
	Came  uint64 // it arrived on the host of its port, if it came over a wire
	Got   uint64 // it was received
	Lost  uint64
	Fault string // what befell it, in words; "" for nothing
}

// The words for which remote calls are wanted, beside the name of a thread or port.
const (
	FailedRPCs  = "failed"
	OrphanRPCs  = "orphans"
	DoubledRPCs = "doubled"
)

// RPCs lists the remote calls up to the present position.
func (d In) RPCs(which string, from, most int) (all []RPC, err error) {
	calls, err := d.S.RPCs()
	if err != nil {
		return nil, err
	}
	wanted, err := d.wantedRPCs(calls, which)
	if err != nil {
		return nil, err
	}
	for i, n := 0, 1; i < len(calls.All) && (most <= 0 || len(all) < most); i++ {
		c := &calls.All[i]
		now, ok := c.At(d.S.HasEvent)
		if !ok || !wanted(c, &now) {
			continue
		}
		if n >= from {
			all = append(all, d.rpcRow(calls, c, &now))
		}
		n++
	}
	return all, nil
}

// RPC returns a remote call by its number.
func (d In) RPC(number int) (RPC, error) {
	calls, err := d.S.RPCs()
	if err != nil {
		return RPC{}, err
	}
	c := calls.Get(int32(number))
	if c == nil {
		return RPC{}, text.WithHint(fmt.Errorf("there is no remote call %d: the run has %d", number, len(calls.All)),
			text.HintRPCs)
	}
	now, ok := c.At(d.S.HasEvent)
	if !ok {
		return RPC{}, text.WithHint(fmt.Errorf("remote call %d has not been made here", number), text.HintHappens, c.Sent)
	}
	row := d.rpcRow(calls, c, &now)
	row.Text = d.whyRPC(calls, c, &now)
	return row, nil
}

// Orphans returns the threads that serve remote calls at the present position whose callers have given up,
// with the numbers of these.
func (d In) Orphans() (map[string]int, error) {
	calls, err := d.S.RPCs()
	if err != nil {
		return nil, err
	}
	found := map[string]int{}
	for i := range calls.All {
		c := &calls.All[i]
		if len(calls.Orphans(c)) == 0 {
			continue
		}
		if now, ok := c.At(d.S.HasEvent); ok && now.Orphan() {
			found[d.S.ThreadName(d.serverOf(calls, c, &now))] = int(c.Number)
		}
	}
	return found, nil
}

// wantedRPCs returns what chooses remote calls by a word.
func (d In) wantedRPCs(calls *rpc.Calls, which string) (func(c, now *rpc.Call) bool, error) {
	switch which {
	case "":
		return func(_, _ *rpc.Call) bool { return true }, nil
	case FailedRPCs:
		return func(_, now *rpc.Call) bool { return now.HasFailed() }, nil
	case OrphanRPCs:
		return func(_, now *rpc.Call) bool { return now.Orphan() }, nil
	case DoubledRPCs:
		return func(c, _ *rpc.Call) bool { return calls.Executions(c, d.S.HasEvent) > 1 }, nil
	}
	if i := slices.IndexFunc(calls.Ports, func(p rpc.Port) bool { return p.Name == which }); i >= 0 {
		return func(_, now *rpc.Call) bool { return calls.Ports[now.Port].Name == which }, nil
	}
	id, err := d.Thread(which)
	if err != nil {
		return nil, fmt.Errorf("%w, and no port of that name was called", err)
	}
	return func(c, now *rpc.Call) bool {
		return now.Caller == id || now.Callee == id || d.serverOf(calls, c, now) == id
	}, nil
}

// serverOf is the thread that serves a call here or has answered it, 0 for none.
func (d In) serverOf(calls *rpc.Calls, c, now *rpc.Call) kernel.ThreadID {
	if now.By != 0 && c.Marked == nil {
		return now.By
	}
	id, _ := calls.Server(c, d.S.HasEvent)
	return cmp.Or(id, now.By, now.Callee)
}

func (d In) rpcRow(calls *rpc.Calls, c, now *rpc.Call) RPC {
	row := RPC{
		Number: int(now.Number), Parent: int(now.Parent), Caller: d.S.ThreadName(now.Caller),
		CallerHost: d.HostOf(now.Caller),
		Port:       calls.Ports[now.Port].Name, Outcome: d.outcome(now), Failed: now.HasFailed(), Orphan: now.Orphan(),
		Sent: uint64(now.Sent), Dequeued: uint64(now.Dequeued), Replied: uint64(now.Replied),
		Received: uint64(now.Received), GaveUp: uint64(now.GaveUp), Lost: uint64(now.Lost),
	}
	row.Request, _ = d.S.SentBy(int(now.Sent) - 1)
	if now.Callee != 0 {
		row.Callee = d.S.ThreadName(now.Callee)
	}
	if id := d.serverOf(calls, c, now); id != 0 {
		row.Server, row.ServerHost = d.S.ThreadName(id), d.HostOf(id)
		row.Executed = d.S.Executed(id, now.Dequeued, cmp.Or(now.Replied, now.Lost))
	}
	if now.Marked != nil {
		d.markedRow(&row, now)
	}
	row.Took = d.elapsed(now.Sent, cmp.Or(now.Received, now.GaveUp, now.Failed))
	if now.GaveUp != 0 {
		row.GivenUp = d.givenUp(now)
	}
	row.Text = d.toldRPC(now)
	return row
}

// markedRow adds to a row what is known of a call by a protocol of the program's own.
func (d In) markedRow(row *RPC, now *rpc.Call) {
	m := now.Marked
	row.Marked = &MarkedRPC{Protocol: m.Protocol, Procedure: m.Procedure, Tries: m.Tries(), Executions: len(m.Executions),
		LostRequests: m.Lost(kernel.MarkRequest), LostReplies: m.Lost(kernel.MarkReply), Dropped: m.Idle(),
		Restarted: uint64(m.Restarted), Earlier: int(m.Earlier), Later: int(m.Later), Begun: uint64(m.Begun),
		Ended: uint64(m.Ended)}
	for i := range m.Packets {
		p := &m.Packets[i]
		row.Marked.Packets = append(row.Marked.Packets, RPCPacket{Step: p.Step.String(), Try: int(p.Try), Copy: int(p.Copy),
			Sent: uint64(p.Sent), Came: uint64(p.Came), Got: uint64(p.Got), Lost: uint64(p.Lost), Fault: p.Befallen()})
	}
	row.Executed = 0
	for _, x := range m.Executions {
		row.Executed += d.S.Executed(x.By, x.Begun, max(x.Ended, x.Died))
	}
}

// outcome is what has become of a call in a word or two. What is not received may be yet, unless nobody waits for it.
func (d In) outcome(now *rpc.Call) string {
	if o := now.Outcome(); o != rpc.NotReceived || now.GaveUp != 0 || d.AtEnd() {
		return o.String()
	}
	return "not received yet"
}

// elapsed is the virtual time in microseconds from one event to another, or to now if that is 0.
func (d In) elapsed(from, to uint64) int64 {
	until := d.S.State().Now
	if to != 0 {
		until = d.S.TimeOf(int(to) - 1)
	}
	return max(0, until-d.S.TimeOf(int(from)-1))
}

// lasting is a stretch of virtual time in words.
func lasting(us int64) string { return strconv.FormatFloat(float64(us)/1000, 'f', -1, 64) + " ms" }

// toldRPC is what has become of a call, with when and why.
func (d In) toldRPC(now *rpc.Call) string {
	said := d.outcome(now)
	if now.Marked != nil {
		return said + d.toldMarked(now)
	}
	switch now.Outcome() {
	case rpc.TurnedDown:
		return said + ": " + now.Code.Error()
	case rpc.Answered:
		if now.Received == 0 {
			return fmt.Sprintf("%s at event %d, and the reply is not received yet", said, now.Replied)
		}
		if now.Failed != 0 {
			return said + ", with the id of another call's reply: " + now.Code.Error()
		}
		return said
	case rpc.Late:
		return said + ": " + d.lateness(now)
	case rpc.ThrownAway, rpc.LostWithHost:
		return fmt.Sprintf("%s at event %d", said, now.Lost)
	}
	switch {
	case now.Orphan():
		return said + ", an orphan: " + d.givenUp(now)
	case now.GaveUp != 0:
		return said + ": " + d.givenUp(now)
	}
	return said
}

// toldMarked is what is added to the outcome of a call by a protocol of the program's own.
func (d In) toldMarked(now *rpc.Call) (said string) {
	m := now.Marked
	if n := m.Tries(); n > 1 {
		said += fmt.Sprintf(", sent %d times", n)
	}
	switch {
	case now.Orphan():
		said += ", an orphan: " + d.givenUp(now)
	case now.GaveUp != 0:
		said += "; " + d.givenUp(now)
	}
	if m.Later != 0 {
		said += fmt.Sprintf("; made again as rpc %d", m.Later)
	}
	return said
}

// lateness says in which order a call was given up and answered.
func (d In) lateness(now *rpc.Call) string {
	if now.Replied < now.GaveUp {
		return fmt.Sprintf("answered at event %d, %s", now.Replied, d.givenUp(now))
	}
	return fmt.Sprintf("%s, answered at event %d into a dead name", d.givenUp(now), now.Replied)
}

// givenUp says when and why the caller gave up.
func (d In) givenUp(now *rpc.Call) string {
	why := "given up"
	switch {
	case now.Mark&rpc.CallerDied != 0:
		why = "its caller has ended"
	case now.Code != 0 && now.Code != ipc.MACH_RCV_TIMED_OUT:
		why = "given up with " + now.Code.Error()
	}
	return fmt.Sprintf("%s after %s (event %d)", why, lasting(d.elapsed(now.Sent, now.GaveUp)), now.GaveUp)
}

// whyRPC says in one sentence what has become of a call and, where it is not over, what keeps it.
func (d In) whyRPC(calls *rpc.Calls, c, now *rpc.Call) string {
	port := calls.Ports[now.Port].Name
	if now.Marked != nil {
		return d.whyMarked(calls, c, now)
	}
	switch now.Outcome() {
	case rpc.NotReceived:
		if place := d.placeOfRequest(now.Sent); place != "" {
			return place + d.butGivenUp(now)
		}
	case rpc.Executing:
		return d.executing(calls, c, now) + d.butGivenUp(now)
	case rpc.Answered:
		if now.Received != 0 && now.Failed == 0 {
			return fmt.Sprintf("answered at event %d, received at event %d, after %s", now.Replied, now.Received,
				lasting(d.elapsed(now.Sent, now.Received)))
		}
	case rpc.ThrownAway, rpc.LostWithHost:
		return d.lostRPC(now, port)
	}
	return d.toldRPC(now)
}

// whyMarked is whyRPC for a call by a protocol of the program's own: its story, and where it is now.
func (d In) whyMarked(calls *rpc.Calls, c, now *rpc.Call) string {
	story := calls.Story(c, d.S.HasEvent)
	if id, _ := calls.Server(c, d.S.HasEvent); id != 0 {
		return story + "; " + d.executing(calls, c, now)
	}
	for i := range now.Marked.Packets {
		if p := &now.Marked.Packets[i]; p.Open() && p.Copy == 1 && now.Marked.Ended == 0 {
			if place := d.placeOfRequest(p.Sent); place != "" {
				story += fmt.Sprintf("; %v of event %d: %s", p.Step, p.Sent, place)
			}
		}
	}
	return story
}

func (d In) butGivenUp(now *rpc.Call) string {
	switch {
	case now.GaveUp == 0:
		return ""
	case now.Orphan():
		return ", an orphan: " + d.givenUp(now)
	}
	return "; " + d.givenUp(now)
}

// placeOfRequest says where the request is that an event has sent; "" if it is nowhere.
func (d In) placeOfRequest(sent uint64) string {
	for _, m := range d.S.Messages() {
		if m.Sent != uint64(sent) {
			continue
		}
		since := lasting(d.elapsed(sent, 0))
		switch number, queued := strings.CutPrefix(m.Place, "queued, number "); {
		case queued:
			n, _ := strconv.Atoi(number)
			return fmt.Sprintf("still queued at port %s, behind %d others, sent %s ago", m.Port, n-1, since)
		case strings.HasPrefix(m.Place, "to be sent"):
			return fmt.Sprintf("not sent yet: for %s there has been no room at port %s", since, m.Port)
		default:
			return fmt.Sprintf("%s for %s", m.Place, since)
		}
	}
	return ""
}

// executing says where a call executes, and for how long.
func (d In) executing(calls *rpc.Calls, c, now *rpc.Call) string {
	id, since := calls.Server(c, d.S.HasEvent)
	said := fmt.Sprintf("executing in %s for %s", d.S.ThreadName(id), lasting(d.elapsed(since, 0)))
	t := d.S.State().Threads.At(uint32(id))
	switch {
	case t.Status == kernel.Ended:
		return said + ", which has ended with the right to answer it in its task"
	case t.Call.PC != 0:
		f := kernel.FrameAt(t.Call.PC)
		said += fmt.Sprintf(", in %s, line %d of %s", functionName(f.Func), f.Line, f.File)
	}
	if other := calls.Serving(id, d.S.HasEvent); other != nil && other.Number != now.Number {
		said += fmt.Sprintf("; it has received rpc %d since", other.Number)
	}
	return said
}

// unnamed matches the last part of the name of a function literal.
var unnamed = regexp.MustCompile(`^(func)?\d+$`)

// functionName is a function's name without its package; that of a literal says what it stands in.
func functionName(whole string) string {
	name := whole[strings.LastIndexByte(whole, '.')+1:]
	if unnamed.MatchString(name) {
		return whole
	}
	return name
}

// lostRPC says how a call was lost.
func (d In) lostRPC(now *rpc.Call, port string) string {
	what := "request"
	switch {
	case now.Replied != 0:
		what = "reply"
	case now.Dequeued != 0:
		what = "right to answer it"
	}
	if now.Mark&rpc.HostDown != 0 {
		return fmt.Sprintf("%s lost with the host that crashed, at event %d", what, now.Lost)
	}
	if now.Dequeued == 0 {
		return fmt.Sprintf("request lost because port %s died, or its message was thrown away, at event %d", port, now.Lost)
	}
	return fmt.Sprintf("%s thrown away at event %d", what, now.Lost)
}
