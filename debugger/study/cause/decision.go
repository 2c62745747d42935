package cause

import (
	"fmt"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// maxOptions is how many options of a choice are tried.
const maxOptions = 16

// decision finds out what would have come of the other options of the last choice with which the run could have ended
// well.
func (f *finder) decision() {
	w, ok := f.last[well]
	if !ok || f.stopped() {
		return
	}
	d := f.choice(w.parted)
	if d == nil {
		return
	}
	f.x.Decision = d.Decision
	for i := range d.Options {
		f.option(w.parted, d, i)
	}
}

// choice is a Decision with the numbers of its options.
type choice struct {
	*Decision
	numbers []int
}

// choice looks at a choice of the recorded run.
func (f *finder) choice(at place) (c *choice) {
	d := &door{rec: f.rec, until: at, then: kernel.First{}}
	d.look = func(p kernel.Point, recorded int) {
		if c == nil {
			c = choiceOf(p, at, recorded)
		}
	}
	f.once(d, kernel.Tracer{}).Close()
	return c
}

func choiceOf(p kernel.Point, at place, chosen int) *choice {
	c := &choice{Decision: &Decision{Event: at.event + 1, Kind: p.Kind.String(), Of: p.N}, numbers: []int{chosen}}
	if p.Thread != 0 {
		c.Thread = p.State().ThreadName(p.Thread)
	}
	for i := 0; i < p.N && len(c.numbers) < maxOptions; i++ {
		if i != chosen {
			c.numbers = append(c.numbers, i)
		}
	}
	for _, n := range c.numbers {
		c.Options = append(c.Options, Option{Name: optionName(p, n)})
	}
	return c
}

// optionName says what an option of a choice is.
func optionName(p kernel.Point, i int) string {
	a := p.Option(i)
	switch {
	case a.Thread != 0:
		return p.State().ThreadName(a.Thread)
	case a.Packet != 0:
		return fmt.Sprint("packet ", a.Packet)
	case p.Kind == kernel.PointTimer:
		return "no timer"
	case p.Kind == kernel.PointDelay && i == 0:
		return "the wire's least delay"
	case p.Kind == kernel.PointDelay:
		return fmt.Sprintf("%d ms more", i)
	}
	return fmt.Sprint(i)
}

// option samples an option, and says what it does.
func (f *finder) option(at place, c *choice, i int) {
	o := &c.Options[i]
	var all []sample
	for k := range f.o.Samples {
		seed := uint64(at.event)<<32 | uint64(at.point)<<24 | uint64(c.numbers[i]+1)<<16 | uint64(k)
		all = append(all, sample{at, []int{c.numbers[i]}, ^seed})
	}
	for _, e := range f.make(all) {
		o.count(f.kindOf(&e))
	}
	if c.Kind == kernel.PointNext.String() {
		d := &door{rec: f.rec, until: at, force: []int{c.numbers[i]}, then: kernel.First{}}
		if i == 0 {
			d = f.again()
		}
		if steps := f.steps(d, c.Event, c.Event); len(steps) > 0 {
			o.Step = steps[0].Action
		}
	}
}

// once makes a continuation by a door of its own, for it to be looked at.
func (f *finder) once(d *door, t kernel.Tracer) *runner.Run {
	o := f.options()
	o.By, o.Tracer, o.Lines, o.Stop = strategy.By(d), t, true, nil // it is needed for what is known
	return runner.Do(o)
}

// steps are the events of a run that a door makes, from one to another.
func (f *finder) steps(d *door, from, to int) (all []Step) {
	r := event.NewReader()
	f.once(d, kernel.Tracer{Before: true, Event: func(e *kernel.Event) {
		if n := int(e.Step); n >= from && n <= to {
			row := trace.Of(r.Look(e))
			all = append(all, Step{n, row.Actor, row.Action, row.Where})
		}
	}}).Close()
	return all
}

// again is a door that makes the recorded run again.
func (f *finder) again() *door {
	return &door{rec: f.rec, until: place{event: nobody}, then: kernel.First{}}
}

// explain puts events of the recorded run into words.
func (f *finder) explain() {
	wanted := map[int][]**Step{}
	add := func(n int, to **Step) {
		if n > 0 {
			wanted[n] = append(wanted[n], to)
		}
	}
	add(f.x.Certain.Event, &f.x.Certain.Step)
	for i := range f.x.Jumps {
		if j := &f.x.Jumps[i]; j.Event == j.From+1 {
			add(j.Event, &j.Step)
		}
	}
	r, listed := event.NewReader(), kernel.Tracer{Before: true}
	listed.Event = func(e *kernel.Event) {
		if to := wanted[int(e.Step)]; len(to) > 0 {
			row := trace.Of(r.Look(e))
			s := &Step{int(row.Event), row.Actor, row.Action, row.Where}
			for _, x := range to {
				*x = s
			}
		}
	}
	f.once(f.again(), listed).Close()
}
