package dap_test

import (
	"strings"
	"testing"

	godap "github.com/google/go-dap"
)

// TestLostUpdate is the story of bank: the check that fails, a data breakpoint on the account that has the wrong sum,
// and back to the statement that wrote it.
func TestLostUpdate(t *testing.T) {
	c, at := launched(t, is{"program": "bank", "seed": 9})
	if at.Reason != "exception" || !at.AllThreadsStopped || at.Text != "the bank has 603, and should have 600" {
		t.Fatalf("the run stops first so: %+v", at)
	}
	var info godap.ExceptionInfoResponseBody
	c.ask("exceptionInfo", is{"threadId": at.ThreadId}, &info)
	if info.ExceptionId != "CHECK FAILED" || !strings.Contains(info.Details.StackTrace, "bank.go:94") {
		t.Errorf("the failure is told so: %+v %+v", info, info.Details)
	}
	var threads godap.ThreadsResponseBody
	c.ask("threads", is{}, &threads)
	if threads.Threads[0].Name != "vault/bank.1" {
		t.Errorf("threads: %+v", threads)
	}
	bank := at.ThreadId
	accounts := c.scope(c.stack(bank).StackFrames[0].Id, "Locals")["account"]
	if accounts.IndexedVariables == 0 {
		t.Fatalf("account: %+v", accounts)
	}
	var data godap.DataBreakpointInfoResponseBody
	c.ask("dataBreakpointInfo", is{"variablesReference": accounts.VariablesReference, "name": "[1]"}, &data)
	var set godap.SetDataBreakpointsResponseBody
	c.ask("setDataBreakpoints", is{"breakpoints": []is{{"dataId": data.DataId, "accessType": "write"}}}, &set)
	if !set.Breakpoints[0].Verified {
		t.Fatalf("the data breakpoint on %v: %+v", data.DataId, set)
	}
	back := c.move("reverseContinue", bank, nil)
	if back.Reason != "data breakpoint" || len(back.HitBreakpointIds) != 1 || back.ThreadId != bank {
		t.Fatalf("back to the write: %+v", back)
	}
	top := c.stack(bank).StackFrames[0]
	if top.Line != 81 || !strings.HasSuffix(top.Source.Path, "bank.go") {
		t.Errorf("the write is at %+v: %s", top, back.Text)
	}
	again := c.move("reverseContinue", bank, nil)
	if again.Text == back.Text {
		t.Errorf("reverseContinue finds the same write twice: %s", again.Text)
	}
	c.move("continue", bank, nil)
	if line := c.stack(bank).StackFrames[0].Line; line != 81 {
		t.Errorf("forwards it stops in line %d", line)
	}
	c.move("stepBack", bank, nil)
	before := c.stack(bank).StackFrames[0]
	t.Logf("before the write: line %d; %v", before.Line, c.scope(before.Id, "Locals"))
}
