package flow_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/study/flow"
	"machsim/test/effort"
)

// randomGraph is one of two or three processes, as text.
func randomGraph(rng *rand.Rand, families bool) string {
	var w strings.Builder
	z := &maker{rng: rng}
	processes := 2 + rng.IntN(2)
	for p := range processes {
		z.process = p
		star := ""
		if families && rng.IntN(4) == 0 {
			star = "*"
		}
		fmt.Fprintf(&w, "%c%s:%s\n", 'A'+p, star, z.sequence(3))
	}
	for s, from := range z.sends {
		for r, to := range z.receives {
			if from != to && rng.IntN(max(1, len(z.receives)/2)) == 0 {
				fmt.Fprintf(&w, "S%d>R%d ", s, r)
			}
		}
	}
	return w.String()
}

// maker makes texts of processes.
type maker struct {
	rng             *rand.Rand
	process         int
	sends, receives []int // of each, its process
}

func (z *maker) sequence(depth int) (text string) {
	for range 1 + z.rng.IntN(3) {
		text += " " + z.item(depth)
	}
	return text
}

func (z *maker) item(depth int) string {
	if depth > 0 {
		switch z.rng.IntN(12) {
		case 0:
			return "[" + z.sequence(depth-1) + " ]"
		case 1:
			return "(" + z.sequence(depth-1) + " )"
		case 2:
			return "do {" + z.sequence(depth-1) + " }"
		case 3:
			return "either {" + z.sequence(depth-1) + " } or {" + z.sequence(depth-1) + " }"
		case 4, 5: // a question, and what was done before and after it
			return z.send() + " " + z.receive() + []string{"", " c"}[z.rng.IntN(2)]
		case 6, 7: // a service
			return z.receive() + z.sequence(depth-1) + " " + z.send()
		}
	}
	switch z.rng.IntN(8) {
	case 0:
		return "c"
	case 1, 2, 3:
		return z.send()
	}
	return z.receive()
}

func (z *maker) send() string {
	z.sends = append(z.sends, z.process)
	return fmt.Sprint("S", len(z.sends)-1)
}

func (z *maker) receive() string {
	z.receives = append(z.receives, z.process)
	return fmt.Sprint("R", len(z.receives)-1)
}

// TestPre enumerates the chains of messages that visit no process twice, but members of families: all are in Pre.
func TestPre(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sends, more := 0, 0
	for range effort.Of(1000) {
		text := randomGraph(rng, true)
		g := graph(t, text)
		x := g.Analyse()
		want := g.chains(x)
		for n := range g.Nodes {
			for _, s := range want[n].All() {
				if sends++; !x.Pre[n].Has(s) {
					t.Fatalf("%s\n%s may know of %s", text, g.Nodes[n].Name, g.Nodes[s].Name)
				}
			}
			more += len(x.Pre[n].All()) - len(want[n].All())
		}
	}
	t.Logf("%d sends known of, and %d too many", sends, more)
}

// chains are the sends from which a chain leads to each node.
func (m *made) chains(x *flow.Analysis) []flow.Set {
	all := make([]flow.Set, len(m.Nodes))
	for n := range all {
		all[n] = make(flow.Set, (len(m.Nodes)+63)/64)
	}
	for s := range m.Nodes {
		if m.Nodes[s].Kind == flow.Send {
			add(all[s], s)
			m.chain(x, all, s, s, 1<<m.Nodes[s].Process, map[[2]int]bool{})
		}
	}
	return all
}

func add(s flow.Set, n int) { s[n/64] |= 1 << (n % 64) }

// chain goes on from a send, with the processes that were visited.
func (m *made) chain(x *flow.Analysis, all []flow.Set, first, s, visited int, seen map[[2]int]bool) {
	for _, r := range m.Nodes[s].To {
		p := m.Nodes[r].Process
		if visited&(1<<p) != 0 && !m.Processes[p].Family || seen[[2]int{r, visited}] {
			continue
		}
		seen[[2]int{r, visited}] = true
		add(all[r], first)
		for _, next := range x.Reach[r].All() {
			if m.Nodes[next].Kind == flow.Send {
				add(all[next], first)
				m.chain(x, all, first, next, visited|1<<p, seen)
			}
		}
	}
}

// TestRecognises runs random graphs, and halts a process where it knows the others' local events: in none of what they
// can still do do these change. Where it is to know them as the paper has it, they often do.
func TestRecognises(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var ours, papers tally
	posts, broken := 0, 0
	for range effort.Of(500) {
		text := randomGraph(rng, false)
		g := graph(t, text)
		x := g.Analyse()
		k := pointsOf(x)
		for range 10 {
			r := newRun(g, rng)
			for range 60 {
				r.step(-1)
				if rng.IntN(3) == 0 {
					r.judge(k, &ours, &papers)
				}
			}
			n, b := r.posts(x)
			posts, broken = posts+n, broken+b
		}
		if ours.wrong > 0 || broken > 0 {
			t.Fatalf("%s\n%d recognitions are false, and %d claims of Post1 and Post2", text, ours.wrong, broken)
		}
	}
	t.Logf("%d recognitions, %d false; as published %d, %d false; %d claims of Post1 and Post2 held", ours.all, ours.wrong,
		papers.all, papers.wrong, posts)
	if ours.all == 0 || papers.wrong == 0 || posts == 0 {
		t.Error("too little was tried")
	}
}

type tally struct{ all, wrong int }

func (n *tally) count(right bool) {
	if n.all++; !right {
		n.wrong++
	}
}
