//go:build !wasm

package course

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/grade"
	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/event/text"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// gradeCommand has the flags of the command grade.
type gradeCommand struct {
	*cli.Machsim
	courseKey
	format, keep, output, students, solutions string
	jobs                                      int
	again                                     bool
}

func NewGrade(m *cli.Machsim) *cobra.Command {
	g := &gradeCommand{Machsim: m}
	c, f := m.Command(cli.Command{
		Use:   "grade LAB FILE|DIR...",
		Short: "grade what students hand in for a lab",
		Long: `grade judges submissions: files as machsim lab hand-in writes them, directories, or directories of
such. Code of students is held to a safe part of Go, built without a network, and judged
in a process for each part; one that loops, dies or lies gets no points, and the others
are graded as if it were not there. Seeds and sizes follow from the course key, which only
the teacher has: the same key gives the same grades, on any machine.

Grades are kept in a directory as they come: a grade command that was interrupted goes on
where it was. What is kept counts for the same files, lab and key.

Formats: ` + formatHelp() + `

Exit codes: 0 all are graded, 1 --again found a difference, 2 the command was wrong.`,
		Example: `  machsim grade mutex submissions/ --key-file key.txt
  machsim grade mutex ann.zip --format gradescope -o results.json
  machsim grade mutex submissions/ --key-file key.txt --again`,
		Args: cobra.ArbitraryArgs, Run: g.run,
	})
	f.StringVar(&g.format, "format", "text", "print grades as `FORMAT`")
	g.courseKey.flags(f)
	f.StringVar(&g.students, "students", "", "of a debugging lab: who may hand in, a name in each line of `FILE`")
	f.StringVar(&g.keep, "keep", "", "keep grades and recordings in `DIR`; without it, .machsim/grades-LAB")
	f.StringVarP(&g.output, "output", "o", "", "write to `FILE`; of a format for one submission, to files in a directory")
	f.StringVar(&g.solutions, "solutions", "", "hold tests also against the solutions in `DIR`, which students do not see")
	f.IntVar(&g.jobs, "jobs", runtime.NumCPU(), "grade `N` submissions at a time")
	f.BoolVar(&g.again, "again", false, "grade once more, and say in what the grades differ from those that are kept")
	c.ValidArgsFunction = completeLabs
	formats := cobra.FixedCompletions(grade.FormatNames(), cobra.ShellCompDirectiveNoFileComp)
	_ = c.RegisterFlagCompletionFunc("format", formats)
	return c
}

// formatHelp lists the formats.
func formatHelp() string {
	var b strings.Builder
	for _, f := range grade.Formats {
		fmt.Fprintf(&b, "\n    %-11s %s", f.Name, f.Says)
	}
	return b.String()
}

func (g *gradeCommand) run(c *cobra.Command, args []string) error {
	f := grade.FormatOf(g.format)
	switch {
	case len(args) < 2:
		return cli.Wrong("%s needs a lab and what was handed in, such as %s mutex submissions/", c.CommandPath(),
			c.CommandPath())
	case f == nil:
		return cli.Wrong("there is no format %q; there are: %s", g.format, strings.Join(grade.FormatNames(), ", "))
	case g.jobs < 1:
		return cli.TooSmall("jobs", g.jobs)
	}
	l, err := lab.Find(args[0])
	if err != nil {
		return err
	}
	if g.solutions != "" {
		if err := l.Hide(g.solutions); err != nil {
			return err
		}
	}
	key, err := g.courseKey.read()
	if err != nil {
		return err
	}
	class, err := g.class(l)
	if err != nil {
		return err
	}
	w, err := workshop(c, l, key)
	if err != nil {
		return err
	}
	w.Students = class
	return g.grade(c, w, f, args[1:])
}

func (g *gradeCommand) grade(c *cobra.Command, w *grade.Workshop, f *grade.Format, words []string) error {
	names, others, err := w.Submissions(words, f.One && len(words) == 1)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "machsim: left out, as these are no submissions by their names: %s\n",
			quote.Line(text.List(others)))
	}
	if f.One && len(names) > 1 && g.output == "" {
		return cli.Wrong("the format %s is of one submission, and there are %d: say with -o DIR where to", f.Name, len(names))
	}
	dir := g.keep
	if dir == "" {
		dir = filepath.Join(study.Directory, "grades-"+w.Lab.Name)
	}
	s, err := w.OpenStore(dir)
	if err != nil {
		return err
	}
	defer s.Close()
	if g.again {
		return g.regrade(c, w, s, names)
	}
	grades, err := g.all(c, w, s, names)
	if err != nil {
		return err
	}
	for _, x := range grades {
		if err := x.Record(dir); err != nil {
			return err
		}
	}
	return g.write(c.OutOrStdout(), f, grades)
}

// all grades all submissions, with a bar.
func (g *gradeCommand) all(c *cobra.Command, w *grade.Workshop, s *grade.Store, names []string) (
	[]*grade.Grade, error,
) {
	bar := term.NewBar(c.ErrOrStderr(), "grading", len(names))
	defer bar.End()
	ctx, done := g.UntilInterrupt()
	defer done()
	return w.All(ctx, names, g.jobs, s, func(*grade.Grade, bool) { bar.Step() })
}

// regrade judges all once more.
func (g *gradeCommand) regrade(c *cobra.Command, w *grade.Workshop, s *grade.Store, names []string) error {
	differ := 0
	for _, name := range names {
		_, lines, err := w.Again(name, s)
		if err != nil {
			return err
		}
		if len(lines) > 0 {
			differ++
			fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", name, strings.Join(lines, "; "))
		}
	}
	if differ > 0 {
		return cli.Failed
	}
	fmt.Fprintf(c.OutOrStdout(), "%d graded again: each grade is the same to the bit\n", len(names))
	return nil
}

// write writes grades where they are wanted.
func (g *gradeCommand) write(out io.Writer, f *grade.Format, all []*grade.Grade) error {
	switch {
	case g.output == "":
		return f.Write(out, all)
	case !f.One || len(all) == 1 && !isDirectory(g.output):
		return writeGrades(f, all, g.output)
	}
	if err := os.MkdirAll(g.output, 0o777); err != nil {
		return err
	}
	for _, x := range all {
		file := filepath.Join(g.output, grade.NameOf(x.Submission)+f.Ext)
		if err := writeGrades(f, []*grade.Grade{x}, file); err != nil {
			return err
		}
	}
	return nil
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func writeGrades(f *grade.Format, all []*grade.Grade, file string) error {
	var b bytes.Buffer
	if err := f.Write(&b, all); err != nil {
		return err
	}
	return study.Write(file, b.Bytes())
}
