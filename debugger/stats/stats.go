package stats

import (
	"cmp"
	"slices"

	"machsim/debugger/event"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
)

// Report is a run in numbers.
type Report struct {
	Events  int          `json:"events"`
	Time    int64        `json:"time_us"` // virtual, at the end of the run
	Ports   []PortUse    `json:"ports"`
	Mutexes []MutexUse   `json:"mutexes"`
	Waits   []LongWait   `json:"waits"` // the longest
	Calls   []CallCount  `json:"calls"`
	Threads []EventCount `json:"threads"`
	Hosts   []EventCount `json:"hosts"`
	Apart   []Apart      `json:"apart"` // what never overlapped
	Left    int          `json:"left"`  // pairs of threads that were not looked at
}

// PortUse is the messages that went to a port.
type PortUse struct {
	Port     string `json:"port"`
	Sent     int    `json:"sent"`
	Received int    `json:"received"`
	Lost     int    `json:"lost"`      // that nobody can receive any more
	Waiting  int    `json:"waiting"`   // on their way, or in the queue, when the run ends
	Median   int64  `json:"median_us"` // from the event that sent a message to the event that received it
	P95      int64  `json:"p95_us"`
	Max      int64  `json:"max_us"`
	At       int    `json:"at"` // the event that received the message that took longest; 0 for none
}

// MutexUse is the uses of a mutex.
type MutexUse struct {
	Mutex       string `json:"mutex"`
	Taken       int    `json:"taken"`
	Waited      int    `json:"waited"`  // how often a thread had to wait for it
	WaitTime    int64  `json:"wait_us"` // in all
	LongestWait int64  `json:"longest_wait_us"`
	By          string `json:"by"`      // who waited longest
	At          int    `json:"at"`      // the event that took it then; 0 if the wait never ended
	Held        int64  `json:"held_us"` // in all
	LongestHeld int64  `json:"longest_held_us"`
	Holder      string `json:"holder"`  // who held it longest
	HeldAt      int    `json:"held_at"` // the event that gave it back then, or the last one of the run
}

// LongWait is the time that a thread was in a call that could not go on.
type LongWait struct {
	Thread string `json:"thread"`
	For    string `json:"for"`  // what
	From   int    `json:"from"` // the events at which it began and ended; To is 0 if it never ended
	To     int    `json:"to"`   // the events at which it began and ended; To is 0 if it never ended
	Time   int64  `json:"time_us"`
}

// CallCount is how often a kernel call ended in a way.
type CallCount struct {
	Call   string `json:"call"`
	Result string `json:"result"` // "ok", a code, or "not done" when the run ended
	Count  int    `json:"count"`
}

// EventCount is how many events a thread, or a host, had.
type EventCount struct {
	Name   string `json:"name"`
	Events int    `json:"events"`
}

// Collector counts the events of a run. It has to be shown every one, from the first on.
type Collector struct {
	s       *session.Session
	report  Report
	ports   event.Table[*port]
	mutexes event.Table[*mutex]
	sent    []sending // by event
	threads []thread  // by thread
	calls   [kernel.Ops]call
	hosts   []EventCount // by id
	waits   []LongWait
	allPort []*port
	allMtx  []*mutex
}

// sending is an event that may send a message.
type sending struct {
	port *port // where it goes, until it is received; nil for none
	time int64
}

type port struct {
	PortUse
	took latencies
}

type mutex struct {
	MutexUse
	since int64 // when the holder took it
	by    string
	held  bool
}

// thread is what is known of a thread while the events are read.
type thread struct {
	name   string
	events int
	began  int   // the event of its call's first step
	time   int64 // when that was
	waits  bool
	what   string // it waits for
	op     kernel.Op
	open   bool   // its call is not done
	on     *mutex // that it waits for, if its call locks one
}

// call is how often calls of one kind ended with each code.
type call struct {
	codes []ipc.Code
	count []int
}

// Of reports on the run of a session. It returns session.ErrStopped when stop is closed before it is ready.
func Of(stop <-chan struct{}, s *session.Session) (*Report, error) {
	x, err := Counts(stop, s)
	if err != nil {
		return nil, err
	}
	return x, x.Overlaps(stop, s)
}

// Counts is Of without what never overlapped, which is all that needs the causal order.
func Counts(stop <-chan struct{}, s *session.Session) (*Report, error) {
	c, r := NewCollector(s), event.NewReader()
	if err := s.EventsUntil(stop, 0, s.Len(), func(e *kernel.Event) { c.See(r.Look(e)) }); err != nil {
		return nil, err
	}
	return c.Counts(), nil
}

// NewCollector returns a Collector that has seen no event of the run of a session.
func NewCollector(s *session.Session) *Collector {
	return &Collector{s: s, sent: make([]sending, s.Len())}
}

// Counts is the report, without what never overlapped, once all events have been seen.
func (c *Collector) Counts() *Report {
	c.end()
	return &c.report
}

