//go:build !wasm

package source

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/mutate"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// A process that has all mutants of a package makes the runs of the one that it is told to be, and prints what came of
// them. So a mutant that takes all memory, or ends its process, takes nothing else along.

// tracedVariable tells such a process to show the run of a seed instead, an event a line.
const tracedVariable = "MACHSIM_MUTANT_SEED"

// isMutant says whether this is such a process.
func isMutant() bool {
	_, is := hook.MutantsReached()
	return is
}

// work does what such a process is for.
func (x *mutating) work(ctx context.Context, c *cobra.Command, s *study.Study) error {
	if os.Getenv(tracedVariable) != "" {
		out := term.NewScreen(c.OutOrStdout(), true)
		run, err := s.Run(ctx, out.Tracer())
		if err == nil {
			run.Close()
			out.End()
		}
		return err
	}
	runs := &mutate.Runs{First: x.Seed}
	if found, err := s.Sample(ctx, x.seeds); err != nil {
		runs.Refused = err.Error()
	} else if runs.Hashes = found.Hashes; found.Failed {
		runs.Failure = &mutate.Failure{Seed: found.Seed, What: found.How.String()}
	}
	runs.Reached, _ = hook.MutantsReached()
	text, err := json.Marshal(runs)
	fmt.Fprintf(c.OutOrStdout(), "\n%s\n", text)
	return err
}

// bench is a mutate.Bench.
type bench struct {
	pkg     *userprog.Package
	mutants []*mutate.Mutant
	study   *study.Study
	program string
	words   []string // of the command that such a process is given
	exe     string   // it
	tests   string   // the executable with the tests; "" for none
	in      string   // their directory
	pattern string
	patient time.Duration // how long tests of a mutant may take
}

// bench builds the executables.
func (x *mutating) bench(c *cobra.Command, p *kernel.Program, s *study.Study) (*bench, error) {
	shown := term.NewWaiting(c.ErrOrStderr(), "building the mutants")
	defer shown.End()
	pkg, err := packageOf(x.Machsim, p)
	if err != nil {
		return nil, err
	}
	found, err := pkg.FindMutants(".")
	if err != nil {
		return nil, err
	}
	b := &bench{pkg: pkg, mutants: found.Mutants, study: s, program: p.Name, words: x.Words,
		in: cmp.Or(x.tests, pkg.Dir), pattern: x.test, patient: time.Hour}
	all := pkg.WithMutants(found)
	if cli.WantsHooks(x.Words) {
		var h userprog.Hooked
		h, err = all.BuildHooked(".")
		b.exe = h.Exe
	} else {
		b.exe, err = all.Build(".", shown.Output())
	}
	if errors.Is(err, userprog.ErrBuild) {
		return nil, cli.Exit{Code: cli.ExitWrong}
	} else if err != nil {
		return nil, err
	}
	if b.in, err = filepath.Abs(b.in); err == nil {
		b.tests, err = all.BuildTests(".", b.in)
	}
	if err == nil && x.tests+x.test != "" && b.tests == "" {
		err = cli.Wrong("there are no tests in %s", userprog.ShortPath(b.in))
	}
	return b, err
}

// shownTests is the directory of the tests, "" if there are none.
func (b *bench) shownTests() string {
	if b.tests == "" {
		return ""
	}
	return userprog.ShortPath(b.in)
}

// Tests of a mutant that compute for ever, or wait, are given up after the time of the program's own tests times
// morePatience, and leastPatience.
const leastPatience, morePatience = 20 * time.Second, 10

// itself makes the runs and the tests of the program. The error says that it does not keep what is claimed.
func (b *bench) itself(ctx context.Context) (*mutate.Runs, error) {
	runs, err := b.Runs(ctx, 0)
	switch {
	case err != nil:
		return nil, err
	case runs.Failure != nil:
		return nil, cli.Wrong("%s itself fails with seed %d, %s: its mutants tell nothing before that is mended", b.program,
			runs.Failure.Seed, runs.Failure.What)
	}
	began := time.Now()
	test, err := b.Tests(ctx, 0)
	b.patient = leastPatience + morePatience*time.Since(began)
	if err == nil && test != "" {
		err = cli.Wrong("the tests of the program itself fail: %s; its mutants tell nothing before that is mended", test)
	}
	return runs, err
}

