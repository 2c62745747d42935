package app

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/analyse"
	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/study/flow"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// TestAnalysed holds what is said of all samples against runs: every message that was received went along a way, every
// chain of messages that visits no process twice is in Pre, Post1 holds in complete runs and Post2 in all, and who is
// owed an answer does nothing until it has one. Nodes are told apart by the calls that lead to them.
func TestAnalysed(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../../programs/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	dirs := map[string]bool{}
	for _, file := range files {
		dirs[filepath.Base(filepath.Dir(file))] = true
	}
	delete(dirs, "hooked")
	total := tally{}
	for dir := range dirs {
		all, err := analyse.Load(".", "machsim/programs/"+dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			o := &followed{T: t, Program: p.Analyse()}
			o.againstRuns()
			total.add(o.tally)
		}
	}
	t.Logf("%d messages, of %d of which the calls were seen; %d chains; post1 %d times in %d complete runs, broken %d "+
		"times in %d others; post2 %d; owes %d; recognised in %d of %d runs", total.messages, total.exact, total.chains,
		total.post1, total.complete, total.broken, total.others, total.post2, total.owes, total.recognised, total.halts)
	if !testing.Short() && total.exact < 400 || total.chains < total.messages {
		t.Error("so few")
	}
	if min(total.post1, total.post2, total.owes, total.recognised) == 0 {
		t.Error("something was never tried")
	}
}

// tally counts what was tried.
type tally struct {
	messages, exact, chains, complete, others, post1, broken, post2, owes int

	halts, recognised int // runs that are to be halted by simultaneous, and those in which a process came to know it
}

func (t *tally) add(o tally) {
	t.messages, t.exact, t.chains = t.messages+o.messages, t.exact+o.exact, t.chains+o.chains
	t.complete, t.others, t.post1, t.broken = t.complete+o.complete, t.others+o.others, t.post1+o.post1, t.broken+o.broken
	t.post2, t.owes = t.post2+o.post2, t.owes+o.owes
	t.halts, t.recognised = t.halts+o.halts, t.recognised+o.recognised
}

// followed is a program that is held against its runs.
type followed struct {
	*testing.T
	*analyse.Program
	tally
	nodes map[string][]int // by process, direction and calls
	sure  map[int][]string // by node: who is certainly owed an answer before it
	asked map[string]bool  // the processes that somebody may know to stand in their calls
}

func (o *followed) againstRuns() {
	o.nodes = map[string][]int{}
	for n := range o.Graph.Nodes {
		if y := &o.Graph.Nodes[n]; y.Kind != flow.Local {
			stack := o.Stacks[n]
			for _, s := range [][]string{stack, {anywhere, stack[len(stack)-1]}} {
				key := fmt.Sprint(y.Process, y.Kind == flow.Send, s)
				o.nodes[key] = append(o.nodes[key], n)
			}
		}
	}
	o.sure, o.asked = map[int][]string{}, map[string]bool{}
	for _, point := range o.Report().Points {
		o.sure[point.Node] = point.Sure
		for _, t := range point.Told {
			o.asked[t.Process] = o.asked[t.Process] || t.Asked
		}
	}
	x := o.Graph.Analyse()
	taken := map[[2]int]bool{}
	for seed := range effort.Of(6) {
		file := filepath.Join(o.TempDir(), "run.rec")
		ran(o.T, "run", o.Name, "--seed", fmt.Sprint(seed), "-o", file)
		events := rowsOf(o.T, ran(o.T, "query", file, "--csv",
			"SELECT n, thread, file, line, done, clock(n) AS clock FROM events"))
		stacks, messages := stacksOf(o.T, o.Name, uint64(seed), events), tableOf(o.T, file, "messages")
		o.against(x, stacks, messages, taken)
		p := o.passing(stacks, messages)
		o.before(x, p)
		o.later(x, p, complete(tableOf(o.T, file, "run")[0], messages))
		o.stand(p, events)
		o.recognises(seed, events)
	}
	if o.Name == "rendezvous" && !testing.Short() && len(taken) != o.Report().Ways.Left {
		o.Errorf("messages went %d ways, and there are %d", len(taken), o.Report().Ways.Left)
	}
}

// told is a send of which a process knows, and the processes that the messages have visited which told it.
type told struct {
	sent    int
	visited string
}

