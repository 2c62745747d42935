package tables

import (
	"context"
	"slices"

	"machsim/debugger/session"
)

// variableColumns are the columns of the table of variables.
var variableColumns = []Column{
	{"n", Event, "the event after which the program of the thread ran on to its next call, and had changed it there"},
	{"time_us", Time, "virtual time before that event"},
	{"thread", Text, "the thread that shows it"},
	{"task", Text, "its task"},
	{"name", Text, "its name, as the program shows it by th.Watch"},
	{"old", Text, "its value before; NULL when it is first shown"},
	{"new", Text, "its value then"},
}

// variables is the table of the changes of the variables that programs show.
func (c *Catalogue) variables() *Table {
	return &Table{
		Name: "variables", Columns: variableColumns,
		Doc: "a change of a variable that a program shows by th.Watch, seen at the thread's next kernel call",
		fill: func(ctx context.Context, t *Table) error {
			changes, err := c.s.Shown(ctx.Done())
			if err != nil {
				return because(ctx, err)
			}
			to, s := newRows(t), c.s.Final()
			slices.SortStableFunc(changes, func(a, b session.Shown) int { return a.Event - b.Event })
			for i := range changes {
				v := &changes[i]
				old := Null()
				if v.Known {
					old = shown(v.Old)
				}
				to.add(number(v.Event+1), Int(c.s.TimeOf(v.Event)), shown(s.ThreadName(v.Thread)),
					shown(s.TaskName(s.Threads.At(uint32(v.Thread)).Task)), shown(v.Name), old, shown(v.New))
			}
			to.close()
			return nil
		},
	}
}
