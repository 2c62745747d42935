package test

import (
	"bytes"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

const page = kernel.PageSize

// pages allocates n pages somewhere, the first byte of each its number.
func pages(th *kernel.Thread, n int) uint64 {
	a := kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0, uint64(n)*page, true))
	for i := range n {
		th.Mach().Poke(a+uint64(i)*page, []byte{byte(i + 1)})
	}
	return a
}

func TestMemoryErrors(t *testing.T) {
	const (
		hole = 0x4000_0000
		top  = ^uint64(0)
	)
	conform(t, alone(func(th *kernel.Thread) {
		self := th.Mach().Self()
		allocate := func(addr, size uint64, anywhere bool) error {
			_, err := th.Mach().VMAllocate(self, addr, size, anywhere)
			return err
		}
		read := func(addr, size uint64) error { _, err := th.Mach().VMRead(self, addr, size); return err }
		a := kernel.Must(th.Mach().VMAllocate(self, hole-4*page, 4*page, false)) // the last page before a hole
		kernel.Must(th.Mach().VMProtect(self, a, page, false, kernel.ProtRead))
		kernel.Must(th.Mach().VMProtect(self, a+page, page, false, 0))
		for _, c := range []struct {
			what string
			got  error
			want ipc.Code
		}{
			{"allocate over something", allocate(a+3*page, 2*page, false), ipc.KERN_NO_SPACE},
			{"allocate outside", allocate(0, page, false), ipc.KERN_INVALID_ADDRESS},
			{"allocate far outside", allocate(top-page, page, false), ipc.KERN_INVALID_ADDRESS},
			{"allocate too much at an address", allocate(hole, 1<<62, false), ipc.KERN_INVALID_ADDRESS},
			{"allocate too much anywhere", allocate(0, 1<<62, true), ipc.KERN_NO_SPACE},
			{"allocate nothing", allocate(a, 0, false), ipc.KERN_SUCCESS},
			{"deallocate a hole", th.Mach().VMDeallocate(self, hole, page), ipc.KERN_SUCCESS},
			{"deallocate nothing", th.Mach().VMDeallocate(self, a, 0), ipc.KERN_SUCCESS},
			{"read nothing", read(hole, 0), ipc.KERN_SUCCESS},
			{"read unaligned", read(a+7, 5), ipc.KERN_SUCCESS},
			{"read a hole", read(hole, 1), ipc.KERN_INVALID_ADDRESS},
			{"read into a hole", read(hole-1, 2), ipc.KERN_INVALID_ADDRESS},
			{"read around the end", read(top-1, 4), ipc.KERN_INVALID_ADDRESS},
			{"read what is not readable", read(a, 2*page), ipc.KERN_PROTECTION_FAILURE},
			{"read what is not readable, then a hole", read(a, 5*page), ipc.KERN_PROTECTION_FAILURE},
			{"write unaligned", th.Mach().VMWrite(self, a+2*page+4, make([]byte, page)), ipc.KERN_INVALID_ARGUMENT},
			{"write less than a page", th.Mach().VMWrite(self, a+2*page, make([]byte, 4)), ipc.KERN_INVALID_ARGUMENT},
			{"write unaligned into a hole", th.Mach().VMWrite(self, hole+4, make([]byte, page)), ipc.KERN_INVALID_ARGUMENT},
			{"write a hole", th.Mach().VMWrite(self, hole, make([]byte, page)), ipc.KERN_INVALID_ADDRESS},
			{"write what is not writable", th.Mach().VMWrite(self, a, make([]byte, page)), ipc.KERN_PROTECTION_FAILURE},
			{"copy unaligned", th.Mach().VMCopy(self, a+2*page, page, a+3*page+1), ipc.KERN_INVALID_ARGUMENT},
			{"copy less than a page", th.Mach().VMCopy(self, a+2*page, 1, a+3*page), ipc.KERN_INVALID_ARGUMENT},
			{"copy from a hole", th.Mach().VMCopy(self, hole, page, a+3*page), ipc.KERN_INVALID_ADDRESS},
			{"copy to a hole", th.Mach().VMCopy(self, a+2*page, page, hole), ipc.KERN_INVALID_ADDRESS},
			{"copy from what is not readable", th.Mach().VMCopy(self, a+page, page, a+3*page), ipc.KERN_PROTECTION_FAILURE},
			{"copy to what is not writable", th.Mach().VMCopy(self, a+2*page, page, a), ipc.KERN_PROTECTION_FAILURE},
			{"protect a hole", th.Mach().VMProtect(self, hole, page, false, kernel.ProtRead), ipc.KERN_SUCCESS},
			{"protect with other bits", th.Mach().VMProtect(self, a, page, false, 8), ipc.KERN_INVALID_ARGUMENT},
			{"inherit of a hole", th.Mach().VMInherit(self, hole, page, kernel.InheritNone), ipc.KERN_SUCCESS},
			{"inherit with another value", th.Mach().VMInherit(self, a, page, 3), ipc.KERN_INVALID_ARGUMENT},
			{"inherit with another value", th.Mach().VMInherit(self, a, page, -1), ipc.KERN_INVALID_ARGUMENT},
		} {
			wants(th, c.what, c.got, c.want)
		}
		_, err := th.Mach().VMRegion(self, hole)
		wants(th, "region after the last", err, ipc.KERN_NO_SPACE)
	}))
}

