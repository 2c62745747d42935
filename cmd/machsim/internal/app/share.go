//go:build !wasm

package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"machsim/cmd/machsim/internal/share"
	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/userprog"
)

// share does the command if it is one that shares an exploration. Such a command runs no programs, and needs no
// supervisor; it is none that cobra runs, for the flags of the program are known to other processes alone.
func (m *machsim) share(args []string, in io.Reader, out, errs io.Writer) (shared bool, err error) {
	if len(args) < 2 || args[0] != "explore" || m.user != nil || isHelp(args) {
		return false, nil
	}
	s := &share.Sharing{Queue: m.queue, Out: out, Errs: errs}
	s.Build = func(words []string) (share.Executable, error) { return m.explorer(words, in, errs) }
	switch shared, err = s.Wanted(args); {
	case err != nil || !shared:
		return false, err
	case m.queue == nil:
		return true, m.instead(args, errs)
	}
	return true, s.Do()
}

// instead gives the command to the machsim that has a queue.
func (m *machsim) instead(args []string, errs io.Writer) error {
	exe, err := userprog.BuildMany(func() {
		fmt.Fprintln(errs, "machsim: the machsim with NATS is built once, which takes a minute")
	}, errs)
	switch {
	case errors.Is(err, userprog.ErrBuild):
		return exit{code: exitWrong}
	case err != nil:
		return wrongBy(err)
	}
	return supervise.Become(exe, append([]string{os.Args[0]}, args...))
}

// explorer finds or builds the machsim that explores what the words say.
func (m *machsim) explorer(words []string, in io.Reader, errs io.Writer) (x share.Executable, err error) {
	x = share.Executable{Words: slices.Clone(words), Env: os.Environ()}
	w, ok := packageWanted(m.newRoot(), words)
	if !ok {
		x.Path, err = os.Executable()
		return x, err
	}
	w.hooks = wantsHooks(words)
	b, err := m.build(w, opener{trusts: w.trusts, in: in, errs: errs})
	switch {
	case errors.Is(err, userprog.ErrBuild):
		return x, exit{code: exitWrong}
	case err != nil:
		return x, wrongBy(err)
	case w.index > 0:
		x.Words[w.index] = b.program
	}
	x.Path, x.Env = b.exe, append(x.Env, fmt.Sprintf("%s=%v", userprog.OutsideVariable, m.outside))
	return x, nil
}
