package kernel

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"machsim/ipc"
	"machsim/ipc/table"
)

// PageSize is the size of a page of simulated memory, in bytes.
const PageSize = 4096

// Protections (vm_prot.h) and inheritances (vm_inherit.h).
const (
	ProtRead    = 1
	ProtWrite   = 2
	ProtExecute = 4
	ProtAll     = 7

	InheritShare = 0
	InheritCopy  = 1
	InheritNone  = 2

	lowestAddress  = 0x10000
	highestAddress = 1 << 40
	addressSlack   = 8 // pages, for the choice of an address "anywhere"
)

// Region is a range of a task's memory with the same attributes throughout.
type Region struct {
	Addr, Size uint64 // whole pages
	Prot, Max  uint8
	Inherit    uint8
	Object     MemoryID
	Offset     uint64 // where in the object it begins
}

func (r *Region) end() uint64 { return r.Addr + r.Size }

// MemoryState is memory that regions map. Its pages are immutable: a write replaces a page
// by a new one, so that copies share equal pages.
type MemoryState struct {
	Refs  int32    // regions that map it
	Pages []string // "" is a page of zeros
}

// Detach gives m a slice of its own.
func (m *MemoryState) Detach() { m.Pages = slices.Clone(m.Pages) }

func truncPage(a uint64) uint64 { return a &^ (PageSize - 1) }
func roundPage(a uint64) uint64 { return truncPage(a + PageSize - 1) }

var zeroPage = strings.Repeat("\x00", PageSize)

// regionAt returns the index of the first region that ends after addr.
func regionAt(m []Region, addr uint64) int {
	i, _ := slices.BinarySearchFunc(m, addr, func(r Region, a uint64) int {
		if r.end() > a {
			return 1
		}
		return -1
	})
	return i
}

// clip splits the regions of a map so that none crosses addr.
func (c *core) clip(t *TaskState, addr uint64) {
	i := regionAt(t.Map, addr)
	if i == len(t.Map) || t.Map[i].Addr >= addr {
		return
	}
	low := t.Map[i]
	high := low
	low.Size = addr - low.Addr
	high.Addr, high.Size, high.Offset = addr, high.Size-low.Size, high.Offset+low.Size
	t.Map[i] = low
	t.Map = slices.Insert(t.Map, i+1, high)
	c.Memory.Mut(uint32(high.Object)).Refs++
}

// within clips a map to a range, and returns the indices of the regions inside.
func (c *core) within(t *TaskState, from, to uint64) (int, int) {
	c.clip(t, from)
	c.clip(t, to)
	return regionAt(t.Map, from), regionAt(t.Map, to)
}

// covered returns KERN_SUCCESS if every byte of a range is allocated with a protection. Else
// the first byte that is not decides: KERN_INVALID_ADDRESS if it is not allocated,
// KERN_PROTECTION_FAILURE if it is.
func covered(m []Region, addr, size uint64, prot uint8) ipc.Code {
	_, code := fault(m, addr, size, prot)
	return code
}

// fault is covered, and also returns the address of that byte.
func fault(m []Region, addr, size uint64, prot uint8) (uint64, ipc.Code) {
	end := addr + size
	if end < addr {
		return addr, ipc.KERN_INVALID_ADDRESS
	}
	for i := regionAt(m, addr); addr < end; i++ {
		if i == len(m) || m[i].Addr > addr {
			return addr, ipc.KERN_INVALID_ADDRESS
		}
		if m[i].Prot&prot != prot {
			return addr, ipc.KERN_PROTECTION_FAILURE
		}
		addr = m[i].end()
	}
	return 0, 0
}

// piece is a part of a page of memory.
type piece struct {
	object   uint32
	page     uint64
	from, to uint64 // bytes of the page
}

// pieces visits what a map shows from addr on, page by page: size bytes, or as many as are allocated there.
func pieces(m []Region, addr, size uint64) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		for i := regionAt(m, addr); i < len(m) && m[i].Addr <= addr && size > 0; {
			at := m[i].Offset + addr - m[i].Addr
			in := at % PageSize
			n := min(PageSize-in, size)
			if !yield(piece{uint32(m[i].Object), at / PageSize, in, in + n}) {
				return
			}
			addr, size = addr+n, size-n
			if addr == m[i].end() {
				i++
			}
		}
	}
}

