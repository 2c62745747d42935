package kernel_test

import (
	"bytes"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

const page = kernel.PageSize

func TestMemoryCalls(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		self := th.Self()
		a := kernel.Must(th.VMAllocate(self, 0, 2*page+1, true))
		th.Check(a%page == 0, "address %#x", a)
		_, err := th.VMAllocate(self, a+page, page, false)
		wants(th, err, ipc.KERN_NO_SPACE)
		_, err = th.VMAllocate(self, 0, page, false)
		wants(th, err, ipc.KERN_INVALID_ADDRESS)
		zero := kernel.Must(th.VMAllocate(self, 5, 0, true))
		th.Check(zero == 0, "size 0 gave %#x", zero)

		data := kernel.Must(th.VMRead(self, a+page-1, 3))
		th.Check(bytes.Equal(data, []byte{0, 0, 0}), "fresh memory is %v", data)
		th.Poke(a+page-1, []byte("abc"))
		data = kernel.Must(th.VMRead(self, a+page-1, 3))
		th.Check(string(data) == "abc", "%q", data)
		_, err = th.VMRead(self, a+3*page-1, 2)
		wants(th, err, ipc.KERN_INVALID_ADDRESS)

		wants(th, th.VMWrite(self, a+1, make([]byte, page)), ipc.KERN_INVALID_ARGUMENT)
		wants(th, th.VMWrite(self, a, make([]byte, 5)), ipc.KERN_INVALID_ARGUMENT)
		wants(th, th.VMWrite(self, a+2*page, make([]byte, 2*page)), ipc.KERN_INVALID_ADDRESS)
		th.Must(th.VMWrite(self, a+2*page, bytes.Repeat([]byte("x"), page)))

		th.Must(th.VMProtect(self, a, page, false, kernel.ProtRead))
		wants(th, th.VMWrite(self, a, make([]byte, page)), ipc.KERN_PROTECTION_FAILURE)
		th.Must(th.VMProtect(self, a, page, true, kernel.ProtRead))
		wants(th, th.VMProtect(self, a, 3*page, false, kernel.ProtRead|kernel.ProtWrite), ipc.KERN_PROTECTION_FAILURE)
		wants(th, th.VMProtect(self, a, page, false, 8), ipc.KERN_INVALID_ARGUMENT)
		wants(th, th.VMInherit(self, a, page, 3), ipc.KERN_INVALID_ARGUMENT)

		info := kernel.Must(th.VMRegion(self, 0))
		th.Check(info.Addr == a && info.Size == page && info.Prot == kernel.ProtRead && info.Max == kernel.ProtRead, "%+v", info)
		info = kernel.Must(th.VMRegion(self, a+page))
		th.Check(info.Size == 2*page && info.Prot == kernel.ProtRead|kernel.ProtWrite && info.Inherit == kernel.InheritCopy, "%+v", info)

		th.Must(th.VMCopy(self, a+page, 2*page, a+page))
		wants(th, th.VMCopy(self, a+page, page, a), ipc.KERN_PROTECTION_FAILURE)
		wants(th, th.VMCopy(self, a+page, 7, a), ipc.KERN_INVALID_ARGUMENT)

		th.Must(th.VMDeallocate(self, a, 100*page))
		th.Must(th.VMDeallocate(self, a, page)) // holes are ignored
		_, err = th.VMRegion(self, 0)
		wants(th, err, ipc.KERN_NO_SPACE)
	}))
}

func TestCopyWithinMemoryMayOverlap(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		self := th.Self()
		a := kernel.Must(th.VMAllocate(self, 0, 3*page, true))
		th.Poke(a, []byte("one"))
		th.Poke(a+page, []byte("two"))
		th.Must(th.VMCopy(self, a, 2*page, a+page))
		got := string(th.Peek(a+page, 3)) + string(th.Peek(a+2*page, 3))
		th.Check(got == "onetwo", "%q", got)
	}))
}

