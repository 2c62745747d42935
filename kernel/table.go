package kernel

import (
	"strings"

	"machsim/ipc"
)

// The kernel calls. Their numbers go into the hash of a run, so a new call gets the
// last; recordings hold choices.
const (
	opStart Op = iota
	opReturn
	opExit
	opMachMsg
	opMsgSend
	opMsgReceive
	opMsgRPC
	opReplyPort
	opPortAllocate
	opPortAllocateName
	opPortNames
	opPortType
	opPortRename
	opPortDestroy
	opPortDeallocate
	opPortGetRefs
	opPortModRefs
	opPortSetQLimit
	opPortSetMSCount
	opPortSetSeqno
	opPortGetReceiveStatus
	opPortGetSetStatus
	opPortMoveMember
	opPortInsertRight
	opPortExtractRight
	opPortRequestNotification
	opHostSelf
	opNetServer
	opSetNetServer
	opHostCrash
	opHostRestart
	opWireCut
	opWireHeal
	opWireDelay
	opTaskCreate
	opSpawn
	opTaskTerminate
	opTaskSuspend
	opTaskResume
	opTaskThreads
	opTaskInfo
	opTaskGetSpecialPort
	opTaskSetSpecialPort
	opPortsRegister
	opPortsLookup
	opTaskPriority
	opThreadSelf
	opThreadCreate
	opThreadTerminate
	opThreadSuspend
	opThreadResume
	opThreadAbort
	opThreadSwitch
	opThreadInfo
	opThreadGetSpecialPort
	opThreadSetSpecialPort
	opThreadPriority
	opRaise
	opVMAllocate
	opVMDeallocate
	opVMRead
	opVMWrite
	opVMCopy
	opVMProtect
	opVMInherit
	opVMRegion
	opPeek
	opPoke
	opCThreadFork
	opCThreadJoin
	opCThreadDetach
	opCThreadLimit
	opCThreadCount
	opCThreadSetName
	opCThreadSetData
	opCThreadData
	opMutexAlloc
	opMutexFree
	opMutexLock
	opMutexTryLock
	opMutexUnlock
	opConditionAlloc
	opConditionFree
	opConditionWait
	opConditionSignal
	opConditionBroadcast
	opPrint
	opReadLine
	opRandom
	opClock
	opLabel
	opFail
	opTaskSelf
	opThreadDepressAbort
	opCThreadKeyCreate
	opCThreadSetSpecific
	opCThreadGetSpecific
	opPort25Allocate
	opPort25Deallocate
	opPort25Enable
	opPort25Disable
	opPort25SetBacklog
	opPort25SetBackup
	opPort25Status
	opPort25SetAllocate
	opPort25SetDeallocate
	opPort25SetAdd
	opPort25SetRemove
	opPort25SetStatus
	opPort25Names
	opPort25Type
	opPort25Rename
	opPort25InsertSend
	opPort25InsertReceive
	opPort25ExtractSend
	opPort25ExtractReceive
	opDropReply
	numOps
)

// The args column names the fields that a call uses, separated by commas, in the
// order Name, Name2, Name3, N, N2, N3, Text.
var rows [numOps]row

