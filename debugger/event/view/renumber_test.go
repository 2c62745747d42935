package view

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/ipc"
	"machsim/ipc/table"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// newIDs are ids for old ones, by the type of the id.
type newIDs map[reflect.Type]map[uint32]uint32

func (m newIDs) of(like any, id uint32) uint32 {
	if now, ok := m[reflect.TypeOf(like)][id]; ok {
		return now
	}
	return id
}

// scatter gives each record in use another id.
func scatter[T any, P table.Record[T]](t *table.Table[T, P], r *rand.Rand) map[uint32]uint32 {
	m := map[uint32]uint32{}
	free := r.Perm(2*t.Len() + 3)
	for id := range t.All {
		m[id] = uint32(free[len(m)] + 1)
	}
	return m
}

// rebuilt is the table with its records under their new ids.
func rebuilt[T any, P table.Record[T]](t *table.Table[T, P], m map[uint32]uint32) table.Table[T, P] {
	var now table.Table[T, P]
	used := map[uint32]bool{}
	for range 2*t.Len() + 3 {
		table.New(&now)
	}
	for id := range t.All {
		*now.Mut(m[id]) = *t.At(id)
		used[m[id]] = true
	}
	for id := range uint32(2*t.Len() + 3) {
		if !used[id+1] {
			now.Free(id + 1)
		}
	}
	return now
}

// renumbered is a state in which all records have other ids.
func renumbered(s *kernel.State, r *rand.Rand) *kernel.State {
	c := s.Clone()
	c.Console, c.Goals, c.Notes = slices.Clone(c.Console), slices.Clone(c.Goals), slices.Clone(c.Notes)
	for id := range c.Hosts.All { // whose lists are shared, for nobody else writes to them
		d := &c.Hosts.Mut(id).Disk
		d.Names, d.Synced, d.Unsynced = slices.Clone(d.Names), slices.Clone(d.Synced), slices.Clone(d.Unsynced)
	}
	if c.Failure != nil {
		f := *c.Failure
		c.Failure = &f
	}
	m := newIDs{
		reflect.TypeFor[kernel.HostID]():      scatter(&c.Hosts, r),
		reflect.TypeFor[kernel.WireID]():      scatter(&c.Wires, r),
		reflect.TypeFor[kernel.TaskID]():      scatter(&c.Tasks, r),
		reflect.TypeFor[kernel.ThreadID]():    scatter(&c.Threads, r),
		reflect.TypeFor[kernel.MutexID]():     scatter(&c.Mutexes, r),
		reflect.TypeFor[kernel.ConditionID](): scatter(&c.Conditions, r),
		reflect.TypeFor[kernel.MemoryID]():    scatter(&c.Memory, r),
		reflect.TypeFor[kernel.FileID]():      scatter(&c.Files, r),
		reflect.TypeFor[kernel.NetID]():       scatter(&c.NetPorts, r),
		reflect.TypeFor[kernel.PacketID]():    scatter(&c.Packets, r),
		reflect.TypeFor[ipc.PortID]():         scatter(&c.IPC.Ports, r),
		reflect.TypeFor[ipc.SetID]():          scatter(&c.IPC.Sets, r),
		reflect.TypeFor[ipc.SpaceID]():        scatter(&c.IPC.Spaces, r),
		reflect.TypeFor[ipc.MsgID]():          scatter(&c.IPC.Msgs, r),
	}
	c.Hosts = rebuilt(&c.Hosts, m[reflect.TypeFor[kernel.HostID]()])
	c.Wires = rebuilt(&c.Wires, m[reflect.TypeFor[kernel.WireID]()])
	c.Tasks = rebuilt(&c.Tasks, m[reflect.TypeFor[kernel.TaskID]()])
	c.Threads = rebuilt(&c.Threads, m[reflect.TypeFor[kernel.ThreadID]()])
	c.Mutexes = rebuilt(&c.Mutexes, m[reflect.TypeFor[kernel.MutexID]()])
	c.Conditions = rebuilt(&c.Conditions, m[reflect.TypeFor[kernel.ConditionID]()])
	c.Memory = rebuilt(&c.Memory, m[reflect.TypeFor[kernel.MemoryID]()])
	c.Files = rebuilt(&c.Files, m[reflect.TypeFor[kernel.FileID]()])
	c.NetPorts = rebuilt(&c.NetPorts, m[reflect.TypeFor[kernel.NetID]()])
	c.Packets = rebuilt(&c.Packets, m[reflect.TypeFor[kernel.PacketID]()])
	c.IPC.Ports = rebuilt(&c.IPC.Ports, m[reflect.TypeFor[ipc.PortID]()])
	c.IPC.Sets = rebuilt(&c.IPC.Sets, m[reflect.TypeFor[ipc.SetID]()])
	c.IPC.Spaces = rebuilt(&c.IPC.Spaces, m[reflect.TypeFor[ipc.SpaceID]()])
	c.IPC.Msgs = rebuilt(&c.IPC.Msgs, m[reflect.TypeFor[ipc.MsgID]()])
	c.Ready, c.Arrive = m.set(&c.Ready, kernel.ThreadID(0)), m.set(&c.Arrive, kernel.PacketID(0))
	for _, v := range records(c) {
		m.refer(v)
	}
	m.refer(reflect.ValueOf(c.Timers))
	m.refer(reflect.ValueOf(c.IPC.Held))
	m.refer(reflect.ValueOf(c.Console))
	m.refer(reflect.ValueOf(c.Goals))
	m.refer(reflect.ValueOf(c.Notes))
	m.refer(reflect.ValueOf(c.Failure))
	return c
}

