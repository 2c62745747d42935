package shadow

import (
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// thing is what an entry of the access log is about.
type thing struct {
	location ipc.Location
	a, b     uint32
}

const anyB = ^uint32(0)

// rule says which entries of the access log account for an access to a field.
type rule struct {
	field string // table, and the path of the field or what it begins with
	of    func(e *event, p place) []thing
	add   sum    // what an Add accounts for
	free  string // why no entry is needed
}

// sum is what an Add accounts for, which stands after all Writes, and in no order with other
// Adds.
type sum uint8

const (
	reads   sum = iota // all that change the field Write
	changes            // the order of several changes does not matter
	both               // what is read is not of the program's world: which slot is free
)

// one makes a rule's function of what has a number.
func one(f ipc.Location) func(*event, place) []thing {
	return func(_ *event, p place) []thing { return []thing{{f, p.id, 0}} }
}

// part makes a rule's function of one part of what has a number.
func part(f ipc.Location, b uint32) func(*event, place) []thing {
	return func(_ *event, p place) []thing { return []thing{{f, p.id, b}} }
}

func task(b uint32) func(*event, place) []thing {
	return func(_ *event, p place) []thing { return []thing{{kernel.LocTask, p.id, b}} }
}

func queueOf(e *event, p place) []thing {
	set := e.state.IPC.Ports.At(p.id).Set
	return []thing{{ipc.LocQueue, ipc.QueueKey(ipc.PortID(p.id), set), 0}, {ipc.LocQueue, p.id, 0}, {ipc.LocPort, p.id, 0}}
}

func setQueue(_ *event, p place) []thing {
	return []thing{{ipc.LocQueue, ipc.QueueKey(0, ipc.SetID(p.id)), 0}}
}

// end is a port's end on the host that it was on before the event, or is after it: ends come and
// go meanwhile.
func end(e *event, p place) []thing {
	things := []thing{{kernel.LocNet, p.id, uint32((*kernel.NetEnd)(p.at).Host) + 1}}
	if before := e.ends[kernel.NetID(p.id)]; int(p.index) < len(before) {
		things = append(things, thing{kernel.LocNet, p.id, uint32(before[p.index]) + 1})
	}
	return things
}

func stopped(_ *event, p place) []thing {
	return []thing{{kernel.LocStopped, p.id, 0}, {kernel.LocThread, p.id, 0}}
}

func anyEnd(_ *event, p place) []thing { return []thing{{kernel.LocNet, p.id, anyB}} }

func entry(_ *event, p place) []thing { return []thing{{ipc.LocEntry, p.id, p.index}} }

// names is for where the entries of a space are kept. (Chosen names stand in order, so that
// others move when one comes or goes.)
func names(_ *event, p place) []thing {
	return []thing{{ipc.LocEntry, p.id, anyB}, {ipc.LocNames, p.id, anyB}}
}

// Locations of a file, and of the names on a disk:
const (
	fileNow = iota
	fileSynced
)

// Locations of a task:
const (
	taskThreads = iota
	taskSelf
	taskMemory
	taskHalt
	taskPort
)

const (
	constant = "does not change"
	waiting  = "who waits is woken whether or not it had begun to wait"
)

// rules are tried in order.
var rules = []rule{
	{"Ports.Refs", nil, reads, "says only when the record goes"},
	{"Ports.Naked", nil, reads, "what the kernel holds"},
	{"Ports.Senders", nil, reads, waiting},
	{"Ports.Receivers", nil, reads, waiting},
	{"Ports.Label", nil, reads, constant},
	{"Ports.NSRequest", func(_ *event, p place) []thing {
		return []thing{{ipc.LocRights, p.id, 0}, {ipc.LocSenders, p.id, 0}}
	}, reads, ""},
	{"Ports.SRights", one(ipc.LocRights), changes, ""},
	{"Ports.SORights", one(ipc.LocRights), changes, ""},
	{"Ports.MSCount", one(ipc.LocRights), changes, ""},
	{"Ports.Holders", one(ipc.LocRights), changes, ""},
	{"Ports.Net", nil, reads, "whoever needs the record first makes it"},
	{"Ports.Requests", one(ipc.LocRequests), changes, ""},
	{"Ports.Queue", queueOf, reads, ""},
	{"Ports.Count", queueOf, reads, ""},
	{"Ports.Hindered", func(e *event, p place) []thing {
		return []thing{{kernel.LocNet, e.state.IPC.Ports.At(p.id).Net, anyB}, {ipc.LocPort, p.id, 0}}
	}, reads, ""},
	{"Ports.Seqno", queueOf, reads, ""},
	{"Ports.", one(ipc.LocPort), reads, ""},

	{"Sets.Label", nil, reads, constant},
	{"Sets.Receivers", nil, reads, waiting},
	{"Sets.", setQueue, reads, ""},

	{"Spaces.Task", nil, reads, constant},
	{"Spaces.Dead", nil, reads, "within the step that destroys it"},
	{"Spaces.Announce", nil, reads, constant},
	{"Spaces.Notify", nil, reads, constant},
	{"Spaces.Table[].Holder", nil, reads, "a place in a list that has no order"},
	{"Spaces.Table[].Next", names, both, ""},
	{"Spaces.Table[]", entry, both, ""}, // a space that goes Adds
	{"Spaces.Chosen[].", names, both, ""},
	{"Spaces.Table", names, both, ""},
	{"Spaces.Free", names, both, ""},
	{"Spaces.Chosen", names, both, ""},
	{"Spaces.Enabled", one(ipc.LocEnabled), reads, ""},
	{"Spaces.ByPort", func(_ *event, p place) []thing { return []thing{{ipc.LocHolding, p.id, anyB}} }, reads, ""},
	{"Spaces.", one(ipc.LocNames), changes, ""},

	{"Msgs.Accept", func(_ *event, p place) []thing {
		return []thing{{ipc.LocMsg, p.id, 0}, {ipc.LocAccept, p.id, 0}}
	}, reads, ""},
	{"Msgs.", one(ipc.LocMsg), reads, ""},

	{"Hosts.Name", nil, reads, constant},
	{"Hosts.Speed", nil, reads, constant},
	{"Hosts.Slow", nil, reads, between},
	{"Hosts.Offset", nil, reads, between},
	{"Hosts.Drift", nil, reads, between},
	{"Hosts.Disk.Names", part(kernel.LocDisk, fileNow), reads, ""},
	{"Hosts.Disk.", part(kernel.LocDisk, fileSynced), reads, ""},
	{"Hosts.Down", func(_ *event, p place) []thing {
		return []thing{{kernel.LocHost, p.id, 0}, {kernel.LocWires, 0, 0}}
	}, reads, ""},
	{"Hosts.Halts", one(kernel.LocStand), reads, ""},
	{"Hosts.Stays", one(kernel.LocStand), reads, ""},
	{"Hosts.Shared", nil, reads, constant},
	{"Hosts.Attended", nil, reads, constant},
	{"Hosts.", one(kernel.LocHost), reads, ""},

	{"Tasks.Label", nil, reads, constant},
	{"Tasks.Host", nil, reads, constant},
	{"Tasks.Space", nil, reads, constant},
	{"Tasks.Server", nil, reads, constant},
	{"Tasks.Port", nil, reads, constant},
	{"Tasks.Self", nil, reads, constant},
	{"Tasks.Queued", nil, reads, waiting},
	{"Tasks.Map", task(taskMemory), reads, ""},
	{"Tasks.Threads", task(taskThreads), changes, ""},
	{"Tasks.Count", task(taskThreads), changes, ""},
	{"Tasks.Running", task(taskThreads), changes, ""},
	{"Tasks.CPU", task(taskThreads), changes, ""},
	{"Tasks.Made", task(taskThreads), changes, ""},
	{"Tasks.Limit", task(taskThreads), reads, ""},
	{"Tasks.Stands", func(_ *event, p place) []thing {
		return []thing{{kernel.LocTask, p.id, taskSelf}, {kernel.LocTask, p.id, taskHalt}}
	}, reads, ""},
	{"Tasks.Specials", func(_ *event, p place) []thing {
		return []thing{{kernel.LocTask, p.id, taskSelf}, {kernel.LocTask, p.id, taskPort}}
	}, reads, ""},
	{"Tasks.", task(taskSelf), reads, ""},

	{"Threads.Label.Given", one(kernel.LocThread), reads, ""},
	{"Threads.Label", nil, reads, constant},
	{"Threads.Task", nil, reads, constant},
	{"Threads.Space", nil, reads, constant},
	{"Threads.Next", nil, reads, waiting},
	{"Threads.Prev", nil, reads, waiting},
	{"Threads.CThread.Joiner", nil, reads, waiting},
	{"Threads.Timer", nil, reads, "when timers fire is recorded"},
	{"Threads.Suspend", stopped, reads, ""},
	{"Threads.Held", stopped, reads, ""},
	{"Threads.CThread.Joined", one(kernel.LocJoin), reads, ""},
	{"Threads.CThread.Detached", one(kernel.LocJoin), reads, ""},
	{"Threads.CThread.Is", nil, reads, constant},
	{"Threads.", one(kernel.LocThread), changes, ""},

	{"Mutexes.Label", nil, reads, constant},
	{"Mutexes.Waiters", nil, reads, waiting},
	{"Mutexes.", one(kernel.LocMutex), reads, ""},
	{"Conditions.Label", nil, reads, constant},
	{"Conditions.", one(kernel.LocCondition), reads, ""},
	{"Memory.", one(kernel.LocMemory), reads, ""},
	{"Files.Label", nil, reads, constant},
	{"Files.Host", nil, reads, constant},
	{"Files.Opens", func(_ *event, p place) []thing { return []thing{{kernel.LocOpen, p.id, anyB}} }, reads, ""},
	{"Files.Name", part(kernel.LocFile, fileNow), reads, ""},
	{"Files.Gone", part(kernel.LocFile, fileNow), reads, ""},
	{"Files.Now", part(kernel.LocFile, fileNow), reads, ""},
	{"Files.", part(kernel.LocFile, fileSynced), reads, ""},
	{"Wires.", func(*event, place) []thing { return []thing{{kernel.LocWires, 0, 0}} }, reads, ""},
	{"NetPorts.Ends[].Packet", nil, reads, "a proxy's messages travel one after the other, and arrive in events of " +
		"one lane"},
	{"NetPorts.Ends[].Once", end, changes, ""},
	{"NetPorts.Ends[].Held", end, both, ""},
	{"NetPorts.Ends[].Host", nil, reads, constant},
	{"NetPorts.Ends[].Serial", nil, reads, constant},
	{"NetPorts.Ends[].Port", func(e *event, p place) []thing {
		return append(end(e, p), thing{kernel.LocNet, p.id, 0}) // that of the home
	}, reads, ""},
	{"NetPorts.Ends[]", end, reads, ""},
	{"NetPorts.Ends", anyEnd, changes, ""},
	{"NetPorts.Made", anyEnd, changes, ""},
	{"NetPorts.Key", nil, reads, constant},
	{"NetPorts.Datagram", nil, reads, constant},
	{"NetPorts.", one(kernel.LocNet), reads, ""},
	{"Packets.Timer", nil, reads, "when timers fire is recorded"},
	{"Packets.Kind", nil, reads, constant},
	{"Packets.From", nil, reads, constant},
	{"Packets.Port", nil, reads, constant},
	{"Packets.", one(kernel.LocPacket), changes, ""},

	{"State.Made", func(*event, place) []thing { return []thing{{kernel.LocWires, 0, 0}} }, reads, ""},
	{"State.Users", func(*event, place) []thing { return nil }, reads, ""},
	{"State.Now", nil, reads, "the time of an event is recorded"},
	{"State.Steps", nil, reads, "the number of an event is recorded"},
	{"State.Hash", nil, reads, "of the run alone"},
	{"State.Armed", nil, reads, "when timers fire is recorded"},
	{"State.Timers", nil, reads, "when timers fire is recorded"},
	{"State.Ready", nil, reads, "who goes next is recorded"},
	{"State.Arrive", nil, reads, "who goes next is recorded"},
	{"State.Console", nil, reads, "written only"},
	{"State.Written", nil, reads, "a limit of the run, as that of events is: what comes of it ends the run"},
	{"State.Goals", nil, reads, "who came first is asked of the run alone"},
	{"State.Notes", nil, reads, "written only"},
	{"State.Failures", nil, reads, "of runs that are not recorded"},
	{"State.Failure", nil, reads, "the run ends there"},
	{"State.Edits", nil, reads, "edits come after everything"},
	{"State.Faults", one(kernel.LocFaults), reads, ""},
	{"State.Failing", nil, reads, between},
	{"State.Past", nil, reads, "written only"},
	{"State.Mislaid", nil, reads, "written only"},
	{"State.Halt.Calls", nil, reads, "halts begin with edits, which come after everything"},
	{"State.Halt", func(*event, place) []thing { return []thing{{kernel.LocTask, anyB, taskHalt}} }, reads, ""},
	{"State.IPC", nil, reads, "what a step needs for itself"},
}

func ruleFor(field string) *rule {
	for i := range rules {
		if strings.HasPrefix(field, rules[i].field) {
			return &rules[i]
		}
	}
	return nil
}

// demands are functions whose field accesses need an entry of one location, whatever else is logged.
var demands = map[string]ipc.Location{"ipc.(*Space).names": ipc.LocNames}

// An exemption says that a function of the kernel, or what it calls, reads or writes some fields
// without logging it, and why that is right.
type exemption struct{ fn, field, why string }

// light are functions that may destroy a message whose destruction nobody hears of.
var light = map[string]bool{
	"ipc.(*State).destroyReceive": true, "ipc.(*State).clean": true, "ipc.(*State).cleanItems": true,
	"ipc.(*State).freeMsg": true,
}

const dead = "nobody can ask a dead port how it was"

const between = "faults come after all before them, and before all after them"

const gone = "the record goes, and with it all that was known of it"

var exemptions = []exemption{
	{"kernel.(*core).tasksOn", "Tasks", "who makes a task looks whether its host stands"},
	{"kernel.(*core).timed", "Tasks.Stands", "that its host stands is noted"},
	{"kernel.(*core).timedPacket", "Tasks.Stands", "that its host stands is noted"},
	{"kernel.(*core).halted", "Hosts", constant},
	{"kernel.(*core).homeTask", "", "what travels is looked at when it arrives"},
	{"kernel.(*core).stop", "State.Halt", "halts are told apart by their numbers"},
	{"kernel.(*core).goAgain", "State.Halt", "halts are told apart by their numbers"},
	{"kernel.(*core).turn", "Packets", "who sends a packet looks whether its host stands"},
	{"ipc.(*State).unref", "Ports.", gone},
	{"ipc.(*Port).minded", "Ports.Receiver", "who moves a port notes its rights"},
	{"ipc.(*Port).unminded", "Ports.NSRequest", "what comes of it looks at the rights"},
	{"ipc.(*State).clearReceiver", "Ports.MSCount", "the next receiver counts anew"},
	{"ipc.(*State).destroyReceive", "Ports.", dead},
	{"ipc.(*State).accessRights", "", "what it finds, it logs"},
	{"kernel.(*core).accessUnused", "", "what it finds, it logs"},
	{"ipc.(*State).leaveSet", "", "messages without rights that go with their port"},
	{"ipc.(*State).makeDeadNames", "", "a name dies whatever it was"},
	{"ipc.(*State).cancelRequest", "Ports.Requests", "who asked hears one thing or the other"},
	{"ipc.(*State).Enqueue", "Ports.Dead", dead},
	{"kernel.(*core).homeDied", "NetPorts.", dead},
	{"kernel.(*core).proxyUnused", "NetPorts.Home", "what travels is looked at when it arrives"},
	{"kernel.(*core).tellUnused", "NetPorts.", "what travels is looked at when it arrives"},
	{"ipc.(*State).DestroySpace", "Spaces.", gone},
	{"ipc.(*State).destroySet", "Sets.", gone},
	{"kernel.(*core).freeNet", "NetPorts.", gone},
	{"ipc.(*State).append", "Msgs.", "the message before is not asked for anything"},
	{"ipc.(*State).unqueue", "Msgs.", "nor are its neighbours"},
	{"ipc.(*State).addHolder", "Ports.Holders", "the list has no order; each right is noted by its name"},
	{"ipc.(*State).dropHolder", "", "the list has no order; each right is noted by its name"},
	{"ipc.(*State).addRequest", "Ports.Requests", "the list is read when the port dies"},
	{"ipc.(*State).cancelRequest", "Ports.Requests", "the list is read when the port dies"},
	{"ipc.(*State).renamed", "Ports.", "the lists are read when the port dies"},
	{"ipc.(*State).DestroySpace.func1", "Spaces.", "which names there are is noted as one"},
	{"ipc.(*State).PortGetSetStatus", "Spaces.", "members are noted, and that there are no others by the set"},
	{"ipc.(*State).PortGetSetStatus", "Ports.Set", "members are noted, and that there are no others by the set"},
	{"kernel.(*core).receiver", "Threads.Call", waiting},
	{"kernel.(*core).receiver", "Threads.Wait", waiting},
	{"kernel.(*core).wake", "Threads.Wait", waiting},
	{"kernel.(*core).endCThread", "Threads.Wait", waiting},
	{"kernel.(*core).takeAnswer", "Threads.Wait", waiting},
	{"kernel.(*core).hasArrived", "Threads.Wait", "who waits for an answer has sent the request"},
	{"kernel.(*core).checkUps", "Threads", "who sends a request, and where it arrives, looks at the wires"},
	{"ipc.(*State).DropDraft", "Msgs.", "a draft is its thread's, and that is noted"},
	{"kernel.(*core).swapRoles", "Ports.Label", "a proxy has that of its port"},
	{"kernel.(*core).settle", "Threads.", "to be woken and to be let go on are both needed, in any order"},
	{"kernel.(*core).endThread", "Msgs.", "what a thread has in hand is its own, and the thread is noted"},
	{"kernel.(*core).endOn", "Ports.", "what a home stands for does not change"},
	{"kernel.(*core).endThread", "Tasks.Threads", "one is taken out, whichever others there are"},
	{"kernel.(*core).threadPort", "Threads.Port", "whoever asks first makes the port"},
	{"kernel.runThreadInfo", "Tasks.Suspend", "who suspends a task logs its threads"},
	{"kernel.(*core).shared", "Tasks.Map", "who shows memory in a task has logged the memory"},
	{"kernel.(*core).clip", "Memory.Refs", "no other task sees it than before"},
	{"kernel.(*core).transmit", "", "what travels is looked at when it arrives"},
	{"kernel.CThreads.GivenName", "Threads.Label", "a glance is recorded"},
	{"ipc.(*State).releaseSend", "Ports.Dead", "a dead port has no senders to lose"},
	{"kernel.Mach25.TaskNotify", "Ports.RecvName", "a glance is recorded"},
	{"kernel.runCThreadJoin", "Threads.CThread.Returned", waiting},
	{"ipc.(*State).takeCopy", "Ports.SRights", "there was one before"},
	{"kernel.(*core).newThread", "State.Users", "one more, however many there are"},
	{"kernel.(*core).endThread", "State.Users", "one less, however many there are"},
	{"kernel.(*Machine).Outcome", "State.", "the run is over"},
	{"kernel.runHostSelf", "Hosts.Port", "a host's threads end with it"},
	{"kernel.(*State).meaning", "", "for people"},
	{"kernel.(*core).stopped", "Tasks.Suspend", "who suspends a task logs its threads"},
	{"kernel.(*State).ThreadName", "Threads.Label", "for people"},
	{"kernel.(*State).threadPath", "Threads.Label", "for people"},
	{"kernel.namer.", "", "for people"},
	{"kernel.(*core).baptize", "State.Given", "for people"},
	{"kernel.(*core).deliverPacket", "Ports.Queue", "the message at its head is noted"},
	{"kernel.(*core).thaw", "", waiting},
	{"kernel.(*core).reroute", "Packets", "a packet that is not there is routed when it is sent"},
	{"kernel.(*core).loseApart", "Packets", "who sends looks at the proxy, which dies"},
	{"kernel.(*State).apart", "Packets", "a message is in one packet until that goes"},
	{"kernel.(*core).reachable", "Packets", "a packet that is not there is routed when it is sent"},
	{"kernel.(*core).hostDown", "NetPorts", "what it finds, it logs"},
	{"kernel.(*core).crash", "Tasks", "what it finds, it logs"},
	{"kernel.(*core).crashDisk", "Files", "what it finds, it logs"},
	{"kernel.(*core).crashDisk", "Files.Opens", "a host's tasks end with it"},
	{"kernel.(*core).syncNames", "Hosts.Disk.Unsynced", "whichever changes there are, they are synced"},
	{"kernel.(*core).setNetServer", "Tasks", "what it finds, it logs"},
	{"kernel.(*core).shared", "Tasks", "who shows memory in a task has logged the memory"},
	{"kernel.(*core).hostNamed", "Hosts", constant},
	{"kernel.(*State).names", "Hosts", constant},
	{"kernel.(*core).head", "Msgs.", "a choice between members is noted; without one, fewer messages give the same"},
	{"kernel.IsMarker", "Msgs.", "what is no marker stays at the head of its queue, and what is one is dequeued"},
	{"kernel.(*core).issue", "Tasks", "a new task asks for the markers, and what it finds, it logs"},
	{"kernel.(*core).reported", "Tasks", "a new task asks for the markers, and what it finds, it logs"},
	{"ipc.(*Port).Room", "Ports.Hindered", "who takes room notes the room"},
	{"kernel.(*core).release", "Ports.Hindered", "the message has its room in the queue then"},
	{"kernel.(*core).nextHeld", "Packets", "those that one port waits for come in turn, in events of one lane"},
	{"kernel.(*State).wireBetween", "Wires", "all wires are noted as one"},
}
