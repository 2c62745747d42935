package app

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record/atomicfile"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
)

func newMerge() *cobra.Command {
	var output string
	var json bool
	c := &cobra.Command{
		Use:   "merge PART...",
		Short: "make one report of those of all shards of a search",
		Long: `merge makes one report of those that machsim explore --shard I/N -o PART has written: the same,
byte for byte, as if one process had made all runs, in whatever order the parts are named. If a
run has failed, it says which command makes the first of them again.`,
		Example: "  machsim merge 1.part 2.part 3.part 4.part -o all.part",
		RunE: func(c *cobra.Command, args []string) error {
			return merge(c, args, output, json)
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "write the report to `FILE`, too, as explore does")
	c.Flags().BoolVar(&json, "json", false, "print the report as JSON")
	return c
}

func merge(c *cobra.Command, files []string, output string, json bool) error {
	if len(files) == 0 {
		return wrong("merge needs the files that machsim explore --shard I/N -o FILE has written")
	}
	var parts []*campaign.Report
	for _, file := range files {
		r, err := readReport(file)
		if err != nil {
			return err
		}
		parts = append(parts, r)
	}
	r, err := campaign.Merge(parts)
	if err != nil {
		return unfit("%v", err)
	}
	if err := printReport(c, r, json); err != nil {
		return err
	}
	if len(r.Failures) > 0 && !json {
		fmt.Fprintf(c.OutOrStdout(), "  make and look at the first that failed: %s\n", firstFailing(r))
	}
	if output != "" {
		if err := writeReport(output, r); err != nil {
			return exit{exitWrong, err}
		}
	}
	return came(r)
}

// firstFailing is the command that makes the first run of a search that failed, and reports it: the search is made
// again up to there if its strategy has learnt from the runs before.
func firstFailing(r *campaign.Report) string {
	f := r.Failures[0]
	o := runner.New(&kernel.Program{Name: r.Program}, f.Seed)
	if r.Package != "" {
		o.As = r.Package + ":" + r.Program
	}
	o.Args, o.Claims, o.MaxSteps = r.Args, r.Claims, r.MaxEvents
	o.Weak, o.FreeTimers, o.Lenient, o.Preempt, o.KeepGoing = r.Weak, r.FreeTimers, r.Lenient, r.Preempt, r.PanicsPass
	o.Strategy = f.Strategy
	if row := strategy.Named(f.Strategy); row != nil && !row.Learns {
		return commandline.Command("run", o.Setup())
	}
	o.Strategy, o.Seed = r.Strategy, r.Seed
	words := []string{commandline.Command("explore", o.Setup())}
	for _, claim := range r.Claims {
		words = append(words, commandline.Quote(claim))
	}
	if bounds := r.Bounds.String(); bounds != "" {
		words = append(words, "--bound", bounds)
	}
	return strings.Join(words, " ")
}

// printReport prints a report for people, or as JSON.
func printReport(c *cobra.Command, r *campaign.Report, json bool) error {
	text, err := []byte(r.Text()), error(nil)
	if json {
		text, err = r.JSON()
	}
	if err != nil {
		return exit{exitWrong, err}
	}
	fmt.Fprintf(c.OutOrStdout(), "%s", text)
	return nil
}

// writeReport writes a report with all that it has.
func writeReport(path string, r *campaign.Report) error {
	text, err := r.Bytes()
	if err != nil {
		return err
	}
	return atomicfile.Write(path, text, 0o666)
}
