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

// TestLocals: random programs, which note each of their assignments, have these as their local events, none missing and
// none too many, of the same threads, lines and values (testdata/locals).
func TestLocals(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds")
	}
	const most = 50 // in one package, so that it is soon compiled
	for n, left := uint64(0), effort.Of(10); left > 0; n, left = n+1, left-most {
		t.Run(fmt.Sprint(n), func(t *testing.T) { localsOf(t, randomPrograms(n, min(left, most))) })
	}
}

// localsOf tests a package of random programs.
func localsOf(t *testing.T, text string) {
	dir := module(t, "locals")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "locals"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "locals.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	c := hookedTest(t, dir, "locals", "-timeout=0")
	c.Env = append(os.Environ(), "SEEDS=3")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
		if keep := os.Getenv("KEEP"); keep != "" {
			_ = os.WriteFile(keep, []byte(text), 0o666)
		}
	}
}

// randomPrograms is the n-th package, of so many random programs that note what they do.
func randomPrograms(n uint64, programs int) string {
	g := &random{rng: rand.New(rand.NewPCG(7, 8+n))}
	g.line("package locals")
	g.line("")
	g.line("import (")
	g.line("\t\"locals/note\"")
	g.line("\t\"machsim/cthreads\"")
	g.line("\t\"machsim/kernel\"")
	g.line(")")
	g.line("")
	g.line("type box struct{ n, m int }")
	g.line("")
	g.line("var Programs []kernel.Program")
	g.line("")
	for i := range programs {
		g.program(i)
	}
	return g.String()
}

// random writes random programs, line by line: gofmt does not move their lines.
type random struct {
	strings.Builder
	rng   *rand.Rand
	lines int

	prefix string // of the functions of the program
	funcs  int
	fn     string // the present function
	vars   []*rvar
	names  int
	depth  int
	lits   int    // function literals in it
	act    string // the variable that has its activation
}

// rvar is a variable of a function.
type rvar struct {
	name string // as it is called here
	of   string // FUNCTION.NAME
	act  string // the variable that has the activation
}

func (g *random) line(format string, args ...any) {
	fmt.Fprintf(g, format, args...)
	g.WriteByte('\n')
	g.lines++
}

// here is the number of the line that is written next.
func (g *random) here() int { return g.lines + 1 }

func (g *random) pick(n int) int { return g.rng.IntN(n) }

func (g *random) fresh(letter string) string {
	g.names++
	return fmt.Sprint(letter, g.names)
}

// some is a variable that is in scope.
func (g *random) some() *rvar { return g.vars[g.pick(len(g.vars))] }

// value is an expression.
func (g *random) value() string {
	switch g.pick(5) {
	case 0:
		return fmt.Sprint(g.pick(4))
	case 1:
		return g.some().name
	case 2:
		return g.some().name + " + 1"
	case 3:
		return "(" + g.some().name + " + " + g.some().name + ") % 7"
	}
	return g.some().name + " * 2 % 5"
}

func (g *random) declares(name string) *rvar {
	v := &rvar{name, g.fn + "." + name, g.act}
	g.vars = append(g.vars, v)
	return v
}

func (g *random) born(v *rvar, line int) string {
	return fmt.Sprintf("note.Born(me, %s, %q, %d, %q, %s)", v.act, v.of, line, v.name, v.name)
}

func (g *random) set(v *rvar, by string, line int) string {
	return fmt.Sprintf("note.Set(me, %s, %q, %d, %q, %s)", v.act, v.of, line, by, v.name)
}

// block writes statements, and forgets what they declare.
func (g *random) block(n int) {
	had := len(g.vars)
	g.depth++
	for range n {
		g.statement()
	}
	g.depth--
	g.vars = g.vars[:had]
}

