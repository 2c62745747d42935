//go:build unix

package app

import (
	"os/signal"
	"syscall"
)

// A file that may not grow is a write that fails, as on a full disk, and no end of the process.
func init() { signal.Ignore(syscall.SIGXFSZ) }
