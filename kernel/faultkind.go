package kernel

import (
	"fmt"

	"machsim/ipc"
)

// FaultKind is what goes wrong.
type FaultKind uint8

// The kinds of fault: a recording has their numbers. What there is to be known of each is its row in faultRows.
const (
	NoFault FaultKind = iota
	FaultCrash
	FaultKill
	FaultCut
	FaultHeal
	FaultDrift
	FaultSlow
	FaultLoss
	FaultDup
	FaultReorder
	FaultDelay
	FaultFull
	FaultNoWay
	FaultTorn
	FaultUnsynced
	FaultDiskFull
	FaultDiskError
	ProbeSlow
	ProbeHold
	ProbeSleep
	// NumFaults is the number of kinds, with NoFault.
	NumFaults
)

// mostFaults is the number of kinds that there is room for, with NoFault.
const mostFaults = 32

// FaultTarget is what a fault hits.
type FaultTarget uint8

// What faults hit. Those of a host, a task or a wire come between two steps; others befall a packet that is about to
// arrive, or a disk that is used or whose host crashes.
const (
	HitsHost FaultTarget = iota
	HitsTask
	HitsWire
	HitsPacket
	HitsDisk
	HitsThread
	HitsPort
)

// faultRow is all that there is to be known of a kind of fault, for whoever has it happen, lists, reads or shows it.
type faultRow struct {
	name  string // in a list of budgets
	hits  FaultTarget
	doc   string // what happens, for help
	where string // to whom it can happen
	// says is what has happened: of a packet what it does, of all else a sentence. other is the second host of a wire,
	// or the file of a disk.
	says func(object, other string, amount int64) string
	// can appends the faults of the kind that can happen now, by their objects: to the packet, if it hits packets. If
	// it is nil, that of another kind appends them.
	can  func(*State, PacketID, []Fault) []Fault
	disk ofDisk // in place of can: the faults of a disk that can happen there
	// does has it happen; nil for nothing, beside what a call on a disk answers.
	does func(*core, Fault)

	undoes FaultKind // it has no budget, and may happen when one of that kind has
	ends   bool      // the tasks end that it hits, or that are on the host
	speed  bool      // it changes how long steps take
	loses  bool      // the packet never arrives
	later  bool      // it does not arrive with the next step
	probe  bool      // it is an artificial probe: it goes to a name, and needs no budget
	nature bool      // it is nobody's choice, but follows from the state: no run is asked for it
}

var faultRows [mostFaults]faultRow

