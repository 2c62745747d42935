//go:build aix || netbsd

package supervise

// waitOptions are none here, because package syscall has no names for them.
const waitOptions = 0
