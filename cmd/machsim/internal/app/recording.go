package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"machsim/debugger/commandline"
	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/kernel"
)

// recordings is the directory to which recordings go that were given no other place.
const recordings = ".machsim"

// recordTo makes the run of o leave a recording in a file, by default one that is
// called after program and seed, or after what it is a fork of. When that cannot be
// written, the run goes on without, and the user is told.
func (m *machsim) recordTo(c *cobra.Command, path string, o *runner.Options) *os.File {
	if path == "" {
		path = usualFile(o)
		if err := os.Mkdir(recordings, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			warn(c, "the run is not recorded: %v", err)
			return nil
		}
	}
	f, err := create(path)
	if err != nil {
		warn(c, "the run is not recorded: %v", err)
		return nil
	}
	o.Record, o.Recording = record.Start(f, o.Header()), path
	m.supervisor.Journals(o.Record)
	return f
}

// create makes the file of a recording. One that is there makes place, if it is a
// recording: another process may still be writing to it, or reading it.
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

// ours says why a recording must not be written to a file: one that is there has to be a
// recording, or empty.
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

// recorded closes the file of a run that has ended. A run that did not take place
// leaves none, nor does a fork that never left the recording it follows; of one that
// could not be written to its end the user is told.
func (m *machsim) recorded(c *cobra.Command, f *os.File, run *runner.Run) {
	if f == nil {
		return
	}
	err := f.Close()
	switch {
	case run.Err != nil || run.Followed() != nil && !run.Followed().Left():
		discard(f.Name())
	case run.Lost == nil:
		run.Lost = err
	}
	if run.Lost != nil && run.Err == nil {
		warn(c, "the recording is not complete: %v; %s has %s", run.Lost, f.Name(), m.held(f.Name()))
	}
}

// discard removes a recording; what is no file of its own, as /dev/null, stays.
func discard(path string) {
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
		_ = os.Remove(path)
	}
}

func warn(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "machsim: %v\n", sentence(format, args))
}

// openRecording reads the recording that a command is to work on.
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

// madeAgain says how a run is made again whose recording is damaged. Nothing is known of
// it if the header is, and of a fork only the recording that it is a fork of would help.
func madeAgain(rec *record.Recording) string {
	switch {
	case rec == nil || rec.Program == "":
		return "it cannot be mended: make the run again"
	case rec.Parent != nil || len(rec.Edits) > 0 || rec.Halt != nil:
		return "it cannot be mended: make it again from the recording that it was made from"
	case rec.Package.Path != "":
		return fmt.Sprintf("it cannot be mended: make the run of program %q again, with --seed %d", rec.Program, rec.Seed)
	}
	o := runner.Options{Program: &kernel.Program{Name: rec.Program}, Args: rec.Args, Seed: rec.Seed, Weak: rec.Weak,
		FreeTimers: rec.FreeTimers}
	return "it cannot be mended: make the run again, with: " + commandline.Command("run", &o)
}

// unfit is a recording that is damaged, or does not fit.
func unfit(format string, args ...any) error {
	return exit{exitUnfit, sentence(format, args)}
}

// oneRecording asks for the name of a file.
func oneRecording(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return wrong("%s needs the file of one recording; machsim run leaves them in %s", c.CommandPath(), recordings)
	}
	return nil
}

// completeRecording lets a shell complete the names of recordings.
func completeRecording(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"rec"}, cobra.ShellCompDirectiveFilterFileExt
}
