package kernel

import "machsim/ipc"

// Destroy gives up what a message holds (mach_msg_destroy): of one that was received, or
// handed back, the right in Remote, the rights in its items, and its out-of-line memory; of
// one that was to be sent, what it would have taken from the task. What becomes of a
// right is said by the disposition beside its name, so a receive right that came is destroyed
// though the task has a send right under the same name. A right that the message would have
// made is made and destroyed, so that notifications of its end are sent.
func (k Mach) Destroy(m *ipc.Message) {
	k.th.sends("Destroy", m)
	k.th.giveUp(m.Remote, m.RemoteType)
	for i := range m.Items {
		switch it := &m.Items[i]; {
		case it.Kind == ipc.KindPort:
			k.th.giveUp(ipc.Name(it.Num), it.Disp)
		case it.Kind == ipc.KindMemory && it.Dealloc && it.Num != 0:
			_ = k.VMDeallocate(k.Self(), it.Num, uint64(it.Size))
		}
	}
}

// giveUp gives up a right that a message carries by d.
func (th *Thread) giveUp(n ipc.Name, d ipc.Disposition) {
	if n == ipc.Null || n == ipc.Dead {
		return
	}
	switch d {
	case ipc.MoveReceive:
		_ = th.Mach().PortModRefs(th.Mach().Self(), n, ipc.RightReceive, -1)
	case ipc.MoveSend, ipc.MoveSendOnce:
		_ = th.Mach().PortDeallocate(th.Mach().Self(), n)
	case ipc.MakeSend, ipc.MakeSendOnce:
		if made, err := th.Mach().PortExtractRight(th.Mach().Self(), n, d); err == nil {
			_ = th.Mach().PortDeallocate(th.Mach().Self(), made)
		}
	}
}