func (g *random) statement() {
	n := g.here()
	deep := g.depth > 3
	switch k := g.pick(26); {
	case k < 3:
		name, value := g.fresh("x"), g.value()
		v := g.declares(name)
		g.line("%s := %s; %s", name, value, g.born(v, n))
	case k == 3:
		v := g.some()
		g.line("%s = %s; %s", v.name, g.value(), g.set(v, v.name, n))
	case k == 4:
		v := g.some()
		g.line("%s++; %s", v.name, g.set(v, v.name, n))
	case k == 5:
		v := g.some()
		g.line("%s += %s; %s", v.name, g.value(), g.set(v, v.name, n))
	case k == 6:
		v, w := g.some(), g.some()
		if v == w {
			return
		}
		g.line("%s, %s = %s, %s; %s; %s", v.name, w.name, g.value(), g.value(), g.set(v, v.name, n),
			g.set(w, w.name, n))
	case k == 7 && g.depth == 1 && g.vars[len(g.vars)-1].act == g.act: // it is of this block, so it is assigned to
		v := g.vars[len(g.vars)-1]
		name, a, b := g.fresh("x"), g.value(), g.value()
		w := g.declares(name)
		g.line("%s, %s := %s, %s; %s; %s", v.name, name, a, b, g.set(v, v.name, n), g.born(w, n))
	case k == 8:
		v := g.some()
		p := g.fresh("p")
		g.line("%s := &%s; *%s = %s; %s", p, v.name, p, g.value(), g.set(v, "*"+p, n))
	case k == 9 && !deep:
		g.line("if %s %% 2 == 0 {", g.value())
		g.block(1 + g.pick(3))
		if g.pick(2) == 0 {
			g.line("} else {")
			g.block(1 + g.pick(2))
		}
		g.line("}")
	case k == 10 && !deep:
		had := len(g.vars)
		name, value := g.fresh("h"), g.value()
		v := g.declares(name)
		head := "if %s := %s; note.Head(me, %s, %q, %d, %q, %s, new(true)) && %s > 2 {"
		g.line(head, name, value, v.act, v.of, n, name, name, name)
		g.block(1 + g.pick(2))
		g.line("}")
		g.vars = g.vars[:had]
	case k == 11 && !deep:
		had := len(g.vars)
		name, first := g.fresh("i"), g.fresh("first")
		g.line("%s := true", first)
		n++
		v := g.declares(name)
		head := "for %s := 0; note.Head(me, %s, %q, %d, %q, %s, &%s) && %s < %d; %s++ {"
		g.line(head, name, v.act, v.of, n, name, name, first, name, g.pick(4), name)
		g.vars = g.vars[:had]
		if g.pick(2) == 0 {
			g.lits++
			g.line("_ = func() int { return %s }", name)
		}
		g.block(1 + g.pick(2))
		g.line("}")
	case k == 12 && !deep:
		had := len(g.vars)
		name := g.fresh("k")
		v := g.declares(name)
		g.line("for _, %s := range []int{1, 1, %s} { %s", name, "2", g.born(v, n))
		g.block(1 + g.pick(2))
		g.line("}")
		g.vars = g.vars[:had]
	case k == 13 && !deep:
		v := g.some()
		g.line("for _, %s = range []int{1, 1, 3} { %s", v.name, g.set(v, v.name, n))
		g.block(1)
		g.line("}")
	case k == 14:
		g.line("th.Yield()")
	case k == 15 && g.funcs > 0:
		v := g.some()
		f := g.pick(g.funcs)
		g.line("note.Call(me, %d); %s = %sf%d(th, me, depth+1, %s); %s", n, v.name, g.prefix, f, g.value(),
			g.set(v, v.name, n))
	case k == 16 && g.funcs > 0:
		name, f, value := g.fresh("x"), g.pick(g.funcs), g.value()
		w := g.some()
		v := g.declares(name)
		g.line("note.Call(me, %d); %s, err := %sf%d(th, me, depth+1, %s), %s; %s; _ = err", n, name, g.prefix, f, value,
			w.name, g.born(v, n))
		g.vars = g.vars[:len(g.vars)-1]
		g.line("_ = %s", name)
	case k == 17:
		v := g.some()
		g.lits++
		g.line("func() { %s = %s; %s }()", v.name, g.value(), g.set(v, v.name, n))
	case k == 18:
		v := g.some()
		g.line("%s = %sgen(th, me, %s, %d); %s", v.name, g.prefix, g.value(), n, g.set(v, v.name, n))
	case k == 19:
		name := g.fresh("b")
		v := &rvar{name, g.fn + "." + name, g.act}
		g.line("%s := box{n: %s}; %s", name, g.value(), g.born(v, n))
		n++
		g.line("%s.n = %s; %s", name, g.value(), g.set(v, name+".n", n))
		g.line("%s.add(me, %s, %q, %s)", name, v.act, v.of, g.value())
	case k == 20:
		name := g.fresh("s")
		v := &rvar{name, g.fn + "." + name, g.act}
		g.line("%s := []int{1, 2}; %s", name, g.born(v, n))
		n++
		g.line("%s[1] = %s; %s", name, g.value(), g.set(v, name+"[1]", n))
	case k == 22:
		name := g.fresh("m")
		v := &rvar{name, g.fn + "." + name, g.act}
		g.line("%s := map[string]int{}; %s", name, g.born(v, n))
		n++
		g.line("%s[\"a\"] = %s; %s", name, g.value(), strings.Replace(g.set(v, "?", n), "\"?\"", "`"+name+"[\"a\"]`", 1))
	case k == 23:
		v := g.some()
		g.line("note.Call(me, %d); %s = %sdeferred(th, me, %s); %s", n, v.name, g.prefix, g.value(), g.set(v, v.name, n))
	case k == 24:
		v := g.some()
		g.line("note.Call(me, %d); %s = %spanics(th, me, %s); %s", n, v.name, g.prefix, g.value(), g.set(v, v.name, n))
	case k == 25 && !deep:
		had := len(g.vars)
		name, value := g.fresh("y"), g.value()
		v := g.declares(name)
		g.line("switch %s := %s; %s %% 3 {", name, value, name)
		g.line("case 0: %s", g.born(v, n))
		g.block(1)
		g.line("default: %s", g.born(v, n))
		g.line("}")
		g.vars = g.vars[:had]
	case k == 21 && g.depth == 1:
		label, c := g.fresh("again"), g.fresh("c")
		w := g.some()
		g.line("%s := 0", c)
		g.line("%s:", label)
		n += 2
		g.line("%s++; %s", w.name, g.set(w, w.name, n))
		g.line("if %s < 1 { %s++; goto %s }", c, c, label)
	}
}

