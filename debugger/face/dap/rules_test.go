package dap_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	godap "github.com/google/go-dap"

	"machsim/debugger/face/dap"
)

// line is the line at which a thread stands.
func (c *client) line(thread int) int {
	c.t.Helper()
	return c.stack(thread).StackFrames[0].Line
}

// bankAt is bank stopped at a breakpoint, from the start on.
func bankAt(t *testing.T, breakpoints ...is) (*client, godap.StoppedEventBody) {
	t.Helper()
	c := connect(t, samples{})
	c.ask("initialize", is{"adapterID": "machsim"}, nil)
	c.ask("launch", is{"program": "bank", "seed": 9}, nil)
	c.event("initialized", nil)
	c.breaks(breakpoints...)
	c.ask("configurationDone", is{}, nil)
	return c, c.stopped()
}

// breaks sets breakpoints in bank.go.
func (c *client) breaks(breakpoints ...is) (x godap.SetBreakpointsResponseBody) {
	c.t.Helper()
	if breakpoints == nil {
		breakpoints = []is{}
	}
	c.ask("setBreakpoints", is{"source": is{"path": "/home/me/machsim/programs/bank/bank.go"}, "breakpoints": breakpoints},
		&x)
	return x
}

// said are the texts of the events output so far.
func (c *client) said() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.got {
		if m.Event == "output" {
			all = append(all, string(m.Body))
		}
	}
	return all
}

// count counts the events of a name so far.
func (c *client) count(name string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.got {
		if m.Event == name {
			n++
		}
	}
	return n
}

// TestStepBackIsALine: without granularity, and by statement, one line back over calls; by instruction a kernel call.
func TestStepBackIsALine(t *testing.T) {
	c, at := bankAt(t, is{"line": 111, "hitCondition": "2"}) // ask(th, bank, put{...}) of byGetAndPut
	if c.line(at.ThreadId) != 111 {
		t.Fatalf("stopped in line %d: %+v", c.line(at.ThreadId), at)
	}
	depth := len(c.stack(at.ThreadId).StackFrames)
	for _, granularity := range []any{nil, "statement", "line"} {
		c.move("next", at.ThreadId, nil)
		if c.line(at.ThreadId) != 112 {
			t.Errorf("next goes to line %d", c.line(at.ThreadId))
		}
		x := c.move("stepBack", at.ThreadId, is{"granularity": granularity})
		if n := len(c.stack(at.ThreadId).StackFrames); c.line(at.ThreadId) != 111 || n != depth || x.Reason != "step" {
			t.Errorf("by %v back to line %d, %d frames: %+v", granularity, c.line(at.ThreadId), n, x)
		}
	}
	before := c.stack(at.ThreadId).StackFrames[0].InstructionPointerReference
	c.move("next", at.ThreadId, is{"granularity": "instruction"})
	after := c.stack(at.ThreadId).StackFrames[0].InstructionPointerReference
	c.move("stepBack", at.ThreadId, is{"granularity": "instruction"})
	if back := c.stack(at.ThreadId).StackFrames[0].InstructionPointerReference; before == after || back != before {
		t.Errorf("by instruction from %s to %s, and back to %s", before, after, back)
	}
}

// TestStepBackInAndOut: what the protocol does not have.
func TestStepBackInAndOut(t *testing.T) {
	c, at := bankAt(t, is{"line": 112})
	c.move("stepBackIn", at.ThreadId, nil)
	if name := c.stack(at.ThreadId).StackFrames[0].Name; !strings.Contains(name, "ask") {
		t.Errorf("back into %s", name)
	}
	c.move("stepBackOut", at.ThreadId, nil)
	if c.line(at.ThreadId) != 111 {
		t.Errorf("back out to line %d", c.line(at.ThreadId))
	}
}

