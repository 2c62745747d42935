//go:build !unix

package app

import (
	"errors"

	"machsim/debugger/runner"
)

// Where there are no sockets that a child can inherit, nothing is guarded.

func newWard() *ward { return nil }

func startWard(string, []string) (*child, bool) { return nil, false }

func (*ward) restart([]string) error { return errors.ErrUnsupported }

type child struct {
	footprints func(memory []byte) []runner.Footprint
}

func (*child) wait() (int, error) { return 0, nil }