// process is the command of a process that is a mutant.
func (b *bench) process(ctx context.Context, number int, more ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, b.exe, b.words...)
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", userprog.MutantVariable, number))
	c.Env = append(c.Env, more...)
	return c
}

func (b *bench) Runs(ctx context.Context, number int) (*mutate.Runs, error) {
	c := b.process(ctx, number)
	var errs bytes.Buffer
	c.Stderr = &errs
	text, err := c.Output()
	runs := &mutate.Runs{}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	switch {
	case json.Unmarshal(lines[len(lines)-1], runs) == nil && runs.Refused != "":
		return nil, cli.Wrong("%s", runs.Refused)
	case runs.Hashes != nil:
		return runs, nil
	case interrupted(ctx, err):
		return nil, context.Canceled
	}
	line, _, _ := strings.Cut(errs.String(), "\n")
	runs.Failure = &mutate.Failure{What: fmt.Sprintf("it ended its process, %v: %s", err, quote.Line(line))}
	return runs, nil
}

// interrupted says whether a process has ended because of Ctrl-C, which it hears of as soon as this one.
func interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil || err != nil && err.Error() == "signal: interrupt"
}

// failing matches what go test says of a test that fails.
var failing = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

func (b *bench) Tests(ctx context.Context, number int) (string, error) {
	if b.tests == "" {
		return "", nil
	}
	dir, err := os.MkdirTemp("", "machsim-mutant-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	c := exec.CommandContext(ctx, b.tests, "-test.failfast", "-test.timeout="+b.patient.String(), "-test.run="+b.pattern)
	c.Dir = b.in
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", userprog.MutantVariable, number), study.RecordingsVariable+"="+dir)
	text, err := c.CombinedOutput()
	var status *exec.ExitError
	switch {
	case interrupted(ctx, err):
		return "", context.Canceled
	case err == nil:
		return "", nil
	case !errors.As(err, &status):
		return "", err
	}
	if all := failing.FindAllSubmatch(text, -1); all != nil {
		return quote.Line(string(all[len(all)-1][1])), nil
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return quote.Line(fmt.Sprintf("%v: %s", err, line)), nil
}

func (b *bench) Differ(ctx context.Context, number int, seed uint64) (*mutate.Difference, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	program, err := b.trace(ctx, 0, seed)
	if err != nil {
		return nil, err
	}
	mutant, err := b.trace(ctx, number, seed)
	if err != nil {
		return nil, err
	}
	d := &mutate.Difference{Seed: seed}
	for {
		one, other := program(), mutant()
		if one != other {
			d.Program, d.Mutant = one, other
			_, _ = fmt.Sscan(cmp.Or(one, other), &d.Event)
			return d, nil
		}
		if one == "" {
			return d, nil
		}
	}
}

// trace begins to show the run of a seed. The function that it returns returns line after line, with one space between
// words; "" at the end.
func (b *bench) trace(ctx context.Context, number int, seed uint64) (next func() string, err error) {
	c := b.process(ctx, number, fmt.Sprintf("%s=%d", tracedVariable, seed))
	c.Args = append(c.Args, "--seed", strconv.FormatUint(seed, 10))
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	go func() {
		<-ctx.Done()
		_ = c.Wait()
	}()
	lines := bufio.NewScanner(out)
	return func() string {
		for lines.Scan() {
			if words := strings.Fields(lines.Text()); words != nil {
				return strings.Join(words, " ")
			}
		}
		return ""
	}, nil
}

// opens is the command that opens the run of a mutant that fails or differs; "" for none.
func (b *bench) opens(m *mutate.Mutant, x *study.Mutant) string {
	if x.Seed == 0 {
		return ""
	}
	o := b.study.Options()
	o.Seed = x.Seed
	setup := o.Setup()
	setup.As = mutantWord(b.pkg, b.program, m)
	command := commandline.Command("debug", setup)
	if x.Instead != "" && x.Event > 0 {
		command += fmt.Sprint(" --at ", x.Event)
	}
	return command
}
