package flow_test

import (
	"strings"
	"testing"
	"unicode"

	"machsim/debugger/study/flow"
)

// made is a graph that was made by hand, as it is written in the tests: for each process a line,
//
//	A: S1 [R1] c        // a send, a receive that may be left out, a change of the local event
//	B: ( R2 S2 )        // any number of times
//	C: do { S3 }        // once at least
//	D: loop { R4 S4 }   // without end
//	E: either { S5 } or { S6 }
//	P*: S7              // a family
//
// and then the messages: S1>R2 S2>R1. Any other name is a node that does nothing.
type made struct {
	*flow.Graph
	t     *testing.T
	names map[string]int // of nodes, and of processes
	words []string
}

func graph(t *testing.T, text string) *made {
	t.Helper()
	m := &made{&flow.Graph{}, t, map[string]int{}, nil}
	for line := range strings.Lines(text) {
		if name, body, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			m.process(name, strings.Fields(body))
			continue
		}
		for _, edge := range strings.Fields(line) {
			from, to, ok := strings.Cut(edge, ">")
			if _, known := m.names[from]; !ok || !known {
				t.Fatalf("%s is no message", edge)
			}
			m.Message(m.names[from], m.node(to))
		}
	}
	return m
}

func (m *made) node(name string) int {
	n, ok := m.names[name]
	if !ok {
		m.t.Fatalf("there is no %s", name)
	}
	return n
}

func (m *made) process(name string, words []string) {
	family := strings.HasSuffix(name, "*")
	name = strings.TrimSuffix(name, "*")
	p := m.Graph.Process(name)
	m.Processes[p].Family = family
	m.names[name], m.words = p, words
	for _, n := range m.sequence(p, []int{m.Processes[p].Enter}, "") {
		m.Edge(n, m.Processes[p].Exit)
	}
}

// sequence adds nodes up to a word, after some, and returns the last ones.
func (m *made) sequence(p int, last []int, until string) []int {
	for len(m.words) > 0 {
		w := m.words[0]
		m.words = m.words[1:]
		switch w {
		case until:
			return last
		case "[":
			last = append(m.sequence(p, last, "]"), last...)
		case "(":
			last = m.loop(p, last, ")")
		case "do":
			m.words = m.words[1:]
			head := m.add(p, last, "do")
			last = m.sequence(p, []int{head}, "}")
			for _, n := range last {
				m.Edge(n, head)
			}
		case "loop":
			m.words = m.words[1:]
			m.loop(p, last, "}")
			last = nil
		case "either":
			m.words = m.words[1:]
			first := m.sequence(p, last, "}")
			m.words = m.words[2:] // or {
			last = append(m.sequence(p, last, "}"), first...)
		default:
			last = []int{m.add(p, last, w)}
		}
	}
	return last
}

// loop adds a head, and what leads back to it.
func (m *made) loop(p int, last []int, until string) []int {
	head := m.add(p, last, "head")
	for _, n := range m.sequence(p, []int{head}, until) {
		m.Edge(n, head)
	}
	return []int{head}
}

// add adds a node after others. A name alone in brackets is [R1].
func (m *made) add(p int, last []int, name string) int {
	kind := flow.Local
	switch {
	case len(name) > 1 && name[0] == 'S' && !unicode.IsUpper(rune(name[1])):
		kind = flow.Send
	case len(name) > 1 && name[0] == 'R':
		kind = flow.Receive
	}
	n := m.Node(p, kind, name)
	m.Nodes[n].Changes = name == "c"
	if _, known := m.names[name]; known && name != "c" && name != "head" && name != "do" {
		m.t.Fatalf("there are two %s", name)
	}
	m.names[name] = n
	for _, l := range last {
		m.Edge(l, n)
	}
	return n
}

// text lists nodes by their names, in the order in which they were made.
func (m *made) text(s flow.Set) string {
	return m.listed(s.All())
}

func (m *made) listed(nodes []int) string {
	var all []string
	for _, n := range nodes {
		all = append(all, m.Nodes[n].Name)
	}
	return strings.Join(all, " ")
}