// TestBothWays: continue and reverseContinue stop at the same breakpoints.
func TestBothWays(t *testing.T) {
	c, at := bankAt(t, is{"line": 81}, is{"line": 111, "condition": "amount > 4"},
		is{"line": 79, "hitCondition": "% 3"})
	ways := [2][]string{{at.Description}}
	for i, command := range []string{"continue", "reverseContinue"} {
		for {
			x := c.move(command, at.ThreadId, nil)
			if len(x.HitBreakpointIds) == 0 {
				if want := []string{"exception", "entry"}[i]; x.Reason != want {
					t.Errorf("%s ends by %+v", command, x)
				}
				break
			}
			ways[i] = append(ways[i], x.Description)
		}
	}
	slices.Reverse(ways[1])
	if !slices.Equal(ways[0], ways[1]) || len(ways[0]) < 20 {
		t.Errorf("forwards\n%v\nand back\n%v", ways[0], ways[1])
	}
}

// TestOneStop: a motion ends by one event stopped, for all threads, with all breakpoints that it hits.
func TestOneStop(t *testing.T) {
	c, at := bankAt(t, is{"line": 81})
	var set godap.SetFunctionBreakpointsResponseBody
	c.ask("setFunctionBreakpoints", is{"breakpoints": []is{{"name": "call mach_msg"}, {"name": "nowhere"}}}, &set)
	if set.Breakpoints[1].Verified || set.Breakpoints[1].Message == "" {
		t.Errorf("a function that is not there: %+v", set.Breakpoints[1])
	}
	var data godap.SetDataBreakpointsResponseBody
	account := c.scope(c.stack(at.ThreadId).StackFrames[0].Id, "Locals")["account"]
	var info godap.DataBreakpointInfoResponseBody
	c.ask("dataBreakpointInfo", is{"variablesReference": account.VariablesReference, "name": "[0]"}, &info)
	c.ask("setDataBreakpoints", is{"breakpoints": []is{{"dataId": info.DataId, "accessType": "write"},
		{"dataId": info.DataId, "accessType": "sniff"}}}, &data)
	if data.Breakpoints[1].Verified {
		t.Errorf("no access is called so: %+v", data.Breakpoints[1])
	}
	c.ask("setFunctionBreakpoints", is{"breakpoints": []is{}}, nil)
	for range 60 {
		n := c.count("stopped")
		at = c.move("continue", at.ThreadId, nil)
		if c.ask("threads", is{}, nil); c.count("stopped") != n+1 || !at.AllThreadsStopped {
			t.Fatalf("%d events for one motion", c.count("stopped")-n)
		}
		if len(at.HitBreakpointIds) > 1 {
			if !strings.Contains(at.Text, "; also: ") {
				t.Errorf("two breakpoints are told so: %s", at.Text)
			}
			return
		}
	}
	t.Error("no two breakpoints are hit at once")
}

// TestFailedMotion: what cannot be done says why, and the client is told where it stands.
func TestFailedMotion(t *testing.T) {
	c, at := launched(t, is{"program": "bank", "seed": 9, "stopOnEntry": true})
	if at.Reason != "entry" {
		t.Errorf("at the start: %+v", at)
	}
	for _, command := range []string{"stepBack", "stepBackOut"} {
		x := c.move(command, at.ThreadId, nil)
		if x.Reason != "pause" || x.Text == "" || !strings.Contains(strings.Join(c.said(), ""), x.Text) {
			t.Errorf("%s at the start: %+v", command, x)
		}
	}
	if x := c.move("reverseContinue", at.ThreadId, nil); x.Reason != "entry" {
		t.Errorf("back from the start: %+v", x)
	}
}

// TestConsole: the prompt's language in the debug console; a motion there is told by continued and stopped.
func TestConsole(t *testing.T) {
	c, at := bankAt(t)
	var x godap.EvaluateResponseBody
	repl := func(line string) string {
		c.ask("evaluate", is{"expression": line, "context": "repl"}, &x)
		return x.Result
	}
	if text := repl("goto 41"); !strings.Contains(text, "after event 41 of 319") {
		t.Errorf("goto 41: %s", text)
	}
	var on godap.ContinuedEventBody
	if c.event("continued", &on); !on.AllThreadsContinued || on.ThreadId == 0 {
		t.Errorf("continued: %+v", on)
	}
	if x := c.stopped(); x.Reason != "goto" || x.Description != "at 41" {
		t.Errorf("goto 41: %+v", x)
	}
	n := c.count("stopped")
	if text := repl("where"); !strings.Contains(text, "bank.1") {
		t.Errorf("where: %s", text)
	}
	if c.ask("threads", is{}, nil); c.count("stopped") != n {
		t.Error("a look has moved the run")
	}
	why := c.fails("evaluate", is{"expression": "goto 99999", "context": "repl"})
	if !strings.Contains(why, "no event 99999") {
		t.Errorf("goto 99999: %s", why)
	}
	var complete godap.CompletionsResponseBody
	c.ask("completions", is{"text": "bre", "column": 4}, &complete)
	known := func(x godap.CompletionItem) bool { return x.Label == "breakpoints" }
	if !slices.ContainsFunc(complete.Targets, known) {
		t.Errorf("bre becomes %+v", complete)
	}
	c.move("continue", at.ThreadId, nil)
	id := c.breaks(is{"line": 81}).Breakpoints[0].Id
	repl("delete 1")
	var gone godap.BreakpointEventBody
	if c.event("breakpoint", &gone); gone.Reason != "removed" || gone.Breakpoint.Id != id {
		t.Errorf("what was deleted at the prompt is told so: %+v", gone)
	}
	c.breaks()
}

