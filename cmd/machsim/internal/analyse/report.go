package analyse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger"
	"machsim/debugger/study/flow"
)

// Report is what is told of a program, as rows.
type Report struct {
	Program   string    `json:"program"`
	Processes []Process `json:"processes"`
	Points    []Point   `json:"points"` // where a process knows of others
	Faults    []Fault   `json:"faults,omitempty"`
	Ways      Ways      `json:"ways"`
	Looking   Looking   `json:"looking"`
	Unknown   []Unknown `json:"unknown"` // what was not followed: nothing is claimed of a program that does more
	graph     *flow.Graph
}

// Looking says what it takes to see a simultaneous event, at most, of all processes. Without analysis one looks before
// each call, and each send carries truth values.
type Looking struct {
	Calls  int `json:"calls"`  // places at which a process sends or receives
	Points int `json:"points"` // those before which somebody may know something of others
	Sends  int `json:"sends"`
	Carry  int `json:"carry"` // those whose messages carry truth values: a bit for each condition of the sender
}

// Process is a process, with what it sends and receives in the order of the text.
type Process struct {
	Name   string `json:"name"`
	Family bool   `json:"family,omitempty"` // it stands for any number
	Nodes  []Node `json:"nodes"`
}

// Node is a point at which a process sends or receives.
type Node struct {
	ID    int    `json:"id"`
	Where string `json:"where"`
	What  string `json:"what"`
	To    []int  `json:"to,omitempty"`   // of a send: the ids of what may receive it
	Wait  bool   `json:"wait,omitempty"` // it is within the call of the node before: the wait for an answer
}

// Point is a node before which a process knows what others show, and that they stay so until it goes on.
type Point struct {
	Node    int      `json:"node"`
	Process string   `json:"process"`
	Where   string   `json:"where"`
	What    string   `json:"what"`
	Knows   []string `json:"knows,omitempty"`
	// Asked is how many questions it has not answered there, By who may have asked them: all who have stand in their
	// calls.
	Asked int                 `json:"asked,omitempty"`
	By    []string            `json:"by,omitempty"`
	Sure  []string            `json:"sure,omitempty"` // those of By who certainly have
	May   []string            `json:"may,omitempty"`  // others who may have asked what it may not have answered: a run says who
	Told  []debugger.HaltTold `json:"told,omitempty"` // with what it has come
}

// Report says what a program is made of, and who knows of whom where.
func (p *Program) Report() *Report {
	r := &Report{Program: p.Name, Unknown: p.Unknown, Ways: p.ways(), Faults: p.sure(), graph: p.Graph}
	x := p.Graph.Analyse()
	for i := range p.Graph.Processes {
		y := Process{Name: p.Graph.Processes[i].Name, Family: p.Graph.Processes[i].Family}
		for _, n := range p.messaging(i) {
			y.Nodes = append(y.Nodes, Node{n, p.Where[n], p.What[n], p.Graph.Nodes[n].To, p.waits(n)})
		}
		r.Processes = append(r.Processes, y)
		if !r.Open() {
			r.Points = append(r.Points, p.points(x, i)...)
		}
	}
	r.looking()
	return r
}

// looking counts where one looks, and by which sends what one looks for comes.
func (r *Report) looking() {
	carry := map[string]bool{}
	for _, x := range r.Points {
		if len(x.Told) > 0 {
			r.Looking.Points++
		}
		for _, t := range x.Told {
			for _, where := range t.Sent {
				carry[t.Process+" "+where] = true
			}
		}
	}
	for _, p := range r.Processes {
		for _, n := range p.Nodes {
			if !n.Wait {
				r.Looking.Calls++
			}
			if r.graph.Nodes[n.ID].Kind == flow.Send {
				r.Looking.Sends++
			}
		}
	}
	r.Looking.Carry = len(carry)
}

// sure are the faults that need no run to show them.
func (p *Program) sure() (all []Fault) {
	for _, f := range p.Faults {
		if !f.Maybe {
			all = append(all, f)
		}
	}
	return all
}

// waits says whether a node is the wait for the answer to the question before it.
func (p *Program) waits(n int) bool {
	return slices.ContainsFunc(p.found.messages, func(m message) bool { return m.node == n && m.ask != 0 })
}

