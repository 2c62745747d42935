package app

import (
	"os"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/event/history"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// Two programs whose runs have something for each history.
func init() {
	testPrograms = append(testPrograms,
		single("t-threads", "mutexes, conditions, and calls with answers of chance", threadsLogged),
		&kernel.Program{Name: "t-mail", Doc: "messages between two hosts", Main: mail})
}

func threadsLogged(th *kernel.Thread) {
	door, open := cthreads.NewMutex(th, "door"), cthreads.NewCondition(th, "open")
	open.Signal(th) // lost
	wait := func(th *kernel.Thread) {
		door.With(th, func() { open.Wait(th, door) })
	}
	one, two, three := cthreads.Fork(th, "one", wait), cthreads.Fork(th, "two", wait), cthreads.Fork(th, "three", wait)
	th.Sleep(1 * kernel.Millisecond)
	door.TryLock(th)
	door.TryLock(th)
	open.Signal(th)
	th.Sleep(1 * kernel.Millisecond) // one waits for the door now
	door.Unlock(th)
	cthreads.Join(th, one)
	open.Broadcast(th)
	cthreads.JoinAll(th, []cthreads.Thread{two, three})
	four := cthreads.Fork(th, "", wait)
	th.Sleep(1 * kernel.Millisecond)
	open.Free(th) // wakes the fourth
	cthreads.Join(th, four)
	th.Random(6)
	th.Clock()
	th.ReadLine()
	th.ReadLine()
	kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0, 4096, true))
	kernel.Must(th.Mach().TaskInfo(th.Mach().Self()))
}

// mail has a task that receives, moves its port to another host with what is queued
// there, and hears of the death of ports.
func mail(b *kernel.Boot) {
	east, west := b.Host("east"), b.Host("west")
	var inbox, toInbox, branch, toBranch ipc.Name
	office := b.Task(east, "office", func(th *kernel.Thread) { runOffice(th, inbox, toBranch) })
	client := b.Task(west, "client", func(th *kernel.Thread) { write(th, toInbox) })
	other := b.Task(west, "branch", func(th *kernel.Thread) { runBranch(th, branch) })
	inbox, branch = b.Port(office, "inbox"), b.Port(other, "branch")
	toInbox, toBranch = b.Send(office, inbox, client), b.Send(other, branch, office)
	netname.Serve(b)
}

func runOffice(th *kernel.Thread, inbox, branch ipc.Name) {
	_, _ = th.Mach().ReceiveTimeout(inbox, 1)
	m := kernel.Must(th.Mach().ReceiveTimeout(inbox, 500))
	self := th.NewPort("self")
	for range 6 { // the queue has room for five
		_ = th.Mach().SendTimeout(self, ipc.NewMessage(1, ipc.CopyingSend(m.Port(0))), 2)
	}
	kernel.Must(th.Mach().Receive(self))
	set := th.NewPortSet("all")
	kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), self, set))
	kernel.Must(th.Mach().Receive(set))
	notes := th.NewPort("notes")
	kernel.Must(th.Mach().PortRequestNotification(th.Mach().Self(), m.Port(0), ipc.MACH_NOTIFY_DEAD_NAME, 0, notes,
		ipc.MakeSendOnce))
	kernel.Must(th.Mach().Send(branch, ipc.NewMessage(2, ipc.MovingReceive(inbox))))
	kernel.Must(th.Mach().Receive(notes))
	kernel.Must(th.Mach().Receive(th.Mach25().TaskNotify()))
	kernel.Must(netname.CheckIn(th, "Notes", ipc.Null, notes))
	_ = netname.CheckIn(th, "notes", notes, notes) // not with that signature
	th.Sleep(100 * kernel.Millisecond)
}

// write sends three messages, of which the office receives one, and lets its own port die.
func write(th *kernel.Thread, inbox ipc.Name) {
	th.Sleep(10 * kernel.Millisecond)
	port := th.NewPort("mine")
	for i := range 3 {
		kernel.Must(th.Mach().Send(inbox, ipc.NewMessage(int32(10+i), ipc.MakingSend(port))))
	}
	th.Sleep(10 * kernel.Millisecond)
	kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), port, ipc.RightReceive, -1))
	th.Sleep(20 * kernel.Millisecond)
	kernel.Must(netname.LookUp(th, "*", "notes"))
	_, _ = netname.LookUp(th, "", "notes")
}

// runBranch receives from the port that the office has sent it.
func runBranch(th *kernel.Thread, branch ipc.Name) {
	inbox := kernel.Must(th.Mach().Receive(branch)).Port(0)
	kernel.Must(th.Mach().Receive(inbox))
	kernel.Must(th.Mach().Receive(inbox))
}

// docs/RECORDINGS.md has the table of the histories, and each of their columns.
func TestHistoriesDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/RECORDINGS.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := historiesTable(); !strings.Contains(string(text), want) {
		t.Errorf("docs/RECORDINGS.md should have, in its section Histories:\n%s", want)
	}
}

// historiesTable is the table of the histories as the documentation has it.
func historiesTable() string {
	var b strings.Builder
	b.WriteString("| history | thesis | what | `object` | further keys |\n|---|---|---|---|---|\n")
	for _, d := range history.Kinds {
		var keys []string
		for _, c := range d.Columns {
			keys = append(keys, "`"+c.Key+"` "+c.Doc)
		}
		b.WriteString("| `" + d.Name + "` | " + d.Table + " | " + d.Doc + " | " + d.Of + " | " + strings.Join(keys, "; ") +
			" |\n")
	}
	return b.String()
}
