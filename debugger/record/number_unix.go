//go:build unix

package record

import (
	"io/fs"
	"syscall"
)

// numberOf tells a file from all others of its disk that are there, for another process; 0 if it is not known.
func numberOf(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino)
	}
	return 0
}
