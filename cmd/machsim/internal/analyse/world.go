package analyse

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"machsim/debugger/study/flow"
)

// world is what is known of a program, in any context. It only grows, from round to round.
type world struct {
	*Program
	cells    map[string]value // by cell and field, results of calls, and names of the name server: what they may hold
	bound    map[string]closure
	watched  map[string]bool   // cells that are shown: the local events are about these
	contexts map[string]string // short names of chains of calls
	names    []string          // those that are registered with the name server
	repeats  map[string]bool   // contexts of functions that call themselves, and processes that make themselves
	handlers map[string]handler
	own      []types.Type // of the packages that are read
	grown    bool         // something was found in this round

	round
}

// round is what is made anew in each.
type round struct {
	graph    *flow.Graph
	at, what []string   // by node
	stacks   [][]string // by node that stands for a statement: the lines of the calls that lead to it, and its own
	messages []message
	takes    map[string]int // by received message: the node that receives
	unknown  map[Unknown]bool
	tasks    []*task // the processes that are made, in order
	showers  map[string][]int
	changers map[string][]int // by cell that is shown: the nodes that change it
	facts    map[edge][]fact
	saved    map[string]bool // messages that are kept somewhere
	locks    map[int]taken   // by node
	fails    map[int]bool    // receives after whose failure their process goes on
	many     map[string]bool // of what is made more than once, by key
}

// edge is one within a process.
type edge struct{ from, to int }

// closure is a function, and what it is bound to. Without a function it does nothing that matters, or, if foreign, it
// calls what is handed to it or to who has made it.
type closure struct {
	fn      *ssa.Function
	free    []value
	foreign bool
}

// task is a process to be.
type task struct {
	key, name string
	family    bool
	body      value
	sites     []*ssa.CallCommon // by which it was made, and those who have made it
	from      *task             // the one whose variables it shares; nil for none
	process   int
}

// message is something that a node sends or receives. The body of one that is received is where what it holds is kept.
type message struct {
	node    int
	port    value
	kinds   value // the types of the struct
	body    value
	key     string // of one that is received
	expects value  // the types that a receive names: others that come are errors
	answer  bool   // of a send: it answers what request stands for; of a receive: it waits for that
	asked   value  // the requests that it answers
	sure    bool   // they are one, which came last by its receive
	facts   []fact // what is known of the type of that request
	ask     int    // the question whose answer is waited for
}

// mostRounds bounds the search for something new. Few programs need more than eight.
const mostRounds = 25

// Analyse makes the graph of a program.
func (p *Program) Analyse() *Program {
	w := &world{Program: p, cells: map[string]value{}, bound: map[string]closure{}, watched: map[string]bool{},
		contexts: map[string]string{}, repeats: map[string]bool{}, handlers: map[string]handler{}}
	for n := 0; n == 0 || w.grown && n < mostRounds; n++ {
		w.grown = false
		w.again()
	}
	if w.grown {
		w.open("", fmt.Sprintf("more might be found after %d rounds", mostRounds))
	}
	w.shown()
	p.Graph, p.Where, p.What, p.Stacks = w.graph, w.at, w.what, w.stacks
	p.found, p.Faults = w, w.faults()
	p.Unknown = slices.SortedFunc(maps.Keys(w.unknown), func(a, b Unknown) int {
		return strings.Compare(a.Where+a.What, b.Where+b.What)
	})
	return p
}

func (w *world) begin() {
	w.round = round{graph: &flow.Graph{}, takes: map[string]int{}, unknown: w.unknown, tasks: w.tasks,
		showers: map[string][]int{}, changers: map[string][]int{}, facts: map[edge][]fact{},
		saved: map[string]bool{}, locks: map[int]taken{}, fails: map[int]bool{},
		many: map[string]bool{}}
}

// again walks through Main, and through all that it makes.
func (w *world) again() {
	w.unknown, w.tasks = map[Unknown]bool{}, nil
	w.begin()
	k := &walker{world: w, process: w.process("Main", false), task: &task{}}
	from := w.graph.Processes[0].Enter
	from = k.body(&frame{walker: k, fn: w.pkg.Func("init"), key: "init"}, from)
	k.body(&frame{walker: k, fn: w.main, key: "Main", args: []value{nil}}, from)
	w.begin()
	for i := 0; i < len(w.tasks); i++ {
		w.run(w.tasks[i])
	}
	w.notify()
	w.connect()
}

