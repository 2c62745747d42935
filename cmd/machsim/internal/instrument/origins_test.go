package instrument_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/test/effort"
)

// TestOrigins: of the values of random programs over two hosts those sources are found with which a twin of the
// program, whose every value is tagged, says that they came about (testdata/origins). With effort 15 these are 300
// programs.
func TestOrigins(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds")
	}
	const most = 50 // in one package, so that it is soon compiled
	for n, left := uint64(0), effort.Of(20); left > 0; n, left = n+1, left-most {
		t.Run(fmt.Sprint(n), func(t *testing.T) { originsOf(t, n, min(left, most)) })
	}
}

func originsOf(t *testing.T, n uint64, programs int) {
	dir := module(t, "origins")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "origins"))); err != nil {
		t.Fatal(err)
	}
	plain, twin := twins(n, programs)
	if err := os.Mkdir(filepath.Join(dir, "twin"), 0o777); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{"origins.go": plain, "twin/twin.go": twin} {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := hookedTest(t, dir, "origins", "-timeout=0", "-v").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
		if keep := os.Getenv("KEEP"); keep != "" {
			_ = os.CopyFS(keep, os.DirFS(dir))
		}
		return
	}
	t.Log(string(out))
}

// twin writes random programs, each with a twin that does the same with values that are tagged.
type twin struct {
	plain, tagged strings.Builder
	rng           *rand.Rand

	sources, names, depth int
	ints, slices, maps    []string // variables that are in scope
	recs, pointers, funcs []string
	functions             int
	peer                  bool // it may ask the server
}

// expr is an expression, as both write it.
type expr struct{ plain, tagged string }

func same(s string) expr { return expr{s, s} }

// line writes a line to both. What is an expr is written as it is there.
func (g *twin) line(format string, args ...any) {
	a, b := make([]any, len(args)), make([]any, len(args))
	for i, x := range args {
		if a[i], b[i] = x, x; true {
			if e, ok := x.(expr); ok {
				a[i], b[i] = e.plain, e.tagged
			}
		}
	}
	fmt.Fprintf(&g.plain, format+"\n", a...)
	fmt.Fprintf(&g.tagged, format+"\n", b...)
}

func (g *twin) pick(n int) int           { return g.rng.IntN(n) }
func (g *twin) one(all []string) string  { return all[g.pick(len(all))] }
func (g *twin) fresh(kind string) string { g.names++; return fmt.Sprint(kind, g.names) }

// number is an operand: a variable, or a part of one.
func (g *twin) number() expr {
	switch k := g.pick(9); {
	case k == 0 && len(g.slices) > 0:
		return same(fmt.Sprintf("%s[%d]", g.one(g.slices), g.pick(2)))
	case k == 1 && len(g.maps) > 0:
		return same(fmt.Sprintf("%s[%d]", g.one(g.maps), g.pick(3)))
	case k == 2 && len(g.recs) > 0:
		return same(g.one(g.recs) + g.field())
	case k == 3 && len(g.pointers) > 0:
		return same(g.one(g.pointers) + g.field())
	case k == 4 && len(g.slices) > 0:
		x, s := g.one(g.ints), g.one(g.slices)
		return expr{fmt.Sprintf("%s[%s%%2]", s, x), fmt.Sprintf("%s[%s.N%%2]", s, x)}
	}
	return same(g.one(g.ints))
}

func (g *twin) field() string { return []string{".A", ".B", ".In.X", ".In.Y"}[g.pick(4)] }

// value is an expression.
func (g *twin) value() expr {
	a, b := g.number(), g.number()
	switch g.pick(7) {
	case 0, 1:
		return expr{"(" + a.plain + " + " + b.plain + ") % 97", "add(" + a.tagged + ", " + b.tagged + ")"}
	case 2:
		return expr{"max(" + a.plain + ", " + b.plain + ")", "most(" + a.tagged + ", " + b.tagged + ")"}
	case 3:
		if g.functions > 0 && g.depth < 3 {
			f := g.pick(g.functions)
			call := func(a, b string) string { return fmt.Sprintf("f%d(%s, %s)", f, a, b) }
			return expr{call(a.plain, b.plain), call(a.tagged, b.tagged)}
		}
	}
	return a
}

