package graph

import (
	"machsim/ipc"
	"machsim/kernel"
)

// AccessedNow is Accessed, but leaves nothing to a goroutine.
func (b *Builder) AccessedNow(lane uint32, a kernel.Actor, accesses []ipc.Access) {
	b.finder.take(lane, a, accesses)
}