func (m newIDs) set(old *kernel.ReadySet, like any) kernel.ReadySet {
	var now kernel.ReadySet
	for i := range old.Len() {
		now.Add(m.of(like, old.At(i)))
	}
	return now
}

// refer makes what refers to records refer to their new ids.
func (m newIDs) refer(v reflect.Value) {
	if old, ok := m[v.Type()]; ok {
		if now, ok := old[uint32(v.Uint())]; ok {
			v.SetUint(uint64(now))
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && v.Type().Elem().Kind() == reflect.Struct {
			m.refer(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			m.refer(v.Index(i))
		}
	case reflect.Struct:
		m.referStruct(v)
	}
}

// referStruct follows the fields of a struct, and the references in it that have no
// type of their own.
func (m newIDs) referStruct(v reflect.Value) {
	if v.CanAddr() {
		switch r := v.Addr().Interface().(type) {
		case *ipc.Waiters:
			r.Head, r.Tail = m.of(kernel.ThreadID(0), r.Head), m.of(kernel.ThreadID(0), r.Tail)
		case *ipc.Label:
			r.Creator = m.of(kernel.ThreadID(0), r.Creator)
		case *ipc.Space:
			r.Task = m.of(kernel.TaskID(0), r.Task)
		case *ipc.Entry:
			m.referEntry(r)
		case *ipc.Msg:
			m.referMsg(r)
		case *ipc.Port:
			m.referPort(r)
		case *ipc.Far:
			if like := standsFor[r.Kind]; like != nil {
				r.Object = m.of(like, r.Object)
			}
		case *kernel.PortKey:
			if like := standsFor[r.Kind]; like != nil {
				r.Object = m.of(like, r.Object)
			}
			r.Creator = m.of(kernel.ThreadID(0), r.Creator)
		case *kernel.Wait:
			if like := waitsAt[r.Kind]; like != nil {
				r.Object = m.of(like, r.Object)
			}
		case *kernel.Call:
			m.referCall(r)
		}
	}
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			m.refer(v.Field(i))
		}
	}
}

func (m newIDs) referEntry(e *ipc.Entry) {
	if e.Type == ipc.TypePortSet {
		e.Object = m.of(ipc.SetID(0), e.Object)
	} else {
		e.Object = m.of(ipc.PortID(0), e.Object)
	}
}

func (m newIDs) referMsg(msg *ipc.Msg) {
	msg.Sender = m.of(kernel.ThreadID(0), msg.Sender)
	if a, ok := msg.Call.(*kernel.Answer); ok {
		now := *a
		switch a.About.Kind {
		case kernel.TaskObject:
			now.About.ID = m.of(kernel.TaskID(0), a.About.ID)
		case kernel.ThreadObject:
			now.About.ID = m.of(kernel.ThreadID(0), a.About.ID)
		}
		msg.Call = &now
	}
	for i := range msg.Items {
		if it := &msg.Items[i]; it.Kind == ipc.KindPort && !msg.Draft {
			it.Num = uint64(m.of(ipc.PortID(0), uint32(it.Num)))
		}
	}
}