func (s *State) bytes(p piece) string {
	return cmp.Or(s.Memory.At(p.object).Pages[p.page], zeroPage)[p.from:p.to]
}

// load returns the contents of a range that is covered.
func (c *core) load(m []Region, addr, size uint64) string {
	var b strings.Builder
	b.Grow(int(size))
	for p := range pieces(m, addr, size) {
		c.access(LocMemory, ipc.Read, p.object, 0)
		b.WriteString(c.bytes(p))
	}
	return b.String()
}

// Contents returns the bytes of a task's memory from an address on, as many as are wanted and allocated there; none if
// the address is not allocated. It asks for no protection, because a debugger reads.
func (s *State) Contents(task TaskID, addr, most uint64) []byte {
	var all []byte
	for p := range pieces(s.Tasks.At(uint32(task)).Map, addr, most) {
		all = append(all, s.bytes(p)...)
	}
	return all
}

// store writes to a range that is covered.
func (c *core) store(m []Region, addr uint64, data string) {
	for p := range pieces(m, addr, uint64(len(data))) {
		c.access(LocMemory, ipc.Write, p.object, 0)
		page := &c.Memory.Mut(p.object).Pages[p.page]
		old, n := cmp.Or(*page, zeroPage), p.to-p.from
		*page = old[:p.from] + data[:n] + old[p.to:]
		data = data[n:]
	}
}

// newRegion adds zero-filled memory to a map at addr, where nothing is allocated.
func (c *core) newRegion(t *TaskState, addr, size uint64) {
	id := table.New(&c.Memory)
	c.access(LocMemory, ipc.New, id, 0)
	*c.Memory.Mut(id) = MemoryState{Refs: 1, Pages: make([]string, size/PageSize)}
	t.Map = slices.Insert(t.Map, regionAt(t.Map, addr), Region{
		Addr: addr, Size: size, Prot: ProtRead | ProtWrite, Max: ProtAll, Inherit: InheritCopy, Object: MemoryID(id),
	})
}

// findSpace returns an address with room for size bytes, 0 if there is none. It takes the first
// hole, as Mach does, and asks the Door for the page in it: programs must not rely on addresses.
func (c *core) findSpace(t *TaskState, size uint64, id ThreadID) uint64 {
	addr := uint64(lowestAddress)
	for i := 0; ; i++ {
		limit := uint64(highestAddress)
		if i < len(t.Map) {
			limit = t.Map[i].Addr
		}
		if size <= highestAddress && addr+size <= limit {
			slack := min((limit-addr-size)/PageSize+1, addressSlack)
			return addr + PageSize*uint64(c.choose(PointAddress, int(slack), id))
		}
		if i == len(t.Map) {
			return 0
		}
		addr = t.Map[i].end()
	}
}

func (c *core) dropRegion(r *Region) {
	c.access(LocMemory, ipc.Write, uint32(r.Object), 0)
	m := c.Memory.Mut(uint32(r.Object))
	if m.Refs--; m.Refs == 0 {
		*m = MemoryState{}
		c.Memory.Free(uint32(r.Object))
	}
}

func (c *core) freeRange(t *TaskState, from, to uint64) {
	i, j := c.within(t, from, to)
	for k := i; k < j; k++ {
		c.dropRegion(&t.Map[k])
	}
	t.Map = slices.Delete(t.Map, i, j)
}

func (c *core) freeMap(t *TaskState) {
	for i := range t.Map {
		c.dropRegion(&t.Map[i])
	}
	t.Map = nil
}

