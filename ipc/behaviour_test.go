package ipc

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// bench is a world of a few tasks for tests that tell a story.
type bench struct {
	t *testing.T
	s *State
}

func newBench(t *testing.T) *bench {
	b := &bench{t, &State{}}
	t.Cleanup(b.check)
	return b
}

// hasRoom says whether a message may be queued now.
func hasRoom(s *State, id MsgID) bool {
	m := s.Msgs.At(uint32(id))
	return s.port(m.Dest).HasRoom(m)
}

func (b *bench) check() {
	b.t.Helper()
	if err := b.s.Check(); err != nil {
		b.t.Error(err)
	}
}

func (b *bench) ok(c Code) {
	b.t.Helper()
	b.want(c, KERN_SUCCESS)
}

func (b *bench) want(got, want Code) {
	b.t.Helper()
	if got != want {
		b.t.Fatalf("got %v, want %v", got, want)
	}
}

func (b *bench) equal(got, want any) {
	b.t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		b.t.Fatalf("(-want +got)\n%s", diff)
	}
}

func (b *bench) task() SpaceID { return b.s.NewSpace(1) }

func (b *bench) alloc(sp SpaceID, r Right) Name {
	b.t.Helper()
	n, c := b.s.PortAllocate(sp, r)
	b.ok(c)
	return n
}

func (b *bench) receive(sp SpaceID) Name { return b.alloc(sp, RightReceive) }

// grant gives another task a send right to the port of a receive right.
func (b *bench) grant(from SpaceID, n Name, to SpaceID) Name {
	p := b.s.PortOf(from, n)
	b.s.AddSend(p)
	return b.s.CopyOutRight(to, p, PortSend)
}

func (b *bench) grantOnce(from SpaceID, n Name, to SpaceID) Name {
	p := b.s.PortOf(from, n)
	b.s.AddSendOnce(p)
	return b.s.CopyOutRight(to, p, PortSendOnce)
}

// own adds a send right to a receive right.
func (b *bench) own(sp SpaceID, n Name) { b.grant(sp, n, sp) }

func (b *bench) typ(sp SpaceID, n Name) string {
	t, c := b.s.PortType(sp, n)
	if c != 0 {
		return c.Error()
	}
	return t.String()
}

func (b *bench) refs(sp SpaceID, n Name, r Right) int {
	refs, c := b.s.PortGetRefs(sp, n, r)
	b.ok(c)
	return int(refs)
}

// setRefs brings a name to that many references.
func (b *bench) setRefs(sp SpaceID, n Name, r Right, refs int) {
	b.ok(b.s.PortModRefs(sp, n, r, int32(refs-b.refs(sp, n, r))))
}

func (b *bench) request(sp SpaceID, n Name, id int32, notify Name) {
	b.t.Helper()
	_, c := b.s.PortRequestNotification(sp, sp, n, id, 0, notify, MakeSendOnce)
	b.ok(c)
}

// try copies a message in and queues it.
func (b *bench) try(sp SpaceID, m *Message) Code {
	id := b.s.NewDraft(m)
	c := b.s.CopyIn(sp, id, Null)
	if c == 0 {
		b.s.Enqueue(id)
	}
	return c
}

func (b *bench) send(sp SpaceID, m *Message) {
	b.t.Helper()
	b.ok(b.try(sp, m))
}

// transit copies a message in and leaves it there.
func (b *bench) transit(sp SpaceID, m *Message) MsgID {
	b.t.Helper()
	id := b.s.NewDraft(m)
	b.ok(b.s.CopyIn(sp, id, Null))
	return id
}

func (b *bench) dequeue(sp SpaceID, n Name) MsgID {
	p, set, c := b.s.Source(sp, n)
	b.ok(c)
	id := b.s.First(p, set)
	if id != 0 {
		b.s.Dequeue(id)
	}
	return id
}

func (b *bench) recv(sp SpaceID, n Name) *Message {
	b.t.Helper()
	id := b.dequeue(sp, n)
	if id == 0 {
		b.t.Fatalf("no message at %v", n)
	}
	m := &Message{}
	b.ok(b.s.CopyOut(sp, id, m, Null))
	return m
}

var noteNames = map[int32]string{65: "port-deleted", 66: "msg-accepted", 69: "port-destroyed", 70: "no-senders",
	71: "send-once", 72: "dead-name"}

// notes empties a port and says what came: `dead-name 0x100, 7`.
func (b *bench) notes(sp SpaceID, n Name) string {
	b.t.Helper()
	var notes []string
	for {
		id := b.dequeue(sp, n)
		if id == 0 {
			return strings.Join(notes, ", ")
		}
		var m Message
		b.ok(b.s.CopyOut(sp, id, &m, Null))
		note := noteNames[m.ID]
		if note == "" {
			note = fmt.Sprint(m.ID)
		} else if m.LocalType != PortSendOnce || m.Remote != Null {
			b.t.Errorf("notification %v did not come by a send-once right alone", &m)
		}
		for _, it := range m.Items {
			if it.Kind == KindPort || it.Kind == KindName {
				note += " " + Name(it.Num).String()
			} else {
				note += " " + it.String()
			}
		}
		notes = append(notes, note)
	}
}

func (b *bench) changes() string {
	kinds := []string{"arrived", "room", "port-died", "receiver-gone", "joined-set", "set-died"}
	var cs []string
	for _, c := range b.s.Changes {
		cs = append(cs, kinds[c.Kind])
	}
	b.s.Changes = b.s.Changes[:0]
	return strings.Join(cs, " ")
}

// --- dispositions -------------------------------------------------

func TestDispositions(t *testing.T) {
	type result struct {
		Code          Code
		After         string // sender's name
		Send, Once    int32  // rights of the port, the message in transit
		MSCount       uint32
		Arrives       Disposition
		ReceiverTypes string
	}
	for _, c := range []struct {
		has  string // rights under the sender's name
		disp Disposition
		want result
	}{
		{"receive", MoveReceive, result{0, "KERN_INVALID_NAME", 0, 0, 0, PortReceive, "receive"}},
		{"send+receive", MoveReceive, result{0, "send", 1, 0, 0, PortReceive, "receive"}},
		{"send", MoveReceive, result{Code: MACH_SEND_INVALID_RIGHT, After: "send"}},
		{"send", MoveSend, result{0, "KERN_INVALID_NAME", 1, 0, 0, PortSend, "send"}},
		{"2 send", MoveSend, result{0, "send", 2, 0, 0, PortSend, "send"}},
		{"send+receive", MoveSend, result{0, "receive", 1, 0, 9, PortSend, "send"}},
		{"receive", MoveSend, result{Code: MACH_SEND_INVALID_RIGHT, After: "receive"}},
		{"send-once", MoveSend, result{Code: MACH_SEND_INVALID_RIGHT, After: "send-once"}},
		{"send-once", MoveSendOnce, result{0, "KERN_INVALID_NAME", 0, 1, 0, PortSendOnce, "send-once"}},
		{"send", MoveSendOnce, result{Code: MACH_SEND_INVALID_RIGHT, After: "send"}},
		{"send", CopySend, result{0, "send", 2, 0, 0, PortSend, "send"}},
		{"receive", CopySend, result{Code: MACH_SEND_INVALID_RIGHT, After: "receive"}},
		{"send-once", CopySend, result{Code: MACH_SEND_INVALID_RIGHT, After: "send-once"}},
		{"receive", MakeSend, result{0, "receive", 1, 0, 10, PortSend, "send"}},
		{"send", MakeSend, result{Code: MACH_SEND_INVALID_RIGHT, After: "send"}},
		{"receive", MakeSendOnce, result{0, "receive", 0, 1, 9, PortSendOnce, "send-once"}},
		{"send", MakeSendOnce, result{Code: MACH_SEND_INVALID_RIGHT, After: "send"}},
		{"set", MoveSend, result{Code: MACH_SEND_INVALID_RIGHT, After: "port-set"}},
		{"set", MoveReceive, result{Code: MACH_SEND_INVALID_RIGHT, After: "port-set"}},
		{"dead", MoveSend, result{0, "KERN_INVALID_NAME", 0, 0, 0, PortSend, "dead"}},
		{"dead", MoveSendOnce, result{0, "KERN_INVALID_NAME", 0, 0, 0, PortSendOnce, "dead"}},
		{"dead", CopySend, result{0, "dead-name", 0, 0, 0, PortSend, "dead"}},
		{"dead", MakeSend, result{Code: MACH_SEND_INVALID_RIGHT, After: "dead-name"}},
		{"dead", MakeSendOnce, result{Code: MACH_SEND_INVALID_RIGHT, After: "dead-name"}},
		{"dead", MoveReceive, result{Code: MACH_SEND_INVALID_RIGHT, After: "dead-name"}},
	} {
		t.Run(c.has+" "+c.disp.String(), func(t *testing.T) {
			b := newBench(t)
			sender, receiver, third := b.task(), b.task(), b.task()
			service := b.receive(receiver)
			dest := b.grant(receiver, service, sender)
			n := b.someRight(sender, third, c.has)
			p := b.s.PortOf(sender, n)
			if typ := b.typ(sender, n); strings.Contains(typ, "receive") {
				b.ok(b.s.PortSetMSCount(sender, n, 9))
				b.ok(b.s.PortSetSeqno(sender, n, 9))
			}
			var got result
			got.Code = b.try(sender, NewMessage(1, carry(n, c.disp)).To(dest, CopySend))
			got.After = b.typ(sender, n)
			if got.Code != 0 {
				b.equal(got, c.want)
				return
			}
			if p != 0 {
				port := b.s.port(p)
				got.Send, got.Once, got.MSCount = port.SRights, port.SORights, port.MSCount
				if c.disp == MoveReceive && port.Seqno != 0 {
					t.Error("seqno of a moved receive right is not 0")
				}
			}
			m := b.recv(receiver, service)
			got.Arrives = m.Items[0].Disp
			got.ReceiverTypes = "dead"
			if m.Port(0) != Dead {
				got.ReceiverTypes = b.typ(receiver, m.Port(0))
			}
			b.equal(got, c.want)
		})
	}
}

