package kernel

import (
	"slices"

	"github.com/pkg/errors"

	"machsim/ipc"
)

// Check recomputes everything that a State holds twice, and returns an error for the first
// contradiction. It is for tests, because it reads the whole state.
func (s *State) Check() error {
	checks := []func() error{
		s.checkThreads, s.checkLists, s.checkTimers, s.checkTasks, s.checkMutexes, s.checkPackets, s.checkMemory,
		s.checkSleepers, s.checkCalls, s.checkDisks,
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return s.IPC.Check()
}

// checkDisks compares what disks hold with what is synced and has changed since.
func (s *State) checkDisks() error {
	for id := range s.Hosts.All {
		d := &s.Hosts.At(id).Disk
		names := d.Synced
		for _, x := range d.Unsynced {
			names = renamed(names, x)
		}
		if !slices.Equal(names, d.Names) {
			return errors.Errorf("host %s has files %v, not %v", s.HostName(HostID(id)), d.Names, names)
		}
	}
	for id := range s.Files.All {
		f, o := s.Files.At(id), Object{FileObject, id}
		name, there := nameOf(s.Hosts.At(uint32(f.Host)).Disk.Names, FileID(id))
		if f.Gone == there || there && f.Name != name {
			return errors.Errorf("%s is gone: %v, and has the name %q", s.ObjectName(o), f.Gone, name)
		}
		if want := f.Synced.after(f.Unsynced); want.Bytes(0, MaxFileSize) != f.Now.Bytes(0, MaxFileSize) {
			return errors.Errorf("%s is not what was written to it", s.ObjectName(o))
		}
	}
	return nil
}

// checkThreads compares the ready set with the states of the threads.
func (s *State) checkThreads() error {
	ready := 0
	for id := range s.Threads.All {
		t := s.Threads.At(id)
		can := t.Status == Pending && t.Suspend == 0 && !t.Failed && !s.Tasks.At(uint32(t.Task)).held()
		if t.Held != s.Tasks.At(uint32(t.Task)).held() && t.Status != Ended {
			return errors.Errorf("%s: held %v, its task says otherwise", s.ThreadName(ThreadID(id)), t.Held)
		}
		if can != s.Ready.Has(id) {
			return errors.Errorf("%s: can run %v, in the ready set %v", s.ThreadName(ThreadID(id)), can, !can)
		}
		if can {
			ready++
		}
		if (t.Status == Blocked) != (t.Wait.Kind != WaitNone) {
			return errors.Errorf("%s: status %d with wait %d", s.ThreadName(ThreadID(id)), t.Status, t.Wait.Kind)
		}
		if t.Status == Ended && (t.Msg != 0 || t.Timer != 0) {
			return errors.Errorf("%s has ended with a message or a timer", s.ThreadName(ThreadID(id)))
		}
	}
	if ready != s.Ready.Len() {
		return errors.Errorf("%d threads can run, %d in the ready set", ready, s.Ready.Len())
	}
	return nil
}

// checkLists walks every list of waiting threads in both directions and counts them.
func (s *State) checkLists() error {
	listed := map[ThreadID]bool{}
	c := core{State: s}
	for id := range s.Threads.All {
		t := s.Threads.At(id)
		if t.Status != Blocked {
			continue
		}
		l := c.listOf(t.Wait)
		if l == nil || listed[ThreadID(id)] {
			continue
		}
		prev := ThreadID(0)
		for at := ThreadID(l.Head); at != 0; at = s.Threads.At(uint32(at)).Next {
			w := s.Threads.At(uint32(at))
			if w.Prev != prev || w.Status != Blocked || c.listOf(w.Wait) != l {
				return errors.Errorf("%s: wrong links in the list where %s waits", s.ThreadName(at), s.ThreadName(ThreadID(id)))
			}
			listed[at] = true
			prev = at
		}
		if ThreadID(l.Tail) != prev || !listed[ThreadID(id)] {
			return errors.Errorf("%s is not in the list where it waits", s.ThreadName(ThreadID(id)))
		}
	}
	return nil
}

func (s *State) checkTimers() error {
	for i, t := range s.Timers {
		if p := (i - 1) / 2; i > 0 && (s.Timers[p].At > t.At || s.Timers[p].At == t.At && s.Timers[p].Order > t.Order) {
			return errors.Errorf("timer %d is earlier than its parent", i)
		}
		where := int32(0)
		if t.Thread != 0 {
			where = s.Threads.At(uint32(t.Thread)).Timer
		} else {
			where = s.Packets.At(uint32(t.Packet)).Timer
		}
		if where != int32(i+1) {
			return errors.Errorf("the owner of timer %d looks for it at %d", i, where-1)
		}
	}
	return nil
}

func (s *State) checkTasks() error {
	users := 0
	for id := range s.Tasks.All {
		t := s.Tasks.At(id)
		if t.Ended && (len(t.Threads) > 0 || len(t.Map) > 0) {
			return errors.Errorf("task %s has ended with threads or memory", s.TaskName(TaskID(id)))
		}
		runs := int32(0)
		for _, th := range t.Threads {
			ts := s.Threads.At(uint32(th))
			if ts.Status == Ended || ts.Task != TaskID(id) {
				return errors.Errorf("task %s lists thread %s, which is not one of its own", s.TaskName(TaskID(id)),
					s.ThreadName(th))
			}
			if ts.CThread.Runs {
				runs++
			}
		}
		if runs != t.Running {
			return errors.Errorf("task %s counts %d running C threads, there are %d", s.TaskName(TaskID(id)), t.Running, runs)
		}
		if !t.Server {
			users += len(t.Threads)
		}
	}
	if users != s.Users {
		return errors.Errorf("%d threads of users, counted %d", users, s.Users)
	}
	return nil
}

func (s *State) checkMutexes() error {
	for id := range s.Mutexes.All {
		m := s.Mutexes.At(id)
		if m.Owner != 0 && s.Threads.At(uint32(m.Owner)).Task != m.Task {
			return errors.Errorf("mutex %s is held by %s of another task", s.MutexName(MutexID(id)), s.ThreadName(m.Owner))
		}
	}
	return nil
}

// checkPackets compares the proxies with what is on the wires, and the send-once
// rights of proxies with those that their homes keep for them.
func (s *State) checkPackets() error {
	for id := range s.NetPorts.All {
		n := s.NetPorts.At(id)
		for i, e := range n.Ends {
			if e.Packet != 0 && s.Packets.At(uint32(e.Packet)).End != e.Serial {
				return errors.Errorf("packet %d is not of the proxy that sent it", e.Packet)
			}
			if i == n.Home || e.Gone || n.Home < 0 {
				continue
			}
			p := s.IPC.Ports.At(uint32(e.Port))
			if HostID(p.Host) != e.Host || p.Kind != KindProxy {
				return errors.Errorf("port %s: its end on %s is no proxy there", s.PortName(e.Port), s.HostName(e.Host))
			}
			if p.SORights != e.Once {
				return errors.Errorf("port %s: %d send-once rights on %s, %d kept for them", s.PortName(e.Port), p.SORights,
					s.HostName(e.Host), e.Once)
			}
			if p.SRights > 0 && !e.Held {
				return errors.Errorf("port %s: send rights on %s, none kept for them", s.PortName(e.Port), s.HostName(e.Host))
			}
			if s.IPC.First(e.Port, 0) != 0 && e.Packet == 0 {
				return errors.Errorf("port %s: messages on %s that are not on their way", s.PortName(e.Port), s.HostName(e.Host))
			}
		}
	}
	return s.checkApart()
}

// checkApart tests that datagrams which travel by themselves are in no queue, and go to a port that lives.
func (s *State) checkApart() error {
	for id := range s.Packets.All {
		p := s.Packets.At(id)
		if p.Msg == 0 {
			continue
		}
		m := s.IPC.Msgs.At(uint32(p.Msg))
		if m.Dest != p.Port || m.Next != 0 || m.Prev != 0 || p.Serial == 0 || s.IPC.Ports.At(uint32(p.Port)).Dead {
			return errors.Errorf("packet %d carries a message of another port, or of one that is dead, or in a queue", id)
		}
	}
	return s.checkHosts()
}

// checkHosts tests that no task has a right to a port that belongs to another host.
func (s *State) checkHosts() error {
	for id := range s.IPC.Ports.All {
		p := s.IPC.Ports.At(id)
		for _, h := range p.Holders {
			task := s.Tasks.At(s.IPC.Spaces.At(uint32(h.Space)).Task)
			if uint32(task.Host) != p.Host {
				return errors.Errorf("port %s is of host %s, a holder of host %s",
					s.PortName(ipc.PortID(id)), s.HostName(HostID(p.Host)), s.HostName(task.Host))
			}
		}
	}
	return nil
}

// checkCalls tests that every thread which waits for an answer can get one: its reply port has
// one send-once right, and its request is in the queue of a proxy exactly as long as it has
// not arrived. A request that travels by itself may meet its port, which has moved to where the request came from.
func (s *State) checkCalls() error {
	asked := map[ipc.PortID]int{}
	for id := range s.IPC.Msgs.All {
		m := s.IPC.Msgs.At(id)
		if _, ok := m.Call.(*Request); !ok || s.Threads.At(m.Sender).Msg == ipc.MsgID(id) { // in hand
			continue
		}
		asked[m.Reply]++
		if p := s.IPC.Ports.At(uint32(m.Dest)); p.Kind != KindProxy && s.apart(ipc.MsgID(id)) == 0 {
			return errors.Errorf("the request of %s is at port %s, which is no proxy",
				s.ThreadName(ThreadID(m.Sender)), s.PortName(m.Dest))
		}
	}
	for id := range s.Threads.All {
		t := s.Threads.At(id)
		if k := t.Wait.Kind; k != WaitRequest && k != WaitAnswer {
			continue
		}
		p := s.IPC.Ports.At(uint32(t.Reply))
		if t.Reply != t.Wait.Port || p.Dead || p.Kind != KindReply || p.SORights != 1 {
			return errors.Errorf("%s waits for an answer at port %d, to which there are %d rights",
				s.ThreadName(ThreadID(id)), t.Reply, p.SORights)
		}
		if sent := asked[t.Reply]; sent != 0 != (t.Wait.Kind == WaitRequest) {
			return errors.Errorf("%s waits with %d requests that have not arrived", s.ThreadName(ThreadID(id)), sent)
		}
	}
	return nil
}

func (s *State) checkMemory() error {
	refs := map[MemoryID]int32{}
	for id := range s.Tasks.All {
		last := uint64(0)
		for _, r := range s.Tasks.At(id).Map {
			refs[r.Object]++
			if r.Addr < last || r.Size == 0 || (r.Addr|r.Size|r.Offset)%PageSize != 0 {
				return errors.Errorf("task %s: bad region at %#x", s.TaskName(TaskID(id)), r.Addr)
			}
			last = r.end()
		}
	}
	for id := range s.Memory.All {
		if m := s.Memory.At(id); m.Refs != refs[MemoryID(id)] {
			return errors.Errorf("memory object %d counts %d references, there are %d", id, m.Refs, refs[MemoryID(id)])
		}
	}
	return nil
}
