//go:build !wasm

// Package course has the commands for courses: lab and grade.
package course

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/grade"
	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/picture"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/event/text"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/test/lab/verdict"
)

func NewLab(m *cli.Machsim) *cobra.Command {
	c := m.Flagless(cli.Command{
		Use:   "lab COMMAND",
		Short: "work on a lab of a course: start it, check what you have, hand it in",
		Long: `lab has what a student of a course needs: start makes a directory with the text of a lab, a
skeleton and all that it is built of; check says what a grade would say, with seeds that
everybody has; debug opens a run that failed, in the debugger; shrink looks for a smaller
one; diagram draws it; hint tells a little more each time; hand-in writes the file to hand
in. Go has to be there, and nothing else: no network, and no source of machsim.
docs/TEACHING.md tells more, also how to grade (machsim grade) and how to write a lab
(machsim lab new).

A debugging lab has no program to write: start makes a recording of one's own and a file for
answers, which are positions in that run. It needs no Go. deal makes those of a class.

Exit codes: 0 all is well, 1 a part is not passed, 2 the command was wrong.`,
		Example: `  machsim lab list
  machsim lab start mutex mylab
  cd mylab && machsim lab check`,
		Args: cobra.ArbitraryArgs,
		Run: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return cli.Wrong("there is no machsim lab %q; there are: %s", args[0], strings.Join(subcommands(c), ", "))
		},
	})
	c.AddCommand(newLabList(m), newLabStart(m), newLabCheck(m), newLabDebug(m), newLabShrink(m), newLabDiagram(m),
		newLabHint(m), newLabHandIn(m), newLabNew(m), newLabDeal(m))
	return c
}

// subcommands are the names of the commands of a command.
func subcommands(c *cobra.Command) (all []string) {
	for _, s := range c.Commands() {
		all = append(all, s.Name())
	}
	return all
}

func newLabList(m *cli.Machsim) *cobra.Command {
	var asJSON bool
	c, f := m.Command(cli.Command{Use: "list", Short: "list the labs", Args: cli.NoArguments,
		Run: func(c *cobra.Command, _ []string) error { return listLabs(c, asJSON) }})
	f.BoolVar(&asJSON, "json", false, "print a JSON object for each")
	return c
}

func listLabs(c *cobra.Command, asJSON bool) error {
	for _, name := range lab.Names() {
		l, err := lab.Find(name)
		if err != nil {
			return err
		}
		if !asJSON {
			fmt.Fprintf(c.OutOrStdout(), "%-11s %s: %s\n", name, l.Title, l.About)
			continue
		}
		err = study.WriteJSON(c.OutOrStdout(), map[string]any{"name": name, "title": l.Title, "about": l.About,
			"files": l.Files, "debugging": l.Debugging()})
		if err != nil {
			return err
		}
	}
	return nil
}

// completeLabs completes the name of a lab.
func completeLabs(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return lab.Names(), cobra.ShellCompDirectiveDefault
}

func newLabStart(m *cli.Machsim) *cobra.Command {
	var student string
	c, f := m.Command(cli.Command{Use: "start LAB DIR",
		Args:  cli.Takes(2, "a lab and the name of a directory, such as COMMAND mutex mylab"),
		Short: "make a directory to work in: text, skeleton, and what it needs",
		Example: `  machsim lab start mutex mylab
  machsim lab start lost-update mylab --student ann`,
		Run: func(c *cobra.Command, args []string) error { return startLab(c, args, student) }})
	f.StringVar(&student, "student", "me", "the run of a debugging lab is that of the student `NAME`")
	c.ValidArgsFunction = completeLabs
	return c
}

func startLab(c *cobra.Command, args []string, student string) error {
	l, err := lab.Find(args[0])
	switch {
	case err != nil:
	case l.Debugging():
		err = startDebugging(c, l, args[1], student)
	case c.Flags().Changed("student"):
		err = cli.Wrong("--student is for labs that ask about a run, and %s is none", l.Name)
	default:
		err = l.Start(args[1])
	}
	if err != nil {
		return err
	}
	word := commandline.Quote(args[1])
	fmt.Fprintf(c.OutOrStdout(), "made %s: %s\n  read      %s\n  write     %s\n  check it  cd %s && machsim lab check\n",
		filepath.Clean(args[1]), l.Title, filepath.Join(args[1], "README.md"),
		filepath.Join(args[1], filepath.FromSlash(l.Files[0])), word)
	return nil
}

