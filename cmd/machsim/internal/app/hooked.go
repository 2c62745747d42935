package app

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/record"
	"machsim/kernel/hook"
	"machsim/kernel/quote"
)

// Programs run at full speed without hooks. Commands that look at the source level need hooks at every
// statement: they are done by a second executable.

// wantsHooks says whether a command line needs programs with hooks. A preempted run makes calls in them.
func wantsHooks(args []string) bool {
	switch {
	case len(args) < 2 || slices.Contains(args, "-h") || slices.Contains(args, "--help"):
		return false
	case args[0] == "debug" || args[0] == "races" || slices.Contains(args, "--preempt"),
		args[0] == "check" && slices.Contains(args, "--"+linesFlag):
		return true
	}
	return slices.Contains(runsPrograms, args[0]) && slices.ContainsFunc(args[1:], preempted)
}

// preempted says whether a word names the recording of a preempted run.
func preempted(word string) bool {
	if !isFile(word) {
		return false
	}
	rec, err := record.Open(word)
	return err == nil && rec.Preempt
}

// launchSamples gives a command that needs hooks in the sample programs to a machsim that has them. It returns
// if this is that machsim, if nothing can be done with the command line, and if there cannot be one: then the command
// does without the source level.
func (m *machsim) launchSamples(args []string, errs io.Writer) error {
	if !m.samples || m.supervisor != nil || len(hook.Packages()) > 0 || !wantsHooks(args) {
		return nil
	}
	if !slices.ContainsFunc(args[1:], func(word string) bool { return m.findProgram(word) != nil || isFile(word) }) {
		return nil
	}
	p, err := userprog.Samples(".")
	if err != nil {
		withoutSource(errs, err)
		return nil
	}
	exe, ok := buildHooked(p, errs)
	if !ok {
		return nil
	}
	return m.hand(exe, args)
}

// buildHooked builds the machsim whose programs have hooks. If that cannot be, it says why.
func buildHooked(p *userprog.Package, errs io.Writer) (exe string, ok bool) {
	h, err := p.BuildHooked(".", func() {
		if term.IsTerminal(errs) {
			fmt.Fprintln(errs, "machsim: the program is built once more, with hooks for the source level")
		}
	})
	if err != nil {
		withoutSource(errs, err)
		return "", false
	}
	for _, l := range h.Left {
		fmt.Fprintf(errs, "machsim: the source level passes over %s, which %s\n", quote.Line(filepath.Base(l.Path)), l.Why)
	}
	return h.Exe, true
}

// withoutSource says why there is no source level.
func withoutSource(errs io.Writer, why error) {
	fmt.Fprintf(errs, "machsim: there is no source level: %s\n", quote.Line(why.Error()))
}
