//go:build !unix

package cache

import "os"

// ours says whether a directory belongs to the user: the system's cache directories do.
func ours(os.FileInfo) bool { return true }

// mapped reads a file.
func mapped(path string) ([]byte, error) { return os.ReadFile(path) }
