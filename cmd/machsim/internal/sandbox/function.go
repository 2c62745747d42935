package sandbox

import "encoding/binary"

// The instructions that need more than to be passed.
const (
	opBlock     = 0x02
	opLoop      = 0x03
	opIf        = 0x04
	opEnd       = 0x0b
	opBr        = 0x0c
	opBrIf      = 0x0d
	opBrTable   = 0x0e
	opCall      = 0x10
	opIndirect  = 0x11
	opLocalGet  = 0x20
	opLocalSet  = 0x21
	opLocalTee  = 0x22
	opGlobalGet = 0x23
	opGlobalSet = 0x24
	opLoad      = 0x28 // the first of those that load and store
	opSize      = 0x3f
	opGrow      = 0x40
	opI32Const  = 0x41
	opI64Const  = 0x42
	opF32Const  = 0x43
	opF64Const  = 0x44
	opI32Eqz    = 0x45 // the first of those that only compute
	opI32LtS    = 0x48
	opI32Sub    = 0x6b
	opI32ShrU   = 0x76
	opExtend    = 0xc4 // the last of those
	opMore      = 0xfc
	moreInit    = 8
	moreDrop    = 9
	moreCopy    = 10
	moreFill    = 11
	empty       = 0x40 // the type of a block without values
	negative    = 0x40 // a bit in the last byte of a number that says that it is below 0
)

// simple are other instructions, of one byte: unreachable, nop, else, return, drop, select.
var simple = [256]bool{0x00: true, 0x01: true, 0x05: true, 0x0f: true, 0x1a: true, 0x1b: true}

func init() {
	for op := opI32Eqz; op <= opExtend; op++ {
		simple[op] = true
	}
}

// edit puts something in the place of bytes of a function: a number, or instructions.
type edit struct {
	at, end int
	number  uint64
	put     []byte
}

// frame is a block that is open. One that is a loop has an edit at its head.
type frame struct{ loop int }

// function is one whose instructions are read, and what is changed of them.
type function struct {
	*meter
	reader
	frames []frame
	edits  []edit
	pays   []byte // instructions
	dispatch
	scratch []byte
}

// metered appends a function that pays.
func (f *function) metered(out, body []byte) []byte {
	f.reader = reader{b: body}
	f.frames, f.edits, f.dispatch = f.frames[:0], f.edits[:0], dispatch{labels: f.labels[:0]}
	f.pays = f.pay(f.pays[:0], 1+len(body)>>bodyShift)
	for range f.reader.number() { // locals
		f.skip()
		f.byte()
	}
	f.insert(f.at, f.pays)
	f.frames = append(f.frames, frame{})
	for len(f.frames) > 0 {
		f.instruction()
	}
	if f.at != len(body) {
		refuse("a function with something behind its end")
	}
	return f.edited(out)
}

// insert puts instructions at a place.
func (f *function) insert(at int, put []byte) {
	f.edits = append(f.edits, edit{at: at, end: at, put: put})
}

// edited appends the function as it is now.
func (f *function) edited(out []byte) []byte {
	s, at := f.scratch[:0], 0
	for _, e := range f.edits {
		s = append(s, f.b[at:e.at]...)
		if e.end > e.at {
			s = binary.AppendUvarint(s, e.number)
		}
		s = append(s, e.put...)
		at = e.end
	}
	s = append(s, f.b[at:]...)
	f.scratch = s
	return append(binary.AppendUvarint(out, uint64(len(s))), s...)
}

// instruction passes one.
func (f *function) instruction() {
	at := f.at
	op := f.byte()
	switch {
	case simple[op]:
		return
	case op >= opLoad && op < opSize:
		f.skip()
		f.skip()
		return
	}
	switch op {
	case opBlock, opIf:
		f.skip()
		f.frames = append(f.frames, frame{})
	case opLoop:
		f.loop()
	case opEnd:
		f.frames = f.frames[:len(f.frames)-1]
		f.open = min(f.open, len(f.frames))
	case opBr, opBrIf:
		f.jump(f.number())
	case opBrTable:
		for n := f.number(); n > 0; n-- {
			f.jump(f.number())
		}
		f.jump(f.number())
	case opCall:
		f.call(at)
	case opIndirect:
		f.skip()
		f.skip()
	case opLocalGet, opLocalSet, opLocalTee:
		f.skip()
	case opGlobalGet, opGlobalSet:
		if g := f.number(); g >= f.counter {
			refuse("global %d, of %d", g, f.counter)
		}
	case opSize, opGrow:
		f.first("memory")
	case opI32Const:
		f.skip()
		f.ahead(at + 1)
	case opI64Const:
		f.skip()
	case opF32Const:
		f.bytes(4)
	case opF64Const:
		f.bytes(8)
	case opMore:
		f.more(at)
	default:
		refuse("instruction %#x", op)
	}
}

// loop passes the head of a loop.
func (f *function) loop() {
	plain := f.at < len(f.b) && f.b[f.at] == empty
	f.skip()
	f.frames = append(f.frames, frame{loop: len(f.edits)})
	f.insert(f.at, nil) // until something jumps there
	if plain && f.open == 0 {
		f.dispatched()
	}
}

// jump has a loop pay to which there is a jump.
func (f *function) jump(label uint32) {
	if int64(label) >= int64(len(f.frames)) {
		refuse("a jump out of its function")
	}
	if l := f.frames[len(f.frames)-1-int(label)].loop; l > 0 {
		f.edits[l].put = f.pays
	}
}

// call passes a call, the instruction at a place. Before one of this machine the guest looks.
func (f *function) call(at int) {
	from := f.at
	callee := f.number()
	if callee < f.look {
		f.insert(at, f.looks(nil))
	}
	f.edits = append(f.edits, edit{at: from, end: f.at, number: f.moved(callee)})
}

// first passes the number of the first memory or table: there are no others.
func (f *function) first(what string) {
	if n := f.byte(); n != 0 {
		refuse("%s %d", what, n)
	}
}

// more passes an instruction of two bytes, which is at a place.
func (f *function) more(at int) {
	switch op := f.byte(); {
	case op < moreInit: // conversions
	case op == moreDrop:
		f.skip()
	case op <= moreFill:
		f.insert(at, f.payCopy(nil))
		if op == moreInit {
			f.skip()
		}
		if op == moreCopy {
			f.first("memory")
		}
		f.first("memory")
	default:
		refuse("instruction 0xfc %#x", op)
	}
}