// source declares a variable with a source of its own.
func (g *twin) source() {
	x := g.fresh("x")
	if g.sources < 60 {
		g.line("%s := %s", x, expr{fmt.Sprintf("note.Src(%d)", g.sources), fmt.Sprintf("src(%d)", g.sources)})
		g.sources++
	} else {
		g.line("%s := %s", x, g.value())
	}
	g.ints = append(g.ints, x)
}

// block writes statements, and forgets what they declare.
func (g *twin) block(n int) {
	ints, slices, maps, recs, pointers, funcs := g.ints, g.slices, g.maps, g.recs, g.pointers, g.funcs
	g.depth++
	for range n {
		g.statement()
	}
	for _, x := range [][2][]string{{g.ints, ints}, {g.slices, slices}, {g.maps, maps}, {g.recs, recs},
		{g.pointers, pointers}, {g.funcs, funcs}} {
		for _, name := range x[0][len(x[1]):] {
			g.line("_ = %s", name)
		}
	}
	g.depth--
	g.ints, g.slices, g.maps, g.recs, g.pointers, g.funcs = ints, slices, maps, recs, pointers, funcs
}

// rec is a composite literal of one kind or another.
func (g *twin) rec() expr {
	a, b, c := g.value(), g.value(), g.value()
	f := "rec{A: %s, B: %s, In: pair{%s, %s}}"
	if g.pick(2) == 0 {
		f = "rec{%s, %s, pair{X: %s, Y: %s}}"
	}
	return expr{fmt.Sprintf(f, a.plain, b.plain, c.plain, a.plain),
		fmt.Sprintf(f, a.tagged, b.tagged, c.tagged, a.tagged)}
}

func (g *twin) message() expr {
	a, b := g.value(), g.value()
	f := "msg{A: %s, P: pair{%s, %s}}"
	if len(g.slices) > 0 && g.pick(2) == 0 {
		f = "msg{%s, pair{%s, %s}, " + g.one(g.slices) + "}"
	}
	return expr{fmt.Sprintf(f, a.plain, b.plain, a.plain), fmt.Sprintf(f, a.tagged, b.tagged, a.tagged)}
}