// TestOldReferences: what was told before a motion is an error after it, and nothing moves.
func TestOldReferences(t *testing.T) {
	c, at := bankAt(t, is{"line": 81})
	frame := c.stack(at.ThreadId).StackFrames[0].Id
	var scopes godap.ScopesResponseBody
	c.ask("scopes", is{"frameId": frame}, &scopes)
	c.move("next", at.ThreadId, nil)
	n := c.count("stopped")
	for _, x := range []struct {
		command string
		a       is
	}{
		{"scopes", is{"frameId": frame}}, {"variables", is{"variablesReference": scopes.Scopes[0].VariablesReference}},
		{"evaluate", is{"expression": "account", "frameId": frame}}, {"goto", is{"threadId": at.ThreadId, "targetId": 1}},
		{"next", is{"threadId": 77}}, {"next", is{"threadId": -1}}, {"continue", is{"threadId": 0}}, {"stepBack", is{}},
		{"stackTrace", is{"threadId": 0}}, {"scopes", is{"frameId": -5}}, {"restartFrame", is{"frameId": frame}},
		{"source", is{"sourceReference": 99}}, {"setVariable", is{"variablesReference": 1, "name": "x", "value": "1"}},
		{"stepIn", is{"threadId": at.ThreadId, "targetId": 4}}, {"exceptionInfo", is{"threadId": at.ThreadId}},
		{"nonsense", is{}}, {"launch", is{"program": "bank"}}, {"attach", is{}},
	} {
		if why := c.fails(x.command, x.a); why == "" {
			t.Errorf("%s %v fails without a word", x.command, x.a)
		}
	}
	if again := c.stack(at.ThreadId).StackFrames[0].Id; again <= frame || c.count("stopped") != n {
		t.Errorf("a number is used twice: %d after %d", again, frame)
	}
}

// TestThreadNames: a thread has one number, whatever the position.
func TestThreadNames(t *testing.T) {
	c, at := bankAt(t, is{"line": 81})
	names := map[int]string{}
	for range 6 {
		var x godap.ThreadsResponseBody
		c.ask("threads", is{}, &x)
		for _, th := range x.Threads {
			if was := names[th.Id]; was != "" && was != th.Name {
				t.Errorf("thread %d is %s, and was %s", th.Id, th.Name, was)
			}
			names[th.Id] = th.Name
		}
		c.move("reverseContinue", at.ThreadId, nil)
		c.move("continue", at.ThreadId, nil)
		c.move("continue", at.ThreadId, nil)
	}
	for _, name := range names {
		if host, _, ok := strings.Cut(name, "/"); !ok || host != "vault" && host != "office" {
			t.Errorf("a thread is called %s", name)
		}
	}
}

// TestGotoTargets: a line is gone to where a thread comes there.
func TestGotoTargets(t *testing.T) {
	c, at := bankAt(t, is{"line": 81, "hitCondition": "5"})
	var x godap.GotoTargetsResponseBody
	c.ask("gotoTargets", is{"source": is{"path": "bank.go"}, "line": 81}, &x)
	if len(x.Targets) != 2 || !strings.HasPrefix(x.Targets[0].Label, "last time, at ") ||
		!strings.HasPrefix(x.Targets[1].Label, "next time, at ") {
		t.Fatalf("targets: %+v", x.Targets)
	}
	gone := c.move("goto", at.ThreadId, is{"targetId": x.Targets[0].Id})
	if gone.Reason != "goto" || c.line(at.ThreadId) != 81 {
		t.Errorf("gone to line %d: %+v", c.line(at.ThreadId), gone)
	}
}