// against follows the messages of a run.
func (o *followed) against(x *flow.Analysis, stacks map[string][]string, messages []map[string]string,
	taken map[[2]int]bool) {
	known, carried, sent := map[string]map[told]bool{}, map[string][]told{}, map[string]map[string]string{}
	received := map[string]map[string]string{}
	var order []int
	for _, m := range messages {
		if m["type"] == "" || m["recv_n"] == "" || m["n"] == "" || stacks[m["n"]] == nil || stacks[m["recv_n"]] == nil {
			continue
		}
		sent[m["n"]], received[m["recv_n"]] = m, m
		for _, n := range []string{m["n"], m["recv_n"]} {
			number, _ := strconv.Atoi(n)
			order = append(order, number)
		}
	}
	slices.Sort(order)
	for _, number := range slices.Compact(order) {
		n := fmt.Sprint(number)
		if m := received[n]; m != nil {
			o.receive(x, m, carried[m["n"]], stacks, known, taken)
		}
		if m := sent[n]; m != nil {
			for c := range known[m["sender"]] {
				carried[n] = append(carried[n], c)
			}
		}
	}
}

// receive sees whether there is a way for a message, and whether what it tells is in Pre.
func (o *followed) receive(x *flow.Analysis, m map[string]string, carried []told, stacks map[string][]string,
	known map[string]map[told]bool, taken map[[2]int]bool) {
	if o.messages++; stacks[m["n"]][0] != anywhere && stacks[m["recv_n"]][0] != anywhere {
		o.exact++
	}
	from, to := o.at(m["sender"], true, stacks[m["n"]]), o.at(m["receiver"], false, stacks[m["recv_n"]])
	var s, r int
	for _, a := range from {
		for _, b := range to {
			if slices.Contains(o.Graph.Nodes[a].To, b) {
				s, r = a, b
			}
		}
	}
	if s == 0 {
		o.Errorf("%s: no way for %s from %s %v to %s %v (%v, %v)", o.Name, m["type"], m["sender"], stacks[m["n"]],
			m["receiver"], stacks[m["recv_n"]], from, to)
		return
	}
	taken[[2]int{s, r}] = true
	for _, c := range append(carried, told{s, ""}) {
		if c.visited += " " + m["sender"]; strings.Contains(c.visited+" ", " "+m["receiver"]+" ") {
			continue
		}
		if o.chains++; !slices.ContainsFunc(to, func(r int) bool { return x.Pre[r].Has(c.sent) }) {
			o.Errorf("%s: what %v sends is known at %v, and not in Pre", o.Name, o.Stacks[c.sent], o.Stacks[r])
		}
		if known[m["receiver"]] == nil {
			known[m["receiver"]] = map[told]bool{}
		}
		known[m["receiver"]][c] = true
	}
}

// at are the nodes at which a thread is that has some calls on its stack: those of its process, or of its family.
func (o *followed) at(thread string, sends bool, stack []string) (all []int) {
	thread, _, _ = strings.Cut(thread, " ") // made by whom, and the how many-th of its name
	task, first := strings.CutSuffix(thread, ".1")
	for i := range o.Graph.Processes {
		name := o.Graph.Processes[i].Name
		pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(name), `\*`, ".*") + "$"
		if ok, _ := regexp.MatchString(pattern, thread); ok || first && regexp.MustCompile(pattern).MatchString(task) {
			all = append(all, o.nodes[fmt.Sprint(i, sends, stack)]...)
		}
	}
	return all
}

// stacksOf are, by event of a run, the lines of the calls that were on the stack of its thread, the first one first.
func stacksOf(t *testing.T, program string, seed uint64, events []map[string]string) map[string][]string {
	t.Helper()
	all, looks := map[string][]string{}, &looking{Random: kernel.NewRandom(seed), stands: map[kernel.ThreadID][]string{}}
	var step uint64
	var actor kernel.ThreadID
	tracer := kernel.Tracer{Event: func(e *kernel.Event) { step, actor = e.Step, e.Actor.Thread }}
	m, err := kernel.New(programs.Find(program), kernel.Config{Seed: seed, Door: looks, Tracer: tracer})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	at := func(e map[string]string) string { return filepath.Base(e["file"]) + ":" + e["line"] }
	for _, e := range events {
		all[e["n"]] = []string{anywhere, at(e)} // it ran up to the call and beyond, or a step took several events
	}
	for looks.m = m; m.Step(); {
		// The thread stands where it has made the call, or has gone on.
		line := at(events[step-1])
		for _, stack := range [][]string{linesOf(m.Stack(actor)), looks.stands[actor]} {
			if len(stack) > 0 && stack[len(stack)-1] == line {
				all[fmt.Sprint(step)] = stack
			}
		}
	}
	return all
}

