package ipc

import "testing"

func got25[T any](_ T, c Code) Code { return c }

// In Mach 2.5 a name goes when its port dies, and the notify port hears of it.
func TestPort25Death(t *testing.T) {
	b := newBench(t)
	a, c, d := b.task(), b.task(), b.task()
	n, code := b.s.Port25Allocate(a)
	b.ok(code)
	b.equal(b.typ(a, n), "send+receive")
	b.ok(b.s.Port25InsertSend(a, c, 0x4000, n))
	b.ok(b.s.Port25InsertSend(a, d, 0x5000, n))
	// A message forced in by its holder dies with the port; its name is gone then.
	id := b.transit(c, NewMessage(1).To(0x4000, CopySend))
	b.want(b.s.Force(id, c, 0x4000, 0x100), MACH_SEND_WILL_NOTIFY)
	// A dead-name request makes it a name of Mach 3.0.
	b.request(d, 0x5000, MACH_NOTIFY_DEAD_NAME, 0x100)
	b.ok(b.s.Port25Deallocate(a, n))
	b.equal(b.typ(a, n), "KERN_INVALID_NAME")
	b.equal(b.typ(c, 0x4000), "KERN_INVALID_NAME")
	b.equal(b.typ(d, 0x5000), "dead-name")
	b.equal(b.notes(a, 0x100), "")
	b.equal(b.notes(c, 0x100), "send-once, port-deleted 0x4000")
	b.equal(b.notes(d, 0x100), "dead-name 0x5000")
}

func TestPort25Codes(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	n, _ := b.s.Port25Allocate(a)
	b.ok(b.s.Port25InsertSend(a, c, 0x4000, n))
	set, code := b.s.Port25SetAllocate(a)
	b.ok(code)
	for _, x := range []struct {
		name string
		got  Code
		want Code
	}{
		{"allocate, no task", got25(b.s.Port25Allocate(99)), KERN_INVALID_ARGUMENT},
		{"deallocate unknown", b.s.Port25Deallocate(a, 0x4242), KERN_INVALID_ARGUMENT},
		{"deallocate set", b.s.Port25Deallocate(a, set), KERN_INVALID_ARGUMENT},
		{"backlog 0", b.s.Port25SetBacklog(a, n, 0), KERN_INVALID_ARGUMENT},
		{"backlog 17", b.s.Port25SetBacklog(a, n, 17), KERN_INVALID_ARGUMENT},
		{"backlog of another's", b.s.Port25SetBacklog(c, 0x4000, 3), KERN_NOT_RECEIVER},
		{"backlog of unknown", b.s.Port25SetBacklog(c, 0x4242, 3), KERN_INVALID_ARGUMENT},
		{"backlog", b.s.Port25SetBacklog(a, n, 16), KERN_SUCCESS},
		{"backup of another's", got25(b.s.Port25SetBackup(c, 0x4000, Null)), KERN_NOT_RECEIVER},
		{"unknown backup", got25(b.s.Port25SetBackup(a, n, 0x4242)), KERN_INVALID_ARGUMENT},
		{"enable another's", b.s.Port25Enable(c, 0x4000), KERN_NOT_RECEIVER},
		{"disable unknown", b.s.Port25Disable(c, 0x4242), KERN_INVALID_ARGUMENT},
		{"add to no set", b.s.Port25SetAdd(a, n, n), KERN_INVALID_ARGUMENT},
		{"add another's", b.s.Port25SetAdd(c, 0x4000, 0x4000), KERN_INVALID_ARGUMENT},
		{"remove, in none", b.s.Port25SetRemove(a, n), KERN_NOT_IN_SET},
		{"remove another's", b.s.Port25SetRemove(c, 0x4000), KERN_NOT_RECEIVER},
		{"status of no set", got25(b.s.Port25SetStatus(a, n)), KERN_INVALID_ARGUMENT},
		{"deallocate no set", b.s.Port25SetDeallocate(a, 0x4242), KERN_INVALID_ARGUMENT},
		{"deallocate default set", b.s.Port25SetDeallocate(a, b.s.Port25Enabled(a)), KERN_FAILURE},
		{"rename over another", b.s.Port25Rename(a, n, set), KERN_NAME_EXISTS},
		{"rename unknown", b.s.Port25Rename(a, 0x4242, 0x4343), KERN_INVALID_ARGUMENT},
		{"rename to null", b.s.Port25Rename(a, n, Null), KERN_INVALID_ARGUMENT},
		{"insert over another and known", b.s.Port25InsertSend(a, c, 0x100, n), KERN_NAME_EXISTS},
		{"insert known", b.s.Port25InsertSend(a, c, 0x4001, n), KERN_FAILURE},
		{"insert even under the same name", b.s.Port25InsertSend(a, c, 0x4000, n), KERN_NAME_EXISTS},
		{"insert under null", b.s.Port25InsertSend(a, c, Null, n), KERN_INVALID_ARGUMENT},
		{"insert null", b.s.Port25InsertReceive(a, c, 0x4001, Null), KERN_INVALID_ARGUMENT},
		{"extract send of receiver", got25(b.s.Port25ExtractSend(c, a, n)), KERN_INVALID_ARGUMENT},
		{"extract receive of sender", got25(b.s.Port25ExtractReceive(a, c, 0x4000)), KERN_INVALID_ARGUMENT},
		{"type of unknown", got25(b.s.Port25GetType(a, 0x4242)), KERN_INVALID_ARGUMENT},
		{"status of unknown", got25(b.s.Port25Status(a, 0x4242)), KERN_INVALID_ARGUMENT},
	} {
		if x.got != x.want {
			t.Errorf("%s: %v, want %v", x.name, x.got, x.want)
		}
	}
}

