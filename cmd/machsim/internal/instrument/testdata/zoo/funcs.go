package zoo

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"
)

func unnamed(int, string) (int, error) { return 7, nil }

func single() int { return 8 }

func blank(_ int, b ...int) (_ int, err error) {
	if len(b) > 0 {
		return b[0], errors.New("b")
	}
	return
}

func empty() {}

func list() []map[string]func(int) int { return nil }

// changed has its result changed by a deferred function.
func changed(n int) (r int, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("recovered: %v", x)
			r *= 2
		}
	}()
	defer func(m int) { r += m }(n)
	r = 10
	if r := fmt.Sprint(n); r != "1" {
		r += "!"
	}
	if n > 1 {
		panic("too large")
	}
	return r + 1, nil
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func closures() func() int {
	n := 0
	add := func(m int) func() int {
		return func() int { n += m; return n }
	}
	one, ten := add(1), add(10)
	one()
	return func() int { return one() + ten() }
}

// count is an iterator.
func count(n int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		defer func() { n = 0 }()
		for i := range n {
			if !yield(i, fmt.Sprint("#", i)) {
				return
			}
		}
	}
}

func rangeOverFunc() (s string) {
	for i, text := range count(5) {
		if i == 1 {
			continue
		}
		for j := range count(3) {
			if j == 2 {
				break
			}
			s += fmt.Sprint(j)
		}
		if i == 3 {
			return s + text
		}
		s += text
	}
	return s
}

func pulled() (s string) {
	next, stop := iter.Pull2(count(3))
	defer stop()
	for {
		i, text, ok := next()
		if !ok {
			return s
		}
		s += fmt.Sprint(i, text, fib(i))
	}
}

type stack[T any] struct{ items []T }

func (s *stack[T]) push(x T) { s.items = append(s.items, x) }
func (s *stack[T]) pop() (x T, ok bool) {
	if len(s.items) == 0 {
		return x, false
	}
	n := len(s.items) - 1
	x, s.items = s.items[n], s.items[:n]
	return x, true
}

func mapped[K comparable, V, W any](m map[K]V, f func(V) W) []W {
	var all []W
	for _, v := range m {
		w := f(v)
		all = append(all, w)
	}
	return all
}

func generics() (s string) {
	var st stack[string]
	for _, x := range []string{"a", "b"} {
		st.push(x)
	}
	push := st.push
	push("c")
	pop := (*stack[string]).pop
	for x, ok := pop(&st); ok; x, ok = pop(&st) {
		s += x
	}
	return s + fmt.Sprint(mapped(map[int]int{1: 2}, func(n int) string { return fmt.Sprint(n * n) }))
}

func channels() (s string) {
	c, d := make(chan int, 1), make(chan string, 1)
	c <- 4
	for range 2 {
		select {
		case n, ok := <-c:
			s += fmt.Sprint(n, ok)
			d <- "x"
		case x := <-d:
			s += x
		default:
			s += "none"
		}
	}
	select {
	case <-c:
	case c <- 5:
	}
	return s
}

func callbacks() string {
	xs := []int{3, 1, 2}
	sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] })
	i := slices.IndexFunc(xs, func(x int) bool { return x == 2 })
	return fmt.Sprint(xs, i)
}
