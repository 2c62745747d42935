package breakpoint

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// classesOf are, by kind, the classes of the calls that a breakpoint of that kind stops at, where
// that says all.
var classesOf = [numKinds][]kernel.Class{
	Label:  {kernel.ClassLabel},
	Print:  {kernel.ClassPrint},
	Lock:   {kernel.ClassLock, kernel.ClassTryLock},
	Unlock: {kernel.ClassUnlock},
	Signal: {kernel.ClassSignal},
	Wait:   {kernel.ClassWait},
	Fork:   {kernel.ClassMakeThread},
}

// has says whether a breakpoint of the kind stops at a call.
func (k Kind) has(o kernel.Op) bool { return slices.Contains(classesOf[k], o.Class()) }

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
