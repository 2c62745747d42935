// Package atomicfile writes files atomically: after a full disk, a killed process or a crash of
// the system a file has its old content or its new one, whole.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Write replaces the content of a file, or makes it with the given mode. It writes to a
// temporary file in the same directory, syncs that to the disk, and renames it. It follows
// symbolic links. It writes directly to what is no regular file, such as /dev/stdout. The
// error names path.
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

// writable returns an error if a file may not be written. A rename would replace it all the
// same, because that takes only permission for the directory.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// beside writes a temporary file and renames it.
func beside(path string, data []byte, mode fs.FileMode, old bool) error {
	part, err := create(path, mode)
	if err != nil {
		return err
	}
	_, err = part.Write(data)
	if err == nil && old {
		err = part.Chmod(mode) // create applied the process's umask
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

// Part says whether a name is that of a temporary file for a file of the same directory. After the end of its writer it
// may be there still.
func Part(of, name string) bool { return strings.HasPrefix(name, partBegin(of)) }

func partBegin(of string) string { return "." + of + ".part-" }

// create makes the temporary file. Its name begins with a dot, which hides it.
func create(path string, mode fs.FileMode) (*os.File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), partBegin(filepath.Base(path))+"*")
	if err != nil {
		return nil, err
	}
	name := f.Name()
	if err := f.Close(); err != nil {
		return nil, err
	}
	_ = os.Remove(name) // CreateTemp makes it for its owner only; the umask should decide
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

// named puts path into an error in place of the temporary file.
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
