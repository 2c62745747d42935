package sandbox

import "encoding/binary"

// turns is how much a guest may do before it looks whether it is to end: so many turns of loops and calls, 0.2 ms.
const turns = 1 << 12

// A turn is weighed: who enters a function, or turns in a loop of it, pays for each 1<<bodyShift bytes of its code, and
// who copies memory for each 1<<copyShift bytes of that. So some seconds are the most that comes between two looks.
const (
	bodyShift = 12
	copyShift = 10
)

// meter adds a counter to a module, and has its code pay. When nothing is left the code calls look, in which the guest
// is ended, and where Go can stop it: nothing else can, so that code that does not look would hold up even Go's
// collector.
//
// Whoever has made the module need not be trusted. It can run for long only by loops and calls, and each of them pays;
// before a call of this machine it looks. The counter is a global that the module's own code does not name: that is
// checked here, and that it is right otherwise when it is translated. What the meter does not know it refuses.
type meter struct {
	module
	look    uint32 // the function; those behind it have one more than their own number
	counter uint32 // the first global that is not the module's own: what is left
	size    uint32 // a global: of what is copied
}

// metered returns a module with a meter.
func metered(text []byte) (_ []byte, err error) {
	defer func() {
		if e := recover(); e != nil {
			var ok bool
			if err, ok = e.(unfit); !ok {
				panic(e)
			}
		}
	}()
	m := &meter{module: readModule(text)}
	m.table()
	m.add()
	m.export()
	m.element()
	m.code()
	return m.text(), nil
}

// lookName is the function that a metered module imports from hostModule.
const lookName = "look"

// add adds the function and the globals.
func (m *meter) add() {
	var own uint32
	m.look, own = m.imported()
	none := m.module.add(types, []byte{0x60, 0, 0}) // () -> ()
	var entry []byte
	for _, name := range []string{hostModule, lookName} {
		entry = append(append(entry, byte(len(name))), name...)
	}
	m.module.add(imports, binary.AppendUvarint(append(entry, 0), uint64(none)))
	m.counter = own + m.module.add(globals, append(full([]byte{i32, 1}), opEnd))
	if m.counter > mostVariables {
		refuse("%d globals", m.counter)
	}
	m.size = m.counter + 1
	m.module.add(globals, []byte{i32, 1, opI32Const, 0, opEnd})
}

// mostVariables is how many globals a guest has at most. Go's have eight.
const mostVariables = 1000

// i32 is the type of a number of 32 bits.
const i32 = 0x7f

// full appends the instruction with what a full counter has.
func full(code []byte) []byte { return signed(append(code, opI32Const), turns) }

// pay appends instructions that take from the counter, and look if nothing is left.
func (m *meter) pay(code []byte, weight int) []byte {
	code = signed(append(m.get(code, m.counter), opI32Const), weight)
	return m.taken(code)
}

// payCopy appends instructions that pay for as many bytes as the number that is at hand, and leave that.
func (m *meter) payCopy(code []byte) []byte {
	code = m.set(code, m.size)
	code = m.get(code, m.size)
	code = m.get(code, m.counter)
	code = append(m.get(code, m.size), opI32Const, copyShift, opI32ShrU)
	return m.taken(code)
}

// taken appends instructions that take the one number at hand from the other, and look if nothing is left.
func (m *meter) taken(code []byte) []byte {
	code = m.set(append(code, opI32Sub), m.counter)
	code = append(m.get(code, m.counter), opI32Const, 0, opI32LtS, opIf, empty)
	code = m.set(full(code), m.counter)
	return append(m.looks(code), opEnd)
}

func (m *meter) get(code []byte, global uint32) []byte {
	return binary.AppendUvarint(append(code, opGlobalGet), uint64(global))
}

func (m *meter) set(code []byte, global uint32) []byte {
	return binary.AppendUvarint(append(code, opGlobalSet), uint64(global))
}

// looks appends the call of look.
func (m *meter) looks(code []byte) []byte {
	return binary.AppendUvarint(append(code, opCall), uint64(m.look))
}

// moved is the number that a function of the module has now.
func (m *meter) moved(function uint32) uint64 {
	if function >= m.look {
		return uint64(function) + 1
	}
	return uint64(function)
}

// export renumbers the functions that are exported, and exports all variables, for pictures.
func (m *meter) export() {
	r := reader{b: m.module[exports]}
	n := r.number()
	out := binary.AppendUvarint(nil, uint64(n)+uint64(m.counter))
	for ; n > 0; n-- {
		from := r.at
		r.bytes(int(r.number())) // name
		kind := r.byte()
		out = append(out, r.b[from:r.at]...)
		i := r.number()
		if kind == ofGlobal && i >= m.counter {
			refuse("an export of global %d, of %d", i, m.counter)
		}
		to := uint64(i)
		if kind == ofFunction {
			to = m.moved(i)
		}
		out = binary.AppendUvarint(out, to)
	}
	for i := range m.counter {
		name := variable(int(i))
		out = append(append(append(out, byte(len(name))), name...), ofGlobal)
		out = binary.AppendUvarint(out, uint64(i))
	}
	m.module[exports] = out
}

// mostTable is how many functions a table may have at first. It does not grow: what would do so is refused.
const mostTable = 1 << 20

// table sees to it that there are not many tables, nor a large one: they are made before the code runs.
func (m *meter) table() {
	r, none := reader{b: m.module[tables]}, []byte(nil)
	switch n := r.count(&none); {
	case n > 1:
		refuse("%d tables", n)
	case n == 1:
		r.bytes(2) // what it has, and whether there is a most
		if least := r.number(); least > mostTable {
			refuse("a table of %d functions", least)
		}
	}
}

// element renumbers the functions in tables. None of this machine's may be among them: it could be called without a
// look.
func (m *meter) element() {
	r := reader{b: m.module[elements]}
	var out []byte
	for n := r.count(&out); n > 0; n-- {
		from := r.at
		if kind := r.number(); kind != 0 {
			refuse("an element of kind %d", kind)
		}
		if op := r.byte(); op != opI32Const {
			refuse("an element whose place is instruction %#x", op)
		}
		r.skip()
		if op := r.byte(); op != opEnd {
			refuse("an element whose place is instruction %#x", op)
		}
		out = append(out, r.b[from:r.at]...)
		for n := r.count(&out); n > 0; n-- {
			f := r.number()
			if f < m.look {
				refuse("function %d, of this machine, in a table", f)
			}
			out = binary.AppendUvarint(out, m.moved(f))
		}
	}
	m.module[elements] = out
}

// count reads and appends how many entries there are; none, and nothing, if there is nothing.
func (r *reader) count(out *[]byte) (n uint32) {
	if r.b != nil {
		n = r.number()
		*out = binary.AppendUvarint(*out, uint64(n))
	}
	return n
}

// code has all functions pay.
func (m *meter) code() {
	r := reader{b: m.module[codes]}
	out := make([]byte, 0, len(r.b)+len(r.b)/4)
	n := r.count(&out)
	f := &function{meter: m}
	for ; n > 0; n-- {
		out = f.metered(out, r.bytes(int(r.number())))
	}
	m.module[codes] = out
}

// signed appends a number with a sign, which has 7 bits in a byte.
func signed(out []byte, v int) []byte {
	for ; v < -64 || v > 63; v >>= 7 {
		out = append(out, byte(v)|0x80)
	}
	return append(out, byte(v)&0x7f)
}