func TestRegions(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self := th.Mach().Self()
		a := kernel.Must(th.Mach().VMAllocate(self, 0x20_0123, 3*page, false))
		th.Check(a == 0x20_0000, "the address is rounded to its page, not %#x", a)
		r := kernel.Must(th.Mach().VMRegion(self, 0))
		th.Check(r.Addr == a && r.Size == 3*page && r.Prot == kernel.ProtRead|kernel.ProtWrite &&
			r.Max == kernel.ProtAll && r.Inherit == kernel.InheritCopy && !r.Shared, "%+v", r)
		th.Check(kernel.Must(th.Mach().TaskInfo(self)).VirtualSize == 3*page, "virtual size")

		kernel.Must(th.Mach().VMProtect(self, a+page+5, 1, true, kernel.ProtRead)) // the page around it
		r = kernel.Must(th.Mach().VMRegion(self, a+page))
		th.Check(r.Addr == a+page && r.Size == page && r.Prot == kernel.ProtRead && r.Max == kernel.ProtRead, "%+v", r)
		wants(th, "beyond the maximum", th.Mach().VMProtect(self, a, 3*page, false, kernel.ProtRead|kernel.ProtWrite),
			ipc.KERN_PROTECTION_FAILURE)
		wants(th, "raising the maximum", th.Mach().VMProtect(self, a+page, page, true, kernel.ProtAll),
			ipc.KERN_PROTECTION_FAILURE)
		kernel.Must(th.Mach().VMProtect(self, a, page, false, kernel.ProtRead))
		wants(th, "nothing of it was changed", th.Mach().VMProtect(self, a, 2*page, false, kernel.ProtExecute),
			ipc.KERN_PROTECTION_FAILURE)
		r = kernel.Must(th.Mach().VMRegion(self, a))
		th.Check(r.Prot == kernel.ProtRead, "%+v", r)
		kernel.Must(th.Mach().VMDeallocate(self, a+page+5, 1))
		r = kernel.Must(th.Mach().VMRegion(self, a+page))
		th.Check(r.Addr == a+2*page, "the first region at or above a hole: %+v", r)
	}))
}

