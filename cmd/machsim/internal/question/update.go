package question

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/cmd/machsim/internal/lab"
	"machsim/debugger"
)

// call is a remote call with its request in parts.
type call struct {
	debugger.RPC
	name, key string // of the request, and what it is about
}

// request takes the text of a request apart, such as put{Account:0 Balance:97}.
func request(text string) (name string, fields map[string]string) {
	name, rest, _ := strings.Cut(text, "{")
	fields = map[string]string{}
	for _, f := range strings.Fields(strings.TrimSuffix(rest, "}")) {
		if field, value, ok := strings.Cut(f, ":"); ok {
			fields[field] = value
		}
	}
	return name, fields
}

// calls are the remote calls of the run with one of some names, in the order in which they were received.
func (o *Own) calls(ctx context.Context, key string, names ...string) (all []call, err error) {
	rows, err := o.RPCs(ctx, "", 0, 0)
	for _, r := range rows {
		name, fields := request(r.Request)
		if r.Dequeued != 0 && (len(names) == 0 || slices.Contains(names, name)) {
			all = append(all, call{r, name, fields[key]})
		}
	}
	slices.SortFunc(all, func(a, b call) int { return int(a.Dequeued) - int(b.Dequeued) })
	return all, err
}

// lostUpdates are those of a run: what was read, what was written meanwhile by another, and what was written over that.
func lostUpdates(all []call, q *lab.Question) (found [][3]call) {
	for i, read := range all {
		over := writtenAfter(all, i, q)
		if read.name != q.With["read"] || over < 0 {
			continue
		}
		for _, lost := range all[i+1 : over] {
			if lost.name == q.With["write"] && lost.key == read.key && lost.Caller != read.Caller {
				found = append(found, [3]call{read, lost, all[over]})
			}
		}
	}
	return found
}

// writtenAfter is the call by which a caller writes what it has read in another, -1 if it reads again before, or does
// not write.
func writtenAfter(all []call, read int, q *lab.Question) int {
	for i, c := range all[read+1:] {
		switch {
		case c.Caller != all[read].Caller || c.key != all[read].key:
		case c.name == q.With["write"]:
			return read + 1 + i
		default:
			return -1
		}
	}
	return -1
}

func hasLostUpdate(ctx context.Context, o *Own, q *lab.Question) (bool, error) {
	all, err := o.calls(ctx, q.With["key"], q.With["read"], q.With["write"])
	return len(lostUpdates(all, q)) > 0, err
}

// checkLostUpdate holds three calls, by the events that send them, against the lost updates of the run.
func checkLostUpdate(ctx context.Context, c *asked) (string, error) {
	words := c.words()
	if len(words) != 3 {
		return "the answer is three events: that of the read that was stale, that of the update that got lost, and that of " +
			"the one that was written over it", nil
	}
	all, err := c.own.calls(ctx, c.With["key"], c.With["read"], c.With["write"])
	if err != nil {
		return "", err
	}
	var three [3]int
	for i, w := range words {
		n, err := strconv.Atoi(w)
		at := slices.IndexFunc(all, func(x call) bool { return err == nil && int(x.Sent) == n })
		if at < 0 {
			return fmt.Sprintf("event %.20s sends no %s or %s: a call is named by the event that sends its request (column "+
				"sent of rpcs)", w, c.With["read"], c.With["write"]), nil
		}
		three[i] = at
	}
	return c.notLost(all, three[0], three[1], three[2]), nil
}

// notLost says why three calls are no lost update, "" if they are one.
func (c *asked) notLost(all []call, read, lost, over int) string {
	r, l, o := all[read], all[lost], all[over]
	switch {
	case r.name != c.With["read"]:
		return fmt.Sprintf("the first call is to be the one that read a value too early, and event %d sends %s", r.Sent,
			r.name)
	case l.name != c.With["write"] || o.name != c.With["write"]:
		return fmt.Sprintf("the second and the third call are to be %s: only what is written gets lost, and only by what is "+
			"written", c.With["write"])
	case l.key != r.key || o.key != r.key:
		return fmt.Sprintf("the three are not about one %s: what is written to one is not lost by writing to another",
			c.With["key"])
	case l.Caller == r.Caller:
		return fmt.Sprintf("%s has sent the second call itself, after its read: whose update did it not know of?", r.Caller)
	case o.Caller != r.Caller:
		return fmt.Sprintf("the third call is of %s, which knows nothing of what %s has read", o.Caller, r.Caller)
	case lost < read:
		return "the second call was served before the first: that read has seen it"
	case over < lost:
		return "the second call was served after the third: it is not lost, but the last word"
	case writtenAfter(all, read, c.Question) != over:
		return fmt.Sprintf("between the first call and the third %s has read or written the same %s once more: the third "+
			"was made from that", r.Caller, c.With["key"])
	}
	return ""
}
