// Package whole writes files that are there whole or not at all, whatever happens: a full
// disk, a process that is killed, a system that goes down.
package whole

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a file: beside its place, to the disk, and then under its name, in place of
// one that is there. The mode is that of a file that is new. What is no regular file, such as
// /dev/stdout, is written to as it is; where a name leads to a file elsewhere, that is
// replaced. The error names the file that was to be written.
func Write(path string, data []byte, mode fs.FileMode) error {
	place := path
	if led, err := filepath.EvalSymlinks(path); err == nil {
		place = led
	}
	info, err := os.Stat(place)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return named(path, os.WriteFile(place, data, mode))
	case err == nil:
		mode = info.Mode().Perm()
		if err := writable(place); err != nil {
			return named(path, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return named(path, beside(place, data, mode, err == nil))
}

// writable says why a file must not be changed, nil if it may: its directory alone would let
// it be replaced.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// beside writes a file under another name first.
func beside(path string, data []byte, mode fs.FileMode, old bool) error {
	part, err := create(path, mode)
	if err != nil {
		return err
	}
	_, err = part.Write(data)
	if err == nil && old {
		err = part.Chmod(mode) // the mask of the process has no say in it
	}
	if err == nil {
		err = part.Sync()
	}
	if end := part.Close(); err == nil {
		err = end
	}
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		_ = os.Remove(part.Name())
	}
	return err
}

// create makes the file that is written first. Its name begins with a dot, so that nobody takes
// it for anything.
func create(path string, mode fs.FileMode) (*os.File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".part-*")
	if err != nil {
		return nil, err
	}
	name := f.Name()
	if err := f.Close(); err != nil {
		return nil, err
	}
	_ = os.Remove(name) // it was made for its owner alone; the mask of the process is to decide
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

// named has an error speak of the file that was to be written.
func named(path string, err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		return &fs.PathError{Op: at.Op, Path: path, Err: at.Err}
	case errors.As(err, &link):
		return &fs.PathError{Op: link.Op, Path: path, Err: link.Err}
	}
	return err
}
