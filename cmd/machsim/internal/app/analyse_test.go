package app

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/analyse"
	"machsim/test/effort"
)

// TestAnalysed holds the graphs of the samples against runs, as far as all of a program was followed: every message
// that was received went along an edge, and every edge of the barrier of which it is known who comes where was taken.
func TestAnalysed(t *testing.T) {
	t.Parallel()
	all, err := filepath.Glob("../../../../programs/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	followed, dirs := map[string]bool{}, map[string]bool{}
	for _, file := range all {
		dirs[filepath.Base(filepath.Dir(file))] = true
	}
	delete(dirs, "hooked")
	for dir := range dirs {
		all, err := analyse.Load(".", "machsim/programs/"+dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			if r := p.Analyse().Report(); !r.Open() {
				followed[r.Program] = true
				againstRuns(t, r)
			}
		}
	}
	for _, name := range []string{"rendezvous", "fuzzy", "oneport", "hello", "hops", "barrier", "bank"} {
		if !followed[name] {
			t.Errorf("%s was not followed", name)
		}
	}
}

// named is the process of a graph that a task is: a member of the family, if none has its name.
func named(r *analyse.Report, task string) string {
	if slices.ContainsFunc(r.Processes, func(p analyse.Process) bool { return p.Name == task }) {
		return task
	}
	return "?"
}

// againstRuns counts the messages of some runs, and the edges of a graph that they went along.
func againstRuns(t *testing.T, r *analyse.Report) {
	t.Helper()
	edges, taken, messages := edgesOf(r), map[string]bool{}, 0
	for seed := range effort.Of(4) {
		file := filepath.Join(t.TempDir(), "run.rec")
		ran(t, "run", r.Program, "--seed", fmt.Sprint(seed), "-o", file)
		events := tableOf(t, file, "events")
		for _, m := range tableOf(t, file, "messages") {
			if m["type"] == "" || m["recv_n"] == "" {
				continue
			}
			messages++
			way := at(events, named(r, m["from_task"]), m["n"]) + " > " + at(events, named(r, m["to_task"]), m["recv_n"])
			if taken[way] = true; !edges[way] {
				t.Errorf("%s, seed %d: no edge %s among %v", r.Program, seed, way, edges)
			}
		}
	}
	t.Logf("%s: %d messages, %d ways; %d edges", r.Program, messages, len(taken), len(edges))
	if r.Program == "rendezvous" && len(taken) != len(edges) {
		t.Errorf("%s: %d messages went %d ways, and there are %d edges", r.Program, messages, len(taken), len(edges))
	}
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
		for seed := range effort.Of(4) {
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

// edgesOf are the edges of a graph, by processes and lines.
func edgesOf(r *analyse.Report) map[string]bool {
	where, edges := map[int]string{}, map[string]bool{}
	for _, p := range r.Processes {
		for _, n := range p.Nodes {
			where[n.ID] = p.Name + " " + n.Where
		}
	}
	for _, p := range r.Processes {
		for _, n := range p.Nodes {
			for _, to := range n.To {
				edges[where[n.ID]+" > "+where[to]] = true
			}
		}
	}
	return edges
}

// at is where a task was at an event.
func at(events []map[string]string, task, n string) string {
	for _, e := range events {
		if e["n"] == n {
			return task + " " + filepath.Base(e["file"]) + ":" + e["line"]
		}
	}
	return "nowhere"
}

// tableOf are the rows of a table of a recording, by the names of columns.
func tableOf(t *testing.T, file, name string) (rows []map[string]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(ran(t, "export", file, "--csv", name))).ReadAll()
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
	if code := tested().run(args, strings.NewReader(""), &out, &errs); code == exitWrong {
		t.Fatalf("%v: %s", args, errs.String())
	}
	return out.String()
}
