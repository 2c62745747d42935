package eval_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/lang/eval"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// What the expressions of TestLikeTheCompiler speak of: the same declarations for Go's compiler, as text, and here.
type Num int16

func (n Num) Twice() Num         { return 2 * n }
func (n *Num) Plus(m int8) Num   { return *n + Num(m) }
func (n Num) Is(b bool) bool     { return b == (n > 0) }
func (p Pair) Sum() int32        { return p.A + int32(p.b) }
func (p *Pair) Far(n uint) *Pair { p.A += int32(n); return p }

type Pair struct {
	A    int32
	b    uint8
	Next *Pair
	List []float32
}

// world has pointers to variables.
type world map[string]any

func (w world) Find(name string) (func() reflect.Value, bool) {
	p, ok := w[name]
	return func() reflect.Value { return reflect.ValueOf(p).Elem() }, ok
}

func (w world) Type(name string) (reflect.Type, bool) { return reflect.TypeFor[Num](), name == "Num" }
func (w world) Names() []string                       { return nil }

func (w world) Call(method string, f func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s panics: %v", method, v)
		}
	}()
	f()
	return nil
}

// shown is a run of a program that shows the variables to predicates.
func (w world) shown(t *testing.T) *session.Session {
	return testsession.Open(t, &kernel.Program{Name: "world", Main: func(b *kernel.Boot) {
		b.Task(b.Host("host"), "world", func(th *kernel.Thread) {
			for _, name := range slices.Sorted(maps.Keys(w)) {
				th.Watch(name, w[name])
			}
			th.Label("here")
		})
	}}, kernel.Config{Seed: 1})
}

const declared = `package main

import "fmt"

type Num int16

func (n Num) Twice() Num         { return 2 * n }
func (n *Num) Plus(m int8) Num   { return *n + Num(m) }
func (n Num) Is(b bool) bool     { return b == (n > 0) }
func (p Pair) Sum() int32        { return p.A + int32(p.b) }
func (p *Pair) Far(n uint) *Pair { q := *p; q.A += int32(n); return &q }

type Pair struct {
	A    int32
	b    uint8
	Next *Pair
	List []float32
}

func show(f func() any) {
	defer func() {
		if recover() != nil {
			fmt.Println("panic")
		}
	}()
	v := f()
	fmt.Printf("%T %v\n", v, v)
}

`

// generator writes expressions over variables that have each basic type, and parts of others.
type generator struct {
	*rand.Rand
	places map[string][]string // by type: expressions without operands
}

var basics = []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
	"uintptr", "float32", "float64", "string", "bool", "main.Num"}

// variables writes declarations with random values, and returns the same variables.
func (g *generator) variables() (text string, w world) {
	w = world{}
	var b strings.Builder
	add := func(name, typ string, p any, value string) {
		fmt.Fprintf(&b, "var %s %s = %s\n", name, strings.TrimPrefix(typ, "main."), value)
		w[name] = p
	}
	n := func() int64 { return []int64{int64(g.Uint64()), int64(g.IntN(7)) - 3, 127, -128, 0}[g.IntN(5)] }
	for i, t := range basics {
		for k := range 2 {
			name := fmt.Sprint(string(rune('a'+i)), k)
			g.places[t] = append(g.places[t], name)
			p := reflect.New(goTypes[t])
			e := p.Elem()
			switch {
			case e.CanInt():
				e.SetInt(n())
			case e.CanUint():
				e.SetUint(uint64(n()))
			case e.CanFloat():
				e.SetFloat(float64(n()%1000) / 4)
			case e.Kind() == reflect.Bool:
				e.SetBool(g.IntN(2) == 0)
			default:
				e.SetString(strings.Repeat("xy", g.IntN(3)) + "ü")
			}
			add(name, t, p.Interface(), fmt.Sprintf("%#v", e))
		}
	}
	pair := &Pair{A: int32(n()), b: uint8(n()), Next: &Pair{A: 3, List: []float32{1.5}}}
	add("pair", "*Pair", &pair,
		fmt.Sprintf("&Pair{A: %d, b: %d, Next: &Pair{A: 3, List: []float32{1.5}}}", pair.A, pair.b))
	g.places["int32"] = append(g.places["int32"], "pair.A", "pair.Next.A", "pair.Next.Next.A", "pair.Sum()",
		"pair.Far(3).A", "(*pair).Next.Sum()")
	g.places["uint8"] = append(g.places["uint8"], "pair.b", "pair.Next.b")
	g.places["float32"] = append(g.places["float32"], "pair.Next.List[0]", "pair.List[0]", "pair.Next.List[a1%2]")
	list, table := []int8{1, -128, 127}, map[string]uint16{"xyü": 65535, "ü": 7}
	add("list", "[]int8", &list, "[]int8{1, -128, 127}")
	add("table", "map[string]uint16", &table, `map[string]uint16{"xyü": 65535, "ü": 7}`)
	g.places["int8"] = append(g.places["int8"], "list[0]", "list[1]", "list[len(list)-1]", "list[g0%3]", "list[1:][a0]")
	g.places["uint16"] = append(g.places["uint16"], "table[n0]", "table[n1+n0]")
	g.places["int"] = append(g.places["int"], "len(list)", "len(n0)", "cap(list[1:2])", "len(table)")
	g.places["main.Num"] = append(g.places["main.Num"], "p0.Twice()", "p1.Plus(list[0])", "Num(a0)")
	g.places["bool"] = append(g.places["bool"], "p0.Is(o0)", "(pair == nil)", "(pair.Next.Next == nil)", "(table != nil)")
	g.places["string"] = append(g.places["string"], "n0[1:]", "n1[:len(n1)-1]")
	return b.String(), w
}