func TestInheritance(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		self := th.Self()
		a := kernel.Must(th.VMAllocate(self, 0x100000, 3*page, false))
		th.Must(th.VMInherit(self, a, page, kernel.InheritShare))
		th.Must(th.VMInherit(self, a+2*page, page, kernel.InheritNone))
		th.Poke(a, []byte("before"))
		th.Poke(a+page, []byte("before"))
		done := th.NewPort("done")
		th.Must(th.PortsRegister(self, done))
		child := kernel.Must(th.TaskCreate(self, "child", true))
		body := kernel.Must(th.ThreadCreate(child, func(c *kernel.Thread) {
			parent := kernel.Must(c.PortsLookup(c.Self()))[0]
			c.Must(c.Send(parent, ipc.NewMessage(1, c.Peek(a, 6), c.Peek(a+page, 6))))
			_, err := c.VMRead(c.Self(), a+2*page, 1)
			wants(c, err, ipc.KERN_INVALID_ADDRESS)
			c.Poke(a, []byte("child!"))
			c.Poke(a+page, []byte("child!"))
			c.Must(c.Send(parent, ipc.NewMessage(2)))
		}))
		th.Poke(a, []byte("after!"))
		th.Poke(a+page, []byte("after!"))
		th.Must(th.ThreadResume(body))
		m := kernel.Must(th.Receive(done))
		th.Check(string(m.Bytes(0)) == "after!" && string(m.Bytes(1)) == "before", "%v", m)
		kernel.Must(th.Receive(done))
		th.Check(string(th.Peek(a, 6)) == "child!", "a shared page does not show the child's write")
		th.Check(string(th.Peek(a+page, 6)) == "after!", "a copied page shows the child's write")
	}))
}

func TestOutOfLineMemoryIsASnapshot(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		self := th.Self()
		port := th.NewPort("p")
		a := kernel.Must(th.VMAllocate(self, 0, 2*page, true))
		th.Poke(a+10, []byte("hello"))
		th.Must(th.Send(port, ipc.NewMessage(1, ipc.OutOfLine(a+10, 5, false))))
		th.Poke(a+10, []byte("other"))
		m := kernel.Must(th.Receive(port))
		b := m.Items[0].Num
		th.Check(b != a && string(th.Peek(b, 5)) == "hello", "%v", m)

		th.Must(th.Send(port, ipc.NewMessage(2, ipc.OutOfLine(a, 2*page, true))))
		_, err := th.VMRead(self, a, 1)
		wants(th, err, ipc.KERN_INVALID_ADDRESS)
		m = kernel.Must(th.Receive(port))
		th.Check(string(th.Peek(m.Items[0].Num+10, 5)) == "other", "%v", m)

		wants(th, th.Send(port, ipc.NewMessage(3, ipc.OutOfLine(1<<30, 5, false))), ipc.MACH_SEND_INVALID_MEMORY)
		th.Must(th.Send(port, ipc.NewMessage(4, ipc.OutOfLine(1<<30, 0, false))))
		m = kernel.Must(th.Receive(port))
		th.Check(m.Items[0].Num == 0, "out-of-line memory of no bytes arrived at %#x", m.Items[0].Num)
	}))
}

// A handler gives the faulting address memory; the access is tried again.
func TestFaultIsRetriedAfterTheHandler(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		const where = 0x800000
		port := th.NewPort("handler")
		th.Must(th.TaskSetSpecialPort(th.Self(), kernel.SpecialException, port))
		child := kernel.Must(th.TaskCreate(th.Self(), "child", false))
		body := kernel.Must(th.ThreadCreate(child, func(c *kernel.Thread) {
			c.Poke(where+8, []byte("x"))
			c.Check(string(c.Peek(where+8, 1)) == "x", "the write is lost")
		}))
		th.Must(th.ThreadResume(body))
		m := kernel.Must(th.Receive(port))
		th.Check(m.Int(2) == kernel.ExcBadAccess && ipc.Code(m.Int(3)) == ipc.KERN_INVALID_ADDRESS && m.Int(4) == where+8, "%v", m)
		kernel.Must(th.VMAllocate(m.Port(1), where, page, false))
		th.Must(th.Reply(m, ipc.NewMessage(kernel.ExceptionReply, 0)))
	}))
}

func TestAllocateAnywhereIsAChoice(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(50) {
		m := runMain(t, kernel.Config{Seed: seed}, one(func(th *kernel.Thread) {
			th.Printf("%d", kernel.Must(th.VMAllocate(th.Self(), 0, page, true)))
		}))
		seen[m.World().Hash] = true
	}
	if len(seen) < 4 {
		t.Errorf("50 seeds chose %d addresses", len(seen))
	}
}
