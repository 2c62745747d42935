package session_test

import (
	"fmt"
	"strings"
	"testing"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs/hooked/bank"
	"machsim/test/testrun"
)

// TestStepsTruncated takes the steps by statements after the end of truncated recordings, where the next call of a
// thread is not known. They are those of the whole recording, up to that call. Nothing else notices that call either.
func TestStepsTruncated(t *testing.T) {
	rec := testrun.Record(&bank.Program, kernel.Config{Seed: 1})
	whole, err := session.Open(&bank.Program, rec, session.Options{})
	must(t, err)
	defer whole.Close()
	steps := 0
	for n := 40; n < 160; n += 2 {
		s, err := session.Open(&bank.Program, rec.Until(uint64(n)), session.Options{})
		must(t, err)
		if id := s.Run.Computing(); id != 0 {
			steps += stepOn(t, s, whole, id)
		}
		if _, err := s.Races(); err != nil {
			t.Errorf("races of %d events: %v", n, err)
		}
		s.Close()
	}
	if steps < 20 {
		t.Errorf("only %d steps", steps)
	}
}

// TestConditionsTruncated holds a condition against the last events of truncated recordings, where the next call of a
// thread is not known. A state satisfies it, as a thread is where the condition holds all the time.
func TestConditionsTruncated(t *testing.T) {
	rec := testrun.Record(&bank.Program, kernel.Config{Seed: 1})
	const condition, last = "bank.1.accounts = 6", 20
	runOn := 0
	for n := 60; n < 160; n += 2 {
		for _, w := range []session.Window{{}, {Last: last}, {Last: 1}} {
			s, err := session.Open(&bank.Program, rec.Until(uint64(n)), session.Options{Window: w})
			must(t, err)
			if s.Run.Computing() != 0 {
				runOn++
			}
			p, err := s.Predicate(condition)
			must(t, err)
			if found, err := p.First(); err != nil || found == nil {
				t.Errorf("%d events, %+v: %v %v", n, w, found, err)
			}
			s.Close()
		}
	}
	if runOn < 20 {
		t.Errorf("a thread goes on at the end of %d only", runOn)
	}
}

// stepOn takes all steps of a thread from the end of a part, compares what is there with the whole, and goes back.
func stepOn(t *testing.T, part, whole *session.Session, id kernel.ThreadID) (steps int) {
	t.Helper()
	n := part.Len()
	must(t, part.MoveTo(part.End()))
	before := everything(part)
	last := ""
	for ; ; steps++ {
		left := fineStep(t, part, id, false)
		if left.Short {
			break
		}
		must(t, part.MoveTo(left.At))
		last = part.Format(left.At)
		at, err := whole.Parse(last)
		must(t, err)
		must(t, whole.MoveTo(at))
		if got, want := framesOf(t, part, id), framesOf(t, whole, id); got != want {
			t.Fatalf("at %s the part has\n%s\nand the whole\n%s", last, got, want)
		}
	}
	must(t, whole.MoveTo(whole.After(n)))
	if want := fineStep(t, whole, id, true); want.At.Events() == n && !want.Short && whole.Format(want.At) != last {
		t.Errorf("the last statement after event %d is %s, and not %s", n, last, whole.Format(want.At))
	}
	must(t, part.MoveTo(part.End()))
	if after := everything(part); after != before {
		t.Errorf("after event %d and %d steps it shows\n%s\nand not\n%s", n, steps, after, before)
	}
	return steps
}

// fineStep takes a step of a thread to its next statement, or back.
func fineStep(t *testing.T, s *session.Session, id kernel.ThreadID, back bool) source.Left {
	t.Helper()
	d := source.Stride{Thread: id, Fine: true, Back: back}
	d.Past, d.Without = s.Others(session.Pessimistic)
	left, err := s.StepStatements(d)
	if err != nil {
		t.Fatalf("a step at %s: %v", s.Format(s.Position()), err)
	}
	return left
}

// framesOf are the functions that a thread is in, with their variables.
func framesOf(t *testing.T, s *session.Session, id kernel.ThreadID) string {
	t.Helper()
	frames, err := s.Frames(id)
	must(t, err)
	w := &strings.Builder{}
	for _, f := range frames {
		fmt.Fprintln(w, f.Place, f.Serial)
		for _, v := range f.Vars {
			fmt.Fprintln(w, v.Name, text.Reflected(v.Value))
		}
	}
	return w.String()
}