// Open says whether something was not followed that may do anything: then nothing is claimed.
func (r *Report) Open() bool {
	return slices.ContainsFunc(r.Unknown, func(u Unknown) bool { return u.Open })
}

// messaging are the nodes of a process that send or receive, in the order of the text.
func (p *Program) messaging(process int) (all []int) {
	for n := range p.Graph.Nodes {
		if y := &p.Graph.Nodes[n]; y.Process == process && y.Kind != flow.Local {
			all = append(all, n)
		}
	}
	return all
}

// points are those of a process at which it knows something.
func (p *Program) points(x *flow.Analysis, process int) (all []Point) {
	known := make([]map[int]flow.Reason, len(p.Graph.Processes))
	for other := range known {
		known[other] = x.Recognises(flow.Generalized, process, other)
	}
	asked := x.ByRequest(process)
	for _, n := range p.messaging(process) {
		if p.waits(n) {
			continue
		}
		y := Point{Node: n, Process: p.Graph.Processes[process].Name, Where: p.Where[n], What: p.What[n]}
		for other, points := range known {
			if _, ok := points[n]; ok && p.Shows[other] {
				y.Knows = append(y.Knows, p.Graph.Processes[other].Name)
			}
		}
		q := asked[n]
		y.Told = p.told(known, q, n)
		y.Asked, y.By, y.Sure = len(q.Received), p.names(q.By), p.names(q.Certain)
		if y.May = p.may(q); len(y.Knows) > 0 || y.Asked > 0 || len(y.May) > 0 && !p.Graph.Processes[process].Family {
			all = append(all, y)
		}
	}
	return all
}

// told says by which messages others are known at a node: as the process has found out, or as they have asked.
func (p *Program) told(known []map[int]flow.Reason, q flow.Requests, n int) (all []debugger.HaltTold) {
	for other := range p.Graph.Processes {
		t := debugger.HaltTold{Process: p.Graph.Processes[other].Name, Shows: p.Shows[other]}
		x, knows := known[other][n]
		switch knows = knows && t.Shows; {
		case knows && !slices.Contains(q.Certain, other):
			t.Sent = append(t.Sent, p.Where[x.Sent])
		case p.named(other):
			t.Sent, t.Asked = p.questions(q, other), true
		}
		if len(t.Sent) > 0 {
			all = append(all, t)
		}
	}
	return all
}

// named says whether a name tells a process, or the members of a family, from all other processes.
func (p *Program) named(process int) bool {
	x := &p.Graph.Processes[process]
	for i := range p.Graph.Processes {
		if x.Family && i != process && alike(p.Graph.Processes[i].Name, x.Name) {
			return false
		}
	}
	return true
}

