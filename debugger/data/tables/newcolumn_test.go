package tables

import (
	"slices"

	"machsim/debugger/event/facts"
)

// WithNewColumns adds a column to the table of events, and one to the table of locks, as docs/HACKING.md says, until
// undo is called. TestNewColumn looks for them everywhere.
func WithNewColumns() (undo func()) {
	wereEvents, wereLocks := eventColumns, lockColumns
	eventColumns = append(slices.Clone(eventColumns), eventColumn{
		"phase", Integer, "how far the call had come before the step", counts(func(x *seen) int64 { return int64(x.Phase) }),
	})
	lockColumns = append(slices.Clone(lockColumns), derived[facts.Holding]{
		"nth", Integer, "its number among those of the mutex, from 1",
		numberOf(func(h *facts.Holding) uint32 { return h.Nth }),
	})
	return func() { eventColumns, lockColumns = wereEvents, wereLocks }
}
