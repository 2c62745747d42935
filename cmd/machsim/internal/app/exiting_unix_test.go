//go:build unix

package app

import (
	"os"
	"syscall"

	"machsim/kernel"
)

// Programs that send signals to the process that they run in.
func init() {
	for name, s := range map[string]syscall.Signal{
		"t-term": syscall.SIGTERM, "t-hup": syscall.SIGHUP, "t-quit": syscall.SIGQUIT, "t-abort": syscall.SIGABRT,
		"t-stop": syscall.SIGSTOP, "t-segv": syscall.SIGSEGV,
	} {
		testPrograms = append(testPrograms, single(name, "sends itself a signal",
			func(th *kernel.Thread) { th.Yield(); signalled(s) }))
	}
}

// signalled sends a signal to this process, and waits for what comes of it.
func signalled(s syscall.Signal) {
	_ = syscall.Kill(os.Getpid(), s)
	select {}
}