// questions are the calls by which a process may have asked what may not be answered.
func (p *Program) questions(q flow.Requests, process int) (all []string) {
	for _, n := range q.Open {
		if p.Graph.Nodes[n].Process == process {
			all = append(all, p.Where[n])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// may are the processes that may have asked beside those of whose questions it is certain that there are so many.
func (p *Program) may(q flow.Requests) (all []string) {
	for i := range p.Graph.Processes {
		if !slices.Contains(q.By, i) && len(p.questions(q, i)) > 0 {
			all = append(all, p.Graph.Processes[i].Name)
		}
	}
	return all
}

func (p *Program) names(processes []int) (all []string) {
	for _, i := range processes {
		all = append(all, p.Graph.Processes[i].Name)
	}
	return all
}

// Text is the report as people read it.
func (r *Report) Text() string {
	var w strings.Builder
	nodes := 0
	for _, p := range r.Processes {
		nodes += len(p.Nodes)
	}
	fmt.Fprintf(&w, "%s: %d processes, %d sends and receives, %d ways for messages (%d by type alone, of %d)\n",
		r.Program, len(r.Processes), nodes, r.Ways.Left, r.Ways.ByType, r.Ways.Any)
	for _, p := range r.Processes {
		fmt.Fprintf(&w, "  %s%s\n", p.Name, map[bool]string{true: ", any number of them"}[p.Family])
		for _, n := range p.Nodes {
			fmt.Fprintf(&w, "    %-18s %s%s\n", n.Where, n.What, r.reaches(n))
		}
	}
	for _, line := range r.Says() {
		w.WriteString("  " + line + "\n")
	}
	return w.String()
}

// Says are sentences: who knows what before which call, what is wrong, and what is not known.
func (r *Report) Says() (all []string) {
	say := func(format string, words ...any) { all = append(all, fmt.Sprintf(format, words...)) }
	for _, x := range r.Points {
		say("before %s (%s) %s %s", x.Where, x.What, x.Process, x.text())
	}
	switch {
	case r.Open():
		say("nothing is claimed of what a process knows, as not all was followed")
	case len(r.Points) == 0:
		say("at no point a process knows what another shows")
	default:
		say("one looks before %d of %d calls, and %d of %d sends carry truth values", r.Looking.Points, r.Looking.Calls,
			r.Looking.Carry, r.Looking.Sends)
	}
	for _, f := range r.Faults {
		say("%s: %s: %s", f.Where, f.Rule, f.What)
	}
	for _, u := range r.Unknown {
		say("%s: %s", cmp.Or(u.Where, r.Program), u.What)
	}
	return all
}

// text says what is known at a point.
func (x *Point) text() string {
	var all []string
	if len(x.Knows) > 0 {
		shows := map[bool]string{true: " shows", false: " show"}[len(x.Knows) == 1]
		all = append(all, "knows what "+strings.Join(x.Knows, ", ")+shows)
	}
	switch {
	case x.Asked > 0 && len(x.Sure) == len(x.By):
		all = append(all, fmt.Sprintf("owes %s an answer", strings.Join(x.By, ", ")))
	case x.Asked > 0:
		all = append(all, fmt.Sprintf("owes %d of %s an answer", x.Asked, strings.Join(x.By, ", ")))
	}
	if len(x.May) > 0 {
		all = append(all, "may owe "+strings.Join(x.May, ", ")+" an answer: a run says whom")
	}
	return strings.Join(all, ", and ")
}

// reaches says where a message may be received.
func (r *Report) reaches(n Node) (text string) {
	if r.graph.Nodes[n.ID].Kind != flow.Send {
		return ""
	}
	var all []string
	for _, p := range r.Processes {
		for _, m := range p.Nodes {
			if slices.Contains(n.To, m.ID) {
				all = append(all, p.Name+" "+m.Where)
			}
		}
	}
	if len(all) == 0 {
		return "  to nobody"
	}
	return "  to " + strings.Join(all, ", ")
}

// DOT is the graph for Graphviz.
func (r *Report) DOT() string {
	var w strings.Builder
	fmt.Fprintf(&w, "digraph %q {\n  node [shape=box, fontname=monospace];\n", r.Program)
	for i, p := range r.Processes {
		fmt.Fprintf(&w, "  subgraph cluster%d {\n    label=%q;\n", i, p.Name)
		for _, n := range p.Nodes {
			fmt.Fprintf(&w, "    n%d [label=%q];\n", n.ID, n.Where+"\n"+n.What)
		}
		r.order(&w, p)
		w.WriteString("  }\n")
	}
	for _, p := range r.Processes {
		for _, n := range p.Nodes {
			for _, to := range n.To {
				fmt.Fprintf(&w, "  n%d -> n%d [style=dashed, constraint=false];\n", n.ID, to)
			}
		}
	}
	w.WriteString("}\n")
	return w.String()
}

// order draws which message may come next after another, whatever lies between them.
func (r *Report) order(w *strings.Builder, p Process) {
	for _, n := range p.Nodes {
		seen, todo := map[int]bool{}, slices.Clone(r.graph.Nodes[n.ID].Next)
		for len(todo) > 0 {
			m := todo[0]
			todo = todo[1:]
			if seen[m] {
				continue
			}
			if seen[m] = true; r.graph.Nodes[m].Kind != flow.Local {
				fmt.Fprintf(w, "    n%d -> n%d;\n", n.ID, m)
				continue
			}
			todo = append(todo, r.graph.Nodes[m].Next...)
		}
	}
}