func init() {
	faultRows = [mostFaults]faultRow{
		FaultCrash: {
			name: "crash", hits: HitsHost, can: (*State).crashes, ends: true,
			doc: "a host crashes, with all its tasks", where: "a host with tasks",
			says: func(host, _ string, _ int64) string { return "host " + host + " crashes" },
			does: func(c *core, f Fault) { c.crash(HostID(f.Object)) },
		},
		FaultKill: {
			name: "kill", hits: HitsTask, can: (*State).kills, ends: true,
			doc: "a task ends", where: "any task",
			says: func(task, _ string, _ int64) string { return "task " + task + " ends" },
			does: func(c *core, f Fault) { c.endTask(TaskID(f.Object)) },
		},
		FaultCut: {
			name: "cut", hits: HitsWire,
			doc: "a wire is cut, and may be whole again later", where: "a wire in use",
			says: func(a, b string, _ int64) string { return "the wire " + a + "-" + b + " is cut" },
			does: func(c *core, f Fault) { c.cutWire(f.Object, true) },
		},
		FaultHeal: {
			name: "heal", hits: HitsWire, can: (*State).wires, undoes: FaultCut,
			says: func(a, b string, _ int64) string { return "the wire " + a + "-" + b + " is whole again" },
			does: func(c *core, f Fault) { c.cutWire(f.Object, false) },
		},
		FaultDrift: {
			name: "drift", hits: HitsHost, can: (*State).drifts,
			doc: "the clock of a host begins to gain or lose 200 ms a second", where: "a host that is up",
			says: func(host, _ string, by int64) string {
				gains := "gains"
				if by < 0 {
					gains = "loses"
				}
				return fmt.Sprintf("the clock of host %s %s %s a second", host, gains, Milliseconds(max(by, -by)))
			},
			does: func(c *core, f Fault) { c.drift(HostID(f.Object), f.Amount) },
		},
		FaultSlow: {
			name: "slow", hits: HitsHost, can: (*State).slows, speed: true,
			doc: "a host begins to take 100 times as long for each step", where: "a host that is up",
			says: func(host, _ string, factor int64) string {
				return fmt.Sprintf("host %s gets %d times slower", host, factor)
			},
			does: func(c *core, f Fault) { c.slow(HostID(f.Object), f.Amount) },
		},
		FaultLoss: {
			name: "loss", hits: HitsPacket, loses: true, later: true,
			can: datagram(FaultLoss, func(*ipc.Msg) bool { return true }),
			doc: "a message to a datagram port is lost", where: "on its way to a datagram port of another host",
			says: func(string, string, int64) string { return "is lost" },
			does: func(c *core, f Fault) { c.loseIn(PacketID(f.Object)) },
		},
		FaultDup: {
			name: "dup", hits: HitsPacket, can: datagram(FaultDup, func(m *ipc.Msg) bool {
				return m.DestType == ipc.PortSend && !m.HasRights() && !m.Memory
			}),
			doc: "a message to a datagram port is doubled", where: "the same, without rights and memory",
			says: func(string, string, int64) string { return "is doubled" },
			does: func(c *core, f Fault) { c.double(c.carriedBy(f)) },
		},
		FaultReorder: {
			name: "reorder", hits: HitsPacket, can: datagram(FaultReorder, func(m *ipc.Msg) bool { return m.Next != 0 }),
			doc: "a message to a datagram port is overtaken by the next of its host", where: "the same, if there is a next",
			says: func(string, string, int64) string { return "is overtaken" },
			does: func(c *core, f Fault) { c.IPC.Place(c.carriedBy(f), 1) },
		},
		FaultDelay: {
			name: "delay", hits: HitsPacket, can: (*State).delayed, later: true,
			doc: "a packet takes 10, 100 or 1000 ms longer", where: "any packet",
			says: func(_, _ string, by int64) string { return "is delayed by " + Milliseconds(by) },
			does: func(c *core, f Fault) { c.delay(PacketID(f.Object), f.Amount) },
		},
		FaultFull: {
			name: "full", hits: HitsPacket, loses: true, nature: true,
			says: func(string, string, int64) string { return "is lost, for the port is full" },
		},
		FaultNoWay: {
			name: "no way", hits: HitsPacket, loses: true, nature: true,
			says: func(string, string, int64) string { return "is lost, for there is no way" },
		},
		FaultTorn: {
			name: "torn", hits: HitsDisk, disk: atCrash(FaultTorn, (*State).tears), does: (*core).tear,
			doc:   "of a write that was not synced the first half survives a crash",
			where: "a host that crashes, for each such write of two bytes or more",
			says:  saysTorn,
		},
		FaultUnsynced: {
			name: "unsynced", hits: HitsDisk, disk: atCrash(FaultUnsynced, (*State).unsynced), does: (*core).loseUnsynced,
			doc:   "what was not synced does not survive a crash",
			where: "a host that crashes: the last writes to a file, the last changes of names, or all",
			says:  saysUnsynced,
		},
		FaultDiskFull: {
			name: "diskfull", hits: HitsDisk, disk: atCall(FaultDiskFull, needsSpace, false),
			doc: "a disk is full for one call, which writes nothing", where: "a call that writes to a disk or makes a file",
			says: func(host, _ string, _ int64) string { return "the disk of host " + host + " is full" },
		},
		FaultDiskError: {
			name: "diskerror", hits: HitsDisk, disk: atCall(FaultDiskError, mayErr, true),
			doc:   "a call on a disk fails, and does nothing, or writes the first half of its data",
			where: "a call on a disk that does more than close a file or ask for its size",
			says: func(host, _ string, part int64) string {
				if part > 0 {
					return "the disk of host " + host + " has an error, and half of the data is written"
				}
				return "the disk of host " + host + " has an error"
			},
		},
		ProbeSlow: {
			name: "slow", hits: HitsThread, probe: true, speed: true,
			doc: "each step of a thread takes so many times as long", where: "a thread, or all of a task",
			says: func(thread, _ string, factor int64) string {
				return fmt.Sprintf("%s takes %d times as long for each step", thread, factor)
			},
		},
		ProbeHold: {
			name: "hold", hits: HitsPort, probe: true,
			doc: "messages to a port are held back so long", where: "a port of a program",
			says: func(port, _ string, by int64) string {
				return "messages to " + port + " are held back by " + Milliseconds(by)
			},
		},
		ProbeSleep: {
			name: "sleep", hits: HitsThread, probe: true,
			doc: "a thread sleeps 1 ms before that share of its calls", where: "a thread, or all of a task",
			says: func(_, _ string, by int64) string { return "a probe has it sleep " + Milliseconds(by) + " first" },
		},
	}
}

