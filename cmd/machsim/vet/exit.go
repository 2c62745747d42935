package vet

import (
	"go/ast"
	"maps"
)

var exitRule = Rule{
	Name:  "exit",
	Finds: "`os.Exit`, `log.Fatal` and the like, `runtime.Goexit`, also where a package is initialised",
	Use:   "`th.Exit` to end a thread, `th.Fail` or `th.Check` to fail a run",
	search: func(c *check) {
		exits.search("ends the simulation, not the program in it")(c)
		early := *c
		early.program = c.program.beginning()
		earlyExits.search("ends machsim before a program runs")(&early)
	},
}

const (
	useFail  = "th.Fail, which fails the run"
	usePanic = "panic, which says what is wrong and where"
)

var exits = library{
	"os":      {"Exit": "th.Exit to end the thread, or th.Fail to fail the run"},
	"syscall": {"Exit": "th.Exit to end the thread, or th.Fail to fail the run"},
	"runtime": {"Goexit": "th.Exit"},
	"log":     both(useFail, "Fatal Fatalf Fatalln Logger.Fatal Logger.Fatalf Logger.Fatalln"),
}

// earlyExits are the exits where there is no thread yet.
var earlyExits = library{
	"os":      {"Exit": usePanic},
	"syscall": {"Exit": usePanic},
	"log":     both(usePanic, "Fatal Fatalf Fatalln Logger.Fatal Logger.Fatalf Logger.Fatalln"),
}

// beginning is the code that initialises a package with a program, and is not of the program itself.
func (p *program) beginning() *program {
	b := p.fresh()
	b.reach = maps.Clone(p.reach)
	if len(p.code) == 0 {
		return b
	}
	for fn, decl := range p.decls {
		if fn.Name() == "init" && fn.Signature().Recv() == nil {
			b.find(decl)
		}
	}
	maps.DeleteFunc(b.seen, func(n ast.Node, _ bool) bool { return p.seen[n] })
	b.outermost()
	return b
}
