//go:build !unix && !windows

package watch

import "time"

// cpuTime is the processor time that the process has used; false when that is not known.
func cpuTime() (time.Duration, bool) { return 0, false }
