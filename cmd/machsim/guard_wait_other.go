//go:build aix || netbsd

package main

// wContinued is 0 where package syscall has no name for it.
const wContinued = 0
