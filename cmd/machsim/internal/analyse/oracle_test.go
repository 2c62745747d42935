package analyse_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/analyse"
	"machsim/debugger/study/flow"
	"machsim/test/effort"
)

// TestOracle holds what is said of random programs against their runs: every message goes along a way of the graph,
// every chain of messages that visits no process twice is in Pre, what Post1 says holds in complete runs and what Post2
// says in all, and so does whatever a process is to know, or to be owed.
func TestOracle(t *testing.T) {
	dir := generated(t, effort.Of(25), 1)
	all, err := analyse.Load(dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	byName, total := map[string]*oracle{}, oracle{}
	for _, p := range all {
		byName[p.Name] = consult(t, p)
	}
	ran(t, dir, effort.Of(20), func(run noted) { byName[run.Program].judge(run) })
	for _, o := range byName {
		total.messages, total.chains = total.messages+o.messages, total.chains+o.chains
		total.complete, total.post1, total.post2 = total.complete+o.complete, total.post1+o.post1, total.post2+o.post2
		total.knows, total.owes, total.other = total.knows+o.knows, total.owes+o.owes, total.other+o.other
	}
	t.Logf("%d messages, %d chains; post1 %d times in %d complete runs, broken %d times in others; post2 %d; knows %d, "+
		"owes %d",
		total.messages, total.chains, total.post1, total.complete, total.other, total.post2, total.knows, total.owes)
	if min(total.messages, total.chains, total.post1, total.post2, total.knows, total.owes) == 0 {
		t.Error("something was never tried")
	}
}

// oracle has what is said of a program, and how often that was held against a run.
type oracle struct {
	*testing.T
	*analyse.Program
	x      *flow.Analysis
	nodes  map[string][]int // by process, kind and calls
	claims map[int]claim    // by node

	messages, chains, complete, post1, post2, other, knows, owes int
}

// claim is what is said of a node.
type claim struct{ knows, sure []string }

func consult(t *testing.T, p *analyse.Program) *oracle {
	o := &oracle{T: t, Program: p.Analyse(), nodes: map[string][]int{}, claims: map[int]claim{}}
	o.x = p.Graph.Analyse()
	for n := range p.Graph.Nodes {
		if y := &p.Graph.Nodes[n]; y.Kind != flow.Local {
			key := place(p.Graph.Processes[y.Process].Name, y.Kind == flow.Send, p.Stacks[n])
			o.nodes[key] = append(o.nodes[key], n)
		}
	}
	r := p.Report()
	for _, u := range r.Unknown {
		if u.Open {
			t.Errorf("%s %s", u.Where, u.What)
		}
	}
	for _, c := range r.Points {
		o.claims[c.Node] = claim{c.Knows, c.Sure}
	}
	return o
}

func place(process string, sends bool, stack []string) string {
	return fmt.Sprint(process, sends, strings.Join(stack, " "))
}

// node is the one at which an entry was made.
func (o *oracle) node(e *entry) int {
	name := e.Process
	if i := strings.IndexByte(name, '-'); i > 0 {
		name = name[:i] + "-*"
	}
	all := o.nodes[place(name, e.What == "send", e.Stack)]
	if len(all) != 1 {
		o.Fatalf("%s: %d nodes for %+v", o.Name, len(all), *e)
	}
	return all[0]
}

// chain is a send of which a process knows, and which processes the messages have visited that told it.
type chain struct {
	sent    int
	visited string // sorted
}

// told is what a message carries.
type told struct {
	node   int
	clock  map[string]int
	chains map[chain]bool
}

func (o *oracle) judge(run noted) {
	clocks, known, sent := map[string]map[string]int{}, map[string]map[chain]bool{}, map[int]told{}
	var at []map[string]int // by entry: the clock of its process after it
	received := map[int]bool{}
	for i := range run.Entries {
		e := &run.Entries[i]
		if clocks[e.Process] == nil {
			clocks[e.Process], known[e.Process] = map[string]int{}, map[chain]bool{}
		}
		clock := clocks[e.Process]
		clock[e.Process]++
		switch e.What {
		case "send":
			sent[e.Message] = told{o.node(e), maps.Clone(clock), maps.Clone(known[e.Process])}
		case "receive":
			o.after(run, i)
			received[e.Message] = true
			o.receives(e, sent[e.Message], known[e.Process])
			for p, n := range sent[e.Message].clock {
				clock[p] = max(clock[p], n)
			}
		}
		at = append(at, maps.Clone(clock))
	}
	o.before(run, run.Done && len(received) == len(sent))
	o.stands(run, at)
}

// receives sees whether a message, and what it tells, can be there.
func (o *oracle) receives(e *entry, m told, known map[chain]bool) {
	r := o.node(e)
	o.messages++
	if !slices.Contains(o.Graph.Nodes[m.node].To, r) {
		o.Errorf("%s: no way from %v to %v", o.Name, o.Stacks[m.node], o.Stacks[r])
	}
	from := o.Graph.Nodes[m.node].Process
	m.chains[chain{m.node, ""}] = true
	for c := range m.chains {
		visited := append(strings.Fields(c.visited), fmt.Sprint(from))
		slices.Sort(visited)
		if len(slices.Compact(slices.Clone(visited))) != len(visited) || o.Graph.Processes[from].Family ||
			slices.Contains(visited, fmt.Sprint(o.Graph.Nodes[r].Process)) {
			continue
		}
		known[chain{c.sent, strings.Join(visited, " ")}] = true
		if o.chains++; !o.x.Pre[r].Has(c.sent) {
			o.Errorf("%s: what %v sends is known at %v, and not in Pre", o.Name, o.Stacks[c.sent], o.Stacks[r])
		}
	}
}

// after sees whether what certainly was before a receive has been.
func (o *oracle) after(run noted, i int) {
	r := o.node(&run.Entries[i])
	for s := range o.x.Post2 {
		if o.Graph.Nodes[s].Kind != flow.Send || !o.x.Post2[s].Has(r) {
			continue
		}
		if o.post2++; !o.passed(run.Entries[:i], s) {
			o.Errorf("%s: %v was passed without %v", o.Name, run.Entries[i].Stack, o.Stacks[s])
		}
	}
}

func (o *oracle) passed(entries []entry, n int) bool {
	return slices.ContainsFunc(entries, func(e entry) bool {
		return (e.What == "send" || e.What == "receive") && o.node(&e) == n
	})
}

// before sees whether what certainly comes after sends has come.
func (o *oracle) before(run noted, complete bool) {
	if complete {
		o.complete++
	}
	for i := range run.Entries {
		if run.Entries[i].What != "send" {
			continue
		}
		s := o.node(&run.Entries[i])
		for r := range o.x.Post1 {
			if o.Graph.Nodes[r].Kind != flow.Receive || !o.x.Post1[r].Has(s) {
				continue
			}
			switch holds := o.passed(run.Entries[i:], r); {
			case complete && !holds:
				o.Errorf("%s: %v is not followed by %v", o.Name, o.Stacks[s], o.Stacks[r])
			case complete:
				o.post1++
			case !holds:
				o.other++
			}
		}
	}
}

// stands sees at each node whether what its process is to know there cannot be otherwise before it goes on.
func (o *oracle) stands(run noted, at []map[string]int) {
	for i := range run.Entries {
		e := &run.Entries[i]
		last, next := i, slices.IndexFunc(run.Entries[i+1:], func(x entry) bool { return x.Process == e.Process })
		if next += i + 1; next == i {
			next = -1
		}
		x := *e
		switch {
		case e.What == "send":
			next = i
			for last = i - 1; last >= 0 && run.Entries[last].Process != e.Process; last-- {
			}
		case e.What == "at":
			x.What = "receive"
		default:
			continue
		}
		if last < 0 {
			continue
		}
		c := o.claims[o.node(&x)]
		for _, q := range c.knows {
			o.knows++
			o.quiet(run, at, q, last, next, "change")
		}
		for _, q := range c.sure {
			o.owes++
			o.quiet(run, at, q, last, next, "")
		}
	}
}

// quiet sees whether nothing that a process does can be between two entries of another one; -1 is never.
func (o *oracle) quiet(run noted, at []map[string]int, other string, last, next int, what string) {
	p := run.Entries[last].Process
	for j, c := range run.Entries {
		if c.Process != other || what != "" && c.What != what {
			continue
		}
		before := at[last][other] >= at[j][other]
		after := next >= 0 && at[j][p] >= at[next][p]
		if !before && !after {
			o.Errorf("%s: while %s stands at %v, %s may do %v", o.Name, p, run.Entries[last].Stack, other, c)
		}
	}
}
