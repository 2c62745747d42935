package check

import (
	"machsim/debugger/query/detect"
	"machsim/debugger/query/halt"
)

// Control says how the messages of debuggers travel that do without the causal order.
type Control = halt.Control

// Effort is what such debuggers need to halt a replay at the first state that satisfies a conjunction: Manabe and
// Aoyagi's algorithm, and Dijkstra and Scholten's, by which the debugger process learns of it.
type Effort struct {
	Sorts   []Asked // what processes ask each other for; only sorts that came up
	Changes int     // how often a process became active or passive
	Starts  int     // termination detection: control messages of the debugger process
	Acks    int     // termination detection: acknowledgements of these and of requests
	Halted  int     // the step in which the last process became passive
	Known   int     // the step in which the debugger process knows
	Moves   []Move  // in order, if they were wanted
	Untold  int     // how many there are beside these: of very many only the first are told
}

// Asked is how often processes asked each other for something.
type Asked struct {
	Sort     string // send, deliver, fork, wake, lock, signal, order or condition
	Requests int    // control messages
	Answers  int    // how often what was asked for has come; these are messages of the program, or none
}

// Requests is how many there were.
func (e *Effort) Requests() (n int) {
	for _, s := range e.Sorts {
		n += s.Requests
	}
	return n
}

// Move is a move of these algorithms.
type Move struct {
	Step    int
	Kind    string // asks, acknowledges, gets, answered, active, takes, passive or halted
	Thread  string // whose it is: a lane as in the table of lanes, or the debugger
	Other   string // to whom a message goes, or from whom it comes; else ""
	Sort    string // for what is asked, as in Asked; else ""
	Event   int    // that is asked for, gone on to, or taken; 0 for none
	Detects bool   // it is of the termination detection
	Text    string // in words
}

// effort runs the algorithms.
func effort(p *detect.Predicate, o Control) (*Effort, error) {
	e, err := p.Effort(o)
	if e == nil || err != nil {
		return nil, err
	}
	x := &Effort{Changes: e.Changes, Starts: e.Starts, Acks: e.Acks, Halted: e.Halted, Known: e.Known, Untold: e.Untold}
	for s := range halt.NumSorts {
		if e.Requests[s] > 0 {
			x.Sorts = append(x.Sorts, Asked{s.String(), e.Requests[s], e.Answers[s]})
		}
	}
	for i := range e.Moves {
		x.Moves = append(x.Moves, moveOf(p, e, &e.Moves[i]))
	}
	return x, nil
}

func moveOf(p *detect.Predicate, e *halt.Effort, m *halt.Move) Move {
	x := Move{Step: m.Step, Kind: m.Kind.String(), Thread: e.Process(m.Lane), Event: p.Number(m.Event + 1),
		Detects: m.Detects(), Text: e.Says(m)}
	if m.Kind.Messages() {
		x.Other = e.Process(m.Other)
	}
	if m.Kind.Messages() && !m.Detects() {
		x.Sort = m.Sort.String()
	}
	return x
}