// See counts an event.
func (c *Collector) See(x *event.Event) {
	c.report.Time = x.Time
	c.sent[x.Number-1].time = x.Time
	c.host(&x.Host)
	if x.Kind != event.Step {
		return
	}
	t := c.thread(x)
	c.sends(x)
	if x.Phase == 0 || !t.open {
		t.began, t.time, t.op, t.open, t.waits = int(x.Number), x.Time, x.Op, true, false
		t.on = nil
	}
	if x.Op.Class() == kernel.ClassWait && t.began == int(x.Number) {
		c.giveUp(x, t)
	}
	switch {
	case x.Done:
		c.done(x, t)
	case x.Wait.Kind != kernel.WaitNone && !t.waits:
		t.waits, t.what = true, inWords(&x.Wait)
		if x.Op.Class() == kernel.ClassLock {
			t.on = c.mutex(x)
			t.on.Waited++
		}
	}
}

// host counts an event of a host.
func (c *Collector) host(h *event.Value) {
	if h.Kind != kernel.HostObject {
		return
	}
	for len(c.hosts) <= int(h.A) {
		c.hosts = append(c.hosts, EventCount{})
	}
	c.hosts[h.A].Name = h.Text
	c.hosts[h.A].Events++
}

// thread is that of an event.
func (c *Collector) thread(x *event.Event) *thread {
	id := int(x.Actor.Thread)
	if n := id + 1 - len(c.threads); n > 0 {
		c.threads = append(c.threads, make([]thread, n)...)
	}
	t := &c.threads[id]
	t.name = x.Thread.Text
	t.events++
	return t
}

// sends notes a message on its way.
func (c *Collector) sends(x *event.Event) {
	if m := x.Message; m != nil && m.Sent == x.Number {
		p := c.port(m.To)
		p.Sent++
		c.sent[x.Number-1].port = p
	}
}

func (c *Collector) port(to event.Value) *port {
	p := c.ports.Get(to.Identity)
	if p == nil {
		p = &port{PortUse: PortUse{Port: to.Text}}
		c.ports.Put(to.Identity, p)
		c.allPort = append(c.allPort, p)
	}
	return p
}

// done notes a call that is done.
func (c *Collector) done(x *event.Event, t *thread) {
	t.open = false
	c.calls[x.Op].add(x.Code)
	if t.waits {
		c.waited(LongWait{Thread: t.name, For: t.what, From: t.began, To: int(x.Number), Time: x.Time - t.time})
	}
	if x.Got != nil && x.Got.Sent != 0 {
		c.received(x)
	}
	switch x.Op.Class() {
	case kernel.ClassLock, kernel.ClassWait:
		if x.Code == 0 {
			c.taken(x, t)
		}
	case kernel.ClassTryLock:
		if x.Result.N != 0 {
			c.taken(x, t)
		}
	case kernel.ClassUnlock:
		if m := c.mutex(x); m != nil && x.Code == 0 {
			m.free(x.Time, int(x.Number))
		}
	}
}

// add counts a code.
func (c *call) add(code ipc.Code) {
	i := slices.Index(c.codes, code)
	if i < 0 {
		i = len(c.codes)
		c.codes, c.count = append(c.codes, code), append(c.count, 0)
	}
	c.count[i]++
}

// received notes how long a message took.
func (c *Collector) received(x *event.Event) {
	from := &c.sent[x.Got.Sent-1]
	p := from.port
	if p == nil { // the kernel sent it for the thread, as that of an exception
		p = c.port(x.Got.To)
		p.Sent++
	}
	from.port = nil
	took := x.Time - from.time
	p.Received++
	p.took.add(took)
	if p.At == 0 || took > p.Max {
		p.Max, p.At = took, int(x.Number)
	}
}

// mutex is the mutex among the operands of a call, nil if there is none.
func (c *Collector) mutex(x *event.Event) *mutex {
	for i := range x.Operands {
		v := &x.Operands[i]
		if v.Kind != kernel.MutexObject {
			continue
		}
		m := c.mutexes.Get(v.Identity)
		if m == nil {
			m = &mutex{MutexUse: MutexUse{Mutex: v.Text}}
			c.mutexes.Put(v.Identity, m)
			c.allMtx = append(c.allMtx, m)
		}
		return m
	}
	return nil
}

// taken notes that a thread has taken a mutex. A thread that waited for a condition waited for that.
func (c *Collector) taken(x *event.Event, t *thread) {
	m := c.mutex(x)
	if m == nil {
		return
	}
	m.Taken++
	m.since, m.by, m.held = x.Time, t.name, true
	if !t.waits || x.Op.Class() == kernel.ClassWait {
		return
	}
	m.waitedFor(x.Time-t.time, t.name, int(x.Number))
}

// waitedFor notes how long a thread waited for the mutex; at is 0 if it never got it.
func (m *mutex) waitedFor(took int64, by string, at int) {
	m.WaitTime += took
	if m.By == "" || took > m.LongestWait {
		m.LongestWait, m.By, m.At = took, by, at
	}
}

// giveUp notes that a thread gives up its mutex to wait for a condition.
func (c *Collector) giveUp(x *event.Event, t *thread) {
	if m := c.mutex(x); m != nil && !x.Done {
		m.free(x.Time, int(x.Number))
	}
}

