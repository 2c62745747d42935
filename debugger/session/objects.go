package session

import (
	"reflect"

	"machsim/debugger/rows"
	"machsim/ipc"
	"machsim/kernel"
)

// What there is at the present position: see the functions of package rows.

func (s *Session) Tasks() []rows.Task           { return rows.Tasks(s.State()) }
func (s *Session) Hosts() []rows.Host           { return rows.Hosts(s.State()) }
func (s *Session) Ports() []rows.Port           { return rows.Ports(s.State()) }
func (s *Session) Messages() []rows.Message     { return rows.Messages(s.State()) }
func (s *Session) Mutexes() []rows.Mutex        { return rows.Mutexes(s.State()) }
func (s *Session) Conditions() []rows.Condition { return rows.Conditions(s.State()) }
func (s *Session) Wires() []rows.Wire           { return rows.Wires(s.State()) }
func (s *Session) Packets() []rows.Packet       { return rows.Packets(s.State()) }
func (s *Session) Timers() []rows.Timer         { return rows.Timers(s.State()) }
func (s *Session) Halts() []rows.Halt           { return rows.Halts(s.State()) }

func (s *Session) Port(typed string) (rows.Port, error)   { return rows.FindPort(s.State(), typed) }
func (s *Session) Message(id ipc.MsgID) rows.Message      { return rows.MessageOf(s.State(), id) }
func (s *Session) Packet(id kernel.PacketID) rows.Packet  { return rows.PacketOf(s.State(), id) }
func (s *Session) Named(k kernel.ObjectKind) []rows.Named { return rows.All(s.State(), k) }

// Files lists files on the disks of hosts.
func (s *Session) Files(host, name string, most int64) ([]rows.File, error) {
	return rows.Files(s.State(), host, name, most)
}

// Find returns the object of a kind with a typed name.
func (s *Session) Find(k kernel.ObjectKind, typed string) (rows.Named, error) {
	return rows.Find(s.State(), k, typed)
}

// FindTask returns the task of the whole run with a typed name.
func (s *Session) FindTask(typed string) (rows.Named, error) {
	return rows.Find(s.Final(), kernel.TaskObject, typed)
}

// RightOf returns the name under which the task of a thread can send to a port; Null if it cannot.
func (s *Session) RightOf(id kernel.ThreadID, port ipc.PortID) ipc.Name {
	return rows.RightOf(s.State(), id, port)
}

// ThreadOf returns the name of the thread if v is a *kernel.Thread.
func (s *Session) ThreadOf(v reflect.Value) (name string, ok bool) {
	return rows.ThreadOf(s.State(), v)
}

// Meant describes the kernel object that a value of a thread's program stands for; "" for any other value.
func (s *Session) Meant(id kernel.ThreadID, v reflect.Value) string {
	return rows.Meant(s.State(), id, v, s.lockedAt)
}

// lockedAt returns the event with which a thread last locked a mutex up to the present position; -1
// if none is found.
func (s *Session) lockedAt(m kernel.MutexID, owner kernel.ThreadID) int {
	lane, done := s.lane(owner)
	if lane < 0 {
		return -1
	}
	l := &s.log().tape.Lanes[lane]
	for k := l.Completed(done) - 1; k >= 0; k-- {
		switch c, _, _ := s.log().tape.Call(lane, k); {
		case (c.Op == kernel.OpMutexLock || c.Op == kernel.OpMutexTryLock) && kernel.MutexID(c.N) == m,
			c.Op == kernel.OpConditionWait && kernel.MutexID(c.N2) == m:
			return l.Event(l.DoneBy(k) - 1)
		}
	}
	return -1
}
