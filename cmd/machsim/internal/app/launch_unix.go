//go:build unix

package app

import (
	"os"
	"syscall"
)

// become runs an executable in place of this one.
func become(exe string, args []string) error { return syscall.Exec(exe, args, os.Environ()) }
