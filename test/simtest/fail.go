package simtest

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// fail makes the run that has failed once more, records it, and ends the test with its
// report. Before and after are lines to go before and after that, "" for none.
func (p *plan) fail(t testing.TB, s *study.Study, make func() *study.Ran, before, after string) {
	t.Helper()
	overflowing := debugger.Overflowing()
	if overflowing {
		debug.SetMaxStack(roomToReport)
	}
	run := make()
	defer run.Close()
	if !run.Failed() {
		t.Fatalf("%s: seed %d %s\n%s", run.Program.Name, run.Seed, run.Vanished(), study.Causes())
	}
	path, err := run.Save(recordingOf(t.Name(), run.Seed))
	var b strings.Builder
	if before != "" {
		fmt.Fprintln(&b, before)
	}
	run.Print(&b, study.Look{Console: true, Repeat: p.command(t.Name(), run.Seed)})
	p.debug(&b, path, err)
	if p.shrinks && err == nil {
		explained(&b, "no smaller run", func() (string, error) { return p.smaller(s, run, path) })
	}
	if p.causes && err == nil {
		explained(&b, "no cause", func() (string, error) { return p.cause(s, run, path) })
	}
	if *onlySeed == 0 {
		fmt.Fprintf(&b, "  %s", after)
	}
	endless := overflowing || run.Greedy && run.Loop != nil // it goes on, and takes more
	if endless || debugger.Overflowing() {                  // to ask twice takes long: stacks that grow leave no processor
		endProcess(t, b.String())
	}
	t.Fatal(strings.TrimSpace(b.String()))
}

// explained adds what is said of a run beside its report, or why there is none of it.
func explained(b *strings.Builder, none string, say func() (string, error)) {
	text, err := say()
	if err != nil {
		text = fmt.Sprintf("%s: %v", none, err)
	}
	fmt.Fprintf(b, "  %s\n", strings.ReplaceAll(text, "\n", "\n  "))
}

// roomToReport is how large stacks may become while a run that overflows one is reported, in bytes.
const roomToReport = 2e9

// endProcess reports a failure, and ends the process: what a run leaves behind that overflows its stack, or takes
// memory without a kernel call, cannot be stopped, and the process would end in the midst of another test.
func endProcess(t testing.TB, text string) {
	fmt.Printf("--- FAIL: %s\n    %s\n    what goes on like this cannot be stopped: the other tests are not run\n",
		t.Name(), strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    "))
	study.EndTests()
	os.Exit(1)
}

// debug says where the run is recorded, and how to debug it.
func (p *plan) debug(b *strings.Builder, path string, err error) {
	if err != nil {
		fmt.Fprintf(b, "  it is not recorded: %v\n", err)
		return
	}
	fmt.Fprintf(b, "  recorded in %s\n", path)
	if p.process.Package.Path == "" {
		fmt.Fprintf(b, "  to debug it, declare the program as an exported variable outside of the _test.go files\n")
	} else {
		fmt.Fprintf(b, "  debug it: %s\n", p.process.Command("debug", path))
	}
}

// recordingOf is the file for a seed of a test, with its whole path if that is known:
// go test may have been called from anywhere.
func recordingOf(test string, seed uint64) string {
	dir := cmp.Or(os.Getenv(study.RecordingsVariable), study.Directory)
	path := filepath.Join(dir, fmt.Sprintf("%s-%d.rec", quote.Name(test), seed))
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// command is the command that makes the run again: alone, unless its strategy learns from those before it.
func (p *plan) command(test string, seed uint64) string {
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	command := fmt.Sprintf("go test -run '%s'", strings.Join(parts, "/"))
	if study.Learns(p.options.Strategy) {
		return command
	}
	return fmt.Sprint(command, study.SeedFlag, seed)
}

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
