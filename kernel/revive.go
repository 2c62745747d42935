package kernel

import "machsim/ipc"

// Revive makes a Machine that goes on from a state, with the threads of Feeders, which
// stand where the state has them: each is taken from the Feeder that of returns for it. What
// threads are to run that are asked for on other hosts, and not made yet, body returns for the
// event that asked. Messages that were held arrive now.
func Revive(s *State, cfg Config, of func(ThreadID) *Feeder, body func(asker uint64) func(*Thread)) *Machine {
	cfg = cfg.WithDefaults()
	m := &Machine{}
	m.core = core{State: s, cfg: &cfg, door: cfg.Door, out: &m.scratch}
	s.IPC.AccessLog = nil
	for id := range s.Threads.All {
		if s.Threads.At(id).Status != Ended {
			m.revive(ThreadID(id), of(ThreadID(id)))
		}
	}
	for id := range s.IPC.Msgs.All {
		if r := m.asks(ipc.MsgID(id)); r != nil && r.Call.Op == OpThreadCreate {
			asker := m.IPC.Msgs.At(id).Sent
			m.keep(asker, body(asker))
		}
	}
	m.letIn()
	return m
}

// revive takes a thread over from its Feeder.
func (m *Machine) revive(id ThreadID, f *Feeder) {
	for int(id) >= len(m.threads) {
		m.threads = append(m.threads, nil)
	}
	th := f.m.threads[id]
	f.m.threads[id] = nil
	m.threads[id], m.restarts = th, f.m.restarts
	th.m, th.script, th.feeder, th.apart, th.inside = m, nil, nil, false, th.next != nil
	th.res.Name, th.res.N, th.res.Info, th.res.Names = 0, 0, nil, nil
}

// letIn lets the held messages arrive.
func (m *Machine) letIn() {
	held := m.IPC.Held
	m.IPC.Held = nil
	for _, msg := range held {
		m.IPC.Enqueue(msg)
	}
	m.drain()
}
