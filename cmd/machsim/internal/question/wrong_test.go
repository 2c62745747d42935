package question

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/kernel"
)

// given is a question with what is right, from which wrong answers are made.
type given struct {
	o      *Own
	l      *lab.Lab
	q      *lab.Question
	right  string
	handed []byte
}

// wrongs are ways to be wrong: what is answered, and what is said of it.
type wrongs map[string]func(t *testing.T, g *given) (answer string, handed []byte)

// number is the n-th number of the right answer, with something added.
func (g *given) number(n, more int) string {
	x, _ := strconv.Atoi(strings.FieldsFunc(g.right, func(r rune) bool { return r == ' ' || r == ',' })[n])
	return strconv.Itoa(x + more)
}

func says(answer string) func(*testing.T, *given) (string, []byte) {
	return func(_ *testing.T, g *given) (string, []byte) { return answer, g.handed }
}

// ran is a run of a program as a stranger would make it.
func ran(t *testing.T, program string, x study.Options) []byte {
	t.Helper()
	x.Memory = true
	s, err := study.Open(userprog.HookedSample(program), x)
	must(t, err)
	run, err := s.Run(ctx, kernel.Tracer{})
	must(t, err)
	data := slices.Clone(run.Data())
	run.Close()
	return data
}

// wellOf is a run of another seed that ends well.
func wellOf(t *testing.T, g *given) []byte {
	t.Helper()
	for seed := uint64(1); ; seed++ {
		data := ran(t, g.l.Run.Program, options(g.l, seed))
		o, wrong, err := stranger(ctx, g.l, data, mostEvents)
		must(t, err)
		if wrong != "" {
			t.Fatal(wrong)
		}
		end, err := o.End(ctx)
		o.Close()
		if must(t, err); !end.Failed {
			return data
		}
	}
}

func seeded(seed uint64) study.Options {
	x := study.Usual()
	x.Seed = seed
	return x
}

// recordings are the ways in which one that is handed in can be wrong, whatever it is to show.
var recordings = wrongs{
	"is not there, and belongs to the answer": func(_ *testing.T, g *given) (string, []byte) { return g.right, nil },
	"it cannot be read: the file is no recording of machsim's": func(_ *testing.T, g *given) (string, []byte) {
		return g.right, []byte("no recording at all")
	},
	"it cannot be read: the file is empty": func(_ *testing.T, g *given) (string, []byte) { return g.right, []byte{} },
	"it cannot be read: the recording is damaged": func(_ *testing.T, g *given) (string, []byte) {
		data := slices.Clone(g.handed)
		data[len(data)/2] ^= 1
		return g.right, data
	},
	"it breaks off": func(_ *testing.T, g *given) (string, []byte) {
		return g.right, g.handed[:len(g.handed)-3]
	},
	"it is a run of \"hello\", and the lab is about": func(t *testing.T, g *given) (string, []byte) {
		return g.right, ran(t, "hello", seeded(1))
	},
	"it was made with other flags than the run of the lab: --weak": func(t *testing.T, g *given) (string, []byte) {
		x := seeded(1)
		x.Weak = true
		return g.right, ran(t, g.l.Run.Program, x)
	},
	"it was held against conditions that the lab has not": func(t *testing.T, g *given) (string, []byte) {
		x := seeded(1)
		x.Claims = study.Claims{Never: []string{"1 = 2"}}
		return g.right, ran(t, g.l.Run.Program, x)
	},
}

