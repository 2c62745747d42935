//go:build unix

package supervise

import (
	"os"
	"syscall"
)

// Become runs an executable in place of this process. It returns only if it cannot.
func Become(exe string, args []string) error { return syscall.Exec(exe, args, os.Environ()) }
