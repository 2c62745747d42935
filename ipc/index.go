package ipc

// portIndex maps a port to the name of a space's send or receive right to it. It is
// a hash table with linear probing, at most half full; a slot with port 0 is free.
// Unlike a Go map it is plain data: one copy of a slice makes it part of a picture of
// the state, and it has no order that differs from run to run.
type portIndex struct {
	slots []portSlot // length is 0 or a power of two
	used  int
}

type portSlot struct {
	port PortID
	name Name
}

const minSlots = 8

func (x *portIndex) home(p PortID) uint32 {
	// Multiplicative hashing; the product's high half is well mixed.
	return uint32(uint64(uint32(p)*0x9e3779b1)*uint64(len(x.slots))>>32) & uint32(len(x.slots)-1)
}

// find returns the name of the right to p, Null if there is none.
func (x *portIndex) find(p PortID) Name {
	if len(x.slots) == 0 {
		return Null
	}
	mask := uint32(len(x.slots) - 1)
	for i := x.home(p); ; i = (i + 1) & mask {
		switch x.slots[i].port {
		case p:
			return x.slots[i].name
		case 0:
			return Null
		}
	}
}

// put makes n the name of the right to p.
func (x *portIndex) put(p PortID, n Name) {
	if 2*(x.used+1) > len(x.slots) {
		x.grow()
	}
	mask := uint32(len(x.slots) - 1)
	for i := x.home(p); ; i = (i + 1) & mask {
		switch x.slots[i].port {
		case 0:
			x.used++
			x.slots[i] = portSlot{p, n}
			return
		case p:
			x.slots[i].name = n
			return
		}
	}
}

// drop forgets p.
func (x *portIndex) drop(p PortID) {
	mask := uint32(len(x.slots) - 1)
	i := x.home(p)
	for x.slots[i].port != p {
		i = (i + 1) & mask
	}
	x.used--
	// Move later entries of the run back into the hole, except those that would
	// stand before their home there.
	for j := (i + 1) & mask; x.slots[j].port != 0; j = (j + 1) & mask {
		if h := x.home(x.slots[j].port); (j-h)&mask >= (j-i)&mask {
			x.slots[i] = x.slots[j]
			i = j
		}
	}
	x.slots[i] = portSlot{}
}

func (x *portIndex) grow() {
	old := x.slots
	x.slots = make([]portSlot, max(minSlots, 2*len(old)))
	x.used = 0
	for _, s := range old {
		if s.port != 0 {
			x.put(s.port, s.name)
		}
	}
}

func (x *portIndex) clear() {
	clear(x.slots)
	x.used = 0
}

func (x *portIndex) detach() {
	x.slots = append([]portSlot(nil), x.slots...)
}
