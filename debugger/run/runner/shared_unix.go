//go:build unix

package runner

import (
	"errors"
	"os"
	"syscall"
)

// NewShared makes memory of n bytes, all zero, that this process can share with a child, in a file without a name.
func NewShared(n int) (*os.File, []byte, error) {
	f, err := os.CreateTemp("", "machsim")
	if err != nil {
		return nil, nil, err
	}
	_ = os.Remove(f.Name())
	err = f.Truncate(int64(n))
	if err == nil {
		var memory []byte
		if memory, err = MapShared(int(f.Fd()), n); err == nil {
			return f, memory, nil
		}
	}
	f.Close()
	return nil, nil, err
}

// MapShared maps that memory in the child, which has it as the file of a number. It refuses another size.
func MapShared(fd, n int) ([]byte, error) {
	var info syscall.Stat_t
	if err := syscall.Fstat(fd, &info); err != nil {
		return nil, err
	}
	if info.Size != int64(n) {
		return nil, errors.New("the parent of this process is another version of machsim")
	}
	return syscall.Mmap(fd, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}
