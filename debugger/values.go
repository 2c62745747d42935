package debugger

import (
	"errors"
	"slices"

	"machsim/kernel"
)

// Who looks may be told the values of some tasks only (Person.Tasks). Then everything that a method answers counts as a
// value, unless it is known here to be none: a method that is new tells such a person nothing.

// tellsNames are the methods that tell names, numbers, states and positions, and no value of a program; or that hide
// those of other tasks row by row.
var tellsNames = map[string]bool{
	"where": true, "stamp": true, "position": true, "left": true, "mode": true, "servers": true, "seed": true,
	"can": true, "names": true, "run": true, "forks": true, "info": true, "tasks": true, "hosts": true, "mutexes": true,
	"checkpoints": true, "notes": true, "breakpoints": true, "stops": true, "lanes": true, "tile": true, "suspended": true,
	"event": true, "statements": true, "source": true,
	"thread": true, "threads": true, "locals": true, "print": true,
}

// errHidden is the error of what might tell values of tasks that a person is not to see.
var errHidden = errors.New("that may tell values of tasks that are not shown here: threads, tasks and mutexes tell " +
	"names, locals and print the values of those that are")

// hiddenValue stands for a call of a task whose values are not shown.
const hiddenValue = "(not shown here)"

// tells says why a method is not for the person who makes it.
func (d *Debugger) tells(what string) error {
	if d.tasks == nil || tellsNames[what] {
		return nil
	}
	return errHidden
}

// hidesValues says whether the values of a task are not for the person who makes the method at work.
func (d *Debugger) hidesValues(task kernel.TaskID) bool {
	return d.tasks != nil && !slices.Contains(d.tasks, d.s().State().TaskName(task))
}

// hidesOf is hidesValues for the task of a thread, as an error.
func (d *Debugger) hidesOf(id kernel.ThreadID) error {
	if d.tasks != nil && d.hidesValues(d.s().State().Threads.At(uint32(id)).Task) {
		return errHidden
	}
	return nil
}
