package flow

import "slices"

// Requests are the questions that a process has received before a node and not answered yet. Who has asked one stands
// in the call, wherever it is in its text, until it is answered: so its local event is what it was when it asked. All
// questions are of different processes, as nobody asks while it waits.
type Requests struct {
	Received []int // where they came
	By       []int // the processes that may have asked one of them
	Certain  []int // those of By that have, whoever asked which; a family never is
	Open     []int // the sends by which those may have asked that may not be answered, with those of Received
}

// ByRequest finds, by node of a process, the questions that it has not answered before it, or may not have. At run time
// the rights to answer that it has are the exact set.
func (a *Analysis) ByRequest(process int) map[int]Requests {
	found := map[int]Requests{}
	questions, certain := a.askedAt(process)
	for _, n := range a.of(process) {
		var x Requests
		var by [][]int
		for _, r := range a.of(process) {
			if certain[r] && a.owes(r, n) {
				asked := a.processesOf(questions[r])
				x.Received, by = append(x.Received, r), append(by, asked)
				x.By = append(x.By, asked...)
			}
			if len(questions[r]) > 0 && a.mayOwe(r, n) {
				x.Open = append(x.Open, questions[r]...)
			}
		}
		if len(x.Open) == 0 {
			continue
		}
		x.By, x.Open = sorted(x.By), sorted(x.Open)
		for _, p := range x.By {
			if !a.Processes[p].Family && !without(by, p, a.Processes) {
				x.Certain = append(x.Certain, p)
			}
		}
		found[n] = x
	}
	return found
}

// askedAt are, by receive of a process, the questions of others that it may take, and whether it takes nothing else.
func (a *Analysis) askedAt(process int) (questions map[int][]int, certain map[int]bool) {
	questions, certain = map[int][]int{}, map[int]bool{}
	senders := a.senders()
	for _, r := range a.of(process) {
		for _, s := range senders[r] {
			if a.Nodes[s].Process != process && a.asks(senders, s) {
				questions[r] = append(questions[r], s)
			}
		}
		certain[r] = len(questions[r]) > 0 && len(questions[r]) == len(senders[r])
	}
	return questions, certain
}

func (a *Analysis) processesOf(nodes []int) (all []int) {
	for _, n := range nodes {
		all = append(all, a.Nodes[n].Process)
	}
	return sorted(all)
}

func sorted(all []int) []int {
	slices.Sort(all)
	return slices.Compact(all)
}

// asks says whether a send is a question: its process waits for the answer at once, and nothing but answers lets it go.
func (a *Analysis) asks(senders [][]int, s int) bool {
	waits := a.Nodes[s].Call
	return waits != 0 && slices.Equal(a.Nodes[s].Next, []int{waits}) &&
		!slices.ContainsFunc(senders[waits], func(from int) bool {
			return a.Nodes[from].Answers == 0 && a.Nodes[from].MayAnswer == nil
		})
}

// owes says whether a question that came by a receive was certainly received before a node, and not answered.
func (a *Analysis) owes(r, n int) bool {
	if n == r || !a.Dom[n].Has(r) {
		return false
	}
	for s := range a.Nodes {
		if a.mayAnswer(s, r) && (a.Nodes[s].Process != a.Nodes[r].Process || a.after(s, r).Has(n)) {
			return false
		}
	}
	return true
}

// mayOwe says whether a question that came by a receive may not have been answered before a node.
func (a *Analysis) mayOwe(r, n int) bool {
	var answers []int
	for _, s := range a.of(a.Nodes[r].Process) {
		if a.Nodes[s].Answers == r {
			answers = append(answers, s)
		}
	}
	return a.after(r, answers...).Has(n)
}

// mayAnswer says whether a send may answer what came by a receive.
func (a *Analysis) mayAnswer(s, r int) bool {
	return a.Nodes[s].Answers == r || slices.Contains(a.Nodes[s].MayAnswer, r)
}

// without says whether some questions can be those of different processes, none of which is a certain one. A family
// has as many members as are asked for.
func without(by [][]int, but int, processes []Process) bool {
	asked := map[int]int{} // by process: the question that it has asked
	var find func(q int, tried map[int]bool) bool
	find = func(q int, tried map[int]bool) bool {
		for _, p := range by[q] {
			if p == but || tried[p] {
				continue
			}
			tried[p] = true
			if other, taken := asked[p]; !taken || processes[p].Family || find(other, tried) {
				asked[p] = q
				return true
			}
		}
		return false
	}
	for q := range by {
		if !find(q, map[int]bool{}) {
			return false
		}
	}
	return true
}
