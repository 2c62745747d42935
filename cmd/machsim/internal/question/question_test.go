package question

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/lab"
	"machsim/debugger"
	"machsim/test/effort"
)

var ctx = context.Background()

// easy has a grader look less hard, unless the tests have time.
func easy(t *testing.T) {
	if effort.Of(2) >= 2 {
		return
	}
	was := hard
	hard = debugger.CauseOptions{Samples: 8, Runs: 400, Exact: 50}
	t.Cleanup(func() { hard = was })
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func find(t *testing.T, name string) *lab.Lab {
	t.Helper()
	l, err := lab.Find(name)
	must(t, err)
	if l.Debugging() {
		must(t, Sound(l))
	}
	return l
}

// dealt is the run of a student, open.
func dealt(t *testing.T, l *lab.Lab, id string) *Own {
	t.Helper()
	o, err := Deal(ctx, l, "key of the tests", id)
	must(t, err)
	t.Cleanup(o.Close)
	return o
}

// solved is an answer that the debugger finds, with the recording that belongs to it.
func solved(t *testing.T, o *Own, q *lab.Question) (answer string, handed []byte) {
	t.Helper()
	solve, ok := solvers[q.Kind]
	if !ok {
		t.Fatalf("nobody solves %s", q.Kind)
	}
	return solve(t, o, q)
}

// solvers find a right answer to each kind of question, as a student could.
var solvers = map[string]func(t *testing.T, o *Own, q *lab.Question) (string, []byte){
	"certain": func(t *testing.T, o *Own, _ *lab.Question) (string, []byte) {
		x, err := o.caused(ctx)
		must(t, err)
		same, err := o.sharedWith(ctx, x.Well.Data()) // more than was sampled, if the grader looks less hard
		must(t, err)
		return fmt.Sprint(same + 1), x.Well.Data()
	},
	"lost-update": func(t *testing.T, o *Own, q *lab.Question) (string, []byte) {
		all, err := o.calls(ctx, q.With["key"], "get", "put")
		must(t, err)
		x := lostUpdates(all, q)[0]
		return fmt.Sprint(x[0].Sent, " ", x[1].Sent, " ", x[2].Sent), nil
	},
	"last-writer": func(t *testing.T, o *Own, q *lab.Question) (string, []byte) {
		s, err := o.staleRead(ctx, q)
		must(t, err)
		return fmt.Sprint(s.changes[s.writer].Event), nil
	},
	"cut": func(t *testing.T, o *Own, q *lab.Question) (string, []byte) {
		x, err := o.Check(ctx, debugger.Check{Predicate: "possibly(" + q.With["predicate"] + ")"})
		must(t, err)
		return counts(t, o, x.Position), nil
	},
	"cycle": func(t *testing.T, o *Own, _ *lab.Question) (string, []byte) {
		rows, err := o.Rows(ctx, debugger.RowQuery{Table: "locks", Where: []string{"released_n is null"}})
		must(t, err)
		var events []string
		for _, r := range rows.Rows {
			events = append(events, fmt.Sprint(r.Event))
		}
		slices.Reverse(events)
		return strings.Join(events, ", "), nil
	},
	"loss": func(t *testing.T, o *Own, _ *lab.Question) (string, []byte) {
		all, err := o.agains(ctx)
		must(t, err)
		i := slices.IndexFunc(all, func(a again) bool { return lostReply(&a.first) != 0 })
		return fmt.Sprint(lostReply(&all[i].first)), nil
	},
	"twice": func(t *testing.T, o *Own, _ *lab.Question) (string, []byte) {
		rows, err := o.RPCs(ctx, "doubled", 0, 0)
		must(t, err)
		for _, r := range rows {
			for _, later := range rows {
				if r.Marked.Later == later.Number {
					return fmt.Sprint(r.Sent, later.Sent), nil
				}
			}
		}
		return "", nil
	},
	"chain": func(t *testing.T, o *Own, _ *lab.Question) (string, []byte) {
		rows, err := o.RPCs(ctx, "", 0, 0)
		must(t, err)
		i := slices.IndexFunc(rows, func(r debugger.RPC) bool {
			return r.Outcome == "executing" && strings.HasPrefix(r.Caller, "customer") && closed(rows, r)
		})
		chain, seen := "", map[string]bool{}
		for at := rows[i]; !seen[at.Caller]; {
			seen[at.Caller], chain = true, fmt.Sprint(chain, " ", at.Sent)
			who := asks(rows, &at)
			j := slices.IndexFunc(rows, func(r debugger.RPC) bool { return r.Caller == who && r.Outcome == "not received" })
			at = rows[max(j, 0)]
		}
		return strings.TrimSpace(chain), nil
	},
	"reach":  func(*testing.T, *Own, *lab.Question) (string, []byte) { return "items=2", nil },
	"expose": func(*testing.T, *Own, *lab.Question) (string, []byte) { return "consumers=2, items=2", nil },
	"fewest": func(t *testing.T, o *Own, _ *lab.Question) (string, []byte) {
		x, err := o.shrunk(ctx, shrinkRuns)
		must(t, err)
		return fmt.Sprint(x.After.Switches), x.Recording
	},
}

// counts writes a position as what threads have done there.
func counts(t *testing.T, o *Own, p debugger.Position) string {
	t.Helper()
	_, err := o.Goto(ctx, p)
	must(t, err)
	threads, err := o.Threads(ctx)
	must(t, err)
	var all []string
	for _, th := range threads {
		all = append(all, fmt.Sprintf("%s=%d", th.Name, th.Done))
	}
	end, err := o.Position(ctx, "end")
	must(t, err)
	_, err = o.Goto(ctx, end)
	must(t, err)
	return strings.Join(all, "&")
}

// TestRight: of many students' runs, what the debugger finds is right.
func TestRight(t *testing.T) {
	easy(t)
	for _, name := range lab.Names() {
		l := find(t, name)
		if !l.Debugging() {
			continue
		}
		for i := range effort.Of(2) {
			o := dealt(t, l, fmt.Sprint("student", i))
			for i := range l.Questions {
				q := &l.Questions[i]
				answer, handed := solved(t, o, q)
				t.Log(l.Name, o.Seed(), q.Name, answer, len(handed))
				if wrong, err := Check(ctx, o, q, answer, handed); wrong != "" || err != nil {
					t.Errorf("%s, seed %d: %s: %s: %s, %v", l.Name, o.Seed(), q.Name, answer, wrong, err)
				}
			}
		}
	}
}