// someRight makes a name in sp with rights to a port; the other task helps.
func (b *bench) someRight(sp, other SpaceID, has string) Name {
	switch has {
	case "receive":
		return b.receive(sp)
	case "send+receive":
		n := b.receive(sp)
		b.own(sp, n)
		return n
	case "send":
		return b.grant(other, b.receive(other), sp)
	case "2 send":
		n := b.grant(other, b.receive(other), sp)
		b.setRefs(sp, n, RightSend, 2)
		return n
	case "send-once":
		return b.grantOnce(other, b.receive(other), sp)
	case "set":
		return b.alloc(sp, RightPortSet)
	}
	return b.alloc(sp, RightDeadName)
}

// Null and Dead pass through a body under any disposition.
func TestNullAndDeadPass(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	n := b.receive(sp)
	for _, d := range allDispositions {
		b.send(sp, NewMessage(1, carry(Null, d), carry(Dead, d)).To(n, MakeSend))
		m := b.recv(sp, n)
		b.equal([]Name{m.Port(0), m.Port(1)}, []Name{Null, Dead})
	}
}

// A right whose port dies in transit arrives as Dead.
func TestDeadInTransit(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	service, doomed := b.receive(a), b.receive(c)
	dest, send, once := b.grant(a, service, c), b.grant(c, doomed, c), b.grantOnce(c, doomed, c)
	b.send(c, NewMessage(1, CopyingSend(send), MovingSendOnce(once)).To(dest, CopySend).ReplyTo(doomed, MakeSend))
	b.ok(b.s.PortModRefs(c, doomed, RightReceive, -1))
	m := b.recv(a, service)
	b.equal([]Name{m.Port(0), m.Port(1), m.Remote}, []Name{Dead, Dead, Dead})
}

// --- names of rights that arrive -----------------------------

func TestOneNamePerPort(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	n := b.receive(a)
	b.equal(b.grant(a, n, a), n)
	b.equal(b.typ(a, n), "send+receive")
	first := b.grant(a, n, c)
	b.equal(b.grant(a, n, c), first)
	b.equal(b.refs(c, first, RightSend), 2)
	b.equal(b.s.port(b.s.PortOf(a, n)).SRights, int32(2)) // one per task
	once, twice := b.grantOnce(a, n, c), b.grantOnce(a, n, c)
	if once == first || twice == first || once == twice {
		t.Error("a send-once right shares a name")
	}
	// A receive right merges into the send right's name.
	service := b.receive(c)
	b.send(a, NewMessage(1, MovingReceive(n)).To(b.grant(c, service, a), CopySend))
	b.equal(b.recv(c, service).Port(0), first)
	b.equal(b.typ(c, first), "send+receive")
	b.equal(b.typ(a, n), "send")
}

// At the greatest count a further send right is swallowed.
func TestUserReferencesStick(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	n := b.receive(a)
	s := b.grant(a, n, c)
	b.setRefs(c, s, RightSend, 65534)
	b.equal(b.grant(a, n, c), s)
	b.equal(b.refs(c, s, RightSend), 65534)
	// The death of the port with a request gives the last reference there is.
	note := b.receive(c)
	b.request(c, s, MACH_NOTIFY_DEAD_NAME, note)
	b.ok(b.s.PortDestroy(a, n))
	b.equal(b.refs(c, s, RightDeadName), 65535)
	_, code := b.s.PortRequestNotification(c, c, s, MACH_NOTIFY_DEAD_NAME, 1, note, MakeSendOnce)
	b.want(code, KERN_UREFS_OVERFLOW)
}

func TestNames(t *testing.T) {
	b := newBench(t)
	sp := b.s.NewSpace(42)
	b.equal(b.s.Spaces.At(uint32(sp)).Task, uint32(42))
	first := b.receive(sp)
	b.equal(first, Name(0x200)) // the notify port has 0x100
	second := b.receive(sp)
	b.ok(b.s.PortDestroy(sp, first))
	b.ok(b.s.PortDestroy(sp, second))
	b.equal(b.receive(sp), Name(0x301)) // last freed, first used, next generation
	b.equal(b.receive(sp), Name(0x201))
	b.want(b.s.PortDestroy(sp, first), KERN_INVALID_NAME)

	// Chosen names, inside and outside of the table, are never given out again.
	b.ok(b.s.PortDestroy(sp, 0x201))
	b.ok(b.s.PortAllocateName(sp, RightReceive, 0x277))
	b.ok(b.s.PortAllocateName(sp, RightReceive, 0x400))
	b.ok(b.s.PortAllocateName(sp, RightDeadName, 0x500))
	b.equal(len(b.s.Spaces.At(uint32(sp)).Chosen), 2)
	b.equal(b.receive(sp), Name(0x401))
	names, _ := b.s.PortNames(sp)
	b.equal(names, []Name{0x100, 0x277, 0x301, 0x401, 0x400, 0x500})
	for gen := range Name(256) {
		b.s.PortAllocateName(sp, RightDeadName, 0x500|gen)
	}
	b.equal(b.receive(sp), Name(0x600))
}

// --- port calls ------------------------------------------------------------------

func TestAllocateCodes(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	for _, r := range []Right{RightSend, RightSendOnce, 5, 99} {
		_, c := b.s.PortAllocate(sp, r)
		b.want(c, KERN_INVALID_VALUE)
		b.want(b.s.PortAllocateName(sp, r, 0x900), KERN_INVALID_VALUE)
	}
	b.want(b.s.PortAllocateName(sp, RightReceive, Null), KERN_INVALID_VALUE)
	b.want(b.s.PortAllocateName(sp, RightReceive, Dead), KERN_INVALID_VALUE)
	b.want(b.s.PortAllocateName(sp, RightSend, 0x100), KERN_INVALID_VALUE) // before NAME_EXISTS
	b.want(b.s.PortAllocateName(sp, RightReceive, 0x100), KERN_NAME_EXISTS)
	_, c := b.s.PortAllocate(99, RightReceive)
	b.want(c, KERN_INVALID_TASK)

	n := b.receive(sp)
	status, c := b.s.PortGetReceiveStatus(sp, n)
	b.ok(c)
	b.equal(status, ReceiveStatus{QLimit: 5})
	b.equal(b.refs(sp, b.alloc(sp, RightDeadName), RightDeadName), 1)
	members, c := b.s.PortGetSetStatus(sp, b.alloc(sp, RightPortSet))
	b.ok(c)
	b.equal(len(members), 0)
}

// Every call that names something, on a name that is not there, on a dead task,
// and on each kind of right that it refuses.
func TestRefusals(t *testing.T) {
	type call struct {
		name    string
		do      func(s *State, sp SpaceID, n Name) Code
		refuses map[string]Code // by what is under the name
	}
	notReceive := map[string]Code{"send": KERN_INVALID_RIGHT, "send-once": KERN_INVALID_RIGHT,
		"set": KERN_INVALID_RIGHT, "dead": KERN_INVALID_RIGHT}
	lacks := func(r Right, delta int32, ok string) call {
		refuses := map[string]Code{}
		for _, has := range []string{"receive", "send", "send-once", "set", "dead"} {
			if has != ok {
				refuses[has] = KERN_INVALID_RIGHT
			}
		}
		return call{"mod_refs " + r.String(), func(s *State, sp SpaceID, n Name) Code {
			return s.PortModRefs(sp, n, r, delta)
		}, refuses}
	}
	for _, c := range []call{
		{"type", func(s *State, sp SpaceID, n Name) Code { _, c := s.PortType(sp, n); return c }, nil},
		{"rename", func(s *State, sp SpaceID, n Name) Code { return s.PortRename(sp, n, 0x7777) }, nil},
		{"destroy", (*State).PortDestroy, nil},
		{"deallocate", (*State).PortDeallocate, map[string]Code{"receive": KERN_INVALID_RIGHT, "set": KERN_INVALID_RIGHT}},
		{"get_refs", func(s *State, sp SpaceID, n Name) Code { _, c := s.PortGetRefs(sp, n, RightSend); return c }, nil},
		lacks(RightSend, 0, "send"), lacks(RightReceive, 0, "receive"), lacks(RightSendOnce, 0, "send-once"),
		lacks(RightPortSet, 0, "set"), lacks(RightDeadName, 0, "dead"),
		{"set_qlimit", func(s *State, sp SpaceID, n Name) Code { return s.PortSetQLimit(sp, n, 16) }, notReceive},
		{"set_mscount", func(s *State, sp SpaceID, n Name) Code { return s.PortSetMSCount(sp, n, 1) }, notReceive},
		{"set_seqno", func(s *State, sp SpaceID, n Name) Code { return s.PortSetSeqno(sp, n, 1) }, notReceive},
		{"receive_status", func(s *State, sp SpaceID, n Name) Code {
			_, c := s.PortGetReceiveStatus(sp, n)
			return c
		}, notReceive},
		{"set_status", func(s *State, sp SpaceID, n Name) Code { _, c := s.PortGetSetStatus(sp, n); return c },
			map[string]Code{"send": KERN_INVALID_RIGHT, "send-once": KERN_INVALID_RIGHT, "receive": KERN_INVALID_RIGHT,
				"dead": KERN_INVALID_RIGHT}},
		{"move_member", func(s *State, sp SpaceID, n Name) Code { return s.PortMoveMember(sp, n, Null) },
			map[string]Code{"send": KERN_INVALID_RIGHT, "send-once": KERN_INVALID_RIGHT, "set": KERN_INVALID_RIGHT,
				"dead": KERN_INVALID_RIGHT, "receive": KERN_NOT_IN_SET}},
		{"extract_right", func(s *State, sp SpaceID, n Name) Code {
			_, _, c := s.PortExtractRight(sp, sp, n, MakeSend)
			return c
		}, notReceive},
		{"request port-destroyed", request(MACH_NOTIFY_PORT_DESTROYED, 0), notReceive},
		{"request no-senders", request(MACH_NOTIFY_NO_SENDERS, 0), notReceive},
		{"request dead-name", request(MACH_NOTIFY_DEAD_NAME, 0),
			map[string]Code{"set": KERN_INVALID_RIGHT, "dead": KERN_INVALID_ARGUMENT}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			other := b.task()
			b.want(c.do(b.s, other, 0x4242), KERN_INVALID_NAME)
			b.want(c.do(b.s, other, Dead), KERN_INVALID_NAME)
			b.want(c.do(b.s, other, Null), KERN_INVALID_NAME)
			b.want(c.do(b.s, 77, 0x100), KERN_INVALID_TASK)
			for _, has := range []string{"receive", "send", "send-once", "set", "dead"} {
				sp := b.task()
				n := b.someRight(sp, other, has)
				before := dump(b.s)
				got, want := c.do(b.s, sp, n), c.refuses[has]
				if got != want {
					t.Errorf("on %s: %v, want %v", has, got, want)
				}
				if diff := cmp.Diff(before, dump(b.s)); want != 0 && diff != "" {
					t.Errorf("on %s: refused, but changed\n%s", has, diff)
				}
			}
		})
	}
}

