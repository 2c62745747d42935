package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/event/text"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/debugger/study/contrast"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// comparing has the flags of the command compare.
type comparing struct {
	settings
	claiming
	seeds int
	json  bool
}

// usualSeeds is how many runs are compared unless somebody says otherwise.
const usualSeeds = 1000

func errFewSeeds(n int) error {
	return wrong("--seeds must be above 1, not %d: there have to be runs to compare", n)
}

func (m *machsim) newCompare() *cobra.Command {
	k := &comparing{settings: settings{machsim: m}}
	c := &cobra.Command{
		Use:   "compare PROGRAM | FILE...",
		Short: "say what failing runs have that good ones have not",
		Long: `compare makes many runs of a program, or replays recordings of one, and says what failing
runs have that good ones have not: an order of two events, an event of another thread between
two of one, mutexes that are held at the same time, a message that was lost, a call that timed
out, a value. Failures with different verdicts, or different texts, are told apart.

With each it says how many failing and how many good runs have it, and how likely that is by
chance: p is that of Fisher's exact test, corrected by Holm's method for the number of features
tested. So "nothing tells them apart" is an answer. A failing run that shows the first is
recorded, and a good one that has it not. The exit code is 1 if nothing tells them apart, or
if all runs ended alike.`,
		Example: `  machsim compare bank
  machsim compare philosophers --seeds 5000 --n 3
  machsim compare .machsim/bank-*.rec`,
	}
	k.settings.register(c.PersistentFlags())
	k.settings.registerKeepGoing(c.PersistentFlags())
	k.claiming.register(c.PersistentFlags())
	c.PersistentFlags().IntVar(&k.seeds, "seeds", usualSeeds, "make runs of `N` seeds, from --seed or 1 on")
	c.PersistentFlags().BoolVar(&k.json, "json", false, "print a JSON object for each thing that tells runs apart")
	k.perProgram(c, k.program)
	k.files(c)
	addTrust(c)
	return c
}

// files lets the command compare recordings as well.
func (k *comparing) files(c *cobra.Command) {
	programs := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return wrong("compare needs the name of a program, or the files of recordings; machsim list shows the programs")
		}
		if k.findProgram(args[0]) != nil || !looksLikeFile(args[0]) {
			return programs(c, args)
		}
		return k.recordings(c, args)
	}
	c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	}
}

// program compares runs of a program.
func (k *comparing) program(c *cobra.Command, p *kernel.Program) error {
	if k.seeds < 2 {
		return errFewSeeds(k.seeds)
	}
	if err := k.claiming.validate(c.Flags()); err != nil {
		return err
	}
	if err := k.settings.validate(c.Flags()); err != nil {
		return err
	}
	o := k.options(c, p)
	o.Claims = k.Words()
	if !c.Flags().Changed("seed") {
		o.Seed = 1
	}
	var done func()
	o.Stop, done = k.supervisor.Interrupted()
	defer done()
	k.tries(o)
	bar := term.NewBar(c.ErrOrStderr(), "runs", 2*k.seeds)
	of := study.New(o, k.Claims)
	x, err := of.Compare(k.seeds, bar.Step)
	bar.End()
	if k.lookInFunctions(of.Variable(), c.ErrOrStderr()) {
		return k.program(c, k.findProgram(p.Name))
	}
	remarked(c, of)
	return k.report(c, p.Name, x, err, func(i int) string { return fmt.Sprint("seed ", o.Seed+uint64(i)) },
		func(i int) (string, error) { return k.record(c, o, i) })
}

// record records one of the runs of a program, and returns the file.
func (k *comparing) record(c *cobra.Command, o *runner.NewOptions, i int) (string, error) {
	one := *o
	one.Seed, one.Try = o.Seed+uint64(i), i
	if err := k.judged(c, k.machsim, &one); err != nil {
		return "", err
	}
	file := k.recordTo(c, "", &one)
	if file == nil {
		return "", nil // which was told
	}
	k.runs(&one)
	run := runner.Do(&one)
	defer letGo(c, run)
	k.recorded(c, file, run)
	return run.Setup.Recording, nil
}

// recordings compares recorded runs.
func (k *comparing) recordings(c *cobra.Command, files []string) error {
	if name := howMade(c.Flags(), "seeds", "keep-going"); name != "" {
		return wrong("--%s and recordings do not go together: each says how it was made", name)
	}
	files = slices.Compact(slices.Sorted(slices.Values(files)))
	if len(files) < 2 {
		return wrong("compare needs several recordings, of failing and of good runs")
	}
	stop, done := k.supervisor.Interrupted()
	defer done()
	all := make([]*runner.ReplayOptions, len(files))
	var of *kernel.Program
	for i, file := range files {
		rec, p, err := k.openRun(file)
		if err != nil {
			return err
		}
		if of != nil && of != p {
			return wrong("%s is of program %s, and %s of program %s: compare runs of one", files[0], of.Name, file, p.Name)
		}
		of = p
		all[i] = k.replayOf(file, p, rec)
		all[i].Stop = stop
	}
	bar := term.NewBar(c.ErrOrStderr(), "runs", 2*len(files))
	x, err := contrast.Compare(contrast.Recordings(all, bar.Step))
	bar.End()
	var bad *contrast.Unfit
	if errors.As(err, &bad) {
		return unfit("%s does not fit the program: %s", files[bad.Run], bad.Text)
	}
	name := func(i int) string { return files[i] }
	return k.report(c, of.Name, x, err, name, func(i int) (string, error) { return files[i], nil })
}