func (g *twin) statement() {
	deep := g.depth > 2
	switch k := g.pick(42); {
	case k < 3:
		g.source()
	case k < 6:
		g.line("%s = %s", g.one(g.ints), g.value())
	case k == 6:
		a, v := g.one(g.ints), g.number()
		g.line("%s", expr{a + " += " + v.plain, a + " = sum(" + a + ", " + v.tagged + ")"})
	case k == 7:
		s := g.fresh("s")
		g.line("%s := []%s{%s, %s}", s, expr{"int", "V"}, g.value(), g.value())
		g.slices = append(g.slices, s)
	case k == 8 && len(g.slices) > 0:
		s := g.one(g.slices)
		g.line("%s = append(%s, %s)", s, s, g.value())
	case k == 9 && len(g.slices) > 0:
		g.line("%s[%d] = %s", g.one(g.slices), g.pick(2), g.value())
	case k == 10:
		m := g.fresh("m")
		g.line("%s := map[int]%s{0: %s, 1: %s}", m, expr{"int", "V"}, g.value(), g.value())
		g.maps = append(g.maps, m)
	case k == 11 && len(g.maps) > 0:
		m, x := g.one(g.maps), g.one(g.ints)
		g.line("%s[%s] = %s", m, expr{x + "%3", x + ".N%3"}, g.value())
	case k == 12:
		r := g.fresh("r")
		g.line("%s := %s", r, g.rec())
		g.recs = append(g.recs, r)
	case k == 13 && len(g.recs) > 0:
		g.line("%s%s = %s", g.one(g.recs), g.field(), g.value())
	case k == 14 && len(g.recs) > 0:
		p := g.fresh("p")
		g.line("%s := &%s", p, g.one(g.recs))
		g.pointers = append(g.pointers, p)
	case k == 15:
		p := g.fresh("p")
		g.line("%s := &%s", p, g.rec())
		g.pointers = append(g.pointers, p)
	case k == 16 && len(g.pointers) > 0:
		g.line("%s%s = %s", g.one(g.pointers), g.field(), g.value())
	case k == 17 && len(g.pointers) > 0:
		g.line("%s.put(%s)", g.one(g.pointers), g.value())
	case k == 18 && !deep:
		x := g.one(g.ints)
		g.line("if %s {", expr{x + "%2 == 0", x + ".N%2 == 0"})
		g.block(1 + g.pick(3))
		g.line("} else {")
		g.block(1 + g.pick(2))
		g.line("}")
	case k == 19 && !deep:
		g.line("for range %d {", 1+g.pick(3))
		g.block(1 + g.pick(3))
		g.line("}")
	case k == 20 && len(g.slices) > 0 && !deep:
		x := g.fresh("x")
		g.line("for _, %s := range %s {", x, g.one(g.slices))
		g.ints = append(g.ints, x)
		g.block(1 + g.pick(3))
		g.line("_ = %s", x)
		g.line("}")
		g.ints = g.ints[:len(g.ints)-1]
	case k == 21 && len(g.ints) > 1:
		a, b := g.one(g.ints), g.one(g.ints)
		if a != b {
			g.line("%s, %s = %s, %s", a, b, b, g.value())
		}
	case k == 22 && !deep:
		f, x, y := g.fresh("f"), g.one(g.ints), g.number()
		g.line("%s := func(n %s) %s {", f, expr{"int", "V"}, expr{"int", "V"})
		g.line("%s = %s", x, expr{"(n + " + y.plain + ") % 97", "add(n, " + y.tagged + ")"})
		g.line("return %s", g.value())
		g.line("}")
		g.funcs = append(g.funcs, f)
	case k == 23 && len(g.recs) > 1:
		g.line("%s = %s", g.one(g.recs), g.one(g.recs))
	case k == 24 && len(g.pointers) > 0 && len(g.recs) > 0:
		g.line("*%s = %s", g.one(g.pointers), g.one(g.recs))
	case k == 25 && g.functions > 0:
		x, y := g.fresh("x"), g.fresh("x")
		g.line("%s, %s := both(%s, %s)", x, y, g.value(), g.value())
		g.ints = append(g.ints, x, y)
	case k == 26 && len(g.funcs) > 0: // alone: the language does not say in which order a call and a variable are read
		x, y := g.fresh("x"), g.number()
		f := g.one(g.funcs)
		g.line("%s := %s", x, expr{f + "(" + y.plain + ")", f + "(" + y.tagged + ")"})
		g.ints = append(g.ints, x)
	case k > 26 && k < 31 && g.peer:
		r, x, s := g.fresh("r"), g.fresh("x"), g.fresh("s")
		g.line("%s := kernel.Must(kernel.RPC[msg, msg](th, port, %s))", r, g.message())
		switch g.pick(3) {
		case 0:
			g.line("%s := %s.P.Y", x, r)
		case 1:
			g.line("%s := %s.A", x, r)
		case 2:
			g.line("%s, %s := %s.P.X, append(%s.L, %s.A, %s.P.Y)", x, s, r, r, r, r)
			g.slices = append(g.slices, s)
		}
		g.ints = append(g.ints, x)
	case k >= 31:
		g.rarer(k)
	}
}

