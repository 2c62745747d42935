//go:build !wasm

package source

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/mutate"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/event/text"
	"machsim/debugger/study"
	"machsim/kernel"
)

// mutating has the flags of the command mutate.
type mutating struct {
	cli.Settings
	seeds     int
	tests     string // the directory with the tests; "" for that of the package
	test      string // which of them
	operators []string
	limit     int
	json      bool
}

// usualMutantSeeds is how many seeds a mutant is held against if nobody says more.
const usualMutantSeeds = 100

func NewMutate(m *cli.Machsim) *cobra.Command {
	x := &mutating{Settings: m.Settings()}
	c, f := m.Command(cli.Command{
		Use:   "mutate PROGRAM",
		Short: "weaken a program in one place after the other, and see whether its tests notice",
		Long: `mutate makes mutants of a program: copies of the package that are weakened in one place, by
one of these mistakes:

` + operatorHelp() + `
Each is held against the tests of the package (go test), and against what the program checks
of itself and what flags claim, in runs of several seeds. A mutant is noticed if a test or a
run fails. One survives if nothing fails, although its runs are not those of the program: for
each that does, mutate shows the change, the first event that differs, and the command that
opens this run. One whose runs are all the same may differ in others.

A mutant has a name, as in bank.go:84:twice, and is a program like others: it can be run and
debugged as ./DIR:NAME@MUTANT.

Exit code 1 says that mutants survive, or that not all were tried. The program itself has to
keep what is claimed of it, and its tests have to pass.`,
		Example: `  machsim mutate ./lab
  machsim mutate ./lab --claims lab.claims --seeds 500
  machsim mutate bank-fixed --tests ./programs --test 'TestBugs/^bank-fixed$'
  machsim debug ./lab@lab.go:84:twice --seed 3`,
		Program: x.program,
	})
	x.RegisterAll(f)
	x.registerOwn(f)
	_ = c.RegisterFlagCompletionFunc("operator",
		cobra.FixedCompletions(operatorNames(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (x *mutating) registerOwn(f *pflag.FlagSet) {
	f.IntVar(&x.seeds, "seeds", usualMutantSeeds, "hold each mutant against `N` seeds, from --seed or 1 on")
	f.StringVar(&x.tests, "tests", "", "the tests are those in `DIR` (default that of the package)")
	f.StringVar(&x.test, "test", "", "only the tests that `PATTERN` matches, as go test -run takes it")
	f.StringSliceVar(&x.operators, "operator", nil, "only mutants by `NAME`: "+strings.Join(operatorNames(), ", "))
	f.IntVar(&x.limit, "limit", 0, "at most `N` mutants, spread over the program")
	f.BoolVar(&x.json, "json", false, "print a JSON object with all mutants")
}

func operatorNames() (names []string) {
	return text.Each(mutate.Operators, func(o mutate.Operator) string { return o.Name })
}

func operatorHelp() string {
	var b strings.Builder
	for _, o := range mutate.Operators {
		fmt.Fprintf(&b, "  %-14s%s\n", o.Name, o.Doc)
	}
	return b.String()
}

func (x *mutating) program(c *cobra.Command, p *kernel.Program) error {
	if err := x.valid(); err != nil {
		return err
	}
	x.Memory = true
	return x.Studies(c, p, true, func(ctx context.Context, s *study.Study) error {
		if isMutant() {
			return x.work(ctx, c, s)
		}
		return x.grade(ctx, c, p, s)
	})
}

func (x *mutating) valid() error {
	unknown := func(name string) bool { return !slices.Contains(operatorNames(), name) }
	switch i := slices.IndexFunc(x.operators, unknown); {
	case i >= 0:
		return cli.Wrong("--operator takes %s, and not %q%s", strings.Join(operatorNames(), ", "), x.operators[i],
			text.Meant(x.operators[i], operatorNames()))
	case x.seeds < 1:
		return cli.TooSmall("seeds", x.seeds)
	case x.limit < 0:
		return cli.TooSmall("limit", x.limit)
	case study.Learns(x.Strategy):
		return cli.Wrong("--strategy %s learns from each run for the next; mutants are compared seed by seed", x.Strategy)
	}
	return nil
}

// grade holds the mutants of a program against its tests and claims.
func (x *mutating) grade(ctx context.Context, c *cobra.Command, p *kernel.Program, s *study.Study) error {
	b, err := x.bench(c, p, s)
	if err != nil {
		return err
	}
	program, err := b.itself(ctx)
	if err != nil {
		return err
	}
	chosen := x.chosen(b.mutants)
	bar := term.NewBar(c.ErrOrStderr(), "mutants", len(chosen))
	all, err := mutate.Grade(ctx, b, chosen, program, runtime.GOMAXPROCS(0), bar.Step)
	bar.End()
	if err != nil {
		return err
	}
	r := x.report(b, p.Name, all)
	if err := r.Keep(); err != nil {
		cli.Warn(c, "the page will not know of it: %v", err)
	}
	if x.json {
		err = study.WriteJSON(c.OutOrStdout(), r)
	} else {
		printMutants(c.OutOrStdout(), r)
	}
	if err == nil && (r.Survive > 0 || r.Interrupted) {
		err = cli.Failed
	}
	return err
}

// chosen are the numbers of the mutants that the flags ask for, of all.
func (x *mutating) chosen(all []*mutate.Mutant) (some []mutate.Numbered) {
	for i, m := range all {
		if len(x.operators) == 0 || slices.Contains(x.operators, m.Operator) {
			some = append(some, mutate.Numbered{Mutant: m, Number: i + 1})
		}
	}
	if n := x.limit; n > 0 && n < len(some) {
		for i := range n {
			some[i] = some[i*len(some)/n]
		}
		some = some[:n]
	}
	return some
}

// packageOf is the package that a program is declared in.
func packageOf(m *cli.Machsim, p *kernel.Program) (*userprog.Package, error) {
	if m.User != nil {
		return userprog.Find(".", m.User.Dir)
	}
	return userprog.Sample(p)
}

// mutantWord is how a mutant is typed.
func mutantWord(p *userprog.Package, program string, m *mutate.Mutant) string {
	return fmt.Sprintf("%s:%s@%s", filepath.ToSlash(userprog.ShortPath(p.Dir)), program, m.Name)
}

// report is what came of all mutants.
func (x *mutating) report(b *bench, program string, all []*mutate.Graded) *study.Mutants {
	r := &study.Mutants{Program: program, Seeds: x.seeds, Tests: b.shownTests()}
	for _, g := range all {
		if g == nil {
			r.Interrupted = true
			continue
		}
		y := study.Mutant{Name: g.Name, Change: g.Diff(), Status: string(g.Status), Test: g.Test}
		if f := g.Run; f != nil {
			y.Seed, y.Failure = f.Seed, f.What
		}
		if d := g.Difference; d != nil {
			y.Seed, y.Event, y.Original, y.Instead = d.Seed, d.Event, d.Program, d.Mutant
		}
		y.Open = b.opens(g.Mutant, &y)
		r.All = append(r.All, y)
		count(r, g)
	}
	return r
}

// count counts a mutant by what became of it.
func count(r *study.Mutants, g *mutate.Graded) {
	switch g.Status {
	case mutate.Noticed:
		r.Noticed++
		if g.Test != "" {
			r.ByTests++
		}
	case mutate.Survives:
		r.Survive++
	case mutate.Unreached:
		r.Unreached++
		r.Same++
	case mutate.Same:
		r.Same++
	}
}
