package app

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/study"
)

func newMerge(m *cli.Machsim) *cobra.Command {
	var output string
	var json bool
	c, f := m.Command(cli.Command{
		Use:   "merge PART...",
		Short: "make one report of those of all shards of a search",
		Long: `merge makes one report of those that machsim explore --shard I/N -o PART has written: the same,
byte for byte, as if one process had made all runs, in whatever order the parts are named. If a
run has failed, it says which command makes the first of them again, and which one opens it.`,
		Example: "  machsim merge 1.part 2.part 3.part 4.part -o all.part",
		Run: func(c *cobra.Command, args []string) error {
			return merge(c, args, output, json)
		},
	})
	f.StringVarP(&output, "output", "o", "", "write the report to `FILE`, too, as explore does")
	f.BoolVar(&json, "json", false, "print the report as JSON")
	return c
}

func merge(c *cobra.Command, files []string, output string, json bool) error {
	if len(files) == 0 {
		return cli.Wrong("merge needs the files that machsim explore --shard I/N -o FILE has written")
	}
	var parts []*study.Explored
	for _, file := range files {
		r, err := study.ReadExplored(file)
		if err != nil {
			return err
		}
		parts = append(parts, r)
	}
	r, err := study.Merge(parts)
	if err != nil {
		return err
	}
	if err := printReport(c, r, json, nil); err != nil {
		return err
	}
	if !json {
		tellFirst(c.OutOrStdout(), r)
	}
	if output != "" {
		if err := study.WriteExplored(output, r); err != nil {
			return err
		}
	}
	if r.Failing() {
		return cli.Failed
	}
	return nil
}

// tellFirst prints how the first run that failed is made again, and opened.
func tellFirst(w io.Writer, r *study.Explored) {
	makes, opens := study.FirstFailing(r)
	if makes != "" {
		fmt.Fprintf(w, "  make and look at the first that failed: %s\n", makes)
	}
	if opens != "" {
		fmt.Fprintf(w, "  debug it: %s\n", opens)
	}
}

// printReport prints a report for people, or as JSON, which tells of the first run that failed.
func printReport(c *cobra.Command, r *study.Explored, json bool, first any) error {
	text, err := []byte(r.Text()), error(nil)
	if json {
		text, err = r.JSON(first)
	}
	if err != nil {
		return cli.WrongBy(err)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s", text)
	return nil
}
