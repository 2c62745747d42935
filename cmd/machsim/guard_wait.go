//go:build unix && !aix && !netbsd

package main

import "syscall"

// wContinued asks for word of a process that goes on after it was stopped.
const wContinued = syscall.WCONTINUED
