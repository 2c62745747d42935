package session

import (
	"maps"
	"slices"

	"machsim/debugger/replay/tape"
	"machsim/debugger/rows"
	"machsim/ipc"
	"machsim/kernel"
)

// Delay is an artificial delay (Krawczuk 3.5). Either an event is held back until its turn in the
// recorded order, or a message has been sent but is held, because in the recording others arrived
// before it that have not been sent yet.
type Delay struct {
	Thread kernel.ThreadID // its event is held back; 0 for a message
	Event  int             // the event, or the one that sent the message; -1 if that is not known
	After  []int           // the events that come first; for a message, the events whose messages arrive first

	// Of a message:
	Message ipc.MsgID
	Port    string
	Sender  string
	Kernel  bool // the kernel sent it: a notification of what the event did
}

// Delays lists the artificial delays at the present position: first the threads, then the messages.
func (s *Session) Delays() (all []Delay) {
	for _, p := range s.Where() {
		if p.Hold == rows.HeldBack {
			all = append(all, Delay{Thread: p.Thread, Event: p.Event, After: p.Lacks})
		}
	}
	return append(all, s.Held()...)
}

// Held lists the messages that are held at the present position. An event may bring messages to several queues, by a
// packet or as notifications, and the order of events does not say which to which. So the events before a message are
// found in the recorded run, which is replayed from where the position leaves it.
func (s *Session) Held() (all []Delay) {
	st := s.State()
	if len(st.IPC.Held) == 0 {
		return nil
	}
	came := s.heldBy()
	lacking := s.lacking(slices.Max(slices.Collect(maps.Values(came))))
	for _, id := range st.IPC.Held {
		m, e := st.IPC.Msgs.At(uint32(id)), came[id]
		d := Delay{Message: id, Port: st.PortName(m.Dest), Event: int(m.Sent) - 1}
		for _, at := range slices.Backward(lacking[queueOf(st, ipc.QueueKey(m.Dest, st.IPC.Ports.At(uint32(m.Dest)).Set))]) {
			if at < e {
				d.After = append(d.After, at)
			}
		}
		if m.Sender != 0 {
			d.Sender = s.Final().ThreadName(kernel.ThreadID(m.Sender))
		} else if d.Event < 0 {
			d.Event, d.Kernel = e, true
		}
		all = append(all, d)
	}
	return all
}

// queue identifies a queue, which has other ids at other positions.
type queue struct {
	of   kernel.Identity // a set, or a port
	host kernel.HostID   // where that is a proxy, else 0
}

func queueOf(st *kernel.State, key uint32) queue {
	port, set := ipc.QueueOf(key)
	if set != 0 {
		return queue{of: st.Identity(kernel.Object{Kind: kernel.SetObject, ID: uint32(set)})}
	}
	q := queue{of: st.Identity(kernel.Object{Kind: kernel.PortObject, ID: uint32(port)})}
	if p := st.IPC.Ports.At(uint32(port)); p.Kind == kernel.KindProxy {
		q.host = kernel.HostID(p.Host)
	}
	return q
}

// lacking returns, by queue, the events before one that the position lacks, and with which messages arrive there in the
// recorded run.
func (s *Session) lacking(before int) map[queue][]int {
	all := map[queue][]int{}
	play, _ := s.resumed()
	play.Observe(&tape.Observer{Accessed: func(e int, _ kernel.Actor, accesses []ipc.Access) {
		for _, x := range accesses {
			if x.Location != ipc.LocMsg || x.Mode != ipc.New && x.Mode != ipc.HandedOver || s.Holds(e) {
				continue
			}
			if q := queueOf(play.State(), x.B); !slices.Contains(all[q], e) {
				all[q] = append(all[q], e)
			}
		}
	}})
	if err := play.To(before, nil); err != nil {
		panic(fault(err))
	}
	return all
}

// resumed returns the state before the first event that the position lacks, from which events can be replayed.
func (s *Session) resumed() (*tape.Replayer, int) {
	l := s.log()
	first := l.cuts.Missing(l.at.Cut)
	play := s.played(first)
	if err := play.To(first, nil); err != nil {
		panic(fault(err))
	}
	return play, first
}

// heldBy replays the events of the position from the first on that it lacks, and returns for each message that is held
// the event by which it came.
func (s *Session) heldBy() map[ipc.MsgID]int {
	play, first := s.resumed()
	came := map[ipc.MsgID]int{}
	for e := first; e <= s.LastOf(s.log().at); e++ {
		if !s.Holds(e) {
			continue
		}
		if play.To(e+1, s.log().at.Cut) != nil {
			return came
		}
		held := play.State().IPC.Held
		maps.DeleteFunc(came, func(id ipc.MsgID, _ int) bool { return !slices.Contains(held, id) })
		for _, id := range held {
			if _, known := came[id]; !known {
				came[id] = e
			}
		}
	}
	return came
}
