//go:build !wasm

package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/launch"
	"machsim/cmd/machsim/internal/share"
	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/userprog"
)

// shared does the command if it is one that shares an exploration. Such a command runs no programs, and needs no
// supervisor; it is none that cobra runs, for the flags of the program are known to other processes alone.
func shared(m *cli.Machsim, args []string, in io.Reader, out, errs io.Writer) (done bool, err error) {
	if len(args) < 2 || args[0] != "explore" || m.User != nil || cli.IsHelp(args) {
		return false, nil
	}
	s := &share.Sharing{Queue: m.Queue, Out: out, Errs: errs}
	s.Build = func(words []string) (share.Executable, error) { return explorer(m, words, in, errs) }
	switch done, err = s.Wanted(args); {
	case err != nil || !done:
		return false, err
	case m.Queue == nil:
		return true, instead(m, args, errs)
	}
	return true, s.Do()
}

// instead gives the command to the machsim that has a queue.
func instead(m *cli.Machsim, args []string, errs io.Writer) error {
	exe, err := userprog.BuildMany(func() {
		fmt.Fprintln(errs, "machsim: the machsim with NATS is built once, which takes a minute")
	}, errs)
	switch {
	case errors.Is(err, userprog.ErrBuild):
		return cli.Exit{Code: cli.ExitWrong}
	case err != nil:
		return cli.WrongBy(err)
	}
	return supervise.Become(exe, append([]string{os.Args[0]}, args...))
}

// explorer finds or builds the machsim that explores what the words say.
func explorer(m *cli.Machsim, words []string, in io.Reader, errs io.Writer) (x share.Executable, err error) {
	x = share.Executable{Words: slices.Clone(words), Env: os.Environ()}
	w, ok := launch.PackageWanted(m.NewRoot(), words)
	if !ok {
		x.Path, err = os.Executable()
		return x, err
	}
	w.Hooks = cli.WantsHooks(words)
	b, err := launch.Build(m, w, launch.Opener{Trusts: w.Trusts, In: in, Errs: errs})
	switch {
	case errors.Is(err, userprog.ErrBuild):
		return x, cli.Exit{Code: cli.ExitWrong}
	case err != nil:
		return x, cli.WrongBy(err)
	case w.Index > 0:
		x.Words[w.Index] = b.Program
	}
	x.Path, x.Env = b.Exe, append(x.Env, fmt.Sprintf("%s=%v", userprog.OutsideVariable, m.Outside))
	return x, nil
}