func request(id int32, sync uint32) func(s *State, sp SpaceID, n Name) Code {
	return func(s *State, sp SpaceID, n Name) Code {
		_, c := s.PortRequestNotification(sp, sp, n, id, sync, 0x100, MakeSendOnce)
		return c
	}
}

// The precedence of codes that a call could choose between.
func TestPrecedence(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	n := b.receive(a)
	s := b.grant(a, n, c)
	once := b.grantOnce(a, n, c)
	dead := b.alloc(a, RightDeadName)
	for _, x := range []struct {
		name string
		got  Code
		want Code
	}{
		{"rename to null", b.s.PortRename(a, 0x4242, Null), KERN_INVALID_VALUE},
		{"rename to itself", b.s.PortRename(a, n, n), KERN_NAME_EXISTS},
		{"rename, new in use, old unknown", b.s.PortRename(a, 0x4242, n), KERN_NAME_EXISTS},
		{"get_refs of a sixth right, unknown name", get(b.s.PortGetRefs(a, 0x4242, 5)), KERN_INVALID_VALUE},
		{"mod_refs of a sixth right, unknown name", b.s.PortModRefs(a, 0x4242, 5, 1), KERN_INVALID_VALUE},
		{"qlimit 17, unknown name", b.s.PortSetQLimit(a, 0x4242, 17), KERN_INVALID_VALUE},
		{"move_member to unknown", b.s.PortMoveMember(a, n, 0x4242), KERN_INVALID_NAME},
		{"move_member to no set", b.s.PortMoveMember(a, n, dead), KERN_INVALID_RIGHT},
		{"insert under null", b.s.PortInsertRight(a, c, Null, n, MakeSend), KERN_INVALID_VALUE},
		{"insert by no disposition", b.s.PortInsertRight(a, c, 0x900, n, 3), KERN_INVALID_VALUE},
		{"insert null", b.s.PortInsertRight(a, c, 0x900, Null, MakeSend), KERN_INVALID_CAPABILITY},
		{"insert dead", b.s.PortInsertRight(a, c, 0x900, dead, CopySend), KERN_INVALID_CAPABILITY},
		{"insert what one lacks", b.s.PortInsertRight(a, c, Null, n, CopySend), MACH_SEND_INVALID_RIGHT},
		{"insert a known port elsewhere", b.s.PortInsertRight(a, c, 0x900, n, MakeSend), KERN_RIGHT_EXISTS},
		{"insert a known port over another", b.s.PortInsertRight(a, c, 0x100, n, MakeSend), KERN_RIGHT_EXISTS},
		{"insert send-once over another", b.s.PortInsertRight(a, c, s, n, MakeSendOnce), KERN_NAME_EXISTS},
		{"insert receive over another", b.s.PortInsertRight(a, c, once, n, MoveReceive), KERN_RIGHT_EXISTS},
		{"insert a new port over another", b.s.PortInsertRight(a, c, once, 0x100, MakeSend), KERN_NAME_EXISTS},
		{"extract by no disposition", extract(b.s.PortExtractRight(a, c, 0x4242, 3)), KERN_INVALID_VALUE},
		{"extract what it lacks", extract(b.s.PortExtractRight(a, c, s, MoveReceive)), KERN_INVALID_RIGHT},
		{"request, dead notify, unknown name", get(b.s.PortRequestNotification(a, a, 0x4242, 3, 0, dead, MoveSendOnce)),
			KERN_INVALID_CAPABILITY},
		{"request, unknown id and name",
			get(b.s.PortRequestNotification(a, a, 0x4242, MACH_NOTIFY_SEND_ONCE, 0, n, MakeSendOnce)), KERN_INVALID_VALUE},
		{"request port-deleted", get(b.s.PortRequestNotification(a, a, n, MACH_NOTIFY_PORT_DELETED, 0, n, MakeSendOnce)),
			KERN_INVALID_VALUE},
		{"request msg-accepted", get(b.s.PortRequestNotification(a, a, n, MACH_NOTIFY_MSG_ACCEPTED, 0, n, MakeSendOnce)),
			KERN_INVALID_VALUE},
		{"request port-destroyed with sync, unknown name",
			get(b.s.PortRequestNotification(a, a, 0x4242, MACH_NOTIFY_PORT_DESTROYED, 1, n, MakeSendOnce)), KERN_INVALID_VALUE},
		{"request dead-name on dead, cancel",
			get(b.s.PortRequestNotification(a, a, dead, MACH_NOTIFY_DEAD_NAME, 1, Null, MakeSendOnce)), KERN_INVALID_ARGUMENT},
		{"request without the notify right",
			get(b.s.PortRequestNotification(c, c, s, MACH_NOTIFY_DEAD_NAME, 0, s, MakeSendOnce)), MACH_SEND_INVALID_RIGHT},
		{"request by a send right", get(b.s.PortRequestNotification(c, c, s, MACH_NOTIFY_DEAD_NAME, 0, s, CopySend)),
			MIG_BAD_ARGUMENTS},
		{"request about the right that notifies",
			get(b.s.PortRequestNotification(c, c, once, MACH_NOTIFY_DEAD_NAME, 0, once, MoveSendOnce)), KERN_INVALID_NAME},
	} {
		if x.got != x.want {
			t.Errorf("%s: %v, want %v", x.name, x.got, x.want)
		}
	}
}

func get[T any](_ T, c Code) Code                { return c }
func extract(_ Name, _ Disposition, c Code) Code { return c }

func TestModRefs(t *testing.T) {
	for _, c := range []struct {
		has   string
		refs  int
		right Right
		delta int32
		want  Code
		after string
		left  int
	}{
		{"set", 0, RightPortSet, 0, 0, "port-set", 1},
		{"set", 0, RightPortSet, 1, KERN_INVALID_VALUE, "port-set", 1},
		{"set", 0, RightPortSet, -2, KERN_INVALID_VALUE, "port-set", 1},
		{"set", 0, RightPortSet, -1, 0, "KERN_INVALID_NAME", 0},
		{"receive", 0, RightReceive, 0, 0, "receive", 1},
		{"receive", 0, RightReceive, 1, KERN_INVALID_VALUE, "receive", 1},
		{"receive", 0, RightReceive, -1, 0, "KERN_INVALID_NAME", 0},
		{"send-once", 0, RightSendOnce, 0, 0, "send-once", 1},
		{"send-once", 0, RightSendOnce, 1, KERN_INVALID_VALUE, "send-once", 1},
		{"send-once", 0, RightSendOnce, -2, KERN_INVALID_VALUE, "send-once", 1},
		{"send-once", 0, RightSendOnce, -1, 0, "KERN_INVALID_NAME", 0},
		{"send", 3, RightSend, 0, 0, "send", 3},
		{"send", 3, RightSend, 65531, 0, "send", 65534},
		{"send", 3, RightSend, 65532, KERN_UREFS_OVERFLOW, "send", 3},
		{"send", 3, RightSend, -4, KERN_INVALID_VALUE, "send", 3},
		{"send", 3, RightSend, -2, 0, "send", 1},
		{"send", 3, RightSend, -3, 0, "KERN_INVALID_NAME", 0},
		{"send+receive", 2, RightSend, -2, 0, "receive", 0},
		{"dead", 3, RightDeadName, 65532, 0, "dead-name", 65535},
		{"dead", 3, RightDeadName, 65533, KERN_UREFS_OVERFLOW, "dead-name", 3},
		{"dead", 3, RightDeadName, -4, KERN_INVALID_VALUE, "dead-name", 3},
		{"dead", 3, RightDeadName, -3, 0, "KERN_INVALID_NAME", 0},
		{"dead", 3, RightDeadName, -2147483648, KERN_INVALID_VALUE, "dead-name", 3},
		{"send", 3, RightSend, 2147483647, KERN_UREFS_OVERFLOW, "send", 3},
	} {
		t.Run(fmt.Sprintf("%s %d %v %d", c.has, c.refs, c.right, c.delta), func(t *testing.T) {
			b := newBench(t)
			sp, other := b.task(), b.task()
			n := b.someRight(sp, other, c.has)
			if c.refs > 0 {
				b.setRefs(sp, n, c.right, c.refs)
			}
			b.want(b.s.PortModRefs(sp, n, c.right, c.delta), c.want)
			b.equal(b.typ(sp, n), c.after)
			if c.after != "KERN_INVALID_NAME" {
				b.equal(b.refs(sp, n, c.right), c.left)
			}
		})
	}
}

// get_refs of a right that the name lacks is 0, not an error.
func TestGetRefsOfAnother(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	n := b.receive(sp)
	for r, want := range []int{0, 1, 0, 0, 0} {
		b.equal(b.refs(sp, n, Right(r)), want)
	}
}

