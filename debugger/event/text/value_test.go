package text

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

type celsius float64

func (c celsius) String() string { return "warm" }

type account struct {
	Owner   string
	balance int
	next    *account
}

type noon struct{ ticks int }

func (c *noon) String() string { return "noon" }

type broken struct{}

func (broken) String() string { panic("oh") }

// TestValueText shows values of all sorts, the same in every run.
func TestValueText(t *testing.T) {
	ring := &account{Owner: "ann", balance: 3}
	ring.next = ring
	for _, c := range []struct {
		value any
		want  string
	}{
		{7, "7"}, {uint8(7), "7"}, {-2.5, "-2.5"}, {true, "true"}, {"a b", "a b"}, {"a\nb\x1b", `a\nb\x1b`},
		{nil, "nil"}, {[]int(nil), "[]"}, {[]int{1, 2}, "[1 2]"}, {[2]string{"x", "y"}, `["x" "y"]`},
		{celsius(20), "warm"}, {[]celsius{1, 2}, "[warm warm]"}, {noon{3}, "noon"}, {&noon{3}, "noon"}, {(*noon)(nil), "nil"},
		{errors.New("late"), "late"}, {broken{}, "(its String method panics: oh)"},
		{account{"bob", 5, nil}, `{Owner:"bob" balance:5 next:nil}`},
		{&account{"bob", 5, &account{"cy", 6, nil}}, `&{Owner:"bob" balance:5 next:&{Owner:"cy" balance:6 next:nil}}`},
		{ring, `&{Owner:"ann" balance:3 next:&{Owner:"ann" balance:3 next:&...}}`},
		{map[int]string{10: "j", 9: "i"}, `map[9:"i" 10:"j"]`}, {map[string]*int{"b": nil, "a": nil}, `map["a":nil "b":nil]`},
		{func() {}, "func()"}, {make(chan int), "chan int"}, {struct{ x any }{ring.balance}, "{x:3}"},
	} {
		if got := Value(c.value); got != c.want {
			t.Errorf("%#v: %s, not %s", c.value, got, c.want)
		}
	}
	if n := len(Value(make([]int, 1e8))); n > mostText+4 {
		t.Errorf("%d bytes of a long value", n)
	}
	if got := Value(strings.Repeat("é", 5000)); got != strings.Repeat("é", mostText)+" ..." {
		t.Error(got)
	}
}

// TestEmpty tells an empty string from what has no value.
func TestEmpty(t *testing.T) {
	if got := Reflected(reflect.ValueOf("")); got != `""` {
		t.Errorf("an empty string is %s", got)
	}
}

// TestFormats writes values without their own methods, and integers in hexadecimal.
func TestFormats(t *testing.T) {
	type flags uint8
	for _, c := range []struct {
		value    any
		raw, hex string
	}{
		{255, "255", "0xff"}, {-16, "-16", "-0x10"}, {celsius(20), "20", "20"}, {broken{}, "{}", "{}"},
		{&noon{30}, "&{ticks:30}", "&{ticks:0x1e}"}, {[]flags{1, 16}, "[1 16]", "[0x1 0x10]"}, {true, "true", "true"},
		{map[string]int{"a": 10}, `map["a":10]`, `map["a":0xa]`}, {nil, "nil", "nil"}, {2i, "(0+2i)", "(0+2i)"},
	} {
		for as, want := range map[Format]string{Raw: c.raw, Hex: c.hex} {
			if got := Formatted(reflect.ValueOf(c.value), as, nil); got != want {
				t.Errorf("%#v as %s is %s, not %s", c.value, as, got, want)
			}
		}
	}
}
