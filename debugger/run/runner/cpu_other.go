//go:build !linux

package runner

import "time"

// UsedTime is the processor time of another process, which is not known here: no Vigil finds a process starved.
func UsedTime(int) time.Duration { return 0 }
