package instrument_test

import (
	"fmt"
	"go/format"
	"strings"
	"testing"
)

// The increments that the search is tested with: each form of one, of each kind of variable.

// variables are texts by which variables are named. The first three are incremented in all ways, others in the first.
var variables = []struct{ name, begin string }{
	{"x", "x := 0"},
	{"s.List[s.B]", "s := New()"},
	{"s.M[s.B]", "s := New()"},
	{"s.P.A", "s := New()"},
	{"*at(s.Ptr)", "s := New()"},
	{"Total", ""},
	{"s.A", "s := New()"},
	{"s.In.B", "s := *New()"},
	{"s.self().A", "s := New()"},
	{"s.Deep", "s := New()"},
	{"s.List[0]", "s := New()"},
	{"s.List[one(-1)]", "s := New()"},
	{"s.Pairs[1].B", "s := New()"},
	{"s.Arr[s.B]", "s := New()"},
	{"(*s.Ptr)", "s := New()"},
	{"s.Of[1].A", "s := New()"},
	{"s.M[1]", "s := New()"},
	{"s.self().M[one(1)]", "s := New()"},
	{"m[\"k\"]", "m := map[string]int{}"},
}

const fewWays = 6

// ways are statements that increment X.
var ways = strings.Split(`X++
X += one(0)
X = X + 1
_, X = 0, X+1
X, _ = two(X)
if X, _ = two(X); true {
}
X += 1
X -= -1
X = 1 + X
y := 0; X, y = X+1, 2; _ = y
y := 0; y, X = 2, X+1; _ = y
ok := false; X, ok = two(X); _ = ok
y, _ := two(X); X = y
X = one(X)
X = X + one(0)
X = one(0) + X
if X++; true {
}
if y := X; y >= 0 {
	X = y + 1
}
if y := X + one(0); y > 0 {
	X = y
} else if X = y; true {
}
switch X += 1; {
}
switch y := X; {
default:
	X = y + 1
}
switch X = one(X); X - X {
case 1:
}
switch y := any(X).(type) {
case int:
	X = y + 1
}
for X++; false; {
}
for i := 0; i < 1; i, X = i+1, X+1 {
}
for i := 0; i < 1; i++ {
	X += i + 1
}
for i := range 1 {
	X = X + i + 1
}
for _, X = range []int{X + 1} {
}
for _, y := range []int{X} {
	X = y + 1
}
loop: for { X++; break loop }
for y, done := X, false; !done; done = true { X = y + 1 }
func() { X++ }()
func() { defer func() { X++ }() }()
defer func(y int) { X = y + 1 }(X)
y := X; X = y + 1
var y = X; X = y + one(0)
X = []int{X}[0] + 1
X = Pair{X, 0}.A + 1
X = map[int]int{0: X}[0] + 1
X = func() int { return X }() + 1
X = func(n int) int { return n + 1 }(X)
X = func() (n int) { n = X; return n + 1 }()
X = max(X, 0) + 1
X = int(int64(X)) + 1
X = len(make([]int, X+1))
X = len(append(make([]int, X), 1))
X = any(X).(int) + 1
X = int(number(X).next())
X = len(string(make([]byte, X))) + 1
X = X +
	one(
		0)
X, _ =
	two(
		X)
if X >= 0 && one(X) > 0 { X = X + one(0) }
select { default: X++ }
c := make(chan int, 1); c <- X + 1; X = <-c
c := make(chan int, 1); c <- X + 1; select { case X = <-c: }
func(n ...int) { X = n[0] + 1 }(X)
`, "\n")

// increments is a file of the package forms: with all ways to increment all variables.
func increments(t *testing.T) []byte {
	t.Helper()
	var b strings.Builder
	b.WriteString("package forms\n\nfunc init() { Increments = []Increment{\n")
	all := whole(ways)
	for i, v := range variables {
		these := all
		if i >= 3 {
			these = all[:fewWays]
		}
		for _, way := range these {
			do := strings.ReplaceAll(way, "X", v.name)
			if strings.HasPrefix(do, "*") || strings.HasPrefix(do, "(") {
				do = ";" + do
			}
			begin := v.begin
			if v.name == "Total" {
				begin = "Total = 0"
			}
			fmt.Fprintf(&b, "{%q, func() (func(), func() int) {\n%s\nreturn func() {\n%s\n}, func() int { return %s }\n}},\n",
				v.name+": "+strings.Join(strings.Fields(do), " "), begin, do, v.name)
		}
	}
	b.WriteString("} }\n")
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// whole puts the lines of statements together.
func whole(lines []string) (all []string) {
	for _, line := range lines {
		switch last := len(all) - 1; {
		case line == "":
		case last >= 0 && (line[0] == '\t' || line[0] == '}' || strings.HasPrefix(line, "case") ||
			strings.HasPrefix(line, "default")):
			all[last] += "\n" + line
		default:
			all = append(all, line)
		}
	}
	return all
}