// inheritMap gives a new task the memory of its parent: shared, copied, or none.
func (c *core) inheritMap(to, from *TaskState) {
	for _, r := range from.Map {
		c.access(LocMemory, ipc.Write, uint32(r.Object), 0)
		switch r.Inherit {
		case InheritShare:
			c.Memory.Mut(uint32(r.Object)).Refs++
		case InheritCopy:
			pages := c.Memory.At(uint32(r.Object)).Pages[r.Offset/PageSize : (r.Offset+r.Size)/PageSize]
			id := table.New(&c.Memory)
			c.access(LocMemory, ipc.New, id, 0)
			*c.Memory.Mut(id) = MemoryState{Refs: 1, Pages: slices.Clone(pages)}
			r.Object, r.Offset = MemoryID(id), 0
		default:
			continue
		}
		to.Map = append(to.Map, r)
	}
}

// readMemory copies the contents of a draft's out-of-line items from the sender's memory: later
// writes of the sender do not change a message. If it cannot read the memory of an item, it marks
// the item as bad.
func (c *core) readMemory(t *ThreadState, m *ipc.Msg) {
	c.access(LocTask, ipc.Read, uint32(t.Task), taskMemory)
	for i := range m.Items {
		it := &m.Items[i]
		if it.Kind != ipc.KindMemory || it.Size == 0 {
			continue
		}
		task := c.Tasks.At(uint32(t.Task))
		if covered(task.Map, it.Num, uint64(it.Size), ProtRead) != 0 {
			it.Bad = true
			continue
		}
		it.Str = c.load(task.Map, it.Num, uint64(it.Size))
	}
}

// dropSent deallocates the memory of the items with Dealloc, after their message was sent.
func (c *core) dropSent(t *ThreadState, m *ipc.Msg) {
	for i := range m.Items {
		if it := &m.Items[i]; it.Kind == ipc.KindMemory && it.Dealloc && it.Size > 0 {
			c.access(LocTask, ipc.Write, uint32(t.Task), taskMemory)
			task := c.Tasks.Mut(uint32(t.Task))
			c.freeRange(task, truncPage(it.Num), roundPage(it.Num+uint64(it.Size)))
		}
	}
}

// mapMemory gives the out-of-line items of a received message fresh memory.
func (c *core) mapMemory(t *ThreadState, m *ipc.Message) {
	for i := range m.Items {
		it := &m.Items[i]
		if it.Kind != ipc.KindMemory {
			continue
		}
		it.Num, it.Size = 0, uint32(len(it.Str))
		it.Dealloc = true
		if it.Str == "" {
			continue
		}
		c.access(LocTask, ipc.Write, uint32(t.Task), taskMemory)
		task := c.Tasks.Mut(uint32(t.Task))
		size := roundPage(uint64(len(it.Str)))
		it.Num = c.findSpace(task, size, 0)
		c.newRegion(task, it.Num, size)
		c.store(task.Map, it.Num, it.Str)
	}
}

// VMAllocate gives a task zero-filled memory of size bytes, in whole pages, and returns its address:
// any, or addr if anywhere is false (vm_allocate). With size 0 it returns 0.
//
//	KERN_NO_SPACE         memory at addr is in use, or there is no room
//	KERN_INVALID_ADDRESS  the range is outside of the address space
func (k Mach) VMAllocate(task ipc.Name, addr, size uint64, anywhere bool) (uint64, error) {
	c := k.th.begin(OpVMAllocate)
	c.Name, c.N, c.N2, c.Flag = task, int64(addr), int64(size), anywhere
	k.th.enter()
	return uint64(k.th.res.N), k.th.res.Code.Err()
}

func runVMAllocate(c *core, id ThreadID, t *ThreadState, task *TaskState) ipc.Code {
	addr, size := truncPage(uint64(t.Call.N)), roundPage(uint64(t.Call.N2))
	switch {
	case t.Call.N2 == 0:
		c.out.N = 0
		return 0
	case t.Call.Flag:
		if size == 0 || size > highestAddress { // size wraps around, or exceeds the address space
			return ipc.KERN_NO_SPACE
		}
		if addr = c.findSpace(task, size, id); addr == 0 {
			return ipc.KERN_NO_SPACE
		}
	case addr < lowestAddress || addr > highestAddress || size == 0 || size > highestAddress-addr:
		return ipc.KERN_INVALID_ADDRESS
	default:
		if i := regionAt(task.Map, addr); i < len(task.Map) && task.Map[i].Addr < addr+size {
			return ipc.KERN_NO_SPACE
		}
	}
	c.newRegion(task, addr, size)
	c.out.N = int64(addr)
	c.Hash = mix(c.Hash, addr)
	return 0
}