// hereArgs checks that at most a directory is named.
func hereArgs(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return cli.Wrong("%s takes one directory, and there is %q as well", c.CommandPath(), args[1])
	}
	return nil
}

// workshop opens the workshop of a lab, which may take a minute the first time.
func workshop(c *cobra.Command, l *lab.Lab, key string) (*grade.Workshop, error) {
	if l.Debugging() {
		return grade.Open(l, "", key)
	}
	dir, err := labDirectory(l)
	if err != nil {
		return nil, err
	}
	shown := term.NewWaiting(c.ErrOrStderr(), "building what the lab needs; the first time takes a minute")
	defer shown.End()
	return grade.Open(l, dir, key)
}

// labDirectory is the directory in the cache where a version of a lab is built.
func labDirectory(l *lab.Lab) (string, error) {
	sum, err := l.Sum()
	if err != nil {
		return "", err
	}
	return userprog.Directory("lab-" + sum)
}

func newLabCheck(m *cli.Machsim) *cobra.Command {
	var format string
	c, f := m.Command(cli.Command{Use: "check [DIR]", Short: "say what a grade would say, with seeds that everybody has",
		Long: `check judges what you have as machsim grade does, with seeds that everybody has. Of each part that
is not passed it says the property, what went wrong, the seed, the thread and the line,
and leaves a recording: machsim lab debug opens that.

Exit codes: 0 all parts are passed, 1 one is not, 2 the command was wrong.`,
		Args: hereArgs,
		Run:  func(c *cobra.Command, args []string) error { return checkLab(c, append(args, ".")[0], format) }})
	f.StringVar(&format, "format", "text", "print it as text or json")
	return c
}

func checkLab(c *cobra.Command, dir, format string) error {
	if format != "text" && format != "json" {
		return cli.Wrong("--format must be text or json, not %q", format)
	}
	l, root, err := lab.Here(dir)
	if err != nil {
		return err
	}
	key := verdict.OpenKey
	if l.Debugging() {
		key = grade.Given
	}
	w, err := workshop(c, l, key)
	if err != nil {
		return err
	}
	shown := term.NewWaiting(c.ErrOrStderr(), "judging "+strconv.Itoa(len(w.Parts))+" parts")
	g, err := w.Judge(root)
	shown.End()
	if err != nil {
		return err
	}
	g.Submission = l.Name
	if err := g.Record(filepath.Join(root, study.Directory)); err != nil {
		return err
	}
	if format == "json" {
		err = grade.FormatOf("json").Write(c.OutOrStdout(), []*grade.Grade{g})
	} else {
		showChecked(c, g, root)
	}
	if err == nil && g.Score < g.Max {
		return cli.Failed
	}
	return err
}

// showChecked says how the parts have gone.
func showChecked(c *cobra.Command, g *grade.Grade, root string) {
	out := c.OutOrStdout()
	if g.Refused != "" {
		fmt.Fprintf(out, "not judged: %s\n", g.Refused)
	}
	for _, p := range g.Parts {
		if g.Refused != "" {
			break
		}
		fmt.Fprintf(out, "%-12s %3d of %3d  %s\n", p.Name, p.Score, p.Points, p.Property)
		for _, what := range p.Undecided {
			fmt.Fprintf(out, "    not decided: %s\n", what)
		}
		if p.Passed {
			continue
		}
		fmt.Fprintf(out, "    %s\n", strings.ReplaceAll(p.Said(), "\n", "\n    "))
		if len(p.Record) > 0 {
			file := userprog.ShortPath(grade.Recording(filepath.Join(root, study.Directory), g.Submission, p.Name))
			fmt.Fprintf(out, "    debug it: machsim lab debug %s\n", commandline.Quote(file))
		}
	}
	fmt.Fprintf(out, "%d of %d points\n", g.Score, g.Max)
}

