package flow_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/study/flow"
)

// figure4 is what all barriers of the paper's figure 4 have: three receives, then three sends.
const figure4 = `
	BAR: Ra pa Rb pb Rc pc Sa qa Sb qb Sc
	S1>Ra S2>Rb S3>Rc Sa>R1 Sb>R2 Sc>R3`

const onePort = `
	A: S1 R1 c
	B: S2 R2 c
	C: S3 R3 c
	BAR: Ra pa Rb pb Rc pc Sa qa Sb qb Sc
	S1>Ra S1>Rb S1>Rc S2>Ra S2>Rb S2>Rc S3>Ra S3>Rb S3>Rc
	Sa>R1 Sa>R2 Sa>R3 Sb>R1 Sb>R2 Sb>R3 Sc>R1 Sc>R2 Sc>R3`

// TestTable holds the sets of graphs that were made by hand. A question is the name of a set and of the node that it
// is of; knows and paper are the points of a process at which it knows others, by our conditions and by the paper's.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		name, text string
		sets       map[string]string
	}{
		{"1", "A: S1 \n B: [ R1 ] S3 \n C: R3 \n S1>R1 S3>R3", map[string]string{
			"pre R3": "S1 S3", "post1 R3": "S1 S3", "post2 S1": "R1",
		}},
		{"2 a cycle", "A: S1 R1 \n B: R2 S2 \n C: R3 S3 \n S1>R2 S2>R3 S3>R1", map[string]string{
			"pre R1": "S2 S3", "pre R2": "S1", "pre R3": "S1 S2", "pre S3": "S1 S2 S3",
			"post1 R1": "S2 S3", "post1 R2": "S1", "post1 R3": "S1 S2", "post1 S3": "S1 S2 S3",
			"post2 S1": "R2 R3", "post2 S2": "R1 R3", "post2 S3": "R1",
		}},
		{"3 twice", "A: S1 \n B: R1 S2 R4 S5 \n C: R2 S3 R6 \n D: R5 S6 \n S1>R1 S2>R2 S3>R4 S5>R5 S6>R6",
			map[string]string{"pre R4": "S1 S3"}},
		{"4 a family", "P*: S1 R1 S2 R2 \n Q: R3 S3 \n S1>R2 S2>R3 S3>R1", map[string]string{
			"pre R1": "S2 S3", "pre R2": "S1", "pre R3": "S2",
		}},
		{"5 another releases", "A: S1 R1 c \n B: R2 p S2 \n C: S3 \n S1>R2 S2>R1 S3>R1", map[string]string{
			"post1 R1": "S2 S3", "post2 S2": "", "paper B A": "p S2", "knows B A": "",
		}},
		{"6 may skip", "A: S1 [ R1 ] c \n B: R2 p S2 \n S1>R2 S2>R1", map[string]string{
			"post2 S2": "R1", "paper B A": "p S2", "knows B A": "",
		}},
		{"7 credit", "A: ( S1 R1 c ) \n B: do { S2 [ R2 p ] } \n S1>R2 S2>R1", map[string]string{
			"post2 S2": "R1", "paper B A": "do S2 R2 p", "knows B A": "",
		}},
		{"8 figure 4a", "A: S1 R1 c \n B: S2 R2 c \n C: S3 R3 c" + figure4, map[string]string{
			"post2 Sa": "R1", "pre R1": "S2 S3 Sa", "knows BAR A": "pa Rb pb Rc pc Sa", "knows BAR A B": "pb Rc pc Sa",
			"knows BAR A B C": "pc Sa", "knows BAR B C": "pc Sa qa Sb",
		}},
		{"9 figure 4b", "A: S1 R1 c \n B: S2 c R2 \n C: S3 R3 c" + figure4, map[string]string{
			"knows BAR A C": "pc Sa", "knows BAR A B": "", "knows BAR A B C": "",
		}},
		{"10 one port", onePort, map[string]string{
			"post2 Sa": "", "knows BAR A": "", "knows BAR A B C": "",
		}},
		{"11 a server", "A: S1 R1 c \n B: loop { R2 [ S9 ] S2 } \n C: R9 \n S1>R2 S2>R1 S9>R9", map[string]string{
			"paper B A": "head R2 S9 S2", "knows B A": "S9 S2", "pdom R2": "exit R2 S2",
		}},
		{"monotonic", "A: S1 c \n B: R2 S2 \n C: R3 p \n S1>R2 S2>R3", map[string]string{
			"told C A": "exit p", "told B A": "exit S2", "told A B": "", "knows C A": "",
		}},
		{"dependent", "A: S1 R1 c \n B: S2 d R2 \n C: S3 R3 c" + figure4, map[string]string{
			"waits BAR A C": "pc Sa", "waits BAR B": "", "knows BAR B": "pb Rc pc Sa qa Sb",
		}},
		{"no B", "A: S1 [ c ] R1 \n B: R2 p S2 \n S1>R2 S2>R1", map[string]string{"knows B A": ""}},
		{"C, twice", "A: ( S1 R1 c ) \n B: ( R2 p do { S2 } ) \n S1>R2 S2>R1", map[string]string{"knows B A": ""}},
		{"C, by another", "A: ( S1 R1 c ) \n B: ( R2 p S2 ) \n C: ( R3 do { S3 } ) \n S1>R2 S2>R3 S3>R1", map[string]string{
			"post2 S2": "R1 R3", "knows B A": "",
		}},
		{"by another", "A: ( S1 R1 c ) \n B: ( R2 p S2 ) \n C: ( R3 S3 ) \n S1>R2 S2>R3 S3>R1", map[string]string{
			"post2 S2": "R1 R3", "knows B A": "p S2",
		}},
		{"D", "A: ( do { S1 } R1 c ) \n B: ( R2 p S2 ) \n S1>R2 S2>R1", map[string]string{"knows B A": ""}},
		{"E", "A: either { S1 R1 c } or { S0 c } \n B: R2 p S2 \n S0>R2 S1>R2 S2>R1", map[string]string{"knows B A": ""}},
		{"G", "A: S1 R1 c \n B: [ R2 S2 ] p \n S1>R2 S2>R1", map[string]string{"knows B A": "S2"}},
	} {
		g := graph(t, c.text)
		x := g.Analyse()
		for question, want := range c.sets {
			if got := g.asked(x, strings.Fields(question)); got != want {
				t.Errorf("graph %s: %s is {%s}, and should be {%s}", c.name, question, got, want)
			}
		}
	}
}

