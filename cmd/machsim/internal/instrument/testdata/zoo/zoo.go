// Package zoo has a function for every construct of the language.
package zoo

import "fmt"

// Tour runs them all.
func Tour() (s string) {
	say := func(x ...any) { s += fmt.Sprintln(x...) }
	say(loops([]int{1, 2, 3}, map[string]int{"a": 1}), captures())
	for n := range 4 {
		say(jumps(n), falls(n), earlier(n-1), shadows(n))
	}
	for _, x := range []any{1, 4, -3, "a", "c", nil, []byte("x"), square{3}, unit{}, &square{2}, single, 2.5, 'x'} {
		text, err := branches(x, true)
		say(text, err)
	}
	say(unnamed(1, "a"))
	say(single(), list())
	say(blank(1))
	say(blank(1, 2, 3))
	empty()
	say(changed(1))
	say(changed(2))
	f := closures()
	say(fib(10), f(), f(), rangeOverFunc(), pulled(), generics(), channels(), callbacks(), globals())
	say(shares(), departs(nil, 0), departs(nil, 1), departs(&node{}, 0))
	say(targets(), parts())
	for which := range 5 {
		say(failing(which))
	}
	sq := square{1}
	sq.grow()
	g := sq.area
	say(g())
	return s
}
