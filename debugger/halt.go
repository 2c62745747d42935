package debugger

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/rows"
	"machsim/debugger/session"
	"machsim/debugger/study/halting"
	"machsim/kernel"
)

// HaltHost has the agent of a host halt it, and tell those of all others (Cooper, chapter 5): their tasks, clocks and
// timers stand until a ResumeHalt, or for a time.
type HaltHost struct {
	Host string
	For  int64 // microseconds of virtual time after which it ends by itself; 0 for not
}

// ResumeHalt ends a halt: its hosts go on as if nothing had been.
type ResumeHalt struct {
	Number int // 0 for the only one, or the last
}

// Halt is a halt at a host.
type Halt = rows.Halt

// Halts lists the halts of hosts up to the present position.
func (d *Debugger) Halts(ctx context.Context) ([]Halt, error) {
	return rowsOf(ctx, d, "halts", (*session.Session).Halts)
}

func (c HaltHost) edit(d *Debugger) (e kernel.Edit, err error) {
	host, err := d.s().Find(kernel.HostObject, c.Host)
	if err != nil {
		return e, err
	}
	e = kernel.Edit{Kind: kernel.EditHalt, Object: host.ID}
	if c.For > 0 {
		e.Value = strconv.FormatInt(c.For, 10)
	}
	switch h := d.s().State().Hosts.At(host.ID); {
	case h.Down:
		return e, fmt.Errorf("%s is down: its agent halts nothing", host.Name)
	case h.Shared:
		return e, fmt.Errorf("%s is for other programs, too, and goes on: halt another host", host.Name)
	}
	return e, nil
}

func (c ResumeHalt) edit(d *Debugger) (e kernel.Edit, err error) {
	all := d.s().Standing()
	n := c.Number
	switch {
	case len(all) == 0:
		return e, errors.New("no halt is to be ended here: halt HOST begins one")
	case n == 0:
		n = all[len(all)-1]
	}
	e = kernel.Edit{Kind: kernel.EditResume, Object: uint32(n)}
	if n < 0 || d.s().CheckEdit(&e) != nil {
		var there []string
		for _, k := range all {
			there = append(there, fmt.Sprint(k))
		}
		return e, fmt.Errorf("halt %d has ended, or there is none; those that last are %s", n, strings.Join(there, ", "))
	}
	return e, nil
}

// catchUp goes to the end of what is seen of a live run before a halt or its end: agents act where the run has come to,
// not where one looks at it.
func (d *Debugger) catchUp(c Change) error {
	switch c.(type) {
	case HaltHost, ResumeHalt:
		if d.s().GoesOn() && !d.acts() {
			return d.s().MoveTo(d.s().End())
		}
	}
	return nil
}

// A run that was halted by agents and went on, what differs in it from the run never halted, and what came of many.
type (
	WentOn     = halting.WentOn
	Difference = halting.Difference
	Surveyed   = halting.Surveyed
)

// GoOnOptions say how a run is halted and goes on.
type GoOnOptions = halting.GoOnOptions

// Agents say how hosts are halted.
type Agents = kernel.Agents

// HaltFor makes the present run again, halted by agents where a predicate is met first, for a time, and says whether
// the program can tell (Cooper, chapters 4 and 5). The answer's Run is to be closed.
func (d *Debugger) HaltFor(ctx context.Context, predicate string, o GoOnOptions) (*WentOn, error) {
	return makes(ctx, d, "halt", func(ctx context.Context) (*WentOn, error) {
		p, err := d.s().Predicate(predicate)
		if err != nil {
			return nil, shown(err)
		}
		_, event, ok, err := p.Recorded()
		switch {
		case err != nil:
			return nil, shown(err)
		case !ok:
			return nil, errors.New("the run never satisfies it: there is nothing to halt")
		}
		o.Stop = ctx.Done()
		return halting.GoOn(d.s(), []halting.Stop{{After: event, Host: d.beginsAt(event - 1)}}, o)
	})
}

// beginsAt is the host at which an event takes place; the first one for what is of none.
func (d *Debugger) beginsAt(event int) kernel.HostID {
	end := d.s().Final()
	if id := d.s().ThreadIn(d.s().LaneAt(event)); id != 0 {
		return end.Tasks.At(uint32(end.Threads.At(uint32(id)).Task)).Host
	}
	for id := range end.Hosts.All {
		return kernel.HostID(id)
	}
	return 0
}

// SurveyHalts halts runs of a program, with seeds from one on, at random places, and says in how many of them it could
// tell.
func SurveyHalts(p *kernel.Program, seed uint64, runs int, o GoOnOptions) (*Surveyed, error) {
	return halting.Survey(p, seed, runs, o)
}
