package view

import (
	"strings"

	"machsim/ipc"
	"machsim/ipc/table"
	"machsim/kernel"
)

// sample is a state in which everything occurs that a View shows. It is made by hand, is
// no state that a run could reach, and refers only to records 1 and 2 of each table.
func sample() *kernel.State {
	s := &kernel.State{Now: 5000, Users: 2, Armed: 2, Steps: 9, Hash: 7}
	s.Faults[kernel.FaultLoss] = kernel.Budget{Most: 1, Scope: kernel.Scope{A: "a", B: "b", Since: 1, Until: 2}}
	for range 2 {
		table.New(&s.Hosts)
		table.New(&s.Tasks)
		table.New(&s.Mutexes)
		table.New(&s.Conditions)
		table.New(&s.Memory)
		table.New(&s.Files)
		table.New(&s.NetPorts)
		table.New(&s.Packets)
		table.New(&s.IPC.Sets)
		table.New(&s.IPC.Spaces)
	}
	table.New(&s.Wires)
	for range 4 {
		table.New(&s.Threads)
		table.New(&s.IPC.Msgs)
		table.New(&s.IPC.Ports)
	}
	sampleHosts(s)
	sampleTasks(s)
	sampleThreads(s)
	samplePorts(s)
	sampleMessages(s)
	sampleNet(s)
	s.Ready.Add(1)
	s.Arrive.Add(1)
	s.Timers = []kernel.Timer{{At: 7000, Order: 1, Thread: 2}, {At: 7000, Order: 2, Packet: 2},
		{At: 9000, Order: 3, Thread: 1}}
	s.Goals = []kernel.Goal{{Name: "two", Thread: 1, Step: 1}}
	s.Console = []kernel.Line{{Step: 1, Time: 10, Thread: 1, Text: "hello"}}
	s.Failure = &kernel.Failure{Kind: kernel.Misuse, Thread: 1, Text: "wrong", Step: 9}
	s.Notes = []kernel.Failure{{Kind: kernel.Panicked, Thread: 2, Text: "oh", Step: 8}}
	s.Made[1] = 2
	s.IPC.Held = []ipc.MsgID{2}
	s.Halt = kernel.HaltState{
		Issued: []int32{0}, Armed: []kernel.Armed{{Task: 1, Event: 3}}, Begun: true,
		Halted: []kernel.HaltedTask{{Task: 1, Event: 4, Path: "b"}},
		Marked: []kernel.Marked{{Task: 1, Port: 1}},
		Closed: []kernel.Closed{{From: 1, To: 2, Port: 1, Event: 6}},
		Caught: []kernel.Caught{{From: 1, To: 2, Port: 1, Sent: 3, Event: 5}},
		Calls:  []kernel.HaltCall{{Host: 1, Event: 4, Resumed: 5}},
		Stands: []kernel.Stand{{Number: 1, Host: 1, From: 1, Event: 4, At: 40, Until: 50, Ended: 5}},
	}
	return s
}

func sampleHosts(s *kernel.State) {
	*s.Hosts.Mut(1) = kernel.HostState{Name: "a", Port: 1, NetServer: 2, Speed: 100, Offset: 1, Drift: 1}
	s.Hosts.Mut(1).Stays = []kernel.Stay{{Halt: 40, Resume: 50, Delta: 10}, {Halt: 60, Resume: 70, Delta: 20}}
	*s.Hosts.Mut(2) = kernel.HostState{Name: "b", Speed: 100, Down: true}
	s.Hosts.Mut(1).Disk = kernel.DiskState{
		Names: []kernel.NamedFile{{Name: "f", File: 1}}, Synced: []kernel.NamedFile{{Name: "g", File: 2}},
		Unsynced: []kernel.Renaming{{Step: 1, From: "g", To: "f", File: 1, Over: 2}},
	}
	*s.Files.Mut(1) = kernel.FileState{
		Label: ipc.Label{Creator: 1, Serial: 1, Given: "f"}, Host: 1, Name: "f", Opens: []kernel.Opening{{Task: 1, Refs: 1}},
		Now:      kernel.Contents{Size: 3 * kernel.PageSize, Pages: []string{"one"}},
		Synced:   kernel.Contents{Size: 3 * kernel.PageSize, Pages: []string{"two"}},
		Unsynced: []kernel.Change{{Step: 1, Off: 3, Data: "x"}},
	}
	*s.Files.Mut(2) = kernel.FileState{Label: ipc.Label{Creator: 1, Serial: 2, Given: "g"}, Host: 1, Name: "g"}
	*s.Wires.Mut(1) = kernel.WireState{A: 1, B: 2, Cut: true, Min: 1, Max: 2}
}

