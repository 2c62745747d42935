package answer

import (
	"fmt"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// Together is where the conditions of a conjunction hold at one time, in lines and a table.
func Together(x *debugger.Together) (lines []string, t *text.Table) {
	lines, heads := []string{counts(x)}, []string{">row"}
	known := len(x.Rows) > 0 && x.Rows[0].Knows != nil
	if known {
		heads = append(heads, "known to", "since", "until")
	}
	for i, c := range x.Conditions {
		lines = append(lines, fmt.Sprintf("  (%d) %s", i+1, c))
		heads = append(heads, fmt.Sprintf("(%d) since", i+1), "until")
	}
	ordered := len(x.Conditions) > 1
	if ordered {
		heads = append(heads, "order")
	}
	t = NewTable(append(heads, "position")...)
	t.Keep(len(x.Rows))
	for i, r := range x.Rows {
		row := []string{fmt.Sprint(i + 1)}
		if known {
			row = append(row, r.Knows.Thread, r.Knows.Since, r.Knows.Until)
		}
		for _, s := range r.Spans {
			row = append(row, s.Since, s.Until)
		}
		if ordered {
			row = append(row, strings.Join(r.Order, ", "))
		}
		t.Add(append(row, r.Position.String())...)
	}
	return lines, t
}

// counts says in how many spans they do.
func counts(x *debugger.Together) string {
	spans := "spans in which it holds"
	switch {
	case len(x.Rows) > 0 && x.Rows[0].Knows != nil:
		spans = "stretches in which a thread knows it"
	case len(x.Conditions) == 2:
		spans = "pairs of spans in which both hold"
	case len(x.Conditions) > 2:
		spans = "choices of spans in which all hold"
	}
	all := fmt.Sprintf("%s: %d", spans, len(x.Rows))
	if x.More {
		all = fmt.Sprintf("%s: more than %d, and these are the first", spans, len(x.Rows))
	}
	if len(x.Conditions) > 1 {
		all += fmt.Sprintf(", %d of them ordered, %d unordered", x.Ordered, x.Unordered)
	}
	if x.Apart > 0 {
		all += fmt.Sprintf("; in %s one was over before the other began", text.Counted(x.Apart, "other pair"))
	}
	return all
}
