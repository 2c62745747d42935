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
	fmt.Fprintln(&b, d.here(), d.mode, d.set.Points.Last, d.set.Globals.Primary, d.displays,
		d.threadNames)
	if c := d.computing(); c != nil {
		fmt.Fprintln(&b, c.Text)
	}
	for _, v := range d.lets {
		fmt.Fprintln(&b, v.Name, v.Expression, v.Value)
	}
	for _, r := range d.runs {
		if r.Closed() {
			fmt.Fprintln(&b)
			continue
		}
		fmt.Fprintln(&b, r.S.Len(), r.kept, r.file, r.Focus, r.Frame)
		for _, c := range r.checkpoints {
			fmt.Fprintln(&b, c.name)
		}
		for _, n := range r.notes {
			fmt.Fprintln(&b, n.text)
		}
	}
	for _, p := range d.set.Points.List {
		fmt.Fprintln(&b, p.Number, p.Disabled)
	}
	for _, g := range d.set.Globals.List {
		fmt.Fprintln(&b, g.Number, g.Disabled, g.Disjunct)
	}
	return b.String()
}
