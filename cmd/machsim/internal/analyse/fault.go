package analyse

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/study/flow"
)

// Fault is a mistake that only the whole program shows.
type Fault struct {
	Rule  string `json:"rule"`
	Where string `json:"where"`
	What  string `json:"what"`
	// Maybe says that a run has to show it: otherwise it is none.
	Maybe bool `json:"maybe,omitempty"`
}

// The rules.
const (
	NoReceiver = "port-receiver" // a port from which nobody receives
	NoCase     = "message-case"  // a type of message that no receive of its port takes
	NoReply    = "path-reply"    // a way on which a question is not answered
	LockOrder  = "lock-order"    // mutexes that are taken in a circle
)

// faults finds what breaks the rules. If not all was followed, nothing is certain.
func (w *world) faults() (all []Fault) {
	for u := range w.unknown {
		if u.Open {
			return nil
		}
	}
	sends, receives := w.sides()
	for _, s := range sends {
		if f := w.unheard(s, receives); f != nil && !slices.Contains(all, *f) {
			all = append(all, *f)
		}
	}
	for _, r := range receives {
		all = append(all, w.unanswered(r, sends, receives)...)
	}
	slices.SortFunc(all, func(a, b Fault) int { return strings.Compare(a.Where+a.What, b.Where+b.What) })
	return append(slices.Compact(all), w.circles()...)
}

// unheard says whether nobody can receive what a send sends.
func (w *world) unheard(s message, receives []message) *Fault {
	if s.answer || len(s.port) == 0 || !s.port.known() || !s.kinds.known() || len(s.kinds) == 0 ||
		slices.ContainsFunc(s.port, func(a atom) bool { return a == kernels[0] }) {
		return nil
	}
	var other *message
	for _, r := range receives {
		switch {
		case r.answer || !s.port.meets(r.port):
		case s.kinds.meets(r.expects):
			return nil
		default:
			other = &r
		}
	}
	if other != nil {
		return &Fault{Rule: NoCase, Where: w.at[s.node], What: fmt.Sprintf("sends %s to a port whose receives take none: "+
			"the one at %s takes %s", s.kinds.named(), w.at[other.node], other.expects.named())}
	}
	return &Fault{Rule: NoReceiver, Where: w.at[s.node],
		What: fmt.Sprintf("sends %s to a port from which nobody receives", s.kinds.named())}
}

// unanswered are the types of questions that come by a receive, and that some way from there does not answer.
func (w *world) unanswered(r message, sends, receives []message) (all []Fault) {
	if r.answer || w.saved[r.key] || w.fails[r.node] && !w.sees(r.node) {
		return nil
	}
	var asked value
	for _, s := range sends {
		if w.graph.Nodes[s.node].Call != 0 && slices.Contains(w.graph.Nodes[s.node].To, r.node) && s.kinds.known() {
			asked = asked.with(s.kinds)
		}
	}
	for _, k := range asked {
		if at := w.escapes(r.node, k.key, receives); at != "" {
			all = append(all, Fault{Rule: NoReply, Where: w.at[r.node], What: fmt.Sprintf("receives %s, whose sender waits "+
				"for an answer, and may go on to %s without one", k.key, at)})
		}
	}
	return all
}

// escapes says where a way that does not answer a question leads: to where the process receives again, or to its end.
func (w *world) escapes(r int, kind string, receives []message) string {
	seen, todo := map[int]bool{}, []int{r}
	for len(todo) > 0 {
		n := todo[0]
		todo = todo[1:]
		for _, m := range w.graph.Nodes[n].Next {
			x := &w.graph.Nodes[m]
			switch {
			case seen[m] || x.Answers == r || slices.Contains(x.MayAnswer, r) || !w.passes(edge{n, m}, r, kind):
				continue
			case m == r:
				return "where it receives the next"
			case m == w.graph.Processes[x.Process].Exit:
				return "its end"
			}
			seen[m] = true
			todo = append(todo, m)
		}
	}
	return ""
}

// sees says whether it is followed what a process does if a receive fails.
func (w *world) sees(r int) bool {
	for _, all := range w.facts {
		if slices.ContainsFunc(all, func(x fact) bool { return x.none && x.node == r }) {
			return true
		}
	}
	return false
}

// passes says whether a message of a type can be on an edge.
func (w *world) passes(e edge, r int, kind string) bool {
	return !slices.ContainsFunc(w.facts[e], func(x fact) bool {
		return x.node == r && (x.none || x.is && x.kind != kind || !x.is && x.kind == kind)
	})
}

// taken is a mutex that is taken, or given back, at a node.
type taken struct {
	mutex value
	takes bool
}

// circles are the mutexes that may be taken in a circle: one while another is held, and that one while the first is.
func (w *world) circles() (all []Fault) {
	after := map[atom]map[atom]string{} // by mutex that is held: those that are taken then, and where
	for n, held := range w.holding() {
		for _, m := range w.locks[n].mutex {
			for _, h := range held {
				if h == m && !w.many[h.key] {
					continue // there is one
				}
				if after[h] == nil {
					after[h] = map[atom]string{}
				}
				if old := after[h][m]; old == "" || w.at[n] < old {
					after[h][m] = w.at[n]
				}
			}
		}
	}
	places := map[string]bool{}
	for h, some := range after {
		for m, at := range some {
			if leads(after, m, h, map[atom]bool{}) && !places[at] {
				places[at] = true
				all = append(all, Fault{LockOrder, at, "takes a mutex while it holds another one, and some process may do so " +
					"the other way round", true})
			}
		}
	}
	slices.SortFunc(all, func(a, b Fault) int { return strings.Compare(a.Where, b.Where) })
	return all
}

func leads(after map[atom]map[atom]string, from, to atom, seen map[atom]bool) bool {
	if from == to {
		return true
	}
	seen[from] = true
	for m := range after[from] {
		if !seen[m] && leads(after, m, to, seen) {
			return true
		}
	}
	return false
}

// holding are, by node that takes a mutex, those that its process may hold then.
func (w *world) holding() map[int]value {
	before := make([]value, len(w.graph.Nodes))
	for again := true; again; {
		again = false
		for n := range w.graph.Nodes {
			held := before[n]
			if x, ok := w.locks[n]; ok && x.takes {
				held = held.with(x.mutex)
			} else if ok {
				held = slices.DeleteFunc(slices.Clone(held), func(a atom) bool { return len(x.mutex) == 1 && a == x.mutex[0] })
			}
			for _, m := range w.graph.Nodes[n].Next {
				if all := before[m].with(held); len(all) > len(before[m]) {
					before[m], again = all, true
				}
			}
		}
	}
	all := map[int]value{}
	for n, x := range w.locks {
		if x.takes && len(before[n]) > 0 {
			all[n] = before[n]
		}
	}
	return all
}

// locks is a call that takes a mutex, which is an argument, or gives it back.
func locks(takes bool) summary {
	return func(f *frame, s *site, n int) int {
		n = f.node(n, flow.Local, s.at, "")
		f.locks[n] = taken{f.mutexes(f.value(s.Args[0])), takes}
		return n
	}
}

// mutexes are those that a value is, or that stand where it does.
func (f *frame) mutexes(v value) (all value) {
	seen := v
	for i := 0; i < len(seen); i++ {
		if seen[i].sort == port {
			all = append(all, seen[i])
		} else {
			seen = seen.with(f.held(seen[i : i+1]))
		}
	}
	return all
}
