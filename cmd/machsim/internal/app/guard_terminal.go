//go:build unix

package app

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"
)

// terminalNow returns a function that makes the terminal what it is now: for when a process
// ends that had it in its hands, as the prompt of the debugger has. It does nothing when
// standard input is no terminal.
func terminalNow() (restore func()) {
	in := int(os.Stdin.Fd())
	now, err := term.GetState(in)
	if err != nil {
		return func() {}
	}
	return func() {
		signal.Ignore(syscall.SIGTTOU) // a shell may have taken the terminal back already
		_ = term.Restore(in, now)
	}
}
