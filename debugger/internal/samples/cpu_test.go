package samples

import (
	"syscall"
	"time"
)

func cpu() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(0, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
