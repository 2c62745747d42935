//go:build unix && !linux

package supervise

import "time"

// used is the processor time of another process, which is not known here: no child is found to be starved.
func used(int) time.Duration { return 0 }
