package ipc

import "fmt"

// panicf panics because an invariant of this package is broken.
func panicf(format string, args ...any) { panic("ipc: " + fmt.Sprintf(format, args...)) }
