package kernel

import "machsim/ipc"

// The kernel calls. Their numbers go into the hash of a run, so a new call gets the
// last; recordings hold choices.
const (
	OpStart Op = iota
	OpReturn
	OpExit
	OpMachMsg
	OpMsgSend
	OpMsgReceive
	OpMsgRPC
	OpReplyPort
	OpPortAllocate
	OpPortAllocateName
	OpPortNames
	OpPortType
	OpPortRename
	OpPortDestroy
	OpPortDeallocate
	OpPortGetRefs
	OpPortModRefs
	OpPortSetQLimit
	OpPortSetMSCount
	OpPortSetSeqno
	OpPortGetReceiveStatus
	OpPortGetSetStatus
	OpPortMoveMember
	OpPortInsertRight
	OpPortExtractRight
	OpPortRequestNotification
	OpHostSelf
	OpNetServer
	OpSetNetServer
	OpHostCrash
	OpHostRestart
	OpWireCut
	OpWireHeal
	OpWireDelay
	OpTaskCreate
	OpSpawn
	OpTaskTerminate
	OpTaskSuspend
	OpTaskResume
	OpTaskThreads
	OpTaskInfo
	OpTaskGetSpecialPort
	OpTaskSetSpecialPort
	OpPortsRegister
	OpPortsLookup
	OpTaskPriority
	OpThreadSelf
	OpThreadCreate
	OpThreadTerminate
	OpThreadSuspend
	OpThreadResume
	OpThreadAbort
	OpThreadSwitch
	OpThreadInfo
	OpThreadGetSpecialPort
	OpThreadSetSpecialPort
	OpThreadPriority
	OpRaise
	OpVMAllocate
	OpVMDeallocate
	OpVMRead
	OpVMWrite
	OpVMCopy
	OpVMProtect
	OpVMInherit
	OpVMRegion
	OpPeek
	OpPoke
	OpCThreadFork
	OpCThreadJoin
	OpCThreadDetach
	OpCThreadLimit
	OpCThreadCount
	OpCThreadSetName
	OpCThreadSetData
	OpCThreadData
	OpMutexAlloc
	OpMutexFree
	OpMutexLock
	OpMutexTryLock
	OpMutexUnlock
	OpConditionAlloc
	OpConditionFree
	OpConditionWait
	OpConditionSignal
	OpConditionBroadcast
	OpPrint
	OpReadLine
	OpRandom
	OpClock
	OpLabel
	OpFail
	OpTaskSelf
	OpThreadDepressAbort
	OpCThreadKeyCreate
	OpCThreadSetSpecific
	OpCThreadGetSpecific
	OpPort25Allocate
	OpPort25Deallocate
	OpPort25Enable
	OpPort25Disable
	OpPort25SetBacklog
	OpPort25SetBackup
	OpPort25Status
	OpPort25SetAllocate
	OpPort25SetDeallocate
	OpPort25SetAdd
	OpPort25SetRemove
	OpPort25SetStatus
	OpPort25Names
	OpPort25Type
	OpPort25Rename
	OpPort25InsertSend
	OpPort25InsertReceive
	OpPort25ExtractSend
	OpPort25ExtractReceive
	OpDropReply
	OpPreempt
	OpSpan
	OpSpanEnd
	OpDatagramPort
	OpDiskOpen
	OpDiskClose
	OpDiskRead
	OpDiskWrite
	OpDiskAppend
	OpDiskTruncate
	OpDiskSize
	OpDiskSync
	OpDiskSyncAll
	OpDiskRename
	OpDiskRemove
	OpDiskList
	OpHostStays
	OpReach
	numOps
)

// rows are the calls by their numbers, the catalogue; an Op is a byte. What a step needs of its
// row stands in handlers, all else would be in the way of the processor's cache.
var (
	rows     [256]row
	handlers [256]handler
	targets  [256]bool // the call is made on a task or thread
)