func TestRenameCarriesEverything(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	n, note, set := b.receive(sp), b.receive(sp), b.alloc(sp, RightPortSet)
	b.own(sp, n)
	b.setRefs(sp, n, RightSend, 3)
	b.request(sp, n, MACH_NOTIFY_DEAD_NAME, note)
	b.ok(b.s.PortMoveMember(sp, n, set))
	b.ok(b.s.PortSetQLimit(sp, n, 0))
	id := b.transit(sp, NewMessage(7).To(n, CopySend))
	b.want(b.s.Force(id, sp, n, note), MACH_SEND_WILL_NOTIFY)
	b.ok(b.s.PortRename(sp, n, 0x123456))
	b.ok(b.s.PortRename(sp, set, 0x654321))
	b.equal(b.typ(sp, n), "KERN_INVALID_NAME")
	b.equal(b.typ(sp, 0x123456), "send+receive+dn-request+ma-request")
	b.equal(b.refs(sp, 0x123456, RightSend), 3)
	b.check()
	members, _ := b.s.PortGetSetStatus(sp, 0x654321)
	b.equal(members, []Name{0x123456})
	b.equal(b.recv(sp, 0x654321).Local, Name(0x123456))
	b.equal(b.notes(sp, note), "msg-accepted 0x123456")
	b.ok(b.s.PortModRefs(sp, 0x123456, RightReceive, -1))
	b.equal(b.notes(sp, note), "dead-name 0x123456")
	b.equal(b.refs(sp, 0x123456, RightDeadName), 4)
}

func TestInsertAndExtract(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	n := b.receive(a)
	b.ok(b.s.PortInsertRight(a, c, 0x4000, n, MakeSend))
	b.ok(b.s.PortInsertRight(a, c, 0x4000, n, MakeSend)) // merges under the same name
	b.equal(b.refs(c, 0x4000, RightSend), 2)
	b.equal(b.s.port(b.s.PortOf(a, n)).MSCount, uint32(2))
	b.setRefs(c, 0x4000, RightSend, 65534)
	b.want(b.s.PortInsertRight(a, c, 0x4000, n, MakeSend), KERN_UREFS_OVERFLOW)
	b.ok(b.s.PortInsertRight(a, c, 0x4001, n, MakeSendOnce))
	b.ok(b.s.PortInsertRight(a, c, 0x4000, n, MoveReceive))
	b.equal(b.typ(c, 0x4000), "send+receive")
	// Into one's own space, over the very name that the move frees.
	b.ok(b.s.PortInsertRight(c, c, 0x4001, 0x4001, MoveSendOnce))
	b.ok(b.s.PortInsertRight(c, c, 0x4000, 0x4000, MoveSend))
	b.equal(b.refs(c, 0x4000, RightSend), 65534)

	got, t1, code := b.s.PortExtractRight(a, c, 0x4000, MoveReceive)
	b.ok(code)
	b.equal(t1, PortReceive)
	b.equal(b.typ(a, got), "receive")
	b.equal(b.typ(c, 0x4000), "send")
	dead := b.alloc(c, RightDeadName)
	got, _, code = b.s.PortExtractRight(a, c, dead, MoveSend)
	b.ok(code)
	b.equal(got, Dead)
	b.equal(b.typ(c, dead), "KERN_INVALID_NAME")
}

func TestQLimitWakesSenders(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	n := b.receive(sp)
	b.changes()
	b.ok(b.s.PortSetQLimit(sp, n, 9))
	b.equal(b.s.Changes, []Change{{Kind: Room, Port: b.s.PortOf(sp, n), N: 4}})
	b.changes()
	b.ok(b.s.PortSetQLimit(sp, n, 0))
	b.equal(b.changes(), "")
	id := b.transit(sp, NewMessage(1).To(n, MakeSend))
	b.equal(hasRoom(b.s, id), false)
	b.s.DestroyMsg(id)
}

// --- deaths -----------------------------------------------------------

// Everything a port's death causes, in its order, seen by one port that all
// notifications go to.
func TestDeathOrder(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	note, n := b.receive(a), b.receive(a)
	b.own(a, n)
	b.request(a, n, MACH_NOTIFY_NO_SENDERS, note)
	// Two dead-name requests, the later in the lower slot.
	x, y, z := b.grantOnce(a, n, a), b.grantOnce(a, n, a), b.grantOnce(a, n, a)
	b.request(a, x, MACH_NOTIFY_DEAD_NAME, note)
	b.request(a, y, MACH_NOTIFY_DEAD_NAME, note)
	_, code := b.s.PortRequestNotification(a, a, x, MACH_NOTIFY_DEAD_NAME, 0, Null, 0)
	b.ok(code)
	b.request(a, z, MACH_NOTIFY_DEAD_NAME, note)
	// Queued: a message whose reply is a send-once right, and one with a receive
	// right whose port has a message itself.
	inner := b.receive(a)
	b.send(a, NewMessage(2).To(inner, MakeSend).ReplyTo(note, MakeSendOnce))
	innerSend := b.grantOnce(a, inner, a)
	b.request(a, innerSend, MACH_NOTIFY_DEAD_NAME, note)
	b.send(a, NewMessage(1, MakingSendOnce(note), MovingReceive(inner), MakingSendOnce(note)).To(n, CopySend))
	b.send(a, NewMessage(3, MakingSendOnce(note)).To(n, CopySend))
	held := b.grant(a, n, c)
	b.equal(b.notes(a, note), "") // the cancelled right came back instead
	b.changes()
	b.ok(b.s.PortModRefs(a, n, RightReceive, -1))
	b.equal(b.changes(), "receiver-gone port-died "+
		"arrived arrived port-died arrived arrived arrived arrived arrived arrived")
	b.equal(b.notes(a, note), strings.Join([]string{
		"send-once",                                          // the no-senders request
		"send-once",                                          // message 1, first item
		"dead-name " + innerSend.String(),                    // its receive right
		"send-once",                                          // its third item
		"send-once",                                          // the reply of what was queued at inner
		"send-once",                                          // message 3
		"dead-name " + z.String(), "dead-name " + y.String(), // lowest slot first
	}, ", "))
	b.equal(b.typ(a, n), "dead-name")
	b.equal(b.typ(a, x), "dead-name")
	b.equal(b.typ(c, held), "dead-name")
	b.equal([]int{b.refs(a, n, RightDeadName), b.refs(a, x, RightDeadName), b.refs(a, y, RightDeadName)}, []int{1, 1, 2})
}

