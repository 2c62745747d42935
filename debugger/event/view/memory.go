package view

import (
	"fmt"
	"hash/crc64"
	"strconv"
	"strings"

	"machsim/kernel"
)

// regionsOf writes the address space of a task. Memory is named after the first region that shows
// it, in the order of tasks and addresses.
func (w *writer) regionsOf(task uint32, t *kernel.TaskState) {
	for i := range t.Map {
		r := &t.Map[i]
		at := fmt.Sprintf("%#x", r.Addr)
		l, known := w.memory[r.Object]
		if !known {
			owner := w.n.tasks.of(task)
			l = label{path: owner.path + " " + at, name: owner.name + " " + at}
			w.memory[r.Object] = l
			w.regions = append(w.regions, r.Object)
		}
		text := fmt.Sprintf("%d bytes %s, at most %s, %s", r.Size, protection(r.Prot), protection(r.Max),
			inheritance(r.Inherit))
		if known || r.Offset != 0 {
			text += fmt.Sprintf(", from %#x of %s", r.Offset, l.ref())
		}
		w.field("memory "+at, text)
	}
}

// protection formats a set of rights to memory in the style of file systems.
func protection(p uint8) string {
	if p&^kernel.ProtAll != 0 {
		return strconv.Itoa(int(p))
	}
	text := []byte("---")
	for i, bit := range []uint8{kernel.ProtRead, kernel.ProtWrite, kernel.ProtExecute} {
		if p&bit != 0 {
			text[i] = "rwx"[i]
		}
	}
	return string(text)
}

// inheritance formats what a task's children get.
func inheritance(i uint8) string {
	switch i {
	case kernel.InheritShare:
		return "shared with children"
	case kernel.InheritCopy:
		return "copied for children"
	case kernel.InheritNone:
		return "not for children"
	}
	return fmt.Sprint("inheritance ", i)
}

// memoryObject writes the memory that regions show: one field for each page that is not all zeros,
// however it is stored.
func (w *writer) memoryObject(id kernel.MemoryID) {
	if !w.s.Memory.Has(uint32(id)) {
		return
	}
	m := w.s.Memory.At(uint32(id))
	w.out.object(Memory, w.memory[id])
	w.field("pages", strconv.Itoa(len(m.Pages)))
	w.detail("regions", count(m.Refs))
	for i, page := range m.Pages {
		w.field(fmt.Sprint("page ", i), pageText(page))
	}
}

var sums = crc64.MakeTable(crc64.ECMA)

// pageText returns the first bytes of a page that are not zeros, and a sum of all; "" if all are
// zeros.
func pageText(page string) string {
	at := strings.IndexFunc(page, func(r rune) bool { return r != 0 })
	if at < 0 {
		return ""
	}
	first := strings.TrimRight(page[at:min(at+16, len(page))], "\x00")
	return fmt.Sprintf("%q at %#x, sum %s", first, at, sum(page))
}

// sum replaces a text that is too long to be shown.
func sum(s string) string { return fmt.Sprintf("%016x", crc64.Checksum([]byte(s), sums)) }
