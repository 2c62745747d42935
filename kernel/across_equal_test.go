package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// remote makes one call on a task or thread with arguments that are drawn by lot.
type remote struct {
	th           *kernel.Thread
	rng          *rand.Rand
	task, thread ipc.Name   // the target; now and then something else
	his          []ipc.Name // names of the target's space
	mine         []ipc.Name // names of the caller's
	region       uint64     // where the target has memory
	notify       ipc.Name
}

func pick[T any](r *remote, all ...T) T { return all[r.rng.IntN(len(all))] }

func (r *remote) n(n int) int                { return r.rng.IntN(n) }
func (r *remote) own() ipc.Name              { return pick(r, append(r.mine, 0, ipc.Dead, 0x7700)...) }
func (r *remote) name() ipc.Name             { return pick(r, append(r.his, 0, ipc.Dead, 0x7700, 0x5500)...) }
func (r *remote) by() ipc.Disposition        { return ipc.Disposition(r.n(8)) + ipc.MoveReceive - 1 }
func (r *remote) addr() uint64               { return r.region + pick[uint64](r, 0, 0, page, 2*page, 100, 1<<30) }
func (r *remote) size() uint64               { return pick[uint64](r, 0, page, page, 2*page, 100, 1<<63) }
func (r *remote) right() ipc.Right           { return ipc.Right(r.n(6)) }
func told(err error, values ...any) string   { return fmt.Sprint(err, values) }
func (r *remote) body() func(*kernel.Thread) { return func(th *kernel.Thread) { th.Label("made") } }

