package repl_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/repl"
)

// looking has a line for each function of package look that is a command.
var looking = map[string]string{
	"Blocked": "blocked", "Check": "check --all blocked by client.1", "Conditions": "conditions", "Delays": "delays",
	"Disk": "disk", "Hosts": "hosts", "Isolate": "isolate client", "Linearizable": "linearizable register",
	"Memory": "memory 0x10000", "Message": "message", "Mutexes": "mutexes", "Netnames": "netnames", "Origin": "origin",
	"Port": "port data", "Ports": "ports all", "Queries": "queries", "Query": "query SELECT seq FROM events",
	"RPCs": "rpcs", "Races": "races", "Rows": "rows events", "Stats": "stats", "Suspended": "suspended",
	"Tables": "tables events", "Tasks": "tasks", "Timers": "timers", "Why": "why rpc 1", "Wires": "wires",
}

// TestLooks obeys every command of package look within a run, and on a fork: all that a person has is what it was.
func TestLooks(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("look/*.go")
	commands := 0
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range parsed.Decls {
			f, ok := x.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || len(f.Type.Params.List) != 2 {
				continue
			}
			if commands++; looking[f.Name.Name] == "" {
				t.Errorf("%s is not tried", f.Name)
			}
		}
	}
	if commands != len(looking) {
		t.Errorf("%d commands only look, and %d are tried", commands, len(looking))
	}
	d := open(t, debugger.Options{}, "bank", "--seed=1")
	p, _ := promptOn(t, d, repl.Options{})
	for _, setup := range []string{"goto 40", "break receive", "note here", "checkpoint a", "run 7", "goto 60"} {
		if err := p.Do(setup); err != nil {
			t.Fatalf("%s: %v", setup, err)
		}
		before := all(t, d)
		for _, line := range looking {
			_ = p.Do(line) // some have nothing to show here
			if after := all(t, d); after != before {
				t.Fatalf("after %s, %s: %s, and before %s", setup, line, after, before)
			}
		}
	}
}

// all is what a person has.
func all(t *testing.T, d *debugger.Debugger) string {
	t.Helper()
	ctx := context.Background()
	var b strings.Builder
	for _, get := range []func(context.Context) (any, error){
		func(ctx context.Context) (any, error) { return d.Here(ctx) },
		func(ctx context.Context) (any, error) { return d.Focus(ctx) },
		func(ctx context.Context) (any, error) { return d.Forks(ctx) },
		func(ctx context.Context) (any, error) { return d.Breakpoints(ctx) },
		func(ctx context.Context) (any, error) { return d.Stops(ctx) },
		func(ctx context.Context) (any, error) { return d.Notes(ctx) },
		func(ctx context.Context) (any, error) { return d.Checkpoints(ctx) },
	} {
		x, err := get(ctx)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%+v\n", x)
	}
	return b.String()
}
