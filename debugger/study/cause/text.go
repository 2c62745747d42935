package cause

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"machsim/debugger/event/text"
)

// Block is a part of a report as text: lines, and then a table.
type Block struct {
	Lines []string
	Table *text.Table // nil for none
}

// Text returns the report as lines of a width; 0 for any.
func (x *Report) Text(width int) string {
	var b strings.Builder
	for _, p := range x.Blocks() {
		for _, l := range p.Lines {
			b.WriteString(text.Fold(l, width) + "\n")
		}
		if p.Table != nil {
			b.WriteString(p.Table.Text(width))
		}
	}
	return b.String()
}

// Blocks returns the report as text.
func (x *Report) Blocks() []Block {
	all := []Block{{Lines: x.certainty()}}
	if len(x.Jumps) > 0 {
		all = append(all, Block{[]string{"its chance rose most:"}, x.jumped()})
	}
	if x.Decision != nil {
		all = append(all, Block{[]string{x.Decision.String()}, x.options()})
	}
	if x.Well != nil {
		all = append(all, Block{[]string{x.Well.String()}, x.Well.beside()})
	}
	all = append(all, Block{[]string{x.about()}, x.along()})
	return append(all, Block{Lines: x.remarks()})
}

// certainty says from when on the failure was certain, in lines.
func (x *Report) certainty() []string {
	c := &x.Certain
	lines := []string{c.String()}
	switch {
	case c.Exact && c.Event == 0:
		lines = append(lines, fmt.Sprintf("  proven: no run of the program ends well (%s)", classes(c.Classes)))
	case c.Exact && c.Event == x.Events:
		lines = append(lines, fmt.Sprintf("  proven: it is the last event; after event %d the run could end well", c.After))
	case c.Exact:
		lines = append(lines, fmt.Sprintf("  proven: no continuation from there ends well (%s); after event %d one does",
			classes(c.Classes), c.After))
	default:
		lines = append(lines, x.unproven()...)
	}
	if c.Same > c.Event {
		lines = append(lines, fmt.Sprintf("  it could have failed otherwise up to event %d", c.Same-1))
	}
	return lines
}

// String says in a line from when on the failure was certain.
func (c *Certain) String() string {
	what := "certain"
	if !c.Exact {
		what = "likely certain"
	}
	switch {
	case c.Event == 0:
		return what + " from the start"
	case c.Step == nil:
		return fmt.Sprintf("%s from event %d on", what, c.Event)
	}
	return fmt.Sprintf("%s from event %d on: %s", what, c.Event, c.Step)
}

// unproven says what is known where there is no proof.
func (x *Report) unproven() (lines []string) {
	c := &x.Certain
	lines = append(lines, fmt.Sprintf("  none of %d samples from there ended well: fewer than %s of such runs do (%s)",
		c.Samples, percent(1-c.Low), x.Bounds))
	if c.After >= 0 {
		lines = append(lines, fmt.Sprintf("  after event %d the run could end well", c.After))
	}
	if c.Why != "" {
		lines = append(lines, "  no proof: "+c.Why)
	} else if c.Proven < x.Events {
		lines = append(lines, fmt.Sprintf("  proven from event %d on: no continuation ends well (%s)", c.Proven,
			classes(c.Classes)))
	}
	return lines
}

func classes(n int) string { return text.Plural(n, "class", "classes") }

// String is the event as one says it.
func (s *Step) String() string {
	line := s.Actor + "  " + s.Action
	if s.Where != "" {
		line += "  (" + s.Where + ")"
	}
	return line
}