// destroy and mod_refs of a receive right that is also a send right differ.
func TestDestroyAgainstModRefs(t *testing.T) {
	for _, c := range []struct {
		name, notes, after string
		do                 func(*State, SpaceID, Name) Code
	}{
		{"destroy", "no-senders 0, port-deleted 0x300", "KERN_INVALID_NAME", (*State).PortDestroy},
		{"mod_refs", "send-once, dead-name 0x300", "dead-name",
			func(s *State, sp SpaceID, n Name) Code { return s.PortModRefs(sp, n, RightReceive, -1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			sp := b.task()
			note, n := b.receive(sp), b.receive(sp)
			b.own(sp, n)
			b.setRefs(sp, n, RightSend, 3)
			b.request(sp, n, MACH_NOTIFY_NO_SENDERS, note)
			b.request(sp, n, MACH_NOTIFY_DEAD_NAME, note)
			b.ok(c.do(b.s, sp, n))
			b.equal(b.notes(sp, note), c.notes)
			b.equal(b.typ(sp, n), c.after)
			if c.after == "dead-name" {
				b.equal(b.refs(sp, n, RightDeadName), 4)
			}
		})
	}
}

func TestPortDestroyedRequest(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	note, n := b.receive(a), b.receive(a)
	send := b.grant(a, n, c)
	b.request(a, n, MACH_NOTIFY_PORT_DESTROYED, note)
	b.send(c, NewMessage(5).To(send, CopySend))
	b.changes()
	b.ok(b.s.PortDestroy(a, n))
	b.equal(b.changes(), "receiver-gone arrived")
	m := b.recv(a, note)
	b.equal(m.ID, MACH_NOTIFY_PORT_DESTROYED)
	b.equal(m.Items[0].Disp, PortReceive)
	b.equal(b.typ(a, m.Port(0)), "receive")
	b.equal(b.notes(a, m.Port(0)), "5") // the queue came along
	b.equal(b.typ(c, send), "send")

	// A request to the port itself would close a circle: the port dies.
	b.request(a, m.Port(0), MACH_NOTIFY_PORT_DESTROYED, m.Port(0))
	b.ok(b.s.PortDestroy(a, m.Port(0)))
	b.equal(b.typ(c, send), "dead-name")
}

// With a port-destroyed request nothing dies, so the send right under the name
// that gives up the receive right stays a send right.
func TestPortDestroyedKeepsSend(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	note, n := b.receive(sp), b.receive(sp)
	b.own(sp, n)
	b.request(sp, n, MACH_NOTIFY_PORT_DESTROYED, note)
	b.ok(b.s.PortModRefs(sp, n, RightReceive, -1))
	b.equal(b.typ(sp, n), "send")
	b.equal(b.notes(sp, note), "port-destroyed "+n.String())
	b.equal(b.typ(sp, n), "send+receive")
}

func TestTaskDeath(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	note := b.receive(a)
	port := b.receive(a)
	b.request(a, port, MACH_NOTIFY_NO_SENDERS, note)
	send, once := b.grant(a, port, c), b.grantOnce(a, note, c)
	gone := b.receive(c)
	dead := b.grant(c, gone, a)
	for _, n := range []Name{send, once, gone} {
		notify := b.grantOnce(a, note, c)
		_, code := b.s.PortRequestNotification(c, c, n, MACH_NOTIFY_DEAD_NAME, 0, notify, MoveSendOnce)
		b.ok(code)
	}
	b.request(a, dead, MACH_NOTIFY_DEAD_NAME, note)
	b.s.DestroySpace(c)
	b.equal(b.notes(a, note), fmt.Sprintf("no-senders 0, port-deleted %v, send-once, port-deleted %v, dead-name %v, "+
		"port-deleted %v", send, once, dead, gone))
	b.equal(b.refs(a, dead, RightDeadName), 2)
	b.equal(b.s.Spaces.Has(uint32(c)), false)
}

// Receive rights in messages in ports that die with them: no recursion.
func TestLongChainDies(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	first := b.receive(sp)
	outer := first
	for range 100000 {
		inner := b.receive(sp)
		id := b.transit(sp, NewMessage(1, MovingReceive(outer)).To(inner, MakeSend))
		b.s.Enqueue(id)
		outer = inner
	}
	ports := b.s.Ports.Len()
	b.ok(b.s.PortDestroy(sp, outer))
	b.equal(ports-b.s.Ports.Len(), 100001)
}

// A circle of receive rights in each other's queues is destroyed when it closes.
func TestCircularReceiveRight(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	p := b.receive(sp)
	watch := b.grantOnce(sp, p, sp)
	b.send(sp, NewMessage(1, MovingReceive(p)).To(p, MakeSend))
	b.equal(b.typ(sp, watch), "dead-name")

	p, q, r := b.receive(sp), b.receive(sp), b.receive(sp)
	b.own(sp, q)
	b.own(sp, r)
	b.own(sp, p)
	b.send(sp, NewMessage(1, MovingReceive(p)).To(q, CopySend))
	b.send(sp, NewMessage(2, MovingReceive(q)).To(r, CopySend))
	b.equal(b.typ(sp, p), "send")
	b.send(sp, NewMessage(3, MovingReceive(r)).To(p, CopySend))
	b.equal([]string{b.typ(sp, p), b.typ(sp, q), b.typ(sp, r)}, []string{"dead-name", "dead-name", "dead-name"})
}

// --- codes and states of a send -------------------------------------

func TestSendCodes(t *testing.T) {
	type names struct{ receive, send, once, dead, set Name }
	for _, c := range []struct {
		name string
		m    func(n names) *Message
		want Code
	}{
		{"no disposition", func(n names) *Message { return NewMessage(1).To(n.send, 0) }, MACH_SEND_INVALID_HEADER},
		{"receive as destination", func(n names) *Message { return NewMessage(1).To(n.receive, MoveReceive) },
			MACH_SEND_INVALID_HEADER},
		{"reply without disposition",
			func(n names) *Message { return NewMessage(1).To(n.send, CopySend).ReplyTo(n.receive, 0) },
			MACH_SEND_INVALID_HEADER},
		{"reply by move-receive",
			func(n names) *Message { return NewMessage(1).To(n.send, CopySend).ReplyTo(n.receive, MoveReceive) },
			MACH_SEND_INVALID_HEADER},
		{"bad header and unknown destination", func(n names) *Message { return NewMessage(1).To(0x4242, 99) },
			MACH_SEND_INVALID_HEADER},
		{"null destination", func(n names) *Message { return NewMessage(1).To(Null, CopySend) }, MACH_SEND_INVALID_DEST},
		{"dead destination", func(n names) *Message { return NewMessage(1).To(Dead, CopySend) }, MACH_SEND_INVALID_DEST},
		{"null for both", func(n names) *Message { return NewMessage(1).To(Null, CopySend).ReplyTo(Null, CopySend) },
			MACH_SEND_INVALID_DEST},
		{"unknown destination", func(n names) *Message { return NewMessage(1).To(0x4242, CopySend) }, MACH_SEND_INVALID_DEST},
		{"dead name as destination", func(n names) *Message { return NewMessage(1).To(n.dead, CopySend) },
			MACH_SEND_INVALID_DEST},
		{"wrong right for destination", func(n names) *Message { return NewMessage(1).To(n.once, CopySend) },
			MACH_SEND_INVALID_DEST},
		{"set as destination", func(n names) *Message { return NewMessage(1).To(n.set, CopySend) }, MACH_SEND_INVALID_DEST},
		{"unknown reply", func(n names) *Message { return NewMessage(1).To(n.send, CopySend).ReplyTo(0x4242, MakeSend) },
			MACH_SEND_INVALID_REPLY},
		{"wrong right for reply",
			func(n names) *Message { return NewMessage(1).To(n.send, CopySend).ReplyTo(n.send, MakeSend) },
			MACH_SEND_INVALID_REPLY},
		{"unknown destination and reply",
			func(n names) *Message { return NewMessage(1).To(0x4242, CopySend).ReplyTo(0x4343, MakeSend) },
			MACH_SEND_INVALID_DEST},
		{"wrong destination right and bad reply",
			func(n names) *Message { return NewMessage(1).To(n.once, CopySend).ReplyTo(n.send, MakeSend) },
			MACH_SEND_INVALID_REPLY},
		{"dead name as reply",
			func(n names) *Message { return NewMessage(1).To(n.send, CopySend).ReplyTo(n.dead, CopySend) }, 0},
		{"reply disposition, null reply",
			func(n names) *Message { return NewMessage(1).To(n.send, CopySend).ReplyTo(Null, MakeSend) }, 0},
		{"same name, move and copy, one reference",
			func(n names) *Message { return NewMessage(1).To(n.send, MoveSend).ReplyTo(n.send, CopySend) }, 0},
		{"same name, copy and move, one reference",
			func(n names) *Message { return NewMessage(1).To(n.send, CopySend).ReplyTo(n.send, MoveSend) }, 0},
		{"same name, move and move, one reference",
			func(n names) *Message { return NewMessage(1).To(n.send, MoveSend).ReplyTo(n.send, MoveSend) },
			MACH_SEND_INVALID_DEST},
		{"same name, two send-once",
			func(n names) *Message { return NewMessage(1).To(n.once, MoveSendOnce).ReplyTo(n.once, MoveSendOnce) },
			MACH_SEND_INVALID_DEST},
		{"same name, make and make",
			func(n names) *Message { return NewMessage(1).To(n.receive, MakeSend).ReplyTo(n.receive, MakeSendOnce) }, 0},
		{"body, unknown name", func(n names) *Message { return NewMessage(1, CopyingSend(0x4242)).To(n.send, CopySend) },
			MACH_SEND_INVALID_RIGHT},
		{"body, wrong right", func(n names) *Message { return NewMessage(1, MakingSend(n.send)).To(n.send, CopySend) },
			MACH_SEND_INVALID_RIGHT},
		{"body, bad disposition", func(n names) *Message { return NewMessage(1, carry(n.send, 12)).To(n.send, CopySend) },
			MACH_SEND_INVALID_TYPE},
		{"body, bad kind", func(n names) *Message { return NewMessage(1, Item{Kind: 99}).To(n.send, CopySend) },
			MACH_SEND_INVALID_TYPE},
		{"body, deallocate in line",
			func(n names) *Message { return NewMessage(1, Item{Kind: KindInt, Dealloc: true}).To(n.send, CopySend) },
			MACH_SEND_INVALID_TYPE},
		{"body, bad memory",
			func(n names) *Message { return NewMessage(1, Item{Kind: KindMemory, Bad: true}).To(n.send, CopySend) },
			MACH_SEND_INVALID_MEMORY},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			sp, other := b.task(), b.task()
			service := b.receive(other)
			n := names{b.receive(sp), b.grant(other, service, sp), b.grantOnce(other, b.receive(other), sp),
				b.alloc(sp, RightDeadName), b.alloc(sp, RightPortSet)}
			m := c.m(n)
			before := dump(b.s)
			b.want(b.try(sp, m), c.want)
			switch c.want {
			case MACH_SEND_INVALID_HEADER, MACH_SEND_INVALID_DEST, MACH_SEND_INVALID_REPLY: // U
				if diff := cmp.Diff(before, dump(b.s)); diff != "" {
					t.Errorf("refused, but changed\n%s", diff)
				}
			}
			b.equal(b.s.Msgs.Len(), map[bool]int{true: 1}[c.want == 0])
		})
	}
}

// A bad item destroys the message with all that was taken: state D.
func TestBodyErrorDestroys(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	service, note := b.receive(a), b.receive(c)
	dest := b.grant(a, service, c)
	moved := b.receive(c)
	watch := b.grantOnce(c, moved, c)
	b.request(c, watch, MACH_NOTIFY_DEAD_NAME, note)
	left := b.receive(c)
	m := NewMessage(1, MovingReceive(moved), MakingSendOnce(note), CopyingSend(0x4242), MovingReceive(left)).
		To(dest, MoveSend).ReplyTo(note, MakeSendOnce)
	b.want(b.try(c, m), MACH_SEND_INVALID_RIGHT)
	b.equal(b.typ(c, dest), "KERN_INVALID_NAME")
	b.equal(b.typ(c, moved), "KERN_INVALID_NAME")
	b.equal(b.typ(c, left), "receive") // items after the bad one are untouched
	b.equal(b.notes(c, note), "send-once, dead-name "+watch.String()+", send-once")
}

// What does not fit comes back: state P.
func TestPseudoReceive(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	service := b.receive(a)
	dest := b.grant(a, service, c)
	mine, gone := b.receive(c), b.receive(c)
	b.ok(b.s.PortSetQLimit(a, service, 0))
	id := b.transit(c, NewMessage(9, MakingSend(mine), MovingReceive(gone), 5).To(dest, MoveSend).ReplyTo(mine,
		MakeSendOnce))
	b.equal(hasRoom(b.s, id), false)
	var m Message
	b.s.CopyBack(c, id, &m)
	b.equal([]Disposition{m.RemoteType, m.LocalType, m.Items[0].Disp, m.Items[1].Disp},
		[]Disposition{MoveSend, MoveSendOnce, MoveSend, MoveReceive})
	b.equal([]string{b.typ(c, m.Remote), b.typ(c, m.Local), b.typ(c, m.Port(0)), b.typ(c, m.Port(1))},
		[]string{"send", "send-once", "send+receive", "receive"})
	b.equal(m.Port(0), mine) // the made right is a right that one holds
	b.equal(m.Int(2), int64(5))
	b.equal(m.ID, int32(9))
	// It can be sent again as it is.
	b.ok(b.s.PortSetQLimit(a, service, 1))
	b.send(c, &m)
	b.equal(b.recv(a, service).Len(), 3)
}

