package debugger_test

import (
	"context"
	"errors"
	"testing"

	"machsim/debugger"
	"machsim/programs/bank"
)

// TestReadOnly: where runs are looked at only, each method that makes a fork, a run or a file is refused.
func TestReadOnly(t *testing.T) {
	ctx, wrote := context.Background(), false
	d, err := debugger.Open(ctx, debugger.Source{Program: &bank.Program, Seed: 9}, debugger.Options{ReadOnly: true,
		Write: func(string, []byte) error { wrote = true; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	run := func(_ any, err error) error { return err }
	fork := func(c debugger.Change) error { return run(d.Fork(ctx, debugger.Fork{Change: c})) }
	seed, always := uint64(7), "sum of balance > 0"
	for name, err := range map[string]error{
		"fork": fork(nil), "seed": run(d.Fork(ctx, debugger.Fork{Seed: &seed})),
		"next": run(d.Fork(ctx, debugger.Fork{Next: "1"})), "assign": fork(debugger.Assign{}),
		"set":  fork(debugger.Set{Variable: "balance[0]", Value: "1"}),
		"drop": fork(debugger.Drop{Sent: 171}), "inject": fork(debugger.Inject{Port: "bank"}),
		"alter": fork(debugger.Alter{}), "reorder": fork(debugger.Reorder{}), "abort": fork(debugger.Abort{}),
		"kill": fork(debugger.Kill{Name: "bank"}),
		"cut":  fork(debugger.CutWire{}), "halt a host": fork(debugger.HaltHost{}), "resume": fork(debugger.ResumeHalt{}),
		"cause": run(d.Cause(ctx, debugger.CauseOptions{})), "save": run(d.Save(ctx, "x.rec")),
		"halt":     run(d.Halt(ctx, always, debugger.HaltOptions{})),
		"snapshot": run(d.Snapshot(ctx, always, debugger.HaltOptions{})),
		"halt for": run(d.HaltFor(ctx, always, debugger.GoOnOptions{})), "write": d.Write("x", nil),
	} {
		if !errors.Is(err, debugger.ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
	why, err := d.Can(ctx)
	if err != nil || wrote {
		t.Fatal(err, wrote)
	}
	for _, act := range []debugger.Act{debugger.RunOn, debugger.Choose, debugger.Lose, debugger.EndWait, debugger.Save,
		debugger.FindCause} {
		if !errors.Is(why[act], debugger.ErrReadOnly) {
			t.Errorf("act %d can be done: %v", act, why[act])
		}
	}
}
