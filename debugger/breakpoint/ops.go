package breakpoint

import (
	"machsim/ipc"
	"machsim/kernel"
)

// op is the number of a kernel call.
func op(name string) kernel.Op {
	o, ok := kernel.OpNamed(name)
	if !ok {
		panic("breakpoint: no kernel call is named " + name)
	}
	return o
}

// ops is a set of kernel calls.
func ops(names ...string) map[kernel.Op]bool {
	all := map[kernel.Op]bool{}
	for _, n := range names {
		all[op(n)] = true
	}
	return all
}

var (
	opReturn     = op("return")
	opMsgReceive = op("msg_receive")
	opTaskCreate = op("task_create")
	opSpawn      = op("spawn")
	opLabel      = op("label")
)

// makesPort are the calls that make a port. Sets are made by some of them too.
var makesPort = ops("mach_port_allocate", "mach_port_allocate_name", "mach_reply_port", "port_allocate")

// by kind, the calls that a breakpoint of that kind stops at, where that says all.
var callsOf = [numKinds]map[kernel.Op]bool{
	Label:  ops("label"),
	Print:  ops("print"),
	Lock:   ops("mutex_lock", "mutex_try_lock"),
	Unlock: ops("mutex_unlock"),
	Signal: ops("condition_signal", "condition_broadcast"),
	Wait:   ops("condition_wait"),
	Fork:   ops("cthread_fork", "thread_create"),
}

// harmless are calls with which no port or task ends, message calls if the message that
// they move carries no receive right.
var harmless = ops("mach_msg", "msg_send", "msg_receive", "msg_rpc",
	"start", "mutex_alloc", "mutex_lock", "mutex_try_lock", "mutex_unlock", "mutex_free",
	"condition_alloc", "condition_wait", "condition_signal", "condition_broadcast", "condition_free",
	"cthread_join", "cthread_detach", "cthread_count", "cthread_set_name", "cthread_set_data",
	"cthread_data", "cthread_keycreate", "cthread_setspecific", "cthread_getspecific",
	"cthread_fork", "print", "label", "random", "clock", "read_line", "thread_switch",
	"mach_task_self", "mach_thread_self", "mach_reply_port")

// carriesReceive says whether a receive right may have been lost with the message of an
// event: it carries one, or went wrong.
func carriesReceive(e *kernel.Event) bool {
	if e.Call.Opt == 0 {
		return false
	}
	if e.Done && e.Result.Code != 0 {
		return true
	}
	return e.Msg != nil && anyReceive(e.Msg.Items) || e.Done && e.Result.Msg != nil && anyReceive(e.Result.Msg.Items)
}

func anyReceive(items []ipc.Item) bool {
	for i := range items {
		if items[i].Kind == ipc.KindPort && items[i].Disp == ipc.MoveReceive {
			return true
		}
	}
	return false
}
