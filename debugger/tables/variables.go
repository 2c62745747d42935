package tables

import (
	"context"
	"slices"

	"machsim/debugger/session"
)

// variableColumns are the columns of the table of variables.
var variableColumns = []field[variable]{
	{"n", Event, "the event after which the program of the thread ran on to its next call, and had changed it there",
		func(v *variable) Value { return number(v.Event + 1) }},
	{"time_us", Time, "virtual time before that event", func(v *variable) Value { return Int(v.s.TimeOf(v.Event)) }},
	{"thread", Text, "the thread that shows it", func(v *variable) Value { return shown(v.s.ThreadName(v.Thread)) }},
	{"task", Text, "its task", (*variable).task},
	{"name", Text, "its name, as the program shows it by th.Watch", func(v *variable) Value { return shown(v.Name) }},
	{"old", Text, "its value before; NULL when it is first shown", (*variable).old},
	{"new", Text, "its value then", func(v *variable) Value { return shown(v.New) }},
}

// variable is a change of a variable.
type variable struct {
	session.Shown
	s *session.Session
}

func (v *variable) task() Value {
	end := v.s.Final()
	return shown(end.TaskName(end.Threads.At(uint32(v.Thread)).Task))
}

func (v *variable) old() Value {
	if !v.Known {
		return Null()
	}
	return shown(v.Old)
}

// variables is the table of the changes of the variables that programs show.
func (c *Catalogue) variables() *Table {
	return &Table{
		Name: "variables", Columns: heads(variableColumns),
		Doc: "a change of a variable that a program shows by th.Watch, seen at the thread's next kernel call",
		fill: func(ctx context.Context, t *Table) error {
			changes, err := c.s.Shown(ctx.Done())
			if err != nil {
				return because(ctx, err)
			}
			slices.SortStableFunc(changes, func(a, b session.Shown) int { return a.Event - b.Event })
			to := newRows(t)
			for _, v := range changes {
				add(to, variableColumns, &variable{v, c.s})
			}
			to.close()
			return nil
		},
	}
}