// function writes a function that may call itself, and those before it.
func (g *random) function(i int) {
	g.fn = fmt.Sprint(g.prefix, "f", i)
	g.vars, g.depth, g.act, g.lits = nil, 0, "act", 0
	result := "r int"
	g.line("func %s(th *kernel.Thread, me string, depth, n int) (%s) {", g.fn, result)
	v, r := g.declares("n"), g.declares("r")
	g.line("act := note.Enter()")
	g.line("note.Born(me, act, %q, note.From(me), \"n\", n); note.Born(me, act, %q, note.From(me), \"r\", r)", v.of, r.of)
	g.line("if depth > 3 {")
	n := g.here()
	g.line("%s; return n", strings.Replace(g.set(r, "r", n), ", r)", ", n)", 1))
	g.line("}")
	g.funcs = i + 1
	g.block(4 + g.pick(5))
	n = g.here()
	g.line("%s; return n + 1", strings.Replace(g.set(r, "r", n), ", r)", ", n+1)", 1))
	g.line("}")
	g.line("")
}

// literal writes the body of a function literal, with variables of its own.
func (g *random) literal() {
	fn, act, lits := g.fn, g.act, g.lits+1
	g.fn, g.act, g.lits = fmt.Sprint(fn, ".func", lits), act+"1", 0
	if strings.Contains(fn, ".func") {
		g.fn = fmt.Sprint(fn, ".", lits)
	}
	g.line("%s := note.Enter(); _ = %s", g.act, g.act)
	g.block(4 + g.pick(4))
	g.fn, g.act, g.lits = fn, act, lits
}

