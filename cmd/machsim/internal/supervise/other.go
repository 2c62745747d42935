//go:build !unix

package supervise

import (
	"errors"

	"machsim/debugger/run/runner"
)

// Restart reports that this system cannot do it.
func (*Supervisor) Restart([]string) error { return errors.ErrUnsupported }

// Process would be a child process; Start never makes one.
type Process struct{}

// Start starts nothing, because children do not inherit sockets on this system.
func Start(string, []string, func(memory []byte) []runner.Footprint) (*Process, bool) {
	return nil, false
}

// Wait has nothing to wait for.
func (*Process) Wait() (int, error) { return 0, nil }
