package shadow

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/probe"
)

// watcher is a kernel.Log between a machine and a tape.Builder.
type watcher struct {
	kernel.Log
	mem    memory
	event  event
	sites  *sites
	open   bool
	state  *kernel.State
	report func(violation)
}

// event is one step with what it noted.
type event struct {
	state *kernel.State
	actor kernel.Actor
	op    string
	noted map[thing]modes
	notes map[thing][]note           // for sites
	made  map[string]map[uint32]bool // records, by table
	hands map[ipc.MsgID]bool         // messages that are the thread's own
	light map[ipc.MsgID]bool         // messages without rights in them
	wrote map[place]bool
	ends  map[kernel.NetID][]kernel.HostID // before it
}

// modes is a set of ipc.Mode.
type modes uint32

func (m modes) has(all ...ipc.Mode) bool {
	for _, x := range all {
		if m&(1<<x) != 0 {
			return true
		}
	}
	return false
}

// violation is a field access that no entry of the access log accounts for.
type violation struct {
	op, field, kind, site string
	number                uint64
	id                    uint32
}

func (v violation) String() string {
	return fmt.Sprintf("event %d, %s: %s: %s of %s (%d) is not in the access log", v.number, v.op, v.site, v.kind,
		v.field, v.id)
}

func (w *watcher) Open(s *kernel.State) {
	probe.Stop()
	w.close(s)
	w.Log.Open(s)
}

func (w *watcher) Fired(s *kernel.State, a kernel.Actor) { w.Log.Fired(s, a) }

func (w *watcher) Begin(s *kernel.State, a kernel.Actor) {
	w.Log.Begin(s, a)
	w.state = s
	w.mem.look(s)
	e := &w.event
	*e = event{state: s, actor: a, noted: map[thing]modes{}, made: map[string]map[uint32]bool{},
		hands: map[ipc.MsgID]bool{}, wrote: map[place]bool{}}
	e.op = "packet"
	if a.Edited() {
		e.op = "edit" // it comes after everything, so all that it reads is accounted for
	}
	e.light = map[ipc.MsgID]bool{}
	for id := range s.IPC.Msgs.All {
		msg := s.IPC.Msgs.At(id)
		e.light[ipc.MsgID(id)] = !real(uint64(msg.Reply)) && msg.Accept.Notify == 0 && msg.Call == nil &&
			!slices.ContainsFunc(msg.Items, func(it ipc.Item) bool { return it.Kind == ipc.KindPort && real(it.Num) })
	}
	if a.Thread != 0 {
		t := s.Threads.At(uint32(a.Thread))
		e.op = t.Call.Op.String()
		e.hands[t.Msg], e.hands[t.Call.Msg] = true, true
	}
	e.ends = map[kernel.NetID][]kernel.HostID{}
	for id := range s.NetPorts.All {
		for _, end := range s.NetPorts.At(id).Ends {
			e.ends[kernel.NetID(id)] = append(e.ends[kernel.NetID(id)], end.Host)
		}
	}
	w.open = true
	probe.Start()
}

func (w *watcher) End(s *kernel.State, t kernel.Taken) {
	probe.Stop()
	w.Log.End(s, t)
	w.goOn()
}

func (w *watcher) Glance(id kernel.ThreadID, v any) {
	probe.Stop()
	w.Log.Glance(id, v)
	w.goOn()
}

// real says whether a right in a message is one to a port.
func real(p uint64) bool { return p != 0 && p != uint64(ipc.DeadPort) }

// goOn has accesses taken down again, if a step has begun: what the programs do up to their next
// calls belongs to it.
func (w *watcher) goOn() {
	if w.open {
		probe.Start()
	}
}

// close holds what the last event read and wrote against what it noted.
func (w *watcher) close(s *kernel.State) {
	if !w.open {
		return
	}
	w.open = false
	e := &w.event
	for i, t := range s.IPC.AccessLog.Accesses {
		for _, b := range []uint32{t.B, anyB} {
			e.noted[thing{t.Location, t.A, b}] |= 1 << t.Mode
			e.noted[thing{t.Location, anyB, b}] |= 1 << t.Mode
		}
		if t.Location == ipc.LocMsg && t.Mode != ipc.Read { // it arrived at a queue
			e.noted[thing{ipc.LocQueue, t.B, 0}] |= 1 << ipc.Write
		}
		w.sites.logged(e, i, t)
	}
	w.mem.look(s)
	for _, a := range probe.Take() {
		if a.Kind == probe.Walked {
			w.complain(a, place{table: w.mem.tables[a.Addr]}, "walk")
			continue
		}
		w.mem.find(a.Addr, a.Size, func(p place) { w.access(a, p) })
	}
}