// ways are those of each kind.
var ways = map[string]wrongs{
	"certain": {
		"is not the number of an event": says("soon"),
		"there is no event 0":           says("0"),
		"fails, too (":                  func(_ *testing.T, g *given) (string, []byte) { return g.right, g.o.Data },
		"and then another: so it says nothing": func(t *testing.T, g *given) (string, []byte) {
			return g.right, wellOf(t, g)
		},
		"as well, and ends well: so after event": func(_ *testing.T, g *given) (string, []byte) {
			return g.number(0, -1), g.handed
		},
		"too early: there is another run that has it as well": func(t *testing.T, g *given) (string, []byte) {
			return early(t, g)
		},
		"somebody has changed something in it by hand": func(t *testing.T, g *given) (string, []byte) {
			hosts, err := g.o.Hosts(ctx)
			must(t, err)
			data, _ := forked(t, g, 1, debugger.Fork{Change: debugger.Kill{Kind: debugger.Hosts, Name: hosts[0].Name}})
			return g.right, data
		},
		"it is a run with other parameters or faults than yours": func(t *testing.T, g *given) (string, []byte) {
			x := seeded(1)
			x.Faults = "slow=1"
			return g.right, ran(t, g.l.Run.Program, x)
		},
	},
	"lost-update": {
		"the answer is three events":        says("1 2"),
		"event 1 sends no get or put":       func(_ *testing.T, g *given) (string, []byte) { return "1 2 3", nil },
		"the first call is to be the one":   swapped(1, 0, 2),
		"the second and the third call are": swapped(0, 0, 2),
		"the three are not about one":       calls(func(a, b, c call) bool { return a.key != b.key && b.Caller != a.Caller }),
		"has sent the second call itself": calls(func(a, b, c call) bool {
			return a.key == b.key && a.key == c.key && b.Caller == a.Caller
		}),
		"which knows nothing of what": calls(func(a, b, c call) bool {
			return a.key == b.key && a.key == c.key && b.Caller != a.Caller && c.Caller != a.Caller
		}),
		"was served before the first": calls(func(a, b, c call) bool {
			return a.key == b.key && a.key == c.key && b.Caller != a.Caller && c.Caller == a.Caller && b.Dequeued < a.Dequeued
		}),
		"it is not lost, but the last word": calls(func(a, b, c call) bool {
			return a.key == b.key && a.key == c.key && b.Caller != a.Caller && c.Caller == a.Caller &&
				a.Dequeued < c.Dequeued && c.Dequeued < b.Dequeued
		}),
	},
	"last-writer": {
		"is not the number of an event": says("late"),
		"there is no event 99999":       says("99999"),
		"has its first value since":     func(t *testing.T, g *given) (string, []byte) { return change(t, g, 0), nil },
		"it is what made that stale":    func(t *testing.T, g *given) (string, []byte) { return change(t, g, -1), nil },
		"so that saw another value": func(t *testing.T, g *given) (string, []byte) {
			s, err := g.o.staleRead(ctx, g.q)
			must(t, err)
			return change(t, g, s.writer-1), nil
		},
		"does not change at event": says("1"),
		"only sends a request": func(t *testing.T, g *given) (string, []byte) {
			all, err := g.o.calls(ctx, "")
			must(t, err)
			return fmt.Sprint(all[0].Sent), nil
		},
		"the stale read is served": func(t *testing.T, g *given) (string, []byte) {
			s, err := g.o.staleRead(ctx, g.q)
			must(t, err)
			return fmt.Sprint(s.read.Dequeued), nil
		},
	},
	"cut": {
		"is no thread with a number of events": says("bank.1=5&teller1.1"),
		"teller7.1":                            says("teller7.1=5"),
		"events in this run, and not 4000":     says("teller1.1=4000"),
		"there is no state with":               says("bank.1=0&teller1.1=30"),
		"but there it is not so that":          says("end"),
		"there is no position":                 says("teller1"),
		"has no value":                         says("start"),
	},
	"cycle": {
		"is not the number of an event": says("plato"),
		"stands there twice": func(_ *testing.T, g *given) (string, []byte) {
			return g.number(0, 0) + " " + g.number(0, 0), nil
		},
		"the ring is not closed: 4 events": func(_ *testing.T, g *given) (string, []byte) { return g.number(0, 0), nil },
		"nobody gets a mutex":              func(_ *testing.T, g *given) (string, []byte) { return g.number(0, 1), nil },
		"gave back with event": func(t *testing.T, g *given) (string, []byte) {
			all, err := g.o.takings(ctx)
			must(t, err)
			i := slices.IndexFunc(all, func(x taken) bool { return x.released != 0 })
			return fmt.Sprint(all[i].event), nil
		},
	},
	"loss": {
		"is not the number of an event": says("the reply"),
		"there is no event 99999":       says("99999"),
		"nothing is lost with event 1":  says("1"),
		"sends the reply that is lost later": func(t *testing.T, g *given) (string, []byte) {
			return fmt.Sprint(lossOf(t, g).Replied), nil
		},
		"the caller gives up, because nothing came": func(t *testing.T, g *given) (string, []byte) {
			return fmt.Sprint(lossOf(t, g).GaveUp), nil
		},
		"was never received by the server": func(t *testing.T, g *given) (string, []byte) {
			all, err := g.o.losses(ctx)
			must(t, err)
			i := slices.IndexFunc(all, func(n uint64) bool { return fmt.Sprint(n) != g.right })
			return fmt.Sprint(all[i]), nil
		},
	},
	"twice": {
		"the answer is two events":     says("1"),
		"event 1 sends no request":     says("1 2"),
		"nobody makes the call of":     two(func(a, b debugger.RPC) bool { return a.Caller != b.Caller }),
		"who asks once more has asked": swapped(1, 0),
		"was answered, and the caller": two(func(a, b debugger.RPC) bool {
			return !a.Failed && a.Caller == b.Caller && a.Number < b.Number
		}),
		"is not the one by which": two(func(a, b debugger.RPC) bool {
			return a.Failed && a.Caller == b.Caller && a.Number < b.Number && a.Marked.Later != b.Number
		}),
	},
	"chain": {
		"event 1 sends no call": says("1"),
		"was answered, or given up": func(t *testing.T, g *given) (string, []byte) {
			rows, err := g.o.RPCs(ctx, "", 0, 0)
			must(t, err)
			return fmt.Sprint(rows[0].Sent), nil
		},
		"that of a customer":            swapped(1, 2),
		"stands there twice":            swapped(0, 1, 1),
		"and the next one is of":        swapped(0, 2),
		"of which the chain has no cal": swapped(0, 1),
		"begin with a call that nobody": swapped(0),
	},
	"reach": {
		"is no parameter with a value":         says("more items"),
		"buffer has no parameter \"cars\"":     says("cars=2"),
		"items has to be a number from 1":      says("items=1000000"),
		"nothing is changed":                   says("size=2 items=1"),
		"with these parameters no state":       says("size=3"),
		"size has to be a number from 1 to 12": says("size=many"),
	},
	"expose": {
		"is no parameter with a value":      says("more"),
		"buffer has no parameter \"x\"":     says("--x=1"),
		"size has to be a number from 1":    says("size=0"),
		"nothing is changed":                says("items=1"),
		"with these parameters none of 400": says("items=4"),
	},
	"fewest": {
		"is no number of switches":         says("few"),
		"and the answer says":              says("5"),
		"and it can be done with fewer":    func(_ *testing.T, g *given) (string, []byte) { return g.right, g.o.Data },
		"it has to fail as your run does":  func(t *testing.T, g *given) (string, []byte) { return g.right, wellOf(t, g) },
		"fails in another way: it is DEAD": func(t *testing.T, g *given) (string, []byte) { return g.right, fewer(t, g) },
	},
}

