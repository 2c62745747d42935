package record

import (
	"encoding/binary"

	"machsim/kernel"
)

// appendHalt appends the predicate that was to halt the run; nothing if there was none.
func appendHalt(b []byte, h *kernel.Halt) []byte {
	if h == nil {
		return b
	}
	b = appendText(b, h.Predicate)
	b = binary.AppendUvarint(b, uint64(len(h.Stages)))
	for _, patterns := range h.Stages {
		b = binary.AppendUvarint(b, uint64(len(patterns)))
		for _, p := range patterns {
			b = appendText(b, p)
		}
	}
	return b
}

// readHalt reads what appendHalt has written.
func readHalt(r *reader, flags uint64) *kernel.Halt {
	if flags&flagHalt == 0 {
		return nil
	}
	h := &kernel.Halt{Predicate: r.text(), Stages: make([][]string, r.count())}
	for i := range h.Stages {
		for range r.count() {
			h.Stages[i] = append(h.Stages[i], r.text())
		}
	}
	if len(h.Stages) == 0 {
		r.fail()
	}
	return h
}
