// Package kernel is the simulated Mach kernel: hosts, tasks, threads, messages,
// exceptions, memory, time and wires, on the ports of package ipc.
//
// A program is a [Program]; its Main sets up hosts and first tasks through a [Boot].
// [New] makes a [Machine] of it, and Run takes it to its end:
//
//	m, err := kernel.New(&hello.Program, kernel.Config{Seed: 7})
//	...
//	defer m.Close()
//	fmt.Println(m.Run(), m.World().Steps)
//
// The code of a thread is a function that gets its [Thread], whose methods are the everyday
// kernel calls. Messages are Go structs, which [Send], [Receive], [RPC] and [Reply] carry:
//
//	type (
//		add struct{ A, B int }
//		sum struct{ N int }
//	)
//
//	func server(th *kernel.Thread) {
//		port := th.NewPort("calculator")
//		kernel.Must(netname.Register(th, "calculator", port))
//		for {
//			m := kernel.Must(kernel.Receive[add](th, port))
//			kernel.Must(kernel.Reply(th, m, sum{m.Body.A + m.Body.B}))
//		}
//	}
//
//	func client(th *kernel.Thread) {
//		calculator := kernel.Must(netname.Find(th, "calculator"))
//		s, err := kernel.RPC[add, sum](th, calculator, add{2, 3})
//		...
//	}
//
// What a distributed program has to deal with is the error of such a call: a time-out, a dead
// name, an interruption. What can only be a mistake of the program fails the run. Beneath them
// are the calls of Mach's manual, with every code and in its units: [Thread.Mach] for those of
// Mach 3.0, [Thread.Mach25] for those of Mach 2.5.
//
// Between two kernel calls a thread runs alone. Threads of a task may share Go
// variables; tasks share nothing but ports and the memory that a child inherits, so
// the functions of two tasks must not touch the same variable. A program must not use
// what differs from run to run behind the kernel's back: goroutines, channels, the
// wall clock, math/rand, the order of a map.
//
// # What a program uses
//
//   - of its own: [Program], [Param], [Boot], [Thread], [HostID], [TaskID], [Must], [Duration] with
//     [Microsecond], [Millisecond] and their like, [Name], [Null], [Code]
//   - of messages: [Send], [SendTimeout], [Receive], [ReceiveTimeout], [Received], [RPC], [RPCTimeout],
//     [Reply]; in their structs [SendOnce], [SendOnceRight], [ReceiveRight]; among the kinds that it receives
//     [DeadName], [PortDeleted], [PortDestroyed], [NoSenders], [Exception]; when none came, [WrongMessage]
//   - of the disk of its host, which survives a crash: [Disk], [FileID], [MaxFileSize]
//   - of Mach's manual: [Mach], [Mach25], [Message], [NewMessage], [Pack], [Unpack], [TaskInfo], [ThreadInfo],
//     [RegionInfo], the errors [MACH_RCV_TIMED_OUT] and the others beside it, the constants beside [SpecialKernel],
//     [ProtRead], [ExcBadAccess], [SwitchNone]
//   - of the halts of its host, for those who go on meanwhile: [StayInfo], [Stays], [Stay]
//   - to say how a value of its own is shown to whoever looks at the run: [Debugged], [Sight]
//
// Package cthreads has Mach's C Threads, netname its name service, netname/callrpc calls over wires that lose,
// netname/debuggee the times for which a host was halted. Of the rest, [New], [Machine], [Config], [Door] and [Outcome]
// are for whoever runs a program, and all others for whoever looks at the run: they are no business of the program.
//
// # How it works
//
// [State] is the whole world as plain data. A thread always stands at a kernel call,
// which is a value too: a [Call] in its [ThreadState]. A step chooses a thread that can
// go, applies its call to the State, and, if the call is done, lets the thread compute
// up to its next one. All that may differ between two runs goes through the [Door];
// the same answers give the same run, and State.Hash, which every step changes, tells
// two runs apart.
//
// The files follow the families of calls: each has the methods that programs use and,
// below each, the handler that does the work. table.go lists them all. core.go has the
// blocking and waking that the handlers share, machine.go the loop, coroutine.go the
// threads' side of it; wire.go, netport.go and packet.go are what lies between hosts, and
// across.go, request.go and perform.go the calls on tasks and threads of other hosts.
// State.Check says what must hold between two steps.
//
// # Errors
//
// There are three kinds. What the kernel refuses is a [Code] with Mach's name, a value that errors.Is finds. What can
// only be a mistake of the program fails the run: its [Outcome] is Failed, and State.Failure has the kind, the thread
// and the text. A broken invariant of the kernel panics out of Run. [New] returns an error if the program's Main uses
// its Boot wrongly, or does not know a parameter; a panic of Main's own comes out of New.
//
// # What is serialised
//
// A [Machine] is used from one goroutine, and all that happens in it is one step after the other. The Door, the Tracer
// and the program's code are called one at a time, though not always by the same goroutine: threads are coroutines, and
// one that goes on takes the next steps itself. A [Thread] may be used only by its own code, and a [Boot] only by Main
// while that runs; another thread that uses one fails the run with Misuse. From any goroutine there may be called:
// [Machine.Interrupt], [Machine.ForeignUse], and a [Heartbeat]'s Look and GiveUp.
//
// Machines know nothing of each other, and may run side by side. Only those whose hooks are heard, and those of
// programs with hooks that write to variables of their packages, take turns with program code: these exist once in a
// process.
//
// # Who owns what
//
// The Machine owns its State. [Machine.World] is read between steps only, Clone and Freeze make a State to keep. An
// [Event], a [Taken] and a [Point] belong to the machine too, and are valid during the call that they are given to. A
// Machine has to be closed, or its threads stay in memory for ever; its State stays as it is then, but with a [Pool]
// only until the next machine begins. A Pool serves one Machine at a time.
//
// # What may be missing
//
// The zero [Config] is an ordinary run: a nil Door is NewRandom(Seed). Heartbeat, Pool, Halt and all functions of a
// Tracer may be nil, and what nobody listens to costs nothing. An id of 0 is "none" everywhere. Hosts, tasks and
// threads keep their records when they have ended; of other records ask table.Table.Has before At.
//
// # Sources
//
// The contract of each call is that of its manual (Op.Manual): of Mach 3.0, of Mach 2.5, or of C Threads. Halting by
// messages is that of Miller and Choi (halt.go).
package kernel
