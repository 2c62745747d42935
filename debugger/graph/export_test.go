package graph

import (
	"machsim/debugger/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// AccessedNow is Accessed, but leaves nothing to a goroutine.
func (b *Builder) AccessedNow(t *tape.Tape, event int, a kernel.Actor, accesses []ipc.Access) {
	b.finder.take(uint32(t.Lane(event)), a, accesses)
}