func newLabDebug(m *cli.Machsim) *cobra.Command {
	var script string
	c, f := newOnFailed(m, cli.Command{Use: "debug [FILE]", Short: "open a run that failed, in the debugger",
		Long: `debug opens a recording that machsim lab check has left, with your lines and variables, at its
end; without a FILE the newest of them. At the prompt help lists the commands; cause says
from which event on the failure was certain. It is built with hooks for that, which takes
some seconds.`, Run: func(c *cobra.Command, args []string) error {
			in, end, err := cli.ScriptOf(c, script)
			if err != nil {
				return err
			}
			defer end()
			return withLab(c, in, c.OutOrStdout(), args)
		}})
	f.StringVarP(&script, "execute", "x", "", "obey the commands in `FILE`, - for standard input")
	return c
}

func newLabShrink(m *cli.Machsim) *cobra.Command {
	c, _ := newOnFailed(m, cli.Command{Use: "shrink [FILE]", Short: "make a run that failed smaller",
		Long: `shrink looks for a smaller run that fails in the same way as a recording that machsim lab check
has left; without a FILE the newest of them. machsim help shrink says how.`,
		Run: func(c *cobra.Command, args []string) error {
			return withLab(c, c.InOrStdin(), c.OutOrStdout(), args, verdict.Shrink)
		}})
	return c
}

func newLabDiagram(m *cli.Machsim) *cobra.Command {
	d := &picture.Drawing{Machsim: m}
	c, f := newOnFailed(m, cli.Command{Use: "diagram [FILE]", Short: "draw a run that failed",
		Long: `diagram draws the space-time diagram of a recording that machsim lab check or shrink has left;
without a FILE of the newest of them. machsim help diagram says what is in it.`,
		Example: `  machsim lab diagram .machsim/raft-trouble-shrunk.rec --slide -o figure8.svg`,
		Run:     func(c *cobra.Command, args []string) error { return ofLab(d, c, args) }})
	d.RegisterWindow(f)
	return c
}

// ofLab has the lab's own executable draw a run.
func ofLab(d *picture.Drawing, c *cobra.Command, args []string) error {
	if err := d.Check(c); err != nil {
		return err
	}
	s := d.Screen(c)
	asked, err := json.Marshal(verdict.Drawing{From: d.From, To: d.To, Lanes: d.Lanes, All: d.All, Fold: d.Fold,
		Slide: d.Slide, Text: d.File == "", ASCII: d.ASCII, Width: s.Width})
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := withLab(c, c.InOrStdin(), &out, args, verdict.Diagram, string(asked)); err != nil {
		return err
	}
	var drawn verdict.Drawn
	if err := json.Unmarshal(out.Bytes(), &drawn); err != nil {
		return fmt.Errorf("the debugger of the lab has drawn nothing: %v", err)
	}
	if d.File != "" {
		return d.Save(c, drawn)
	}
	_, err = io.WriteString(c.OutOrStdout(), drawn.Text)
	return err
}

// newOnFailed returns a command on a recording of a lab.
func newOnFailed(m *cli.Machsim, x cli.Command) (*cobra.Command, *pflag.FlagSet) {
	x.Args = func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return cli.Wrong("%s opens one recording, and there is %q as well", c.CommandPath(), args[1])
		}
		return nil
	}
	c, f := m.Command(x)
	c.ValidArgsFunction = cli.CompleteRecording
	return c, f
}

// withLab runs the lab's own executable on a recording, with words before it.
func withLab(c *cobra.Command, in io.Reader, out io.Writer, args []string, words ...string) error {
	l, root, err := lab.Here(".")
	switch {
	case err != nil:
		return err
	case l.Debugging():
		return cli.Wrong("the run of this lab is %s: machsim debug %s opens it", lab.RunFile, lab.RunFile)
	}
	file, err := failedIn(root, args)
	if err != nil {
		return err
	}
	dir, err := labDirectory(l)
	if err != nil {
		return err
	}
	shown := term.NewWaiting(c.ErrOrStderr(), "building the debugger for the lab; the first time takes a minute")
	exe, err := grade.Prompt(root, filepath.Join(dir, "prompt-"+grade.SumOf(root)))
	shown.End()
	if err != nil {
		return err
	}
	code, err := grade.Run(exe, root, append(words, file), in, out, c.ErrOrStderr())
	if err == nil && code != 0 {
		return cli.Exit{Code: code}
	}
	return err
}