func (m *made) asked(x *flow.Analysis, words []string) string {
	var others []int
	for _, w := range words[2:] {
		others = append(others, m.node(w))
	}
	n := m.node(words[1])
	switch words[0] {
	case "pre":
		return m.text(x.Pre[n])
	case "post1":
		return m.text(x.Post1[n])
	case "post2":
		return m.text(x.Post2[n])
	case "pdom":
		return m.text(x.PDom[n])
	case "paper":
		return m.text(x.AsPublished(n, others...))
	case "told":
		return m.text(x.All(flow.Monotonic, n, others...))
	case "waits":
		return m.text(x.All(flow.Dependent, n, others...))
	}
	return m.text(x.All(flow.Generalized, n, others...))
}

// TestWrong runs graphs on which the paper's conditions are wrong: what they say is false in some runs.
func TestWrong(t *testing.T) {
	for _, text := range []string{
		"A: S1 R1 c \n B: R2 p S2 \n C: S3 \n S1>R2 S2>R1 S3>R1",
		"A: S1 [ R1 ] c \n B: R2 p S2 \n S1>R2 S2>R1",
		"A: ( S1 R1 c ) \n B: do { S2 [ R2 p ] } \n S1>R2 S2>R1",
		"A: ( do { S1 } R1 c ) \n B: ( R2 p S2 ) \n S1>R2 S2>R1",
		"A: either { S1 R1 c } or { S0 c } \n B: R2 p S2 \n S0>R2 S1>R2 S2>R1",
	} {
		var ours, papers tally
		g, rng := graph(t, text), rand.New(rand.NewPCG(1, 1))
		k := pointsOf(g.Analyse())
		for range 200 {
			r := newRun(g, rng)
			for range 40 {
				r.step(-1)
				r.judge(k, &ours, &papers)
			}
		}
		if ours.wrong > 0 || papers.wrong == 0 {
			t.Errorf("%s: of ours %d are wrong, of the paper's %d of %d", text, ours.wrong, papers.wrong, papers.all)
		}
	}
}