// Operands that several calls have.
var (
	aTask        = Operand{Field: FieldName, Kind: OperandTask, Word: "task"}
	aThread      = Operand{Field: FieldName, Kind: OperandThread, Word: "thread"}
	aName        = Operand{Field: FieldName2, Kind: OperandName, Word: "name"}
	aNewName     = Operand{Field: FieldName2, Kind: OperandNew, Word: "name"}
	aNew         = Operand{Field: FieldName3, Kind: OperandNew, Word: "new"}
	aMember      = Operand{Field: FieldName2, Kind: OperandMember, Word: "member"}
	aSet         = Operand{Field: FieldName3, Kind: OperandName, Word: "set"}
	aBackup      = Operand{Field: FieldName3, Kind: OperandName, Word: "backup"}
	aReceiver    = Operand{Field: FieldName3, Kind: OperandNotify, Word: "notify"}
	aNotice      = Operand{Field: FieldN, Kind: OperandNotice, Word: "id"}
	aNotifyType  = Operand{Field: FieldDisp, Kind: OperandDisposition, Word: "disposition"}
	aRight       = Operand{Field: FieldN, Kind: OperandRight, Word: "right"}
	aDisposition = Operand{Field: FieldN, Kind: OperandDisposition, Word: "disposition"}
	anAddress    = address("addr")
	aSize        = Operand{Field: FieldN2, Kind: OperandSize, Word: "size"}
	someData     = Operand{Field: FieldText, Kind: OperandData, Word: "data", Silent: true}
	somePorts    = Operand{Field: FieldNames, Kind: OperandOwn, Word: "ports", Silent: true}
	aHost        = Operand{Field: FieldHost, Kind: OperandText, Word: "host"}
	anOption     = Operand{Field: FieldN, Kind: OperandSwitch, Word: "option"}
	anOther      = Operand{Field: FieldN, Kind: OperandThreadID}
	aMutex       = Operand{Field: FieldN, Kind: OperandMutex}
	aCondition   = Operand{Field: FieldN, Kind: OperandCondition}
	aFile        = Operand{Field: FieldN, Kind: OperandFile}
	anOffset     = number("at").in(FieldN2)
	aResult      = Operand{Field: FieldN, Kind: OperandResult, Word: "result"}

	// Of message calls, whose sentences are made of the message.
	aSource  = anOwn("receive").silent()
	aTimeout = aTime("timeout").silent()
	aLimit   = aSize.silent()
	aNotify2 = anOwn("notify").in(FieldName2).silent()
)

func number(word string) Operand  { return Operand{Field: FieldN, Kind: OperandNumber, Word: word} }
func address(word string) Operand { return Operand{Field: FieldN, Kind: OperandAddress, Word: word} }
func aTime(word string) Operand   { return Operand{Field: FieldN, Kind: OperandTime, Word: word} }
func anOwn(word string) Operand   { return Operand{Field: FieldName, Kind: OperandOwn, Word: word} }
func aText(word string) Operand   { return Operand{Field: FieldText, Kind: OperandText, Word: word} }
func aString(word string) Operand { return Operand{Field: FieldText, Kind: OperandString, Word: word} }

// aFlag is an operand that sentences do not mention; word is what it means.
func aFlag(word string) Operand {
	return Operand{Field: FieldFlag, Kind: OperandFlag, Word: word, Silent: true}
}

func (o Operand) in(f Field) Operand        { o.Field = f; return o }
func (o Operand) named(word string) Operand { o.Word = word; return o }
func (o Operand) lead(words string) Operand { o.Lead = words; return o }
func (o Operand) silent() Operand           { o.Silent = true; return o }

func with(operands ...Operand) []Operand { return operands }

