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

// again is a call that was executed and whose caller did not learn that, and the one by which it asked once more.
type again struct{ first, second debugger.RPC }

// agains are those of the run.
func (o *Own) agains(ctx context.Context) (all []again, err error) {
	rows, err := o.RPCs(ctx, "", 0, 0)
	for _, r := range rows {
		if r.Marked == nil || r.Marked.Later == 0 || r.Marked.Executions == 0 {
			continue
		}
		i := slices.IndexFunc(rows, func(x debugger.RPC) bool { return x.Number == r.Marked.Later })
		if i >= 0 && rows[i].Marked != nil && rows[i].Marked.Executions > 0 {
			all = append(all, again{r, rows[i]})
		}
	}
	return all, err
}

// lostReply is the event with which the reply to a call was lost, 0 if it was not.
func lostReply(r *debugger.RPC) uint64 {
	for _, p := range r.Marked.Packets {
		if p.Lost != 0 && strings.Contains(p.Step, "reply") {
			return p.Lost
		}
	}
	return 0
}

// losses are the events with which something is lost.
func (o *Own) losses(ctx context.Context) (all []uint64, err error) {
	x, err := o.Events(ctx, debugger.Span{From: 1, To: int(o.rec.Events)})
	if err != nil {
		return nil, err
	}
	for _, r := range x.Rows {
		if isLoss(r.Action) {
			all = append(all, r.Event)
		}
	}
	return all, nil
}

func isLoss(action string) bool { return strings.Contains(action, "is lost") }

// hasLoss says whether a lost reply had something done twice, and something else was lost as well.
func hasLoss(ctx context.Context, o *Own, _ *lab.Question) (bool, error) {
	all, err := o.agains(ctx)
	if err != nil || !slices.ContainsFunc(all, func(a again) bool { return lostReply(&a.first) != 0 }) {
		return false, err
	}
	losses, err := o.losses(ctx)
	return len(losses) > 1, err
}

// checkLoss holds an event against the losses of replies to what was done once more.
func checkLoss(ctx context.Context, c *asked) (string, error) {
	n, wrong := c.own.eventIn(c.answer)
	if wrong != "" {
		return wrong, nil
	}
	all, err := c.own.agains(ctx)
	if err != nil {
		return "", err
	}
	for _, a := range all {
		switch lost := lostReply(&a.first); {
		case lost == uint64(n):
			return "", nil
		case lost != 0 && a.first.Replied == uint64(n):
			return fmt.Sprintf("event %d sends the reply that is lost later: which event loses it?", n), nil
		case a.first.GaveUp == uint64(n):
			return fmt.Sprintf("at event %d the caller gives up, because nothing came: what was it that did not come?", n), nil
		}
	}
	x, err := c.own.Events(ctx, debugger.Span{From: n, To: n})
	if err != nil || len(x.Rows) == 0 {
		return "", err
	}
	if !isLoss(x.Rows[0].Action) {
		return fmt.Sprintf("nothing is lost with event %d: it is %.80s", n, x.Rows[0].Action), nil
	}
	return fmt.Sprintf("what is lost with event %d was never received by the server, or nobody waited for it: to ask "+
		"once more does it for the first time", n), nil
}

func hasTwice(ctx context.Context, o *Own, _ *lab.Question) (bool, error) {
	all, err := o.agains(ctx)
	return len(all) > 0, err
}

// checkTwice holds two calls, by the events that send them, against those that did the same thing twice.
func checkTwice(ctx context.Context, c *asked) (string, error) {
	words := c.words()
	if len(words) != 2 {
		return "the answer is two events: that which sends the request of the call that was done without its caller " +
			"knowing, and that of the call by which it asked for the same once more", nil
	}
	rows, err := c.own.RPCs(ctx, "", 0, 0)
	if err != nil {
		return "", err
	}
	var two [2]debugger.RPC
	for i, w := range words {
		n, err := strconv.Atoi(w)
		at := slices.IndexFunc(rows, func(r debugger.RPC) bool {
			return err == nil && r.Sent == uint64(n) && r.Marked != nil
		})
		if at < 0 {
			return fmt.Sprintf("event %.20s sends no request of such a call: column sent of rpcs has those that do", w), nil
		}
		two[i] = rows[at]
	}
	return notTwice(two[0], two[1]), nil
}

// notTwice says why two calls are not one that was done twice, "" if they are.
func notTwice(first, second debugger.RPC) string {
	switch {
	case first.Caller != second.Caller:
		return fmt.Sprintf("the calls are of %s and %s: nobody makes the call of another once more", first.Caller,
			second.Caller)
	case first.Number >= second.Number:
		return "the first call was not made before the second: who asks once more has asked before"
	case first.Marked.Executions == 0:
		return fmt.Sprintf("the call of event %d was never executed: to make it once more was right", first.Sent)
	case !first.Failed:
		return fmt.Sprintf("the call of event %d was answered, and the caller has the answer", first.Sent)
	case first.Marked.Later != second.Number:
		return fmt.Sprintf("the call of event %d is not the one by which the caller asked for the same once more",
			second.Sent)
	case second.Marked.Executions == 0:
		return fmt.Sprintf("the call of event %d was not executed: so it was done once", second.Sent)
	}
	return ""
}