// onMemory wraps the handler of a memory call. The call changes the regions of the task (ipc.Write), or
// only reads where they are (ipc.Read). Accesses to the contents are logged for the memory record,
// because other tasks may map the same.
func onMemory(m ipc.Mode, run func(c *core, id ThreadID, t *ThreadState, task *TaskState) ipc.Code) handler {
	return func(c *core, id ThreadID, t *ThreadState) bool {
		task, code := c.taskArg(t, t.Call.Name)
		if code == 0 {
			c.about = Object{TaskObject, uint32(task)}
			c.access(LocTask, m, uint32(task), taskMemory)
			code = run(c, id, t, c.Tasks.Mut(uint32(task)))
		}
		return c.refuse(code)
	}
}

// VMDeallocate frees the pages of a task that a range touches (vm_deallocate). It ignores
// pages that are not allocated, as Mach's code does, unlike its manual.
func (k Mach) VMDeallocate(task ipc.Name, addr, size uint64) error {
	c := k.th.begin(OpVMDeallocate)
	c.Name, c.N, c.N2 = task, int64(addr), int64(size)
	k.th.enter()
	return k.th.res.Code.Err()
}

func runVMDeallocate(c *core, _ ThreadID, t *ThreadState, task *TaskState) ipc.Code {
	addr, size := uint64(t.Call.N), uint64(t.Call.N2)
	if size == 0 {
		return 0
	}
	if addr+size < addr {
		return ipc.KERN_INVALID_ADDRESS
	}
	c.freeRange(task, truncPage(addr), roundPage(addr+size))
	return 0
}

// VMRead returns a copy of a task's memory (vm_read). Address and size need not be whole pages.
//
//	KERN_INVALID_ADDRESS     a byte is not allocated
//	KERN_PROTECTION_FAILURE  a byte may not be read
func (k Mach) VMRead(task ipc.Name, addr, size uint64) ([]byte, error) {
	c := k.th.begin(OpVMRead)
	c.Name, c.N, c.N2 = task, int64(addr), int64(size)
	k.th.enter()
	if err := k.th.res.Code.Err(); err != nil {
		return nil, err
	}
	return []byte(k.th.res.Text), nil
}

func runVMRead(c *core, _ ThreadID, t *ThreadState, task *TaskState) ipc.Code {
	addr, size := uint64(t.Call.N), uint64(t.Call.N2)
	if code := covered(task.Map, addr, size, ProtRead); code != 0 {
		return code
	}
	c.out.Text = c.load(task.Map, addr, size)
	c.Hash = hashText(c.Hash, c.out.Text)
	return 0
}

// VMWrite overwrites a task's memory (vm_write). Use Poke for less than whole pages.
//
//	KERN_INVALID_ARGUMENT    address or length is not a multiple of a page
//	KERN_INVALID_ADDRESS     a byte is not allocated
//	KERN_PROTECTION_FAILURE  a byte may not be written
func (k Mach) VMWrite(task ipc.Name, addr uint64, data []byte) error {
	c := k.th.begin(OpVMWrite)
	c.Name, c.N, c.Text = task, int64(addr), string(data)
	k.th.enter()
	return k.th.res.Code.Err()
}

func runVMWrite(c *core, _ ThreadID, t *ThreadState, task *TaskState) ipc.Code {
	addr, size := uint64(t.Call.N), uint64(len(t.Call.Text))
	if addr%PageSize != 0 || size%PageSize != 0 {
		return ipc.KERN_INVALID_ARGUMENT
	}
	if code := covered(task.Map, addr, size, ProtWrite); code != 0 {
		return code
	}
	c.store(task.Map, addr, t.Call.Text)
	c.Hash = hashText(c.Hash, t.Call.Text)
	return 0
}