// TestStepInTarget: of the functions that a line calls one is stepped into.
func TestStepInTarget(t *testing.T) {
	c, at := bankAt(t, is{"line": 111})
	var x godap.StepInTargetsResponseBody
	c.ask("stepInTargets", is{"frameId": c.stack(at.ThreadId).StackFrames[0].Id}, &x)
	if len(x.Targets) != 1 || x.Targets[0].Label != "ask" {
		t.Fatalf("targets: %+v", x.Targets)
	}
	c.move("stepIn", at.ThreadId, is{"targetId": x.Targets[0].Id})
	frames := c.stack(at.ThreadId).StackFrames
	if !strings.Contains(frames[0].Name, "ask") {
		t.Errorf("stepped into %s", frames[0].Name)
	}
	c.move("next", at.ThreadId, nil)
	frame := c.stack(at.ThreadId).StackFrames[0].Id
	if x := c.move("restartFrame", at.ThreadId, is{"frameId": frame}); x.Reason != "goto" {
		t.Errorf("restartFrame: %+v", x)
	}
}

// TestStepInOther: the function that is called second is stepped into over the first.
func TestStepInOther(t *testing.T) {
	c := connect(t, samples{})
	c.ask("initialize", is{"adapterID": "machsim"}, nil)
	c.ask("launch", is{"program": "commit", "seed": 1}, nil)
	c.event("initialized", nil)
	c.ask("setBreakpoints", is{"source": is{"path": "commit.go"}, "breakpoints": []is{{"line": 97}}}, nil)
	c.ask("configurationDone", is{}, nil)
	at := c.stopped()
	var x godap.StepInTargetsResponseBody
	c.ask("stepInTargets", is{"frameId": c.stack(at.ThreadId).StackFrames[0].Id}, &x)
	if len(x.Targets) != 2 || x.Targets[1].Label != "find" {
		t.Fatalf("targets: %+v", x.Targets)
	}
	c.move("stepIn", at.ThreadId, is{"targetId": x.Targets[1].Id})
	if name := c.stack(at.ThreadId).StackFrames[0].Name; name != "commit.find" {
		t.Errorf("stepped into %s", name)
	}
}

// TestLogPoint: a log point stops nobody, and tells values.
func TestLogPoint(t *testing.T) {
	c, at := bankAt(t, is{"line": 81, "logMessage": "account {r.Account} has {r.Balance}"}, is{"line": 94})
	if c.line(at.ThreadId) != 94 {
		t.Fatalf("stopped at line %d", c.line(at.ThreadId))
	}
	logged := 0
	for _, line := range c.said() {
		if strings.Contains(line, "account 1 has 103") && strings.Contains(line, "@") {
			logged++
		}
	}
	if logged == 0 {
		t.Errorf("nothing was logged: %v", c.said())
	}
}

// TestBreakpointsAre: what becomes of those that cannot be.
func TestBreakpointsAre(t *testing.T) {
	c, _ := bankAt(t)
	x := c.breaks(is{"line": 10}, is{"line": 9999}, is{"line": 81, "condition": "nothing > 1"}, is{"line": 81,
		"hitCondition": "often"}, is{"line": 81, "logMessage": "{open"}, is{"line": 81, "condition": "r.Account"},
		is{"line": 88, "condition": "id > 5"}) // which is about the message of a call there
	var got []string
	for _, b := range x.Breakpoints {
		got = append(got, fmt.Sprint(b.Line, b.Verified))
		if !b.Verified && b.Message == "" {
			t.Errorf("no word on %+v", b)
		}
	}
	want := []string{"25 true", "9999 false", "81 false", "81 false", "81 false", "81 false",
		"88 true"}
	if !slices.Equal(got, want) {
		t.Errorf("%v: %+v", got, x.Breakpoints)
	}
	ids := c.breaks(is{"line": 81}, is{"line": 83}).Breakpoints
	again := c.breaks(is{"line": 83}, is{"line": 81}).Breakpoints
	if ids[0].Id != again[1].Id || ids[1].Id != again[0].Id {
		t.Errorf("a breakpoint that stays has another number: %+v, %+v", ids, again)
	}
	var lines godap.BreakpointLocationsResponseBody
	c.ask("breakpointLocations", is{"source": is{"path": "bank.go"}, "line": 78, "endLine": 82}, &lines)
	if len(lines.Breakpoints) != 2 {
		t.Errorf("places of breakpoints: %+v", lines)
	}
}

