package wire_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"machsim/debugger"
	"machsim/debugger/data/sqlite"
	"machsim/debugger/face/wire"
	"machsim/kernel"
	"machsim/programs/hooked"
)

func TestMain(m *testing.M) {
	hooked.Register()
	os.Exit(m.Run())
}

// open opens a run of a sample program with hooks.
func open(t testing.TB, program string, seed uint64) *debugger.Debugger {
	t.Helper()
	i := slices.IndexFunc(hooked.All, func(p *kernel.Program) bool { return p.Name == program })
	from := debugger.Source{Program: hooked.All[i], Seed: seed}
	o := debugger.Options{Queries: sqlite.Engine{Limits: sqlite.Usual}}
	d, err := debugger.Open(context.Background(), from, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// asked is a call, and what the Debugger says to the same.
type asked struct {
	params string
	want   func(context.Context, *debugger.Debugger) (any, error)
}

// rows makes an asked of a method without parameters.
func rows[R any](f func(*debugger.Debugger, context.Context) (R, error)) asked {
	return asked{`{}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return f(d, ctx) }}
}

// where is a position of philosophers 26 at which plato holds a fork, and kant waits for one.
const where = "60"

// calls has a call of each method that tells rows of the Debugger, in the order in which they are made.
var calls = map[string]asked{
	"run": rows((*debugger.Debugger).Run), "forks": rows((*debugger.Debugger).Forks),
	"runs": rows((*debugger.Debugger).Runs),
	"end":  rows((*debugger.Debugger).End),
	"info": rows((*debugger.Debugger).Info), "data": rows((*debugger.Debugger).Data),
	"left": rows((*debugger.Debugger).Left), "mode": rows((*debugger.Debugger).Mode),
	"servers": rows((*debugger.Debugger).Servers),
	"focus":   rows((*debugger.Debugger).Focus), "breakpoints": rows((*debugger.Debugger).Breakpoints),
	"stops": rows((*debugger.Debugger).Stops), "checkpoints": rows((*debugger.Debugger).Checkpoints),
	"notes": rows((*debugger.Debugger).Notes), "unusedSeed": rows((*debugger.Debugger).UnusedSeed),
	"blocked": rows((*debugger.Debugger).Blocked), "suspended": rows((*debugger.Debugger).Suspended),
	"delays": rows((*debugger.Debugger).Delays), "threads": rows((*debugger.Debugger).Threads),
	"tasks": rows((*debugger.Debugger).Tasks), "hosts": rows((*debugger.Debugger).Hosts),
	"messages": rows((*debugger.Debugger).Messages), "mutexes": rows((*debugger.Debugger).Mutexes),
	"conditions": rows((*debugger.Debugger).Conditions), "timers": rows((*debugger.Debugger).Timers),
	"wires": rows((*debugger.Debugger).Wires), "packets": rows((*debugger.Debugger).Packets),
	"orphans": rows((*debugger.Debugger).Orphans), "choices": rows((*debugger.Debugger).Choices),
	"netnames": rows((*debugger.Debugger).Netnames), "hasStatements": rows((*debugger.Debugger).HasStatements),
	"globals": rows((*debugger.Debugger).Globals),
	"shown":   rows((*debugger.Debugger).Shown), "sources": rows((*debugger.Debugger).Sources),
	"races": rows((*debugger.Debugger).Races), "histories": rows((*debugger.Debugger).Histories),
	"historyObjects": rows((*debugger.Debugger).HistoryObjects), "undo": rows((*debugger.Debugger).Undo),
	"stats": rows((*debugger.Debugger).Stats),

	"query": {`{"query": "select n, kind, 1.5, null from events", "most": 2}`,
		func(ctx context.Context, d *debugger.Debugger) (any, error) {
			return d.Query(ctx, "select n, kind, 1.5, null from events", 2)
		}},
	"gotoRow": {`{"row": 3}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.GotoRow(ctx, 3, 1) }},
	"nextRow": {`{"back": true}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.NextRow(ctx, true, 1) }},
	"queries": rows((*debugger.Debugger).Queries),
	"compare": {`{"one": 0, "other": 1}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Compare(ctx, 0, 1)
	}},
	"cause": {`{"samples": 10, "exact": 100}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Cause(ctx, debugger.CauseOptions{Samples: 10, Exact: 100})
	}},
	"causeFound": rows((*debugger.Debugger).CauseFound),
	"enter":      {`{"number": 0}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Enter(ctx, 0) }},
	"parent":     {`{}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Parent(ctx) }},
	"closeRun": {`{"number": 1}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.CloseRun(ctx, 1)
	}},
	"findFork": {`{"word": "1"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.FindFork(ctx, "1") }},
	"beside":   {`{"file": "x.rec"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Beside(ctx, "x.rec") }},
	"save":     {`{"file": "x.rec"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Save(ctx, "x.rec") }},
	"findEvent": {`{"word": "#41"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.FindEvent(ctx, "#41")
	}},
	"goto": {`{"position": "past 41"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		at, err := d.Position(ctx, "past 41")
		if err != nil {
			return nil, err
		}
		return d.Goto(ctx, at)
	}},
	"step": {`{"thread": "kant", "n": 2, "mode": "optimistic"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Step(ctx, debugger.Step{Thread: "kant", N: 2, Mode: debugger.Optimistic})
	}},
	"next": {`{"back": true}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Next(ctx, debugger.Step{Back: true})
	}},
	"stepLine": {`{"kind": "over", "thread": "hume", "n": 2}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.StepLine(ctx, debugger.LineStep{Kind: debugger.Over, Thread: "hume", N: 2})
	}},
	"continue": {`{"back": true}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Continue(ctx, true) }},
	"joint": {`{"mode": "pessimistic", "back": true}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Joint(ctx, debugger.Pessimistic, true)
	}},
	"rollback": {`{"name": "none"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Rollback(ctx, "none") }},
	"setFocus": {`{"thread": "hume"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.SetFocus(ctx, "hume")
	}},
	"findThread": {`{"thread": "hume"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.FindThread(ctx, "hume")
	}},
	"break": {`{"text": "lock fork1"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Break(ctx, "lock fork1", false)
	}},
	"watch": {`{"kind": "watch", "expression": "nothing"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Watch(ctx, debugger.ChangeWatch, debugger.Scope{}, "nothing")
	}},
	"stopIf": {`{"predicate": "label x by kant"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.StopIf(ctx, "label x by kant")
	}},
	"traceIf": {`{"expression": "1 +", "predicate": "x"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.TraceIf(ctx, "1 +", "x")
	}},
	"trace": {`{"what": "work.x"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Trace(ctx, "work.x")
	}},
	"primary": {`{"number": 3}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Primary(ctx, 3, 0) }},
	"checkpoint": {`{"name": "here"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Checkpoint(ctx, "here")
	}},
	"note": {`{"text": "look"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Note(ctx, "look") }},
	"fork": {`{"seed": "7", "next": "hume"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		seed := uint64(7)
		return d.Fork(ctx, debugger.Fork{Seed: &seed, Next: "hume"})
	}},
	"reply": rows((*debugger.Debugger).Reply),
	"returns": {`{"expression": "x.f()"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Returns(ctx, debugger.Invoke{Expression: "x.f()"})
	}},
	"sees":   {`{"expression": "x"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Sees(ctx, "x") }},
	"why":    {`{"thread": "kant"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Why(ctx, "kant") }},
	"tables": rows((*debugger.Debugger).Tables),
	"rows": {`{"table": "locks", "where": ["held_us > 0"], "order": ["-n"], "most": 2}`,
		func(ctx context.Context, d *debugger.Debugger) (any, error) {
			return d.Rows(ctx, debugger.RowQuery{Table: "locks", Where: []string{"held_us > 0"}, Order: []string{"-n"}, Most: 2})
		}},
	"rpcs": {`{"which": "failed"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.RPCs(ctx, "failed", 0, 0) }},
	"linearizable": {`{"model": "map:port=bank,init=50"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Linearizable(ctx, "map:port=bank,init=50")
	}},
	"rpc":   {`{"number": 3}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.RPC(ctx, 3) }},
	"ports": {`{"all": true}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Ports(ctx, true) }},
	"files": {`{"host": "", "file": "x", "from": 2, "most": 9223372036854775807}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Files(ctx, "", "x", 9)
	}},
	"port": {`{"name": "x"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Port(ctx, "x") }},
	"message": {`{"sent": 41}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Message(ctx, 41)
	}},
	"names": {`{"kinds": ["mutex", "task"]}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Names(ctx, debugger.Mutexes, debugger.Tasks)
	}},
	"frames": {`{"thread": "kant"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Frames(ctx, "kant") }},
	"callStack": {`{"thread": "kant"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.CallStack(ctx, "kant")
	}},
	"selectFrame": {`{"number": 0}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.SelectFrame(ctx, 0)
	}},
	"moveFrame": {`{"by": 1}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.MoveFrame(ctx, 1) }},
	"value": {`{"expression": "1 + 22", "format": "x"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Value(ctx, debugger.Scope{As: debugger.Hex}, "1 + 22")
	}},
	"locals": {`{"thread": "kant"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Locals(ctx, debugger.Scope{Thread: "kant"})
	}},
	"parts": {`{"expression": "names", "from": 2, "most": 1}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Parts(ctx, debugger.Scope{}, "names", 1, 1)
	}},
	"changes": {`{"expression": "x"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Changes(ctx, "x") }},
	"origins": {`{"expression": "x"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Origins(ctx, debugger.Origin{Expression: "x"})
	}},
	"memory": {`{"address": "0x10000", "length": 8}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Memory(ctx, debugger.Scope{}, "0x10000", 8)
	}},
	"variables": {`{"words": ["kant"], "format": "raw"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Variables(ctx, debugger.Raw, "kant")
	}},
	"evaluate": {`{"expression": "1 + 22", "format": "x"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Evaluate(ctx, debugger.Hex, "1 + 22")
	}},
	"stack":    {`{"thread": "kant"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Stack(ctx, "kant") }},
	"nextCall": {`{"thread": "kant"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.NextCall(ctx, "kant") }},
	"display": {`{"expression": "1 + 22", "format": "x"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Display(ctx, debugger.Hex, "1 + 22")
	}},
	"let": {`{"name": "n", "expression": "1 + 22"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Let(ctx, "n", debugger.Scope{}, "1 + 22")
	}},
	"lets": rows((*debugger.Debugger).Lets),
	"findThreads": {`{"thread": "{kant hume}"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.FindThreads(ctx, "{kant hume}")
	}},
	"nameThread": {`{"thread": "kant", "name": "eater"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.NameThread(ctx, "kant", "eater")
	}},
	"threadNames": rows((*debugger.Debugger).ThreadNames),
	"displays":    rows((*debugger.Debugger).Displays),
	"isolate": {`{"task": "table"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Isolate(ctx, "table", "")
	}},
	"events": {`{"from": 10, "to": 20, "thread": "kant"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.Events(ctx, debugger.Span{Thread: "kant", From: 10, To: 20, Most: 1000})
	}},
	"history": {`{"name": "mutex", "most": 3}`, func(ctx context.Context, d *debugger.Debugger) (any, error) {
		return d.History(ctx, "mutex", "", 3)
	}},
	"object": {`{"name": "fork1"}`, func(ctx context.Context, d *debugger.Debugger) (any, error) { return d.Object(ctx, "fork1", 0) }},
}

// others are calls of methods that do more than one of the Debugger does; they answer something.
var others = map[string]string{
	"recordings": `{}`, "programs": `{}`, "remove": `{"file": "y.rec"}`, "mutants": `{"program": "bank"}`,
	"analyse": `{"program": "bank"}`,
	"version": `{}`, "here": `{}`, "command": `{"line": "threads"}`, "complete": `{"line": "thr"}`,
	"session": `{}`, "you": `{}`, "can": `{}`, "cancel": `{"id": 7}`, "panic": `{}`,
	"batch":    `{"calls": [{"method": "here"}, {"method": "threads", "params": {"from": 2, "most": 2}}]}`,
	"position": `{"position": "past 41"}`, "around": `{"events": 10}`, "setMode": `{"mode": "optimistic"}`,
	"setServers": `{"on": true}`, "unnameThread": `{"name": "eater"}`, "undisplay": `{"numbers": []}`,
	"nameQuery": `{"name": "x", "query": "select 1"}`,
	"enable":    `{"on": false, "numbers": [1]}`, "delete": `{"numbers": [1]}`, "forget": `{"name": "c1"}`,
	"deleteNote": `{"number": 1}`, "function": `{"name": "dine"}`, "lines": `{"from": 10, "most": 3}`,
	"output": `{}`, "diff": `{"position": "start"}`, "diagram": `{"from": 1, "to": 20}`,
	"check": `{"predicate": "label eats by kant"}`, "halt": `{"predicate": "lock fork1 by kant"}`,
	"halts": `{}`, "lanes": `{}`, "tile": `{"step": 1, "bins": 10, "rows": [[0], [1, 2]]}`, "marks": `{"to": 10}`,
	"arrows": `{"to": 50, "most": 10}`, "coordinates": `{"events": [1, 2]}`, "pick": `{"to": 10, "lanes": [0]}`,
	"cone": `{"event": 41}`, "snap": `{"to": 30}`, "cut": `{}`, "overview": `{"bins": 10}`,
}

// TestOthers makes these calls.
func TestOthers(t *testing.T) {
	d := open(t, "philosophers", 26)
	begun(t, d)
	if _, err := d.Checkpoint(context.Background(), ""); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Note(context.Background(), "look"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.NameThread(context.Background(), "kant", "eater"); err != nil {
		t.Fatal(err)
	}
	s := wire.New(d, wire.Options{Shelf: shelf{t}})
	for _, m := range wire.Methods {
		params := others[m.Name]
		if params == "" {
			continue
		}
		x, err := s.Call(context.Background(), m.Name, json.RawMessage(params))
		if err != nil {
			t.Errorf("%s %s: %v", m.Name, params, err)
		} else if raw := x.(json.RawMessage); !json.Valid(raw) {
			t.Errorf("%s %s answers what is no JSON: %s", m.Name, params, raw)
		}
	}
}

// ofCompany are methods that TestTogether calls.
var ofCompany = []string{"give", "take"}

// ofShelf are methods that TestReplaced, TestExploring and TestMany call.
var ofShelf = []string{"open", "record", "explore", "shrink", "contrast", "verify"}

// TestMethods makes each call over the wire, and the same with another Debugger on the same run: both say the same.
func TestMethods(t *testing.T) {
	ctx := context.Background()
	for _, m := range wire.Methods {
		c, ok := calls[m.Name]
		if !ok {
			if others[m.Name] == "" && !slices.Contains(append(ofCompany, ofShelf...), m.Name) {
				t.Errorf("no test makes the call %s", m.Name)
			}
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			d, twin := open(t, "philosophers", 26), open(t, "philosophers", 26)
			s := wire.New(d, wire.Options{})
			for _, d := range []*debugger.Debugger{d, twin} {
				begun(t, d)
			}
			got, err := s.Call(ctx, m.Name, json.RawMessage(c.params))
			want, wrong := c.want(ctx, twin)
			if wrong != nil {
				if text := wire.Described(wrong).Text; err == nil || err.Error() != text {
					t.Errorf("the error is %v, and should be %s", err, text)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if text := string(wire.Encode(want)); string(got.(json.RawMessage)) != text {
				t.Errorf("%s\nwant\n%s", got, text)
			}
		})
	}
}

// begun goes to where there is something to be seen.
func begun(t *testing.T, d *debugger.Debugger) {
	t.Helper()
	ctx := context.Background()
	at, err := d.Position(ctx, where)
	if err == nil {
		_, err = d.Break(ctx, "lock fork2 by plato", false)
	}
	if err == nil {
		_, err = d.Goto(ctx, at)
	}
	if err != nil {
		t.Fatal(err)
	}
}
