package tape

import "machsim/ipc"

// What is noted of an event, beside its call, are the values that it allocated, where its messages arrived, and the
// accesses that its thread's program made after it, beside its calls. Of most events nothing is noted.

// manyNotes is how many values of a sort have their number apart from the first byte, which has that of fewer.
const manyNotes = 1<<4 - 1

// notes writes that: a byte with the numbers of the values, these, and the accesses.
func (w *writer) notes(given, arrived []uint32, looks []ipc.Access) {
	if len(given)+len(arrived)+len(looks) == 0 {
		return
	}
	w.b = append(w.b, byte(min(len(given), manyNotes)|min(len(arrived), manyNotes)<<4))
	for _, list := range [...][]uint32{given, arrived} {
		if len(list) >= manyNotes {
			w.uint(uint64(len(list)))
		}
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
	numbers := r.byte()
	all = r.uints(numbers&manyNotes, room)
	n := len(all)
	all = r.uints(numbers>>4, all)
	return all[:n:n], all[n:], all
}

// uints appends n numbers, or as many as the next says if there are many.
func (r *reader) uints(n byte, to []uint32) []uint32 {
	more := uint64(n)
	if n == manyNotes {
		more = r.uint()
	}
	for ; more > 0; more-- {
		to = append(to, uint32(r.uint()))
	}
	return to
}

// accesses reads the accesses that are left, and appends them.
func (r *reader) accesses(to []ipc.Access) []ipc.Access {
	for len(r.b) > 0 {
		a := ipc.Access{Location: ipc.Location(r.byte()), Mode: ipc.Mode(r.byte())}
		a.A, a.B = uint32(r.uint()), uint32(r.uint())
		to = append(to, a)
	}
	return to
}
