package zoo

import (
	"errors"
	"fmt"
)

type ring struct {
	next *ring
	n    int
	text string
	a    []int
	m    map[string]int
	err  error
}

var order string

// said notes that it is called, and returns its argument.
func said[T any](name string, x T) T {
	order += name + " "
	return x
}

func (r *ring) self(name string) *ring { return said(name, r) }

func (r *ring) one() (int, error) { return 1, nil }

// targets writes to what calls find, and to what calls compute.
func targets() string {
	order = ""
	r := &ring{a: []int{1, 2, 3}, m: map[string]int{}}
	r.next = r
	r.a[said("i", 1)] -= 2
	r.a[said("i", 2)] = said("v", 7) + r.a[0]
	r.self("r").n++
	r.self("r").next.n -= said("v", 3)
	r.text += said("t", "x")
	r.err = said("e",
		errors.New("e"))
	r.a[len(r.a)-1]++
	r.a[said("i", 0)], r.self("r").n = r.n, said("v", 8)
	r.n, r.err = r.one()
	r.a = append(r.a, said("v", 9))
	r.m[said("k", "a")] += said("v", 4)
	r.n += func() int { return 2 }()
	c := make(chan int, 2)
	c <- 5
	r.n = <-c
	if r.n = said("v", 6); r.n > 5 {
		r.n++
	}
	r.a[0], r.a = 4, r.a[1:]
	other := &ring{next: r}
	other.next.n, other.next = 1, nil
	r.next.next = said("nil", (*ring)(nil))
	p, q := &ring{}, 0
	func() { q += said("q", 2) }()
	p.n, p = q, nil
	return fmt.Sprint(order, r.a, r.n, r.text, r.err, r.m, r.next == nil, q)
}

// failing panics as it does without hooks: what is called comes first, and the first store is made.
func failing(which int) (s string) {
	order = ""
	var r *ring
	x, a := 0, []int{1}
	defer func() { s = fmt.Sprint(order, x, a, recover()) }()
	switch which {
	case 0:
		r.n = said("v", 1)
	case 1:
		a[said("i", 3)] = said("v", 1)
	case 2:
		x, a[which] = 5, 1
	case 3:
		a[0], r.n = 2, 3
	case 4:
		a[said("i", 0)] /= said("v", 0)
	}
	return "?"
}

// parts reads and writes elements of slices and maps without an index.
func parts() (sum int) {
	r := &ring{a: []int{1, 2, 3}, m: map[string]int{"a": 1}}
	list := append([]int{}, r.a...)
	list = append(list[:1], 7, len(r.m))
	list = append(list, said("v", 3))
	sum += copy(list[1:], r.a)
	text := make([]byte, 4)
	sum += copy(text, "go")
	copy(text[2:], text)
	for i, x := range r.a {
		sum += i * x
		r.a = nil
	}
	for _, x := range said("list", list) {
		sum = 3*sum + x
	}
	var i, x int
	func() { i++ }()
	for i, x = range list {
		list = list[:1]
		if x == 2 {
			continue
		}
		sum += i + x
	}
	for k, v := range r.m {
		sum += len(k) + v
		delete(r.m, k)
	}
	for range r.m {
		sum++
	}
	r.m["z"] = 1
	array := &[2]int{3, 4}
	for _, x := range array {
		sum += x
	}
	clear(r.m)
	clear(list)
	return 10*sum + len(r.m) + len(text) + list[0] + i
}

// shelf is what two threads use.
type shelf struct {
	list []int
	tags map[string]int
}

// Uses are ways to use a shelf, by name: those that race with themselves, or with another one.
var Uses = map[string]func(s *shelf){
	"append": func(s *shelf) { _ = append(s.list, 1) },
	"copy":   func(s *shelf) { copy(s.list, []int{3}) },
	"reads":  func(s *shelf) { copy(make([]int, 2), s.list) },
	"range":  func(s *shelf) { rangeOver(s) },
	"clear":  func(s *shelf) { clear(s.list) },
	"insert": func(s *shelf) { s.tags["b"] = 2 },
	"each":   func(s *shelf) { each(s) },
	"delete": func(s *shelf) { delete(s.tags, "b") },
}

// NewShelf returns a shelf with place behind its list.
func NewShelf() *shelf { return &shelf{make([]int, 2, 4), map[string]int{"a": 1}} }

func rangeOver(s *shelf) (sum int) {
	for _, x := range s.list {
		sum += x
	}
	return sum
}

func each(s *shelf) (n int) {
	for range s.tags {
		n++
	}
	return n
}