// FaultKinds calls yield with each kind that there is, in their order.
func FaultKinds(yield func(FaultKind) bool) {
	for k := range faultRows {
		if faultRows[k].name != "" && !yield(FaultKind(k)) {
			return
		}
	}
}

// String returns the word for the kind in a list of budgets, "" for NoFault.
func (k FaultKind) String() string { return faultRows[k].name }

// Doc says what happens, and Where to whom.
func (k FaultKind) Doc() string { return faultRows[k].doc }

// Where says to whom it can happen.
func (k FaultKind) Where() string { return faultRows[k].where }

// Says returns in words what has happened: to a host, a task, the wire between two hosts or a file on the disk of a
// host in a sentence; to a packet what it does, such as "is lost".
func (k FaultKind) Says(object, other string, amount int64) string {
	return faultRows[k].says(object, other, amount)
}

// Hits says what the fault hits.
func (k FaultKind) Hits() FaultTarget { return faultRows[k].hits }

// Budgeted says whether Faults has a number for the kind.
func (k FaultKind) Budgeted() bool {
	return faultRows[k].name != "" && k.Undoes() == NoFault && !faultRows[k].nature && !k.IsProbe()
}

// IsProbe says whether the kind is an artificial probe: Faults has names for it.
func (k FaultKind) IsProbe() bool { return faultRows[k].probe }

// Undoes returns the kind after which alone this one may happen, NoFault for none.
func (k FaultKind) Undoes() FaultKind { return faultRows[k].undoes }

// OfPacket says whether the fault befalls a packet.
func (k FaultKind) OfPacket() bool { return k != NoFault && k.Hits() == HitsPacket }

// OfDisk says whether the fault befalls a disk.
func (k FaultKind) OfDisk() bool { return k.Hits() == HitsDisk }

// AtCall says whether the fault befalls a call on a disk.
func (k FaultKind) AtCall() bool { return k == FaultDiskFull || k == FaultDiskError }

// Between says whether the fault comes between two steps.
func (k FaultKind) Between() bool {
	return k != NoFault && !k.OfPacket() && !k.OfDisk() && !k.IsProbe()
}

// Loses says whether a packet is lost by it.
func (k FaultKind) Loses() bool { return faultRows[k].loses }

// Speed says whether it changes how long steps take, so that it means nothing where they take no time.
func (k FaultKind) Speed() bool { return faultRows[k].speed }

// Milliseconds writes microseconds of virtual time.
func Milliseconds(us int64) string { return fmt.Sprintf("%d.%03d ms", us/1000, us%1000) }
