package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/programs/hooked"
)

// Programs run at full speed without hooks. Commands that look at the source level need hooks at every
// statement: those on a user's package are done by a second executable.

// wantsHooks says whether a command line needs programs with hooks. A preempted run makes calls in them.
func wantsHooks(args []string) bool {
	switch {
	case len(args) < 2 || slices.Contains(args, "-h") || slices.Contains(args, "--help"):
		return false
	case needs(args[0], hooks) || slices.Contains(args, "--preempt"),
		args[0] == "check" && slices.Contains(args, "--"+linesFlag):
		return true
	}
	return needs(args[0], runs|builds) && slices.ContainsFunc(args[1:], func(word string) bool {
		return needsHooks(word, args[0] == "replay")
	})
}

// needsHooks says whether a word names the recording of a run that only a program with hooks makes again: it was
// preempted, or a variable of the program was set in it; or, for a replay, of one that was given up at its limit of
// events: a replay says whether that is a livelock.
func needsHooks(word string, replays bool) bool {
	if !isFile(word) {
		return false
	}
	rec := study.Peek(word)
	return rec != nil && (rec.Preempt || rec.Config().Assigns() || replays && rec.Verdict().Endless())
}

// hookSamples takes the sample programs with hooks for those without, if the command wants them. They are packages of
// their own, so that no go tool is needed for that.
func (m *machsim) hookSamples(args []string) {
	if m.samples && wantsHooks(args) {
		m.hook()
	}
}

func (m *machsim) hook() {
	hooked.Register()
	m.programs = hooked.All
}

// lookInFunctions has the programs of this process have hooks, because none shows a variable that a predicate names:
// it may be one of a function. The command is to be done again then. Programs of a user's package get hooks in another
// machsim, which takes the place of this process. It returns false if there are hooks already, or cannot be any.
func (m *machsim) lookInFunctions(variable string, errs io.Writer) bool {
	if variable == "" || len(hook.Packages()) > 0 || !m.samples && m.user == nil {
		return false
	}
	what, where := "shows a variable "+variable+" (th.Watch)", "in the functions"
	if strings.Contains(variable, ":") {
		what, where = "makes a call at "+variable, "among the statements"
	}
	fmt.Fprintf(errs, "machsim: no thread %s: it is looked for %s, with hooks\n", quote.Line(what), where)
	if m.samples {
		m.hook()
		return true
	}
	exe, err := m.buildUser(errs)
	if err == nil {
		if err = m.supervisor.RestartAs(exe, os.Args); err != nil {
			err = supervise.Become(exe, os.Args)
		}
	}
	withoutSource(errs, err)
	return false
}

// errHooked is the error of a command whose programs have got hooks now, and that is to be done again.
var errHooked = errors.New("the programs have hooks now")

// withHooks returns a program with hooks, nil if there is none here.
func (m *machsim) withHooks(p *kernel.Program) *kernel.Program {
	if !m.samples {
		if len(hook.Packages()) > 0 {
			return p
		}
		return nil
	}
	i := slices.IndexFunc(hooked.All, func(q *kernel.Program) bool { return q.Name == p.Name })
	if i < 0 {
		return nil
	}
	if len(hook.Packages()) == 0 {
		hooked.Register()
	}
	return hooked.All[i]
}

// buildUser builds the machsim whose programs have hooks, for the user's package.
func (m *machsim) buildUser(errs io.Writer) (exe string, err error) {
	p, err := userprog.Find(".", m.user.Dir)
	if err != nil {
		return "", err
	}
	return buildHooked(p, errs)
}

// buildHooked builds the machsim whose programs have hooks. The error says why that cannot be.
func buildHooked(p *userprog.Package, errs io.Writer) (exe string, err error) {
	shown := term.NewWaiting(errs, "building the program, with hooks for the source level")
	h, err := p.BuildHooked(".")
	shown.End()
	if err != nil {
		return "", err
	}
	for _, l := range h.Left {
		fmt.Fprintf(errs, "machsim: the source level passes over %s, which %s\n", quote.Line(filepath.Base(l.Path)), l.Why)
	}
	return h.Exe, nil
}

// withoutSource says why there is no source level.
func withoutSource(errs io.Writer, why error) {
	fmt.Fprintf(errs, "machsim: there is no source level: %s\n", quote.Line(why.Error()))
}