// TestByRequest: who has asked and was not answered stands in its call, though no edge says who it was.
func TestByRequest(t *testing.T) {
	for _, c := range []struct{ text, calls, want string }{
		{onePort, "S1:R1 S2:R2 S3:R3 Sa=Ra Sb=Rb Sc=Rc", "" +
			"pa 1 of ABC: ?; Rb 1 of ABC: ?; pb 2 of ABC: ?; Rc 2 of ABC: ?; pc 3 of ABC: ABC; Sa 3 of ABC: ABC; " +
			"qa 2 of ABC: ?; Sb 2 of ABC: ?; qb 1 of ABC: ?; Sc 1 of ABC: ?"},
		{"A: S1 R1 \n B: S2 R2 \n C: Ra pa Rb pb Sa pc Sb \n S1>Ra S1>Rb S2>Rb Sa>R1 Sa>R2 Sb>R1 Sb>R2",
			"S1:R1 S2:R2 Sa=Ra Sb=Rb",
			"pa 1 of A: A; Rb 1 of A: A; pb 2 of AB: AB; Sa 2 of AB: AB; pc 1 of AB: ?; Sb 1 of AB: ?"},
		{"A*: S1 R1 \n C: Ra pa Sa \n S1>Ra Sa>R1", "S1:R1 Sa=Ra", "pa 1 of A: ?; Sa 1 of A: ?"},
		{"A: S1 R1 \n B: S2 \n C: Ra pa Sa \n S1>Ra Sa>R1 S2>R1", "S1:R1 Sa=Ra", ""},
		{"A: S1 R1 \n B: S2 \n C: Ra pa Sa pb \n S1>Ra S2>Ra Sa>R1", "S1:R1 Sa=Ra", "pa by S1; Sa by S1"},
		{"A: S1 p R1 \n C: Ra pa Sa \n S1>Ra Sa>R1", "S1:R1 Sa=Ra", ""},
		{"A: S1 R1 \n C: ( Ra pa [ Sa ] pb ) \n S1>Ra Sa>R1", "S1:R1 Sa=Ra",
			"Ra by S1; pa 1 of A: A; Sa 1 of A: A; pb by S1"},
		{"A*: S1 R1 \n B: S2 \n C: ( Ra [ Sa pa ] ) \n S1>Ra S2>Ra Sa>R1", "S1:R1 Sa~Ra", "Ra by S1; Sa by S1; pa by S1"},
	} {
		g := graph(t, c.text)
		for _, w := range strings.Fields(c.calls) {
			if s, r, ok := strings.Cut(w, ":"); ok {
				g.Nodes[g.node(s)].Call = g.node(r)
			} else if s, r, ok := strings.Cut(w, "="); ok {
				g.Nodes[g.node(s)].Answers = g.node(r)
			} else if s, r, ok := strings.Cut(w, "~"); ok {
				g.Nodes[g.node(s)].MayAnswer = []int{g.node(r)}
			}
		}
		if got := g.requests(g.Analyse()); got != c.want {
			t.Errorf("%s:\n%s, and should be\n%s", c.text, got, c.want)
		}
	}
}

// requests writes the open questions of the last process of a graph.
func (m *made) requests(x *flow.Analysis) string {
	var all []string
	found := x.ByRequest(len(m.Processes) - 1)
	for n := range m.Nodes {
		q, ok := found[n]
		if !ok || m.Nodes[n].Name == "exit" || m.Nodes[n].Name == "head" {
			continue
		}
		if len(q.Received) == 0 {
			all = append(all, fmt.Sprintf("%s by %s", m.Nodes[n].Name, m.listed(q.Open)))
			continue
		}
		all = append(all, fmt.Sprintf("%s %d of %s: %s", m.Nodes[n].Name, len(q.Received), m.called(q.By),
			m.called(q.Certain)))
	}
	return strings.Join(all, "; ")
}

// called are the names of processes; ? for none.
func (m *made) called(processes []int) (names string) {
	for _, p := range processes {
		names += m.Processes[p].Name
	}
	return cmp.Or(names, "?")
}
