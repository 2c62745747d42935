package sandbox

// Go writes a function that jumps as one loop, around a block for each place to jump to:
//
//	loop  block block ... block  local.get PC  br_table ...  end  ...  end  ...  end
//
// A jump puts the place's number into PC and goes back to the head, where br_table leaves the blocks. That is slow: it
// is a turn of the loop, and what is translated from it looks as if each place could come after each other. Where the
// block that ends at the place is still open, as for all jumps ahead, a jump out of that does the same without a turn,
// and the meter makes it one. PC is set nevertheless, so that this holds whoever has made the code.

// dispatch is the first such loop of a function.
type dispatch struct {
	pc     uint32   // the local variable
	head   int      // the frame of the loop
	depth  int      // frames that are open at br_table
	open   int      // so many of them have not been closed; 0 if there is no such loop
	labels []uint32 // of br_table, by the number in PC; the last is for all others
}

// dispatched finds out whether a loop without values whose head was passed is such a loop.
func (f *function) dispatched() {
	blocks, r := 0, f.reader
	for r.at+1 < len(r.b) && r.b[r.at] == opBlock && r.b[r.at+1] == empty {
		r.at += 2
		blocks++
	}
	if r.byte() != opLocalGet {
		return
	}
	pc := r.number()
	if r.byte() != opBrTable {
		return
	}
	for n := r.number(); n > 0; n-- {
		f.labels = append(f.labels, r.number())
	}
	f.labels = append(f.labels, r.number())
	f.pc, f.head, f.depth = pc, len(f.frames)-1, len(f.frames)+blocks
	f.open = f.depth
}

// ahead shortens a jump ahead that begins with the constant from at on, which was passed.
func (f *function) ahead(at int) {
	if f.open == 0 || f.b[f.at-1]&negative != 0 {
		return
	}
	r := f.reader
	if r.byte() != opLocalSet || r.number() != f.pc || r.byte() != opBr {
		return
	}
	from := r.at
	label := r.number()
	if len(f.frames)-1-int(label) != f.head {
		return
	}
	k := reader{b: f.b, at: at}
	place := f.labels[min(int(k.number()), len(f.labels)-1)]
	block := f.depth - 1 - int(place) // its frame
	if block <= f.head || block >= f.open {
		return
	}
	f.edits = append(f.edits, edit{at: from, end: r.at, number: uint64(len(f.frames) - 1 - block)})
	f.at = r.at
}
