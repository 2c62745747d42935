package kernel

import (
	"slices"

	"machsim/ipc"
	"machsim/ipc/table"
)

// Ids of the records of a State. Zero is "none".
type (
	HostID      uint32
	TaskID      uint32
	ThreadID    uint32
	MutexID     uint32
	ConditionID uint32
	MemoryID    uint32
	WireID      uint32
	NetID       uint32
	PacketID    uint32
)

// State is the whole simulated world between two steps. It is plain data: references are
// ids, and a clone shares no writable memory with its original. Hosts, tasks and threads
// keep their records after they end, so that every name in a history can be resolved.
type State struct {
	IPC        ipc.State
	Hosts      table.Table[HostState, *HostState]
	Tasks      table.Table[TaskState, *TaskState]
	Threads    table.Table[ThreadState, *ThreadState]
	Mutexes    table.Table[MutexState, *MutexState]
	Conditions table.Table[ConditionState, *ConditionState]
	Memory     table.Table[MemoryState, *MemoryState]
	Files      table.Table[FileState, *FileState] // on the disks of hosts
	Wires      table.Table[WireState, *WireState]
	NetPorts   table.Table[NetPort, *NetPort] // ports known on more than one host
	Packets    table.Table[Packet, *Packet]   // what is on the wires

	Now   int64  // virtual time in microseconds since the start
	Steps uint64 // events so far
	Hash  uint64 // running hash of all events

	Ready   ReadySet        // threads that can take a step
	Arrive  ReadySet        // packets that can arrive
	Timers  []Timer         // a heap, the earliest first
	Armed   uint64          // timers armed so far, for the order of equal ones
	Users   int             // threads of tasks that are no servers and have not ended
	Console []Line          // what was written, in order
	Written uint64          // bytes of it, up to MaxConsole
	Goals   []Goal          // that were reached, each once, in order
	Made    [numMade]uint32 // what Main made, by kind
	Failure *Failure        // the first failure; the run stops there
	Notes   []Failure       // failures that did not stop the run

	Failures []Failure // of a run that survives them: each has stopped its thread (Config.Survive)

	Edits int       // the number of Config.Edits that were made
	Halt  HaltState // the progress of the halting that Config.Halt asks for

	// Given are the labels of the ports and sets that were given a name, in the order in which these were made: unlike
	// other objects they leave no record when they end, so a history could not name them.
	Given []ipc.Label

	Faults  Faults // how many of Config.Faults are left
	Failing Fault  // the fault that takes the next step; its Kind is NoFault if none does
	Past    []Past // the faults that have happened, and the sleeps of probes
	Mislaid uint32 // the number of datagrams that were lost without a fault

	Names *Names // what the objects of the run are called, once it is over; no part of the machine
}

// HostState is one machine: a kernel with its tasks and clock.
type HostState struct {
	Name      string
	Down      bool // crashed and not restarted
	Restart   bool // a server is started when it comes up again
	Port      ipc.PortID
	NetServer ipc.PortID // where the tasks of this host reach its netname server; 0 if none
	Speed     int64      // percent; a step here takes Config.StepTime*100/Speed
	Slow      bool       // and slowBy times as long, because of a fault
	Attended  bool       // its servers go on while it stands
	Shared    bool       // its services are for other programs, too: no agent halts it
	Halts     int32      // halts for which it stands (Agents)
	Stays     Stays      // the times for which it stood, in order
	Offset    int64      // microseconds that its clock is ahead of virtual time
	Drift     int64      // parts per million that its clock runs fast
	Disk      DiskState
}

// TaskState is an address space with a name space for ports.
type TaskState struct {
	Label    ipc.Label
	Host     HostID
	Space    ipc.SpaceID
	Ended    bool
	Server   bool  // the run may end while its threads wait
	Suspend  int32 // user stop count
	Stands   bool  // it has halted (Halt, Agents)
	Stopped  int64 // virtual time at which Suspend left 0, or it halted; valid since then
	Priority int32
	Port     ipc.PortID // task port: the kernel serves it
	Self     ipc.Name   // the task's own name for it
	Specials [numSpecial]ipc.PortID
	Slots    [numRegistered]ipc.PortID // mach_ports_register
	Threads  []ThreadID                // those not ended, in order of creation
	Map      []Region                  // the address space, by address
	Limit    int32                     // C-Threads: the maximum of Running, 0 for no limit
	Queued   List                      // C-Threads: threads forked beyond the limit
	Running  int32                     // C-Threads: threads that have not ended, without queued ones
	Count    int32                     // C-Threads: the result of cthread_count
	Keys     int32                     // C-Threads: the number of keys made
	Made     uint32                    // threads without a creator, for Label.Serial
	CPU      int64                     // microseconds used by threads that ended
}

// ThreadStatus says where a thread is in its life.
type ThreadStatus uint8

