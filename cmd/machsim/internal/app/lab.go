//go:build !wasm

package app

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

	"machsim/cmd/machsim/internal/grade"
	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/test/lab/verdict"
)

func (m *machsim) newLab() *cobra.Command {
	c := m.flagless(command{
		use:   "lab COMMAND",
		short: "work on a lab of a course: start it, check what you have, hand it in",
		long: `lab has what a student of a course needs: start makes a directory with the text of a lab, a
skeleton and all that it is built of; check says what a grade would say, with seeds that
everybody has; debug opens a run that failed, in the debugger; shrink looks for a smaller
one; diagram draws it; hint tells a little more each time; hand-in writes the file to hand
in. Go has to be there, and nothing else: no network, and no source of machsim.
docs/TEACHING.md tells more, also how to grade (machsim grade) and how to write a lab
(machsim lab new).

A debugging lab has no program to write: start makes a recording of one's own and a file for
answers, which are positions in that run. It needs no Go. deal makes those of a class.

Exit codes: 0 all is well, 1 a part is not passed, 2 the command was wrong.`,
		example: `  machsim lab list
  machsim lab start mutex mylab
  cd mylab && machsim lab check`,
		args: cobra.ArbitraryArgs,
		run: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return wrong("there is no machsim lab %q; there are: %s", args[0], strings.Join(subcommands(c), ", "))
		},
	})
	c.AddCommand(m.newLabList(), m.newLabStart(), m.newLabCheck(), m.newLabDebug(), m.newLabShrink(), m.newLabDiagram(),
		m.newLabHint(), m.newLabHandIn(), m.newLabNew(), m.newLabDeal())
	return c
}

// subcommands are the names of the commands of a command.
func subcommands(c *cobra.Command) (all []string) {
	for _, s := range c.Commands() {
		all = append(all, s.Name())
	}
	return all
}

func (m *machsim) newLabList() *cobra.Command {
	var asJSON bool
	c, f := m.command(command{use: "list", short: "list the labs", args: noArguments,
		run: func(c *cobra.Command, _ []string) error { return listLabs(c, asJSON) }})
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
		text, err := json.Marshal(map[string]any{"name": name, "title": l.Title, "about": l.About, "files": l.Files,
			"debugging": l.Debugging()})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.OutOrStdout(), "%s\n", text)
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

func (m *machsim) newLabStart() *cobra.Command {
	var student string
	c, f := m.command(command{use: "start LAB DIR", args: startArgs,
		short: "make a directory to work in: text, skeleton, and what it needs",
		example: `  machsim lab start mutex mylab
  machsim lab start lost-update mylab --student ann`,
		run: func(c *cobra.Command, args []string) error { return startLab(c, args, student) }})
	f.StringVar(&student, "student", "me", "the run of a debugging lab is that of the student `NAME`")
	c.ValidArgsFunction = completeLabs
	return c
}

func startArgs(c *cobra.Command, args []string) error {
	if len(args) != 2 {
		return wrong("%s needs a lab and the name of a directory, such as %s mutex mylab", c.CommandPath(),
			c.CommandPath())
	}
	return nil
}

