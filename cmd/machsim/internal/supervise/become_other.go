//go:build !unix

package supervise

import (
	"errors"
	"os"
	"os/exec"
)

// Become runs an executable, and ends this process as that one ends. It returns only if it cannot.
func Become(exe string, args []string) error {
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