// MACH_SEND_CANCEL suppresses the port-deleted that would go to notify.
func TestSendCancel(t *testing.T) {
	for _, cancel := range []bool{false, true} {
		b := newBench(t)
		a, c := b.task(), b.task()
		note, other := b.receive(c), b.receive(c)
		dest := b.grant(a, b.receive(a), c)
		b.request(c, dest, MACH_NOTIFY_DEAD_NAME, note)
		id := b.s.NewDraft(NewMessage(1).To(dest, MoveSend))
		name, want := other, "port-deleted "+dest.String()
		if cancel {
			name, want = note, ""
		}
		b.ok(b.s.CopyIn(c, id, name))
		b.s.Enqueue(id)
		b.equal(b.notes(c, note), want)

		id = b.s.NewDraft(NewMessage(1).To(0x4242, CopySend))
		b.want(b.s.CopyIn(c, id, 0x4343), MACH_SEND_INVALID_NOTIFY) // before the destination
	}
}

func TestSendNotify(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	service, note := b.receive(a), b.receive(c)
	dest := b.grant(a, service, c)
	b.ok(b.s.PortSetQLimit(a, service, 0))
	msg := func() *Message { return NewMessage(1).To(dest, CopySend) }
	draft := b.s.NewDraft(msg())
	b.equal(b.s.Msgs.At(uint32(draft)).Draft, true)
	b.check()
	b.s.DropDraft(draft)
	id := b.transit(c, msg())
	before := dump(b.s)
	b.want(b.s.Force(id, c, dest, dest), MACH_SEND_INVALID_NOTIFY)
	b.equal(dump(b.s), before)
	b.want(b.s.Force(id, c, dest, note), MACH_SEND_WILL_NOTIFY)
	b.equal(b.typ(c, dest), "send+ma-request")
	again := b.transit(c, msg())
	b.want(b.s.Force(again, c, dest, 0x4242), MACH_SEND_NOTIFY_IN_PROGRESS) // before INVALID_NOTIFY
	b.s.DestroyMsg(again)
	b.equal(b.notes(c, note), "")
	b.recv(a, service)
	b.equal(b.notes(c, note), "msg-accepted "+dest.String())
	b.equal(b.typ(c, dest), "send")

	// The name may go before the acceptance.
	b.want(b.s.Force(b.transit(c, msg()), c, dest, note), MACH_SEND_WILL_NOTIFY)
	b.ok(b.s.PortDestroy(c, dest))
	b.recv(a, service)
	b.equal(b.notes(c, note), "msg-accepted null")

	// The destination may die instead.
	dest = b.grant(a, service, c)
	b.want(b.s.Force(b.transit(c, msg()), c, dest, note), MACH_SEND_WILL_NOTIFY)
	b.ok(b.s.PortDestroy(a, service))
	b.equal(b.notes(c, note), "send-once")
	b.equal(b.typ(c, dest), "dead-name")
}

// A message in flight to a port that dies counts as sent and is destroyed.
func TestInFlightToDeadPort(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	service, note := b.receive(a), b.receive(c)
	send, once := b.grant(a, service, c), b.grantOnce(a, service, c)
	b.ok(b.s.PortSetQLimit(a, service, 0))
	x := b.transit(c, NewMessage(1).To(send, CopySend).ReplyTo(note, MakeSendOnce))
	y := b.transit(c, NewMessage(2, MakingSendOnce(note)).To(once, MoveSendOnce))
	b.ok(b.s.PortDestroy(a, service))
	b.equal(hasRoom(b.s, x), true)
	b.s.Enqueue(x)
	b.s.Enqueue(y)
	b.equal(b.notes(c, note), "send-once, send-once")
	b.equal(b.s.Msgs.Len(), 0)
	b.want(b.try(c, NewMessage(1).To(send, CopySend)), MACH_SEND_INVALID_DEST)
}

// --- queues, receiving, sets ------------------------------------

func TestCounting(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	n := b.receive(sp)
	b.ok(b.s.PortSetQLimit(sp, n, 2))
	room := func() bool {
		id := b.transit(sp, NewMessage(1).To(n, MakeSend))
		defer b.s.DestroyMsg(id)
		return hasRoom(b.s, id)
	}
	for i := range 2 {
		b.equal(room(), true)
		b.send(sp, NewMessage(int32(i)).To(n, MakeSend))
	}
	b.equal(room(), false)
	once := b.transit(sp, NewMessage(7).To(n, MakeSendOnce))
	b.equal(hasRoom(b.s, once), true) // ignores the limit, but counts
	b.s.Enqueue(once)
	status, _ := b.s.PortGetReceiveStatus(sp, n)
	b.equal(status.MsgCount, uint32(3))
	b.changes()
	for i, want := range []string{"", "room", "room"} {
		m := b.recv(sp, n)
		b.equal(m.Seqno, uint32(i))
		b.equal(b.changes(), want)
	}
	b.ok(b.s.PortSetSeqno(sp, n, 40))
	b.send(sp, NewMessage(1).To(n, MakeSend))
	b.equal(b.recv(sp, n).Seqno, uint32(40))
}

func TestReceivedHeader(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	service, reply := b.receive(a), b.receive(c)
	dest := b.grant(a, service, c)
	b.send(c, NewMessage(100, 1).To(dest, CopySend).ReplyTo(reply, MakeSendOnce))
	m := b.recv(a, service)
	b.equal(m.Header, Header{Remote: m.Remote, Local: service, RemoteType: PortSendOnce, LocalType: PortSend, ID: 100,
		Size: 24 + 4 + 8})
	b.equal(b.typ(a, m.Remote), "send-once")
	m.Local = Null // and back, as it is
	b.send(a, m)
	m = b.recv(c, reply)
	b.equal(m.Header, Header{Remote: Null, Local: reply, RemoteType: PortSend, LocalType: PortSendOnce, ID: 100, Size: 36})
}

func TestSizes(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	n := b.receive(sp)
	b.send(sp, NewMessage(1, true, 1.5, "abcde", []byte{1}, strings.Repeat("x", 4095), strings.Repeat("x", 4097),
		MakingSend(n), OutOfLine(0, 9, false)).To(n, MakeSend))
	m := b.recv(sp, n)
	b.equal(m.Size, uint32(24+8+12+12+8+(4+4096)+(12+4100)+8+16))
	// Memory arrives for the kernel to map, and for the receiver to deallocate.
	b.send(sp, NewMessage(1, Item{Kind: KindMemory, Num: 4096, Str: "page"}).To(n, MakeSend))
	b.equal(b.recv(sp, n).Items[0], Item{Kind: KindMemory, Str: "page", Dealloc: true})
}

// What becomes of a message when its port changes between dequeue and copyout.
func TestReceiveRace(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(b *bench, a, c SpaceID, n Name)
		want Name
		note string
	}{
		{"renamed", func(b *bench, a, c SpaceID, n Name) { b.ok(b.s.PortRename(a, n, 0x7000)) }, 0x7000, ""},
		{"destroyed", func(b *bench, a, c SpaceID, n Name) { b.ok(b.s.PortDestroy(a, n)) }, Dead, ""},
		{"moved", func(b *bench, a, c SpaceID, n Name) {
			b.ok(b.s.PortInsertRight(a, c, 0x7000, n, MoveReceive))
		}, Null, "send-once"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			a, other := b.task(), b.task()
			n := b.receive(a)
			b.send(a, NewMessage(1).To(n, MakeSendOnce))
			id := b.dequeue(a, n)
			c.do(b, a, other, n)
			var m Message
			b.ok(b.s.CopyOut(a, id, &m, Null))
			b.equal(m.Local, c.want)
			if c.note != "" {
				b.equal(b.notes(other, 0x7000), c.note)
			}
		})
	}
}

// Receipt consumes the message's own right, maybe the last one.
func TestReceiptFiresNoSenders(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	n, note := b.receive(sp), b.receive(sp)
	b.send(sp, NewMessage(1).To(n, MakeSend))
	b.request(sp, n, MACH_NOTIFY_NO_SENDERS, note)
	b.equal(b.notes(sp, note), "")
	b.recv(sp, n)
	b.equal(b.notes(sp, note), "no-senders 1")
}

func TestReceiveHeaderOnly(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	service, reply := b.receive(a), b.receive(c)
	dest := b.grant(a, service, c)
	b.send(c, NewMessage(3, MakingSendOnce(reply), "text").To(dest, CopySend).ReplyTo(reply, MakeSendOnce))
	m := Message{Header: Header{Remote: 1, Local: 2}, Items: []Item{{}}} // used before
	b.s.CopyOutHeader(a, b.dequeue(a, service), &m)
	b.equal(m.Header, Header{Local: service, LocalType: PortSend, RemoteType: PortSendOnce, ID: 3, Size: 24 + 8 + 8})
	b.equal(m.Len(), 0)
	b.equal(b.notes(c, reply), "send-once, send-once")
}

