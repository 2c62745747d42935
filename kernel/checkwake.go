package kernel

import (
	"github.com/pkg/errors"

	"machsim/ipc"
)

// checkSleepers tests that no thread or packet waits for something available (room in a queue,
// a message, an unlocked mutex) for which no thread was woken.
func (s *State) checkSleepers() error {
	woken := s.wokenSenders()
	for id := range s.IPC.Ports.All {
		p := s.IPC.Ports.At(id)
		if room := int(p.Room()); !p.Dead && p.Senders.Head != 0 && woken[ipc.PortID(id)] < room {
			return errors.Errorf("port %s: senders sleep, there is room for %d messages, and %d senders were woken",
				s.PortName(ipc.PortID(id)), room, woken[ipc.PortID(id)])
		}
		if p.Receivers.Head != 0 && s.IPC.First(ipc.PortID(id), p.Set) != 0 {
			return errors.Errorf("port %s: receivers sleep beside a message", s.PortName(ipc.PortID(id)))
		}
	}
	for id := range s.IPC.Sets.All {
		if s.IPC.Sets.At(id).Receivers.Head != 0 && s.IPC.First(0, ipc.SetID(id)) != 0 {
			return errors.Errorf("port set %d: receivers sleep beside a message", id)
		}
	}
	if err := s.checkLockers(); err != nil {
		return err
	}
	return s.checkRefused()
}

// wokenSenders counts, for each port, the senders that were woken for room and have not run yet.
func (s *State) wokenSenders() map[ipc.PortID]int {
	woken := map[ipc.PortID]int{}
	for id := range s.Threads.All {
		if t := s.Threads.At(id); t.Sending() && s.woken(id, t) {
			woken[s.IPC.Msgs.At(uint32(t.Msg)).Dest]++
		}
	}
	return woken
}

// woken says whether a thread was woken for something and has not run yet.
func (s *State) woken(id uint32, t *ThreadState) bool {
	return t.Wake == WakeReady && (s.Ready.Has(id) || t.Status == Pending && s.hasHalted(t.Task))
}

// checkLockers tests that for each unlocked mutex with waiting threads one was woken.
func (s *State) checkLockers() error {
	coming := map[MutexID]bool{}
	for id := range s.Threads.All {
		if t := s.Threads.At(id); s.woken(id, t) {
			coming[t.locking()] = true
		}
	}
	for id := range s.Mutexes.All {
		m := s.Mutexes.At(id)
		if m.Owner == 0 && m.Waiters.Head != 0 && !m.Freed && !coming[MutexID(id)] {
			return errors.Errorf("mutex %s is free, threads sleep, and none was woken", s.MutexName(MutexID(id)))
		}
	}
	return nil
}

// checkRefused tests that for each port with room and refused packets one may arrive.
func (s *State) checkRefused() error {
	for id := range s.NetPorts.All {
		n := s.NetPorts.At(id)
		if n.Home < 0 {
			continue
		}
		refused, coming := 0, 0
		for _, e := range n.Ends {
			switch {
			case e.Packet == 0:
			case s.Packets.At(uint32(e.Packet)).Status == Refused:
				refused++
			case s.Arrive.Has(uint32(e.Packet)), s.Packets.At(uint32(e.Packet)).Stands:
				coming++
			}
		}
		p := s.IPC.Ports.At(uint32(n.Ends[n.Home].Port))
		if room := int(p.Room()); refused > 0 && coming < room {
			return errors.Errorf("port %s: %d packets were refused, there is room for %d messages, and %d packets can arrive",
				s.PortName(n.Ends[n.Home].Port), refused, room, coming)
		}
	}
	return nil
}
