//go:build !wasm

package userprog

import (
	"os"
	"slices"
)

// stamp tells whether a file or directory has changed.
type stamp struct {
	Path       string
	Size, Time int64 // 0 if it is not there; the time in nanoseconds
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{Path: path}
	}
	return stamp{path, info.Size(), info.ModTime().UnixNano()}
}

// stampsOf returns the stamps of paths.
func stampsOf(paths []string) (all []stamp) {
	for _, path := range paths {
		all = append(all, stampOf(path))
	}
	return all
}

// unchanged says whether all files and directories are what they were.
func unchanged(all []stamp) bool {
	return !slices.ContainsFunc(all, func(s stamp) bool { return stampOf(s.Path) != s })
}
