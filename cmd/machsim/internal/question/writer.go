package question

import (
	"context"
	"fmt"
	"slices"

	"machsim/cmd/machsim/internal/lab"
	"machsim/debugger"
)

// stale is a read whose value was another's meanwhile: who wrote the value that it saw, and what came of it.
type stale struct {
	read, late call                      // the read, and the call that fails, which was made from it
	changes    []debugger.VariableChange // of the variable
	writer     int                       // among these; -1 for none
	over       bool                      // the variable was changed between the two
}

// staleRead finds it: the request that the failing thread received last, and the last read of its caller before it.
func (o *Own) staleRead(ctx context.Context, q *lab.Question) (s stale, err error) {
	s.writer = -1
	end, err := o.End(ctx)
	if err != nil {
		return s, err
	}
	all, err := o.calls(ctx, "")
	if err != nil {
		return s, err
	}
	for _, c := range all {
		if c.Callee == end.Thread {
			s.late = c
		}
	}
	for _, c := range all {
		if c.name == q.With["read"] && c.Caller == s.late.Caller && c.Sent < s.late.Sent {
			s.read = c
		}
	}
	if s.read.Sent == 0 {
		return s, nil
	}
	s.changes, err = o.Changes(ctx, q.With["variable"])
	for i, c := range s.changes {
		if uint64(c.Event) < s.read.Dequeued && c.Old != "" {
			s.writer = i
		}
		s.over = s.over || uint64(c.Event) >= s.read.Dequeued && uint64(c.Event) < s.late.Dequeued
	}
	return s, err
}

func hasWriter(ctx context.Context, o *Own, q *lab.Question) (bool, error) {
	s, err := o.staleRead(ctx, q)
	return s.writer >= 0 && s.over, err
}

// checkWriter holds an event against the one with which the value came about that a stale read saw.
func checkWriter(ctx context.Context, c *asked) (string, error) {
	n, wrong := c.own.eventIn(c.answer)
	if wrong != "" {
		return wrong, nil
	}
	s, err := c.own.staleRead(ctx, c.Question)
	if err != nil {
		return "", err
	}
	name := c.With["variable"]
	at := slices.IndexFunc(s.changes, func(x debugger.VariableChange) bool { return x.Event == n })
	all, err := c.own.calls(ctx, "")
	sent := slices.IndexFunc(all, func(x call) bool { return int(x.Sent) == n })
	switch {
	case at == s.writer || err != nil:
		return "", err
	case at >= 0 && s.changes[at].Old == "":
		return fmt.Sprintf("%s has its first value since event %d: nobody wrote that", name, n), nil
	case at > s.writer:
		return fmt.Sprintf("event %d changes %s after the stale read: it is what made that stale, and not what it saw", n,
			name), nil
	case at >= 0:
		return fmt.Sprintf("event %d changes %s, and somebody else does before the stale read: so that saw another value", n,
			name), nil
	case uint64(n) == s.read.Dequeued || uint64(n) == s.read.Replied:
		return fmt.Sprintf("at event %d the stale read is served, and %s is not changed: who gave it the value?", n,
			name), nil
	case sent >= 0:
		return fmt.Sprintf("event %d only sends a request: a variable is changed when the server has received that", n), nil
	}
	return fmt.Sprintf("%s does not change at event %d: changes %s lists when it does", name, n, name), nil
}
