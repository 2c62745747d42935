//go:build !unix

package app

import (
	"errors"
	"os"
	"os/exec"
)

// become runs an executable, and ends as that does.
func become(exe string, args []string) error {
	c := exec.Command(exe)
	c.Args, c.Stdin, c.Stdout, c.Stderr = args, os.Stdin, os.Stdout, os.Stderr
	err := c.Run()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		return err
	}
	os.Exit(c.ProcessState.ExitCode())
	return nil
}
