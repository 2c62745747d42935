package tables

import (
	"encoding/binary"
	"math"
)

// pageRows is the number of values in a page.
const (
	pageBits = 10
	pageRows = 1 << pageBits
)

// packed is a column of integers and NULLs, in pages. The values of a page are kept as the distance to the least of
// them, in as few bytes as the greatest needs: none if all are equal. So what repeats or grows slowly is small, and a
// scan passes over pages that hold nothing of what it looks for.
type packed struct {
	pages []page
	n     int
	fresh []int64 // the values that fill no page yet; missing for NULL
}

// page is up to pageRows values. A value is written as its distance from least, plus 1 so that 0 is NULL; in 8 bytes
// as it is, with missing for NULL.
type page struct {
	least, most int64 // of the values other than NULL
	bytes       []byte
	width       uint8 // of a value in bytes: 0, 1, 2, 4 or 8
	nulls       bool  // some value is NULL
	none        bool  // all are
}

// missing stands for NULL where values are integers; no column has it as a value.
const missing = math.MinInt64

// add adds a value.
func (p *packed) add(v int64) {
	if p.fresh == nil {
		p.fresh = make([]int64, 0, pageRows)
	}
	p.fresh = append(p.fresh, v)
	p.n++
	if len(p.fresh) == pageRows {
		p.pages = append(p.pages, pack(p.fresh))
		p.fresh = p.fresh[:0]
	}
}

// close ends the adding.
func (p *packed) close() {
	if len(p.fresh) > 0 {
		p.pages = append(p.pages, pack(p.fresh))
	}
	p.fresh = nil
}

// pack makes a page.
func pack(all []int64) page {
	g := page{least: math.MaxInt64, most: math.MinInt64}
	for _, v := range all {
		if v == missing {
			g.nulls = true
			continue
		}
		g.least, g.most = min(g.least, v), max(g.most, v)
	}
	if g.none = g.least > g.most; g.none {
		return g
	}
	g.width = widthOf(uint64(g.most)-uint64(g.least), g.nulls)
	g.bytes = make([]byte, 0, len(all)*int(g.width))
	for _, v := range all {
		g.append(v)
	}
	return g
}

// widthOf is the number of bytes that distances up to one need. They are written plus 1, so the greatest number of each
// width is one less; in 8 bytes there would be no room for that, and values stand there as they are.
func widthOf(most uint64, nulls bool) uint8 {
	switch {
	case most == 0 && !nulls:
		return 0
	case most < 1<<8-1:
		return 1
	case most < 1<<16-1:
		return 2
	case most < 1<<32-1:
		return 4
	}
	return 8
}

func (g *page) append(v int64) {
	x := uint64(0)
	if v != missing {
		x = uint64(v) - uint64(g.least) + 1
	}
	switch g.width {
	case 1:
		g.bytes = append(g.bytes, byte(x))
	case 2:
		g.bytes = binary.LittleEndian.AppendUint16(g.bytes, uint16(x))
	case 4:
		g.bytes = binary.LittleEndian.AppendUint32(g.bytes, uint32(x))
	case 8:
		g.bytes = binary.LittleEndian.AppendUint64(g.bytes, uint64(v))
	}
}

// at returns a value; missing for NULL.
func (p *packed) at(row int) int64 {
	i := row & (pageRows - 1)
	if row>>pageBits == len(p.pages) { // it is filled now
		return p.fresh[i]
	}
	g := &p.pages[row>>pageBits]
	x := uint64(0)
	switch g.width {
	case 0:
		if g.none {
			return missing
		}
		return g.least
	case 1:
		x = uint64(g.bytes[i])
	case 2:
		x = uint64(binary.LittleEndian.Uint16(g.bytes[2*i:]))
	case 4:
		x = uint64(binary.LittleEndian.Uint32(g.bytes[4*i:]))
	case 8:
		return int64(binary.LittleEndian.Uint64(g.bytes[8*i:]))
	}
	if x == 0 {
		return missing
	}
	return int64(uint64(g.least) + x - 1)
}

// page writes the values of a page.
func (p *packed) page(n int, to *[pageRows]int64) {
	g, rows := &p.pages[n], min(pageRows, p.n-n*pageRows)
	all := to[:rows]
	switch g.width {
	case 0:
		v := g.least
		if g.none {
			v = missing
		}
		for i := range all {
			all[i] = v
		}
		return
	case 1:
		for i, x := range g.bytes {
			all[i] = int64(x)
		}
	case 2:
		for i := range all {
			all[i] = int64(binary.LittleEndian.Uint16(g.bytes[2*i:]))
		}
	case 4:
		for i := range all {
			all[i] = int64(binary.LittleEndian.Uint32(g.bytes[4*i:]))
		}
	case 8:
		for i := range all {
			all[i] = int64(binary.LittleEndian.Uint64(g.bytes[8*i:]))
		}
		return
	}
	for i, x := range all {
		if x == 0 {
			all[i] = missing
		} else {
			all[i] = g.least + x - 1
		}
	}
}
