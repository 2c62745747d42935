package breakpoint

import (
	"slices"

	"machsim/debugger/lang"
	"machsim/ipc"
	"machsim/kernel"
)

// classesOf lists the classes of the calls at which a breakpoint of each kind stops. A kind without
// an entry needs more than the class of a call.
var classesOf = [len(lang.Kinds)][]kernel.Class{
	lang.Label:  {kernel.ClassLabel},
	lang.Print:  {kernel.ClassPrint},
	lang.Lock:   {kernel.ClassLock, kernel.ClassTryLock},
	lang.Unlock: {kernel.ClassUnlock},
	lang.Signal: {kernel.ClassSignal},
	lang.Wait:   {kernel.ClassWait},
	lang.Fork:   {kernel.ClassMakeThread},
}

// has says whether a breakpoint of kind k stops at calls of op o.
func has(k lang.Kind, o kernel.Op) bool { return slices.Contains(classesOf[k], o.Class()) }

// carriesReceive says whether an event may have destroyed a receive right: its message carries one,
// or the call failed.
func carriesReceive(e *kernel.Event) bool {
	moves := func(items []ipc.Item) bool { return slices.ContainsFunc(items, ipc.Item.MovesReceive) }
	return e.Call.Opt != 0 && (e.Done && e.Result.Code != 0 || e.Msg != nil && moves(e.Msg.Items) ||
		e.Done && e.Result.Msg != nil && moves(e.Result.Msg.Items))
}
