package detect_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"machsim/debugger/lang/temporal"
	"machsim/debugger/query/detect"
	"machsim/debugger/query/predicate"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// TestCutShort holds what runs that were given up at a limit of events say for certain against what the same runs say
// that were made longer.
func TestCutShort(t *testing.T) {
	seen := map[string]int{}
	var more []uint64
	for seed := range effort.Of(uint64(24)) {
		more = append(more, 100+seed)
	}
	trials(t, func(x *trial) {
		z := randprog.Size{Hosts: 1 + int(x.seed%2), Tasks: 2, Threads: 1 + int(x.seed/2%2), Calls: 5}
		const most = 100
		long := runOf(testrun.Graph(randprog.Program(x.seed, z), kernel.Config{Seed: x.seed, MaxSteps: most}))
		if long.Tape.Len() == x.g.Tape.Len() {
			return // it has ended by itself
		}
		x.r.Open, long.Open, long.Complete = true, long.Tape.Len() == most, long.Tape.Len() < most
		for i := range 45 {
			text := x.anything(i)
			now, err := x.r.Predicate(text)
			then, err2 := long.Predicate(text)
			if u := (*predicate.Unordered)(nil); errors.As(err, &u) || errors.As(err2, &u) {
				continue
			}
			must(t, errors.Join(err, err2))
			all := x.sure(now, x.r)
			if len(all) == 0 {
				continue
			}
			longer := x.sure(then, long)
			for what, said := range all {
				if seen[strings.Fields(what)[0]]++; longer[what] != said {
					t.Errorf("seed %d: %s: %s is %v after %d events, and %v after %d", x.seed, text, what, said,
						x.g.Tape.Len(), longer[what], long.Tape.Len())
				}
			}
		}
	}, more...)
	t.Cleanup(func() {
		if t.Log(seen); seen["judged"] == 0 || seen["found"] == 0 || seen["known"] == 0 {
			t.Error("too little is said for certain")
		}
	})
}

// anything is a random predicate of a kind. One about all ways to the end of a run cannot be told of one without.
func (x *trial) anything(kind int) string {
	_, parts := x.conjunction()
	var all []string
	for _, p := range parts {
		all = append(all, p.text)
	}
	switch kind % 5 {
	case 0:
		return "simultaneous(" + strings.Join(all, ", ") + ")"
	case 1:
		return strings.Join(all, " and ")
	case 2:
		return x.response().text
	}
	return x.assertion(1+x.rng.IntN(3), true).text
}

// sure is what a run says for certain to a predicate.
func (x *trial) sure(p *detect.Predicate, r *detect.Run) map[string]any {
	all := map[string]any{}
	switch p.Form {
	case detect.Temporal:
		j, err := p.Judge()
		must(x.t, err)
		if j.Truth == temporal.Unknown {
			return all
		}
		all["judged"] = j.Truth
		o, err := p.Orders()
		if must(x.t, err); o.Other {
			all["judged otherwise"] = true
		}
		return all
	case detect.Simultaneous:
		rows, err := p.Together(1000)
		must(x.t, err)
		own, known := &trial{naive: &naive{g: r.Graph}, t: x.t, seed: x.seed, r: r}, map[string]bool{}
		for _, row := range rows.Rows {
			own.stretch(row, known)
		}
		for event := range known {
			all["known to "+event] = true
		}
	}
	f, err := p.First()
	if must(x.t, err); f != nil {
		all["found "+fmt.Sprint(p.Form)] = true
	}
	return all
}