func init() {
	table := [numOps]row{
		OpStart:  {"start", ClassStart, machsimOwn, ResultCode, runStart, nil},
		OpReturn: {"return", ClassExit, machsimOwn, ResultNever, runReturn, with(aResult)},
		OpExit:   {"cthread_exit", ClassExit, cThreads, ResultNever, runExit, with(aResult)},

		OpMachMsg: {"mach_msg", ClassMessage, mach3IPC, ResultMessage, runMsg,
			with(aSource, aTimeout, aLimit, aNotify2)},
		OpMsgSend: {"msg_send", ClassMessage, mach25, ResultMessage, runMsg,
			with(aSource, aTimeout, aLimit, aNotify2, aFlag("of Mach 2.5"))},
		OpMsgReceive: {"msg_receive", ClassMessage, mach25, ResultMessage, runMsgReceive,
			with(aSource, aTimeout, aLimit, aNotify2, aFlag("of Mach 2.5"))},
		OpMsgRPC: {"msg_rpc", ClassMessage, mach25, ResultMessage, runMsg,
			with(aSource, aTimeout, aLimit, aNotify2, aFlag("of Mach 2.5"))},
		OpReplyPort: {"mach_reply_port", ClassMakePort, mach3Ports, ResultMade, runReplyPort, with(aFlag("for RPCs"))},
		OpPreempt:   {"preempt", ClassOther, machsimOwn, ResultCode, runPreempt, with(aText("access"))},
		OpDropReply: {"mig_dealloc_reply_port", ClassRights, mach3Stubs, ResultCode, runDropReply, nil},

		OpPortAllocate: {"mach_port_allocate", ClassMakePort, mach3Ports, ResultMade, runPortAllocate,
			with(aTask.silent(), aRight, aText("name").silent())},
		OpDatagramPort: {"datagram_port_allocate", ClassMakePort, machsimOwn, ResultMade, runDatagramPort,
			with(aText("name").silent())},
		OpPortAllocateName: {"mach_port_allocate_name", ClassMakePort, mach3Ports, ResultMade, runPortAllocateName,
			with(aTask, aNewName, aRight)},
		OpPortNames: {"mach_port_names", ClassRights, mach3Ports, ResultNames, inSpace(runPortNames), with(aTask)},
		OpPortType:  {"mach_port_type", ClassRights, mach3Ports, ResultType, inSpace(runPortType), with(aTask, aName)},
		OpPortRename: {"mach_port_rename", ClassRights, mach3Ports, ResultCode,
			inSpace(onNames((*ipc.State).PortRename)), with(aTask.silent(), aName.named("old"), aNew.lead(" to "))},
		OpPortDestroy: {"mach_port_destroy", ClassRights, mach3Ports, ResultCode,
			inSpace(onName((*ipc.State).PortDestroy)), with(aTask, aName)},
		OpPortDeallocate: {"mach_port_deallocate", ClassRights, mach3Ports, ResultCode,
			inSpace(onName((*ipc.State).PortDeallocate)), with(aTask, aName)},
		OpPortGetRefs: {"mach_port_get_refs", ClassRights, mach3Ports, ResultNumber, inSpace(runPortGetRefs),
			with(aTask, aName, aRight)},
		OpPortModRefs: {"mach_port_mod_refs", ClassRights, mach3Ports, ResultCode, inSpace(runPortModRefs),
			with(aTask, aName, aRight, number("delta").in(FieldN2))},
		OpPortSetQLimit: {"mach_port_set_qlimit", ClassRights, mach3Ports, ResultCode, inSpace(runPortSetQLimit),
			with(aTask, aName, number("limit"))},
		OpPortSetMSCount: {"mach_port_set_mscount", ClassRights, mach3Ports, ResultCode, inSpace(runPortSetMSCount),
			with(aTask, aName, number("count"))},
		OpPortSetSeqno: {"mach_port_set_seqno", ClassRights, mach3Ports, ResultCode, inSpace(runPortSetSeqno),
			with(aTask, aName, number("seqno"))},
		OpPortGetReceiveStatus: {"mach_port_get_receive_status", ClassRights, mach3Ports, ResultInfo,
			inSpace(runPortGetReceiveStatus), with(aTask, aName)},
		OpPortGetSetStatus: {"mach_port_get_set_status", ClassRights, mach3Ports, ResultNames,
			inSpace(runPortGetSetStatus), with(aTask, aName)},
		OpPortMoveMember: {"mach_port_move_member", ClassRights, mach3Ports, ResultCode,
			inSpace(onNames((*ipc.State).PortMoveMember)), with(aMember, aSet.lead(" into set "), aTask.lead(" of "))},
		OpPortInsertRight: {"mach_port_insert_right", ClassRights, mach3Ports, ResultCode, inSpace(runPortInsertRight),
			with(aTask, aName, anOwn("right").in(FieldName3), aDisposition)},
		OpPortExtractRight: {"mach_port_extract_right", ClassRights, mach3Ports, ResultName,
			inSpace(runPortExtractRight), with(aTask, aName, aDisposition)},
		OpPortRequestNotification: {
			"mach_port_request_notification", ClassRights, mach3Ports, ResultFormer, inSpace(runPortRequestNotification),
			with(aTask.silent(), aNotice, aName.lead(" of "), aReceiver.lead(" to "),
				number("sync").in(FieldN2).silent(), aNotifyType.silent()),
		},

		OpPort25Allocate: {"port_allocate", ClassMakePort, mach25, ResultMade, allocate25((*ipc.State).Port25Allocate),
			with(aTask)},
		OpPort25Deallocate: {"port_deallocate", ClassRights, mach25, ResultCode,
			inSpace25(onName((*ipc.State).Port25Deallocate)), with(aTask, aName)},
		OpPort25Enable: {"port_enable", ClassRights, mach25, ResultCode, runPort25Enable, with(aTask, aName)},
		OpPort25Disable: {"port_disable", ClassRights, mach25, ResultCode,
			inSpace25(onName((*ipc.State).Port25Disable)), with(aTask, aName)},
		OpPort25SetBacklog: {"port_set_backlog", ClassRights, mach25, ResultCode, inSpace25(runPort25SetBacklog),
			with(aTask, aName, number("backlog"))},
		OpPort25SetBackup: {"port_set_backup", ClassRights, mach25, ResultFormer, inSpace25(runPort25SetBackup),
			with(aTask, aName, aBackup)},
		OpPort25Status: {"port_status", ClassRights, mach25, ResultInfo, inSpace25(runPort25Status),
			with(aTask, aName)},
		OpPort25SetAllocate: {"port_set_allocate", ClassMakePort, mach25, ResultMade,
			allocate25((*ipc.State).Port25SetAllocate), with(aTask)},
		OpPort25SetDeallocate: {"port_set_deallocate", ClassRights, mach25, ResultCode,
			inSpace25(onName((*ipc.State).Port25SetDeallocate)), with(aTask, aName)},
		OpPort25SetAdd: {"port_set_add", ClassRights, mach25, ResultCode, inSpace25(onNames((*ipc.State).Port25SetAdd)),
			with(aMember.in(FieldName3), aSet.in(FieldName2).lead(" into set "), aTask.lead(" of "))},
		OpPort25SetRemove: {"port_set_remove", ClassRights, mach25, ResultCode,
			inSpace25(onName((*ipc.State).Port25SetRemove)), with(aMember, aTask.lead(" of "))},
		OpPort25SetStatus: {"port_set_status", ClassRights, mach25, ResultNames, inSpace25(runPort25SetStatus),
			with(aTask, aName)},
		OpPort25Names: {"port_names", ClassRights, mach25, ResultNames, inSpace25(runPort25Names), with(aTask)},
		OpPort25Type:  {"port_type", ClassRights, mach25, ResultType25, inSpace25(runPort25Type), with(aTask, aName)},
		OpPort25Rename: {"port_rename", ClassRights, mach25, ResultCode, inSpace25(onNames((*ipc.State).Port25Rename)),
			with(aTask.silent(), aName.named("old"), aNew.lead(" to "))},
		OpPort25InsertSend: {
			"port_insert_send", ClassRights, mach25, ResultCode, insert25((*ipc.State).Port25InsertSend),
			with(anOwn("name").in(FieldName2), aNew.lead(" as "), aTask.lead(" in ")),
		},
		OpPort25InsertReceive: {
			"port_insert_receive", ClassRights, mach25, ResultCode, insert25((*ipc.State).Port25InsertReceive),
			with(anOwn("name").in(FieldName2), aNew.lead(" as "), aTask.lead(" in ")),
		},
		OpPort25ExtractSend: {"port_extract_send", ClassRights, mach25, ResultName,
			extract25((*ipc.State).Port25ExtractSend), with(aNewName, aTask.lead(" of "))},
		OpPort25ExtractReceive: {"port_extract_receive", ClassRights, mach25, ResultName,
			extract25((*ipc.State).Port25ExtractReceive), with(aNewName, aTask.lead(" of "))},

		OpHostSelf:     {"host_self", ClassOther, mach3Hosts, ResultName, runHostSelf, nil},
		OpNetServer:    {"net_server", ClassOther, machsimOwn, ResultName, runNetServer, with(aText("host"))},
		OpSetNetServer: {"set_net_server", ClassOther, machsimOwn, ResultCode, runSetNetServer, with(anOwn("port"))},
		OpHostCrash:    {"host_crash", ClassStage, machsimOwn, ResultCode, runHostCrash, with(aText("host"))},
		OpHostRestart:  {"host_restart", ClassStage, machsimOwn, ResultCode, runHostRestart, with(aText("host"))},
		OpWireCut:      {"wire_cut", ClassStage, machsimOwn, ResultCode, runWireCut, with(aText("a"), aHost.lead("-"))},
		OpWireHeal:     {"wire_heal", ClassStage, machsimOwn, ResultCode, runWireHeal, with(aText("a"), aHost.lead("-"))},
		OpWireDelay: {"wire_delay", ClassStage, machsimOwn, ResultCode, runWireDelay,
			with(aText("a"), aHost.lead("-"), number("min").lead(" from "),
				aTime("max").in(FieldN2).lead(" to "))},

		OpTaskSelf: {"mach_task_self", ClassOther, mach3Tasks, ResultName, runTaskSelf, nil},
		OpTaskCreate: {"task_create", ClassMakeTask, mach3Tasks, ResultMade, runTaskCreate,
			with(aTask.named("parent").silent(), aText("name").silent(), aFlag("inherit"))},
		OpSpawn: {"spawn", ClassMakeTask, machsimOwn, ResultMade, runSpawn, with(aText("name"), aHost.lead(" on "))},
		OpTaskTerminate: {"task_terminate", ClassEnd, mach3Tasks, ResultCode, onTask(ipc.Write, runTaskTerminate),
			with(aTask)},
		OpTaskSuspend: {"task_suspend", ClassStop, mach3Tasks, ResultCode, runTaskSuspend, with(aTask)},
		OpTaskResume: {"task_resume", ClassOther, mach3Tasks, ResultCode, onTask(ipc.Write, runTaskResume),
			with(aTask)},
		OpTaskThreads: {"task_threads", ClassOther, mach3Tasks, ResultNames, onTask(ipc.Read, runTaskThreads),
			with(aTask)},
		OpTaskInfo: {"task_info", ClassOther, mach3Tasks, ResultInfo, onTask(ipc.Read, runTaskInfo), with(aTask)},
		OpTaskGetSpecialPort: {"task_get_special_port", ClassOther, mach3Tasks, ResultName,
			onTask(ipc.Read, runTaskGetSpecialPort), with(aTask, number("which"))},
		OpTaskSetSpecialPort: {"task_set_special_port", ClassOther, mach3Tasks, ResultCode,
			onTask(ipc.Write, runTaskSetSpecialPort), with(aTask, anOwn("port").in(FieldName2), number("which"))},
		OpPortsRegister: {"mach_ports_register", ClassOther, mach3Tasks, ResultCode,
			onTask(ipc.Write, runPortsRegister), with(aTask, somePorts.silent())},
		OpPortsLookup: {"mach_ports_lookup", ClassOther, mach3Tasks, ResultNames, onTask(ipc.Read, runPortsLookup),
			with(aTask)},
		OpTaskPriority: {"task_priority", ClassOther, mach3Tasks, ResultCode, onTask(ipc.Write, runTaskPriority),
			with(aTask, number("priority"), aFlag("with its threads"))},

		OpThreadSelf:   {"mach_thread_self", ClassOther, mach3Threads, ResultName, runThreadSelf, nil},
		OpThreadCreate: {"thread_create", ClassMakeThread, mach3Threads, ResultMade, runThreadCreate, with(aTask)},
		OpThreadTerminate: {"thread_terminate", ClassEnd, mach3Threads, ResultCode,
			onThread(ipc.Write, runThreadTerminate), with(aThread)},
		OpThreadSuspend: {"thread_suspend", ClassStop, mach3Threads, ResultCode, runThreadSuspend, with(aThread)},
		OpThreadResume: {"thread_resume", ClassOther, mach3Threads, ResultCode, onThread(ipc.Write, runThreadResume),
			with(aThread)},
		OpThreadAbort: {"thread_abort", ClassStop, mach3Threads, ResultCode, onThread(ipc.Write, runThreadAbort),
			with(aThread)},
		OpThreadSwitch: {"thread_switch", ClassOther, mach3Threads, ResultCode, runThreadSwitch,
			with(anOwn("hint").silent(), anOption, aTime("ms").in(FieldN2).silent())},
		OpThreadDepressAbort: {"thread_depress_abort", ClassOther, mach3Threads, ResultCode, runThreadDepressAbort,
			with(aThread)},
		OpThreadInfo: {"thread_info", ClassOther, mach3Threads, ResultInfo, onThread(ipc.Read, runThreadInfo),
			with(aThread)},
		OpThreadGetSpecialPort: {"thread_get_special_port", ClassOther, mach3Threads, ResultName,
			onThread(ipc.Write, runThreadGetSpecialPort), with(aThread, number("which"))},
		OpThreadSetSpecialPort: {"thread_set_special_port", ClassOther, mach3Threads, ResultCode,
			onThread(ipc.Write, runThreadSetSpecialPort), with(aThread, anOwn("port").in(FieldName2), number("which"))},
		OpThreadPriority: {"thread_priority", ClassOther, mach3Threads, ResultCode,
			onThread(ipc.Write, runThreadPriority), with(aThread, number("priority"))},
		OpRaise: {"exception_raise", ClassRaise, mach3Threads, ResultNever, runRaise,
			with(number("type"), number("code").in(FieldN2), number("subcode").in(FieldN3),
				aString("panic").silent(), aFlag("is a panic"))},

		OpVMAllocate: {"vm_allocate", ClassMemory, mach3Memory, ResultAddress, onMemory(ipc.Write, runVMAllocate),
			with(aTask, anAddress, aSize, aFlag("anywhere"))},
		OpVMDeallocate: {"vm_deallocate", ClassMemory, mach3Memory, ResultCode, onMemory(ipc.Write, runVMDeallocate),
			with(aTask, anAddress, aSize)},
		OpVMRead: {"vm_read", ClassMemory, mach3Memory, ResultData, onMemory(ipc.Read, runVMRead),
			with(aTask, anAddress, aSize)},
		OpVMWrite: {"vm_write", ClassMemory, mach3Memory, ResultCode, onMemory(ipc.Read, runVMWrite),
			with(aTask, anAddress, someData)},
		OpVMCopy: {"vm_copy", ClassMemory, mach3Memory, ResultCode, onMemory(ipc.Read, runVMCopy),
			with(aTask, address("src"), aSize, address("dst").in(FieldN3))},
		OpVMProtect: {"vm_protect", ClassMemory, mach3Memory, ResultCode, onMemory(ipc.Write, runVMProtect),
			with(aTask, anAddress, aSize, number("prot").in(FieldN3), aFlag("the maximum"))},
		OpVMInherit: {"vm_inherit", ClassMemory, mach3Memory, ResultCode, onMemory(ipc.Write, runVMInherit),
			with(aTask, anAddress, aSize, number("inherit").in(FieldN3))},
		OpVMRegion: {"vm_region", ClassMemory, mach3Memory, ResultInfo, onMemory(ipc.Read, runVMRegion),
			with(aTask, anAddress)},
		OpPeek: {"peek", ClassMemory, machsimOwn, ResultData, runPeek, with(anAddress, aSize)},
		OpPoke: {"poke", ClassMemory, machsimOwn, ResultCode, runPoke, with(anAddress, someData)},

		OpDiskOpen: {"disk_open", ClassDisk, machsimOwn, ResultFile, runDiskOpen,
			with(aText("name"), aFlag("make it"))},
		OpDiskClose: {"disk_close", ClassDisk, machsimOwn, ResultCode, onFile(runDiskClose), with(aFile)},
		OpDiskRead: {"disk_read", ClassDisk, machsimOwn, ResultData, onFile(runDiskRead),
			with(aFile, anOffset, number("most").in(FieldN3))},
		OpDiskWrite: {"disk_write", ClassDisk, machsimOwn, ResultCode, onFile(runDiskWrite),
			with(aFile, anOffset, aString("data"))},
		OpDiskAppend: {"disk_append", ClassDisk, machsimOwn, ResultNumber, onFile(runDiskAppend),
			with(aFile, aString("data"))},
		OpDiskTruncate: {"disk_truncate", ClassDisk, machsimOwn, ResultCode, onFile(runDiskTruncate),
			with(aFile, number("size").in(FieldN2))},
		OpDiskSize: {"disk_size", ClassDisk, machsimOwn, ResultNumber, onFile(runDiskSize), with(aFile)},
		OpDiskSync: {"disk_sync", ClassDisk, machsimOwn, ResultCode, onFile(runDiskSync), with(aFile)},
		OpDiskRename: {"disk_rename", ClassDisk, machsimOwn, ResultCode, onFile(runDiskRename),
			with(aFile, aText("to").lead(" to "))},
		OpDiskSyncAll: {"disk_sync_all", ClassDisk, machsimOwn, ResultCode, runDiskSyncAll, nil},
		OpDiskRemove:  {"disk_remove", ClassDisk, machsimOwn, ResultCode, runDiskRemove, with(aText("name"))},
		OpDiskList:    {"disk_list", ClassDisk, machsimOwn, ResultData, runDiskList, nil},

		OpCThreadFork: {"cthread_fork", ClassMakeThread, cThreads, ResultMade, runCThreadFork,
			with(aText("name").silent())},
		OpCThreadJoin: {"cthread_join", ClassJoin, cThreads, ResultNumber, onOwnThread(runCThreadJoin), with(anOther)},
		OpCThreadDetach: {"cthread_detach", ClassThread, cThreads, ResultCode, onOwnThread(runCThreadDetach),
			with(anOther)},
		OpCThreadLimit: {"cthread_set_limit", ClassThread, cThreads, ResultNumber, runCThreadLimit,
			with(number("limit"))},
		OpCThreadCount: {"cthread_count", ClassThread, cThreads, ResultNumber, runCThreadCount, nil},
		OpCThreadSetName: {"cthread_set_name", ClassThread, cThreads, ResultCode, onOwnThread(runCThreadSetName),
			with(anOther, aString("name").lead(" to "))},
		OpCThreadSetData: {"cthread_set_data", ClassThread, cThreads, ResultCode, onOwnThread(runCThreadSetData),
			with(anOther, number("data").in(FieldN2).lead(" to "))},
		OpCThreadData: {"cthread_data", ClassThread, cThreads, ResultNumber, onOwnThread(runCThreadData),
			with(anOther)},
		OpCThreadKeyCreate: {"cthread_keycreate", ClassThread, cThreads, ResultNumber, runCThreadKeyCreate, nil},
		OpCThreadSetSpecific: {"cthread_setspecific", ClassThread, cThreads, ResultNumber, runCThreadSetSpecific,
			with(number("key"), number("value").in(FieldN2))},
		OpCThreadGetSpecific: {"cthread_getspecific", ClassThread, cThreads, ResultNumber, runCThreadGetSpecific,
			with(number("key"))},
		OpMutexAlloc: {"mutex_alloc", ClassMakeMutex, cThreads, ResultMade, runMutexAlloc,
			with(aText("name").silent())},
		OpMutexFree:    {"mutex_free", ClassFreeMutex, cThreads, ResultCode, onMutex(runMutexFree), with(aMutex)},
		OpMutexLock:    {"mutex_lock", ClassLock, cThreads, ResultCode, onMutex(runMutexLock), with(aMutex)},
		OpMutexTryLock: {"mutex_try_lock", ClassTryLock, cThreads, ResultTaken, onMutex(runMutexTryLock), with(aMutex)},
		OpMutexUnlock:  {"mutex_unlock", ClassUnlock, cThreads, ResultCode, onMutex(runMutexUnlock), with(aMutex)},
		OpConditionAlloc: {"condition_alloc", ClassMakeCondition, cThreads, ResultMade, runConditionAlloc,
			with(aText("name").silent())},
		OpConditionFree: {"condition_free", ClassFreeCondition, cThreads, ResultCode, onCondition(runConditionFree),
			with(aCondition)},
		OpConditionWait: {"condition_wait", ClassWait, cThreads, ResultCode, runConditionWait,
			with(aCondition, aMutex.in(FieldN2).lead(" with "))},
		OpConditionSignal: {"condition_signal", ClassSignal, cThreads, ResultWoken, onCondition(runConditionSignal),
			with(aCondition)},
		OpConditionBroadcast: {"condition_broadcast", ClassSignal, cThreads, ResultWokenCount,
			onCondition(runConditionBroadcast), with(aCondition)},

		OpPrint:     {"print", ClassPrint, machsimOwn, ResultCode, runPrint, with(aString("text"))},
		OpReadLine:  {"read_line", ClassChance, machsimOwn, ResultLine, runReadLine, nil},
		OpRandom:    {"random", ClassChance, machsimOwn, ResultNumber, runRandom, with(number("below").lead(" below "))},
		OpClock:     {"clock", ClassChance, machsimOwn, ResultTime, runClock, nil},
		OpHostStays: {"host_stays", ClassChance, machsimOwn, ResultInfo, runHostStays, nil},
		OpLabel:     {"label", ClassLabel, machsimOwn, ResultCode, runLabel, with(aText("name"))},
		OpReach:     {"reach", ClassLabel, machsimOwn, ResultCode, runReach, with(aText("goal"))},
		OpSpan:      {"span", ClassLabel, machsimOwn, ResultCode, runLabel, with(aText("name"))},
		OpSpanEnd:   {"span_end", ClassSpanEnd, machsimOwn, ResultCode, runLabel, with(aText("name"))},
		OpFail: {"fail", ClassFail, machsimOwn, ResultNever, runFail,
			with(number("kind").silent(), aText("text").silent())},
	}
	for op := range table {
		Op(op).is(table[op])
	}
}

// is enters a call's row. A call on a task or thread travels if that is on another host.
func (o Op) is(r row) {
	handlers[o] = r.run
	for _, x := range r.operands {
		if x.Kind == OperandTask || x.Kind == OperandThread {
			targets[o], handlers[o] = true, across(r.run)
		}
	}
	rows[o] = r
}