// remotes are all calls on tasks and threads.
var remotes = []func(r *remote) string{
	func(r *remote) string { n, err := r.th.Mach().PortAllocate(r.task, r.right()); return told(err, n) },
	func(r *remote) string { return told(r.th.Mach().PortAllocateName(r.task, r.right(), r.name())) },
	func(r *remote) string { n, t, err := r.th.Mach().PortNames(r.task); return told(err, n, t) },
	func(r *remote) string { t, err := r.th.Mach().PortType(r.task, r.name()); return told(err, t) },
	func(r *remote) string { return told(r.th.Mach().PortRename(r.task, r.name(), r.name())) },
	func(r *remote) string { return told(r.th.Mach().PortDestroy(r.task, r.name())) },
	func(r *remote) string { return told(r.th.Mach().PortDeallocate(r.task, r.name())) },
	func(r *remote) string {
		n, err := r.th.Mach().PortGetRefs(r.task, r.name(), r.right())
		return told(err, n)
	},
	func(r *remote) string { return told(r.th.Mach().PortModRefs(r.task, r.name(), r.right(), r.n(5)-2)) },
	func(r *remote) string { return told(r.th.Mach().PortSetQLimit(r.task, r.name(), r.n(20)-1)) },
	func(r *remote) string { return told(r.th.Mach().PortSetMSCount(r.task, r.name(), r.n(9))) },
	func(r *remote) string { return told(r.th.Mach().PortSetSeqno(r.task, r.name(), r.n(9))) },
	func(r *remote) string {
		s, err := r.th.Mach().PortGetReceiveStatus(r.task, r.name())
		return told(err, s)
	},
	func(r *remote) string { n, err := r.th.Mach().PortGetSetStatus(r.task, r.name()); return told(err, n) },
	func(r *remote) string { return told(r.th.Mach().PortMoveMember(r.task, r.name(), r.name())) },
	func(r *remote) string { return told(r.th.Mach().PortInsertRight(r.task, r.name(), r.own(), r.by())) },
	func(r *remote) string {
		n, err := r.th.Mach().PortExtractRight(r.task, r.name(), r.by())
		return told(err, n)
	},
	func(r *remote) string {
		id := pick(r, ipc.MACH_NOTIFY_DEAD_NAME, ipc.MACH_NOTIFY_NO_SENDERS, ipc.MACH_NOTIFY_PORT_DESTROYED, 5)
		d := pick(r, ipc.MakeSendOnce, ipc.MakeSendOnce, ipc.MoveSendOnce, ipc.CopySend)
		n, err := r.th.Mach().PortRequestNotification(r.task, r.name(), id, r.n(2), pick(r, r.notify, r.own()), d)
		return told(err, n)
	},

	func(r *remote) string { n, err := r.th.Mach25().PortAllocate(r.task); return told(err, n) },
	func(r *remote) string { return told(r.th.Mach25().PortDeallocate(r.task, r.name())) },
	func(r *remote) string { return told(r.th.Mach25().PortEnable(r.task, r.name())) },
	func(r *remote) string { return told(r.th.Mach25().PortDisable(r.task, r.name())) },
	func(r *remote) string { return told(r.th.Mach25().PortSetBacklog(r.task, r.name(), r.n(18))) },
	func(r *remote) string {
		n, err := r.th.Mach25().PortSetBackup(r.task, r.name(), r.name())
		return told(err, n)
	},
	func(r *remote) string { s, err := r.th.Mach25().PortStatus(r.task, r.name()); return told(err, s) },
	func(r *remote) string { n, err := r.th.Mach25().PortSetAllocate(r.task); return told(err, n) },
	func(r *remote) string { return told(r.th.Mach25().PortSetDeallocate(r.task, r.name())) },
	func(r *remote) string { return told(r.th.Mach25().PortSetAdd(r.task, r.name(), r.name())) },
	func(r *remote) string { return told(r.th.Mach25().PortSetRemove(r.task, r.name())) },
	func(r *remote) string { n, err := r.th.Mach25().PortSetStatus(r.task, r.name()); return told(err, n) },
	func(r *remote) string { n, t, err := r.th.Mach25().PortNames(r.task); return told(err, n, t) },
	func(r *remote) string { t, err := r.th.Mach25().PortType(r.task, r.name()); return told(err, t) },
	func(r *remote) string { return told(r.th.Mach25().PortRename(r.task, r.name(), r.name())) },
	func(r *remote) string { return told(r.th.Mach25().PortInsertSend(r.task, r.own(), r.name())) },
	func(r *remote) string { return told(r.th.Mach25().PortInsertReceive(r.task, r.own(), r.name())) },
	func(r *remote) string { n, err := r.th.Mach25().PortExtractSend(r.task, r.name()); return told(err, n) },
	func(r *remote) string {
		n, err := r.th.Mach25().PortExtractReceive(r.task, r.name())
		return told(err, n)
	},

	func(r *remote) string {
		n, err := r.th.Mach().TaskCreate(r.task, "made", r.n(2) == 0)
		return told(err, n)
	},
	func(r *remote) string { return told(r.th.Mach().TaskTerminate(r.task)) },
	func(r *remote) string { return told(r.th.Mach().TaskSuspend(r.task)) },
	func(r *remote) string { return told(r.th.Mach().TaskResume(r.task)) },
	func(r *remote) string { n, err := r.th.Mach().TaskThreads(r.task); return told(err, n) },
	func(r *remote) string {
		i, err := r.th.Mach().TaskInfo(r.task)
		return told(err, i.Suspend, i.Priority, i.VirtualSize, i.Threads)
	},
	func(r *remote) string { n, err := r.th.Mach().TaskGetSpecialPort(r.task, r.n(6)); return told(err, n) },
	func(r *remote) string { return told(r.th.Mach().TaskSetSpecialPort(r.task, r.n(6), r.own())) },
	func(r *remote) string {
		var ports []ipc.Name
		for range r.n(6) {
			ports = append(ports, r.own())
		}
		return told(r.th.Mach().PortsRegister(r.task, ports...))
	},
	func(r *remote) string { n, err := r.th.Mach().PortsLookup(r.task); return told(err, n) },
	func(r *remote) string { return told(r.th.Mach().TaskPriority(r.task, r.n(40)-4, r.n(2) == 0)) },

	func(r *remote) string { n, err := r.th.Mach().ThreadCreate(r.task, r.body()); return told(err, n) },
	func(r *remote) string { return told(r.th.Mach().ThreadTerminate(r.thread)) },
	func(r *remote) string { return told(r.th.Mach().ThreadSuspend(r.thread)) },
	func(r *remote) string { return told(r.th.Mach().ThreadResume(r.thread)) },
	func(r *remote) string { return told(r.th.Mach().ThreadAbort(r.thread)) },
	func(r *remote) string { return told(r.th.Mach().ThreadDepressAbort(r.thread)) },
	func(r *remote) string {
		i, err := r.th.Mach().ThreadInfo(r.thread)
		return told(err, i.Suspend, i.Priority, i.RunState)
	},
	func(r *remote) string {
		n, err := r.th.Mach().ThreadGetSpecialPort(r.thread, r.n(5))
		return told(err, n)
	},
	func(r *remote) string { return told(r.th.Mach().ThreadSetSpecialPort(r.thread, r.n(5), r.own())) },
	func(r *remote) string { return told(r.th.Mach().ThreadPriority(r.thread, r.n(40)-4)) },

	func(r *remote) string {
		a, err := r.th.Mach().VMAllocate(r.task, r.addr(), r.size(), r.n(2) == 0)
		return told(err, a)
	},
	func(r *remote) string { return told(r.th.Mach().VMDeallocate(r.task, r.addr(), r.size())) },
	func(r *remote) string {
		b, err := r.th.Mach().VMRead(r.task, r.addr(), r.size()%(3*page))
		return told(err, b)
	},
	func(r *remote) string {
		return told(r.th.Mach().VMWrite(r.task, r.addr(), make([]byte, r.size()%(3*page))))
	},
	func(r *remote) string { return told(r.th.Mach().VMCopy(r.task, r.addr(), r.size(), r.addr())) },
	func(r *remote) string {
		return told(r.th.Mach().VMProtect(r.task, r.addr(), r.size(), r.n(2) == 0, r.n(9)))
	},
	func(r *remote) string { return told(r.th.Mach().VMInherit(r.task, r.addr(), r.size(), r.n(4))) },
	func(r *remote) string {
		i, err := r.th.Mach().VMRegion(r.task, r.addr())
		i.Object = 0
		return told(err, i)
	},
}

