package eval

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/event/text"
)

type Money int

func (m Money) Double() Money { return 2 * m }
func (m Money) Plus(n ...int) (s Money) {
	for _, n := range n {
		m += Money(n)
	}
	return m
}

type base struct{ id uint8 }

type Account struct {
	base
	*inner
	Owner   string
	balance Money
	history []int
	next    *Account
	f       func()
}

type inner struct{ depth int }

// Bump changes what it is called for, which has to be a copy.
func (a *Account) Bump() int {
	a.balance++
	a.history[0]++
	a.next.balance++
	return int(a.balance)
}

func (a *Account) Loop() bool { panic("loop") }

type world map[string]any

func (w world) Find(name string) (func() reflect.Value, bool) {
	p, ok := w[name]
	if !ok {
		return func() reflect.Value { return reflect.ValueOf(100) }, name == "most"
	}
	return func() reflect.Value { return reflect.ValueOf(p).Elem() }, true
}

func (w world) Type(name string) (reflect.Type, bool) {
	if name == "Money" || name == "bank.Money" {
		return reflect.TypeFor[Money](), true
	}
	return nil, false
}

func (w world) Names() (names []string) {
	for name := range w {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (w world) Call(method string, f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s panics: %v", method, r)
		}
	}()
	f()
	return nil
}

func ptr[T any](x T) *T { return &x }

func variables() world {
	a := &Account{base: base{7}, inner: nil, Owner: "ann", balance: 100, history: []int{1, 2, 3}}
	b := &Account{Owner: "bob"}
	a.next, b.next = b, a
	b.history = a.history
	withFunc := &Account{f: func() {}}
	n, m, u8, i8 := 5, int64(6), uint8(250), int8(-128)
	f, nan, c := 2.5, math.NaN(), complex(1, 2)
	s, ok := "höhe", true
	list, array := []Money{10, 20, 30}, [4]int{1, 2, 3, 4}
	table := map[string][]int{"a": {1, 2}}
	var any1, any2, nothing any = a, 3, nil
	var none *Account
	var err error = errors.New("late")
	len2 := 9
	accounts := []*Account{a, b}
	pa := &array
	return world{"a": &a, "b": &b, "withFunc": &withFunc, "n": &n, "m": &m, "u8": &u8, "i8": &i8, "f": &f,
		"nan": &nan, "c": &c,
		"s": &s, "ok": &ok, "list": &list, "array": &array, "table": &table, "any1": &any1, "any2": &any2,
		"nothing": &nothing,
		"none":    &none, "err": &err, "max": &len2, "bank.total": &n, "accounts": &accounts, "pa": &pa,
		"small": &[]int8{100, 100}, "big": ptr(uint64(1<<63 + 3)), "ratio": ptr(float32(0.1)),
		"structs": &map[int]inner{1: {2}}}
}