// lossOf is the call whose reply is lost.
func lossOf(t *testing.T, g *given) debugger.RPC {
	t.Helper()
	all, err := g.o.agains(ctx)
	must(t, err)
	i := slices.IndexFunc(all, func(a again) bool { return fmt.Sprint(lostReply(&a.first)) == g.right })
	return all[i].first
}

// two is an answer of two calls of which something is true.
func two(wanted func(a, b debugger.RPC) bool) func(*testing.T, *given) (string, []byte) {
	return func(t *testing.T, g *given) (string, []byte) {
		rows, err := g.o.RPCs(ctx, "", 0, 0)
		must(t, err)
		for _, a := range rows {
			for _, b := range rows {
				if a.Marked != nil && b.Marked != nil && a.Marked.Executions > 0 && wanted(a, b) {
					return fmt.Sprint(a.Sent, b.Sent), nil
				}
			}
		}
		t.Fatal("no such calls in this run")
		return "", nil
	}
}

// forked makes a fork after an event, and says whether it ends well. It is closed again.
func forked(t *testing.T, g *given, event int, f debugger.Fork) (data []byte, well bool) {
	t.Helper()
	p, err := g.o.Position(ctx, fmt.Sprint(event))
	must(t, err)
	_, err = g.o.Goto(ctx, p)
	must(t, err)
	r, err := g.o.Fork(ctx, f)
	must(t, err)
	end, err := g.o.Position(ctx, "end")
	must(t, err)
	_, err = g.o.Goto(ctx, end)
	must(t, err)
	ended, err := g.o.End(ctx)
	must(t, err)
	data, err = g.o.Debugger.Data(ctx)
	must(t, err)
	_, err = g.o.CloseRun(ctx, r.Number)
	must(t, err)
	end, err = g.o.Position(ctx, "end")
	must(t, err)
	_, err = g.o.Goto(ctx, end)
	must(t, err)
	return data, !ended.Failed
}