func startLab(c *cobra.Command, args []string, student string) error {
	l, err := lab.Find(args[0])
	switch {
	case err != nil:
	case l.Debugging():
		err = startDebugging(c, l, args[1], student)
	case c.Flags().Changed("student"):
		err = wrong("--student is for labs that ask about a run, and %s is none", l.Name)
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

// hereArgs checks that at most a directory is named, and hereDir returns it.
func hereArgs(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return wrong("%s takes one directory, and there is %q as well", c.CommandPath(), args[1])
	}
	return nil
}

func hereDir(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
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

func (m *machsim) newLabCheck() *cobra.Command {
	var format string
	c, f := m.command(command{use: "check [DIR]", short: "say what a grade would say, with seeds that everybody has",
		long: `check judges what you have as machsim grade does, with seeds that everybody has. Of each part that
is not passed it says the property, what went wrong, the seed, the thread and the line,
and leaves a recording: machsim lab debug opens that.

Exit codes: 0 all parts are passed, 1 one is not, 2 the command was wrong.`,
		args: hereArgs, run: func(c *cobra.Command, args []string) error { return checkLab(c, hereDir(args), format) }})
	f.StringVar(&format, "format", "text", "print it as text or json")
	return c
}

func checkLab(c *cobra.Command, dir, format string) error {
	if format != "text" && format != "json" {
		return wrong("--format must be text or json, not %q", format)
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
		return failed
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

func (m *machsim) newLabDebug() *cobra.Command {
	var script string
	c, f := m.newOnFailed(command{use: "debug [FILE]", short: "open a run that failed, in the debugger",
		long: `debug opens a recording that machsim lab check has left, with your lines and variables, at its
end; without a FILE the newest of them. At the prompt help lists the commands; cause says
from which event on the failure was certain. It is built with hooks for that, which takes
some seconds.`, run: func(c *cobra.Command, args []string) error {
			in, end, err := scriptOf(c, script)
			if err != nil {
				return err
			}
			defer end()
			return withLab(c, in, c.OutOrStdout(), args)
		}})
	f.StringVarP(&script, "execute", "x", "", "obey the commands in `FILE`, - for standard input")
	return c
}

func (m *machsim) newLabShrink() *cobra.Command {
	c, _ := m.newOnFailed(command{use: "shrink [FILE]", short: "make a run that failed smaller",
		long: `shrink looks for a smaller run that fails in the same way as a recording that machsim lab check
has left; without a FILE the newest of them. machsim help shrink says how.`,
		run: func(c *cobra.Command, args []string) error {
			return withLab(c, c.InOrStdin(), c.OutOrStdout(), args, verdict.Shrink)
		}})
	return c
}

func (m *machsim) newLabDiagram() *cobra.Command {
	d := &drawing{machsim: m}
	c, f := m.newOnFailed(command{use: "diagram [FILE]", short: "draw a run that failed",
		long: `diagram draws the space-time diagram of a recording that machsim lab check or shrink has left;
without a FILE of the newest of them. machsim help diagram says what is in it.`,
		example: `  machsim lab diagram .machsim/raft-trouble-shrunk.rec --slide -o figure8.svg`,
		run:     func(c *cobra.Command, args []string) error { return d.ofLab(c, args) }})
	d.registerWindow(f)
	return c
}

// ofLab has the lab's own executable draw a run.
func (d *drawing) ofLab(c *cobra.Command, args []string) error {
	if err := d.check(c); err != nil {
		return err
	}
	s := d.screen(c)
	asked, err := json.Marshal(verdict.Drawing{From: d.from, To: d.to, Lanes: d.lanes, All: d.all, Fold: d.fold,
		Slide: d.slide, Text: d.file == "", ASCII: d.ascii, Width: s.Width})
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
	if d.file != "" {
		return d.save(c, drawn)
	}
	_, err = io.WriteString(c.OutOrStdout(), drawn.Text)
	return err
}

// newOnFailed returns a command on a recording of a lab.
func (m *machsim) newOnFailed(x command) (*cobra.Command, *pflag.FlagSet) {
	x.args = func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return wrong("%s opens one recording, and there is %q as well", c.CommandPath(), args[1])
		}
		return nil
	}
	c, f := m.command(x)
	c.ValidArgsFunction = completeRecording
	return c, f
}

// withLab runs the lab's own executable on a recording, with words before it.
func withLab(c *cobra.Command, in io.Reader, out io.Writer, args []string, words ...string) error {
	l, root, err := lab.Here(".")
	switch {
	case err != nil:
		return err
	case l.Debugging():
		return wrong("the run of this lab is %s: machsim debug %s opens it", lab.RunFile, lab.RunFile)
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
		return exit{code: code}
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
		return "", wrong("there is no recording; machsim lab check leaves one of each part that is not passed")
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

func (m *machsim) newLabHint() *cobra.Command {
	var number int
	c, f := m.command(command{use: "hint", short: "tell a hint, and the next one each time; it costs nothing",
		args: noArguments, run: func(c *cobra.Command, _ []string) error { return hint(c, number) }})
	f.IntVar(&number, "number", 0, "tell the hint number `N`")
	return c
}

func hint(c *cobra.Command, number int) error {
	l, root, err := lab.Here(".")
	switch {
	case err != nil:
		return err
	case len(l.Hints) == 0:
		return wrong("the lab %s has no hints", l.Name)
	case number < 0 || number > len(l.Hints):
		return wrong("there are hints 1 to %d, and no %d", len(l.Hints), number)
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

func (m *machsim) newLabHandIn() *cobra.Command {
	var to string
	c, f := m.command(command{use: "hand-in [DIR]", short: "write the file to hand in", args: hereArgs,
		long: `hand-in writes an archive with the files that the lab names, the recordings that machsim lab check
has left, and a manifest that says what they were made with. No path of your machine is in it.`,
		run: func(c *cobra.Command, args []string) error { return handIn(c, hereDir(args), to) }})
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
	x, err := l.HandIn(root, to, revision(), runtime.Version())
	if err != nil {
		return err
	}
	fmt.Fprintf(c.OutOrStdout(), "%s: %s, %d recordings\nhand it in\n", userprog.ShortPath(to),
		strings.Join(l.Files, ", "), len(x.Recordings))
	return nil
}

func (m *machsim) newLabNew() *cobra.Command {
	return m.flagless(command{use: "new DIR", short: "make a lab of your own, to begin with",
		long: `new makes a directory with a small lab that works at once: text, hints, skeleton, and a harness with
two parts. Go on from there: docs/TEACHING.md says how. Where a command takes a lab, the
directory is one, with a slash in it: machsim grade ./mylab FILES.`,
		example: "  machsim lab new ./mylab", args: oneDirectory,
		run: func(c *cobra.Command, args []string) error {
			if err := lab.New(args[0]); err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "made %s: a lab with a skeleton and a harness\n  try it: machsim lab start %s DIR\n",
				filepath.Clean(args[0]), commandline.Quote("./"+filepath.Clean(args[0])))
			return nil
		}})
}
