package simtest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
)

// recordings is where the runs that failed are recorded, in the directory of the test's
// package: as machsim run does it.
const recordings = ".machsim"

// fail makes the run that has failed once more, records it, and ends the test with its
// report. Before and after are lines to go before and after that, "" for none.
func (p *plan) fail(t testing.TB, o *runner.NewOptions, before, after string) {
	t.Helper()
	o.Lines, o.Repeats = true, true
	path := recordingOf(t.Name(), o.Seed)
	file, err := create(path)
	if err == nil {
		o.Record, o.Recording = record.Start(file, o.Setup().Header()), path
	}
	overflowing := watch.Overflowing()
	if overflowing {
		debug.SetMaxStack(roomToReport)
	}
	run := runner.Do(o)
	defer run.Close()
	if file != nil {
		err = errors.Join(run.Lost, file.Close())
	}
	if !run.Failed() {
		t.Fatalf("%s: seed %d failed, but not when it was run again: the program is not deterministic, "+
			"or a condition is not\n%s",
			o.Program.Name, o.Seed, report.Causes())
	}
	var b strings.Builder
	if before != "" {
		fmt.Fprintln(&b, before)
	}
	rep := report.Last(run)
	rep.Recording = ""
	rep.Print(&b, report.Style{Console: true, Advice: report.Advice{Repeat: p.command(t.Name(), o.Seed), Limits: raised}})
	p.debug(&b, path, err)
	if p.shrinks && err == nil {
		p.smaller(&b, path)
	}
	if *onlySeed == 0 {
		fmt.Fprintf(&b, "  %s", after)
	}
	endless := overflowing || run.Greedy && run.Loop != nil // it goes on, and takes more
	if endless || watch.Overflowing() {                     // to ask twice takes long: stacks that grow leave no processor
		endProcess(t, b.String())
	}
	t.Fatal(strings.TrimSpace(b.String()))
}

// roomToReport is how large stacks may become while a run that overflows one is reported, in bytes.
const roomToReport = 2e9

// endProcess reports a failure, and ends the process: what a run leaves behind that overflows its stack, or takes
// memory without a kernel call, cannot be stopped, and the process would end in the midst of another test.
func endProcess(t testing.TB, text string) {
	fmt.Printf("--- FAIL: %s\n    %s\n    what goes on like this cannot be stopped: the other tests are not run\n",
		t.Name(), strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    "))
	supervised().forget()
	os.Exit(1)
}

// raised says how a test raises the limits of its runs.
var raised = report.Limits{
	report.EventLimit: "more simtest.MaxEvents", report.MemoryLimit: "more simtest.MaxMemory",
}

// debug says where the run is recorded, and how to debug it.
func (p *plan) debug(b *strings.Builder, path string, err error) {
	switch {
	case err != nil:
		fmt.Fprintf(b, "  it is not recorded: %v\n", err)
	case p.options.Package.Path == "":
		fmt.Fprintf(b, "  recorded in %s\n", path)
		fmt.Fprintf(b, "  to debug it, declare the program as an exported variable outside of the _test.go files\n")
	default:
		fmt.Fprintf(b, "  recorded in %s\n", path)
		fmt.Fprintf(b, "  debug it: %s\n", commandline.Open("debug", path, false))
	}
}

// recordingOf is the file for a seed of a test, with its whole path if that is known:
// go test may have been called from anywhere.
func recordingOf(test string, seed uint64) string {
	path := filepath.Join(recordings, fmt.Sprintf("%s-%d.rec", unfit.ReplaceAllString(test, "-"), seed))
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// unfit is what names of tests may have, and of files better not.
var unfit = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// create makes the file of a recording.
func create(path string) (*os.File, error) {
	if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return os.Create(path)
}

// command is the command that makes the run again: alone, unless its strategy learns from those before it.
func (p *plan) command(test string, seed uint64) string {
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	command := fmt.Sprintf("go test -run '%s'", strings.Join(parts, "/"))
	if p.learns() {
		return command
	}
	return fmt.Sprint(command, seedFlag, seed)
}

// seedFlag is in a command the flag for one seed.
const seedFlag = " -simtest.seed "

func fine(n int) string {
	if n == 0 {
		return "it is the first seed"
	}
	return seeds(n) + " before it: all fine"
}

// seeds puts a number of seeds into words.
func seeds(n int) string {
	if n == 1 {
		return "1 seed"
	}
	return fmt.Sprintf("%d seeds", n)
}
