package analyse

import (
	"slices"

	"machsim/debugger/study/flow"
)

// connect draws the messages, and puts what they hold to where it is received.
func (w *world) connect() {
	sends, receives := w.sides()
	for _, s := range sends {
		w.answering(s, receives)
		for _, r := range receives {
			if w.reaches(s, r) {
				w.graph.Message(s.node, r.node)
				w.put(r.key, s.body.with(s.kinds))
			}
		}
	}
}

// answering notes which questions an answer may be that to.
func (w *world) answering(s message, receives []message) {
	n := &w.graph.Nodes[s.node]
	for _, r := range receives {
		if !s.answer || r.answer || s.asked.known() && !w.took(s, r) {
			continue
		}
		if s.sure {
			n.Answers = r.node
		} else {
			n.MayAnswer = append(n.MayAnswer, r.node)
		}
	}
}

// took says whether one of the questions that a send answers came by a receive.
func (w *world) took(s, r message) bool {
	return slices.ContainsFunc(s.asked, func(a atom) bool { return a.sort == received && w.takes[a.key] == r.node })
}

// sides are the sends and the receives.
func (w *world) sides() (sends, receives []message) {
	for _, m := range w.messages {
		if w.graph.Nodes[m.node].Kind == flow.Send {
			sends = append(sends, m)
		} else {
			receives = append(receives, m)
		}
	}
	return sends, receives
}

// reaches says whether what a send sends may be received by a receive.
func (w *world) reaches(s, r message) bool {
	switch {
	case s.answer != r.answer || !s.kinds.meets(r.kinds):
		return false
	case s.answer:
		return w.answers(s, r)
	}
	return s.port.meets(r.port)
}

// answers says whether a send may answer the question whose answer is waited for: the receive that it is the answer to
// may have taken it.
func (w *world) answers(s, r message) bool {
	question := w.messages[slices.IndexFunc(w.messages, func(m message) bool { return m.node == r.ask })]
	if !allow(s.facts, question.kinds) {
		return false
	}
	if !s.asked.known() {
		return true
	}
	for _, q := range w.messages {
		if w.graph.Nodes[q.node].Kind == flow.Receive && !q.answer && question.port.meets(q.port) &&
			question.kinds.meets(q.kinds) && w.took(s, q) {
			return true
		}
	}
	return false
}

// Ways says how many ways for messages there are: from any send to any receive of another process, those of the same
// type, and those that are left, of the same port.
type Ways struct {
	Any    int `json:"any"`
	ByType int `json:"by_type"`
	Left   int `json:"left"`
}

func (p *Program) ways() (all Ways) {
	w := p.found
	sends, receives := w.sides()
	for _, s := range sends {
		all.Left += len(w.graph.Nodes[s.node].To)
		for _, r := range receives {
			if p := w.graph.Nodes[s.node].Process; p == w.graph.Nodes[r.node].Process && !w.graph.Processes[p].Family {
				continue
			}
			if all.Any++; s.kinds.meets(r.kinds) && s.answer == r.answer {
				all.ByType++
			}
		}
	}
	return all
}
