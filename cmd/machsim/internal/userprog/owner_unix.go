//go:build unix

package userprog

import (
	"io/fs"
	"os"
	"strconv"
	"syscall"
)

// ours says whether a file belongs to the user of this process, or to root.
func ours(info fs.FileInfo) bool {
	status, ok := info.Sys().(*syscall.Stat_t)
	return ok && (status.Uid == 0 || int(status.Uid) == os.Getuid())
}

// writable says whether others than its owner may write to a file.
func writable(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }

// userName is a word for the user of this process.
func userName() string { return strconv.Itoa(os.Getuid()) }
