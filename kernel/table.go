package kernel

import (
	"strings"

	"machsim/ipc"
)

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
	numOps
)

// The args column names the fields that a call uses, separated by commas, in the
// order Name, Name2, Name3, N, N2, N3, Text.
var rows [numOps]row

func init() {
	rows = [numOps]row{
		OpStart:  {"start", "", runStart},
		OpReturn: {"return", ",,,result", runReturn},
		OpExit:   {"cthread_exit", ",,,result", runExit},

		OpMachMsg:    {"mach_msg", "", runMsg},
		OpMsgSend:    {"msg_send", "", runMsg},
		OpMsgReceive: {"msg_receive", "", runMsgReceive},
		OpMsgRPC:     {"msg_rpc", "", runMsg},
		OpReplyPort:  {"mach_reply_port", "", runReplyPort},
		OpDropReply:  {"mig_dealloc_reply_port", "", runDropReply},

		OpPortAllocate:            {"mach_port_allocate", "task,,,right,,,name", runPortAllocate},
		OpPortAllocateName:        {"mach_port_allocate_name", "task,name,,right", runPortAllocateName},
		OpPortNames:               {"mach_port_names", "task", inSpace(runPortNames)},
		OpPortType:                {"mach_port_type", "task,name", inSpace(runPortType)},
		OpPortRename:              {"mach_port_rename", "task,old,new", inSpace(runPortRename)},
		OpPortDestroy:             {"mach_port_destroy", "task,name", inSpace(runPortDestroy)},
		OpPortDeallocate:          {"mach_port_deallocate", "task,name", inSpace(runPortDeallocate)},
		OpPortGetRefs:             {"mach_port_get_refs", "task,name,,right", inSpace(runPortGetRefs)},
		OpPortModRefs:             {"mach_port_mod_refs", "task,name,,right,delta", inSpace(runPortModRefs)},
		OpPortSetQLimit:           {"mach_port_set_qlimit", "task,name,,limit", inSpace(runPortSetQLimit)},
		OpPortSetMSCount:          {"mach_port_set_mscount", "task,name,,count", inSpace(runPortSetMSCount)},
		OpPortSetSeqno:            {"mach_port_set_seqno", "task,name,,seqno", inSpace(runPortSetSeqno)},
		OpPortGetReceiveStatus:    {"mach_port_get_receive_status", "task,name", inSpace(runPortGetReceiveStatus)},
		OpPortGetSetStatus:        {"mach_port_get_set_status", "task,name", inSpace(runPortGetSetStatus)},
		OpPortMoveMember:          {"mach_port_move_member", "task,member,after", inSpace(runPortMoveMember)},
		OpPortInsertRight:         {"mach_port_insert_right", "task,name,right,disposition", inSpace(runPortInsertRight)},
		OpPortExtractRight:        {"mach_port_extract_right", "task,name,,disposition", inSpace(runPortExtractRight)},
		OpPortRequestNotification: {"mach_port_request_notification", "task,name,notify,id,sync", inSpace(runPortRequestNotification)},

		OpPort25Allocate:       {"port_allocate", "task", runPort25Allocate},
		OpPort25Deallocate:     {"port_deallocate", "task,name", inSpace25(runPort25Deallocate)},
		OpPort25Enable:         {"port_enable", "task,name", runPort25Enable},
		OpPort25Disable:        {"port_disable", "task,name", inSpace25(runPort25Disable)},
		OpPort25SetBacklog:     {"port_set_backlog", "task,name,,backlog", inSpace25(runPort25SetBacklog)},
		OpPort25SetBackup:      {"port_set_backup", "task,name,backup", inSpace25(runPort25SetBackup)},
		OpPort25Status:         {"port_status", "task,name", inSpace25(runPort25Status)},
		OpPort25SetAllocate:    {"port_set_allocate", "task", runPort25SetAllocate},
		OpPort25SetDeallocate:  {"port_set_deallocate", "task,name", inSpace25(runPort25SetDeallocate)},
		OpPort25SetAdd:         {"port_set_add", "task,set,member", inSpace25(runPort25SetAdd)},
		OpPort25SetRemove:      {"port_set_remove", "task,name", inSpace25(runPort25SetRemove)},
		OpPort25SetStatus:      {"port_set_status", "task,name", inSpace25(runPort25SetStatus)},
		OpPort25Names:          {"port_names", "task", inSpace25(runPort25Names)},
		OpPort25Type:           {"port_type", "task,name", inSpace25(runPort25Type)},
		OpPort25Rename:         {"port_rename", "task,old,new", inSpace25(runPort25Rename)},
		OpPort25InsertSend:     {"port_insert_send", "task,name,new", insert25((*ipc.State).Port25InsertSend)},
		OpPort25InsertReceive:  {"port_insert_receive", "task,name,new", insert25((*ipc.State).Port25InsertReceive)},
		OpPort25ExtractSend:    {"port_extract_send", "task,name", extract25((*ipc.State).Port25ExtractSend)},
		OpPort25ExtractReceive: {"port_extract_receive", "task,name", extract25((*ipc.State).Port25ExtractReceive)},

		OpHostSelf:     {"host_self", "", runHostSelf},
		OpNetServer:    {"net_server", ",,,,,,host", runNetServer},
		OpSetNetServer: {"set_net_server", "port", runSetNetServer},
		OpHostCrash:    {"host_crash", ",,,,,,host", runHostCrash},
		OpHostRestart:  {"host_restart", ",,,,,,host", runHostRestart},
		OpWireCut:      {"wire_cut", ",,,,,,a", runWireCut},
		OpWireHeal:     {"wire_heal", ",,,,,,a", runWireHeal},
		OpWireDelay:    {"wire_delay", ",,,min,max,,a", runWireDelay},

		OpTaskSelf:           {"mach_task_self", "", runTaskSelf},
		OpTaskCreate:         {"task_create", "parent,,,,,,name", runTaskCreate},
		OpSpawn:              {"spawn", ",,,,,,name", runSpawn},
		OpTaskTerminate:      {"task_terminate", "task", onTask(ipc.Write, runTaskTerminate)},
		OpTaskSuspend:        {"task_suspend", "task", runTaskSuspend},
		OpTaskResume:         {"task_resume", "task", onTask(ipc.Write, runTaskResume)},
		OpTaskThreads:        {"task_threads", "task", onTask(ipc.Read, runTaskThreads)},
		OpTaskInfo:           {"task_info", "task", onTask(ipc.Read, runTaskInfo)},
		OpTaskGetSpecialPort: {"task_get_special_port", "task,,,which", onTask(ipc.Read, runTaskGetSpecialPort)},
		OpTaskSetSpecialPort: {"task_set_special_port", "task,port,,which", onTask(ipc.Write, runTaskSetSpecialPort)},
		OpPortsRegister:      {"mach_ports_register", "task", onTask(ipc.Write, runPortsRegister)},
		OpPortsLookup:        {"mach_ports_lookup", "task", onTask(ipc.Read, runPortsLookup)},
		OpTaskPriority:       {"task_priority", "task,,,priority", onTask(ipc.Write, runTaskPriority)},

		OpThreadSelf:           {"mach_thread_self", "", runThreadSelf},
		OpThreadCreate:         {"thread_create", "task", runThreadCreate},
		OpThreadTerminate:      {"thread_terminate", "thread", onThread(ipc.Write, runThreadTerminate)},
		OpThreadSuspend:        {"thread_suspend", "thread", runThreadSuspend},
		OpThreadResume:         {"thread_resume", "thread", onThread(ipc.Write, runThreadResume)},
		OpThreadAbort:          {"thread_abort", "thread", onThread(ipc.Write, runThreadAbort)},
		OpThreadSwitch:         {"thread_switch", "hint,,,option,ms", runThreadSwitch},
		OpThreadDepressAbort:   {"thread_depress_abort", "thread", runThreadDepressAbort},
		OpThreadInfo:           {"thread_info", "thread", onThread(ipc.Read, runThreadInfo)},
		OpThreadGetSpecialPort: {"thread_get_special_port", "thread,,,which", onThread(ipc.Write, runThreadGetSpecialPort)},
		OpThreadSetSpecialPort: {"thread_set_special_port", "thread,port,,which", onThread(ipc.Write, runThreadSetSpecialPort)},
		OpThreadPriority:       {"thread_priority", "thread,,,priority", onThread(ipc.Write, runThreadPriority)},
		OpRaise:                {"exception_raise", ",,,type,code,subcode,panic", runRaise},

		OpVMAllocate:   {"vm_allocate", "task,,,addr,size", runVMAllocate},
		OpVMDeallocate: {"vm_deallocate", "task,,,addr,size", runVMDeallocate},
		OpVMRead:       {"vm_read", "task,,,addr,size", runVMRead},
		OpVMWrite:      {"vm_write", "task,,,addr", runVMWrite},
		OpVMCopy:       {"vm_copy", "task,,,src,size,dst", runVMCopy},
		OpVMProtect:    {"vm_protect", "task,,,addr,size,prot", runVMProtect},
		OpVMInherit:    {"vm_inherit", "task,,,addr,size,inherit", runVMInherit},
		OpVMRegion:     {"vm_region", "task,,,addr", runVMRegion},
		OpPeek:         {"peek", ",,,addr,size", runPeek},
		OpPoke:         {"poke", ",,,addr", runPoke},

		OpCThreadFork:        {"cthread_fork", ",,,,,,name", runCThreadFork},
		OpCThreadJoin:        {"cthread_join", "", onOwnThread(runCThreadJoin)},
		OpCThreadDetach:      {"cthread_detach", "", onOwnThread(runCThreadDetach)},
		OpCThreadLimit:       {"cthread_set_limit", ",,,limit", runCThreadLimit},
		OpCThreadCount:       {"cthread_count", "", runCThreadCount},
		OpCThreadSetName:     {"cthread_set_name", ",,,,,,name", onOwnThread(runCThreadSetName)},
		OpCThreadSetData:     {"cthread_set_data", ",,,,data", onOwnThread(runCThreadSetData)},
		OpCThreadData:        {"cthread_data", "", onOwnThread(runCThreadData)},
		OpCThreadKeyCreate:   {"cthread_keycreate", "", runCThreadKeyCreate},
		OpCThreadSetSpecific: {"cthread_setspecific", ",,,key,value", runCThreadSetSpecific},
		OpCThreadGetSpecific: {"cthread_getspecific", ",,,key", runCThreadGetSpecific},
		OpMutexAlloc:         {"mutex_alloc", ",,,,,,name", runMutexAlloc},
		OpMutexFree:          {"mutex_free", "", onMutex(runMutexFree)},
		OpMutexLock:          {"mutex_lock", "", onMutex(runMutexLock)},
		OpMutexTryLock:       {"mutex_try_lock", "", onMutex(runMutexTryLock)},
		OpMutexUnlock:        {"mutex_unlock", "", onMutex(runMutexUnlock)},
		OpConditionAlloc:     {"condition_alloc", ",,,,,,name", runConditionAlloc},
		OpConditionFree:      {"condition_free", "", onCondition(runConditionFree)},
		OpConditionWait:      {"condition_wait", "", runConditionWait},
		OpConditionSignal:    {"condition_signal", "", onCondition(runConditionSignal)},
		OpConditionBroadcast: {"condition_broadcast", "", onCondition(runConditionBroadcast)},

		OpPrint:    {"print", ",,,,,,text", runPrint},
		OpReadLine: {"read_line", "", runReadLine},
		OpRandom:   {"random", ",,,n", runRandom},
		OpClock:    {"clock", "", runClock},
		OpLabel:    {"label", ",,,,,,name", runLabel},
		OpFail:     {"fail", ",,,,,,text", runFail},
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
