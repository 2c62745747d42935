package question

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"machsim/cmd/machsim/internal/lab"
	"machsim/debugger"
)

// waiting are the calls that nobody has answered at the end, by the threads that wait for them.
func waiting(all []debugger.RPC) map[string]debugger.RPC {
	of := map[string]debugger.RPC{}
	for _, r := range all {
		if unanswered(&r) {
			of[r.Caller] = r
		}
	}
	return of
}

func unanswered(r *debugger.RPC) bool { return r.Replied == 0 && r.GaveUp == 0 && r.Lost == 0 }

// asks is the thread that a call waits for: that which has received it, or what is sent to that port; "" for nobody.
func asks(all []debugger.RPC, r *debugger.RPC) string {
	if r.Callee != "" {
		return r.Callee
	}
	for _, x := range all {
		if x.Port == r.Port && x.Callee != "" {
			return x.Callee
		}
	}
	return ""
}

// closed follows the calls that threads wait for from a call on, and says whether that leads back to one of them.
func closed(all []debugger.RPC, from debugger.RPC) bool {
	of, seen := waiting(all), map[string]bool{}
	for r, ok := from, true; ok; r, ok = of[asks(all, &r)] {
		if seen[r.Caller] {
			return true
		}
		seen[r.Caller] = true
	}
	return false
}

// outside says whether a call is of a thread that serves nobody with it.
func outside(r *debugger.RPC) bool { return r.Parent == 0 }

// hasChain says whether somebody outside waits for servers that wait for each other.
func hasChain(ctx context.Context, o *Own, _ *lab.Question) (bool, error) {
	all, err := o.RPCs(ctx, "", 0, 0)
	return slices.ContainsFunc(all, func(r debugger.RPC) bool {
		return unanswered(&r) && outside(&r) && closed(all, r)
	}), err
}

// checkChain holds calls, by the events that send them, against who waits for whom at the end of the run.
func checkChain(ctx context.Context, c *asked) (string, error) {
	all, err := c.own.RPCs(ctx, "", 0, 0)
	if err != nil {
		return "", err
	}
	var chain []debugger.RPC
	for _, w := range c.words() {
		n, err := strconv.Atoi(w)
		at := slices.IndexFunc(all, func(r debugger.RPC) bool { return err == nil && r.Sent == uint64(n) })
		switch {
		case at < 0:
			return fmt.Sprintf("event %.20s sends no call: column sent of rpcs has those that do", w), nil
		case !unanswered(&all[at]):
			return fmt.Sprintf("the call of event %d was answered, or given up: nobody waits for that at the end", n), nil
		case slices.ContainsFunc(chain, func(r debugger.RPC) bool { return r.Number == all[at].Number }):
			return fmt.Sprintf("event %d stands there twice: the last call leads back to whoever made an earlier one", n), nil
		}
		chain = append(chain, all[at])
	}
	return broken(all, chain), nil
}

// broken says where calls are no chain that leads back to itself, "" if they are one.
func broken(all, chain []debugger.RPC) string {
	if len(chain) < 2 || !outside(&chain[0]) {
		return "the chain is to begin with a call that nobody has asked for, that of a customer; then comes the call of " +
			"whoever does not answer it"
	}
	for i, r := range chain[1:] {
		if who := asks(all, &chain[i]); who != r.Caller {
			return fmt.Sprintf("the call of event %d waits for %s, and the next one is of %s: what does %s wait for?",
				chain[i].Sent, who, r.Caller, who)
		}
	}
	last := asks(all, &chain[len(chain)-1])
	if !slices.ContainsFunc(chain, func(r debugger.RPC) bool { return r.Caller == last }) {
		return fmt.Sprintf("the last call waits for %s, of which the chain has no call: why does that not answer?", last)
	}
	return ""
}
