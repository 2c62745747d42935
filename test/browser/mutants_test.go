package browser_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMutants shows what machsim mutate has left beside the recordings: those that survive first, with the command that
// shows their runs. Before, the window says how to get there.
func TestMutants(t *testing.T) {
	dir := t.TempDir()
	p := open(t, serveIn(t, dir, "bank-fixed", "--seed", "1"))
	p.await(drawn)
	p.window("mutants")
	p.await(`document.querySelector("#w-mutants").textContent.includes("machsim mutate does that")`)
	text := `{"program": "bank-fixed", "seeds": 100, "tests": "./programs", "mutants": [
		{"name": "bank.go:88:no-wake", "change": ["- reply"], "status": "noticed", "test": "TestBugs"},
		{"name": "bank.go:116:no-wait", "change": ["- ask(<b>)"], "status": "survives", "seed": 1, "event": 80,
			"program": "mach_msg", "mutant": "random", "open": "machsim debug ./bank@x --seed 1"}]}`
	if err := os.MkdirAll(filepath.Join(dir, ".machsim"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".machsim", "bank-fixed-mutants.json"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	ask[bool](p, `document.querySelector("#w-mutants .fields button").click() ?? true`)
	p.await(`document.querySelector("#w-mutants tbody")`)
	said := ask[string](p, `document.querySelector("#w-mutants").textContent`)
	at := 0
	for _, want := range []string{"2 mutants of bank-fixed: 1 noticed, 1 survive, 0 run like the program",
		"the tests in ./programs and 100 seeds", "bank.go:116:no-wait- ask(<b>)survives",
		"seed 1, event 80: random, not mach_msg", "machsim web ./bank@x --seed 1",
		"bank.go:88:no-wake- replynoticedTestBugs"} {
		i := strings.Index(said[at:], want)
		if i < 0 {
			t.Fatalf("the window does not say %q next: %q", want, said)
		}
		at += i + len(want)
	}
}
