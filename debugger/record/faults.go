package record

import (
	"encoding/binary"

	"machsim/kernel"
)

// appendFaults appends how many faults of each kind a run may have, and, if it is more than numbers, at which rate,
// where and when, and its probes; nothing if it may have none.
func appendFaults(b []byte, f kernel.Faults) []byte {
	if f == (kernel.Faults{}) {
		return b
	}
	n := len(f)
	for !f[n-1].Any() {
		n--
	}
	b = binary.AppendUvarint(b, uint64(n))
	for k := range f[:n] {
		b = binary.AppendUvarint(b, uint64(f[k].Most))
	}
	if f.Scoped() {
		for k := range f[:n] {
			b = appendScope(binary.AppendUvarint(b, uint64(f[k].Rate)), &f[k].Scope)
		}
	}
	if len(f.Probes()) > 0 {
		for k := range f[:n] {
			b = appendText(b, f[k].Probes)
		}
	}
	return b
}

func appendScope(b []byte, x *kernel.Scope) []byte {
	b = appendText(appendText(b, x.A), x.B)
	b = binary.AppendUvarint(b, bit(x.OneWay, 1))
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(x.Since)), uint64(x.Until))
}

// readFaults reads what appendFaults has written. Kinds at the end that may not happen can be missing.
func readFaults(r *reader, flags uint64) (f kernel.Faults) {
	if flags&flagFaults == 0 {
		return f
	}
	n := r.count()
	for k := range n {
		most := r.uvarint()
		if k >= len(f) || most > kernel.MaxFaults {
			r.fail()
			return f
		}
		f[k].Most = uint16(most)
	}
	for k := range n {
		if flags&flagScopes != 0 {
			readScope(r, &f[k])
		}
		if f[k] != (kernel.Budget{}) && !kernel.FaultKind(k).Budgeted() {
			r.fail()
		}
	}
	for k := range n {
		if flags&flagProbes != 0 {
			f[k].Probes = r.text()
		}
		if kind := kernel.FaultKind(k); f[k].Probes != "" && !(kind.IsProbe() && f[k].ProbesValid(kind)) {
			r.fail()
		}
	}
	if f == (kernel.Faults{}) || f.Scoped() != (flags&flagScopes != 0) ||
		len(f.Probes()) > 0 != (flags&flagProbes != 0) {
		r.fail()
	}
	return f
}

func readScope(r *reader, b *kernel.Budget) {
	rate := r.uvarint()
	x := kernel.Scope{A: r.text(), B: r.text(), OneWay: r.uvarint() == 1}
	x.Since, x.Until = int64(r.uvarint()), int64(r.uvarint())
	if rate > kernel.MaxRate || rate > 0 && b.Most > 0 || x.Since < 0 || x.Until < 0 || x.A == "" && x.B != "" {
		r.fail()
	}
	b.Rate, b.Scope = uint16(rate), x
}
