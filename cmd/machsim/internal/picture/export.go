package picture

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger"
)

// exporting has the flags of the command export.
type exporting struct {
	*cli.Machsim
	formats map[string]*bool
	table   string
	at      int
	output  string
}

func NewExport(m *cli.Machsim) *cobra.Command {
	x := &exporting{Machsim: m, formats: map[string]*bool{}}
	c, f := m.Command(cli.Command{
		Use:   "export FILE --FORMAT",
		Short: "write a recorded run in the format of another tool",
		Long: `export writes a recorded run for other tools. Times are virtual, and begin in 1970.
docs/EVENTS.md says what becomes of what.`,
		Example: `  machsim export .machsim/bank-9.rec --perfetto -o bank.json
  machsim export .machsim/philosophers-7.rec --dot | dot -Tsvg > waits.svg
  machsim export .machsim/bank-9.rec --csv messages
  machsim export .machsim/bank-9.rec --sqlite -o bank.db`,
		File: x.export,
	})
	for _, format := range debugger.ExportFormats() {
		if format.Name != "csv" {
			doc := format.Doc
			if format.NeedsFile() {
				doc += "; needs -o"
			}
			x.formats[format.Name] = f.Bool(format.Name, false, doc)
		}
	}
	f.StringVar(&x.table, "csv", "", "a `TABLE`, such as events, messages or locks, as comma-separated values")
	f.IntVar(&x.at, "at", 0, "the position of --dot: after `EVENT`, in recorded order; without it the end of the run")
	f.StringVarP(&x.output, "output", "o", "", "write to `FILE` in place of standard output")
	return c
}

// export writes a recording.
func (x *exporting) export(c *cobra.Command, path string) error {
	format, err := x.format(c)
	if err != nil {
		return err
	}
	return x.Opened(c, path, func(ctx context.Context, d *debugger.Debugger) error {
		if c.Flags().Changed("at") {
			if err := cli.MoveTo(ctx, d, fmt.Sprint(x.at)); err != nil {
				return err
			}
		}
		return x.to(c, func(w io.Writer) error { return d.Export(ctx, w, format, x.table) })
	})
}

// format is the one format that was asked for.
func (x *exporting) format(c *cobra.Command) (string, error) {
	var names, asked []string
	for name, is := range x.formats {
		names = append(names, "--"+name)
		if *is {
			asked = append(asked, name)
		}
	}
	if c.Flags().Changed("csv") {
		asked = append(asked, "csv")
	}
	names = append(names, "--csv TABLE")
	slices.Sort(names)
	switch {
	case len(asked) != 1:
		return "", cli.Wrong("export needs one format: %s", strings.Join(names, ", "))
	case x.output == "" && needsFile(asked[0]):
		return "", cli.Wrong("--%s needs -o FILE, which it makes", asked[0])
	case asked[0] != "dot" && c.Flags().Changed("at"):
		return "", cli.Wrong("--at is for --dot: the other formats have the whole run")
	}
	return asked[0], nil
}

// to writes to the file, beside its place first, or to standard output.
func (x *exporting) to(c *cobra.Command, write func(io.Writer) error) error {
	if x.output == "" {
		if err := write(c.OutOrStdout()); err != nil {
			return cli.WrongBy(err)
		}
		return nil
	}
	beside := x.output + ".part"
	f, err := os.Create(beside)
	if err != nil {
		return cli.WrongBy(err)
	}
	err = write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(beside, x.output)
	}
	if err != nil {
		_ = os.Remove(beside)
		return cli.Wrong("%s is not written: %v", x.output, err)
	}
	return nil
}

func needsFile(format string) bool {
	return slices.ContainsFunc(debugger.ExportFormats(), func(f debugger.ExportFormat) bool {
		return f.Name == format && f.NeedsFile()
	})
}
