//go:build unix

package supervise

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"
)

// saveTerminal returns a function that makes the terminal what it is now. It is for the end of a process
// that had changed it, as the prompt of the debugger does. The function does nothing if standard
// input is no terminal.
func saveTerminal() (restore func()) {
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
