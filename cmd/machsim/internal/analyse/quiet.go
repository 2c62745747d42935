package analyse

import "slices"

// quiet are the calls that neither send nor receive, and change no variable: they may wait.
var quiet = slices.Concat(
	methods("machsim/netname.", "Serve", "CheckOut", "Version"),
	methods("(*machsim/kernel.Thread).", "Check", "Clock", "ClosePort", "CutWire", "DelayWire", "HealWire", "Disk",
		"HostName", "HostNames", "HostStays", "ID", "Label", "Mach", "Mach25", "Name", "Printf", "Random", "Reach",
		"ReadLine", "Refused", "RestartHost", "SendRight", "SetQueueLimit", "Sleep", "Unreachable", "Yield",
		"Calling", "Serving", "Span"),
	methods("(*machsim/kernel.Boot).", "Attended", "Bool", "Clock", "Delay", "Host", "Hosts", "Int", "IntIn",
		"Milliseconds", "NetServer", "Shared", "Speed", "Text"),
	methods("(machsim/kernel.Disk).", "Append", "Close", "Create", "List", "Open", "Read", "Remove", "Rename", "Size",
		"Sync", "SyncAll", "Truncate", "Write"),
	methods("(machsim/kernel.Mach).", "Destroy", "Peek", "Poke", "PortDeallocate", "PortDestroy",
		"PortGetReceiveStatus", "PortGetRefs", "PortGetSetStatus", "PortModRefs", "PortNames", "PortSetMSCount",
		"PortSetQLimit", "PortSetSeqno", "PortType", "TaskInfo", "TaskPriority", "TaskResume", "TaskSuspend",
		"TaskThreads", "ThreadDepressAbort", "ThreadInfo", "ThreadPriority", "ThreadResume", "ThreadSuspend",
		"ThreadSwitch", "VMAllocate", "VMCopy", "VMDeallocate", "VMInherit", "VMProtect", "VMRead", "VMRegion",
		"VMWrite"),
	methods("machsim/cthreads.", "NewCondition", "NewSpinLock", "NewKey", "Join", "JoinAll", "Detach",
		"Self", "SetName", "Name", "Count", "SetLimit", "Limit", "Yield", "Data", "SetData"),
	methods("(machsim/cthreads.Mutex).", "Free"),
	methods("(machsim/cthreads.Condition).", "Wait", "Signal", "Broadcast", "Free"),
	methods("(machsim/cthreads.SpinLock).", "Lock", "TryLock", "Unlock"),
	methods("(machsim/cthreads.Key).", "Get", "Set"),
	methods("machsim/netname/callrpc.", "AtMostOnce", "ExactlyOnce", "Idempotent", "Keyed", "Maybe"),
	methods("(machsim/netname/callrpc.Protocol).", "Every", "Within"),
)

// ending are those that end other processes: what these show is gone then.
var ending = slices.Concat(
	methods("(*machsim/kernel.Thread).", "CrashHost"),
	methods("(machsim/kernel.Mach).", "TaskTerminate", "ThreadTerminate", "ThreadAbort"),
)

// raw are those whose effects depend on more than this follows.
var raw = slices.Concat(
	methods("(*machsim/kernel.Thread).", "CThreads"),
	methods("(machsim/kernel.CThreads).", "ConditionNew", "ConditionFree", "ConditionWait", "ConditionSignal",
		"ConditionBroadcast", "Fork", "Join", "Detach", "Limit", "Count", "SetName", "GivenName", "IsFirst", "SetData",
		"Data", "KeyCreate", "SetSpecific", "GetSpecific", "MutexNew", "MutexFree", "MutexLock", "MutexTryLock",
		"MutexUnlock"),
	methods("(machsim/kernel.Mach).", "MachMsg", "Raise", "NetServer", "SetNetServer", "PortAllocateName",
		"PortExtractRight", "PortRename", "PortsLookup", "PortsRegister", "ReplyPort"),
	methods("(machsim/kernel.Mach25).", "MsgRPC", "MsgReceive", "MsgSend", "PortAllocate", "PortDeallocate",
		"PortDisable", "PortEnable", "PortExtractReceive", "PortExtractSend", "PortInsertReceive", "PortInsertSend",
		"PortNames", "PortRename", "PortSetAdd", "PortSetAllocate", "PortSetBacklog", "PortSetBackup",
		"PortSetDeallocate", "PortSetRemove", "PortSetStatus", "PortStatus", "PortType", "TaskNotify"),
)

// methods are the full names of some, behind what they have in common.
func methods(of string, names ...string) (all []string) {
	for _, n := range names {
		all = append(all, of+n)
	}
	return all
}