// meeting is a program in which a caller on host a makes some calls, drawn by lot, on a task of
// another host or of its own. Both have rights of every kind. What the calls answer goes to log.
func meeting(host string, seed uint64, call func(*remote) string, log *[]string) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		a := b.Host("a")
		var inbox, hisInbox ipc.Name
		var caller, target kernel.TaskID
		target = b.Server(b.Host(host), "target", func(th *kernel.Thread) {
			box, other := th.NewPort("box"), th.NewPort("other")
			set := th.NewPortSet("set")
			kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), other, set))
			dead := kernel.Must(th.Mach().PortAllocate(th.Mach().Self(), ipc.RightDeadName))
			both := th.NewPort("both")
			kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), both, both, ipc.MakeSend))
			region := kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0x100000, 3*page, false))
			th.Mach().Poke(region, []byte("memory"))
			m := ipc.NewMessage(1, th.SendRight(th.Mach().Self()), th.SendRight(th.Mach().ThreadSelf()),
				ipc.MakingSend(box), ipc.MakingSendOnce(box), region)
			for _, n := range []ipc.Name{box, other, set, dead, both, hisInbox} {
				m.Items = append(m.Items, ipc.Item{Kind: ipc.KindName, Num: uint64(n)})
			}
			kernel.Must(th.Mach().Send(hisInbox, m))
			for {
				th.Sleep((1 << 20) * kernel.Millisecond)
			}
		})
		caller = b.Task(a, "caller", func(th *kernel.Thread) {
			m := kernel.Must(th.Mach().Receive(inbox))
			r := &remote{th: th, rng: rand.New(rand.NewPCG(seed, 1)), region: uint64(m.Int(4))}
			mine, dead := th.NewPort("mine"), kernel.Must(th.Mach().PortAllocate(th.Mach().Self(), ipc.RightDeadName))
			both := th.NewPort("both")
			kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), both, both, ipc.MakeSend))
			r.notify = th.NewPort("notify")
			r.mine = []ipc.Name{mine, dead, both, inbox, m.Port(2), m.Port(3), m.Port(0)}
			for i := 5; i < m.Len(); i++ {
				r.his = append(r.his, m.Port(i))
			}
			for range 3 {
				r.task, r.thread = m.Port(0), m.Port(1)
				if r.n(8) == 0 { // not what it should be
					r.task = pick(r, m.Port(1), m.Port(2), m.Port(3), mine, dead, 0, ipc.Dead, 0x7700)
					r.thread = pick(r, m.Port(0), m.Port(2), m.Port(3), mine, dead, 0, ipc.Dead, 0x7700)
				}
				*log = append(*log, call(r))
				th.Sleep(10 * kernel.Millisecond) // whatever follows from it has happened
			}
			th.Label("look")
		})
		inbox = b.Port(caller, "inbox")
		hisInbox = b.Send(caller, inbox, target)
	}
}

