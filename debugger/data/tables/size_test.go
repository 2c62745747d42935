package tables

// Size returns about how many bytes the columns take, without the texts that their codes stand for.
func (t *Table) Size() (n int) {
	seen := map[*packed]bool{}
	for _, c := range t.cols {
		if c.ints != nil && !seen[c.ints] {
			seen[c.ints] = true
			n += c.ints.size()
		}
	}
	return n
}

// size is the number of bytes of the column.
func (p *packed) size() (n int) {
	for i := range p.pages {
		n += len(p.pages[i].bytes) + 48
	}
	return n
}
