package record

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
)

// Taken is the error of a recording whose file another run has now, which was begun later.
type Taken struct{ File string }

func (e *Taken) Error() string { return fmt.Sprintf("another run is recorded in %s now", e.File) }

// placed is a recording's file, or Parts.
type placed interface {
	Name() string
	Stat() (fs.FileInfo, error)
}

// Mine returns an error if what has the name of a recording's file is not that file: a *Taken if it is that of a run
// that was begun later. Then nothing that is there may be changed.
func Mine(f placed) error {
	own, wrong := f.Stat()
	info, err := os.Stat(f.Name())
	if wrong == nil && err == nil && !os.SameFile(info, own) {
		return &Taken{f.Name()}
	}
	return cmp.Or(wrong, err)
}