// met runs a meeting up to its last label, and returns what was answered and how both tasks
// are then.
func met(t *testing.T, host string, seed uint64, call func(*remote) string, ops map[kernel.Op]bool) string {
	t.Helper()
	var log []string
	cfg := kernel.Config{Door: kernel.First{}, MaxSteps: 5000}
	cfg.Tracer.Step = func(_ *kernel.State, a kernel.Actor, op kernel.Op, _ bool) {
		if a.Thread != 0 {
			ops[op] = true
		}
	}
	m, err := kernel.New(&kernel.Program{Name: "meeting", Main: meeting(host, seed, call, &log)}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s := m.World()
	at := func() bool {
		for id := range s.Threads.All {
			if c := s.Threads.At(id).Call; c.Op.String() == "label" && c.Text == "look" {
				return true
			}
		}
		return false
	}
	for !at() && m.Step() {
		if err := s.Check(); err != nil {
			t.Fatalf("seed %d, host %s, after event %d: %v", seed, host, s.Steps, err)
		}
	}
	if f := s.Failure; f != nil {
		t.Fatalf("seed %d, host %s: %s", seed, host, f.Text)
	}
	for id := range s.Tasks.All {
		log = append(log, portrait(s, kernel.TaskID(id)))
	}
	return strings.Join(log, "\n")
}

// portrait is what can be seen of a task.
func portrait(s *kernel.State, id kernel.TaskID) string {
	t := s.Tasks.At(uint32(id))
	lines := []string{fmt.Sprint(s.TaskName(id), " ended ", t.Ended, " suspended ", t.Suspend, " priority ", t.Priority)}
	for _, p := range slices.Concat(t.Specials[:], t.Slots[:]) {
		lines = append(lines, s.PortName(p))
	}
	for _, r := range t.Map {
		r.Object = 0
		lines = append(lines, fmt.Sprint(r))
	}
	for _, id := range t.Threads {
		th := s.Threads.At(uint32(id))
		lines = append(lines, fmt.Sprint(s.ThreadName(id), th.Suspend, th.Priority, th.Call.Op, th.Status))
		for _, p := range th.Specials {
			lines = append(lines, s.PortName(p))
		}
	}
	if !t.Ended {
		sp := s.IPC.Spaces.At(uint32(t.Space))
		for i, e := range sp.Table {
			lines = append(lines, known(s, ipc.Name(uint32(i)<<8|uint32(e.Gen)), e))
		}
		for _, e := range sp.Chosen {
			lines = append(lines, known(s, e.Name, e.Entry))
		}
	}
	return strings.Join(lines, "; ")
}

// known is what a name stands for.
func known(s *kernel.State, n ipc.Name, e ipc.Entry) string {
	text := fmt.Sprint(n, " ", e.Type, " ", e.URefs, e.Compat, e.Request != 0)
	if e.Type == 0 || e.Type&ipc.TypeDeadName != 0 || e.Type&ipc.TypePortSet != 0 {
		return text
	}
	p := s.IPC.Ports.At(e.Object)
	text += " " + s.PortName(ipc.PortID(e.Object))
	if e.Type&ipc.TypeReceive != 0 {
		text += fmt.Sprint(" ", p.MSCount, p.Seqno, p.QLimit, p.Count, p.SRights > 0, p.SORights)
		text += fmt.Sprint(" ", p.NSRequest != 0, p.PDRequest != 0)
	}
	return text
}

// TestACallAcrossIsAsOneAtHome makes all calls on tasks and threads, with arguments good and
// bad, once on a task of the same host and once over a wire that nobody disturbs. Code, result
// and effect have to be the same.
func TestACallAcrossIsAsOneAtHome(t *testing.T) {
	ops := map[kernel.Op]bool{}
	for i, call := range remotes {
		for seed := range effort.Of(uint64(12)) {
			seed += uint64(i) << 32
			here, there := met(t, "a", seed, call, ops), met(t, "b", seed, call, ops)
			if here != there {
				t.Errorf("call %d, seed %#x:\nat home  %s\nacross   %s", i, seed, diffs(here, there), diffs(there, here))
				break
			}
		}
	}
	for op := range kernel.Op(kernel.Ops) {
		if op.HasTarget() && !ops[op] {
			t.Errorf("%s is not tried", op)
		}
	}
}

// diffs is what a has that b has not.
func diffs(a, b string) string {
	var out []string
	other := strings.FieldsFunc(b, func(r rune) bool { return r == ';' || r == '\n' })
	for _, part := range strings.FieldsFunc(a, func(r rune) bool { return r == ';' || r == '\n' }) {
		if !slices.Contains(other, part) {
			out = append(out, part)
		}
	}
	return strings.Join(out, "; ")
}
