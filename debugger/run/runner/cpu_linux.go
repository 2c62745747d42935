package runner

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// UsedTime returns the processor time that a process has used, 0 if it cannot be read.
func UsedTime(pid int) time.Duration {
	const tick = time.Second / 100 // USER_HZ, on all processors that Go knows
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the name may have spaces
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(string(fields[11]))
	system, _ := strconv.Atoi(string(fields[12]))
	return time.Duration(user+system) * tick
}
