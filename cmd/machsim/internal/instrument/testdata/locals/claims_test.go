package locals_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"locals"
	"locals/note"
	"machsim/debugger"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/kernel"
)

var ctx = context.Background()

// TestClaims: of a variable that random programs show, a claim is broken by a run if and only if the program has noted
// such a value, at the statement that the history of the variable says, and check finds it there.
func TestClaims(t *testing.T) {
	seeds, _ := strconv.Atoi(os.Getenv("SEEDS"))
	broken := 0
	for i := range locals.Programs {
		for seed := range uint64(max(seeds, 1)) {
			broken += held(t, &locals.Programs[i], seed)
		}
	}
	if broken < len(locals.Programs) {
		t.Errorf("%d claims are broken", broken)
	}
}

func held(t *testing.T, p *kernel.Program, seed uint64) (broken int) {
	data := recorded(p, seed)
	noted := note.Rows
	d, err := debugger.Open(ctx, debugger.Source{Data: data, Program: p}, debugger.Options{LoopLimit: patience})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	all, err := d.Shown(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range all {
		name := strings.TrimPrefix(shown, "t.1.")
		changes, err := d.Changes(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		for value := range 8 {
			w := &wanted{t, p, seed, d, shown + " = " + strconv.Itoa(value), strconv.Itoa(value)}
			if w.one(noted[p.Name+"body."+name], changes) {
				broken++
			}
		}
	}
	return broken
}

// wanted is a predicate that a variable has a value.
type wanted struct {
	*testing.T
	p     *kernel.Program
	seed  uint64
	d     *debugger.Debugger
	text  string
	value string
}

// one asks for the predicate in all ways, and says whether it is true anywhere.
func (w *wanted) one(noted []note.Row, changes []debugger.VariableChange) bool {
	is := slices.ContainsFunc(noted, func(r note.Row) bool { return r.New == w.value })
	found, err := w.d.Check(ctx, debugger.Check{Predicate: w.text, States: debugger.Recorded})
	if err != nil {
		w.Fatal(err)
	}
	if found.Found != is || found.OnlyCalls != "" {
		w.wrong("check says %+v", found)
	}
	if i := slices.IndexFunc(changes, func(c debugger.VariableChange) bool { return c.New == w.value }); is && i > 0 {
		if at := changes[i].Position.String(); at != found.Position.String() {
			w.wrong("check finds it at %s, and not at %s", found.Position, at)
		}
	}
	_, tried := runner.Judged(study.New(options(w.p, w.seed), study.Claims{Never: []string{w.text}}).Options())
	v := tried.Violation
	if (v != nil) != is || is && v.Event != uint64(found.Event) ||
		is && !found.Position.AtCalls() && !strings.HasSuffix(fmt.Sprint(v.Why), " "+found.Position.String()+"]") {
		w.wrong("a run says %+v, and check %+v", v, found)
	}
	return is
}

func (w *wanted) wrong(format string, args ...any) {
	w.Errorf("%s, seed %d, %s: %s", w.p.Name, w.seed, w.text, fmt.Sprintf(format, args...))
}