var values = []struct{ expr, want string }{
	{"n", "5"}, {"n=5 && s != \"=\" && n + 1 = 6", "true"},
	{"n + 1", "6"}, {"n / 2", "2"}, {"-n % 3", "-2"}, {"n << 3 | 1", "41"}, {"n &^ 4", "1"},
	{"^n", "-6"},
	{"n << 70", "0"}, {"-1 >> 70", "-1"}, {"u8 + 10", "4"}, {"i8 - 1", "127"}, {"-i8", "-128"},
	{"i8 / -1", "-128"},
	{"u8 >> 1", "125"}, {"-u8", "6"}, {"7 / 2", "3"}, {"7 / 2.0", "3.5"}, {"'a' + 1", "98"},
	{"1 << 3", "8"}, {"1 << (n + 60)", "0"}, {"2.0 << 1", "4"},
	{"f * 2", "5"}, {"f / 0", "+Inf"}, {"n * 2.0", "10"}, {"float64(n) / 2", "2.5"}, {"int(f)", "2"},
	{"int64(n) + m", "11"},
	{"c * c", "(-3+4i)"}, {"-c == c", "false"}, {"c == 1 + 2i", "true"},
	{"nan == nan", "false"}, {"nan != nan", "true"}, {"nan < 1", "false"}, {"nan >= 1", "false"},
	{"!(nan < 1)", "true"},
	{"ok && n > 3", "true"}, {"!ok || n == 4", "false"}, {"false && none.balance > 0", "false"},
	{"true || 1 / 0 == 1", "true"}, {"ok == (n == 5)", "true"},
	{"s", `höhe`}, {"len(s)", "5"}, {"s[0]", "104"}, {"s[1:3]", "ö"}, {`s + "!"`, "höhe!"}, {`s < "i"`, "true"},
	{`"a" + "b" == "ab"`, "true"}, {`string([]rune(s)[1])`, "ö"}, {"len([]byte(s))", "5"},
	{"a.Owner", "ann"}, {"a.balance", "100"}, {"a.id", "7"}, {"a.base.id", "7"}, {"a.next.next.balance", "100"},
	{"(*a).balance + 1", "101"}, {"a.balance > 2 * 40", "true"}, {"*&n", "5"}, {"&n == &n", "true"},
	{"a == b.next", "true"},
	{"a == nil", "false"}, {"none == nil", "true"}, {"nil != a", "true"}, {"a.f == nil", "true"},
	{"table == nil", "false"},
	{"list[1]", "20"}, {"list[n-4]", "20"}, {"list[1:][1]", "30"}, {"len(list[:2])", "2"},
	{"cap(list[1:2])", "2"},
	{"cap(list[0:1:2])", "2"}, {"structs[1].depth", "2"}, {"array[3]", "4"}, {"len(array)", "4"},
	{"array == array", "true"}, {"pa[1]", "2"},
	{"len(pa)", "4"}, {"len(pa[1:])", "3"}, {"len(array[1:3])", "2"}, {`table["a"][1]`, "2"},
	{`len(table["b"])`, "0"},
	{"any2 == 3", "true"}, {"any2 == 3.0", "false"}, {"any2.(int) + 1", "4"}, {"any1 == a", "true"},
	{"nothing == nil", "true"},
	{"any1.(*Account).balance", "100"}, {"any1.(*eval.Account).Owner", "ann"}, {"any1.balance", "100"},
	{"err != nil", "true"}, {"err.Error()", "late"},
	{"min(n, 3)", "3"}, {`"a" + "b"`, "ab"}, {"1 << 100", "1267650600228229401496703205376"}, {"min(3, 2.5)", "2.5"},
	{"min(nan, 1) != min(nan, 1)", "true"}, {"max", "9"},
	{"bank.total", "5"}, {"accounts[1].next.Owner", "ann"}, {"Money(3) + list[0]", "13"}, {"bank.Money(n)", "5"},
	{"Money(3).Double()", "6"},
	{"list[0].Double()", "20"},
	{"list[0].Plus(1, 2)", "13"}, {"a.Bump()", "101"}, {"a.balance.Double() + 1", "201"},
	{"n + m", "11"}, {"u8 + 300", "550"}, {"i8 < u8", "true"}, {"n + 1.5", "6.5"}, {"u8 == 300", "false"},
	{"s ~ \"ö\"", "true"},
	{"&s ~ s", "true"}, {"sum(small)", "200"},
	{"big == 9223372036854775811", "true"}, {"big > -1 && i8 < big", "true"}, {"big + 1", "9223372036854775812"},
	{"ratio", "0.1"}, {"ratio == 0.1", "true"}, {"float64(ratio) == 0.1", "false"}, {"small[0] + small[1]", "-56"},
	{"err == \"late\"", "true"}, {"sum(list) + sum(array)", "70"}, {"*pa == array", "true"},
	{"not (n = 5) or n > 4 and ok", "true"}, {"false and none.balance > 1", "false"},
	{"none.balance > 1 and false", "false"},
	{"structs[u8-249].depth", "2"}, {"1 << n", "32"}, {".5 + f", "3"}, {"max(n, 7.5)", "7.5"}, {"min(u8, i8)", "-128"},
	{"uint8(255)", "255"}, {"a.Owner == \"ann\" && len(a.history) == 3", "true"},
}