const (
	// Pending: about to do Call, or woken to go on with it.
	Pending ThreadStatus = iota
	// Blocked: in the middle of Call, waiting for what Wait says.
	Blocked
	// Ended: returned, exited or terminated.
	Ended
)

// ThreadState is a thread: always in a kernel call, before it (Pending with Phase
// 0), or in the middle of it. Go code runs only between two steps.
type ThreadState struct {
	// What every step needs, in two cache lines: with thousands of threads each is a miss.
	Status  ThreadStatus
	Phase   uint8 // the progress of Call; the meaning depends on the call
	Wake    Wake  // why the last wait ended
	Held    bool  // its task is suspended, or stands
	Suspend int32
	Cost    int64 // microseconds that a step takes it
	Sleeps  int32 // by a probe: before so many of 1,000 calls
	Napped  bool  // it sleeps before its call, or has done so
	CPU     int64
	Call    Call
	Task    TaskID
	Space   ipc.SpaceID // of the task
	Msg     ipc.MsgID   // message in hand: to be sent, or handed over by a sender
	Timer   int32       // index in State.Timers plus 1; 0 when none is armed

	Label   ipc.Label
	Wait    Wait
	Stopped int64      // virtual time at which Suspend left 0; valid while it is above
	Reply   ipc.PortID // where it waits for the answer of an exception handler
	Own     OwnReply   // where the replies to its RPCs come

	Next, Prev ThreadID // neighbours in the list that Wait names

	Port     ipc.PortID // thread port, made when first asked for
	Specials [numSpecial]ipc.PortID
	Priority int32

	CThread CThread
	Made    [numMade]uint32 // objects made so far, by kind: the serials of Label
	Raised  Exception       // the exception being handled
	Handler uint8           // the handler that was asked last
	Failed  bool            // it takes no step any more, and is as it was before that with which it failed

	_ [4]byte // so that each record in a table begins with a cache line
}

// Sending says whether the thread has a message in transit that is not queued yet: it waits
// for room, or was just woken for it.
func (t *ThreadState) Sending() bool {
	return t.Msg != 0 && (t.Phase == msgQueue && t.Call.Op.sends() || t.Phase == acrossRoom)
}

// CThread is what the C-Threads library keeps about a thread.
type CThread struct {
	Is       bool // forked by cthreads, or the first of its task
	Detached bool
	Joined   bool // a thread has joined it, or waits to
	Runs     bool // counts against the limit of its task
	Returned bool // Result is valid
	Joiner   List
	Result   int64
	Data     int64
	Words    []int64 // by key; immutable, so a write replaces it
}

// Wait says what a blocked thread waits for, in enough detail to explain it to a person.
type Wait struct {
	Kind   WaitKind
	Port   ipc.PortID
	Set    ipc.SetID
	Object uint32 // mutex, condition or thread; the task that a call on another host is about
	Host   HostID // where such a call went
	Since  int64
}

// WaitKind tells the reasons to wait apart.
type WaitKind uint8

const (
	WaitNone      WaitKind = iota
	WaitSend               // Port's queue is full
	WaitReceive            // no message at Port, or Set
	WaitMutex              // Object is locked
	WaitCondition          // Object was not signalled
	WaitJoin               // thread Object has not ended
	WaitSleep              // the time is not up
	WaitAlone              // the first thread of a task waits for the others to end
	WaitException          // the handler of Port has not replied
	WaitStart              // over the limit of C-Threads
	WaitRequest            // the request for a call on Host has not arrived there; the answer comes to Port
	WaitAnswer             // it has arrived, and the answer has not
)

// Wake says why a wait ended.
type Wake uint8

const (
	WakeNone Wake = iota
	WakeReady
	WakeMessage // Msg was handed over
	WakeTimeout
	WakeAbort
	WakePortDied
	WakePortChanged
	WakeTooLarge
)

// List is a FIFO of threads, linked through ThreadState.Next and Prev.
type List = ipc.Waiters

// MutexState is a C-Threads mutex.
type MutexState struct {
	Label   ipc.Label
	Task    TaskID
	Owner   ThreadID // 0 when free
	PC      uintptr  // where the owner locked it
	Waiters List
	Freed   bool
}

// ConditionState is a C-Threads condition.
type ConditionState struct {
	Label   ipc.Label
	Task    TaskID
	Waiters List
	Freed   bool
}

// Timer wakes a thread, or lets a packet arrive, at a time.
type Timer struct {
	At     int64
	Order  uint64 // of arming: equal timers fire in this order
	Thread ThreadID
	Packet PacketID
}

// Actor returns whose timer it is.
func (t *Timer) Actor() Actor { return Actor{Thread: t.Thread, Packet: t.Packet} }

// Line is a line of console output.
type Line struct {
	Step   uint64
	Time   int64 // virtual, in microseconds
	Thread ThreadID
	Text   string
}

