package export

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"slices"

	"machsim/debugger/event/waitfor"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// dot writes the wait-for graph at the position: threads, tasks of which any thread could end a wait, and edges that
// say what is waited for. A cycle is red.
func dot(_ context.Context, b *bufio.Writer, r *Run) error {
	s := r.Session.State()
	rows := waitfor.Of(s)
	cycle := waitfor.Cycle(rows)
	fmt.Fprintf(b, "digraph waits {\n\trankdir=LR;\n\tnode [shape=ellipse];\n")
	tasks := map[kernel.TaskID]bool{}
	for i := range rows {
		w := &rows[i]
		fmt.Fprintf(b, "\tt%d [label=%s%s];\n", w.Thread, dotText(s.ThreadName(w.Thread)),
			red(slices.Contains(cycle, w.Thread)))
		for _, task := range w.Tasks {
			tasks[task] = true
		}
	}
	for _, task := range slices.Sorted(maps.Keys(tasks)) {
		fmt.Fprintf(b, "\tk%d [shape=box, label=%s];\n", task, dotText("task "+s.TaskName(task)))
	}
	for i := range rows {
		dotEdges(b, s, &rows[i], cycle)
	}
	_, err := b.WriteString("}\n")
	return err
}

// dotEdges writes the edges of a wait.
func dotEdges(b *bufio.Writer, s *kernel.State, w *waitfor.Row, cycle []kernel.ThreadID) {
	if w.Reason == waitfor.Ready || w.Idle {
		return
	}
	label := ""
	if w.At.Kind != kernel.NoObject {
		label = s.NameOf(w.At)
	}
	style := ""
	if w.NotBegun {
		style = ", style=dashed"
	}
	to := w.Threads
	if w.On != 0 {
		to = []kernel.ThreadID{w.On}
	}
	for _, id := range to {
		both := slices.Contains(cycle, w.Thread) && slices.Contains(cycle, id)
		fmt.Fprintf(b, "\tt%d -> t%d [label=%s%s%s];\n", w.Thread, id, dotText(label), style, red(both))
	}
	for _, task := range w.Tasks {
		fmt.Fprintf(b, "\tt%d -> k%d [label=%s%s];\n", w.Thread, task, dotText(label), style)
	}
}

func red(is bool) string {
	if is {
		return ", color=red"
	}
	return ""
}

// dotText is a text as a label.
func dotText(s string) string {
	var b []byte
	for _, c := range []byte(quote.Line(s)) {
		if c == '"' || c == '\\' {
			b = append(b, '\\')
		}
		b = append(b, c)
	}
	return `"` + string(b) + `"`
}