// free notes that a mutex is given back.
func (m *mutex) free(now int64, at int) {
	if !m.held {
		return
	}
	m.held = false
	took := now - m.since
	m.Held += took
	if m.HeldAt == 0 || took > m.LongestHeld {
		m.LongestHeld, m.Holder, m.HeldAt = took, m.by, at
	}
}

// numWaits is how many of the longest waits are reported.
const numWaits = 20

// waited notes a wait, if it is among the longest so far.
func (c *Collector) waited(w LongWait) {
	if len(c.waits) == 4*numWaits {
		c.waits = longest(c.waits)
	}
	c.waits = append(c.waits, w)
}

// longest returns the longest waits, the longest first.
func longest(all []LongWait) []LongWait {
	slices.SortFunc(all, func(a, b LongWait) int { return cmp.Or(cmp.Compare(b.Time, a.Time), a.From-b.From) })
	return all[:min(len(all), numWaits)]
}

// inWords is what a thread waits for.
func inWords(w *event.Wait) string {
	on := ""
	if w.On.Text != "" {
		on = " " + w.On.Text
	}
	switch w.Kind {
	case kernel.WaitSend:
		return "room at port" + on
	case kernel.WaitReceive:
		if w.On.Kind == kernel.SetObject {
			return "a message at set" + on
		}
		return "a message at port" + on
	case kernel.WaitMutex:
		return "mutex" + on
	case kernel.WaitCondition:
		return "condition" + on
	case kernel.WaitJoin:
		return "the end of" + on
	case kernel.WaitSleep:
		return "time to pass"
	case kernel.WaitAlone:
		return "the other threads to end"
	case kernel.WaitException:
		return "the handler of an exception at port" + on
	case kernel.WaitStart:
		return "room for a thread"
	}
	return "host " + w.For.Text
}

// end makes the report.
func (c *Collector) end() {
	x := &c.report
	x.Events = c.s.Len()
	c.unreceived()
	c.threadsEnd()
	for _, p := range c.allPort {
		p.Median, p.P95 = p.took.quantile(1, 2), p.took.quantile(19, 20)
		x.Ports = append(x.Ports, p.PortUse)
	}
	for _, m := range c.allMtx {
		if m.held {
			m.free(x.Time, c.s.Len())
		}
		x.Mutexes = append(x.Mutexes, m.MutexUse)
	}
	c.callsEnd()
	for _, h := range c.hosts {
		if h.Events > 0 {
			x.Hosts = append(x.Hosts, h)
		}
	}
	slices.SortFunc(x.Ports, func(a, b PortUse) int { return cmp.Or(b.Sent-a.Sent, cmp.Compare(a.Port, b.Port)) })
	slices.SortFunc(x.Mutexes, func(a, b MutexUse) int {
		return cmp.Or(cmp.Compare(b.WaitTime, a.WaitTime), b.Taken-a.Taken, cmp.Compare(a.Mutex, b.Mutex))
	})
	slices.SortFunc(x.Hosts, compareActors)
}

func compareActors(a, b EventCount) int {
	return cmp.Or(b.Events-a.Events, cmp.Compare(a.Name, b.Name))
}

// unreceived tells messages that are on their way at the end from those that are lost.
func (c *Collector) unreceived() {
	msgs := &c.s.Final().IPC.Msgs
	for id := range msgs.All {
		msg := msgs.At(id)
		if n := msg.Sent; !msg.Draft && n > 0 && n <= uint64(len(c.sent)) && c.sent[n-1].port != nil {
			c.sent[n-1].port.Waiting++
			c.sent[n-1].port = nil
		}
	}
	for i := range c.sent {
		if p := c.sent[i].port; p != nil {
			p.Lost++
		}
	}
}

// threadsEnd reports on threads, and what they still wait for.
func (c *Collector) threadsEnd() {
	x := &c.report
	for i := range c.threads {
		t := &c.threads[i]
		if t.events == 0 {
			continue
		}
		x.Threads = append(x.Threads, EventCount{c.s.ThreadName(kernel.ThreadID(i)), t.events})
		if t.open && t.waits {
			c.waited(LongWait{Thread: t.name, For: t.what, From: t.began, Time: x.Time - t.time})
			if t.on != nil {
				t.on.waitedFor(x.Time-t.time, t.name, 0)
			}
		}
	}
	slices.SortFunc(x.Threads, compareActors)
	x.Waits = longest(c.waits)
}

// callsEnd reports on calls.
func (c *Collector) callsEnd() {
	x := &c.report
	for op := range c.calls {
		for i, code := range c.calls[op].codes {
			result := "ok"
			if code != 0 {
				result = code.Error()
			}
			x.Calls = append(x.Calls, CallCount{kernel.Op(op).String(), result, c.calls[op].count[i]})
		}
	}
	open := map[kernel.Op]int{}
	for i := range c.threads {
		if t := &c.threads[i]; t.open && t.events > 0 {
			open[t.op]++
		}
	}
	for op, n := range open {
		x.Calls = append(x.Calls, CallCount{op.String(), "not done", n})
	}
	slices.SortFunc(x.Calls, func(a, b CallCount) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Call, b.Call), cmp.Compare(a.Result, b.Result))
	})
}