// The memory calls reach into any task whose port one holds.
func TestMemoryOfAnotherTask(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		var seen []byte
		task, thread := child(th, func(c *kernel.Thread) {
			seen = c.Mach().Peek(0x30_0000, 3)
			c.Mach().Poke(0x30_0000, []byte("DEF"))
			_, _ = c.Mach().Receive(c.NewPort(""))
		})
		kernel.Must(th.Mach().VMAllocate(task, 0x30_0000, page, false))
		kernel.Must(th.Mach().VMWrite(task, 0x30_0000, append([]byte("abc"), make([]byte, page-3)...)))
		kernel.Must(th.Mach().ThreadResume(thread))
		settle(th)
		th.Check(string(seen) == "abc", "%q", seen)
		th.Check(string(kernel.Must(th.Mach().VMRead(task, 0x30_0000, 3))) == "DEF", "its write is not seen")
		_, err := th.Mach().VMRead(th.Mach().Self(), 0x30_0000, 1)
		wants(th, "the same address here", err, ipc.KERN_INVALID_ADDRESS)
		kernel.Must(th.Mach().TaskTerminate(task))
	}))
}

// Each page goes to a child as its inheritance says, and on to the grandchild.
func TestInheritedMemory(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self := th.Mach().Self()
		a := pages(th, 3)
		kernel.Must(th.Mach().VMInherit(self, a, page, kernel.InheritShare))
		kernel.Must(th.Mach().VMInherit(self, a+2*page, page, kernel.InheritNone))
		son := kernel.Must(th.Mach().TaskCreate(self, "son", true))
		grandson := kernel.Must(th.Mach().TaskCreate(son, "grandson", true))
		empty := kernel.Must(th.Mach().TaskCreate(self, "empty", false))
		th.Check(kernel.Must(th.Mach().TaskInfo(empty)).VirtualSize == 0, "memory without inheritance")
		th.Check(kernel.Must(th.Mach().VMRegion(self, a)).Shared && !kernel.Must(th.Mach().VMRegion(self, a+page)).Shared,
			"what is shared")
		for i := range 2 {
			kernel.Must(th.Mach().VMWrite(grandson, a+uint64(i)*page, bytes.Repeat([]byte{9}, page)))
		}
		for _, c := range []struct {
			what string
			task ipc.Name
			want [2]byte
		}{{"parent", self, [2]byte{9, 2}}, {"son", son, [2]byte{9, 2}}, {"grandson", grandson, [2]byte{9, 9}}} {
			for i, want := range c.want {
				got := kernel.Must(th.Mach().VMRead(c.task, a+uint64(i)*page, 1))
				th.Check(got[0] == want, "%s, page %d: %d", c.what, i, got[0])
			}
		}
		_, err := th.Mach().VMRead(son, a+2*page, 1)
		wants(th, "a page of no inheritance", err, ipc.KERN_INVALID_ADDRESS)
	}))
}

