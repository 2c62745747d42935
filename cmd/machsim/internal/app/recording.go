package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"machsim/debugger/record"
	"machsim/debugger/record/atomicfile"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// recordings is the default directory of recordings.
const recordings = ".machsim"

// recordTo lets the run of o be recorded in a file, "" for the default one; beside that if there is a failing run in
// it, until recorded knows how this one ends. A file that somebody names is replaced. If that cannot be
// written, it warns, and the run goes on without a recording.
func (m *machsim) recordTo(c *cobra.Command, path string, o runner.Choosing) *os.File {
	if path == "" {
		if path = usualFile(o.Setup()); failing(path) {
			path = free(path)
		}
	}
	f, err := create(path)
	if err != nil {
		warn(c, "the run is not recorded: %v", err)
		return nil
	}
	o.Chosen().Record, o.Shared().Recording = record.Start(f, o.Setup().Header()), path
	m.supervisor.Journals(o.Chosen().Record)
	return f
}

// create makes the file of a recording. It replaces an existing recording by a new file, because another
// process may still be writing or reading the old one.
func create(path string) (*os.File, error) {
	if err := ours(path); err != nil {
		return nil, err
	}
	if err := room(path); err != nil {
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

// free returns that file. A run that ended the process has left its recording there: it is numbered.
func free(path string) string {
	other, ext := beside(path), filepath.Ext(path)
	if failing(other) {
		_ = os.Rename(other, numbered(strings.TrimSuffix(path, ext), ext, other))
	}
	return other
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
// is the same run, or a name with a number.
func settle(c *cobra.Command, run *runner.Run) {
	other := run.Setup.Recording
	ext := filepath.Ext(other)
	name, ok := strings.CutSuffix(strings.TrimSuffix(other, ext), newWord)
	usual := name + ext
	if !ok || !failing(usual) {
		return
	}
	if failing(other) {
		if to := numbered(name, ext, other); os.Rename(other, to) == nil {
			run.Setup.Recording = to
		}
	}
	if run.Setup.Recording != usual {
		warn(c, "%s has a run that failed, and stays; this run is in %s", usual, run.Setup.Recording)
	}
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

// save writes the recording of a run that was made in memory.
func save(path string, data []byte) error {
	if err := ours(path); err != nil {
		return err
	}
	return keep(path, data)
}

// keep writes a file.
func keep(path string, data []byte) error {
	if err := room(path); err != nil {
		return err
	}
	return atomicfile.Write(path, data, 0o666)
}

// room makes the directory of recordings, if a file is to be in it.
func room(path string) error {
	if filepath.Dir(path) != recordings {
		return nil
	}
	if err := os.Mkdir(recordings, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// ours refuses to overwrite a file that is neither a recording nor empty.
func ours(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().IsRegular() && info.Size() > 0 && !record.Is(path):
		return fmt.Errorf("%s is there already, and is no recording", path)
	}
	return nil
}

// recorded closes the file of a run that has ended. It removes the file of a run that did not take
// place, or of a fork that never left its recording, settles where it stays, and warns if the recording is not
// complete.
func (m *machsim) recorded(c *cobra.Command, f *os.File, run *runner.Run) {
	if f == nil {
		return
	}
	err := f.Close()
	switch {
	case run.Err != nil || run.Followed() != nil && !run.Followed().Left():
		discard(f.Name())
		return
	case run.Lost == nil:
		run.Lost = err
	}
	if run.Lost != nil && run.Err == nil {
		warn(c, "the recording is not complete: %v; %s has %s", run.Lost, f.Name(), m.held(f.Name()))
	}
	settle(c, run)
}

// discard removes a recording, unless it is no regular file, as /dev/null.
func discard(path string) {
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
		_ = os.Remove(path)
	}
}

func warn(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "machsim: %v\n", sentence(format, args))
}

// openRecording reads the recording in a file.
func openRecording(path string) (*record.Recording, error) {
	rec, err := record.Open(path)
	var bad *record.Error
	switch {
	case err == nil:
		return rec, nil
	case errors.Is(err, syscall.EISDIR):
		return nil, wrong("%s is a directory; name the file of a recording", path)
	case errors.As(err, &bad) && bad.Damaged:
		return nil, unfit("%s: %s; %s", path, bad.Text, madeAgain(rec))
	case errors.As(err, &bad):
		return nil, unfit("%s: %s", path, bad.Text)
	case errors.Is(err, fs.ErrNotExist):
		return nil, wrong("there is no file %s; machsim run leaves its recordings in %s", path, recordings)
	}
	return nil, exit{exitWrong, err}
}

// madeAgain says how to make the run of a damaged recording again. If the header is damaged nothing is
// known of it, and a fork needs its parent.
func madeAgain(rec *record.Recording) string {
	switch {
	case rec == nil || rec.Program == "":
		return "it cannot be mended: make the run again"
	case rec.Parent != nil || len(rec.Edits) > 0 || rec.Halt != nil:
		return "it cannot be mended: make it again from the recording that it was made from"
	case rec.Package.Path != "":
		return fmt.Sprintf("it cannot be mended: make the run of program %q again, with --seed %d", rec.Program, rec.Seed)
	}
	o := runner.New(&kernel.Program{Name: rec.Program}, rec.Seed)
	o.Args, o.Weak, o.FreeTimers, o.Faults = rec.Args, rec.Weak, rec.FreeTimers, rec.Faults
	return "it cannot be mended: make the run again, with: " + commandline.Command("run", o.Setup())
}

// unfit returns the exit for a recording that is damaged or does not fit.
func unfit(format string, args ...any) error {
	return exit{exitUnfit, sentence(format, args)}
}

// oneRecording checks that one file is named.
func oneRecording(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return wrong("%s needs the file of one recording; machsim run leaves them in %s", c.CommandPath(), recordings)
	}
	return nil
}

// completeRecording completes the names of recordings.
func completeRecording(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"rec"}, cobra.ShellCompDirectiveFilterFileExt
}