// TestSetVariable: a variable is set in a fork; a client that knows of invalidated is told by that, another by a stop.
func TestSetVariable(t *testing.T) {
	for _, knows := range []bool{false, true} {
		c := connect(t, samples{})
		c.ask("initialize", is{"adapterID": "machsim", "supportsInvalidatedEvent": knows}, nil)
		c.ask("launch", is{"program": "bank", "seed": 9}, nil)
		c.event("initialized", nil)
		c.breaks(is{"line": 81})
		c.ask("configurationDone", is{}, nil)
		at := c.stopped()
		account := c.scope(c.stack(at.ThreadId).StackFrames[0].Id, "Locals")["account"]
		var x godap.SetVariableResponseBody
		c.ask("setVariable", is{"variablesReference": account.VariablesReference, "name": "[1]", "value": "7"}, &x)
		if x.Value != "7" {
			t.Errorf("set to %+v", x)
		}
		if knows {
			c.event("invalidated", nil)
		} else {
			c.event("continued", nil)
			c.stopped()
		}
		if text := strings.Join(c.said(), ""); !strings.Contains(text, "fork 1") {
			t.Errorf("the fork is not told: %s", text)
		}
		account = c.scope(c.stack(at.ThreadId).StackFrames[0].Id, "Locals")["account"]
		if !strings.Contains(account.Value, " 7 ") {
			t.Errorf("account is %s", account.Value)
		}
		if n := c.count("progressStart") + c.count("memory"); n > 0 || !knows && c.count("invalidated") > 0 {
			t.Error("the client is told what it does not know")
		}
	}
}

// TestRestart: the run of another seed, with the same breakpoints.
func TestRestart(t *testing.T) {
	c, at := bankAt(t, is{"line": 81})
	c.ask("restart", is{"arguments": is{"program": "bank", "seed": 3}}, nil)
	c.event("continued", nil)
	if x := c.stopped(); x.Reason != "breakpoint" || len(x.HitBreakpointIds) != 1 || c.line(at.ThreadId) != 81 {
		t.Errorf("the run of another seed stops so: %+v", x)
	}
	var x godap.EvaluateResponseBody
	c.ask("evaluate", is{"expression": "info", "context": "repl"}, &x)
	if !strings.Contains(x.Result, "seed       3") {
		t.Errorf("it is %s", x.Result)
	}
}

// TestStackOverHosts: a server's stack goes on with its caller's, labelled by the host.
func TestStackOverHosts(t *testing.T) {
	c, at := bankAt(t, is{"line": 79})
	var names []string
	for _, f := range c.stack(at.ThreadId).StackFrames {
		names = append(names, f.Name)
	}
	text := strings.Join(names, "\n")
	if !strings.Contains(text, "called by office/teller") ||
		!strings.Contains(text, "bank.byGetAndPut  on office/teller") {
		t.Errorf("the stack of the bank:\n%s", text)
	}
	var one godap.StackTraceResponseBody
	c.ask("stackTrace", is{"threadId": at.ThreadId, "startFrame": 0, "levels": 1}, &one)
	if len(one.StackFrames) != 1 || one.TotalFrames < 2 {
		t.Errorf("one frame: %+v", one)
	}
	frame := c.stack(at.ThreadId).StackFrames[0].Id
	held := c.scope(frame, "Held by the task")
	rights := c.parts(held["rights"].VariablesReference)
	if len(rights) == 0 {
		t.Errorf("the bank has no rights: %+v", held)
	}
	if queues := c.parts(held["queues"].VariablesReference); len(queues) == 0 {
		t.Error("the bank has no queues")
	}
}

