package race_test

import (
	"fmt"
	"math/rand/v2"

	"machsim/kernel"
	"machsim/kernel/hook"
)

// The programs of these tests are lists of acts, as random as one likes. They stand in a file of one function, with an
// act in each line.

// act is what a thread does next.
type act struct {
	does
	n    int // which variable, mutex or thread
	line int
}

type does uint8

const (
	reads does = iota
	writes
	copies // reads a whole array
	puts   // writes to a map
	locks
	unlocks
	sends
	receives
	forks
	joins
	yields
	adds // reads and writes in one statement
)

const lines = 4000

var table = hook.Package{
	Path:  "machsim/debugger/lines/race_test",
	Files: []hook.File{{Path: "/src/acts.go"}},
	Funcs: []hook.Func{{Name: "run", Line: 1, EndLine: lines}},
}

// Each line has a place that reads and one that writes.
func init() {
	for n := range int32(lines) {
		table.Stmts = append(table.Stmts, hook.Stmt{Line: n})
		table.Shared = append(table.Shared, hook.Site{Stmt: n, Expr: "x"}, hook.Site{Stmt: n, Write: true, Expr: "x"})
	}
	hook.Register(&table)
}

// memory is what the threads of a task share.
type memory struct {
	vars    [3]int
	table   map[int]int
	mutexes []kernel.MutexID
	ports   []kernel.Name
	bodies  [][]act
	forked  map[int]kernel.ThreadID
}

// run does what a thread is to do.
func (m *memory) run(th *kernel.Thread, body []act) {
	f := hook.Enter(&table, 0)
	defer f.Leave()
	ct := th.CThreads()
	for _, a := range body {
		f.At(int32(a.line))
		read, write := int32(2*a.line), int32(2*a.line+1)
		switch a.does {
		case reads:
			f.R(read, &m.vars[a.n])
		case writes:
			f.W(write, &m.vars[a.n])
		case adds:
			f.R(read, &m.vars[a.n])
			f.W(write, &m.vars[a.n])
		case copies:
			f.R(read, &m.vars)
		case puts:
			f.W(write, m.table)
		case locks:
			ct.MutexLock(m.mutexes[a.n])
		case unlocks:
			ct.MutexUnlock(m.mutexes[a.n])
		case sends:
			kernel.Must(0, kernel.Send(th, m.ports[a.n], token{}))
		case receives:
			kernel.Must(kernel.Receive[token](th, m.ports[a.n]))
		case forks:
			m.forked[a.n] = ct.Fork(fmt.Sprint("t", a.n), func(th *kernel.Thread) { m.run(th, m.bodies[a.n]) })
		case joins:
			ct.Join(m.forked[a.n])
		case yields:
			th.Yield()
		}
	}
}

type token struct{}

// program makes a program of the bodies of the threads of one task. The first one is there from the start.
func program(bodies func() [][]act) *kernel.Program {
	return &kernel.Program{Name: "acts", Main: func(b *kernel.Boot) {
		b.Task(0, "task", func(th *kernel.Thread) {
			m := &memory{table: map[int]int{}, bodies: bodies(), forked: map[int]kernel.ThreadID{}}
			for range 2 {
				m.mutexes = append(m.mutexes, th.CThreads().MutexNew(""))
				m.ports = append(m.ports, th.NewPort(""))
			}
			m.run(th, m.bodies[0])
		})
	}}
}

// chance is random bodies: the first forks and joins the others, each of which does what it likes.
func chance(seed uint64) [][]act {
	rng := rand.New(rand.NewPCG(seed, 0))
	n := 2 + rng.IntN(3)
	bodies := make([][]act, n+1)
	line := 1
	add := func(i int, d does, n int) {
		bodies[i] = append(bodies[i], act{d, n, line})
		line++
	}
	for i := 1; i <= n; i++ {
		held := -1
		for range 4 + rng.IntN(12) {
			switch d := does(rng.IntN(int(yields) + 1)); d {
			case locks, unlocks:
				if held >= 0 {
					add(i, unlocks, held)
					held = -1
				} else {
					held = rng.IntN(2)
					add(i, locks, held)
				}
			case sends, receives:
				if held < 0 && rng.IntN(3) > 0 {
					d = sends
				}
				add(i, d, rng.IntN(2))
			case forks, joins:
			default:
				add(i, d, rng.IntN(3))
			}
		}
		if held >= 0 {
			add(i, unlocks, held)
		}
		bodies[i] = append(bodies[i], bodies[i]...)
	}
	for i := 1; i <= n; i++ {
		add(0, reads+does(rng.IntN(2)), rng.IntN(3))
		add(0, forks, i)
	}
	for i := 1; i <= n; i++ {
		add(0, reads+does(rng.IntN(2)), rng.IntN(3))
		add(0, joins, i)
	}
	add(0, writes, rng.IntN(3))
	return bodies
}
