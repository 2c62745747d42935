package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
)

// forged writes a recording of a program that a package is said to declare.
func forged(t *testing.T, p record.Package) string {
	t.Helper()
	var b bytes.Buffer
	o := runner.New(tested().FindProgram("t-ok"), 1)
	o.Package = p
	o.Record = record.Start(&b, o.Setup().Header())
	runner.Do(o).Close()
	file := filepath.Join(t.TempDir(), "forged.rec")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// module makes a module with one package, and returns its directory.
func module(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"go.mod": "module " + path + "\n\ngo 1.26\n",
		"lab.go": "package lab\n\nvar Program int\n",
	})
	return dir
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// openers are the command lines that open a recording.
func openers(file string) [][]string {
	return [][]string{
		{"replay", file}, {"debug", file}, {"check", file, "x = 1"}, {"diagram", file},
		{"log", file, "--history", "threads"}, {"run", "--from", file, "--at", "0"}, {"run", "--from=" + file, "--at", "0"},
	}
}

// A recording whose package is none of the module one stands in is not opened, whatever it
// names, and nothing is built: neither where it says the package was nor anywhere else.
func TestRecordingOfElsewhere(t *testing.T) {
	strange := module(t, "example.com/lab")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(strange, link); err != nil {
		t.Skip(err)
	}
	t.Setenv(userprog.CacheVariable, filepath.Join(t.TempDir(), "cache"))
	mine := module(t, "example.com/mine")
	for _, p := range []record.Package{
		{Path: "example.com/lab", Dir: strange}, {Path: "example.com/lab", Dir: link},
		{Path: "example.com/mine/../lab", Dir: strange},
		{Path: "example.com/lab", Dir: "."}, {Path: "./lab", Dir: strange}, {Path: strange, Dir: strange},
		{Path: "fmt", Dir: strange},
		{Path: "-toolexec=./x", Dir: strange}, {Path: "example.com/lab@latest", Dir: strange},
		{Path: "example.com/...", Dir: strange},
		{Path: "all", Dir: strange}, {Path: "lab.go", Dir: strange}, {Path: "machsim/programs/bank", Dir: strange},
		{Path: "example.com/mine/\x1b[31m", Dir: strange}, {Path: "example.com/lab", Dir: "-C"},
	} {
		file := forged(t, p)
		t.Chdir(mine)
		for _, args := range openers(file) {
			var out, errs strings.Builder
			code := run(tested(), args, strings.NewReader("y\ny\n"), &out, &errs)
			if code != cli.ExitWrong && code != cli.ExitUnfit || out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 {
				t.Errorf("%q %q: exit code %d, %s%s", p, args, code, &out, &errs)
			}
			if quote.Text(errs.String()) != errs.String() {
				t.Errorf("%q %q: %q", p, args, errs.String())
			}
		}
		if _, err := os.Stat(os.Getenv(userprog.CacheVariable)); err == nil {
			t.Fatalf("%q: something was built", p)
		}
	}
}

// What is to be trusted is said in one sentence.
func TestTrustIsAskedFor(t *testing.T) {
	strange := module(t, "example.com/lab")
	file := forged(t, record.Package{Path: "example.com/lab", Dir: strange})
	t.Chdir(t.TempDir())
	var out, errs strings.Builder
	code := run(tested(), []string{"replay", file}, strings.NewReader("y\n"), &out, &errs)
	want := "machsim: to open " + file + " is to build and run package example.com/lab, in " + strange +
		", which is not of the module you stand in; go to the directory of its module, or add --trust if you trust " +
		"whoever wrote it\n"
	if code != cli.ExitWrong || errs.String() != want {
		t.Errorf("exit code %d, %s", code, &errs)
	}
}

// Info, help and completion open recordings of anything, and build nothing.
func TestInfoBuildsNothing(t *testing.T) {
	strange := module(t, "example.com/lab")
	file := forged(t, record.Package{Path: "example.com/lab", Dir: strange})
	t.Setenv(userprog.CacheVariable, filepath.Join(t.TempDir(), "cache"))
	t.Chdir(strange) // where a package may be built, and is not
	all := [][]string{{"info", file}, {"__complete", "debug", file, ""}, {"__complete", "log", file, "--history", ""}}
	for _, args := range openers(file) {
		all = append(all, append(args, "--help"), append(args[:1:1], append([]string{"-h"}, args[1:]...)...))
	}
	for _, args := range all {
		var out, errs strings.Builder
		if code := run(tested(), args, strings.NewReader(""), &out, &errs); code != cli.ExitOK || out.Len() == 0 {
			t.Errorf("%q: exit code %d, %s", args, code, &errs)
		}
	}
	if _, err := os.Stat(os.Getenv(userprog.CacheVariable)); err == nil {
		t.Error("something was built")
	}
}