func TestPort25Calls(t *testing.T) {
	b := newBench(t)
	a, c := b.task(), b.task()
	n, _ := b.s.Port25Allocate(a)
	b.ok(b.s.Port25InsertSend(a, c, 0x4000, n))
	status, code := b.s.Port25Status(c, 0x4000)
	b.ok(code)
	b.equal(status, Status25{Messages: -1})
	b.ok(b.s.Port25Enable(a, n))
	enabled := b.s.Port25Enabled(a)
	status, _ = b.s.Port25Status(a, n)
	b.equal(status, Status25{enabled, 0, 5, true, true})
	b.ok(b.s.Port25Disable(a, n))
	set, _ := b.s.Port25SetAllocate(a)
	b.ok(b.s.Port25SetAdd(a, set, n))
	b.ok(b.s.Port25Disable(a, n)) // in another set: stays
	members, code := b.s.Port25SetStatus(a, set)
	b.ok(code)
	b.equal(members, []Name{n})
	b.ok(b.s.Port25SetRemove(a, n))
	b.ok(b.s.Port25SetDeallocate(a, set))
	b.ok(b.s.PortRename(a, enabled, 0x7000))
	b.equal(b.s.Port25Enabled(a), Name(0x7000))
	b.ok(b.s.PortDestroy(a, 0x7000))
	if b.s.Port25Enabled(a) == 0x7000 {
		t.Error("the default set is one that was destroyed")
	}
	b.ok(b.s.Port25Rename(a, n, 0x7777))
	names, types := b.s.Port25Names(c)
	b.equal(names, []Name{0x100, 0x4000})
	b.equal(types, []Port25Type{Port25ReceiveOwn, Port25Send})

	// Extracted rights leave nothing behind.
	got, code := b.s.Port25ExtractReceive(c, a, 0x7777)
	b.ok(code)
	b.equal(got, Name(0x4000))
	b.equal(b.typ(a, 0x7777), "KERN_INVALID_NAME")
	b.equal(b.typ(c, 0x4000), "send+receive")
	b.ok(b.s.Port25InsertReceive(c, a, 0x8000, 0x4000))
	sent, code := b.s.Port25ExtractSend(a, c, 0x4000)
	b.ok(code)
	b.equal(sent, Name(0x8000))
	b.equal(b.typ(a, 0x8000), "send+receive")
}

func TestPort25Backup(t *testing.T) {
	b := newBench(t)
	a := b.task()
	n, _ := b.s.Port25Allocate(a)
	backup, _ := b.s.Port25Allocate(a)
	previous, code := b.s.Port25SetBackup(a, n, backup)
	b.ok(code)
	b.equal(previous, Null)
	b.check()
	previous, _ = b.s.Port25SetBackup(a, n, backup)
	b.equal(previous, backup)
	b.equal(b.refs(a, backup, RightSend), 2)
	b.ok(b.s.Port25Deallocate(a, n))
	m := b.recv(a, backup)
	b.equal(m.ID, MACH_NOTIFY_PORT_DESTROYED)
	b.equal(b.typ(a, m.Port(0)), "receive")
	n = m.Port(0)
	_, _ = b.s.Port25SetBackup(a, n, backup)
	b.ok(b.s.Port25Deallocate(a, backup))
	previous, code = b.s.Port25SetBackup(a, n, Null)
	b.ok(code)
	b.equal(previous, Null)
}
