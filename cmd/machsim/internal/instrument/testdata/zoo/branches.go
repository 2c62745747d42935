package zoo

import (
	"errors"
	"fmt"
)

type flag bool

type shape interface{ area() int }

type square struct{ side int }

func (s square) area() int { return s.side * s.side }

func (s *square) grow() { s.side++ }

type unit struct{}

func (unit) area() int { return 1 }

// branches has if with all that belongs to it, and switches.
func branches(x any, f flag) (string, error) {
	if f {
		f = !f && flag(true)
	}
	if n, ok := x.(int); ok && n > 3 {
		return fmt.Sprint("big ", n), nil
	} else if m := n + 1; m == 2 {
		return "two", nil
	} else if ok {
		if k := m * 2; k > 3 {
			m = k
		}
		return fmt.Sprint("m ", m), nil
	} else {
		n += m
	}
	switch s := fmt.Sprint(x); s {
	case "a", "b":
		return s + s, nil
	case "c":
	}
	switch y := x.(type) {
	case nil:
		return "nil", nil
	case string, []byte:
		return fmt.Sprintf("text %v", y), nil
	case shape:
		return fmt.Sprint("area ", y.area()), nil
	case func() int:
		return fmt.Sprint("func ", y()), nil
	default:
		_ = y
	}
	switch z := 3; x.(type) {
	case float64:
		return fmt.Sprint(z), nil
	}
	return "", errors.New("what is it?")
}

func earlier(n int) int {
	if n > 0 {
		return 1
	} else if n < 0 {
		return -1
	} else {
		return 0
	}
}

func shadows(n int) int {
	x := n
	{
		x := x + 1
		if x := x * 2; x > 4 {
			n += x
		}
		n += x
	}
	var (
		y = x
		z = y + 1
	)
	const k, l = 2, iota
	type local struct{ a, b int }
	v := local{a: z, b: k}
	return x + n + v.a + v.b
}
