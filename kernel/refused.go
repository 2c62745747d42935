package kernel

import (
	"fmt"

	"machsim/ipc"
)

// Mach's codes say what is wrong with a name or a header. A program of structs has written neither, so what ends its
// run (Must) says in its own words which call was refused, and why. The codes stay what calls return.

// refused is what a call of the thread was refused, until its next call.
type refused struct {
	err  error
	text string // in the words of the program; "": explain has them
	call string // as the program wrote it
	dest ipc.Name
	said string // the request that was to be answered, "" if none was
}

// Refused notes what an error means in the words of the call that returns it, and returns the error: if the program
// ends its run with it (Must) before it makes another call, the report has these words. It is for libraries whose calls
// stand for several of the kernel's.
func (th *Thread) Refused(err error, format string, args ...any) error {
	th.note(refused{err: err, text: fmt.Sprintf(format, args...)})
	return err
}

func (th *Thread) note(r refused) { th.refusal, th.explains = r, true }

// reason says what an error that ends the run means.
func (th *Thread) reason(err error) string {
	r := &th.refusal
	if !th.explains || r.err != err {
		return explain(err)
	}
	th.explains = false
	switch {
	case r.text != "":
		return fmt.Sprintf("%s (%v)", r.text, err)
	case err == ipc.MACH_SEND_INVALID_HEADER:
		return fmt.Sprintf("%s to %s: it wants no reply, for kernel.Send has sent it; what kernel.RPC sends is answered (%v)",
			r.call, r.said, err)
	case r.said != "":
		return fmt.Sprintf("%s to %s: who has sent it has ended, or waits no longer (%v)", r.call, r.said, err)
	}
	return fmt.Sprintf("%s to %s (%v)", r.call, th.lost(r.dest, err), err)
}

// lost says of a port why nobody gets what is sent there, or answers it.
func (th *Thread) lost(dest ipc.Name, err error) string {
	return glance(th, func() string {
		s := th.m.State
		m := s.Meaning(s.Tasks.At(uint32(th.task())).Space, dest)
		port := "a dead port"
		if name := s.given().meaning(m); name != "" {
			port = "port " + name
		}
		ended := s.makerEnded(m)
		switch {
		case err == ipc.MIG_SERVER_DIED && ended != "":
			return port + ": no reply can come, for " + ended
		case err == ipc.MIG_SERVER_DIED:
			return port + ": no reply can come, for who had the request has thrown it away, or has ended"
		case ended != "":
			return port + ": it is dead, for " + ended
		}
		return port + ": it is dead, for who received from it has given it up"
	})
}

// makerEnded says that the task which made a port has ended, or its host; "" if it has not, or nobody knows.
func (s *State) makerEnded(m Meaning) string {
	id := m.label.Creator
	if !m.known || id == 0 || !s.Threads.Has(id) {
		return ""
	}
	task := s.Threads.At(id).Task
	t := s.Tasks.At(uint32(task))
	switch {
	case s.Hosts.At(uint32(t.Host)).Down:
		return "host " + s.HostName(t.Host) + " has crashed"
	case len(t.Threads) > 0:
		return ""
	}
	return "task " + s.given().task(task) + " has ended"
}

// answered are the latest requests that a thread has answered: the names of their reply ports, and where that was.
type answered struct {
	all  [4]struct{ reply, pc uintptr }
	next int
}

func (a *answered) add(reply ipc.Name, pc uintptr) {
	a.all[a.next].reply, a.all[a.next].pc = uintptr(reply), pc
	a.next = (a.next + 1) % len(a.all)
}

// at returns where a request was answered, 0 if nobody knows.
func (a *answered) at(reply ipc.Name) uintptr {
	for _, x := range a.all {
		if x.reply == uintptr(reply) && x.pc != 0 {
			return x.pc
		}
	}
	return 0
}

// shapeOr is a message in words: its struct, or its id.
func shapeOr(m *ipc.Message) string {
	if text := shapeText(m.Items); text != "" {
		return text
	}
	return fmt.Sprintf("message %d", m.ID)
}
