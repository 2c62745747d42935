package lzma

import "math"

// A block is what is parsed at a time, with one set of prices. No operation reaches beyond it. It ends where no
// operation that was tried could reach beyond, once it has some size.
const (
	leastBlock = 1 << 9
	mostBlock  = 1 << 12
)

// node is the cheapest way found to a place in a block: where its last operation is, and what it costs.
type node struct {
	cost price
	n    int    // the length of the operation that leads here
	op   uint32 // which one
	history
}

// parser chooses operations.
type parser struct {
	data  []byte
	model *model
	find  *finder
	nodes [mostBlock + 1]node
	far   int // the last node that was reached

	// What lengths and distances cost, as of the beginning of the block.
	lengths [2][maxLen + 1]price
	slot    [lenClasses][slots]price
	rest    [1 << 7]price // of distances below
	align   [1 << aligned]price
}

// operation is a byte, or a copy of n bytes.
type operation struct {
	op uint32
	n  int
}

// parse returns operations, the last one first, that lead from a place through a block.
func (p *parser) parse(at int, h history, into []operation) []operation {
	p.reckon()
	size := min(mostBlock, len(p.data)-at)
	for i := range p.nodes[:size+1] {
		p.nodes[i].cost = math.MaxUint32
	}
	p.nodes[0], p.far = node{history: h}, 0
	for i := 0; i < size; {
		i += p.leave(at, i, size)
		if i >= leastBlock && i == p.far {
			size = i
		}
	}
	for i := size; i > 0; i -= p.nodes[i].n {
		into = append(into, operation{p.nodes[i].op, p.nodes[i].n})
	}
	return into
}

// reckon fills the tables of prices.
func (p *parser) reckon() {
	cost := func(tell func(to decisions)) (c price) { tell(&c); return c }
	for k := range p.lengths {
		for n := minLen; n <= maxLen; n++ {
			p.lengths[k][n] = cost(func(to decisions) { p.model.lengths[k].tell(to, n) })
		}
	}
	for class := range p.slot {
		for s := range p.slot[class] {
			p.slot[class][s] = cost(func(to decisions) { tree(to, p.model.slot[class][:], uint32(s), 6) })
		}
	}
	for d := range p.rest {
		slot, rest := slotOf(uint32(d))
		p.rest[d] = cost(func(to decisions) { p.model.tellRest(to, slot, rest, uint32(d)) })
	}
	for a := range p.align {
		p.align[a] = cost(func(to decisions) { reverse(to, p.model.align[:], uint32(a), aligned) })
	}
}

func (p *parser) distance(class int, d uint32) price {
	slot, rest := slotOf(d)
	if d < uint32(len(p.rest)) {
		return p.slot[class][slot] + p.rest[d]
	}
	return p.slot[class][slot] + price((rest-aligned)*bitPrice) + p.align[d&(1<<aligned-1)]
}

// leave tries all operations at the i-th place of the block that begins at a place. It returns how far the next place
// is that is worth a look: a long copy is taken without one at the places in it.
func (p *parser) leave(at, i, size int) int {
	here := &p.nodes[i]
	if i > 0 {
		here.history = p.nodes[i-here.n].after(here.op)
	}
	at += i
	most := min(size-i, maxLen)
	p.byte(here, i, at)
	long := p.repeats(here, i, at, most)
	found := p.find.at(at)
	if long < enough {
		long = max(long, p.copies(here, i, at, most, found))
	}
	if long < enough {
		return 1
	}
	for k := 1; k < long; k++ {
		p.find.at(at + k)
	}
	return long
}

// reach notes that an operation of n bytes leads from a place, at a cost.
func (p *parser) reach(i, n int, op uint32, cost price) {
	p.far = max(p.far, i+n)
	to := &p.nodes[i+n]
	if cost < to.cost {
		to.cost, to.n, to.op = cost, n, op
	}
}

func (p *parser) kind(here *node, op uint32) price {
	c := here.cost
	p.model.tellKind(&c, here.state, op)
	return c
}

// byte tries a byte, and a copy of one.
func (p *parser) byte(here *node, i, at int) {
	c := p.kind(here, literal)
	p.model.tellByte(&c, &here.history, p.data, at)
	p.reach(i, 1, literal, c)
	if from := at - 1 - int(here.reps[0]); from >= 0 && p.data[from] == p.data[at] {
		p.reach(i, 1, shortRep, p.kind(here, shortRep))
	}
}

// repeats tries copies from the last distances. It returns the length of the longest.
func (p *parser) repeats(here *node, i, at, most int) (longest int) {
	for k, d := range here.reps {
		from := at - 1 - int(d)
		if from < 0 {
			continue
		}
		n := same(p.data, from, at, most)
		if n < minLen {
			continue
		}
		longest = max(longest, n)
		base := p.kind(here, rep0+uint32(k))
		for l := minLen; l <= n; l++ {
			p.reach(i, l, rep0+uint32(k), base+p.lengths[1][l])
		}
	}
	return longest
}

// copies tries copies from other distances, each length from the nearest. It returns the length of the longest.
func (p *parser) copies(here *node, i, at, most int, found []candidate) (longest int) {
	base := p.kind(here, fresh)
	l := minLen
	for _, c := range found {
		n := min(c.n, most)
		if c.n == enough { // the finder has looked no further
			n = same(p.data, at-1-int(c.d), at, most)
		}
		for ; l <= n; l++ {
			p.reach(i, l, fresh+c.d, base+p.lengths[0][l]+p.distance(classOf(l), c.d))
		}
		longest = n
	}
	return longest
}
