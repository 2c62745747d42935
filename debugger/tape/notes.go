package tape

import "machsim/ipc"

// What is noted of an event, beside its call, are the values that it allocated, where its messages arrived, and the
// accesses that its thread's program made after it, beside its calls. Of most events nothing is noted.

// notes writes that.
func (w *writer) notes(given, arrived []uint32, looks []ipc.Access) {
	if len(given)+len(arrived)+len(looks) == 0 {
		return
	}
	for _, list := range [...][]uint32{given, arrived} {
		w.uint(uint64(len(list)))
		for _, v := range list {
			w.uint(uint64(v))
		}
	}
	for _, a := range looks {
		w.b = append(w.b, byte(a.Location), byte(a.Mode))
		w.uint(uint64(a.A))
		w.uint(uint64(a.B))
	}
}

// given reads the values that an event allocated, and where its messages arrived, into room.
func (r *reader) given(room []uint32) (given, arrived, all []uint32) {
	if len(r.b) == 0 {
		return nil, nil, room
	}
	all = r.uints(room)
	n := len(all)
	all = r.uints(all)
	return all[:n:n], all[n:], all
}

// uints appends numbers, of which there are as many as the first says.
func (r *reader) uints(to []uint32) []uint32 {
	for n := r.uint(); n > 0; n-- {
		to = append(to, uint32(r.uint()))
	}
	return to
}

// accesses reads the accesses that are left, and appends them.
func (r *reader) accesses(to []ipc.Access) []ipc.Access {
	for len(r.b) > 0 {
		a := ipc.Access{Location: ipc.Location(r.b[0]), Mode: ipc.Mode(r.b[1])}
		r.b = r.b[2:]
		a.A, a.B = uint32(r.uint()), uint32(r.uint())
		to = append(to, a)
	}
	return to
}