// rarer writes a statement of a form that programs have less often.
func (g *twin) rarer(k int) {
	deep, num := g.depth > 2, expr{"int", "V"}
	switch {
	case k == 31:
		a, x := g.fresh("a"), g.fresh("x")
		g.line("%s := [3]%s{%s, %s}", a, num, g.value(), g.value())
		g.line("%s[%d] = %s", a, g.pick(3), g.value())
		g.line("%s := %s[%d]", x, a, g.pick(3))
		g.ints = append(g.ints, x)
	case k == 32:
		o, x := g.fresh("o"), g.fresh("x")
		g.line("%s := outer{pair{%s, %s}, %s}", o, g.value(), g.value(), g.number())
		g.line("%s.X = %s", o, g.value())
		g.line("%s := %s.%s", x, o, []string{"X", "Y", "Z"}[g.pick(3)])
		g.ints = append(g.ints, x)
	case k == 33:
		x := g.fresh("x")
		g.line("%s := last(%s, %s, %s)", x, g.value(), g.number(), g.number())
		g.ints = append(g.ints, x)
	case k == 34:
		x := g.fresh("x")
		g.line("%s := late(%s, %s)", x, g.value(), g.number())
		g.ints = append(g.ints, x)
	case k == 35 && !deep:
		x := g.one(g.ints)
		g.line("switch %s {", expr{x + " % 3", x + ".N % 3"})
		g.line("case 0:")
		g.block(1 + g.pick(2))
		g.line("case 1:")
		g.block(1)
		g.line("default:")
		g.block(1)
		g.line("}")
	case k == 36:
		v, x := g.fresh("v"), g.fresh("x")
		g.line("var %s any = %s", v, g.rec())
		g.line("%s := %s.(rec).B", x, v)
		g.ints = append(g.ints, x)
	case k == 37 && len(g.slices) > 1:
		g.line("copy(%s, %s)", g.one(g.slices), g.one(g.slices))
	case k == 38 && len(g.slices) > 0:
		s, x := g.fresh("s"), g.fresh("x")
		g.line("%s := append([]%s{%s}, %s[1:]...)", s, num, g.value(), g.one(g.slices))
		g.line("%s := %s[1]", x, s)
		g.ints, g.slices = append(g.ints, x), append(g.slices, s)
	case k == 39 && len(g.maps) > 0:
		m := g.one(g.maps)
		x, v := g.one(g.ints), g.fresh("x")
		g.line("delete(%s, %d)", m, g.pick(3))
		g.line("for _, %s := range %s { %s = %s }", v, m, x, expr{"max(" + x + ", " + v + ")", "most(" + x + ", " + v + ")"})
	case k == 40 && !deep:
		x, i := g.one(g.ints), g.fresh("i")
		g.line("for %s := %s; %s < 3; %s {", i, expr{"0", "(V{})"}, expr{i, i + ".N"},
			expr{i + "++", i + ".N++"})
		g.line("%s = %s", x, expr{"(" + x + " + " + i + ") % 97", "add(" + x + ", " + i + ")"})
		g.block(1)
		g.line("}")
	case k == 41:
		c, x := g.fresh("c"), g.fresh("x")
		g.line("%s := counter(%s)", c, g.value())
		g.line("%s(%s)", c, g.number())
		g.line("%s := %s(%s)", x, c, g.number())
		g.ints = append(g.ints, x)
	}
}

