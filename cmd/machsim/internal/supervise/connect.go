//go:build unix

package supervise

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"machsim/debugger/run/runner"
)

// The files of a child besides the standard streams. Its standard error is a pipe to the supervisor: Go's
// runtime reports there why it ends the process. What the program and machsim write to standard
// error goes to errorsFile, the supervisor's own.
const (
	socketFile = 3
	memoryFile = 4
	errorsFile = 5
)

// Connect returns the supervisor of this process, nil if it has none.
func Connect() *Supervisor {
	value := os.Getenv(supervisorEnv)
	if value == unsupervised {
		return nil
	}
	_ = os.Unsetenv(supervisorEnv) // it is not for the processes that a program starts
	if value != fmt.Sprint(os.Getppid()) {
		return nil
	}
	syscall.CloseOnExec(socketFile)
	syscall.CloseOnExec(memoryFile)
	redirectErrors()
	signal.Ignore(os.Interrupt) // it comes over the socket, and only once
	s := &Supervisor{socket: os.NewFile(socketFile, "supervisor"), restore: saveTerminal()}
	s.told = s.socket
	if memory, err := runner.MapShared(memoryFile, SharedBytes); err == nil {
		s.shares(memory)
	}
	s.begin()
	return s
}

// redirectErrors makes the supervisor's standard error that of this process, for all but Go's runtime.
func redirectErrors() {
	if os.Getenv(errorsEnv) == strconv.Itoa(errorsFile) {
		syscall.CloseOnExec(errorsFile)
		os.Stderr = os.NewFile(errorsFile, os.Stderr.Name())
	}
	_ = os.Unsetenv(errorsEnv)
}

// Restart runs this executable anew in place of this process, with other arguments and the same
// supervisor. It leaves no goroutine behind. It returns only if it cannot.
func (s *Supervisor) Restart(args []string) error {
	if s == nil {
		return errors.ErrUnsupported
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	for _, fd := range []uintptr{socketFile, memoryFile, errorsFile} {
		_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, fd, syscall.F_SETFD, 0)
	}
	env := append(os.Environ(), fmt.Sprintf("%s=%d", supervisorEnv, os.Getppid()),
		fmt.Sprintf("%s=%d", errorsEnv, errorsFile))
	return syscall.Exec(exe, args, env)
}
