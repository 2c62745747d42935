//go:build unix && !aix && !netbsd

package app

import "syscall"

// waitOptions ask for word of a process that is stopped, and of one that goes on.
const waitOptions = syscall.WUNTRACED | syscall.WCONTINUED
