package eval

import (
	"fmt"
	"testing"
)

// A compiled expression is true where Value says so, or does not know; and its variable is where Variable has it.
func TestCompiled(t *testing.T) {
	w, compiled := variables(), 0
	var texts []string
	for _, c := range values {
		texts = append(texts, c.expr, fmt.Sprintf("(%s) == (%s)", c.expr, c.expr), fmt.Sprintf("(%s) < n", c.expr))
	}
	for _, s := range append(texts, "none != nil && none.balance > 1", "none.balance > 1", "n % (n - 5) == 1",
		"list[3] > 1",
		"list[n] < 2 || ok", "a.next.next.id != 7", "u8 + 10 > n", "most > 3", "accounts[n-5].balance*2 >= 50", "u8 > i8",
		"len(list) == 3 && list[len(list)-1] == 30", "u8+10 == 4", "i8/-1 == i8", "f/2 > 1.0", "!ok", "-n < most*-1+95") {
		e, err := Parse(s)
		if err != nil {
			continue
		}
		code, err := e.Bind(w)
		if err != nil {
			continue
		}
		compiled++
		v, err := e.Value(w)
		want, is := v.Bool()
		got, known := code.Bool()
		if known && (err != nil || !is || got != want) {
			t.Errorf("%s is %t, not %v, %v", s, got, v, err)
		}
		at, typ, known := code.Variable()
		if !known {
			continue
		}
		if v, err := e.Variable(w); err != nil || v.Type() != typ || v.UnsafeAddr() != uintptr(at) {
			t.Errorf("%s is elsewhere: %v", s, err)
		}
	}
	if compiled < 60 {
		t.Errorf("only %d are compiled", compiled)
	}
}

// A condition that reads a few variables makes no garbage.
func TestCompiledAllocates(t *testing.T) {
	e, _ := Parse("a.next != nil && list[n-4] + a.balance > 100 && u8 != 3")
	code, err := e.Bind(variables())
	if b, known := code.Bool(); err != nil || !b || !known {
		t.Fatal(err, b, known)
	}
	if n := testing.AllocsPerRun(100, func() { code.Bool() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
