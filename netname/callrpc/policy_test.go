package callrpc_test

import (
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/kernel"
	"machsim/netname/callrpc"
)

// deaf is a program whose wire is cut when the client has bound: the server hears nothing.
func deaf(client func(*kernel.Thread, *callrpc.Client)) *kernel.Program {
	return counter(func(th *kernel.Thread, c *callrpc.Client) {
		th.CutWire("north", "south")
		client(th, c)
	})
}

// requests notes when requests are sent, in milliseconds after the first.
func requests(all *[]int64) kernel.Tracer {
	var first int64
	return kernel.Tracer{Before: true, Event: func(e *kernel.Event) {
		if e.Call == nil || e.Call.Msg == 0 || e.Phase != 0 || e.Msg == nil {
			return
		}
		if m, ok := kernel.MarkOf(e.Msg.Items); ok && m.Step == kernel.MarkRequest {
			if len(*all) == 0 {
				first = e.Time
			}
			*all = append(*all, (e.Time-first)/1000)
		}
	}}
}

// Attempts are made by the policy: so many, and held back longer and longer.
func TestPolicy(t *testing.T) {
	policy := callrpc.Policy{
		MaxAttempts: 6, Timeout: 20 * kernel.Millisecond, InitialBackoff: 10 * kernel.Millisecond,
		MaxBackoff: 50 * kernel.Millisecond, BackoffMultiplier: 2,
	}
	hasty, strict := policy, policy
	hasty.Deadline, strict.Retryable = 100*kernel.Millisecond, []callrpc.Outcome{callrpc.Unreachable}
	for _, c := range []struct {
		protocol callrpc.Protocol
		want     []int64
	}{
		{callrpc.Idempotent(policy), []int64{0, 30, 70, 130, 200, 270}},
		{callrpc.Idempotent(hasty), []int64{0, 30, 70}},
		{callrpc.Idempotent(strict), []int64{0}},
		{callrpc.Keyed("k", policy), []int64{0, 30, 70, 130, 200, 270}},
		{callrpc.Maybe(kernel.Second), []int64{0}},
		{callrpc.AtMostOnce().Every(kernel.Second).Within(3500 * kernel.Millisecond), []int64{0, 1000, 2000, 3000}},
	} {
		var sent []int64
		fine(t, deaf(func(th *kernel.Thread, client *callrpc.Client) {
			_, err := callrpc.Call[add, number](th, client, add{1}, c.protocol)
			th.Check(err == callrpc.TimedOut, "%v", err)
		}), kernel.Config{Seed: 1, Tracer: requests(&sent)})
		if !slices.Equal(sent, c.want) {
			t.Errorf("requests are sent at %v ms, want %v", sent, c.want)
		}
	}
}

// A call is given up after 100 seconds.
func TestPatience(t *testing.T) {
	for _, p := range []callrpc.Protocol{callrpc.ExactlyOnce(), callrpc.AtMostOnce()} {
		fine(t, deaf(func(th *kernel.Thread, client *callrpc.Client) {
			begun := th.Clock()
			_, err := callrpc.Call[add, number](th, client, add{1}, p)
			took := th.Clock() - begun
			th.Check(err == callrpc.TimedOut && took >= 100*kernel.Second && took < 101*kernel.Second, "%v after %s", err, took)
		}), kernel.Config{Seed: 1})
	}
}

// Each client of a run has a number of its own: those of one thread, of threads of one task, of other hosts, and of
// tasks that come after others have ended.
func TestCallers(t *testing.T) {
	callers, clients := map[uint32]bool{}, 0
	tell := func(e *kernel.Event) {
		if e.Call == nil || e.Call.Op != kernel.OpSpan {
			return
		}
		if s, ok := kernel.MarkedSpanOf(e.Call.Text); ok && !s.Serves {
			callers[s.Caller] = true
		}
	}
	calls := func(th *kernel.Thread) {
		for range 3 {
			clients++
			c := kernel.Must(callrpc.Bind(th, "counter"))
			kernel.Must(callrpc.Call[add, number](th, c, add{1}, callrpc.AtMostOnce()))
		}
	}
	p := visitors(func(th *kernel.Thread, _ *callrpc.Client) {
		for i := range 3 {
			cthreads.Detach(th, cthreads.Fork(th, "", calls))
			kernel.Must(th.Spawn([]string{"north", "south"}[i%2], "later", calls))
			th.Sleep(kernel.Second)
		}
	})
	fine(t, p, kernel.Config{Seed: 1, Tracer: kernel.Tracer{Event: tell}})
	if len(callers) != clients || clients != 18 {
		t.Errorf("%d clients have the numbers %v", clients, callers)
	}
}
