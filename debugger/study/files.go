package study

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
)

// place returns the file that a run is to be recorded in, "" standing for the usual one: a file beside that if there is
// a failing run in it, until settle knows how this one ends. A file that somebody names is replaced.
func place(named string, o *runner.Setup) string {
	if named != "" {
		return named
	}
	usual := usualFile(o, "")
	if !failing(usual) {
		return usual
	}
	other, ext := beside(usual), filepath.Ext(usual)
	if failing(other) { // that run has ended the process
		_ = record.Rename(other, numbered(strings.TrimSuffix(usual, ext), ext, other))
	}
	return other
}

// create makes the file of a recording. It replaces an existing recording by a new file, because another
// process may still be writing or reading the old one.
func create(path string) (*os.File, error) {
	if err := ours(path); err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return os.OpenFile(path, os.O_WRONLY, 0)
	case err == nil:
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	return os.Create(path)
}

// newWord is in the name of a recording whose usual name one of a failing run has.
const newWord = ",new"

// beside is where a run is recorded while the recording of a failing run is in its file.
func beside(path string) string {
	ext := filepath.Ext(path)
	return strings.TrimSuffix(path, ext) + newWord + ext
}

// failing says whether there is a recording in a file whose run has failed, or was never seen to its end. A good run
// does not take its place: it may be all that is known of a fault, and the program may have changed.
func failing(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	rec, err := record.Open(path)
	return err == nil && (rec.Truncated || rec.Verdict().Failed())
}

// settle finds a place for a recording that was made beside a failing one, if its run has failed too: that one's if it
// is the same run, or a name with a number. It returns the place, and the file of the failing one if both stay.
func settle(other string) (place, failed string) {
	ext := filepath.Ext(other)
	name, ok := strings.CutSuffix(strings.TrimSuffix(other, ext), newWord)
	usual := name + ext
	if place = other; !ok || !failing(usual) {
		return place, ""
	}
	if failing(other) {
		if to := numbered(name, ext, other); record.Rename(other, to) == nil {
			place = to
		}
	}
	if place == usual {
		return place, ""
	}
	return place, usual
}

// numbered is the first of the names usual, usual,2 and so on that no other file has than one of the same run.
func numbered(name, ext, file string) string {
	path := name + ext
	for n := 2; exists(path) && !sameRun(path, file); n++ {
		path = fmt.Sprint(name, ",", n, ext)
	}
	return path
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// sameRun says whether two recordings are of the same run, as far as they go.
func sameRun(a, b string) bool {
	x, err := record.Open(a)
	if err != nil {
		return false
	}
	y, err := record.Open(b)
	return err == nil && x.Events == y.Events && x.Hash == y.Hash && x.Outcome == y.Outcome && x.Kind == y.Kind
}

// Save writes the recording of a run that was made in memory. Parts that another one has left there are not of it.
func Save(path string, data []byte) error {
	if err := ours(path); err != nil {
		return err
	}
	if err := Write(path, data); err != nil {
		return err
	}
	return record.DropParts(path)
}

// Write writes a file, whole or not at all. It makes the directory of recordings, if the file is to be there.
func Write(path string, data []byte) error {
	if err := room(path); err != nil {
		return err
	}
	return record.WriteFile(path, data)
}

// room makes the directory of recordings, if a file is to be in it.
func room(path string) error {
	dir := filepath.Dir(path)
	if filepath.Base(dir) != Directory {
		return nil
	}
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// ours makes room for a recording. It refuses to overwrite a file that is neither a recording nor empty.
func ours(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return room(path)
	case err != nil:
		return err
	case info.Mode().IsRegular() && info.Size() > 0 && !record.Is(path):
		return fmt.Errorf("%s is there already, and is no recording", path)
	}
	return nil
}

// Remove removes a recording, with its parts and notes.
func Remove(path string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	if err := os.Remove(path + ".notes"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return record.DropParts(path)
}

// discard removes a recording, unless it is no regular file, as /dev/null.
func discard(path string) {
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
		_ = os.Remove(path)
		_ = record.DropParts(path)
	}
}
