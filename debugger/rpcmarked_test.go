package debugger_test

import (
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/kernel"
	"machsim/test/testrun"
)

// TestMarkedRPC goes through a run in which a call by a protocol of the program's own is executed twice: what is said
// of it at the end, at a breakpoint, in the stack of its server, and in a fork.
func TestMarkedRPC(t *testing.T) {
	d, number := doubledRun(t)
	row, err := d.RPC(ctx, number)
	if err != nil || row.Marked.Executions < 2 || !strings.HasPrefix(row.Text, "executed ") ||
		!strings.Contains(row.Text, "executed again at ") {
		t.Fatalf("%+v, %v", row, err)
	}
	if row.Request != "addRequest{Client:0 Amount:1}" || row.Marked.Protocol != "retry" || row.Marked.Procedure != "add" {
		t.Errorf("%q by %+v", row.Request, row.Marked)
	}
	_, err = d.Break(ctx, "rpc-doubled add", false)
	must(t, err)
	to(t, d, "0")
	_, err = d.Continue(ctx, false)
	must(t, err)
	here, err := d.RPC(ctx, number)
	if err != nil || here.Marked.Executions != 2 {
		t.Fatalf("at the breakpoint: %+v, %v", here, err)
	}
	stack, err := d.CallStack(ctx, here.Server)
	if err != nil || stack.Segments[0].Call.Number != number || stack.Segments[0].Orphan != (here.Received != 0) ||
		here.Received == 0 && stack.Segments[1].Thread != here.Caller {
		t.Errorf("the stack is %+v, %v", stack, err)
	}
	_, err = d.Fork(ctx, debugger.Fork{})
	must(t, err)
	there, err := d.RPC(ctx, number)
	if err != nil || there.Marked.Executions < 2 || there.Sent != row.Sent {
		t.Errorf("in a fork: %+v, %v", there, err)
	}
}

// doubledRun is the debugger of a run in which a call is executed twice, and the call's number.
func doubledRun(t *testing.T) (*debugger.Debugger, int) {
	t.Helper()
	for seed := range uint64(50) {
		program := (&testrun.Calls{Clients: 1, Calls: 1, Tries: 3}).Program()
		cfg := kernel.Config{Seed: seed, MaxSteps: 3000, Door: testrun.Faulty{Random: kernel.NewRandom(seed)}}
		cfg.Faults[kernel.FaultDup] = kernel.Budget{Most: 1}
		data := testrun.Record(program, cfg).Data()
		d, err := debugger.Open(ctx, debugger.Source{Program: program, Data: data}, debugger.Options{})
		must(t, err)
		t.Cleanup(func() { d.Close() })
		all, err := d.RPCs(ctx, debugger.DoubledRPCs, 0, 0)
		must(t, err)
		if len(all) > 0 {
			return d, all[0].Number
		}
	}
	t.Fatal("no call was executed twice")
	return nil, 0
}