func sampleTasks(s *kernel.State) {
	*s.Tasks.Mut(1) = kernel.TaskState{
		Label: ipc.Label{Serial: 1, Given: "plato"}, Host: 1, Space: 1, Suspend: 1, Priority: 3, Port: 1, Self: 0x101,
		Specials: [5]ipc.PortID{0, 1, 1, 1, 1}, Slots: [4]ipc.PortID{1, 1, 1, 1}, Threads: []kernel.ThreadID{1},
		Queued: kernel.List{Head: 3, Tail: 3},
	}
	s.Tasks.Mut(1).Map = []kernel.Region{
		{Addr: 0x10000, Size: 2 * kernel.PageSize, Prot: kernel.ProtRead, Max: kernel.ProtAll, Object: 1,
			Offset: kernel.PageSize},
		{Addr: 0x20000, Size: kernel.PageSize, Object: 2, Offset: 0},
	}
	*s.Tasks.Mut(2) = kernel.TaskState{Label: ipc.Label{Serial: 2}, Host: 2, Ended: true, Server: true}
	*s.Memory.Mut(1) = kernel.MemoryState{Refs: 1, Pages: []string{"", strings.Repeat("x", kernel.PageSize)}}
	*s.Memory.Mut(2) = kernel.MemoryState{Refs: 1, Pages: []string{"y"}}
	*s.IPC.Spaces.Mut(1) = ipc.Space{Task: 1, Notify: 1, Enabled: 1, Table: []ipc.Entry{
		{},
		{Type: ipc.TypeSend, Gen: 1, URefs: 2, Object: 1, Request: 1, Holder: 0},
		{Type: ipc.TypePortSet, Object: 1},
	}, Chosen: []ipc.NamedEntry{{Name: 0x9999, Entry: ipc.Entry{Type: ipc.TypeReceive, Object: 2}}}}
	s.IPC.Spaces.Mut(2).Task = 2
	*s.IPC.Sets.Mut(1) = ipc.Set{
		Label: ipc.Label{Creator: 1, Serial: 1}, Space: 1, Name: 0x200, Members: []ipc.PortID{2},
		Queue: ipc.Queue{Head: 2, Tail: 2}, Receivers: ipc.Waiters{Head: 2, Tail: 2},
	}
	s.IPC.Sets.Mut(2).Label = ipc.Label{Creator: 1, Serial: 2}
	*s.Mutexes.Mut(1) = kernel.MutexState{
		Label: ipc.Label{Creator: 1, Serial: 1, Given: "fork"}, Task: 1, Owner: 1, Waiters: kernel.List{Head: 2, Tail: 2},
	}
	s.Mutexes.Mut(2).Label = ipc.Label{Creator: 1, Serial: 2}
	*s.Conditions.Mut(1) = kernel.ConditionState{
		Label: ipc.Label{Creator: 1, Serial: 1, Given: "full"}, Task: 1, Waiters: kernel.List{Head: 2, Tail: 2},
	}
	s.Conditions.Mut(2).Label = ipc.Label{Creator: 1, Serial: 2}
}

func sampleThreads(s *kernel.State) {
	op := func(name string) kernel.Op {
		o, ok := kernel.OpNamed(name)
		if !ok {
			panic(name)
		}
		return o
	}
	*s.Threads.Mut(1) = kernel.ThreadState{
		Label: ipc.Label{Serial: 1}, Task: 1, Space: 1, Msg: 3, Reply: 1,
		Own: kernel.OwnReply{Port: 2, Name: 0x9999}, Port: 1, Specials: [5]ipc.PortID{0, 1, 1, 1, 1},
		Call:   kernel.Call{Op: op("mach_msg"), Opt: ipc.MACH_SEND_MSG | ipc.MACH_RCV_MSG, Name: 0x101, Msg: 1},
		Raised: kernel.Exception{Type: 1, Code: 2, Subcode: 3, Text: "x"}, Handler: 1,
	}
	*s.Threads.Mut(2) = kernel.ThreadState{
		Label: ipc.Label{Creator: 3, Serial: 1}, Task: 2, Status: kernel.Blocked,
		Wait: kernel.Wait{Kind: kernel.WaitReceive, Set: 1, Port: 1, Since: 10},
		Call: kernel.Call{Op: op("task_create"), Name: 0x101, Name2: 0x101, Name3: 1, N: 1, N2: 1, N3: 1, Text: "t",
			More: &kernel.More{Host: "a", Names: []ipc.Name{1}}},
		Next: 4, CThread: kernel.CThread{Joiner: kernel.List{Head: 1, Tail: 1}, Words: []int64{1}},
	}
	*s.Threads.Mut(3) = kernel.ThreadState{
		Label: ipc.Label{Serial: 1}, Task: 2, Suspend: 1, Status: kernel.Blocked,
		Wait: kernel.Wait{Kind: kernel.WaitMutex, Object: 1},
	}
	*s.Threads.Mut(4) = kernel.ThreadState{
		Label: ipc.Label{Serial: 2}, Task: 2, Status: kernel.Blocked,
		Wait: kernel.Wait{Kind: kernel.WaitAnswer, Port: 2, Object: 1, Host: 1},
	}
}

