package kernel

import (
	"runtime"
	"slices"
)

// nearFrames is the number of frames that line looks at before it unwinds the stack.
const nearFrames = 12

// places says, for return addresses on the stacks of programs, which place in the program's source they
// stand for: the innermost one in the frame of the function that they return to, or of those inlined in
// it, 0 if all of these are machsim's own. To unwind a stack takes up to a microsecond, so that is done
// once for each call in the source.
type places struct {
	own    map[uintptr]bool // program counters that are machsim's own code
	known  map[uintptr]uintptr
	recent [128]struct{ pc, place uintptr } // some of them, by the lowest bits
}

func newPlaces() *places { return &places{own: map[uintptr]bool{}, known: map[uintptr]uintptr{}} }

// of returns the place of a return address.
func (p *places) of(pc uintptr) (place uintptr, known bool) {
	r := &p.recent[pc%uintptr(len(p.recent))]
	if r.pc == pc {
		return r.place, true
	}
	if place, known = p.known[pc]; known {
		r.pc, r.place = pc, place
	}
	return place, known
}

// line returns where the program made the present call: the innermost frame that is not in a package
// of machsim's own.
func (th *Thread) line() uintptr {
	var near [nearFrames]uintptr
	n := returnAddresses(&near)
	for _, pc := range near[:n] {
		place, known := th.m.places.of(pc)
		if place != 0 {
			return place
		}
		if !known {
			return th.m.unwind(near[:n])
		}
	}
	if 0 < n && n < nearFrames {
		return 0 // that was the whole stack
	}
	return th.m.unwind(near[:n])
}

// unwind returns the innermost place on the stack that is not in machsim's own code, and learns the
// places of the return addresses in near.
func (m *Machine) unwind(near []uintptr) uintptr {
	var all [64]uintptr
	pcs := all[:runtime.Callers(2, all[:])]
	m.learn(near, pcs)
	return m.programs(pcs)
}

// learn adds the places of return addresses. pcs is the same stack unwound: for each frame its return
// address, and then an element for each function that the one before is inlined in. It leaves out
// wrappers that the compiler made. Below runtime.sigpanic it has the instruction that failed, which may
// be another place than what returns to the same address; so learn stops there.
func (m *Machine) learn(near, pcs []uintptr) {
	if len(near) == 0 {
		return
	}
	pcs = pcs[max(0, slices.Index(pcs, near[0])):]
	for len(near) > 0 && !fails(near[0]) {
		n, end := following(near, pcs)
		m.learnFrames(near[:n], pcs[:end], n < len(near))
		near, pcs = near[n:], pcs[end:]
	}
}

// fails says whether a program counter is in runtime.sigpanic.
func fails(pc uintptr) bool {
	f := runtime.FuncForPC(pc)
	return f != nil && f.Name() == "runtime.sigpanic"
}

// following returns the index of the next return address that is on the stack, and its index there;
// the lengths if there is none.
func following(near, pcs []uintptr) (n, end int) {
	for n := 1; n < len(near); n++ {
		if i := slices.Index(pcs[1:], near[n]); i >= 0 {
			return n, i + 1
		}
	}
	return len(near), len(pcs)
}

// learnFrames adds the places of a return address and of wrappers around it. pcs is their part of the
// stack, and more if they are not followed by a known one. Where it is not clear whose place there is,
// nothing is learned.
func (m *Machine) learnFrames(near, pcs []uintptr, followed bool) {
	place := m.programs(pcs)
	switch {
	case place == 0:
		for _, pc := range near {
			m.places.known[pc] = 0
		}
	case place == pcs[0] || followed && len(near) == 1:
		m.places.known[near[0]] = place
	}
}