var goTypes = map[string]reflect.Type{"int": reflect.TypeFor[int](), "int8": reflect.TypeFor[int8](),
	"int16": reflect.TypeFor[int16](), "int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](),
	"uint": reflect.TypeFor[uint](), "uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](),
	"uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](), "uintptr": reflect.TypeFor[uintptr](),
	"float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](), "string": reflect.TypeFor[string](),
	"bool": reflect.TypeFor[bool](), "main.Num": reflect.TypeFor[Num]()}

// expression writes one of a type. It is no constant.
func (g *generator) expression(t string, depth int) string {
	if depth == 0 || g.IntN(6) == 0 {
		return g.places[t][g.IntN(len(g.places[t]))]
	}
	x := func(t string) string { return g.expression(t, depth-1) }
	one := func(all ...string) string { return all[g.IntN(len(all))] }
	k := goTypes[t].Kind()
	whole := k >= reflect.Int && k <= reflect.Uintptr
	switch {
	case k == reflect.Bool:
		o := basics[g.IntN(len(basics))]
		switch g.IntN(4) {
		case 0:
			return "(" + x("bool") + one(" && ", " || ", " == ", " != ") + x("bool") + ")"
		case 1:
			return "!" + g.operand("bool", depth)
		}
		if o == "bool" {
			o = "int8"
		}
		return "(" + x(o) + one(" < ", " <= ", " > ", " >= ", " == ", " != ") + g.second(o, depth) + ")"
	case k == reflect.String:
		return "(" + x(t) + " + " + one(x(t), `"q"`) + ")"
	}
	switch n := g.IntN(8); {
	case n == 0:
		return "-" + g.operand(t, depth)
	case n == 1 && whole:
		return "^" + g.operand(t, depth)
	case n == 2 && whole:
		return "(" + x(t) + one(" << ", " >> ") + one(x("uint8"), fmt.Sprint(g.IntN(70))) + ")"
	case n == 3:
		return g.conversion(t, x)
	case n == 4:
		return one("min", "max") + "(" + x(t) + ", " + g.second(t, depth) + ")"
	}
	ops := []string{" + ", " - ", " * ", " / "}
	if whole {
		ops = append(ops, " % ", " & ", " | ", " ^ ", " &^ ")
	}
	return "(" + x(t) + one(ops...) + g.second(t, depth) + ")"
}

// operand is an expression behind a sign.
func (g *generator) operand(t string, depth int) string { return "(" + g.expression(t, depth-1) + ")" }

// second is an expression or a constant that is not zero.
func (g *generator) second(t string, depth int) string {
	if k := goTypes[t].Kind(); k != reflect.Bool && k != reflect.String && g.IntN(3) == 0 {
		return fmt.Sprint(1 + g.IntN(100))
	}
	return g.expression(t, depth-1)
}

// conversion is one between numbers. That of a fraction to a whole number which it does not fit depends on the machine.
func (g *generator) conversion(t string, x func(string) string) string {
	from := basics[g.IntN(11)]
	return strings.TrimPrefix(t, "main.") + "(" + x(from) + ")"
}

// TestLikeTheCompiler: random expressions over all basic types, structs, slices, maps, pointers and methods are what
// they are in a program that Go's compiler has made, for print and for predicates: wherever this panics, an error, and
// nothing.
func TestLikeTheCompiler(t *testing.T) {
	const each = 1000
	for seed := range uint64(effort.Of(1)) {
		g := &generator{rand.New(rand.NewPCG(seed, 3)), map[string][]string{}}
		text, w := g.variables()
		var b strings.Builder
		b.WriteString(declared + text + "\nfunc main() {\n")
		all := make([]string, each)
		for i := range all {
			all[i] = g.expression(basics[g.IntN(len(basics))], 1+g.IntN(4))
			fmt.Fprintf(&b, "\tshow(func() any { return %s })\n", all[i])
		}
		b.WriteString("}\n")
		s := w.shown(t)
		for i, want := range outputs(t, b.String()) {
			if got := w.answer(all[i]); got != want {
				t.Errorf("seed %d: %s is %s, and not %s", seed, all[i], got, want)
			}
			if strings.Contains(all[i], "Num(") { // which is a type of the program, and predicates speak of several
				continue
			}
			if got := predicted(s, all[i]); got != want {
				t.Errorf("seed %d: %s is %s in a predicate, and not %s", seed, all[i], got, want)
			}
		}
		s.Close()
	}
}

// outputs runs a program, and returns its lines.
func outputs(t *testing.T, text string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", "-gcflags=-N -l", file)
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// answer is what an expression is for print, as the program prints it.
func (w world) answer(text string) string {
	e, err := eval.Parse(text)
	if err != nil {
		return err.Error()
	}
	b, err := e.Bind(w)
	if err != nil {
		return err.Error()
	}
	v, err := b.Value()
	if v.IsMistake() {
		return err.Error()
	}
	return printed(v)
}

// predicted is what it is in a predicate, at the end of the run.
func predicted(s *session.Session, text string) string {
	e, err := s.Expression(text)
	if err != nil {
		return err.Error()
	}
	return printed(e.At(s.End()))
}

func printed(v eval.Value) string {
	rv := v.Reflect()
	if !rv.IsValid() {
		return "panic"
	}
	return fmt.Sprintf("%s %v", strings.Replace(rv.Type().String(), "eval_test.", "main.", 1), rv)
}