// report prints what was found. name says what a run is called, file in which file it is.
func (k *comparing) report(c *cobra.Command, program string, x *contrast.Result, err error, name func(int) string,
	file func(int) (string, error)) error {
	switch {
	case errors.Is(err, contrast.ErrStopped):
		return exit{exitFailed, errors.New("interrupted: nothing was compared")}
	case err != nil:
		return exit{exitWrong, err}
	case k.json:
		return k.printJSON(c.OutOrStdout(), x, name)
	}
	w := c.OutOrStdout()
	fmt.Fprintf(w, "%s  %s\n", program, x.Summary())
	told := false
	for i := range x.Classes {
		class := &x.Classes[i]
		fmt.Fprintf(w, "\n%s in %s, first in %s\n", quote.Line(class.Failure()), text.Counted(class.Runs, "run"),
			name(class.First))
		if x.Good == 0 {
			continue
		}
		if why := class.Nothing(); why != "" {
			fmt.Fprintf(w, "  %s\n", why)
			continue
		}
		told = true
		printTells(w, class, x.Good)
		if err := offer(w, &class.Tells[0], name, file); err != nil {
			return err
		}
	}
	if why := x.Nothing(); why != "" {
		if len(x.Classes) > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, why)
	}
	if !told {
		return failed
	}
	return nil
}

// printTells prints what tells a class apart.
func printTells(w io.Writer, class *contrast.Class, good int) {
	t := text.NewTable(">failing", ">good", ">p", "")
	for i := range class.Tells {
		l := &class.Tells[i]
		t.Add(fmt.Sprintf("%d/%d", l.Failing, class.Runs), fmt.Sprintf("%d/%d", l.Good, good),
			l.Chance(), quote.Line(l.Text))
		for _, line := range l.Also() {
			t.Add("", "", "", "  "+quote.Line(line))
		}
	}
	fmt.Fprint(w, term.Fold(w, t.Text(term.Width(w))))
	fmt.Fprintf(w, "p: by Fisher's exact test, corrected for %s by Holm's method\n", text.Counted(class.Tested, "feature"))
}

// offer names two recordings that show the difference.
func offer(w io.Writer, l *contrast.Tell, name func(int) string, file func(int) (string, error)) error {
	bad, err := file(l.Run)
	if err != nil {
		return err
	}
	if bad != "" {
		fmt.Fprintf(w, "look at %s: machsim debug %s\n", events(l.Events), quote.Line(bad))
	}
	if l.Without < 0 {
		return nil
	}
	well, err := file(l.Without)
	if err == nil && well != "" {
		fmt.Fprintf(w, "a good run without it: machsim debug %s\n", quote.Line(well))
	}
	return err
}

// events names events by their numbers.
func events(all []int) string {
	if len(all) == 1 {
		return fmt.Sprint("event ", all[0])
	}
	var words []string
	for _, e := range all {
		words = append(words, fmt.Sprint(e))
	}
	return "events " + text.List(words)
}

// toldApart is a row of what tells failing runs apart, as JSON has it.
type toldApart struct {
	Verdict     string  `json:"verdict"`
	Failure     string  `json:"failure"`
	Kind        string  `json:"kind"`
	Feature     string  `json:"feature"`
	Failing     int     `json:"failing"`
	FailingRuns int     `json:"failing_runs"`
	Good        int     `json:"good"`
	GoodRuns    int     `json:"good_runs"`
	P           float64 `json:"p"`
	Corrected   float64 `json:"p_corrected"`
	Run         string  `json:"run"`
	Events      []int   `json:"events"`
	Without     string  `json:"without,omitempty"`
}

// printJSON prints an object for each thing that tells runs apart.
func (k *comparing) printJSON(w io.Writer, x *contrast.Result, name func(int) string) error {
	var err error = failed
	for i := range x.Classes {
		class := &x.Classes[i]
		for _, l := range class.Tells {
			row := toldApart{string(class.Verdict), class.Text, l.Kind.String(), l.Text, l.Failing, class.Runs, l.Good, x.Good,
				l.P, l.Corrected, name(l.Run), l.Events, ""}
			if l.Without >= 0 {
				row.Without = name(l.Without)
			}
			line, broken := json.Marshal(row)
			if broken != nil {
				return broken
			}
			fmt.Fprintf(w, "%s\n", quote.JSON(line))
			err = nil
		}
	}
	return err
}