// early is a run that leaves the student's early and ends well, and the event at which it does.
func early(t *testing.T, g *given) (string, []byte) {
	t.Helper()
	for seed := uint64(1); ; seed++ {
		data, well := forked(t, g, int(g.o.rec.Events)/3, debugger.Fork{Seed: &seed})
		if well {
			same, err := g.o.sharedWith(ctx, data)
			must(t, err)
			return fmt.Sprint(same + 1), data
		}
	}
}

// swapped is the right answer with its numbers in another order.
func swapped(order ...int) func(*testing.T, *given) (string, []byte) {
	return func(_ *testing.T, g *given) (string, []byte) {
		var all []string
		for _, n := range order {
			all = append(all, g.number(n, 0))
		}
		return strings.Join(all, " "), nil
	}
}

// calls is an answer of a read and two writes of which something is true, which makes them no lost update.
func calls(wanted func(a, b, c call) bool) func(*testing.T, *given) (string, []byte) {
	return func(t *testing.T, g *given) (string, []byte) {
		all, err := g.o.calls(ctx, "Account", "get", "put")
		must(t, err)
		for _, a := range all {
			for _, b := range all {
				for _, c := range all {
					if a.name == "get" && b.name == "put" && c.name == "put" && b.Sent != c.Sent && wanted(a, b, c) {
						return fmt.Sprint(a.Sent, b.Sent, c.Sent), nil
					}
				}
			}
		}
		t.Fatal("no such calls in this run")
		return "", nil
	}
}

// change is the n-th event that changes the variable, from the last one if n is negative.
func change(t *testing.T, g *given, n int) string {
	t.Helper()
	s, err := g.o.staleRead(ctx, g.q)
	must(t, err)
	return fmt.Sprint(s.changes[(n+len(s.changes))%len(s.changes)].Event)
}

// fewer is a deadlock of fewer philosophers, of other forks.
func fewer(t *testing.T, g *given) []byte {
	t.Helper()
	l := *g.l
	l.Run.Args = map[string]string{"n": "3"}
	o, _, err := failing(ctx, &l, 1, 1000)
	must(t, err)
	defer o.Close()
	return o.Data
}

// ofMany is a run in which a variable that is asked about had several values before.
func ofMany(t *testing.T, l *lab.Lab) *Own {
	t.Helper()
	for n := 0; ; n++ {
		o := dealt(t, l, fmt.Sprint("hugo", n))
		i := slices.IndexFunc(l.Questions, func(q lab.Question) bool { return q.Kind == "last-writer" })
		if i < 0 {
			return o
		}
		if s, err := o.staleRead(ctx, &l.Questions[i]); err != nil || s.writer > 1 {
			must(t, err)
			return o
		}
	}
}

// TestWrong: each way to be wrong is told by a sentence of its own, and the right answer is right after all of them.
func TestWrong(t *testing.T) {
	easy(t)
	for _, name := range lab.Names() {
		l := find(t, name)
		if !l.Debugging() {
			continue
		}
		o := ofMany(t, l)
		for i := range l.Questions {
			q := &l.Questions[i]
			right, handed := solved(t, o, q)
			g := &given{o, l, q, right, handed}
			g.all(t, ways[q.Kind])
			if kindOf(q).file {
				g.all(t, recordings)
			}
			if wrong, err := Check(ctx, o, q, right, handed); wrong != "" || err != nil {
				t.Errorf("%s: %s: %s: %s, %v", name, q.Name, right, wrong, err)
			}
		}
	}
}

func (g *given) all(t *testing.T, all wrongs) {
	t.Helper()
	if len(all) < 5 {
		t.Errorf("%s has %d ways to be wrong", g.q.Kind, len(all))
	}
	for want, way := range all {
		answer, handed := way(t, g)
		wrong, err := Check(ctx, g.o, g.q, answer, handed)
		if err != nil || !strings.Contains(wrong, want) || strings.Contains(wrong, "\n") {
			t.Errorf("%s, right is %s: %q is answered by %q, %v, and not by %q", g.q.Name, g.right, answer, wrong, err, want)
		}
	}
}
