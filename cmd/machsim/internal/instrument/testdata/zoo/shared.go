package zoo

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type node struct {
	name string
	next *node
	kids [2]*node
	tags map[string]int
	err  error
	any  any
	f    float64
	mu   sync.Mutex
	in   struct{ a, b int }
}

func (n *node) setName(s string) { n.name = s }

func (n node) upper() string { return strings.ToUpper(n.next.name) }

var root node

var bits uint8

// shares reads and writes what threads might share, in all ways.
func shares() string {
	count, text := 0, "x"
	var small uint8
	var err error
	var is flag
	list := []int{1, 2, 3}
	grid := [2][2]int{{1, 2}, {3, 4}}
	use := func() {
		count++
		text += "y"
		small = 200
		err = nil
		is = count > 0
		list[0]--
		grid[1][0] *= 2
	}
	use()
	count, text = len(text), fmt.Sprint(count)
	small <<= 1
	small = 1 << count
	is = !is && count == 2
	err = errors.New("e")
	n := &node{name: "n", tags: map[string]int{"a": 1}}
	n.next, n.kids[0] = &node{name: text}, n
	n.setName(n.name + n.kids[0].name)
	n.next.setName("m")
	n.tags["a"]++
	n.tags["b"] = n.tags["a"] + list[count-1]
	v, ok := n.tags["c"]
	delete(n.tags, "b")
	n.err, n.any = err, 3
	n.any = n.tags
	n.err = err
	n.f = 1
	n.f += 2.5
	n.in.a, n.in.b = n.in.b+1, n.in.a
	p := &n.in
	p.a = -p.a
	*p = struct{ a, b int }{p.b, p.a}
	n.mu.Lock()
	defer n.mu.Unlock()
	root.kids[1] = n
	root.kids[1].kids[1] = &root
	bits |= 3
	bits++
	list[0], list[1] = list[1], list[0]
	list = append(list, grid[0][:]...)
	for i := 0; i < count; i++ {
		list[i] += i
	}
	for count = 0; count < 2; count++ {
		func() { text += fmt.Sprint(count) }()
	}
	for n.in.a, v = range list {
	}
	sum, fixed := 0, []int{1, 2, 3}
	for _, m := range fixed {
		sum += m
	}
	for i, fixed := range fixed {
		sum += i * fixed
	}
	x := n
	x = x.next
	x, x.name = n, "moved"
	if n := x.next; n != nil && n.next != nil && n.next.name == "" {
		return "?"
	}
	const size = len(grid)
	s := list[1:size]
	var nilled *node
	func() { nilled = nil }()
	return fmt.Sprint(count, text, small, err, is, list, grid, n.name, n.next.name, n.upper(), len(n.tags), n.err, n.f,
		n.in, v, ok, bits, s, x.name, nilled == nil, root.kids[1].name, cap(grid[1]), sum)
}

// departs panics where a program without hooks does.
func departs(p *node, i int) (s string) {
	defer func() { s = fmt.Sprint(recover()) }()
	q := []int{1}
	func() { q[i] = i }()
	return p.next.name
}
