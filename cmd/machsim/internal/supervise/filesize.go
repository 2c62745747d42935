//go:build unix

package supervise

import (
	"os/signal"
	"syscall"
)

// A write beyond the largest size of a file fails, as on a full disk, and does not end the process.
func init() { signal.Ignore(syscall.SIGXFSZ) }
