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
		self := th.Mach().Self()
		a := kernel.Must(th.Mach().VMAllocate(self, 0, 2*page+1, true))
		th.Check(a%page == 0, "address %#x", a)
		_, err := th.Mach().VMAllocate(self, a+page, page, false)
		wants(th, err, ipc.KERN_NO_SPACE)
		_, err = th.Mach().VMAllocate(self, 0, page, false)
		wants(th, err, ipc.KERN_INVALID_ADDRESS)
		zero := kernel.Must(th.Mach().VMAllocate(self, 5, 0, true))
		th.Check(zero == 0, "size 0 gave %#x", zero)

		data := kernel.Must(th.Mach().VMRead(self, a+page-1, 3))
		th.Check(bytes.Equal(data, []byte{0, 0, 0}), "fresh memory is %v", data)
		th.Mach().Poke(a+page-1, []byte("abc"))
		data = kernel.Must(th.Mach().VMRead(self, a+page-1, 3))
		th.Check(string(data) == "abc", "%q", data)
		_, err = th.Mach().VMRead(self, a+3*page-1, 2)
		wants(th, err, ipc.KERN_INVALID_ADDRESS)

		wants(th, th.Mach().VMWrite(self, a+1, make([]byte, page)), ipc.KERN_INVALID_ARGUMENT)
		wants(th, th.Mach().VMWrite(self, a, make([]byte, 5)), ipc.KERN_INVALID_ARGUMENT)
		wants(th, th.Mach().VMWrite(self, a+2*page, make([]byte, 2*page)), ipc.KERN_INVALID_ADDRESS)
		kernel.Must(th.Mach().VMWrite(self, a+2*page, bytes.Repeat([]byte("x"), page)))

		kernel.Must(th.Mach().VMProtect(self, a, page, false, kernel.ProtRead))
		wants(th, th.Mach().VMWrite(self, a, make([]byte, page)), ipc.KERN_PROTECTION_FAILURE)
		kernel.Must(th.Mach().VMProtect(self, a, page, true, kernel.ProtRead))
		wants(th, th.Mach().VMProtect(self, a, 3*page, false, kernel.ProtRead|kernel.ProtWrite), ipc.KERN_PROTECTION_FAILURE)
		wants(th, th.Mach().VMProtect(self, a, page, false, 8), ipc.KERN_INVALID_ARGUMENT)
		wants(th, th.Mach().VMInherit(self, a, page, 3), ipc.KERN_INVALID_ARGUMENT)

		info := kernel.Must(th.Mach().VMRegion(self, 0))
		th.Check(info.Addr == a && info.Size == page && info.Prot == kernel.ProtRead && info.Max == kernel.ProtRead, "%+v",
			info)
		info = kernel.Must(th.Mach().VMRegion(self, a+page))
		th.Check(info.Size == 2*page && info.Prot == kernel.ProtRead|kernel.ProtWrite &&
			info.Inherit == kernel.InheritCopy, "%+v", info)

		kernel.Must(th.Mach().VMCopy(self, a+page, 2*page, a+page))
		wants(th, th.Mach().VMCopy(self, a+page, page, a), ipc.KERN_PROTECTION_FAILURE)
		wants(th, th.Mach().VMCopy(self, a+page, 7, a), ipc.KERN_INVALID_ARGUMENT)

		kernel.Must(th.Mach().VMDeallocate(self, a, 100*page))
		kernel.Must(th.Mach().VMDeallocate(self, a, page)) // holes are ignored
		_, err = th.Mach().VMRegion(self, 0)
		wants(th, err, ipc.KERN_NO_SPACE)
	}))
}

func TestCopyWithinMemoryMayOverlap(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		self := th.Mach().Self()
		a := kernel.Must(th.Mach().VMAllocate(self, 0, 3*page, true))
		th.Mach().Poke(a, []byte("one"))
		th.Mach().Poke(a+page, []byte("two"))
		kernel.Must(th.Mach().VMCopy(self, a, 2*page, a+page))
		got := string(th.Mach().Peek(a+page, 3)) + string(th.Mach().Peek(a+2*page, 3))
		th.Check(got == "onetwo", "%q", got)
	}))
}