// standsFor says what the Object of a port is, by the port's kind.
var standsFor = map[uint8]any{
	kernel.KindTask: kernel.TaskID(0), kernel.KindNotify: kernel.TaskID(0), kernel.KindHost: kernel.HostID(0),
	kernel.KindThread: kernel.ThreadID(0), kernel.KindReply: kernel.ThreadID(0), kernel.KindMinder: ipc.PortID(0),
}

func (m newIDs) referPort(p *ipc.Port) {
	p.Net = m.of(kernel.NetID(0), p.Net)
	p.Host = m.of(kernel.HostID(0), p.Host)
	if like := standsFor[p.Kind]; like != nil {
		p.Object = m.of(like, p.Object)
	}
}

// waitsAt says what the Object of a wait is.
var waitsAt = map[kernel.WaitKind]any{
	kernel.WaitMutex: kernel.MutexID(0), kernel.WaitCondition: kernel.ConditionID(0), kernel.WaitJoin: kernel.ThreadID(0),
	kernel.WaitAlone: kernel.TaskID(0), kernel.WaitStart: kernel.TaskID(0),
	kernel.WaitRequest: kernel.TaskID(0), kernel.WaitAnswer: kernel.TaskID(0),
}

func (m newIDs) referCall(c *kernel.Call) {
	like := map[kernel.ObjectKind]any{
		kernel.MutexObject: kernel.MutexID(0), kernel.ConditionObject: kernel.ConditionID(0),
		kernel.FileObject:   kernel.FileID(0),
		kernel.ThreadObject: kernel.ThreadID(0),
	}
	for _, o := range c.Op.Operands() {
		id := like[o.Kind.Object()]
		if id == nil {
			continue
		}
		if o.Field == kernel.FieldN2 {
			c.N2 = int64(m.of(id, uint32(c.N2)))
		} else {
			c.N = int64(m.of(id, uint32(c.N)))
		}
	}
}

// records are all records of all tables, to be written to.
func records(s *kernel.State) []reflect.Value {
	var all []reflect.Value
	for _, t := range []reflect.Value{reflect.ValueOf(s).Elem(), reflect.ValueOf(&s.IPC).Elem()} {
		for i := range t.NumField() {
			if !t.Type().Field(i).IsExported() {
				continue
			}
			p := t.Field(i).Addr()
			at := p.MethodByName("Mut")
			if !at.IsValid() {
				continue
			}
			ids := p.Interface().(interface{ All(func(uint32) bool) })
			for id := range ids.All {
				all = append(all, at.Call([]reflect.Value{reflect.ValueOf(id)})[0].Elem())
			}
		}
	}
	return all
}

// A View does not depend on how the records are numbered.
func TestNumberingIsNotSeen(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range effort.Some(programs.All, 10) {
		for seed := range effort.Of(uint64(1)) {
			eachStep(t, p, kernel.Config{Seed: seed}, func(m *kernel.Machine) {
				s := m.World()
				if s.Steps%11 != 0 && m.Outcome() == kernel.Interrupted {
					return
				}
				c := renumbered(s, r)
				if a, b := Of(s), Of(c); !reflect.DeepEqual(a, b) {
					t.Fatalf("%s, seed %d, event %d: the numbering is seen: %s", p.Name, seed, s.Steps, cmp.Diff(a, b))
				}
				if Hash(s) != Hash(c) {
					t.Fatalf("%s, seed %d, event %d: equal Views, different hashes", p.Name, seed, s.Steps)
				}
			})
		}
	}
}

// eachStep runs a program and shows it after each call of Step, so many times at most.
func eachStep(t *testing.T, p *kernel.Program, cfg kernel.Config, see func(*kernel.Machine)) {
	t.Helper()
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for i := 0; i < effort.Of(150) && m.Step(); i++ {
		see(m)
	}
}
