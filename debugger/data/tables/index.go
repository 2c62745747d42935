package tables

import (
	"slices"
	"sort"
)

// index is the rows of a table in the order of a column's values; rows with one value are in their own order.
type index struct {
	rows  []uint32
	ranks []int64 // by code: the place of its value among all values; nil of integers
}

// ranks orders the codes of a column by their values. Codes with one value have one rank.
func (c *column) ranks() []int64 {
	if c.words == nil {
		return nil
	}
	values, order := make([]Value, c.codes), make([]int, c.codes)
	for code := range values {
		values[code], order[code] = c.words(code), code
	}
	slices.SortFunc(order, func(a, b int) int { return values[a].Compare(values[b]) })
	ranks, rank := make([]int64, c.codes), int64(0)
	for i, code := range order {
		if i > 0 && values[order[i-1]] != values[code] {
			rank++
		}
		ranks[code] = rank
	}
	return ranks
}

// sorted orders rows by a column. It is stable.
func (c *column) sorted(rows []uint32, descending bool, n int) []uint32 {
	ranks := c.ranks()
	if c.index != nil {
		ranks = c.index.ranks
	}
	keys := make([]int64, len(rows))
	whole := len(rows) == n
	var room [pageRows]int64
	var values []int64
	for i, row := range rows {
		if whole && row&(pageRows-1) == 0 && int(row) == i {
			values = c.page(i>>pageBits, n, &room)
		}
		if whole && values != nil && int(row) == i {
			keys[i] = values[i&(pageRows-1)]
		} else {
			keys[i] = c.raw(int(row))
		}
		if ranks != nil {
			keys[i] = ranks[keys[i]]
		}
	}
	return byKeys(rows, keys, descending)
}

// byKeys orders rows by their keys, by a counting sort of 12 bits at a time, the lowest first. Each pass keeps the
// order of rows that are equal in its bits, so after the last one they are in order by all bits, and equal ones as they
// came.
func byKeys(rows []uint32, keys []int64, descending bool) []uint32 {
	distances, most := distances(keys, descending)
	to, keysTo := make([]uint32, len(rows)), make([]uint64, len(rows))
	rows = slices.Clone(rows)
	const bits = 12
	counts := make([]uint32, 1<<bits)
	for shift := 0; shift < 64 && most>>shift > 0; shift += bits {
		clear(counts)
		for _, k := range distances {
			counts[k>>shift&(1<<bits-1)]++
		}
		sum := uint32(0)
		for i, n := range counts {
			counts[i], sum = sum, sum+n
		}
		for i, k := range distances {
			at := &counts[k>>shift&(1<<bits-1)]
			to[*at], keysTo[*at] = rows[i], k
			*at++
		}
		rows, to, distances, keysTo = to, rows, keysTo, distances
	}
	return rows
}

// distances turns keys into numbers of the same order, or of the opposite one; NULL is the least of them. They fit into
// 64 bits, for the key that stands for NULL is no value.
func distances(keys []int64, descending bool) (all []uint64, most uint64) {
	least := int64(0)
	first := true
	for _, k := range keys {
		if k != missing && (first || k < least) {
			least, first = k, false
		}
	}
	all = make([]uint64, len(keys))
	for i, k := range keys {
		if k != missing {
			all[i] = uint64(k) - uint64(least) + 1
		}
		most = max(most, all[i])
	}
	if descending {
		for i := range all {
			all[i] = most - all[i]
		}
	}
	return all, most
}

// find returns the rows whose values pass a test that allows one stretch of values, as tests without codes do; of
// codes those that have one value.
func (x *index) find(c *column, t *test) []uint32 {
	least, most := t.least, t.most
	if x.ranks != nil {
		least, most = 1, 0
		if code := slices.Index(t.codes, true); code >= 0 {
			least, most = x.ranks[code], x.ranks[code]
		}
	}
	key := func(i int) int64 {
		k := c.raw(int(x.rows[i]))
		if x.ranks != nil {
			k = x.ranks[k]
		}
		return k
	}
	from := sort.Search(len(x.rows), func(i int) bool { return key(i) >= least })
	to := sort.Search(len(x.rows), func(i int) bool { return key(i) > most })
	return x.rows[from:max(from, to)]
}