func (g *random) program(i int) {
	g.prefix, g.funcs = fmt.Sprint("p", i), 0
	for f := range 2 {
		g.function(f)
	}
	g.line("func %sgen[T any](th *kernel.Thread, me string, v T, line int) T {", g.prefix)
	g.line("act := note.Enter()")
	g.line("note.Born(me, act, \"%sgen.v\", line, \"v\", v)", g.prefix)
	n := g.here()
	g.line("w := v; note.Born(me, act, \"%sgen.w\", %d, \"w\", w)", g.prefix, n)
	n = g.here()
	g.line("v = w; note.Set(me, act, \"%sgen.v\", %d, \"v\", v)", g.prefix, n)
	g.line("return v")
	g.line("}")
	g.line("")
	g.unwinding()
	g.fn, g.vars, g.lits = g.prefix+"body", nil, 0
	g.line("func %s(th *kernel.Thread, me string) {", g.fn)
	g.line("depth := 0")
	g.line("act := note.Enter()")
	for range 2 {
		name := g.fresh("x")
		v := g.declares(name)
		n := g.here()
		g.line("%s := %d; %s", name, g.pick(3), g.born(v, n))
		g.line("th.Watch(%q, &%s)", name, name)
	}
	had := len(g.vars)
	for w := range g.pick(3) {
		g.line("t%d := cthreads.Fork(th, \"w%d\", func(th *kernel.Thread) {", w, w)
		g.line("me := \"t.w%d\"", w)
		g.literal()
		g.line("})")
		g.line("_ = t%d", w)
	}
	g.vars = g.vars[:had]
	g.block(5 + g.pick(5))
	g.line("_ = depth")
	g.line("th.Yield()")
	g.line("}")
	g.line("")
	g.line("func init() {")
	g.line("Programs = append(Programs, kernel.Program{Name: %q, Main: func(b *kernel.Boot) {", g.prefix)
	g.line("b.Task(b.Host(\"h\"), \"t\", func(th *kernel.Thread) { %sbody(th, \"t.1\") })", g.prefix)
	g.line("}})")
	g.line("}")
	g.line("")
	if i == 0 {
		g.line("func (b *box) add(me string, act int, of string, by int) {")
		n := g.here()
		g.line("b.n += by; note.Set(me, act, of, %d, \"b.n\", *b)", n)
		g.line("}")
		g.line("")
	}
}

// unwinding writes functions with deferred calls, of which one panics now and then.
func (g *random) unwinding() {
	g.line("func %sdeferred(th *kernel.Thread, me string, n int) (r int) {", g.prefix)
	g.line("act := note.Enter(); note.Born(me, act, \"%sdeferred.r\", note.From(me), \"r\", r)", g.prefix)
	g.line("defer func() { r += 2; note.Set(me, act, \"%sdeferred.r\", %d, \"r\", r) }()", g.prefix, g.here())
	g.line("r = 1; note.Set(me, act, \"%sdeferred.r\", %d, \"r\", r)", g.prefix, g.here())
	g.line("note.Set(me, act, \"%sdeferred.r\", %d, \"r\", n); return n", g.prefix, g.here())
	g.line("}")
	g.line("")
	g.line("func %sodd(n int) int {", g.prefix)
	g.line("if n%%2 == 1 {")
	g.line("panic(n)")
	g.line("}")
	g.line("return n")
	g.line("}")
	g.line("")
	g.line("func %spanics(th *kernel.Thread, me string, n int) (r int) {", g.prefix)
	g.line("act := note.Enter(); note.Born(me, act, \"%spanics.r\", note.From(me), \"r\", r)", g.prefix)
	g.line("defer func() {")
	g.line("if recover() != nil {")
	g.line("r = 9; note.Set(me, act, \"%spanics.r\", %d, \"r\", r)", g.prefix, g.here())
	g.line("}")
	g.line("}()")
	g.line("x := 1; note.Born(me, act, \"%spanics.x\", %d, \"x\", x)", g.prefix, g.here())
	g.line("x = %sodd(n); note.Set(me, act, \"%spanics.x\", %d, \"x\", x)", g.prefix, g.prefix, g.here())
	g.line("note.Set(me, act, \"%spanics.r\", %d, \"r\", x); return x", g.prefix, g.here())
	g.line("}")
	g.line("")
}
