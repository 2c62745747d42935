package repl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
)

// threadCommand shows or chooses the thread in focus.
func (p *Prompt) threadCommand(words []string) error {
	t, err := p.d.SetFocus(p.a.Ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	p.focused(t)
	return nil
}

// whereCommand prints the position, and a line for each thread.
func (p *Prompt) whereCommand([]string) error {
	h, err := p.d.Here(p.a.Ctx)
	if err != nil {
		return err
	}
	all, err := p.d.Threads(p.a.Ctx)
	if err != nil {
		return err
	}
	orphans, err := p.d.Orphans(p.a.Ctx)
	if err != nil {
		return err
	}
	if p.here(h); h.Computing != nil {
		p.a.Printf("   %s\n", h.Computing.Text)
	}
	t := answer.NewTable("", "thread", ">events", "state", "next call", "source")
	for _, th := range all {
		call := th.Call
		if th.WentOn {
			call = "none: it went on after " + call
		}
		state := th.State
		if n := orphans[th.Name]; n != 0 {
			state += fmt.Sprintf(", an orphan (rpc %d)", n)
		}
		t.Add(mark(th.Focus, "*"), th.Name, fmt.Sprintf("%d/%d", th.Done, th.Of), state, call, th.Source)
	}
	p.a.Table(t)
	return p.clocks(h.Time)
}

// clocks says what the clocks of hosts show, if one of them differs from virtual time.
func (p *Prompt) clocks(now int64) error {
	hosts, err := p.d.Hosts(p.a.Ctx)
	if err != nil || !slices.ContainsFunc(hosts, func(h debugger.Host) bool { return h.Clock != now }) {
		return err
	}
	all := text.Each(hosts, func(h debugger.Host) string { return h.Name + " " + answer.Ms(h.Clock) })
	p.a.Printf("   clocks of hosts: %s\n", strings.Join(all, ", "))
	return nil
}

// threads lists the threads with their states: all, or those of a set.
func (p *Prompt) threads(words []string) error {
	all, err := p.d.Threads(p.a.Ctx)
	if err == nil && len(words) > 0 {
		var some []string
		some, err = p.d.FindThreads(p.a.Ctx, strings.Join(words, " "))
		all = slices.DeleteFunc(all, func(th debugger.Thread) bool { return !slices.Contains(some, th.Name) })
	}
	if err != nil {
		return err
	}
	heads, rows := []string{"thread", "task", "host", "state", "message in hand"}, make([][]string, len(all))
	for i, th := range all {
		rows[i] = []string{th.Name, th.Task, th.Host, th.Status, th.InHand}
	}
	for _, c := range threadColumns {
		if slices.ContainsFunc(all, func(th debugger.Thread) bool { return c.of(&th) != "" }) {
			heads = append(heads, c.head)
			for i := range all {
				rows[i] = append(rows[i], c.of(&all[i]))
			}
		}
	}
	t := answer.NewTable(heads...)
	for _, row := range rows {
		t.Add(row...)
	}
	p.a.TableOr("there are no threads", t)
	return nil
}

// threadColumns are those of a table of threads in which most runs have nothing.
var threadColumns = []struct {
	head string
	of   func(*debugger.Thread) string
}{
	{"called", func(th *debugger.Thread) string { return th.Called }},
	{"forked at", func(th *debugger.Thread) string { return th.ForkedAt }},
}

// backtrace prints the stack of a thread, with those of the threads that it waits for in remote calls, and those on
// whose behalf it works.
func (p *Prompt) backtrace(words []string) error {
	return p.a.Each(words, func(thread string) error {
		x, err := p.d.CallStack(p.a.Ctx, thread)
		if err != nil {
			return err
		}
		for i := range x.Segments {
			p.segment(&x.Segments[i])
		}
		return nil
	})
}

// segment prints the stack of one thread, and below it the remote call by which that was called.
func (p *Prompt) segment(x *debugger.StackSegment) {
	if x.None != "" {
		p.a.Printf("%s %s\n", x.Thread, x.None)
	}
	p.frames(x.Frames)
	for i, f := range x.Stack {
		p.a.Linkf(text.Link{Kind: "source", Name: f.String()}, "%2d  %-24s %s\n", i, f, f.Func)
	}
	if c := x.Call; c != nil {
		p.a.Linkf(answer.After(c.Sent), "-- rpc %d: %s to port %s, from %s%s, sent at event %d%s --\n", c.Number, c.Request,
			c.Port, c.Caller, toServer(x), c.Sent, fateOf(x))
	}
}

// toServer says who serves the call of a segment.
func toServer(x *debugger.StackSegment) string {
	if x.Thread == "" {
		return ""
	}
	return fmt.Sprintf(" on %s to %s on %s", x.Call.CallerHost, x.Thread, x.Host)
}

// fateOf says what is not as usual with the call of a segment.
func fateOf(x *debugger.StackSegment) string {
	switch {
	case x.Thread == "":
		return ", " + x.Call.Text
	case x.Orphan:
		return ", " + cmp.Or(x.Call.GivenUp, "answered already")
	}
	return ""
}
