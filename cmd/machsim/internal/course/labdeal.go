//go:build !wasm

package course

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/question"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/study"
	"machsim/test/lab/verdict"
)

// dealing has the flags of the command lab deal.
type dealing struct {
	*cli.Machsim
	courseKey
	output string
}

func newLabDeal(m *cli.Machsim) *cobra.Command {
	k := &dealing{Machsim: m}
	c, f := m.Command(cli.Command{Use: "deal LAB FILE", Short: "make the recordings of a debugging lab for a class",
		Long: `deal makes for each student of a class what machsim lab start makes for one: an archive with a
recording of his or her own, the text of the lab, and a file for answers. FILE has a name in
each line: letters, digits, and . _ @ + - within. Which recording it is follows from the
course key, the name and the lab, and the key from none of them: so machsim grade --key-file
knows whose run an answer is about, and nobody else could have said which it will be.

Exit codes: 0 all are made, 2 the command was wrong.`,
		Example: "  machsim lab deal lost-update ids.txt --key-file key.txt -o out",
		Args:    cli.Takes(2, "a lab and a file with the names of students"), Run: k.deal})
	k.courseKey.flags(f)
	f.StringVarP(&k.output, "output", "o", "", "write to the directory `DIR`; without it, the name of the lab")
	c.ValidArgsFunction = completeLabs
	return c
}

func (k *dealing) deal(c *cobra.Command, args []string) error {
	l, err := lab.Find(args[0])
	switch {
	case err != nil:
		return err
	case !l.Debugging():
		return cli.Wrong("%s asks about no run: all students begin with the same, machsim lab start %s DIR", l.Name, l.Name)
	}
	key, err := k.courseKey.read()
	if err != nil {
		return err
	}
	if k.output == "" {
		k.output = l.Name
	}
	names, err := classOf(args[1])
	if err == nil {
		err = os.MkdirAll(k.output, 0o777)
	}
	if err != nil {
		return err
	}
	if err := k.all(c, l, key, names); err != nil {
		return err
	}
	fmt.Fprintf(c.OutOrStdout(), "%s: archives for %d students; each unpacks to a directory of the name of the lab\n",
		filepath.Clean(k.output), len(names))
	return nil
}

// all makes the archives of all students.
func (k *dealing) all(c *cobra.Command, l *lab.Lab, key string, names []string) error {
	ctx, done := k.UntilInterrupt()
	defer done()
	bar := term.NewBar(c.ErrOrStderr(), "dealing", len(names))
	defer bar.End()
	for _, name := range names {
		all, err := question.Files(ctx, l, key, name)
		if err != nil {
			return err
		}
		data, err := lab.Pack(l.Name, all)
		if err == nil {
			err = study.Write(filepath.Join(k.output, name+".zip"), data)
		}
		if err != nil {
			return err
		}
		bar.Step()
	}
	return nil
}

// startDebugging makes a directory to work in on a run of one's own.
func startDebugging(c *cobra.Command, l *lab.Lab, dir, student string) error {
	all, err := question.Files(c.Context(), l, verdict.OpenKey, student)
	if err != nil {
		return err
	}
	return lab.StartOn(dir, all)
}

// classOf reads the names of a class, a line each.
func classOf(file string) (names []string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, cli.Wrong("the list of the class cannot be read: %v", err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		name := strings.TrimSpace(line)
		switch why := question.Identity(name); {
		case name == "" || seen[name]:
			continue
		case why != "":
			return nil, cli.Wrong("%s: %s", file, why)
		}
		seen[name] = true
		names = append(names, name)
	}
	if names == nil {
		return nil, cli.Wrong("there are no names in %s", file)
	}
	return names, nil
}

// class is who may hand in; nil if no list was given.
func (g *gradeCommand) class(l *lab.Lab) (map[string]bool, error) {
	if g.students == "" {
		return nil, nil
	}
	if !l.Debugging() {
		return nil, cli.Wrong("--students is for labs that ask about a run, and %s is none", l.Name)
	}
	names, err := classOf(g.students)
	all := map[string]bool{}
	for _, name := range names {
		all[name] = true
	}
	return all, err
}
