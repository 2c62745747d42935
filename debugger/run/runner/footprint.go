package runner

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"sync"

	"machsim/kernel"
)

// Footprints are what runs leave behind as they go: who took the last step, and where.
// They lie in memory that another process shares, and so can be read when the program
// has ended this one. A step costs a few nanoseconds.
//
// A run that is on its way has a slot of its own:
//
//	byte 0      1 while it is used
//	byte 1      length of the thread's name
//	byte 2      length of the strategy's name
//	bytes 8     seed
//	bytes 16    number of the event
//	bytes 24    program counter of its call, counted from that of anchor
//	bytes 32    name of the strategy, cut off at the thread's
//	bytes 56    name of the thread, cut off at the slot's end
//
// The last slot is none: it has the Pulse.
type Footprints struct {
	mu    sync.Mutex
	slots [][]byte
	pulse []byte
}

// FootprintBytes is how much memory Footprints need.
const FootprintBytes = 4096

const (
	slotBytes    = 128
	slotStrategy = 32
	slotName     = 56
)

// NewFootprints returns Footprints that lie in memory of FootprintBytes, all zero.
func NewFootprints(memory []byte) *Footprints {
	return &Footprints{slots: slotsOf(memory), pulse: memory[len(memory)-slotBytes:]}
}

func slotsOf(memory []byte) (slots [][]byte) {
	for len(memory) >= 2*slotBytes {
		slots = append(slots, memory[:slotBytes:slotBytes])
		memory = memory[slotBytes:]
	}
	return slots
}

// Pulse shows another process whether somebody still looks after the runs of this one. A program may start so many
// goroutines that nobody else gets a turn.
type Pulse struct {
	Watchers uint64 // at work
	Looks    uint64 // that they have had
}

// ReadPulse reads the Pulse from the memory of the Footprints of another process.
func ReadPulse(memory []byte) Pulse {
	at := memory[len(memory)-slotBytes:]
	return Pulse{binary.LittleEndian.Uint64(at), binary.LittleEndian.Uint64(at[8:])}
}

// watch says that somebody begins to look after runs, until over is called, and calls looked after each look. There may
// be no Footprints.
func (f *Footprints) watch() (looked, over func()) {
	if f == nil {
		return func() {}, func() {}
	}
	add := func(at, n int) {
		f.mu.Lock()
		defer f.mu.Unlock()
		word := f.pulse[at:]
		binary.LittleEndian.PutUint64(word, binary.LittleEndian.Uint64(word)+uint64(n))
	}
	add(0, 1)
	return func() { add(8, 1) }, func() { add(0, -1) }
}

// walk is the footprint of one run.
type walk struct {
	slot   []byte
	thread kernel.ThreadID // whose name is in the slot
	names  [64]string      // of threads that have been there, by their ids; "" for the others
}

// begin gives a run a slot, nil if all are used.
func (f *Footprints) begin(seed uint64, strategy string) *walk {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range f.slots {
		if s[0] == 0 {
			clear(s)
			binary.LittleEndian.PutUint64(s[8:], seed)
			s[2] = byte(copy(s[slotStrategy:slotName], strategy))
			s[0] = 1
			return &walk{slot: s}
		}
	}
	return nil
}

// end gives the slot back.
func (f *Footprints) end(w *walk) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w.slot[0] = 0
}

// step notes a step after which program code goes on.
func (w *walk) step(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
	if a.Thread == 0 || !done {
		return
	}
	if op == kernel.OpCThreadSetName {
		w.thread = 0
		clear(w.names[:])
	}
	if a.Thread != w.thread {
		w.thread = a.Thread
		w.slot[1] = byte(copy(w.slot[slotName:], w.name(s, a.Thread)))
	}
	pc := uint64(0)
	if at := s.Threads.At(uint32(a.Thread)).Call.PC; at != 0 {
		pc = uint64(at - anchor)
	}
	binary.LittleEndian.PutUint64(w.slot[16:], s.Steps)
	binary.LittleEndian.PutUint64(w.slot[24:], pc)
}

// name returns the name of a thread. To make it takes longer than a step, so the first names are kept.
func (w *walk) name(s *kernel.State, id kernel.ThreadID) string {
	if int(id) >= len(w.names) {
		return s.ThreadName(id)
	}
	if w.names[id] == "" {
		w.names[id] = s.ThreadName(id)
	}
	return w.names[id]
}

// anchor is a place in the executable, which may be loaded elsewhere in another process.
var anchor = reflect.ValueOf(NewFootprints).Pointer()

// Footprint is where a run was that has not ended: program code had gone on after an
// event of a thread.
type Footprint struct {
	Seed     uint64
	Strategy string       // as Setup has it
	Event    uint64       // 0 while the program's Main runs
	Thread   string       // "" while the program's Main runs
	Where    kernel.Frame // the call; the zero Frame at the beginning of a thread, or when not known
}

// ReadFootprints reads the footprints that another process of the same executable has
// left in memory, of the runs that it did not end.
func ReadFootprints(memory []byte) (all []Footprint) {
	for _, s := range slotsOf(memory) {
		if s[0] == 0 {
			continue
		}
		f := Footprint{Seed: binary.LittleEndian.Uint64(s[8:]), Event: binary.LittleEndian.Uint64(s[16:])}
		f.Strategy = string(s[slotStrategy : slotStrategy+min(int(s[2]), slotName-slotStrategy)])
		f.Thread = string(s[slotName : slotName+min(int(s[1]), slotBytes-slotName)])
		if pc := binary.LittleEndian.Uint64(s[24:]); pc != 0 {
			f.Where = kernel.FrameAt(anchor + uintptr(pc))
		}
		all = append(all, f)
	}
	return all
}

// Place says where the run was.
func (f Footprint) Place() string {
	switch {
	case f.Thread == "":
		return "the program's Main was running, before the first event"
	case f.Where == (kernel.Frame{}):
		return fmt.Sprintf("%s was running then, after event %d", f.Thread, f.Event)
	}
	return fmt.Sprintf("%s was running then, after its call at %s, event %d", f.Thread, f.Where, f.Event)
}

// ReadSteps adds up the steps of the runs that another process has on their way; false if there is none.
func ReadSteps(memory []byte) (steps uint64, running bool) {
	for _, s := range slotsOf(memory[:min(len(memory), FootprintBytes)]) {
		if s[0] != 0 {
			steps += binary.LittleEndian.Uint64(s[16:])
			running = true
		}
	}
	return steps, running
}