func TestReceiveNotify(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	service, reply, note := b.receive(a), b.receive(c), b.receive(a)
	dest := b.grant(a, service, c)
	get := func(d Disposition, notify Name) (*Message, Code) {
		b.send(c, NewMessage(3).To(dest, CopySend).ReplyTo(reply, d))
		m := &Message{}
		return m, b.s.CopyOut(a, b.dequeue(a, service), m, notify)
	}
	m, code := get(MakeSendOnce, note)
	b.ok(code)
	b.equal(b.typ(a, m.Remote), "send-once+dn-request")
	m, code = get(MakeSend, note)
	b.ok(code)
	b.equal(b.typ(a, m.Remote), "send+dn-request")
	b.ok(b.s.PortDestroy(a, m.Remote))
	b.equal(b.notes(a, note), "port-deleted "+m.Remote.String())
	known := b.grant(c, reply, a)
	m, code = get(MakeSend, note)
	b.ok(code)
	b.equal(m.Remote, known)
	b.equal(b.typ(a, known), "send") // no new name, no request
	b.equal(b.notes(a, note), "")
	m, code = get(MakeSendOnce, known)
	b.want(code, MACH_RCV_INVALID_NOTIFY)
	b.equal([]Name{m.Local, m.Remote}, []Name{service, Null})
	b.equal(b.notes(c, reply), "send-once")
}

// A task that died neither sends nor receives.
func TestDeadSpace(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	n := b.receive(c)
	b.want(b.s.CopyIn(99, b.s.NewDraft(NewMessage(1).To(n, CopySend)), Null), MACH_SEND_INVALID_DEST)
	note := b.receive(a)
	b.send(c, NewMessage(1).To(n, MakeSend).ReplyTo(b.grantOnce(a, note, c), MoveSendOnce))
	id := b.dequeue(c, n)
	b.s.DestroySpace(c)
	m := Message{Items: []Item{{}}}
	b.want(b.s.CopyOut(c, id, &m, Null), MACH_RCV_HEADER_ERROR|MACH_MSG_IPC_SPACE)
	b.equal([]any{m.Local, m.Len()}, []any{Dead, 0})
	b.equal(b.notes(a, note), "send-once")
}

func TestSets(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	p, q, set, other := b.receive(sp), b.receive(sp), b.alloc(sp, RightPortSet), b.alloc(sp, RightPortSet)
	send := func(n Name, id int32) { b.send(sp, NewMessage(id).To(n, MakeSend)) }
	queue := func(n Name) (ids []int32) {
		port, s, _ := b.s.Source(sp, n)
		for m := b.s.First(port, s); m != 0; m = b.s.Msgs.At(uint32(m)).Next {
			ids = append(ids, b.s.Msgs.At(uint32(m)).ID)
		}
		return ids
	}
	send(p, 1)
	send(q, 2)
	send(p, 3)
	b.changes()
	b.ok(b.s.PortMoveMember(sp, q, set))
	b.ok(b.s.PortMoveMember(sp, p, set))
	b.equal(b.changes(), "arrived joined-set arrived arrived joined-set")
	send(q, 4)
	b.equal(queue(set), []int32{2, 1, 3, 4}) // a port that joins goes to the tail
	b.changes()
	b.ok(b.s.PortMoveMember(sp, p, set))
	b.equal(b.changes(), "") // already there
	_, _, c := b.s.Source(sp, p)
	b.want(c, MACH_RCV_IN_SET)
	_, _, c = b.s.Source(sp, 0x4242)
	b.want(c, MACH_RCV_INVALID_NAME)
	_, _, c = b.s.Source(sp, b.alloc(sp, RightDeadName))
	b.want(c, MACH_RCV_INVALID_NAME)
	b.equal(b.recv(sp, set).Local, q) // names the member
	b.ok(b.s.PortMoveMember(sp, p, other))
	b.equal(queue(set), []int32{4})
	b.equal(queue(other), []int32{1, 3})
	status, _ := b.s.PortGetReceiveStatus(sp, p)
	b.equal(status.Set, other)
	b.ok(b.s.PortMoveMember(sp, p, Null))
	b.equal(queue(p), []int32{1, 3})
	b.want(b.s.PortMoveMember(sp, p, Null), KERN_NOT_IN_SET)
	b.ok(b.s.PortMoveMember(sp, p, set))
	m := b.recv(sp, set)
	b.equal([]any{m.ID, m.Seqno}, []any{int32(4), uint32(1)}) // the member's counter
	members, _ := b.s.PortGetSetStatus(sp, set)
	b.equal(members, []Name{p, q})
	b.changes()
	b.ok(b.s.PortDestroy(sp, q)) // receivers of the set wait on
	b.equal(b.changes(), "port-died")
	b.ok(b.s.PortModRefs(sp, set, RightPortSet, -1))
	b.equal(b.changes(), "set-died arrived arrived")
	b.equal(queue(p), []int32{1, 3})
	b.want(b.s.PortMoveMember(sp, p, Null), KERN_NOT_IN_SET)
}

// A receive right that moves leaves its set and turns receivers away; queue,
// limit and requests travel.
func TestReceiveRightMoves(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	n, service, note := b.receive(a), b.receive(c), b.receive(a)
	dest, send := b.grant(c, service, a), b.grant(a, n, c)
	b.request(a, n, MACH_NOTIFY_NO_SENDERS, note)
	b.ok(b.s.PortSetQLimit(a, n, 3))
	b.send(c, NewMessage(1).To(send, CopySend))
	b.send(c, NewMessage(2).To(send, CopySend))
	b.recv(a, n)
	b.changes()
	b.send(a, NewMessage(3, MovingReceive(n)).To(dest, CopySend))
	b.equal(b.changes(), "receiver-gone arrived")
	b.send(c, NewMessage(4).To(send, CopySend)) // queues while in transit
	m := b.recv(c, service)
	b.equal(m.Port(0), send)
	status, code := b.s.PortGetReceiveStatus(c, send)
	b.ok(code)
	b.equal(status, ReceiveStatus{QLimit: 3, MsgCount: 2, SRights: true, NSRequest: true})
	b.equal(b.recv(c, send).Seqno, uint32(0))
	b.setRefs(c, send, RightSend, 0)
	b.equal(b.notes(c, send), "4")
	b.equal(b.notes(a, note), "no-senders 0")
}

// --- notifications --------------------------------------------------------

func TestPortDeleted(t *testing.T) {
	for _, c := range []struct {
		name string
		has  string
		do   func(b *bench, sp SpaceID, n, dest Name)
		note string
	}{
		{"last reference deallocated", "send", func(b *bench, sp SpaceID, n, dest Name) {
			b.ok(b.s.PortDeallocate(sp, n))
		}, "port-deleted"},
		{"not the last", "2 send", func(b *bench, sp SpaceID, n, dest Name) { b.ok(b.s.PortDeallocate(sp, n)) }, ""},
		{"destroyed", "2 send", func(b *bench, sp SpaceID, n, dest Name) { b.ok(b.s.PortDestroy(sp, n)) }, "port-deleted"},
		{"moved", "send", func(b *bench, sp SpaceID, n, dest Name) {
			b.send(sp, NewMessage(1, MovingSend(n)).To(dest, CopySend))
		}, "port-deleted"},
		{"copied", "send", func(b *bench, sp SpaceID, n, dest Name) {
			b.send(sp, NewMessage(1, CopyingSend(n)).To(dest, CopySend))
		}, ""},
		{"receive moved", "receive", func(b *bench, sp SpaceID, n, dest Name) {
			b.send(sp, NewMessage(1, MovingReceive(n)).To(dest, CopySend))
		}, "port-deleted"},
		{"receive moved, send stays", "send+receive", func(b *bench, sp SpaceID, n, dest Name) {
			b.send(sp, NewMessage(1, MovingReceive(n)).To(dest, CopySend))
		}, ""},
		{"send-once used", "send-once", func(b *bench, sp SpaceID, n, dest Name) {
			b.send(sp, NewMessage(1).To(n, MoveSendOnce))
		}, "port-deleted"},
		{"renamed", "send", func(b *bench, sp SpaceID, n, dest Name) { b.ok(b.s.PortRename(sp, n, 0x8000)) }, ""},
		{"receive given up", "receive", func(b *bench, sp SpaceID, n, dest Name) {
			b.ok(b.s.PortModRefs(sp, n, RightReceive, -1))
		}, "port-deleted"},
		{"request cancelled", "send", func(b *bench, sp SpaceID, n, dest Name) {
			previous, c := b.s.PortRequestNotification(sp, sp, n, MACH_NOTIFY_DEAD_NAME, 0, Null, 0)
			b.ok(c)
			b.equal(b.typ(sp, previous), "send-once")
			b.ok(b.s.PortDestroy(sp, n))
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			sp, other := b.task(), b.task()
			note := b.receive(sp)
			dest := b.grant(other, b.receive(other), sp)
			n := b.someRight(sp, other, c.has)
			b.request(sp, n, MACH_NOTIFY_DEAD_NAME, note)
			c.do(b, sp, n, dest)
			want := c.note
			if want != "" {
				want += " " + n.String()
			}
			b.equal(b.notes(sp, note), want)
		})
	}
}

func TestNoSenders(t *testing.T) {
	b := newBench(t)
	sp, other := b.task(), b.task()
	n, note := b.receive(sp), b.receive(sp)
	arm := func(sync uint32) {
		_, c := b.s.PortRequestNotification(sp, sp, n, MACH_NOTIFY_NO_SENDERS, sync, note, MakeSendOnce)
		b.ok(c)
	}
	b.ok(b.s.PortSetMSCount(sp, n, 4))
	arm(4)
	b.equal(b.notes(sp, note), "no-senders 4") // none now, and none was missed
	arm(5)
	b.equal(b.notes(sp, note), "") // the caller knows of a right to come
	send := b.grant(sp, n, other)
	b.own(sp, n) // the receiver's own counts
	once := b.grantOnce(sp, n, other)
	b.ok(b.s.PortDeallocate(other, send))
	b.equal(b.notes(sp, note), "")
	b.ok(b.s.PortDeallocate(sp, n))
	b.equal(b.notes(sp, note), "no-senders 4") // send-once rights do not count
	b.own(sp, n)
	b.ok(b.s.PortDeallocate(sp, n))
	b.equal(b.notes(sp, note), "") // one shot
	arm(9)
	previous, c := b.s.PortRequestNotification(sp, sp, n, MACH_NOTIFY_NO_SENDERS, 9, note, MakeSendOnce)
	b.ok(c)
	b.equal(b.typ(sp, previous), "send-once") // the old one comes back
	b.ok(b.s.PortDestroy(other, once))
	b.equal(b.notes(sp, n), "send-once")
}