// run walks through a process.
func (w *world) run(t *task) {
	t.process = w.process(t.name, t.family)
	k := &walker{world: w, process: t.process, task: t}
	if !t.body.known() || len(t.body) == 0 {
		w.open("", t.name+" runs a function that is not known")
	}
	for _, a := range t.body.of(function) {
		if c := w.bound[a.key]; c.fn != nil {
			f := &frame{walker: k, fn: c.fn, key: w.context(t.key + " " + c.fn.String()), args: []value{nil}, free: c.free}
			w.graph.Edge(k.body(f, w.graph.Processes[t.process].Enter), w.graph.Processes[t.process].Exit)
		}
	}
}

// process adds a process to the graph.
func (w *world) process(name string, family bool) int {
	p := w.graph.Process(name)
	w.graph.Processes[p].Family = family
	w.at, w.what, w.stacks = append(w.at, "", ""), append(w.what, "", ""), append(w.stacks, nil, nil)
	return p
}

// context is a short name of a chain of calls.
func (w *world) context(long string) string {
	if w.contexts[long] == "" {
		w.contexts[long] = "c" + strconv.Itoa(len(w.contexts))
	}
	return w.contexts[long]
}

// types are those that the packages which are read declare.
func (w *world) types() []types.Type {
	if w.own != nil {
		return w.own
	}
	for _, p := range w.pkg.Prog.AllPackages() {
		for _, m := range p.Members {
			t, ok := m.(*ssa.Type)
			if n, is := t.Type().(*types.Named); ok && is && n.TypeParams() == nil && len(p.Func("init").Blocks) > 0 {
				w.own = append(w.own, n)
			}
		}
	}
	slices.SortFunc(w.own, func(a, b types.Type) int { return strings.Compare(a.String(), b.String()) })
	return w.own
}

// tell notes what is not known, but does no harm; open what may do anything.
func (w *world) tell(where, what string) { w.unknown[Unknown{Where: where, What: what}] = true }
func (w *world) open(where, what string) { w.unknown[Unknown{where, what, true}] = true }

// put adds to what is known of a cell.
func (w *world) put(key string, v value) {
	if len(w.cells[key]) > mostTexts {
		v = v.widened()
	}
	if all := w.cells[key].with(v); len(all) > len(w.cells[key]) {
		w.cells[key], w.grown = all, true
	}
}

// widened is a value with any text in place of those that it has.
func (v value) widened() (all value) {
	for _, a := range v {
		if a.sort == text {
			a.key = "*"
		}
		all = all.with(value{a})
	}
	return all
}

// hold is what a place may hold: what was stored there, and in the structs that were stored around it.
func (w *world) hold(a atom, depth int) (all value) {
	if a.sort == unknown || depth > 8 {
		return anything
	}
	all = all.with(w.cells[a.key+a.path])
	for path, rest := a.path, ""; path != ""; {
		i := strings.LastIndexByte(path, '.')
		path, rest = path[:i], path[i:]+rest
		for _, o := range w.cells[a.key+path] {
			switch o.sort {
			case cell, received:
				o.path += rest
				all = all.with(w.hold(o, depth+1))
			case unknown:
				all = all.with(anything)
			}
		}
	}
	return all
}

// shown notes which processes show a variable, and tells of those whose variable others change.
func (w *world) shown() {
	w.Shows = map[int]bool{}
	for c, all := range w.showers {
		for _, p := range all {
			w.Shows[p] = true
			for _, n := range w.changers[c] {
				if w.graph.Nodes[n].Process != p {
					w.tell(w.at[n], "changes what another thread shows: nobody knows that")
				}
			}
		}
	}
	for c, all := range w.showers {
		for _, p := range all {
			for _, n := range w.changers[c] {
				if w.graph.Nodes[n].Process != p {
					w.Shows[p] = false
				}
			}
		}
	}
	for _, t := range w.tasks {
		if t.family && t.from != nil { // one of its threads may change what another shows
			w.Shows[t.process] = false
		}
	}
}
