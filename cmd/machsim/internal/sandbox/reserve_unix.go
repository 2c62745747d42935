//go:build unix

package sandbox

import "syscall"

// reserve returns n bytes, none if the system refuses them.
func reserve(n int64) []byte {
	b, err := syscall.Mmap(-1, 0, int(n), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	return b
}

// giveBack ends the use of what was reserved.
func giveBack(b []byte) { _ = syscall.Munmap(b) }