func (w *watcher) access(a probe.Access, p place) {
	e := &w.event
	switch {
	case a.Kind == probe.Made:
		if e.made[p.table] == nil {
			e.made[p.table] = map[uint32]bool{}
		}
		e.made[p.table][p.id] = true
		return
	case e.made[p.table][p.id], e.own(p), a.Kind == probe.Read && (e.wrote[p] || e.actor.Edited()):
		return
	case a.Kind != probe.Read:
		e.wrote[p] = true
	}
	if f, ok := demanded(a); ok {
		if !e.noted[thing{f, p.id, 0}].has(ipc.Read, ipc.Write) {
			w.complain(a, p, "look")
		}
		return
	}
	r := ruleFor(p.String())
	if r == nil {
		w.complain(a, p, "access without a rule")
		return
	}
	w.sites.accessed(e, r, p, a.Kind)
	if r.free != "" && (a.Kind == probe.Read || r.free != constant) || r.free == "" && e.accounts(r, p, a.Kind) {
		return
	}
	w.complain(a, p, [...]string{"read", "write", "change"}[a.Kind])
}

// complain reports an access, unless there is an exemption.
func (w *watcher) complain(a probe.Access, p place, kind string) {
	site := w.site(a, p)
	if site != "" {
		w.report(violation{w.event.op, p.String(), kind, site, w.event.state.Steps, p.id})
	}
}

// site is where an access was made, "" if it is exempt.
func (w *watcher) site(a probe.Access, p place) (site string) {
	frames := runtime.CallersFrames(a.Stack[:])
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		fn := f.Function[strings.LastIndex(f.Function, "/")+1:]
		if site == "" && !strings.HasPrefix(fn, "table.") {
			site = fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		if exempt(fn, p.String()) || p.table == "Msgs" && light[fn] && w.event.light[ipc.MsgID(p.id)] {
			return ""
		}
	}
	return site
}

func exempt(fn, field string) bool {
	for i := range exemptions {
		if x := &exemptions[i]; strings.HasPrefix(fn, x.fn) && strings.HasPrefix(field, x.field) {
			return true
		}
	}
	return false
}

// demanded is the location that the function which makes a field access has to log.
func demanded(a probe.Access) (ipc.Location, bool) {
	f, _ := runtime.CallersFrames(a.Stack[:1]).Next()
	d, ok := demands[f.Function[strings.LastIndex(f.Function, "/")+1:]]
	return d, ok
}

// own says whether a record is the actor's own.
func (e *event) own(p place) bool {
	switch p.table {
	case "Threads":
		return p.id == uint32(e.actor.Thread)
	case "Packets":
		return p.id == uint32(e.actor.Packet)
	case "Msgs":
		return e.hands[ipc.MsgID(p.id)]
	}
	return false
}

// accounts says whether an entry in the log of the event accounts for a field access.
func (e *event) accounts(r *rule, p place, k probe.Kind) bool {
	for _, t := range r.of(e, p) {
		if r.allows(t.location, e.noted[t], k) {
			return true
		}
	}
	return false
}

// allows says whether log entries of a location, with some modes, account for a kind of field access.
func (r *rule) allows(f ipc.Location, m modes, k probe.Kind) bool {
	return m.has(ipc.Write, ipc.New) ||
		k != probe.Read && m.has(ipc.Spoil) ||
		k == probe.Read && m.has(ipc.Read) ||
		k == probe.Read && f == ipc.LocQueue && m.has(ipc.ReadArrivals) ||
		f == ipc.LocMsg && m.has(ipc.Read, ipc.HandedOver) ||
		m.has(ipc.Add) && (r.add == both || (r.add == reads) == (k == probe.Read))
}

// take makes a run, records it, and compares its field accesses with its access log.
func take(p *kernel.Program, cfg kernel.Config, report func(violation), s *sites) {
	k := tape.NewBuilder(p, cfg)
	k.Watch(&cfg)
	w := &watcher{Log: cfg.Tracer.Log, report: report, sites: s}
	cfg.Tracer.Log = w
	m, err := kernel.New(p, cfg)
	if err != nil {
		panic(err)
	}
	defer m.Close()
	defer probe.Stop()
	k.Accessed = func(uint32, kernel.Actor, []ipc.Access) {} // steps are to log them
	k.Attach(m.World())
	m.Run()
	probe.Stop()
	w.close(m.World())
}