// anywhere stands for calls that could not be seen.
const anywhere = "?"

// looking notes where all threads stand before each step that is chosen.
type looking struct {
	*kernel.Random
	m      *kernel.Machine
	stands map[kernel.ThreadID][]string
}

func (l *looking) Choose(p kernel.Point) int {
	for id := range kernel.ThreadID(100) {
		if stack := l.m.Stack(id); stack != nil {
			l.stands[id] = linesOf(stack)
		}
	}
	return l.Random.Choose(p)
}

// linesOf are the lines of the calls of a stack that stand in the text of a program.
func linesOf(stack []uintptr) (all []string) {
	for _, f := range slices.Backward(kernel.Frames(stack)) {
		all = append(all, fmt.Sprintf("%s:%d", f.File, f.Line))
	}
	return all
}

// TestClaims holds what is claimed of the barriers against recordings of runs: where the barrier is to know a process's
// number, or to owe it an answer, it knows the number there by simultaneous.
func TestClaims(t *testing.T) {
	t.Parallel()
	all, err := analyse.Load(".", "machsim/programs/rendezvous")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		r, claims := p.Analyse().Report(), 0
		for seed := range effort.Of(8) {
			file := filepath.Join(t.TempDir(), "run.rec")
			ran(t, "run", r.Program, "--seed", fmt.Sprint(seed), "-o", file)
			events := tableOf(t, file, "events")
			for _, point := range r.Points {
				for _, q := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(point.Knows, point.Sure)))) {
					claims++
					e := lastBefore(t, events, point)
					if !knownAt(t, file, fmt.Sprintf("simultaneous(%s.v = %s)", q, q[1:]), point.Process+".1", e) {
						t.Errorf("%s, seed %d: before %s %s does not know %s", r.Program, seed, point.Where, point.Process, q)
					}
				}
			}
		}
		if t.Logf("%s: %d claims held", r.Program, claims); claims == 0 {
			t.Error("nothing was claimed")
		}
	}
}

// lastBefore is the last event of a process before the call of a point.
func lastBefore(t *testing.T, events []map[string]string, p analyse.Point) (last int) {
	t.Helper()
	for _, e := range events {
		if e["task"] != p.Process {
			continue
		}
		if filepath.Base(e["file"])+":"+e["line"] == p.Where {
			return last
		}
		last, _ = strconv.Atoi(e["n"])
	}
	t.Fatalf("%s never comes to %s", p.Process, p.Where)
	return 0
}

// knownAt says whether a thread knows a predicate at an event of its own.
func knownAt(t *testing.T, file, predicate, thread string, event int) bool {
	t.Helper()
	var x struct {
		Together struct {
			Rows []struct {
				Knows struct{ Thread, Since, Until string }
			}
		}
	}
	if err := json.Unmarshal([]byte(ran(t, "check", file, predicate, "--json")), &x); err != nil {
		t.Fatal(err)
	}
	for _, row := range x.Together.Rows {
		since, _ := strconv.Atoi(row.Knows.Since)
		until, err := strconv.Atoi(row.Knows.Until)
		if row.Knows.Thread == thread && since <= event && (err != nil || event < until) {
			return true
		}
	}
	return false
}

// tableOf are the rows of a table of a recording, by the names of columns.
func tableOf(t *testing.T, file, name string) (rows []map[string]string) {
	t.Helper()
	return rowsOf(t, ran(t, "export", file, "--csv", name))
}

// rowsOf reads rows with the names of columns above them.
func rowsOf(t *testing.T, text string) (rows []map[string]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range all[1:] {
		row := map[string]string{}
		for i, v := range line {
			row[all[0][i]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

// ran is what a command prints, whatever its exit code.
func ran(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	if code := run(tested(), args, strings.NewReader(""), &out, &errs); code == cli.ExitWrong {
		t.Fatalf("%v: %s", args, errs.String())
	}
	return out.String()
}