// Each expression has the value that the Go compiler gives it.
func TestValues(t *testing.T) {
	w := variables()
	for _, c := range values {
		e, err := Parse(c.expr)
		if err != nil {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		v, err := e.Value(w)
		if c.want == "" {
			if err == nil {
				t.Errorf("%s is %s, and should be refused", c.expr, v)
			}
			continue
		}
		if err != nil || v.String() != c.want {
			t.Errorf("%s is %s (%v), not %s", c.expr, v, err, c.want)
		}
	}
	if a := *w["a"].(**Account); a.balance != 100 || a.history[0] != 1 || a.next.balance != 0 {
		t.Errorf("a method changed what it was called for: %+v", a)
	}
}

// What Go refuses is refused, at its place and with a hint.
func TestMistakes(t *testing.T) {
	w := variables()
	for _, c := range []struct {
		expr string
		at   int
		want string
	}{
		{"", 0, "a value is missing"}, {"n by one", 2, "ended before by"}, {"(n", 2, "a closing bracket"},
		{"n +", 3, "a value is missing"}, {"n; m", 1, "ask for one"},
		{"x", 0, `no variable "x"`},
		{"lisst[0]", 0, "list"},
		{"n / 0", 4, "divides by zero"}, {"n % (n - 5)", 4, "divides by zero"}, {"1 / 0", 4, "divides by zero"},
		{"1.5 % 2", 0, "for whole numbers"}, {"f % 2", 0, "for whole numbers"}, {"s - s", 0, "cannot be used"},
		{"ok < ok", 0, "cannot be used"}, {"c < c", 0, "cannot be used"},
		{"!n", 1, "not true or false"}, {"-s", 1, "-s cannot be made"}, {"n && ok", 0, "not true or false"},
		{"n << -1", 5, "not negative"}, {"f << 1", 0, "for whole numbers"},
		{"none == list", 0, "list of type []eval.Money"}, {"n == nil", 0, "cannot be used"},
		{"table[n]", 6, "of type string"},
		{"list == list", 0, "only be compared to nil"}, {"*a == *a", 0, "cannot be compared; compare the parts"},
		{"nothing == list", 0, "compared"},
		{"list[3]", 5, "0 to 2"}, {"list[-1]", 5, "0 to 2"}, {"list[1.5]", 5, "integer"},
		{"list[:9]", 6, "0 to 3"}, {"list[2:1]", 5, "0 to 1"},
		{"n[0]", 0, "no elements"}, {"table[1]", 6, "of type string"},
		{"none.balance", 0, "none is nil here"}, {"a.depth", 0, "nil here"},
		{"a.nobody", 2, "there are base, id, inner"}, {"n.x", 2, "no fields"},
		{"a.Bump", 0, "a.Bump() to call it"}, {"*n", 0, "no pointer"},
		{"*none", 0, "nil here"}, {"any1.(int)", 6, "holds a *eval.Account"},
		{"n.(int)", 0, "no interface"}, {"int", 0, "a type"}, {"int + 1", 0, "a type"},
		{"len(n)", 0, "len(n) cannot be made"}, {"cap(table)", 0, "cap(table) cannot be made"},
		{"int(s)", 0, "cannot be converted"},
		{"uint8(256)", 0, "does not fit"},
		{"int(2.5)", 0, "does not fit"}, {"f(1)", 0, "not called here"}, {"print(1)", 0, "not called here"},
		{"a.Loop()", 0, "Loop panics: loop"},
		{"withFunc.Bump()", 0, "cannot be copied"}, {"a.Bump(1)", 0, "0 arguments"},
		{"list[0].Plus(s)", 13, "of type int"},
		{"func() int { return 1 }()", 0, "function literal"}, {"Account{}", 7, "literal with parts"},
		{"<-n", 0, "channel"}, {"~n", 0, "^"},
		{"list[0].Plus(list...)", 17, "with ..."}, {"&5", 0, "no address"}, {"nil", 0, ""},
		{"nil.x", 0, "no parts"}, {"nil == nil", 0, "nil"},
		{strings.Repeat("!", 300) + "ok", 99, "too deep"}, {strings.Repeat("(", 100000), 20000, "more than 20000"},
		{"struct{}", 6, "literal with parts"}, {"n, m", 1, "ask for one"}, {"n := 3", 2, "to compare, write =="},
		{"n=5 && (u8=3) + ok", 7, "cannot be used"},
	} {
		e, err := Parse(c.expr)
		if err == nil {
			_, err = e.Value(w)
		}
		if c.want == "" {
			continue
		}
		var m *text.Mistake
		if !errors.As(err, &m) || !strings.Contains(m.What, c.want) || m.At != c.at {
			t.Errorf("%.40s: %v, at the wrong place or without %q", c.expr, err, c.want)
		}
	}
}

// A variable can be written to through its expression.
func TestVariable(t *testing.T) {
	w := variables()
	for _, c := range []string{"n", "a.balance", "a.next.Owner", "list[1]", "array[2]", "*pa", "pa[0]", "a.id", "*&n"} {
		e, _ := Parse(c)
		v, err := e.Variable(w)
		if err != nil || !v.CanSet() {
			t.Errorf("%s: %v", c, err)
		}
	}
	for _, c := range []string{"n + 1", "5", "s[0]", `table["a"]`, "len(s)", "-n", "min(n, 3)", "s[1:]",
		"structs[1].depth"} {
		e, _ := Parse(c)
		if _, err := e.Variable(w); err == nil {
			t.Errorf("%s has no address", c)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"n + 1", "a.next.Owner[0:2]", "any1.(*Account).balance.Double()", "1<<500<<500",
		"1e99999999 == 1", "~0"} {
		f.Add(s)
	}
	w := variables()
	f.Fuzz(func(t *testing.T, s string) {
		e, err := Parse(s)
		if err == nil {
			var v Value
			if v, err = e.Value(w); err == nil {
				_ = v.Type()
				if len(v.String()) < 1000 && !v.isConstant() {
					v.As(v.typ())
				}
			}
		}
		var m *text.Mistake
		if err != nil && !errors.As(err, &m) {
			t.Errorf("%q: %v is no mistake with a place", s, err)
		}
	})
}
