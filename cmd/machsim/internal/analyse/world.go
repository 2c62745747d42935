package analyse

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"machsim/debugger/study/flow"
)

// world is what is known of a program, in any context. It only grows, from round to round.
type world struct {
	*Program
	cells   map[string]value // by cell and field, results of calls, and names of the name server: what they may hold
	bound   map[string]closure
	watched map[string]bool // cells that are shown: the local events are about these
	grown   bool            // something was found in this round

	tasks []*task // what Main makes, in order
	round
}

// round is what is made anew in each.
type round struct {
	graph    *flow.Graph
	at, what []string // by node
	messages []message
	takes    map[string]int // by received message: the node that receives
	unknown  map[Unknown]bool
	shows    map[int]bool // processes that show a variable
}

// closure is a function, and what it is bound to.
type closure struct {
	fn   *ssa.Function
	free []value
}

// task is a process to be.
type task struct {
	name   string
	family bool
	body   value
}

// message is something that a node sends or receives. The body of one that is received is where what it holds is kept.
type message struct {
	node   int
	port   value
	kind   string // the type of the struct; "" for any
	body   value
	key    string // of one that is received
	answer bool   // of a send: it answers what request stands for; of a receive: it waits for that
	asked  value  // the requests that it answers
	ask    int    // the question whose answer is waited for
}

// mostRounds bounds the search for something new. Few programs need more than five.
const mostRounds = 20

// Analyse makes the graph of a program.
func (p *Program) Analyse() *Program {
	w := &world{Program: p, cells: map[string]value{}, bound: map[string]closure{}, watched: map[string]bool{}}
	for n := 0; n == 0 || w.grown && n < mostRounds; n++ {
		w.grown, w.tasks = false, nil
		w.again()
	}
	if w.grown {
		w.open("", fmt.Sprintf("more might be found after %d rounds", mostRounds))
	}
	p.Graph, p.Where, p.What, p.Shows, p.Unknown = w.graph, w.at, w.what, w.shows, nil
	for u := range w.unknown {
		p.Unknown = append(p.Unknown, u)
	}
	slices.SortFunc(p.Unknown, func(a, b Unknown) int { return strings.Compare(a.Where+a.What, b.Where+b.What) })
	return p
}

// again walks through Main, and through all that it makes.
func (w *world) again() {
	w.round = round{graph: &flow.Graph{}, takes: map[string]int{}, unknown: map[Unknown]bool{}, shows: map[int]bool{}}
	k := &walker{world: w, process: w.process("Main", false)}
	from := k.body(&frame{walker: k, fn: w.pkg.Func("init"), key: "init"}, w.graph.Processes[0].Enter)
	k.body(&frame{walker: k, fn: w.main, key: "Main", args: []value{nil}}, from)
	w.round = round{graph: &flow.Graph{}, takes: map[string]int{}, unknown: w.unknown, shows: map[int]bool{}}
	for i, t := range w.tasks {
		p := w.process(t.name, t.family)
		k := &walker{world: w, process: p}
		from := w.graph.Processes[p].Enter
		for _, a := range t.body {
			c := w.bound[a.key]
			if a.sort != function || c.fn == nil {
				w.open("", t.name+" runs a function that is not known")
				continue
			}
			f := &frame{walker: k, fn: c.fn, key: fmt.Sprint(i, " ", t.name), args: []value{nil}, free: c.free}
			w.graph.Edge(k.body(f, from), w.graph.Processes[p].Exit)
		}
	}
	w.connect()
}

// process adds a process to the graph.
func (w *world) process(name string, family bool) int {
	p := w.graph.Process(name)
	w.graph.Processes[p].Family = family
	w.at, w.what = append(w.at, "", ""), append(w.what, "", "")
	return p
}

// tell notes what is not known, but does no harm; open what may do anything.
func (w *world) tell(where, what string) { w.unknown[Unknown{Where: where, What: what}] = true }
func (w *world) open(where, what string) { w.unknown[Unknown{where, what, true}] = true }

// put adds to what is known of a cell.
func (w *world) put(key string, v value) {
	if all := w.cells[key].with(v); len(all) > len(w.cells[key]) {
		w.cells[key], w.grown = all, true
	}
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

// connect draws the messages, and puts what they hold to where it is received.
func (w *world) connect() {
	for _, s := range w.messages {
		for _, r := range w.messages {
			if !w.isSend(s) || w.isSend(r) || s.answer != r.answer || s.kind != "" && r.kind != "" && s.kind != r.kind {
				continue
			}
			if !s.answer && s.port.meets(r.port) || s.answer && w.answers(s, r) {
				w.graph.Message(s.node, r.node)
				w.put(r.key, s.body)
			}
		}
	}
}

func (w *world) isSend(m message) bool { return w.graph.Nodes[m.node].Kind == flow.Send }

// answers says whether a send may answer the question whose answer is waited for: the receive that it is the answer to
// may have taken it.
func (w *world) answers(s, r message) bool {
	for _, q := range w.messages {
		if q.node == r.ask && !s.asked.known() {
			return true
		}
		if w.isSend(q) || q.answer || !slices.ContainsFunc(s.asked, func(a atom) bool { return w.takes[a.key] == q.node }) {
			continue
		}
		for _, question := range w.messages {
			if question.node == r.ask && question.port.meets(q.port) && (question.kind == q.kind || q.kind == "") {
				return true
			}
		}
	}
	return false
}
