package shrink

import (
	"fmt"
	"strings"

	"machsim/debugger/event/text"
)

// Text puts a result into words: how large the run was and is, and what is left of it, for a screen of so many columns.
// At most so many segments are shown, 0 for all.
func (r *Result) Text(columns, segments int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n\n", r.Program, text.Fold(r.Failure.String(), columns))
	t := text.NewTable("", ">before", ">after")
	for _, row := range r.Rows() {
		t.Add(row.Name, row.Before, row.After)
	}
	b.WriteString(t.Text(columns))
	fmt.Fprintf(&b, "\n%s\n", r.Ends())
	b.WriteString("\nWhat is left:\n")
	left := text.NewTable(">event", "who", "does")
	left.Keep(segments)
	for _, s := range r.Segments {
		left.Add(fmt.Sprint(s.First), s.Actor, strings.Join(s.Calls, "; "))
	}
	b.WriteString(left.Text(columns))
	return b.String()
}

// Row is what has a size, or a parameter.
type Row struct{ Name, Before, After string }

// Rows returns what has a size, and the parameters that have got another value.
func (r *Result) Rows() (all []Row) {
	for _, row := range []struct {
		name          string
		before, after int
	}{
		{"events", r.Before.Events, r.After.Events},
		{"switches", r.Before.Switches, r.After.Switches},
		{"tasks", r.Before.Tasks, r.After.Tasks},
		{"other choices", r.Before.Choices, r.After.Choices},
		{"lines of input", r.Before.Lines, r.After.Lines},
		{"edits", r.Before.Edits, r.After.Edits},
		{"faults", r.Before.Faults, r.After.Faults},
		{"probes", r.Before.Probes, r.After.Probes},
	} {
		if row.before > 0 || row.after > 0 {
			all = append(all, Row{row.name, fmt.Sprint(row.before), fmt.Sprint(row.after)})
		}
	}
	if x := r.Servers; x != nil {
		all = append(all, Row{"left out: events of name servers", fmt.Sprint(x.Before), fmt.Sprint(x.After)})
	}
	for _, p := range r.Params {
		all = append(all, Row{"--" + p.Name, p.Before, p.After})
	}
	return all
}

// Ends says how sure it is that there is no smaller run.
func (r *Result) Ends() string {
	switch {
	case !r.Minimal:
		return fmt.Sprintf("After %d runs %s: there may be more to take out.", r.Runs, r.Stopped)
	case !r.Smaller:
		return fmt.Sprintf("It is minimal: %d runs were made, and nothing can be taken out alone.", r.Runs)
	}
	return fmt.Sprintf("It is minimal, after %d runs: nothing that is left can be taken out alone.", r.Runs)
}
