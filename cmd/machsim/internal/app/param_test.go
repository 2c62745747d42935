package app

import (
	"encoding/json"
	"strings"
	"testing"

	"machsim/kernel"
)

// TestParamCalledAsFlag gives a parameter that is called as a flag of machsim's; the report repeats it.
func TestParamCalledAsFlag(t *testing.T) {
	for args, want := range map[string]string{
		"--seed 3 --param seed=9": "t-taken  seed 3  2 events  CHECK FAILED: seed 9, n 1",
		"--seed 3 --param n=2":    "repeat it: machsim run t-taken --seed 3 --n=2",
		"--param seed=9 --seed 3": "repeat it: machsim run t-taken --seed 3 --param seed=9",
		"--param seed":            "--param seed has no value; it is given as --param NAME=VALUE",
		"--param sed=1":           `t-taken has no parameter "sed", did you mean seed?`,
		"--param n=1 --n 2":       "parameter n is given twice",
		"--param n=1 --param n=2": "parameter n is given twice",
	} {
		m := tested()
		m.Programs = append(m.Programs, &kernel.Program{
			Name: "t-taken", Params: []kernel.Param{{Name: "seed", Default: "7"}, {Name: "n", Default: "1"}},
			Main: func(b *kernel.Boot) {
				text := "seed " + b.Text("seed") + ", n " + b.Text("n")
				b.Task(b.Host("a"), "main", func(th *kernel.Thread) { th.Fail("%s", text) })
			},
		})
		var out strings.Builder
		run(m, append([]string{"run", "t-taken", "--no-record"}, strings.Fields(args)...), strings.NewReader(""), &out, &out)
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: want %s in\n%s", args, want, &out)
		}
	}
}

// TestRunJSON reads the report of a run, and of a search through seeds, as a program reads it.
func TestRunJSON(t *testing.T) {
	for args, want := range map[string]string{
		"t-check --seed 1":                  `"verdict":"CHECK FAILED","summary":"one is not two"`,
		"t-self --seed 1":                   `"waits":[{"thread":"main.1","text":"waits for mutex`,
		"t-ok --seed 1":                     `"verdict":"OK"`,
		"t-ok --seeds 3":                    `{"program":"t-ok","verdict":"OK","fine":3,`,
		"t-rare --seeds 99":                 `"fine":`,
		"access --seed 2 --never a.using=1": `"verdict":"CHECK FAILED"`,
	} {
		var out, errs strings.Builder
		words := append([]string{"run", "--no-record", "--json"}, strings.Fields(args)...)
		code := run(tested(), words, strings.NewReader(""), &out, &errs)
		var x map[string]any
		if err := json.Unmarshal([]byte(out.String()), &x); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v: want %s in\n%s%s", args, err, want, &out, &errs)
		}
		if fine := x["verdict"] == "OK"; fine != (code == 0) {
			t.Errorf("%s: exit code %d: %s", args, code, &out)
		}
	}
}