func percent(p float64) string {
	switch {
	case p > 0 && p < 0.1:
		return fmt.Sprintf("%.1f %%", 100*p)
	case p > 0.99 && p < 1:
		return fmt.Sprintf("%.1f %%", math.Floor(1000*p)/10)
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

func (c *Count) bounds() string { return percent(c.Low) + " to " + percent(c.High) }

// events is the column of numbers of events.
func events(name string) text.Column { return text.Column{Name: name, Right: true, Kind: "event"} }

func right(name string) text.Column { return text.Column{Name: name, Right: true} }

// jumped lists where the chance rose.
func (x *Report) jumped() *text.Table {
	t := text.NewColumns(events("event"), right("from"), right("to"), text.Column{Name: "by"})
	for _, j := range x.Jumps {
		by := fmt.Sprintf("one of the events from %d on", j.From+1)
		if j.Step != nil {
			by = j.Step.String()
		}
		t.Add(fmt.Sprint(j.Event), percent(j.Before), percent(j.After), by)
	}
	return t
}

// String says what was chosen.
func (d *Decision) String() string {
	what := "a choice (" + d.Kind + ")"
	switch d.Kind {
	case "next":
		return fmt.Sprintf("the choice that decided, at event %d: who went next, of %d that could", d.Event, d.Of)
	case "random":
		what = "a random number"
	case "delay":
		what = "the delay of a packet"
	case "loss":
		what = "whether a message is lost"
	}
	if d.Thread != "" {
		what += " for " + d.Thread
	}
	return fmt.Sprintf("the choice that decided, at event %d: %s, of %d that could be", d.Event, what, d.Of)
}

// options lists what could have been chosen.
func (x *Report) options() *text.Table {
	t := text.NewColumns(text.Column{}, text.Column{Name: "option"}, right("failed"), right("well"), right("otherwise"),
		right("of"), text.Column{Name: "chance of the failure"}, text.Column{Name: "would do"})
	for i := range x.Decision.Options {
		o, mark := &x.Decision.Options[i], " "
		if i == 0 {
			mark = "*"
		}
		t.Add(mark, o.Name, fmt.Sprint(o.Same), fmt.Sprint(o.Well), fmt.Sprint(o.Other+o.Open), fmt.Sprint(o.Samples),
			o.bounds(), o.Step)
	}
	if more := x.Decision.Of - len(x.Decision.Options); more > 0 {
		t.Add("", fmt.Sprintf("%d more", more), "", "", "", "", "", "")
	}
	return t
}

// about says what the curve is of.
func (x *Report) about() string {
	return fmt.Sprintf("the chance of the failure along the run, by %d samples each (%s):", x.Samples, x.Bounds)
}

// maxAlong is how many rows of the curve are shown, beside those of the jumps.
const maxAlong = 20

// barWidth is the width of a chance of 100 %.
const barWidth = 30

// along shows the curve.
func (x *Report) along() *text.Table {
	t := text.NewColumns(events("after"), right("chance"), text.Column{}, text.Column{Name: "bounds"})
	for _, p := range x.shown() {
		t.Add(fmt.Sprint(p.Event), percent(p.chance()), strings.Repeat("#", int(p.chance()*barWidth+0.5))+" ", p.bounds())
	}
	return t
}

// shown are the points of the curve that a table has: some all along the run, and those at which the chance rose.
func (x *Report) shown() (all []Point) {
	step := max(1, x.Certain.Event/maxAlong)
	next := 0
	for _, p := range x.Curve {
		jumps := slices.ContainsFunc(x.Jumps, func(j Jump) bool { return p.Event == j.From || p.Event == j.Event })
		if p.Event >= next || jumps || p.Event == x.Certain.Event {
			all = append(all, p)
			next = max(next, p.Event-p.Event%step+step)
		}
	}
	return all
}

// String says what run it is.
func (w *Well) String() string {
	line := fmt.Sprintf("a run that is the same up to event %d ends well, after event %d", w.After, w.Events)
	if w.After == 0 {
		line = fmt.Sprintf("a run that differs from the start ends well, after event %d", w.Events)
	}
	return line + ":"
}

// beside shows the two runs side by side.
func (w *Well) beside() *text.Table {
	t := text.NewColumns(events("event"), text.Column{Name: "this run"}, text.Column{}, text.Column{Name: "ends well"})
	for i := range max(len(w.Failed), len(w.Ended)) {
		a, b, mark := stepAt(w.Failed, i), stepAt(w.Ended, i), "|"
		if a == b {
			mark = "="
		}
		t.Add(fmt.Sprint(w.First+i), a, mark, b)
	}
	return t
}

func stepAt(all []Step, i int) string {
	if i >= len(all) {
		return " "
	}
	return all[i].Actor + "  " + all[i].Action
}

// remarks are what else there is to be said.
func (x *Report) remarks() (lines []string) {
	for _, o := range x.Others {
		lines = append(lines, fmt.Sprintf("%s failed otherwise: %s", text.Counted(o.Runs, "continuation"), o.Failure))
	}
	open := 0
	for _, p := range x.Curve {
		open += p.Open
	}
	if open > 0 {
		lines = append(lines, text.Counted(open, "continuation")+" did not end within the bound of events")
	}
	if x.Remade > 0 {
		lines = append(lines, fmt.Sprintf("events up to %d, which the recording has dropped, were made again from its seed",
			x.Remade))
	}
	made := text.Counted(x.Runs, "run") + " made"
	if x.Stopped != "" {
		made += "; " + x.Stopped + ": this is what is known"
	}
	return append(lines, made)
}
