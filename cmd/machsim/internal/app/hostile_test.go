package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/debugger/event/history"
	"machsim/debugger/record"
	"machsim/debugger/study"
	"machsim/test/hostile"
)

func init() { testPrograms = append(testPrograms, &hostile.Program) }

// Whatever a program calls its things, and says, none of it comes out of any command as it
// is.
func TestHostileProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	file := filepath.Join(study.Directory, "hostile-7.rec")
	all := [][]string{
		{"run", "hostile", "--seed", "7"}, {"run", "hostile", "--seed", "7", "--trace"},
		{"run", "hostile", "--seeds", "5", "--no-record"},
		{"verify", "hostile", "--seed", "7"}, {"list"}, {"help", "hostile"}, {"run", "hostile", "--help"},
		{"run", "hostile", "--m", "5"},
		{"replay", file}, {"replay", file, "--trace"}, {"info", file}, {"debug", file},
		{"run", "--from", file, "--at", "20", "--seed", "3"},
		{"run", "--from", file, "--at", "20", "--seed", "3", "--trace"},
		{"diagram", file}, {"diagram", file, "--all"}, {"diagram", file, "--ascii", "--width", "80"},
		{"diagram", file, "-o", "run.svg"},
		{"check", file, "label x"}, {"check", file, "terminate"}, {"check", file, "number = 1"},
		{"check", file, "lock by client"},
		{"check", file, "shown = 1"}, {"check", file, "receive by serv || fork", "--control"}, {"log", file},
		{"run", "hostile", "--halt-when", "fork by client"}, {"run", "hostile", "--seed", "7", "--max-events", "30"},
		{"run", hostile.Text("name")}, {"info", hostile.Text("file")}, {hostile.Text("command")},
		{"run", "hostile", "--n", hostile.Text("value"), "--seed", "7"},
		{"info", file}, {"__complete", "run", "hos"}, {"__complete", "run", "hostile", "--"},
	}
	for _, kind := range history.Names() {
		all = append(all, []string{"log", file, "--history", kind}, []string{"log", file, "--history", kind, "--json"},
			[]string{"log", file, "--history", kind, "--of", "x"})
	}
	for _, args := range all {
		var out, errs strings.Builder
		run(tested(), args, strings.NewReader("where\nquit\n"), &out, &errs)
		if out.Len()+errs.Len() == 0 && args[len(args)-1] != "--json" {
			t.Errorf("%q says nothing", args)
		}
		for _, text := range []string{out.String(), errs.String()} {
			if err := hostile.Check(text); err != nil {
				t.Errorf("%q: %v", args, err)
			}
		}
	}
	picture, err := os.ReadFile("run.svg")
	if err != nil {
		t.Fatal(err)
	}
	if err := hostile.Check(string(picture)); err != nil {
		t.Errorf("picture: %v", err)
	}
}

// Nor does anything that the header of a recording says.
func TestHostileHeader(t *testing.T) {
	h := hostile.Text
	for _, p := range []record.Package{{}, {Path: "example.com/lab", Dir: "/" + h("dir")},
		{Path: h("path"), Dir: h("dir")}} {
		var b bytes.Buffer
		record.Start(&b, record.Header{
			Program: h("program"), Args: map[string]string{h("name"): h("value")}, Strategy: h("strategy"), MaxSteps: 10,
			StepTime: 1,
			Build:    h("build"), Package: p, Parent: &record.Parent{File: h("parent"), Event: 1},
		})
		t.Chdir(t.TempDir())
		writeFiles(t, ".", map[string]string{"x.rec": b.String()})
		for _, args := range append(openers("x.rec"), []string{"info", "x.rec"}) {
			var out, errs strings.Builder
			run(tested(), args, strings.NewReader(""), &out, &errs)
			if args[0] == "info" && !strings.Contains(out.String(), `\x1b`) {
				t.Errorf("%q shows nothing of it: %s%s", args, &out, &errs)
			}
			for _, text := range []string{out.String(), errs.String()} {
				if err := hostile.Check(text); err != nil {
					t.Errorf("%q: %v", args, err)
				}
			}
		}
	}
}
