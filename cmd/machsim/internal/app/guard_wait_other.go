//go:build aix || netbsd

package app

// waitOptions are none where package syscall has no names for them.
const waitOptions = 0