// TestSources: the text of a file that is not on this machine comes from the adapter, with its tabs.
func TestSources(t *testing.T) {
	c, at := bankAt(t, is{"line": 81})
	source := c.stack(at.ThreadId).StackFrames[0].Source
	var x godap.SourceResponseBody
	c.ask("source", is{"sourceReference": source.SourceReference}, &x)
	if !strings.Contains(x.Content, "\tth.Watch(\"balance\", &account)\n") {
		t.Errorf("the source of %+v: %.100s", source, x.Content)
	}
	var all godap.LoadedSourcesResponseBody
	c.ask("loadedSources", is{}, &all)
	if len(all.Sources) != 1 || all.Sources[0].Name != "bank.go" {
		t.Errorf("sources: %+v", all)
	}
	if b := c.setIn("/tmp/other.go"); b.Verified || !strings.Contains(b.Message, "other.go is no source file") {
		t.Errorf("a file of another program: %+v", b)
	}
}

// setIn sets a breakpoint in a file.
func (c *client) setIn(path string) godap.Breakpoint {
	c.t.Helper()
	var x godap.SetBreakpointsResponseBody
	c.ask("setBreakpoints", is{"source": is{"path": path}, "breakpoints": []is{{"line": 10}}}, &x)
	return x.Breakpoints[0]
}

// TestDisassemble: the instructions of a thread are its kernel calls.
func TestDisassemble(t *testing.T) {
	c, at := bankAt(t, is{"line": 81})
	ip := c.stack(at.ThreadId).StackFrames[0].InstructionPointerReference
	var x godap.DisassembleResponseBody
	c.ask("disassemble", is{"memoryReference": ip, "instructionOffset": -200, "instructionCount": 210}, &x)
	if len(x.Instructions) != 210 || x.Instructions[200].Address != ip || x.Instructions[0].Instruction != "(none)" ||
		!strings.HasPrefix(x.Instructions[199].Instruction, "@") {
		t.Errorf("%d instructions, around %s: %+v", len(x.Instructions), ip, x.Instructions[195:])
	}
	var set godap.SetInstructionBreakpointsResponseBody
	c.ask("setInstructionBreakpoints", is{"breakpoints": []is{{"instructionReference": "send to port bank"}}}, &set)
	if y := c.move("continue", at.ThreadId, nil); y.Reason != "instruction breakpoint" || !set.Breakpoints[0].Verified {
		t.Errorf("at a call of the kernel: %+v, %+v", y, set)
	}
}

// TestParams takes parameters as clients write them that have no other word for none.
func TestParams(t *testing.T) {
	for text, want := range map[string]int{`{"args": []}`: 0, `{"args": {}}`: 0, `{"args": null}`: 0, `{"args": {"n": 3}}`: 1,
		`{"args": [3]}`: -1, `{"args": "n=3"}`: -1} {
		var l dap.Launch
		if err := json.Unmarshal([]byte(text), &l); (err != nil) != (want < 0) || err == nil && len(l.Args) != want {
			t.Errorf("%s: %v, %v", text, l.Args, err)
		}
	}
}

// TestHex: values in hexadecimal, as a client may ask for them.
func TestHex(t *testing.T) {
	c, at := bankAt(t, is{"line": 81})
	hex := is{"hex": true}
	var x godap.EvaluateResponseBody
	c.ask("evaluate", is{"expression": "15 + 15", "format": hex}, &x)
	if x.Result != "0x1e" {
		t.Errorf("15 + 15 is %s", x.Result)
	}
	var scopes godap.ScopesResponseBody
	c.ask("scopes", is{"frameId": c.stack(at.ThreadId).StackFrames[0].Id}, &scopes)
	var rows godap.VariablesResponseBody
	c.ask("variables", is{"variablesReference": scopes.Scopes[1].VariablesReference, "format": hex}, &rows)
	if !slices.ContainsFunc(rows.Variables, func(v godap.Variable) bool { return strings.HasPrefix(v.Value, "0x") }) {
		t.Errorf("no local in hexadecimal: %+v", rows.Variables)
	}
	if c.ask("evaluate", is{"expression": "15 + 15"}, &x); x.Result != "30" {
		t.Errorf("without a format it is %s", x.Result)
	}
}
