package tables

import (
	"context"
	"slices"

	"machsim/debugger/session"
)

// variableColumns are the columns of the table of variables.
var variableColumns = []derived[session.Shown]{
	{"n", Event, "the event after which the program of the thread ran on to its next call, and had changed it there",
		eventOf(changed)},
	{"time_us", Time, "virtual time before that event", at("time_us", changed)},
	{"thread", Text, "the thread that shows it",
		shownBy(func(r *run, v *session.Shown) string { return r.nameOf(v.Thread) })},
	{"task", Text, "its task", shownBy(func(r *run, v *session.Shown) string {
		return r.s.Final().TaskName(r.s.Final().Threads.At(uint32(v.Thread)).Task)
	})},
	{"name", Text, "its name, as the program shows it by th.Watch",
		textOf(func(v *session.Shown) string { return v.Name })},
	{"old", Text, "its value before; NULL when it is first shown", textOf(func(v *session.Shown) string { return v.Old })},
	{"new", Text, "its value then", textOf(func(v *session.Shown) string { return v.New })},
}

func changed(v *session.Shown) int { return v.Event + 1 }

func shownBy(says func(*run, *session.Shown) string) func(*source[session.Shown]) *column {
	return func(s *source[session.Shown]) *column {
		return textOf(func(v *session.Shown) string { return says(s.r, v) })(s)
	}
}

// allVariables are the changes of the variables that programs show.
func allVariables(ctx context.Context, r *run) ([]session.Shown, error) {
	changes, err := r.s.Shown(ctx.Done())
	slices.SortStableFunc(changes, func(a, b session.Shown) int { return a.Event - b.Event })
	return changes, err
}
