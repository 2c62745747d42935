//go:build unix

package watch

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that the process has used; false when that is not known.
func cpuTime() (time.Duration, bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