// failedIn is the recording that was named, or the newest one in a student's directory.
func failedIn(root string, args []string) (string, error) {
	if len(args) == 1 {
		return filepath.Abs(args[0])
	}
	files, err := filepath.Glob(filepath.Join(root, study.Directory, "*.rec"))
	if err != nil || len(files) == 0 {
		return "", cli.Wrong("there is no recording; machsim lab check leaves one of each part that is not passed")
	}
	return slices.MaxFunc(files, func(a, b string) int { return int(writtenAt(a) - writtenAt(b)) }), nil
}

// writtenAt is when a file was written.
func writtenAt(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return info.ModTime().UnixMilli()
}

func newLabHint(m *cli.Machsim) *cobra.Command {
	var number int
	c, f := m.Command(cli.Command{Use: "hint", Short: "tell a hint, and the next one each time; it costs nothing",
		Args: cli.NoArguments, Run: func(c *cobra.Command, _ []string) error { return hint(c, number) }})
	f.IntVar(&number, "number", 0, "tell the hint number `N`")
	return c
}

func hint(c *cobra.Command, number int) error {
	l, root, err := lab.Here(".")
	switch {
	case err != nil:
		return err
	case len(l.Hints) == 0:
		return cli.Wrong("the lab %s has no hints", l.Name)
	case number < 0 || number > len(l.Hints):
		return cli.Wrong("there are hints 1 to %d, and no %d", len(l.Hints), number)
	}
	file := filepath.Join(root, study.Directory, "hints.txt")
	if number == 0 {
		text, _ := os.ReadFile(file)
		told, _ := strconv.Atoi(strings.TrimSpace(string(text)))
		number = min(max(told, 0)+1, len(l.Hints))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err == nil {
			_ = os.WriteFile(file, []byte(strconv.Itoa(number)+"\n"), 0o666)
		}
	}
	fmt.Fprintf(c.OutOrStdout(), "hint %d of %d\n\n%s\n", number, len(l.Hints), l.Hints[number-1])
	return nil
}

func newLabHandIn(m *cli.Machsim) *cobra.Command {
	var to string
	c, f := m.Command(cli.Command{Use: "hand-in [DIR]", Short: "write the file to hand in", Args: hereArgs,
		Long: `hand-in writes an archive with the files that the lab names, the recordings that machsim lab check
has left, and a manifest that says what they were made with. No path of your machine is in it.`,
		Run: func(c *cobra.Command, args []string) error { return handIn(c, append(args, ".")[0], to) }})
	f.StringVarP(&to, "output", "o", "", "write it to `FILE`; without it, the name of the lab and .zip")
	return c
}

func handIn(c *cobra.Command, dir, to string) error {
	l, root, err := lab.Here(dir)
	if err != nil {
		return err
	}
	if to == "" {
		to = filepath.Join(root, l.Name+".zip")
	}
	x, err := l.HandIn(root, to, cli.Revision(), runtime.Version(), study.ReadFile)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.OutOrStdout(), "%s: %s, %s\nhand it in\n", userprog.ShortPath(to), strings.Join(l.Files, ", "),
		text.Counted(len(x.Recordings), "recording"))
	return nil
}

func newLabNew(m *cli.Machsim) *cobra.Command {
	return m.Flagless(cli.Command{Use: "new DIR", Short: "make a lab of your own, to begin with",
		Long: `new makes a directory with a small lab that works at once: text, hints, skeleton, and a harness with
two parts. Go on from there: docs/TEACHING.md says how. Where a command takes a lab, the
directory is one, with a slash in it: machsim grade ./mylab FILES.`,
		Example: "  machsim lab new ./mylab", Args: cli.OneDirectory,
		Run: func(c *cobra.Command, args []string) error {
			if err := lab.New(args[0]); err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "made %s: a lab with a skeleton and a harness\n  try it: machsim lab start %s DIR\n",
				filepath.Clean(args[0]), commandline.Quote("./"+filepath.Clean(args[0])))
			return nil
		}})
}