func samplePorts(s *kernel.State) {
	*s.IPC.Ports.Mut(1) = ipc.Port{
		Label: ipc.Label{Creator: 1, Serial: 1, Given: "calculator"}, Host: 1, Receiver: 1, RecvName: 0x9999, Set: 1,
		Queue: ipc.Queue{Head: 2, Tail: 2}, NSRequest: 1, PDRequest: 1,
		Requests: []ipc.DNRequest{{Space: 1, Name: 1, Notify: 1}},
		Holders:  []ipc.Holder{{Space: 1, Name: 0x101}}, Senders: ipc.Waiters{Head: 2, Tail: 2},
		Receivers: ipc.Waiters{Head: 3, Tail: 3},
	}
	*s.IPC.Ports.Mut(2) = ipc.Port{Label: ipc.Label{Creator: 1, Serial: 2}, Dest: 1}
	*s.IPC.Ports.Mut(3) = ipc.Port{Kind: kernel.KindTask, Object: 1, Host: 1, Receiver: ipc.KernelSpace}
	*s.IPC.Ports.Mut(4) = ipc.Port{
		Kind: kernel.KindProxy, Far: ipc.Far{Kind: kernel.KindTask, Object: 1}, Net: 1, Host: 2, Receiver: ipc.KernelSpace,
	}
}

func sampleMessages(s *kernel.State) {
	*s.IPC.Msgs.Mut(1) = ipc.Msg{
		Draft: true, Header: ipc.Header{Remote: 0x101, Local: 0x9999, RemoteType: ipc.CopySend,
			LocalType: ipc.MakeSendOnce, ID: 1},
		Items: []ipc.Item{
			{Kind: ipc.KindInt, Num: 1}, {Kind: ipc.KindString, Str: "s"}, {Kind: ipc.KindPort, Disp: ipc.CopySend, Num: 1},
			{Kind: ipc.KindMemory, Num: 1, Str: "m"},
		},
	}
	*s.IPC.Msgs.Mut(2) = ipc.Msg{
		Dest: 1, DestType: ipc.PortSend, Reply: 1, ReplyType: ipc.PortSendOnce, ID: 1, Next: 4, Sender: 1,
		Items:  []ipc.Item{{Kind: ipc.KindPort, Disp: ipc.PortSend, Num: 1}},
		Accept: ipc.Acceptance{Space: 1, Name: 1, Notify: 1},
	}
	*s.IPC.Msgs.Mut(3) = ipc.Msg{Dest: 1, ID: 3}
	*s.IPC.Msgs.Mut(4) = ipc.Msg{Dest: 2, ID: 4, Prev: 2}
}

func sampleNet(s *kernel.State) {
	*s.NetPorts.Mut(1) = kernel.NetPort{Made: 2, Ends: []kernel.NetEnd{
		{Serial: 1, Host: 1, Port: 1}, {Serial: 2, Host: 2, Port: 4, Minder: 2},
	}}
	*s.NetPorts.Mut(2) = kernel.NetPort{Home: -1, Key: kernel.PortKey{Creator: 1, Serial: 9}}
	table.New(&s.NetPorts)
	*s.NetPorts.Mut(3) = kernel.NetPort{Home: -1, Key: kernel.PortKey{Kind: kernel.KindTask, Object: 1}}
	*s.Packets.Mut(1) = kernel.Packet{Status: kernel.NoRoute, From: 1, To: 2, Net: 1, End: 1, Port: 4}
	*s.Packets.Mut(2) = kernel.Packet{Kind: kernel.PacketDeath, From: 2, To: 1, Net: 2, Port: 1, Task: 1, Stage: 1,
		Path: "b"}
}