func TestInheritance(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		self := th.Mach().Self()
		a := kernel.Must(th.Mach().VMAllocate(self, 0x100000, 3*page, false))
		kernel.Must(th.Mach().VMInherit(self, a, page, kernel.InheritShare))
		kernel.Must(th.Mach().VMInherit(self, a+2*page, page, kernel.InheritNone))
		th.Mach().Poke(a, []byte("before"))
		th.Mach().Poke(a+page, []byte("before"))
		done := th.NewPort("done")
		kernel.Must(th.Mach().PortsRegister(self, done))
		child := kernel.Must(th.Mach().TaskCreate(self, "child", true))
		body := kernel.Must(th.Mach().ThreadCreate(child, func(c *kernel.Thread) {
			parent := kernel.Must(c.Mach().PortsLookup(c.Mach().Self()))[0]
			kernel.Must(c.Mach().Send(parent, ipc.NewMessage(1, c.Mach().Peek(a, 6), c.Mach().Peek(a+page, 6))))
			_, err := c.Mach().VMRead(c.Mach().Self(), a+2*page, 1)
			wants(c, err, ipc.KERN_INVALID_ADDRESS)
			c.Mach().Poke(a, []byte("child!"))
			c.Mach().Poke(a+page, []byte("child!"))
			kernel.Must(c.Mach().Send(parent, ipc.NewMessage(2)))
		}))
		th.Mach().Poke(a, []byte("after!"))
		th.Mach().Poke(a+page, []byte("after!"))
		kernel.Must(th.Mach().ThreadResume(body))
		m := kernel.Must(th.Mach().Receive(done))
		th.Check(string(m.Bytes(0)) == "after!" && string(m.Bytes(1)) == "before", "%v", m)
		kernel.Must(th.Mach().Receive(done))
		th.Check(string(th.Mach().Peek(a, 6)) == "child!", "a shared page does not show the child's write")
		th.Check(string(th.Mach().Peek(a+page, 6)) == "after!", "a copied page shows the child's write")
	}))
}

func TestOutOfLineMemoryIsASnapshot(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		self := th.Mach().Self()
		port := th.NewPort("p")
		a := kernel.Must(th.Mach().VMAllocate(self, 0, 2*page, true))
		th.Mach().Poke(a+10, []byte("hello"))
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(1, ipc.OutOfLine(a+10, 5, false))))
		th.Mach().Poke(a+10, []byte("other"))
		m := kernel.Must(th.Mach().Receive(port))
		b := m.Items[0].Num
		th.Check(b != a && string(th.Mach().Peek(b, 5)) == "hello", "%v", m)

		kernel.Must(th.Mach().Send(port, ipc.NewMessage(2, ipc.OutOfLine(a, 2*page, true))))
		_, err := th.Mach().VMRead(self, a, 1)
		wants(th, err, ipc.KERN_INVALID_ADDRESS)
		m = kernel.Must(th.Mach().Receive(port))
		th.Check(string(th.Mach().Peek(m.Items[0].Num+10, 5)) == "other", "%v", m)

		wants(th, th.Mach().Send(port, ipc.NewMessage(3, ipc.OutOfLine(1<<30, 5, false))), ipc.MACH_SEND_INVALID_MEMORY)
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(4, ipc.OutOfLine(1<<30, 0, false))))
		m = kernel.Must(th.Mach().Receive(port))
		th.Check(m.Items[0].Num == 0, "out-of-line memory of no bytes arrived at %#x", m.Items[0].Num)
	}))
}

// A handler gives the faulting address memory; the access is tried again.
func TestFaultIsRetriedAfterTheHandler(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		const where = 0x800000
		port := th.NewPort("handler")
		kernel.Must(th.Mach().TaskSetSpecialPort(th.Mach().Self(), kernel.SpecialException, port))
		child := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "child", false))
		body := kernel.Must(th.Mach().ThreadCreate(child, func(c *kernel.Thread) {
			c.Mach().Poke(where+8, []byte("x"))
			c.Check(string(c.Mach().Peek(where+8, 1)) == "x", "the write is lost")
		}))
		kernel.Must(th.Mach().ThreadResume(body))
		m := kernel.Must(th.Mach().Receive(port))
		th.Check(m.Int(2) == kernel.ExcBadAccess && ipc.Code(m.Int(3)) == ipc.KERN_INVALID_ADDRESS && m.Int(4) == where+8,
			"%v", m)
		kernel.Must(th.Mach().VMAllocate(m.Port(1), where, page, false))
		kernel.Must(th.Mach().Reply(m, ipc.NewMessage(kernel.ExceptionReply, 0)))
	}))
}

func TestAllocateAnywhereIsAChoice(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(50) {
		m := runMain(t, kernel.Config{Seed: seed}, one(func(th *kernel.Thread) {
			th.Printf("%d", kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0, page, true)))
		}))
		seen[m.World().Hash] = true
	}
	if len(seen) < 4 {
		t.Errorf("50 seeds chose %d addresses", len(seen))
	}
}
