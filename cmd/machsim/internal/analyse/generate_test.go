package analyse_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// entry is what a random program has noted in a run: a process was at a line, reached by calls.
type entry struct {
	Process, What string // at, send, receive, change, end
	Stack         []string
	Message       int // which was sent or received
}

// noted is a run.
type noted struct {
	Program string
	Entries []entry
	Done    bool // no process waits for ever
}

// noting is the package by which random programs note what they do. It makes no kernel calls, so it is not read.
const noting = `package note

import ("path/filepath"; "runtime"; "strconv")

type Entry struct { Process, What string; Stack []string; Message int }

var All []Entry
var sent int

func Begin() { All, sent = nil, 0 }

func Next(process string) int { sent++; note(process, "send", sent); return sent }
func Note(process, what string, message int) { note(process, what, message) }

func note(process, what string, message int) {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var stack []string
	for {
		f, more := frames.Next()
		if file := filepath.Base(f.File); file == "programs.go" {
			stack = append([]string{file + ":" + strconv.Itoa(f.Line)}, stack...)
		}
		if !more { break }
	}
	All = append(All, Entry{process, what, stack, message})
}
`

// running is the command that runs them.
const running = `package main

import ("encoding/json"; "gen/note"; "machsim/kernel"; "os"; "strconv")

func main() {
	out := json.NewEncoder(os.Stdout)
	seeds, _ := strconv.Atoi(os.Args[1])
	for i := range all {
		for seed := range seeds {
			note.Begin()
			m, err := kernel.New(all[i], kernel.Config{Seed: uint64(seed), MaxSteps: 2000})
			if err != nil { panic(err) }
			done := m.Run() == kernel.Finished
			m.Close()
			out.Encode(map[string]any{"Program": all[i].Name, "Entries": note.All, "Done": done})
		}
	}
}
`

// generator writes random programs.
type generator struct {
	bytes.Buffer
	*rand.Rand
	names int
	text  []bytes.Buffer // by process
}

