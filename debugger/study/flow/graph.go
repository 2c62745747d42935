package flow

// Kind is what a node does.
type Kind uint8

// The kinds of nodes.
const (
	Local   Kind = iota // anything that is no message
	Send                // sends a message, and does not wait
	Receive             // waits for a message
)

// Graph is a distributed control-flow graph.
type Graph struct {
	Processes []Process
	Nodes     []Node
}

// Process is a process of a graph: its nodes lie on ways from Enter to Exit.
type Process struct {
	Name        string
	Family      bool // it stands for any number of processes with the same text
	Enter, Exit int
}

// Node is a point at which a process does something. As a point of recognition it is before that is done.
type Node struct {
	Name    string
	Process int
	Kind    Kind
	Changes bool  // it may change the local event of its process
	Next    []int // what may come next in the process
	To      []int // of a Send: the receives that may take the message

	// Of a call: the Send that asks has the Receive at which its process then waits, without a limit, for the answer; the
	// Send that answers has the Receive by which the question came. 0 is none, as node 0 is the entry of a process.
	Call, Answers int
	// MayAnswer are, of an answer of which that is not certain, the Receives by which its question may have come.
	MayAnswer []int
}

// Process adds a process, and returns its number. It has an entry and an exit, and no way between them.
func (g *Graph) Process(name string) int {
	p := len(g.Processes)
	g.Processes = append(g.Processes, Process{Name: name})
	enter, exit := g.Node(p, Local, "enter"), g.Node(p, Local, "exit")
	g.Processes[p].Enter, g.Processes[p].Exit = enter, exit
	return p
}

// Node adds a node to a process, and returns its number.
func (g *Graph) Node(process int, k Kind, name string) int {
	g.Nodes = append(g.Nodes, Node{Name: name, Process: process, Kind: k})
	return len(g.Nodes) - 1
}

// Edge says that one node may come after another in their process.
func (g *Graph) Edge(from, to int) { g.Nodes[from].Next = append(g.Nodes[from].Next, to) }

// Message says that a receive may take what a send sends.
func (g *Graph) Message(send, receive int) { g.Nodes[send].To = append(g.Nodes[send].To, receive) }

// of are the nodes of a process.
func (g *Graph) of(process int) (all []int) {
	for n := range g.Nodes {
		if g.Nodes[n].Process == process {
			all = append(all, n)
		}
	}
	return all
}

// own is the set of the nodes of a process.
func (g *Graph) own(process int) Set { return setOf(len(g.Nodes), g.of(process)...) }

// those are all nodes of a kind.
func (g *Graph) those(k Kind) (all []int) {
	for n := range g.Nodes {
		if g.Nodes[n].Kind == k {
			all = append(all, n)
		}
	}
	return all
}

// family says whether a node is one of a family.
func (g *Graph) family(n int) bool { return g.Processes[g.Nodes[n].Process].Family }
