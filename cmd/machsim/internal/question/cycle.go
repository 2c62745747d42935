package question

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/lab"
	"machsim/debugger"
)

// taken is that a thread takes a mutex, and for how long.
type taken struct {
	event, released int64 // 0 if it is not given back
	mutex, thread   string
}

func (t *taken) held() bool { return t.released == 0 }

// takings are all of the run.
func (o *Own) takings(ctx context.Context) (all []taken, err error) {
	rows, err := o.Rows(ctx, debugger.RowQuery{Table: "locks"})
	if err != nil {
		return nil, err
	}
	of := map[string]int{}
	for i, c := range rows.Columns {
		of[c.Name] = i
	}
	for _, r := range rows.Rows {
		t := taken{}
		t.event, _ = r.Values[of["n"]].(int64)
		t.released, _ = r.Values[of["released_n"]].(int64)
		t.mutex, _ = r.Values[of["mutex"]].(string)
		t.thread, _ = r.Values[of["thread"]].(string)
		all = append(all, t)
	}
	return all, nil
}

// ring are the events with which threads have taken what the next of a ring waits for.
func (o *Own) ring(ctx context.Context) (events []int64, err error) {
	x, err := o.Panic(ctx)
	if err != nil || len(x.Cycle) == 0 {
		return nil, err
	}
	all, err := o.takings(ctx)
	if err != nil {
		return nil, err
	}
	mutexes, err := o.Mutexes(ctx)
	for _, m := range mutexes {
		waits := slices.ContainsFunc(m.Waiting, func(w string) bool { return slices.Contains(x.Cycle, w) })
		if !waits || !slices.Contains(x.Cycle, m.Owner) {
			continue
		}
		i := slices.IndexFunc(all, func(t taken) bool { return t.held() && t.thread == m.Owner && sameMutex(t, m.Name) })
		if i < 0 {
			return nil, fmt.Errorf("%s holds %s, and no event says since when", m.Owner, m.Name)
		}
		events = append(events, all[i].event)
	}
	return events, err
}

// sameMutex says whether a mutex that was taken is that of a name, which the table writes with what it is.
func sameMutex(t taken, name string) bool { return strings.TrimPrefix(t.mutex, "mutex ") == name }

func hasCycle(ctx context.Context, o *Own, _ *lab.Question) (bool, error) {
	events, err := o.ring(ctx)
	return len(events) > 1, err
}

// checkCycle holds events against those with which threads have taken what others wait for in a ring.
func checkCycle(ctx context.Context, c *asked) (string, error) {
	events, err := c.own.ring(ctx)
	if err != nil {
		return "", err
	}
	all, err := c.own.takings(ctx)
	if err != nil {
		return "", err
	}
	seen := map[int64]bool{}
	for _, word := range c.words() {
		n, wrong := c.own.eventIn(word)
		if wrong != "" {
			return wrong, nil
		}
		if seen[int64(n)] {
			return fmt.Sprintf("event %d stands there twice: each thread of the ring holds something else", n), nil
		}
		if seen[int64(n)] = true; !slices.Contains(events, int64(n)) {
			return notHeld(all, int64(n)), nil
		}
	}
	if left := len(events) - len(seen); left > 0 {
		return fmt.Sprintf("these hold others up, but the ring is not closed: %d events are missing", left), nil
	}
	return "", nil
}

// notHeld says why an event is not one with which a thread of the ring has taken something.
func notHeld(all []taken, n int64) string {
	i := slices.IndexFunc(all, func(t taken) bool { return t.event == n })
	switch {
	case i < 0:
		return fmt.Sprintf("with event %d nobody gets a mutex: an event is asked for with which a thread got what it still "+
			"holds, and not one with which it began to wait", n)
	case !all[i].held():
		return fmt.Sprintf("what %s got with event %d it gave back with event %d: nobody waits for that at the end",
			all[i].thread, n, all[i].released)
	}
	return fmt.Sprintf("%s still holds what it got with event %d, but nobody of the ring waits for that", all[i].thread, n)
}
