package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/study/flow"
)

// passage is an event that sends or receives a message, and the nodes at which its thread may be then.
type passage struct {
	event int
	nodes []int
}

// passing are those of a run, in order.
func (o *followed) passing(stacks map[string][]string, messages []map[string]string) (all []passage) {
	for _, m := range messages {
		for _, side := range []struct{ event, thread string }{{m["n"], m["sender"]}, {m["recv_n"], m["receiver"]}} {
			if stack := stacks[side.event]; stack != nil {
				n, _ := strconv.Atoi(side.event)
				all = append(all, passage{n, o.at(side.thread, side.event == m["n"], stack)})
			}
		}
	}
	slices.SortFunc(all, func(a, b passage) int { return cmp.Compare(a.event, b.event) })
	return all
}

// complete says whether all that was sent in a run was received, and no thread waits for ever.
func complete(run map[string]string, messages []map[string]string) bool {
	return run["outcome"] == "OK" &&
		!slices.ContainsFunc(messages, func(m map[string]string) bool { return m["type"] != "" && m["recv_n"] == "" })
}

// says are the nodes of a kind that all nodes at which an event may be say something of.
func (o *followed) says(p passage, k flow.Kind, of func(n, other int) bool) (all []int) {
	for other := range o.Graph.Nodes {
		if o.Graph.Nodes[other].Kind == k && len(p.nodes) > 0 &&
			!slices.ContainsFunc(p.nodes, func(n int) bool { return o.Graph.Nodes[n].Kind == k || !of(n, other) }) {
			all = append(all, other)
		}
	}
	return all
}

// passes says whether some events may be at a node.
func passes(all []passage, n int) bool {
	return slices.ContainsFunc(all, func(p passage) bool { return slices.Contains(p.nodes, n) })
}

// before sees whether the sends that were certainly passed before a receive were.
func (o *followed) before(x *flow.Analysis, all []passage) {
	for i, p := range all {
		for _, s := range o.says(p, flow.Send, func(r, s int) bool { return x.Post2[s].Has(r) }) {
			if o.post2++; !passes(all[:i], s) {
				o.Errorf("%s: event %d was without %v", o.Name, p.event, o.Stacks[s])
			}
		}
	}
}

// later sees whether the receives that certainly come after a send have come.
func (o *followed) later(x *flow.Analysis, all []passage, complete bool) {
	if complete {
		o.complete++
	} else {
		o.others++
	}
	for i, p := range all {
		for _, r := range o.says(p, flow.Receive, func(s, r int) bool { return x.Post1[r].Has(s) }) {
			switch holds := passes(all[i:], r); {
			case complete && !holds:
				o.Errorf("%s: event %d is not followed by %v", o.Name, p.event, o.Stacks[r])
			case complete:
				o.post1++
			case !holds:
				o.broken++
			}
		}
	}
}

// stood is an event of a thread, with its vector clock.
type stood struct {
	n     int
	done  bool
	line  string
	clock map[string]int
}

// stand sees whether those who are owed an answer do nothing between the last event before a call and the call.
func (o *followed) stand(all []passage, events []map[string]string) {
	of, at := map[string][]stood{}, map[int]string{}
	for _, e := range events {
		x := stood{done: e["done"] == "1", line: e["file"] + ":" + e["line"]}
		x.n, _ = strconv.Atoi(e["n"])
		if err := json.Unmarshal([]byte(e["clock"]), &x.clock); err != nil {
			o.Fatal(err)
		}
		of[e["thread"]], at[x.n] = append(of[e["thread"]], x), e["thread"]
	}
	for _, p := range all {
		own := of[at[p.event]]
		i := slices.IndexFunc(own, func(x stood) bool { return x.n == p.event })
		if i > 0 && !own[i-1].done && own[i-1].line == own[i].line { // it has waited in this call
			i--
		}
		if i < 1 || len(p.nodes) == 0 {
			continue
		}
		for _, q := range o.sure[p.nodes[0]] {
			if slices.ContainsFunc(p.nodes, func(n int) bool { return !slices.Contains(o.sure[n], q) }) {
				continue
			}
			o.owes++
			o.quiet(at[p.event], own[i-1], own[i], q, slices.Concat(of[q], of[q+".1"]))
		}
	}
}

// quiet sees whether all events of a process are before one event of a thread, or after the next.
func (o *followed) quiet(thread string, last, next stood, process string, all []stood) {
	for nth, x := range all {
		if last.clock[process]+last.clock[process+".1"] <= nth && x.clock[thread] < next.clock[thread] {
			o.Errorf("%s: while %s stands before event %d, %s may do event %d", o.Name, thread, next.n, process, x.n)
		}
	}
}

// recognises halts the run when somebody knows that those stand in their calls who may ask: what is said of the source
// is compared with the order of the events there, and a difference is an error.
func (o *followed) recognises(seed int, events []map[string]string) {
	var conditions []string
	for _, e := range events {
		stands := "blocked by " + e["thread"]
		if e["thread"] != "" && len(conditions) < 1+seed%3 && !slices.Contains(conditions, stands) && o.asks(e["thread"]) {
			conditions = append(conditions, stands)
		}
	}
	if len(conditions) == 0 {
		return
	}
	o.halts++
	out := ran(o.T, "run", o.Name, "--seed", fmt.Sprint(seed), "--no-record", "--halt-when",
		"simultaneous("+strings.Join(conditions, ", ")+")")
	if !strings.Contains(out, "looked for it") {
		o.Errorf("%s, seed %d, %v: %s", o.Name, seed, conditions, out)
	}
	if strings.Contains(out, "recognised by") {
		o.recognised++
	}
}

// asks says whether a thread is a process that somebody may know to stand in its call.
func (o *followed) asks(thread string) bool {
	for process := range o.asked {
		first, _ := path.Match(process+".1", thread)
		if forked, _ := path.Match(process, thread); (first || forked) && o.asked[process] {
			return true
		}
	}
	return false
}
