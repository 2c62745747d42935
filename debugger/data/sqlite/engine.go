//go:build !js && !wasip1

package sqlite

import "machsim/debugger/data/tables"

// Engine answers the queries of a Debugger, within limits.
type Engine struct{ Limits }

// Open opens a catalogue for queries.
func (e Engine) Open(c tables.Asked, more ...tables.Constant) (tables.Queries, error) {
	return Open(c, e.Limits, more...)
}

// Gather begins a table for the rows of many answers.
func (e Engine) Gather() (tables.Gathering, error) { return Gather(e.Limits) }