func init() {
	rows = [numOps]row{
		opStart:  {"start", "", runStart},
		opReturn: {"return", ",,,result", runReturn},
		opExit:   {"cthread_exit", ",,,result", runExit},

		opMachMsg:    {"mach_msg", "", runMsg},
		opMsgSend:    {"msg_send", "", runMsg},
		opMsgReceive: {"msg_receive", "", runMsgReceive},
		opMsgRPC:     {"msg_rpc", "", runMsg},
		opReplyPort:  {"mach_reply_port", "", runReplyPort},
		opDropReply:  {"mig_dealloc_reply_port", "", runDropReply},

		opPortAllocate:            {"mach_port_allocate", "task,,,right,,,name", runPortAllocate},
		opPortAllocateName:        {"mach_port_allocate_name", "task,name,,right", runPortAllocateName},
		opPortNames:               {"mach_port_names", "task", inSpace(runPortNames)},
		opPortType:                {"mach_port_type", "task,name", inSpace(runPortType)},
		opPortRename:              {"mach_port_rename", "task,old,new", inSpace(runPortRename)},
		opPortDestroy:             {"mach_port_destroy", "task,name", inSpace(runPortDestroy)},
		opPortDeallocate:          {"mach_port_deallocate", "task,name", inSpace(runPortDeallocate)},
		opPortGetRefs:             {"mach_port_get_refs", "task,name,,right", inSpace(runPortGetRefs)},
		opPortModRefs:             {"mach_port_mod_refs", "task,name,,right,delta", inSpace(runPortModRefs)},
		opPortSetQLimit:           {"mach_port_set_qlimit", "task,name,,limit", inSpace(runPortSetQLimit)},
		opPortSetMSCount:          {"mach_port_set_mscount", "task,name,,count", inSpace(runPortSetMSCount)},
		opPortSetSeqno:            {"mach_port_set_seqno", "task,name,,seqno", inSpace(runPortSetSeqno)},
		opPortGetReceiveStatus:    {"mach_port_get_receive_status", "task,name", inSpace(runPortGetReceiveStatus)},
		opPortGetSetStatus:        {"mach_port_get_set_status", "task,name", inSpace(runPortGetSetStatus)},
		opPortMoveMember:          {"mach_port_move_member", "task,member,after", inSpace(runPortMoveMember)},
		opPortInsertRight:         {"mach_port_insert_right", "task,name,right,disposition", inSpace(runPortInsertRight)},
		opPortExtractRight:        {"mach_port_extract_right", "task,name,,disposition", inSpace(runPortExtractRight)},
		opPortRequestNotification: {"mach_port_request_notification", "task,name,notify,id,sync", inSpace(runPortRequestNotification)},

		opPort25Allocate:       {"port_allocate", "task", runPort25Allocate},
		opPort25Deallocate:     {"port_deallocate", "task,name", inSpace25(runPort25Deallocate)},
		opPort25Enable:         {"port_enable", "task,name", runPort25Enable},
		opPort25Disable:        {"port_disable", "task,name", inSpace25(runPort25Disable)},
		opPort25SetBacklog:     {"port_set_backlog", "task,name,,backlog", inSpace25(runPort25SetBacklog)},
		opPort25SetBackup:      {"port_set_backup", "task,name,backup", inSpace25(runPort25SetBackup)},
		opPort25Status:         {"port_status", "task,name", inSpace25(runPort25Status)},
		opPort25SetAllocate:    {"port_set_allocate", "task", runPort25SetAllocate},
		opPort25SetDeallocate:  {"port_set_deallocate", "task,name", inSpace25(runPort25SetDeallocate)},
		opPort25SetAdd:         {"port_set_add", "task,set,member", inSpace25(runPort25SetAdd)},
		opPort25SetRemove:      {"port_set_remove", "task,name", inSpace25(runPort25SetRemove)},
		opPort25SetStatus:      {"port_set_status", "task,name", inSpace25(runPort25SetStatus)},
		opPort25Names:          {"port_names", "task", inSpace25(runPort25Names)},
		opPort25Type:           {"port_type", "task,name", inSpace25(runPort25Type)},
		opPort25Rename:         {"port_rename", "task,old,new", inSpace25(runPort25Rename)},
		opPort25InsertSend:     {"port_insert_send", "task,name,new", insert25((*ipc.State).Port25InsertSend)},
		opPort25InsertReceive:  {"port_insert_receive", "task,name,new", insert25((*ipc.State).Port25InsertReceive)},
		opPort25ExtractSend:    {"port_extract_send", "task,name", extract25((*ipc.State).Port25ExtractSend)},
		opPort25ExtractReceive: {"port_extract_receive", "task,name", extract25((*ipc.State).Port25ExtractReceive)},

		opHostSelf:     {"host_self", "", runHostSelf},
		opNetServer:    {"net_server", ",,,,,,host", runNetServer},
		opSetNetServer: {"set_net_server", "port", runSetNetServer},
		opHostCrash:    {"host_crash", ",,,,,,host", runHostCrash},
		opHostRestart:  {"host_restart", ",,,,,,host", runHostRestart},
		opWireCut:      {"wire_cut", ",,,,,,a", runWireCut},
		opWireHeal:     {"wire_heal", ",,,,,,a", runWireHeal},
		opWireDelay:    {"wire_delay", ",,,min,max,,a", runWireDelay},

		opTaskSelf:           {"mach_task_self", "", runTaskSelf},
		opTaskCreate:         {"task_create", "parent,,,,,,name", runTaskCreate},
		opSpawn:              {"spawn", ",,,,,,name", runSpawn},
		opTaskTerminate:      {"task_terminate", "task", onTask(ipc.Write, runTaskTerminate)},
		opTaskSuspend:        {"task_suspend", "task", runTaskSuspend},
		opTaskResume:         {"task_resume", "task", onTask(ipc.Write, runTaskResume)},
		opTaskThreads:        {"task_threads", "task", onTask(ipc.Read, runTaskThreads)},
		opTaskInfo:           {"task_info", "task", onTask(ipc.Read, runTaskInfo)},
		opTaskGetSpecialPort: {"task_get_special_port", "task,,,which", onTask(ipc.Read, runTaskGetSpecialPort)},
		opTaskSetSpecialPort: {"task_set_special_port", "task,port,,which", onTask(ipc.Write, runTaskSetSpecialPort)},
		opPortsRegister:      {"mach_ports_register", "task", onTask(ipc.Write, runPortsRegister)},
		opPortsLookup:        {"mach_ports_lookup", "task", onTask(ipc.Read, runPortsLookup)},
		opTaskPriority:       {"task_priority", "task,,,priority", onTask(ipc.Write, runTaskPriority)},

		opThreadSelf:           {"mach_thread_self", "", runThreadSelf},
		opThreadCreate:         {"thread_create", "task", runThreadCreate},
		opThreadTerminate:      {"thread_terminate", "thread", onThread(ipc.Write, runThreadTerminate)},
		opThreadSuspend:        {"thread_suspend", "thread", runThreadSuspend},
		opThreadResume:         {"thread_resume", "thread", onThread(ipc.Write, runThreadResume)},
		opThreadAbort:          {"thread_abort", "thread", onThread(ipc.Write, runThreadAbort)},
		opThreadSwitch:         {"thread_switch", "hint,,,option,ms", runThreadSwitch},
		opThreadDepressAbort:   {"thread_depress_abort", "thread", runThreadDepressAbort},
		opThreadInfo:           {"thread_info", "thread", onThread(ipc.Read, runThreadInfo)},
		opThreadGetSpecialPort: {"thread_get_special_port", "thread,,,which", onThread(ipc.Write, runThreadGetSpecialPort)},
		opThreadSetSpecialPort: {"thread_set_special_port", "thread,port,,which", onThread(ipc.Write, runThreadSetSpecialPort)},
		opThreadPriority:       {"thread_priority", "thread,,,priority", onThread(ipc.Write, runThreadPriority)},
		opRaise:                {"exception_raise", ",,,type,code,subcode,panic", runRaise},

		opVMAllocate:   {"vm_allocate", "task,,,addr,size", runVMAllocate},
		opVMDeallocate: {"vm_deallocate", "task,,,addr,size", runVMDeallocate},
		opVMRead:       {"vm_read", "task,,,addr,size", runVMRead},
		opVMWrite:      {"vm_write", "task,,,addr", runVMWrite},
		opVMCopy:       {"vm_copy", "task,,,src,size,dst", runVMCopy},
		opVMProtect:    {"vm_protect", "task,,,addr,size,prot", runVMProtect},
		opVMInherit:    {"vm_inherit", "task,,,addr,size,inherit", runVMInherit},
		opVMRegion:     {"vm_region", "task,,,addr", runVMRegion},
		opPeek:         {"peek", ",,,addr,size", runPeek},
		opPoke:         {"poke", ",,,addr", runPoke},

		opCThreadFork:        {"cthread_fork", ",,,,,,name", runCThreadFork},
		opCThreadJoin:        {"cthread_join", "", onOwnThread(runCThreadJoin)},
		opCThreadDetach:      {"cthread_detach", "", onOwnThread(runCThreadDetach)},
		opCThreadLimit:       {"cthread_set_limit", ",,,limit", runCThreadLimit},
		opCThreadCount:       {"cthread_count", "", runCThreadCount},
		opCThreadSetName:     {"cthread_set_name", ",,,,,,name", onOwnThread(runCThreadSetName)},
		opCThreadSetData:     {"cthread_set_data", ",,,,data", onOwnThread(runCThreadSetData)},
		opCThreadData:        {"cthread_data", "", onOwnThread(runCThreadData)},
		opCThreadKeyCreate:   {"cthread_keycreate", "", runCThreadKeyCreate},
		opCThreadSetSpecific: {"cthread_setspecific", ",,,key,value", runCThreadSetSpecific},
		opCThreadGetSpecific: {"cthread_getspecific", ",,,key", runCThreadGetSpecific},
		opMutexAlloc:         {"mutex_alloc", ",,,,,,name", runMutexAlloc},
		opMutexFree:          {"mutex_free", "", onMutex(runMutexFree)},
		opMutexLock:          {"mutex_lock", "", onMutex(runMutexLock)},
		opMutexTryLock:       {"mutex_try_lock", "", onMutex(runMutexTryLock)},
		opMutexUnlock:        {"mutex_unlock", "", onMutex(runMutexUnlock)},
		opConditionAlloc:     {"condition_alloc", ",,,,,,name", runConditionAlloc},
		opConditionFree:      {"condition_free", "", onCondition(runConditionFree)},
		opConditionWait:      {"condition_wait", "", runConditionWait},
		opConditionSignal:    {"condition_signal", "", onCondition(runConditionSignal)},
		opConditionBroadcast: {"condition_broadcast", "", onCondition(runConditionBroadcast)},

		opPrint:    {"print", ",,,,,,text", runPrint},
		opReadLine: {"read_line", "", runReadLine},
		opRandom:   {"random", ",,,n", runRandom},
		opClock:    {"clock", "", runClock},
		opLabel:    {"label", ",,,,,,name", runLabel},
		opFail:     {"fail", ",,,,,,text", runFail},
	}
	for i := range rows {
		if rows[i].hasTarget() {
			rows[i].run = across(rows[i].run)
		}
	}
}

// hasTarget says whether a call is made on a task or thread, the first of its arguments.
func (r *row) hasTarget() bool {
	target, _, _ := strings.Cut(r.args, ",")
	return target == "task" || target == "parent" || target == "thread"
}
