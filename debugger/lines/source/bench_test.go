package source_test

import (
	"testing"

	"machsim/debugger/internal/hooked"
	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
)

// long opens a run of some 180,000 events and 1,000,000 statements, and stands in its middle.
func long(b *testing.B) (*run, source.Stride) {
	b.Helper()
	b.Cleanup(hooked.Long(60_000))
	r := open(b, 1)
	d := source.Stride{Thread: r.thread(b, "two.1"), Fine: true}
	p, _, err := r.step(r.s.Start(), d)
	if err == nil {
		p, _, err = r.step(p, source.Stride{Thread: d.Thread, Fine: true, Count: 180_000})
	}
	if err != nil {
		b.Fatal(err)
	}
	r.p = p
	return r, d
}

// BenchmarkStep takes one step forwards.
func BenchmarkStep(b *testing.B) {
	r, d := long(b)
	for b.Loop() {
		p, ok, err := r.step(r.p, d)
		if err != nil || !ok {
			b.Fatal(ok, err)
		}
		r.p = p
	}
}

// BenchmarkBack takes one step back, for which the thread is run again from its birth.
func BenchmarkBack(b *testing.B) {
	r, d := long(b)
	d.Back = true
	for b.Loop() {
		p, ok, err := r.step(r.p, d)
		if err != nil || !ok {
			b.Fatal(ok, err)
		}
		r.p = p
	}
}

// BenchmarkChanges finds all changes of a variable in the run.
func BenchmarkChanges(b *testing.B) {
	r, d := long(b)
	w, err := r.s.Watch(d.Thread, len(r.s.Frames(d.Thread))-1, "a.balance", nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if all, err := r.s.Changes(w.Subject(), nil); err != nil || len(all) < 1000 {
			b.Fatal(len(all), err)
		}
	}
}

// BenchmarkHits finds where threads come to a line, under a condition.
func BenchmarkHits(b *testing.B) {
	r, _ := long(b)
	line, _ := source.At("bank.go", 13)
	condition, _ := eval.Parse("old + n < 0")
	for b.Loop() {
		found, err := r.s.Hits(nil, source.Search{Target: line, Condition: condition})
		if err != nil || found[0].Tested < 100_000 {
			b.Fatal(found, err)
		}
	}
}