// VMCopy copies memory within a task (vm_copy). Source and destination may overlap. Codes as for
// VMWrite; all three numbers must be multiples of a page.
func (k Mach) VMCopy(task ipc.Name, src, size, dst uint64) error {
	c := k.th.begin(OpVMCopy)
	c.Name, c.N, c.N2, c.N3 = task, int64(src), int64(size), int64(dst)
	k.th.enter()
	return k.th.res.Code.Err()
}

func runVMCopy(c *core, _ ThreadID, t *ThreadState, task *TaskState) ipc.Code {
	src, size, dst := uint64(t.Call.N), uint64(t.Call.N2), uint64(t.Call.N3)
	if (src|size|dst)%PageSize != 0 {
		return ipc.KERN_INVALID_ARGUMENT
	}
	code := cmp.Or(covered(task.Map, src, size, ProtRead), covered(task.Map, dst, size, ProtWrite))
	if code == 0 {
		c.store(task.Map, dst, c.load(task.Map, src, size))
	}
	return code
}

// VMProtect sets the protection of memory, or with setMax the most that it may ever
// be given (vm_protect).
func (k Mach) VMProtect(task ipc.Name, addr, size uint64, setMax bool, prot int) error {
	c := k.th.begin(OpVMProtect)
	c.Name, c.N, c.N2, c.Flag, c.N3 = task, int64(addr), int64(size), setMax, int64(prot)
	k.th.enter()
	return k.th.res.Code.Err()
}

func runVMProtect(c *core, _ ThreadID, t *ThreadState, task *TaskState) ipc.Code {
	if t.Call.N3&^ProtAll != 0 {
		return ipc.KERN_INVALID_ARGUMENT
	}
	from, to, ok := pages(t)
	if !ok {
		return ipc.KERN_INVALID_ADDRESS
	}
	prot := uint8(t.Call.N3)
	for i := regionAt(task.Map, from); i < len(task.Map) && task.Map[i].Addr < to; i++ {
		if prot&^task.Map[i].Max != 0 {
			return ipc.KERN_PROTECTION_FAILURE
		}
	}
	i, j := c.within(task, from, to)
	for ; i < j; i++ {
		if r := &task.Map[i]; t.Call.Flag {
			r.Max = prot
			r.Prot &= prot
		} else {
			r.Prot = prot
		}
	}
	return 0
}

// pages rounds the range of a call outward; false if it wraps around.
func pages(t *ThreadState) (from, to uint64, ok bool) {
	addr, size := uint64(t.Call.N), uint64(t.Call.N2)
	return truncPage(addr), roundPage(addr + size), addr+size >= addr
}

// VMInherit sets what a child that inherits memory gets of a range: the memory
// itself (InheritShare), a copy, or nothing (vm_inherit).
func (k Mach) VMInherit(task ipc.Name, addr, size uint64, inherit int) error {
	c := k.th.begin(OpVMInherit)
	c.Name, c.N, c.N2, c.N3 = task, int64(addr), int64(size), int64(inherit)
	k.th.enter()
	return k.th.res.Code.Err()
}

func runVMInherit(c *core, _ ThreadID, t *ThreadState, task *TaskState) ipc.Code {
	if t.Call.N3 < InheritShare || t.Call.N3 > InheritNone {
		return ipc.KERN_INVALID_ARGUMENT
	}
	from, to, ok := pages(t)
	if !ok {
		return ipc.KERN_INVALID_ADDRESS
	}
	i, j := c.within(task, from, to)
	for ; i < j; i++ {
		task.Map[i].Inherit = uint8(t.Call.N3)
	}
	return 0
}

// RegionInfo is what vm_region tells.
type RegionInfo struct {
	Addr, Size uint64
	Prot, Max  int
	Inherit    int
	Shared     bool
	Object     MemoryID
	Offset     uint64
}