func TestDeadNameAtOnce(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	note, dead := b.receive(sp), b.alloc(sp, RightDeadName)
	previous, c := b.s.PortRequestNotification(sp, sp, dead, MACH_NOTIFY_DEAD_NAME, 1, note, MakeSendOnce)
	b.ok(c)
	b.equal(previous, Null)
	b.equal(b.refs(sp, dead, RightDeadName), 2)
	m := b.recv(sp, note)
	b.equal(m.Header, Header{Local: note, LocalType: PortSendOnce, ID: MACH_NOTIFY_DEAD_NAME, Size: 24 + 8})
	b.equal(m.Port(0), dead)
	b.want(request(MACH_NOTIFY_DEAD_NAME, 0)(b.s, sp, dead), KERN_INVALID_ARGUMENT)
}

// Notifications to a dead port evaporate.
func TestNotifyPortDead(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	note, n := b.receive(sp), b.receive(sp)
	b.own(sp, n)
	b.request(sp, n, MACH_NOTIFY_DEAD_NAME, note)
	b.request(sp, n, MACH_NOTIFY_NO_SENDERS, note)
	b.request(sp, n, MACH_NOTIFY_PORT_DESTROYED, note)
	b.ok(b.s.PortDestroy(sp, note))
	b.ok(b.s.PortModRefs(sp, n, RightReceive, -1))
	b.equal(b.typ(sp, n), "dead-name")
	b.equal(b.s.Ports.Len(), 2) // the notify port that every task has, and what the dead name was
	b.equal(b.s.Msgs.Len(), 0)
	b.ok(b.s.PortDestroy(sp, n))
	b.equal(b.s.Ports.Len(), 1)
}

// A dead name keeps the record of the port that it was a name of, under any name and for
// all its references; so does a notification about a name until it is received.
func TestDeadNameKeepsPort(t *testing.T) {
	b := newBench(t)
	sp, other := b.task(), b.task()
	note, n := b.receive(sp), b.receive(sp)
	p := b.s.PortOf(sp, n)
	b.own(sp, n)
	b.request(sp, n, MACH_NOTIFY_DEAD_NAME, note)
	b.ok(b.s.PortModRefs(sp, n, RightReceive, -1))
	b.ok(b.s.PortRename(sp, n, 0x9900))
	b.equal(b.s.Lookup(sp, 0x9900).Object, uint32(p))
	b.ok(b.s.PortDeallocate(sp, 0x9900))
	b.equal(b.s.Ports.Has(uint32(p)), true)
	b.ok(b.s.PortDeallocate(sp, 0x9900))
	b.equal(b.s.Lookup(sp, 0x9900), (*Entry)(nil))
	b.equal(b.s.Msgs.At(uint32(b.s.First(b.s.PortOf(sp, note), 0))).Of, p)
	b.equal(b.s.Ports.Has(uint32(p)), true)
	b.equal(b.recv(sp, note).ID, int32(MACH_NOTIFY_DEAD_NAME))
	b.equal(b.s.Ports.Has(uint32(p)), false)

	far := b.receive(other)
	q := b.s.PortOf(other, far)
	b.s.AddSend(q)
	b.s.CopyOutRight(sp, q, PortSend)
	b.ok(b.s.PortDestroy(other, far))
	b.equal(b.s.Ports.Has(uint32(q)), true)
	b.s.DestroySpace(sp)
	b.check()
	b.equal(b.s.Ports.Has(uint32(q)), false)
}

// Every send-once right makes exactly one message, however it ends.
func TestSendOnceMakesOneMessage(t *testing.T) {
	for name, end := range map[string]func(b *bench, sp, other SpaceID, once Name){
		"used":        func(b *bench, sp, other SpaceID, once Name) { b.send(other, NewMessage(71).To(once, MoveSendOnce)) },
		"deallocated": func(b *bench, sp, other SpaceID, once Name) { b.ok(b.s.PortDeallocate(other, once)) },
		"destroyed":   func(b *bench, sp, other SpaceID, once Name) { b.ok(b.s.PortDestroy(other, once)) },
		"mod_refs":    func(b *bench, sp, other SpaceID, once Name) { b.ok(b.s.PortModRefs(other, once, RightSendOnce, -1)) },
		"task death":  func(b *bench, sp, other SpaceID, once Name) { b.s.DestroySpace(other) },
		"failed send": func(b *bench, sp, other SpaceID, once Name) {
			m := NewMessage(1, CopyingSend(0x4242)).To(0x100, MakeSend).ReplyTo(once, MoveSendOnce)
			b.want(b.try(other, m), MACH_SEND_INVALID_RIGHT)
		},
		"queue destroyed": func(b *bench, sp, other SpaceID, once Name) {
			b.send(other, NewMessage(1, MovingSendOnce(once)).To(0x100, MakeSend))
			b.ok(b.s.PortDestroy(other, 0x100))
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			sp, other := b.task(), b.task()
			n := b.receive(sp)
			end(b, sp, other, b.grantOnce(sp, n, other))
			b.equal(b.notes(sp, n), "send-once")
			b.equal(b.s.port(b.s.PortOf(sp, n)).SORights, int32(0))
		})
	}
}

// --- the kernel's own rights ----------------------------------------------------------

func TestKernelRights(t *testing.T) {
	b := newBench(t)
	sp := b.task()
	p := b.s.NewKernelPort(3, 17)
	b.s.AddSend(p)
	self := b.s.CopyOutRight(sp, p, PortSend)
	b.equal(b.typ(sp, self), "send")
	n := b.receive(sp)
	b.send(sp, NewMessage(2100, MakingSend(n), MovingReceive(b.receive(sp))).To(self, CopySend).ReplyTo(n, MakeSendOnce))
	id := b.s.First(p, 0)
	b.s.Dequeue(id)
	b.s.TakeDest(id)
	reply, t1 := b.s.TakeReply(id)
	item, t2 := b.s.TakeItem(id, 0)
	moved, t3 := b.s.TakeItem(id, 1)
	b.s.DestroyMsg(id)
	b.equal([]Disposition{t1, t2, t3}, []Disposition{PortSendOnce, PortSend, PortReceive})
	b.check()
	b.s.Enqueue(b.s.NewMsg(reply, PortSendOnce, item, PortSend, 2200,
		Item{Kind: KindPort, Disp: PortReceive, Num: uint64(moved)}, Item{Kind: KindInt, Num: 4}))
	b.equal(b.s.port(moved).Dest, reply)
	m := b.recv(sp, n)
	b.equal([]string{b.typ(sp, m.Remote), b.typ(sp, m.Port(0))}, []string{"send+receive", "receive"})
	b.equal([]any{m.Size, m.ID}, []any{uint32(24 + 8 + 12), int32(2200)})

	q, c := b.s.CopyInRight(sp, m.Port(0), MoveReceive)
	b.ok(c)
	b.check()
	b.s.AddSend(q)
	b.s.DestroyPort(q)
	b.check()
	b.s.DropSend(q)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the kernel destroyed a port that it does not hold")
			}
		}()
		b.s.DestroyPort(b.s.PortOf(sp, n))
	}()
	_, c = b.s.CopyInRight(sp, 0x4242, CopySend)
	b.want(c, KERN_INVALID_NAME)
	_, c = b.s.CopyInRight(sp, n, MoveSendOnce)
	b.want(c, KERN_INVALID_RIGHT)
	q, c = b.s.CopyInRight(sp, Null, CopySend)
	b.equal([]any{q, c}, []any{PortID(0), KERN_SUCCESS})

	// The kernel's send right counts, and its end is noticed like any other.
	b.s.AddSend(b.s.PortOf(sp, n))
	b.ok(b.s.PortModRefs(sp, n, RightSend, -1))
	b.request(sp, n, MACH_NOTIFY_NO_SENDERS, n)
	b.equal(b.notes(sp, n), "")
	b.s.DropSend(b.s.PortOf(sp, n))
	b.equal(b.notes(sp, n), "no-senders 1")
	q, c = b.s.CopyInRight(sp, b.alloc(sp, RightDeadName), MoveSend)
	b.equal([]any{q, c}, []any{DeadPort, KERN_SUCCESS})
	b.equal(b.s.CopyOutRight(sp, q, PortSend), Dead)

	b.s.AddSend(p)
	b.s.AddSendOnce(p)
	b.s.DestroyPort(p)
	b.check()
	b.s.DestroyPort(p) // a second time: nothing
	b.check()
	b.equal(b.s.CopyOutRight(sp, p, PortSend), Dead)
	b.s.DropSendOnce(p)
	b.s.DropSend(DeadPort)
	b.s.DropSend(0)
	b.equal(b.typ(sp, self), "dead-name")
	b.equal(b.s.Ports.Has(uint32(p)), true)
	b.ok(b.s.PortDestroy(sp, self))
	b.equal(b.s.Ports.Has(uint32(p)), false)
}

func TestManyPorts(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	var names, sends []Name
	for range 3000 {
		n := b.receive(a)
		names, sends = append(names, n), append(sends, b.grant(a, n, c))
	}
	b.check()
	for i := range names {
		if i%3 == 0 {
			b.ok(b.s.PortDestroy(a, names[i]))
			b.ok(b.s.PortDestroy(c, sends[i]))
		}
	}
	b.check()
	for i := range names {
		want := names[i]
		if i%3 != 0 && b.s.nameOf(a, b.s.PortOf(c, sends[i])) != want {
			t.Fatalf("port %d: lost its name", i)
		}
	}
	names, _ = b.s.PortNames(a)
	b.equal(len(names), 2001)
	b.equal(slices.IsSorted(names), true)
}