// generated writes a module with random programs to a directory, and returns what machsim is told to read.
func generated(t *testing.T, programs int, seed uint64) (dir string) {
	t.Helper()
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 39))}
	g.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"gen/note\"\n" +
		"\t\"machsim/kernel\"\n\t\"machsim/netname\"\n)\n\n" +
		"type (\n\tt0 struct{ N int }\n\tt1 struct{ N int }\n\tt2 struct{ N int }\n\tt3 struct{ N int }\n" +
		"\tq0 struct{ N int }\n\tq1 struct{ N int }\n\tq2 struct{ N int }\n\ta0 struct{ N int }\n)\n\n" +
		"var _ = fmt.Sprint\n\n" +
		"func number(m any) int {\n\tswitch m := m.(type) {\n")
	for _, k := range kinds {
		fmt.Fprintf(g, "\tcase %s:\n\t\treturn m.N\n", k)
	}
	g.WriteString("\t}\n\treturn 0\n}\n\nfunc wrong(err error) bool { return err != kernel.MACH_RCV_TIMED_OUT }\n\n")
	for i := range programs {
		g.program(i)
	}
	g.WriteString("var all = []*kernel.Program{")
	for i := range programs {
		fmt.Fprintf(g, "&program%d, ", i)
	}
	g.WriteString("}\n")
	return module(t, map[string]string{"note/note.go": noting, "main.go": running, "programs.go": g.String()})
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ran passes on the runs of the programs of a module.
func ran(t *testing.T, dir string, seeds int, each func(noted)) {
	t.Helper()
	build := exec.Command("go", "build", "-o", "gen.exe", ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	c := exec.Command(filepath.Join(dir, "gen.exe"), fmt.Sprint(seeds))
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(out); d.More(); {
		var n noted
		if err := d.Decode(&n); err != nil {
			t.Fatal(err)
		}
		each(n)
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
}

// kinds are the types of messages; those with q are questions.
var kinds = []string{"t0", "t1", "t2", "t3", "q0", "q1", "q2"}

func (g *generator) kind(of string) string {
	for {
		if k := kinds[g.IntN(len(kinds))]; strings.HasPrefix(k, of) {
			return k
		}
	}
}

func (g *generator) name(of string) string { g.names++; return fmt.Sprint(of, g.names) }

// program writes a program: exchanges of messages, each a part of the texts of two processes. Most can be made in the
// order in which they are written; some parts are left out, or may be skipped.
func (g *generator) program(n int) {
	g.text = make([]bytes.Buffer, 2+g.IntN(3))
	for range 2 + g.IntN(4) {
		g.exchange(g.IntN(len(g.text)), -1, 0)
	}
	var main bytes.Buffer
	for i := range g.text {
		fn := fmt.Sprintf("process%dof%d", i, n)
		if i == len(g.text)-1 && g.IntN(4) == 0 {
			fmt.Fprintf(&main, "\tfor i := range 2 {\n\t\tname := fmt.Sprint(\"p%d-\", i)\n"+
				"\t\tb.Task(b.Host(\"h\"), name, func(th *kernel.Thread) { %s(th, name) })\n\t}\n", i, fn)
		} else {
			fmt.Fprintf(&main, "\tb.Task(b.Host(\"h\"), \"p%d\", func(th *kernel.Thread) { %s(th, \"p%d\") })\n", i, fn, i)
		}
		g.process(fn, i)
	}
	fmt.Fprintf(g, "var program%d = kernel.Program{Name: \"random%d\", Main: func(b *kernel.Boot) {\n%s"+
		"\tnetname.Serve(b)\n}}\n\n", n, n, main.String())
}

// process writes what a process does: it makes its ports, and then sends and receives.
func (g *generator) process(fn string, i int) {
	fmt.Fprintf(g, "func %s(th *kernel.Thread, me string) {\n\tv := 0\n\tth.Watch(\"v\", &v)\n", fn)
	fmt.Fprintf(g, "\tin := [2]kernel.Name{th.NewPort(\"in\"), th.NewPort(\"other\")}\n"+
		"\tkernel.Must(netname.Register(th, \"in%d\", in[0]))\n"+
		"\tkernel.Must(netname.Register(th, \"other%d\", in[1]))\n", i, i)
	for o := range g.text {
		fmt.Fprintf(g, "\tto%d := [2]kernel.Name{kernel.Must(netname.Find(th, \"in%d\")), "+
			"kernel.Must(netname.Find(th, \"other%d\"))}\n\t_ = to%d\n", o, o, o, o)
	}
	g.Write(g.text[i].Bytes())
	g.WriteString("\tnote.Note(me, \"end\", 0)\n\tth.Sleep(10 * kernel.Second)\n}\n\n")
}

// exchange has a process send something to another one, but not to one that waits for an answer.
func (g *generator) exchange(from, waits, depth int) {
	to := (from + 1 + g.IntN(len(g.text)-1)) % len(g.text)
	if to == waits || depth > 2 {
		return
	}
	g.loop(from, to, func() {
		port := g.IntN(2)
		switch g.IntN(4) {
		case 0:
			g.sent(from, to, port)
		case 1:
			g.choice(from, to, port)
		default:
			g.asked(from, to, port, depth)
		}
	})
	if g.IntN(3) == 0 {
		g.maybe(g.IntN(len(g.text)), func(i int) { g.write(i, "v++; note.Note(me, \"change\", 0)") })
	}
}

func (g *generator) write(i int, format string, args ...any) {
	fmt.Fprintf(&g.text[i], "\t"+format+"\n", args...)
}

// loop may have both sides do something several times.
func (g *generator) loop(from, to int, do func()) {
	if g.IntN(6) > 0 {
		do()
		return
	}
	n := 2 + g.IntN(2)
	g.write(from, "for range %d {", n)
	g.write(to, "for range %d {", n)
	lengths := g.lengths()
	do()
	for i, was := range lengths {
		if i != from && i != to {
			g.text[i].Truncate(was) // it would do so once
		}
	}
	g.write(from, "}")
	g.write(to, "}")
}

func (g *generator) lengths() (all []int) {
	for i := range g.text {
		all = append(all, g.text[i].Len())
	}
	return all
}

// maybe writes something, or that it may be done; seldom it leaves it out.
func (g *generator) maybe(i int, what func(i int)) {
	switch g.IntN(25) {
	case 0:
	case 1, 2:
		g.write(i, "if th.Random(2) == 0 {")
		what(i)
		g.write(i, "}")
	default:
		what(i)
	}
}

func (g *generator) sent(from, to, port int) {
	k := g.kind("t")
	g.maybe(from, func(i int) { g.write(i, "kernel.Must(kernel.Send(th, to%d[%d], %s{note.Next(me)}))", to, port, k) })
	g.maybe(to, func(i int) { g.receive(i, port, k) })
}

func (g *generator) receive(i, port int, kind string) (m string) {
	m = g.name("m")
	if kind == "t0" {
		g.write(i, "note.Note(me, \"at\", 0); "+
			"if %s, err := kernel.ReceiveTimeout[t0](th, in[%d], kernel.Second); err == nil { "+
			"note.Note(me, \"receive\", %s.Body.N) } else if wrong(err) { return } else { note.Note(me, \"passed\", 0) }",
			m, port, m)
		return m
	}
	g.write(i, "note.Note(me, \"at\", 0); %s := kernel.Must(kernel.Receive[%s](th, in[%d])); "+
		"note.Note(me, \"receive\", %s.Body.N)", m, kind, port, m)
	return m
}

func (g *generator) ask(i, to, port int, kind string) {
	if kind == "q2" { // it gives up at some time
		g.write(i, "if r, err := kernel.RPCTimeout[q2, a0](th, to%d[%d], q2{note.Next(me)}, kernel.Millisecond); "+
			"err == nil { note.Note(me, \"receive\", r.N) } else { note.Note(me, \"passed\", 0) }", to, port)
		return
	}
	g.write(i, "note.Note(me, \"receive\", kernel.Must(kernel.RPC[%s, a0](th, to%d[%d], %s{note.Next(me)})).N)",
		kind, to, port, kind)
}

func (g *generator) asked(from, to, port, depth int) {
	k := g.kind("q")
	if g.IntN(2) == 0 {
		g.write(from, "v++; note.Note(me, \"change\", 0)")
	}
	g.maybe(from, func(i int) { g.ask(i, to, port, k) })
	m := g.receive(to, port, k)
	for range g.IntN(3) {
		g.exchange(to, from, depth+1)
	}
	g.reply(to, m)
}

func (g *generator) reply(i int, m string) {
	g.write(i, "_ = kernel.Reply(th, %s, a0{note.Next(me)})", m) // who has asked may have given up
}

// choice has one send one of two types, and the other one receive either.
func (g *generator) choice(from, to, port int) {
	m, t, q := g.name("m"), g.kind("t"), g.kind("q")
	g.write(from, "if th.Random(2) == 0 {")
	g.write(from, "kernel.Must(kernel.Send(th, to%d[%d], %s{note.Next(me)}))", to, port, t)
	g.write(from, "} else {")
	g.ask(from, to, port, q)
	g.write(from, "}")
	g.write(to, "note.Note(me, \"at\", 0); %s := kernel.Must(kernel.Receive[any](th, in[%d], %s{}, %s{})); "+
		"note.Note(me, \"receive\", number(%s.Body))",
		m, port, t, q, m)
	g.write(to, "switch %s.Body.(type) {", m)
	g.write(to, "case %s:", q)
	g.reply(to, m)
	g.write(to, "case %s:", t)
	if g.IntN(2) == 0 {
		g.write(to, "v++; note.Note(me, \"change\", 0)")
	}
	g.write(to, "}")
}
