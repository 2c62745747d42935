//go:build unix && !aix && !netbsd

package supervise

import "syscall"

// waitOptions ask the system to report stopped and continued children too.
const waitOptions = syscall.WUNTRACED | syscall.WCONTINUED