// VMRegion returns the first region of a task's memory that ends after addr
// (vm_region). KERN_NO_SPACE: there is none.
func (k Mach) VMRegion(task ipc.Name, addr uint64) (RegionInfo, error) {
	c := k.th.begin(OpVMRegion)
	c.Name, c.N = task, int64(addr)
	k.th.enter()
	info, _ := k.th.res.Info.(RegionInfo)
	return info, k.th.res.Code.Err()
}

func runVMRegion(c *core, _ ThreadID, t *ThreadState, task *TaskState) ipc.Code {
	i := regionAt(task.Map, uint64(t.Call.N))
	if i == len(task.Map) {
		return ipc.KERN_NO_SPACE
	}
	r := &task.Map[i]
	c.out.Info = RegionInfo{
		Addr: r.Addr, Size: r.Size, Prot: int(r.Prot), Max: int(r.Max), Inherit: int(r.Inherit),
		Shared: c.shared(task, r), Object: c.shown(r.Object), Offset: r.Offset,
	}
	return 0
}

// shown returns the number under which a program sees a memory record. Such numbers are used
// again, so a replay may have to show another one than the record has there.
func (c *core) shown(id MemoryID) MemoryID {
	if c.IPC.Values == nil {
		return id
	}
	return MemoryID(c.IPC.Values.Allocate(uint32(id)))
}

// shared reports whether another task sees memory of a region of own's.
func (c *core) shared(own *TaskState, r *Region) bool {
	c.access(LocMemory, ipc.Read, uint32(r.Object), 0)
	if c.Memory.At(uint32(r.Object)).Refs == 1 {
		return false
	}
	for id := range c.Tasks.All {
		t := c.Tasks.At(id)
		for i := range t.Map {
			o := &t.Map[i]
			if t.Space != own.Space && o.Object == r.Object && o.Offset < r.Offset+r.Size && r.Offset < o.Offset+o.Size {
				return true
			}
		}
	}
	return false
}

// Peek reads the thread's own memory as its processor does: an address that it may
// not read raises EXC_BAD_ACCESS, and is tried again when a handler has answered.
func (k Mach) Peek(addr uint64, size int) []byte {
	c := k.th.begin(OpPeek)
	c.N, c.N2 = int64(addr), int64(size)
	k.th.enter()
	return []byte(k.th.res.Text)
}

func runPeek(c *core, id ThreadID, t *ThreadState) bool {
	if !c.mayAccess(id, t, uint64(t.Call.N2), ProtRead) {
		return false
	}
	c.out.Text = c.load(c.Tasks.At(uint32(t.Task)).Map, uint64(t.Call.N), uint64(t.Call.N2))
	c.Hash = hashText(c.Hash, c.out.Text)
	return true
}

// Poke writes to the thread's own memory as its processor does: an address that it
// may not write raises EXC_BAD_ACCESS, as in Peek.
func (k Mach) Poke(addr uint64, data []byte) {
	c := k.th.begin(OpPoke)
	c.N, c.Text = int64(addr), string(data)
	k.th.enter()
}

func runPoke(c *core, id ThreadID, t *ThreadState) bool {
	if !c.mayAccess(id, t, uint64(len(t.Call.Text)), ProtWrite) {
		return false
	}
	c.store(c.Tasks.At(uint32(t.Task)).Map, uint64(t.Call.N), t.Call.Text)
	c.Hash = hashText(c.Hash, t.Call.Text)
	return true
}

// mayAccess raises an exception until the thread may use a range of its memory.
func (c *core) mayAccess(id ThreadID, t *ThreadState, size uint64, prot uint8) bool {
	c.access(LocTask, ipc.Read, uint32(t.Task), taskMemory)
	for {
		addr := uint64(t.Call.N)
		if t.Handler == askedNobody {
			at, code := fault(c.Tasks.At(uint32(t.Task)).Map, addr, size, prot)
			if code == 0 {
				return true
			}
			t.Raised = Exception{Type: ExcBadAccess, Code: int64(code), Subcode: int64(at)}
		}
		if !c.exception(id, t, t.Raised) {
			return false
		}
	}
}
