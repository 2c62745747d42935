package flow

import "math/bits"

// Set is a set of nodes, by their numbers.
type Set []uint64

func newSet(nodes int) Set { return make(Set, (nodes+63)/64) }

func setOf(nodes int, members ...int) Set {
	s := newSet(nodes)
	for _, n := range members {
		s.add(n)
	}
	return s
}

// Has says whether a node is a member.
func (s Set) Has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }

// All are the members, in order.
func (s Set) All() (all []int) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			all = append(all, i*64+bits.TrailingZeros64(w))
		}
	}
	return all
}

func (s Set) add(n int)    { s[n/64] |= 1 << (n % 64) }
func (s Set) remove(n int) { s[n/64] &^= 1 << (n % 64) }
func (s Set) clone() Set   { return append(Set(nil), s...) }

// join adds the members of another set but some, and says whether there were new ones.
func (s Set) join(o, but Set) (more bool) {
	for i, w := range o {
		if but != nil {
			w &^= but[i]
		}
		more = more || w&^s[i] != 0
		s[i] |= w
	}
	return more
}

// meet removes what is no member of another set, and says whether there was any.
func (s Set) meet(o Set) (less bool) {
	for i, w := range o {
		less = less || s[i]&^w != 0
		s[i] &= w
	}
	return less
}