// twins is the n-th package of random programs, and their twins.
func twins(n uint64, programs int) (plain, tagged string) {
	g := &twin{rng: rand.New(rand.NewPCG(21, n))}
	g.line("package %s", expr{"origins", "twin"})
	g.line("import (\n\"machsim/kernel\"\n\"machsim/netname\"\n%s)", expr{"\"origins/note\"\n", ""})
	g.line("%s", expr{"", `type V struct { N int; T uint64 }
func add(a, b V) V { return V{(a.N + b.N) % 97, a.T | b.T} }
func sum(a, b V) V { return V{a.N + b.N, a.T | b.T} }
func most(a, b V) V { return V{max(a.N, b.N), a.T | b.T} }
func src(k int) V { return V{k * 7 % 97, 1 << k} }
var Seen map[string]V`})
	num := expr{"int", "V"}
	g.line("type pair struct { X, Y %s }\ntype rec struct { A, B %s; In pair }", num, num)
	g.line("type msg struct { A %s; P pair; L []%s }\ntype quit struct{}", num, num)
	g.line("func (r *rec) put(n %s) { r.B = r.A; r.In.X = n }", num)
	g.line("func both(a, b %s) (x, y %s) { x, y = b, a; return x, %s }", num, num, expr{"(a + y) % 97", "add(a, y)"})
	g.line("type outer struct { pair; Z %s }", num)
	g.line("func last(a %s, more ...%s) %s { a = more[0]; return more[len(more)-1] }", num, num, num)
	g.line("func late(a, b %s) (r %s) { defer func() { r = %s }(); r = b; return a }", num, num,
		expr{"(r + b) % 97", "add(r, b)"})
	g.line("func counter(n %s) func(%s) %s {", num, num, num)
	g.line("return func(by %s) %s { n = %s; return n }\n}", num, num, expr{"(n + by) % 97", "add(n, by)"})
	g.line("var Programs []kernel.Program")
	for f := range 3 {
		g.line("func f%d(a, b %s) %s {", f, num, num)
		g.ints, g.names = []string{"a", "b"}, 100*f
		g.depth = 2
		g.functions = f
		g.block(4)
		g.line("if %s { return b }", expr{"a%3 == 0", "a.N%3 == 0"})
		g.line("return %s", expr{"(a + b) % 97", "add(a, b)"})
		g.line("}")
	}
	shared := g.sources
	for i := range programs {
		g.sources = shared
		g.program(i)
	}
	return g.plain.String(), g.tagged.String()
}

// program writes a program: a client, whose check fails in the end, and a server on another host.
func (g *twin) program(i int) {
	g.functions, g.depth, g.names = 3, 0, 1000
	g.line("func serve%d(th *kernel.Thread) {", i)
	g.line("port := th.NewPort(\"s\")\nkernel.Must(netname.Register(th, \"s\", port))")
	g.reset()
	g.source()
	g.source()
	g.line("old := []%s{x1001, x1002}", expr{"int", "V"})
	g.slices = append(g.slices, "old")
	g.line("for {\nm := kernel.Must(kernel.Receive[msg](th, port))\nq := m.Body\nn := q.A")
	g.ints = append(g.ints, "n")
	g.line("for _, e := range q.L { n = %s }", expr{"(n + e) % 97", "add(n, e)"})
	g.block(4 + g.pick(4))
	g.line("old[%s] = q.P.Y", expr{"n%2", "n.N%2"})
	g.line("kernel.Must(kernel.Reply(th, m, msg{n, pair{%s, q.P.X}, old}))\n}\n}", g.value())
	g.line("func ask%d(th *kernel.Thread) {\nport := kernel.Must(netname.Find(th, \"s\"))\n_ = port", i)
	g.reset()
	g.peer = true
	g.source()
	g.source()
	for range 14 + g.pick(10) {
		g.statement()
	}
	for _, all := range [][]string{g.ints, g.slices, g.maps, g.recs, g.pointers, g.funcs} {
		for _, x := range all {
			g.line("_ = %s", x)
		}
	}
	for _, x := range g.ints {
		g.line("%s", expr{"", fmt.Sprintf("Seen[%q] = %s", x, x)})
	}
	for _, s := range g.slices {
		g.line("%s", expr{"", fmt.Sprintf("Seen[\"%s[1]\"] = %s[1]", s, s)})
	}
	for _, r := range append(g.recs, g.pointers...) {
		f := g.field()
		g.line("%s", expr{"", fmt.Sprintf("Seen[%q] = %s%s", r+f, r, f)})
	}
	g.line("th.Check(%s, \"the end\")\n}", expr{g.ints[0] + " < 0", g.ints[0] + ".N < 0"})
	g.line("func init() { Programs = append(Programs, kernel.Program{Name: \"p%d\", Main: func(b *kernel.Boot) {", i)
	g.line("b.Server(b.Host(\"h2\"), \"s\", serve%d)\nb.Task(b.Host(\"h1\"), \"c\", ask%d)", i, i)
	g.line("netname.Serve(b)\n}})\n}")
	g.peer = false
}

func (g *twin) reset() {
	g.ints, g.slices, g.maps, g.recs, g.pointers, g.funcs = nil, nil, nil, nil, nil, nil
}
