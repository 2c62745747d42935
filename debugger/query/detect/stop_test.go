package detect_test

import (
	"errors"
	"fmt"
	"testing"

	"machsim/debugger/query/detect"
	"machsim/debugger/query/predicate"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testsession"
)

// TestStop gives work up at one moment after another, from the first to the last at which it looks
// whether it is to go on. What is asked after that has the answer that it always has.
func TestStop(t *testing.T) {
	bank := testsession.Open(t, programs.Find("bank"), kernel.Config{Seed: 9})
	queue := testsession.Open(t, queuers(40), kernel.Config{Seed: 1})
	never := make(chan struct{})
	now := make(chan struct{})
	close(now)
	for _, c := range []struct {
		s    *session.Session
		text string
	}{
		{bank, "balance[1] > 101 and blocked by teller1.1"},
		{bank, "sum(balance) > 600 or receive by bank if balance[0] > 80"},
		{bank, "receive by bank -> send by teller1 -> task-exit"},
		{bank, "receive by bank || send by teller1.1 or send by teller2.1"},
		{bank, "definitely(balance[1] > 101 and not blocked by teller1.1)"},
		{queue, "count of (blocked lock m) > 20"},
		{queue, "count of (blocked lock m) > 1000"},
		{queue, "count of (blocked lock m) = 7"},
		{queue, "definitely(count of (blocked lock m) = 7)"},
	} {
		r := c.s.Predicates()
		r.Limit = 300
		want := answer(r, c.text)
		looks := 0
		after := func(n int) func() <-chan struct{} {
			looks = 0
			return func() <-chan struct{} {
				if looks++; looks > n {
					return now
				}
				return never
			}
		}
		r.Stop = after(1 << 30)
		r.Forget(c.s.Events)
		_ = answer(r, c.text)
		all, stopped := looks, 0
		for n := 0; n <= all; n += max(1, all/60) {
			r.Forget(c.s.Events)
			r.Stop = after(n)
			if got := answer(r, c.text); got == fmt.Sprint(predicate.ErrStopped) {
				stopped++
			} else if got != want {
				t.Errorf("%s, given up at %d of %d: %s", c.text, n, all, got)
			}
			r.Stop = nil
			if got := answer(r, c.text); got != want {
				t.Errorf("%s, after it was given up at %d of %d: %s, and not %s", c.text, n, all, got, want)
			}
		}
		if stopped < 2 {
			t.Errorf("%s: it looks %d times whether to go on", c.text, all)
		}
	}
}

// answer is the first position of a predicate, in words, or why there is none.
func answer(r *detect.Run, text string) string {
	p, err := r.Predicate(text)
	if err != nil {
		return err.Error()
	}
	f, err := p.First()
	var u *detect.Undecided
	switch {
	case errors.As(err, &u):
		return "not decided"
	case err != nil:
		return err.Error()
	case f == nil:
		return "no"
	}
	return fmt.Sprint(f.Cut, f.Lines())
}
