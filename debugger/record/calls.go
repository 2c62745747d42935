package record

import (
	"encoding/binary"

	"machsim/kernel"
)

// An event is written as a symbol: twice the number of the kernel call's name, plus 1 if
// the call was done. The names are numbered within the chunk, from 1, in order of their
// first use, because the kernel's own numbers differ from build to build.

// Names of events that are no calls: the arrival of a packet, and an edit.
const (
	packetName = "packet"
	editName   = "edit"
)

// Their keys follow those of kernel calls, which are the kernel's numbers.
const (
	packetKey = 256 + iota
	editKey
	keys
)

// key returns the number of an event's call in this build.
func key(a kernel.Actor, op kernel.Op) int {
	switch {
	case a.Edited():
		return editKey
	case a.Thread == 0:
		return packetKey
	}
	return int(op)
}

func keyName(k int) string {
	switch k {
	case packetKey:
		return packetName
	case editKey:
		return editName
	}
	return kernel.Op(k).String()
}

// predictor guesses the next symbol of a thread from its last three. Most threads repeat
// themselves, so only the wrong guesses are written.
type predictor struct {
	last  []uint16         // by thread: its last symbols, mixed
	table [contexts]uint16 // by last symbols: the symbol that followed them most recently
}

const contexts = 1 << 12

func (p *predictor) reset() {
	clear(p.last)
	clear(p.table[:])
}

// cell returns a thread's last symbols, and the guess for the next one.
func (p *predictor) cell(id kernel.ThreadID) (last, guess *uint16) {
	if int(id) >= len(p.last) {
		p.grow(id)
	}
	last = &p.last[id]
	return last, &p.table[*last%contexts]
}

func (p *predictor) grow(id kernel.ThreadID) {
	p.last = append(p.last, make([]uint16, int(id)+64-len(p.last))...)
}

// mix adds a symbol to the last ones.
func mix(last, symbol uint16) uint16 { return (last<<4 ^ symbol) % contexts }

// unnamed is no symbol, so it is never guessed.
const unnamed = 0xfffe

// callWriter writes each wrong guess: the number of right ones before it, the symbol, and
// its name if that is new.
type callWriter struct {
	predictor
	ids   [keys]uint16 // by key: twice the name's number, or unnamed before its first use
	names uint16
	right uint64 // right guesses since the last wrong one
	b     []byte
}

func (w *callWriter) reset() {
	w.predictor.reset()
	for i := range w.ids {
		w.ids[i] = unnamed
	}
	w.names, w.right, w.b = 0, 0, w.b[:0]
}

// step is an event to write: its thread, its key, and whether the call was done.
type step uint64

func newStep(id kernel.ThreadID, k int, done bool) step {
	s := step(id)<<16 | step(k)<<1
	if done {
		s |= 1
	}
	return s
}

func (s step) thread() kernel.ThreadID { return kernel.ThreadID(s >> 16) }
func (s step) key() int                { return int(uint16(s) >> 1) }
func (s step) done() uint16            { return uint16(s & 1) }

// addAll writes events in their order.
func (w *callWriter) addAll(steps []step) {
	right := w.right // in a register, or each event waits for the store of the one before
	for _, s := range steps {
		symbol := w.ids[s.key()] | s.done()
		last, guess := w.cell(s.thread())
		if *guess == symbol {
			right++
		} else {
			w.right, right = right, 0
			symbol = w.wrong(symbol, s.key())
			*guess = symbol
		}
		*last = mix(*last, symbol)
	}
	w.right = right
}

// wrong writes a wrongly guessed symbol, and returns it with its number.
func (w *callWriter) wrong(symbol uint16, k int) uint16 {
	isNew := symbol >= unnamed
	if isNew {
		w.names++
		w.ids[k] = w.names << 1
		symbol = w.ids[k] | symbol&1
	}
	w.b = binary.AppendUvarint(w.b, w.right)
	w.b = binary.AppendUvarint(w.b, uint64(symbol))
	if isNew {
		w.b = appendText(w.b, keyName(k))
	}
	w.right = 0
	return symbol
}

// callReader reads what a callWriter has written.
type callReader struct {
	predictor
	r     reader
	right uint64 // right guesses up to the next wrong one
	wrong uint16 // the symbol there, 0 if there is no more
	names []string
	ids   [keys]uint16 // by key, of this build
}

// begin begins to read the calls of a chunk.
func (c *callReader) begin(b []byte) {
	c.predictor.reset()
	clear(c.ids[:])
	c.r, c.names = reader{b: b}, c.names[:0]
	c.ahead()
}

// ahead reads the next wrong guess. It returns false if the bytes are invalid.
func (c *callReader) ahead() bool {
	c.right, c.wrong = 0, 0
	if len(c.r.b) == 0 {
		return !c.r.bad
	}
	right, symbol := c.r.uvarint(), c.r.uvarint()
	switch n := symbol >> 1; {
	case c.r.bad || n == 0 || n > uint64(len(c.names))+1 || n > keys:
		return false
	case n == uint64(len(c.names))+1:
		c.define(c.r.text(), uint16(n))
	}
	c.right, c.wrong = right, uint16(symbol)
	return !c.r.bad
}

// define gives a name its number.
func (c *callReader) define(name string, n uint16) {
	c.names = append(c.names, name)
	switch op, ok := kernel.OpNamed(name); {
	case name == packetName:
		c.ids[packetKey] = n
	case name == editName:
		c.ids[editKey] = n
	case ok:
		c.ids[op] = n
	}
}

// next returns the symbol that was recorded for a thread.
func (c *callReader) next(id kernel.ThreadID) uint16 {
	last, guess := c.cell(id)
	switch {
	case c.right > 0 || c.wrong == 0:
		c.right--
	default:
		*guess = c.wrong
		c.ahead()
	}
	*last = mix(*last, *guess)
	return *guess
}

// symbol returns the symbol by which an event of this build would have been recorded, 0 if
// the chunk has no such call.
func (c *callReader) symbol(k int, done bool) uint16 {
	n := c.ids[k]
	if n == 0 || !done {
		return n << 1
	}
	return n<<1 | 1
}

// name puts a symbol into words.
func (c *callReader) name(symbol uint16) string {
	n := int(symbol >> 1)
	if n == 0 || n > len(c.names) {
		return "?"
	}
	return called(c.names[n-1], symbol&1 != 0)
}

// called names a call, and says whether it waits.
func called(name string, done bool) string {
	if done || name == packetName || name == editName {
		return name
	}
	return name + ", which waits"
}

// sound says whether b is valid as the calls of a chunk with that number of events.
func sound(b []byte, events uint64) bool {
	c := &callReader{r: reader{b: b}}
	for n := uint64(0); ; n++ {
		switch {
		case !c.ahead():
			return false
		case c.wrong == 0:
			return n <= events
		case c.right > events || n > events:
			return false
		}
		n += c.right
	}
}
