package lzma

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Pack returns the data packed.
func Pack(data []byte) []byte {
	w := newWriter(header(len(data)))
	m := newModel()
	p := &parser{data: data, model: m, find: newFinder(data)}
	var h history
	var ops []operation
	for at := 0; at < len(data); {
		ops = p.parse(at, h, ops[:0])
		for _, o := range slices.Backward(ops) {
			m.tell(w, &h, data, at, o)
			h = h.after(o.op)
			at += o.n
		}
	}
	return w.finish()
}

// header is that of the format: the properties of the model, the size of the window and that of the data.
func header(size int) []byte {
	window := uint32(1) << max(12, bits.Len(uint(max(size, 1)-1)))
	h := binary.LittleEndian.AppendUint32([]byte{contextBits}, window)
	return binary.LittleEndian.AppendUint64(h, uint64(size))
}

// tell tells an operation.
func (m *model) tell(to decisions, h *history, data []byte, at int, o operation) {
	m.tellKind(to, h.state, o.op)
	switch {
	case o.op == literal:
		m.tellByte(to, h, data, at)
	case o.op >= fresh:
		m.lengths[0].tell(to, o.n)
		m.tellDistance(to, o.n, o.op-fresh)
	case o.op != shortRep:
		m.lengths[1].tell(to, o.n)
	}
}
