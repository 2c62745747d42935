package tables

import (
	"slices"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// rights notes how the ports and sets that programs make begin and end, and who gets rights to them.
type rights struct {
	lives []portLife
	by    event.Table[int] // by port or set: its place in lives, plus 1
	alive []living
	now   int64 // virtual time of the last event
	ends  bool  // a port or task may have ended with the present event
	died  []event.Value
	moves []transfer
	given map[holding]kernel.Kept // what the program's Main gave
}

// portLife is what is known of a port or a set.
type portLife struct {
	who            event.Value
	host, task, by string
	born, died     int // events; 0 for the program's Main, and for one that is there at the end
	sent, received int64
	call           string
}

// living is a port or set that is not known to be dead.
type living struct {
	life int
	at   uint32 // its record, when last looked at
}

// begin adds what the program's Main made.
func newRights(s *kernel.State) *rights {
	r := &rights{given: holdings(s)}
	for id := range s.IPC.Ports.All {
		p := s.IPC.Ports.At(id)
		if p.Kind == kernel.KindPlain && p.Label.Creator == 0 && p.Label.Serial != 0 && !p.Dead {
			r.born(s, kernel.Object{Kind: kernel.PortObject, ID: id}, portLife{by: Main})
		}
	}
	for id := range s.IPC.Sets.All {
		if l := s.IPC.Sets.At(id).Label; l.Creator == 0 && l.Serial != 0 {
			r.born(s, kernel.Object{Kind: kernel.SetObject, ID: id}, portLife{by: Main})
		}
	}
	return r
}

// Main is who makes what is there before the first event.
const Main = "Main"

// born adds a port or set, unless it is known.
func (r *rights) born(s *kernel.State, o kernel.Object, l portLife) {
	who := s.Identity(o)
	if r.by.Get(who) > 0 {
		return
	}
	space := ipc.SpaceID(0)
	if o.Kind == kernel.SetObject {
		space = s.IPC.Sets.At(o.ID).Space
	} else {
		space = s.IPC.Ports.At(o.ID).Receiver
	}
	l.who = event.Value{Identity: who, Text: s.NameOf(o)}
	l.task, l.host = owner(s, space)
	r.lives = append(r.lives, l)
	r.moves = append(r.moves, transfer{n: l.born, what: "made", right: whole(who.Kind), object: l.who.Text,
		to: l.task, thread: l.by, call: l.call})
	r.by.Put(who, len(r.lives))
	r.alive = append(r.alive, living{len(r.lives) - 1, o.ID})
}

// owner names the task that has a name space, and its host.
func owner(s *kernel.State, space ipc.SpaceID) (task, host string) {
	for id := range s.Tasks.All {
		if t := s.Tasks.At(id); t.Space == space && !t.Ended {
			return s.TaskName(kernel.TaskID(id)), s.HostName(t.Host)
		}
	}
	return "", ""
}

// see takes an event. It returns the ports and sets that ended with it.
func (r *rights) see(e *kernel.Event, x *event.Event) []event.Value {
	r.died = r.died[:0]
	r.makes(e, x)
	r.count(x)
	r.keeps(e, x)
	if r.ends = r.mayEnd(e, x); r.ends {
		r.deaths(e.State, x)
	}
	r.now = x.Time
	return r.died
}

// makes adds the port or set that an event made.
func (r *rights) makes(e *kernel.Event, x *event.Event) {
	l := portLife{born: int(x.Number), by: x.Thread.Text}
	op := x.Op
	if x.Kind == event.Arrival && x.Packet.Request != nil {
		op, l.by = x.Packet.Request.Call.Op, x.Message.From.Text
	}
	if op != kernel.OpStart {
		l.call = op.String()
	}
	switch {
	case e.About.Kind == kernel.SetObject && e.State.IPC.Sets.Has(e.About.ID):
		r.born(e.State, e.About, l)
	case x.Code != 0 || op.Class() != kernel.ClassMakePort || x.Kind == event.Step && !x.Done:
	case e.About.Kind == kernel.PortObject && e.State.IPC.Ports.Has(e.About.ID):
		if e.State.IPC.Ports.At(e.About.ID).Kind == kernel.KindPlain {
			r.born(e.State, e.About, l)
		}
	}
	if x.Kind == event.Step && (op == kernel.OpPort25Enable || op == kernel.OpMsgReceive) {
		r.defaultSet(e, l)
	}
}

// defaultSet adds the set of the ports that a task of Mach 2.5 has enabled, which is made when it is first needed.
func (r *rights) defaultSet(e *kernel.Event, l portLife) {
	s := e.State
	space := s.Threads.At(uint32(e.Actor.Thread)).Space
	if !s.IPC.Spaces.Has(uint32(space)) {
		return
	}
	entry := s.IPC.Lookup(space, s.IPC.Spaces.At(uint32(space)).Enabled)
	if entry != nil && entry.Type&ipc.TypePortSet != 0 {
		r.born(s, kernel.Object{Kind: kernel.SetObject, ID: entry.Object}, l)
	}
}

// count counts the messages of the port that an event sends to, or has received from.
func (r *rights) count(x *event.Event) {
	if m := x.Message; m != nil && x.Kind == event.Step && x.Phase == 0 && m.Sent == x.Number {
		if n := r.by.Get(m.To.Identity); n > 0 {
			r.lives[n-1].sent++
		}
	}
	if x.Got != nil {
		if n := r.by.Get(x.Got.To.Identity); n > 0 {
			r.lives[n-1].received++
		}
	}
}

// aLongTime is the gap between two events, in virtual microseconds, after which a timer may have fired.
const aLongTime = 1000

// mayEnd says whether a port or set may have ended with an event. Ends caused by timers of the kernel just before an
// event count for that event.
func (r *rights) mayEnd(e *kernel.Event, x *event.Event) bool {
	switch {
	case x.Time-r.now >= aLongTime || x.Kind != event.Step:
		return true
	case x.Op.Class() == kernel.ClassMessage:
		return x.Done && x.Code != 0 || carriesReceive(x.Message) || carriesReceive(x.Got)
	case x.Ended:
		return true
	}
	return !x.Op.Harmless() && (x.Op.Class() != kernel.ClassOther || x.Op.HasTarget())
}

func carriesReceive(m *event.Message) bool {
	return m != nil && slices.ContainsFunc(m.Items, ipc.Item.MovesReceive)
}

// deaths finds the ports and sets that are no more.
func (r *rights) deaths(s *kernel.State, x *event.Event) {
	left := r.alive[:0]
	for _, a := range r.alive {
		l := &r.lives[a.life]
		if a.lives(s, l) {
			left = append(left, a)
			continue
		}
		l.died = int(x.Number)
		r.died = append(r.died, l.who)
		r.note(x, transfer{what: "died", right: whole(l.who.Kind), object: l.who.Text})
	}
	r.alive = left
}

// lives says whether a port or set is still there. If a port has moved to another host, it has another record.
func (a *living) lives(s *kernel.State, l *portLife) bool {
	if l.who.Kind == kernel.SetObject {
		return s.IPC.Sets.Has(a.at) && s.Identity(kernel.Object{Kind: kernel.SetObject, ID: a.at}) == l.who.Identity
	}
	if s.IPC.Ports.Has(a.at) && isHome(s.IPC.Ports.At(a.at), l.who.Identity) {
		return true
	}
	for id := range s.IPC.Ports.All {
		if isHome(s.IPC.Ports.At(id), l.who.Identity) {
			a.at = id
			return true
		}
	}
	return false
}

// isHome says whether a record is the present home of a port.
func isHome(p *ipc.Port, who kernel.Identity) bool {
	return p.Kind == kernel.KindPlain && !p.Dead && p.Label.Creator == who.A && p.Label.Serial == who.B
}

// portColumns are the columns of the table of ports.
var portColumns = []derived[portLife]{
	{"port", Text, "its name", textOf(func(l *portLife) string { return l.who.Text })},
	{"kind", Text, "port or set", textOf(func(l *portLife) string { return l.who.Kind.String() })},
	{"virtual", Text, "its name by who made it, whatever it was given", portVirtual},
	{"host", Text, "the host on which it was made", textOf(func(l *portLife) string { return l.host })},
	{"task", Text, "the task that it was made in", textOf(func(l *portLife) string { return l.task })},
	{"made_n", Event, "the event that made it; NULL for the program's Main", eventOf(portMade)},
	{"made_us", Time, "when that was", at("time_us", portMade)},
	{"by", Text, "the thread that made it, or Main", textOf(func(l *portLife) string { return l.by })},
	{"died_n", Event, "the event with which it ended; NULL if it is there at the end of the run", eventOf(portDied)},
	{"died_us", Time, "when that was", at("time_us", portDied)},
	{"sent", Integer, "the messages that were sent to it", numberOf(func(l *portLife) int64 { return l.sent })},
	{"received", Integer, "the messages that were received from it",
		numberOf(func(l *portLife) int64 { return l.received })},
}

func portMade(l *portLife) int { return l.born }
func portDied(l *portLife) int { return l.died }

// portVirtual is the name of a port or set by who made it.
func portVirtual(s *source[portLife]) *column {
	return textOf(func(l *portLife) string {
		end := s.r.s.Final()
		made, _ := end.Stable(l.who.Identity)
		return end.VirtualName(made)
	})(s)
}
