package netname

import (
	"slices"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// table is the names checked in on a host. The server holds a user reference of the right
// to each entry's port and signature, and has requested dead-name notifications for both.
type table struct {
	*memory
	deaths ipc.Name // the port for dead-name notifications
	th     *kernel.Thread
}

// Known returns the names that a server knows, in lower case, each with what its task calls the port. What the thread
// of the server remembers is remembers (kernel.Thread.Serve); another thread knows none.
func Known(remembers any) map[string]ipc.Name {
	names := map[string]ipc.Name{}
	if m, ok := remembers.(*memory); ok {
		for _, e := range m.entries {
			names[strings.ToLower(e.name)] = e.port
		}
	}
	return names
}

// entry is one name. Signatures are compared by their Names, because a task has one name
// for all its send rights to a port.
type entry struct {
	name      string // in upper case
	signature ipc.Name
	port      ipc.Name
}

func (t *table) find(name string) int {
	name = strings.ToUpper(name)
	return slices.IndexFunc(t.entries, func(e entry) bool { return e.name == name })
}

// checkIn adds a name or replaces its port. If it returns 0, the table owns the rights;
// else the caller does.
func (t *table) checkIn(name string, signature, port ipc.Name) ipc.Code {
	i := t.find(name)
	switch {
	case port == ipc.Null || port == ipc.Dead:
		return ipc.NETNAME_INVALID_PORT
	case i >= 0 && t.entries[i].signature != signature:
		return ipc.NETNAME_NOT_YOURS
	case !t.watch(port):
		return ipc.NETNAME_INVALID_PORT
	case signature != ipc.Null && !t.watch(signature):
		// The death of a signature removes its entry, so this one would vanish at once.
		t.release(signature)
		t.release(port)
		return 0
	}
	if i >= 0 {
		t.remove(i)
	}
	t.entries = append(t.entries, entry{strings.ToUpper(name), signature, port})
	return 0
}

func (t *table) checkOut(name string, signature ipc.Name) ipc.Code {
	i := t.find(name)
	switch {
	case i < 0:
		return ipc.NETNAME_NOT_CHECKED_IN
	case t.entries[i].signature != signature:
		return ipc.NETNAME_NOT_YOURS
	}
	t.remove(i)
	return 0
}

// lookUp returns the port of a name. It is alive.
func (t *table) lookUp(name string) (ipc.Name, ipc.Code) {
	i := t.find(name)
	if i < 0 {
		return ipc.Null, ipc.NETNAME_NOT_CHECKED_IN
	}
	port := t.entries[i].port
	if ty, err := t.th.Mach().PortType(t.th.Mach().Self(), port); err != nil || ty&ipc.TypeSend == 0 {
		t.remove(i) // the port has died; the notification is still queued
		return ipc.Null, ipc.NETNAME_NOT_CHECKED_IN
	}
	return port, 0
}

// died removes the entries whose port or signature is now a dead name, and releases the
// user reference that the notification has added.
func (t *table) died(right ipc.Name) {
	for i := 0; i < len(t.entries); {
		if e := t.entries[i]; e.port == right || e.signature == right {
			t.remove(i)
		} else {
			i++
		}
	}
	t.release(right)
}

func (t *table) remove(i int) {
	e := t.entries[i]
	t.entries = slices.Delete(t.entries, i, i+1)
	t.release(e.port)
	t.release(e.signature)
}

// watch requests a dead-name notification for a right; false if it is dead already.
func (t *table) watch(right ipc.Name) bool {
	before, err := t.th.Mach().PortRequestNotification(t.th.Mach().Self(), right, ipc.MACH_NOTIFY_DEAD_NAME, 0,
		t.deaths, ipc.MakeSendOnce)
	t.release(before) // the send-once right of an earlier request for the same name
	return err == nil
}

// release gives up one user reference of a right.
func (t *table) release(right ipc.Name) {
	if right != ipc.Null && right != ipc.Dead {
		_ = t.th.Mach().PortDeallocate(t.th.Mach().Self(), right)
	}
}
