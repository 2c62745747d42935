package ipc

import "fmt"

// panicf reports that an invariant of this package is broken.
func panicf(format string, args ...any) { panic("ipc: " + fmt.Sprintf(format, args...)) }