// Memory in a message is what it was when the message was sent.
func TestOutOfLineMemory(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self, p := th.Mach().Self(), th.NewPort("p")
		a := pages(th, 2)
		kernel.Must(th.Mach().Send(p, ipc.NewMessage(1, ipc.OutOfLine(a+page-2, 4, false))))
		th.Mach().Poke(a+page-2, []byte("late"))
		b := poll(th, "memory", p, 1)
		item := b.Items[0]
		th.Check(item.Num != a && item.Dealloc && item.Size == 4 && bytes.Equal(b.Bytes(0), []byte{0, 0, 2, 0}), "%+v", item)
		th.Mach().Poke(item.Num, []byte("mine"))
		th.Check(string(th.Mach().Peek(a+page-2, 4)) == "late", "the receiver's write is seen by the sender")

		// It goes with the message, and not with one that is refused.
		m := ipc.NewMessage(2, ipc.OutOfLine(a, page, true), ipc.CopyingSend(0x7700)).To(p, ipc.MakeSend)
		wants(th, "refused", th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0), ipc.MACH_SEND_INVALID_RIGHT)
		a = pages(th, 2)
		kernel.Must(th.Mach().Send(p, ipc.NewMessage(3, ipc.OutOfLine(a, page, true))))
		_, err := th.Mach().VMRead(self, a, 1)
		wants(th, "what was sent away", err, ipc.KERN_INVALID_ADDRESS)
		th.Check(th.Mach().Peek(a+page, 1)[0] == 2, "the rest")
		th.Check(poll(th, "memory", p, 3).Bytes(0)[0] == 1, "its contents")

		// Not readable: the message with all its rights is destroyed.
		item2 := th.NewPort("item")
		kernel.Must(th.Mach().VMProtect(self, a+page, page, false, 0))
		m = ipc.NewMessage(4, ipc.MakingSendOnce(item2), ipc.OutOfLine(a+page, 1, false)).To(p, ipc.MakeSend)
		wants(th, "not readable", th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0), ipc.MACH_SEND_INVALID_MEMORY)
		poll(th, "its right", item2, ipc.MACH_NOTIFY_SEND_ONCE)
		m = ipc.NewMessage(5, ipc.Item{Kind: ipc.KindInt, Dealloc: true}).To(p, ipc.MakeSend)
		wants(th, "dealloc of in-line data", th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0), ipc.MACH_SEND_INVALID_TYPE)
		kernel.Must(th.Mach().Send(p, ipc.NewMessage(6, ipc.OutOfLine(0x7700, 0, true))))
		th.Check(poll(th, "nothing", p, 6).Items[0].Num == 0, "nothing has an address")

		// A message handed back brings its memory along.
		fill(th, p, 5)
		a = pages(th, 1)
		m = ipc.NewMessage(7, ipc.OutOfLine(a, 3, true)).To(p, ipc.MakeSend)
		wants(th, "full", th.Mach().MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_SEND_TIMEOUT, 0, 0, 0, 0), ipc.MACH_SEND_TIMED_OUT)
		th.Check(th.Mach().Peek(m.Items[0].Num, 1)[0] == 1, "its memory")
	}))
}

// A bad access tells why, and the first address that could not be used; it is tried
// again when the handler has dealt with it.
func TestBadAccess(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		port := th.NewPort("handler")
		const where = 0x40_0000
		var seen []byte
		task, thread := child(th, func(c *kernel.Thread) {
			seen = c.Mach().Peek(where+page-2, 4)
			c.Mach().Poke(where, []byte("x"))
			_, _ = c.Mach().Receive(c.NewPort(""))
		})
		kernel.Must(th.Mach().TaskSetSpecialPort(task, kernel.SpecialException, port))
		kernel.Must(th.Mach().VMAllocate(task, where, page, false))
		kernel.Must(th.Mach().VMProtect(task, where, page, false, kernel.ProtRead))
		kernel.Must(th.Mach().ThreadResume(thread))
		for _, c := range []struct {
			code ipc.Code
			at   int64
			help func()
		}{
			{ipc.KERN_INVALID_ADDRESS, where + page, func() {
				kernel.Must(th.Mach().VMAllocate(task, where+page, page, false))
			}},
			{ipc.KERN_PROTECTION_FAILURE, where, func() {
				kernel.Must(th.Mach().VMProtect(task, where, page, false, kernel.ProtRead|kernel.ProtWrite))
			}},
		} {
			m := kernel.Must(th.Mach().Receive(port))
			th.Check(m.Int(2) == kernel.ExcBadAccess && ipc.Code(m.Int(3)) == c.code && m.Int(4) == c.at, "%v", m)
			c.help()
			kernel.Must(th.Mach().Reply(m, ipc.NewMessage(kernel.ExceptionReply, 0)))
		}
		settle(th)
		th.Check(bytes.Equal(seen, make([]byte, 4)), "%v", seen)
		th.Check(string(kernel.Must(th.Mach().VMRead(task, where, 1))) == "x", "the write was not repeated")
		kernel.Must(th.Mach().TaskTerminate(task))
	}))
}
