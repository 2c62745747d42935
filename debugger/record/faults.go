package record

import (
	"encoding/binary"

	"machsim/kernel"
)

// appendFaults appends how many faults of each kind a run may have; nothing if it may have none.
func appendFaults(b []byte, f kernel.Faults) []byte {
	if f == (kernel.Faults{}) {
		return b
	}
	n := len(f)
	for f[n-1] == 0 {
		n--
	}
	b = binary.AppendUvarint(b, uint64(n))
	for _, n := range f[:n] {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

// readFaults reads what appendFaults has written. Kinds at the end that may not happen can be missing.
func readFaults(r *reader, flags uint64) (f kernel.Faults) {
	if flags&flagFaults == 0 {
		return f
	}
	for k := range r.count() {
		n := r.uvarint()
		if k >= len(f) || n > kernel.MaxFaults || n > 0 && !kernel.FaultKind(k).Budgeted() {
			r.fail()
			return f
		}
		f[k] = uint16(n)
	}
	if f == (kernel.Faults{}) {
		r.fail()
	}
	return f
}