// made kinds: what a thread creates is numbered by kind.
const (
	madeThread = iota
	madeTask
	madePort
	madeMutex
	madeCondition
	madeReply // ports of KindReply; no program sees them
	madeFile
	numMade
)

func (t *ThreadState) Detach()    {}
func (m *MutexState) Detach()     {}
func (c *ConditionState) Detach() {}

// Detach gives h a list of its own.
func (h *HostState) Detach() {
	h.Disk.Unsynced = slices.Clip(h.Disk.Unsynced)
	h.Stays = slices.Clip(h.Stays)
}

// held says whether no thread of the task can take a step.
func (t *TaskState) held() bool { return t.Suspend > 0 || t.Stands }

// Detach gives t slices of its own.
func (t *TaskState) Detach() {
	t.Threads = append([]ThreadID(nil), t.Threads...)
	t.Map = append([]Region(nil), t.Map...)
}

// Freeze returns a picture of s: a read-only copy that later writes to s do not change. It
// shares the pages that have not changed since with the last picture. Clone makes a State of
// it again.
func (s *State) Freeze() *State {
	c := s.lists()
	c.IPC = *s.IPC.Freeze()
	c.Hosts = table.Freeze(&s.Hosts)
	c.Tasks = table.Freeze(&s.Tasks)
	c.Threads = table.Freeze(&s.Threads)
	c.Mutexes = table.Freeze(&s.Mutexes)
	c.Conditions = table.Freeze(&s.Conditions)
	c.Memory = table.Freeze(&s.Memory)
	c.Files = table.Freeze(&s.Files)
	c.Wires = table.Freeze(&s.Wires)
	c.NetPorts = table.Freeze(&s.NetPorts)
	c.Packets = table.Freeze(&s.Packets)
	return c
}

// reset empties s. The room in its tables stays.
func (s *State) reset() {
	*s = State{
		IPC:        s.IPC.Reset(),
		Hosts:      table.Reset(&s.Hosts),
		Tasks:      table.Reset(&s.Tasks),
		Threads:    table.Reset(&s.Threads),
		Mutexes:    table.Reset(&s.Mutexes),
		Conditions: table.Reset(&s.Conditions),
		Memory:     table.Reset(&s.Memory),
		Files:      table.Reset(&s.Files),
		Wires:      table.Reset(&s.Wires),
		NetPorts:   table.Reset(&s.NetPorts),
		Packets:    table.Reset(&s.Packets),
		Ready:      s.Ready.reset(),
		Arrive:     s.Arrive.reset(),
		Timers:     s.Timers[:0],
	}
}

// Clone returns a State equal to s that shares no writable memory with it.
func (s *State) Clone() *State {
	c := s.lists()
	c.IPC = *s.IPC.Clone()
	c.Hosts = table.Clone(&s.Hosts)
	c.Tasks = table.Clone(&s.Tasks)
	c.Threads = table.Clone(&s.Threads)
	c.Mutexes = table.Clone(&s.Mutexes)
	c.Conditions = table.Clone(&s.Conditions)
	c.Memory = table.Clone(&s.Memory)
	c.Files = table.Clone(&s.Files)
	c.Wires = table.Clone(&s.Wires)
	c.NetPorts = table.Clone(&s.NetPorts)
	c.Packets = table.Clone(&s.Packets)
	return c
}

// lists returns a copy of s with lists of its own; the tables are still those of s.
func (s *State) lists() *State {
	c := *s
	c.Ready = s.Ready.Clone()
	c.Arrive = s.Arrive.Clone()
	c.Timers = append([]Timer(nil), s.Timers...)
	c.Console = s.Console[:len(s.Console):len(s.Console)]
	c.Goals = slices.Clip(s.Goals)
	c.Given = s.Given[:len(s.Given):len(s.Given)]
	c.Notes = s.Notes[:len(s.Notes):len(s.Notes)]
	c.Failures = s.Failures[:len(s.Failures):len(s.Failures)]
	c.Past = s.Past[:len(s.Past):len(s.Past)]
	c.Halt.Issued = s.Halt.Issued[:len(s.Halt.Issued):len(s.Halt.Issued)]
	c.Halt.Armed = s.Halt.Armed[:len(s.Halt.Armed):len(s.Halt.Armed)]
	c.Halt.Halted = s.Halt.Halted[:len(s.Halt.Halted):len(s.Halt.Halted)]
	c.Halt.Marked, c.Halt.Closed = slices.Clip(s.Halt.Marked), slices.Clip(s.Halt.Closed)
	c.Halt.Caught = slices.Clip(s.Halt.Caught)
	c.Halt.Calls, c.Halt.Stands = slices.Clip(s.Halt.Calls), slices.Clip(s.Halt.Stands)
	return &c
}
