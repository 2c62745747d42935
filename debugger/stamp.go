package debugger

import (
	"context"
	"fmt"
	"strings"
)

// Stamp returns a text that is another one when anything has changed that faces show: the run, the
// position, the focus, a breakpoint, a stop, a mark or a fork. A face that keeps a picture draws it
// anew only then.
func (d *Debugger) Stamp(ctx context.Context) (string, error) {
	return look(ctx, d, "stamp", func(context.Context) (string, error) { return d.stamp(), nil })
}

func (d *Debugger) stamp() string {
	var b strings.Builder
	fmt.Fprintln(&b, d.here(), d.mode, d.breakpoints.last, d.globals.primary, d.displays,
		d.threadNames)
	if c := d.computing(); c != nil {
		fmt.Fprintln(&b, c.Text)
	}
	for _, v := range d.values {
		fmt.Fprintln(&b, v.Name, v.Expression, v.Value)
	}
	for _, r := range d.runs {
		if r.closed() {
			fmt.Fprintln(&b)
			continue
		}
		fmt.Fprintln(&b, r.s.Len(), r.kept, r.file, r.focus, r.frame)
		for _, c := range r.checkpoints {
			fmt.Fprintln(&b, c.name)
		}
		for _, n := range r.notes {
			fmt.Fprintln(&b, n.text)
		}
	}
	for _, p := range d.breakpoints.list {
		fmt.Fprintln(&b, p.number, p.disabled)
	}
	for _, g := range d.globals.list {
		fmt.Fprintln(&b, g.number, g.disabled, g.disjunct)
	}
	return b.String()
}
