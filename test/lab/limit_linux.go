package lab

import "syscall"

// The limits of the operating system are far above what a part needs, and what its own limits let it have: they end
// what these do not reach, a loop or a literal in which no machine of machsim is.
const (
	mostMemory    = 4 << 30 // bytes of addresses
	mostProcessor = 120     // seconds
	mostFile      = 1 << 20 // bytes
)

// limit limits this process. Where the system refuses, the grader's own clock ends it.
func limit() {
	for which, most := range map[int]uint64{
		syscall.RLIMIT_AS: mostMemory, syscall.RLIMIT_CPU: mostProcessor, syscall.RLIMIT_FSIZE: mostFile,
		syscall.RLIMIT_CORE: 0,
	} {
		_ = syscall.Setrlimit(which, &syscall.Rlimit{Cur: most, Max: most})
	}
}
