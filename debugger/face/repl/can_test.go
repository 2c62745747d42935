package repl_test

import (
	"context"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/programs"
)

// asTyped is how a command is asTyped that needs words.
var asTyped = map[string]string{
	"until": "until 70", "fork": "fork 1", "close": "close 1", "whatis": "whatis x", "watch": "watch x",
	"rwatch": "rwatch x", "awatch": "awatch x", "wwatch": "wwatch x",
	"until back": "until 70 back", "goto row": "goto row 1",
}

// vague are commands that refuse by the name that they are given, or that may do nothing.
var vague = map[string]bool{"switch": true, "rollback": true, "delete": true, "choose": true, "drop": true,
	"alter": true, "reorder": true, "abort": true,
	"continue": true, "continue back": true, "end": true, "start": true, "finish back": true, "races": true}

// TestCan goes to where many commands make no sense, and sees that each of these refuses in the words of Can. A command
// that Can lets pass does not fail with those words.
func TestCan(t *testing.T) {
	ctx := context.Background()
	from := debugger.Source{Program: programs.Find("philosophers"), Seed: 26}
	for _, lines := range []string{"start", "end", "goto 50", "goto 50;break lock fork1;disable",
		"goto 50;checkpoint;stop if kant.meals = 1", "goto 50;run 3;goto 60", "goto 50;run 3;parent"} {
		t.Run(lines, func(t *testing.T) {
			d, err := debugger.Open(ctx, from, debugger.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			p := repl.New(d, repl.Options{})
			for _, line := range strings.Split(lines, ";") {
				_, _ = p.Parts(ctx, line)
			}
			all, err := repl.Can(ctx, d)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range all {
				if a.Why != "" && !vague[a.Command] {
					refused(t, d, a)
				}
			}
		})
	}
}

// refused sees that a command refuses, and in which words.
func refused(t *testing.T, d *debugger.Debugger, a repl.Ability) {
	t.Helper()
	line := a.Command
	if asTyped[line] != "" {
		line = asTyped[line]
	}
	_, err := repl.New(d, repl.Options{}).Parts(context.Background(), line)
	if err == nil {
		t.Errorf("%s does what makes no sense: %s", line, a.Why)
	} else if got := repl.Words(err); got != a.Why {
		t.Errorf("%s refuses: %s\nand Can says: %s", line, got, a.Why)
	}
}

// TestCanSense sees what makes sense where: in the middle of the run, at its ends, and with something to undo.
func TestCanSense(t *testing.T) {
	ctx := context.Background()
	d, err := debugger.Open(ctx, debugger.Source{Program: programs.Find("philosophers"), Seed: 26}, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p := repl.New(d, repl.Options{})
	for _, step := range []struct{ line, can, cannot string }{
		{"", "event back,continue back,start,why", "event,continue,end,undo,run,choose,parent,fork,close,save,enable,step"},
		{"goto 50", "event,event back,undo,run,choose,comm,break", "rollback,delete,switch,enable,ocb,save,drop"},
		{"start", "event,end", "event back,continue back,start,comm back"},
		{"break lock fork1", "ocb,pcb,enable,delete", "switch"},
		{"disable 1", "enable,delete", "ocb"},
		{"checkpoint", "rollback", "parent"},
		{"run 7", "parent,close,fork,save", "run"},
	} {
		if _, err := p.Parts(ctx, step.line); err != nil {
			t.Fatal(err)
		}
		all, err := repl.Can(ctx, d)
		if err != nil {
			t.Fatal(err)
		}
		why := map[string]string{}
		for _, a := range all {
			why[a.Command] = a.Why
		}
		for _, name := range strings.Split(step.can, ",") {
			if why[name] != "" {
				t.Errorf("after %q %s makes no sense: %s", step.line, name, why[name])
			}
		}
		for _, name := range strings.Split(step.cannot, ",") {
			if why[name] == "" {
				t.Errorf("after %q %s makes sense", step.line, name)
			}
		}
	}
}
