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

// appendAgents appends how hosts halt; nothing if that is as usual.
func appendAgents(b []byte, a *kernel.Agents) []byte {
	if a.Usual() {
		return b
	}
	b = binary.AppendUvarint(b, uint64(len(a.Exempt)))
	for _, p := range a.Exempt {
		b = appendText(b, p)
	}
	return append(binary.AppendUvarint(b, uint64(a.Delay)), byte(bit(a.Tree, 1)|bit(a.Runs, 2)))
}

// readAgents reads what appendAgents has written.
func readAgents(r *reader, flags uint64) (a kernel.Agents) {
	if flags&flagAgents == 0 {
		return a
	}
	for range r.count() {
		a.Exempt = append(a.Exempt, r.text())
	}
	a.Delay = int64(r.uvarint())
	how := r.byte()
	a.Tree, a.Runs = how&1 != 0, how&2 != 0
	if a.Delay < 0 || a.Delay > kernel.MaxAgentDelay || how > 3 || a.Usual() {
		r.fail()
	}
	return a
}

// readHalt reads what appendHalt has written.
func readHalt(r *reader, flags uint64) *kernel.Halt {
	if flags&flagHalt == 0 {
		if flags&flagSnapshot != 0 {
			r.fail()
		}
		return nil
	}
	h := &kernel.Halt{Predicate: r.text(), Stages: make([][]string, r.count()), Snapshot: flags&flagSnapshot != 0}
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
