package repl

import (
	"fmt"
	"strings"

	"machsim/debugger"
	"machsim/debugger/text"
)

// threadCommand shows or chooses the thread in focus.
func (p *Prompt) threadCommand(words []string) error {
	t, err := p.d.SetFocus(p.ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	p.focused(t)
	return nil
}

// whereCommand prints the position, and a line for each thread.
func (p *Prompt) whereCommand([]string) error {
	h, err := p.d.Here(p.ctx)
	if err != nil {
		return err
	}
	all, err := p.d.Threads(p.ctx)
	if err != nil {
		return err
	}
	p.here(h)
	t := newTable("", "thread", ">events", "state", "next call", "source")
	for _, th := range all {
		call := th.Call
		if th.WentOn {
			call = "none: it went on after " + call
		}
		t.Add(mark(th.Focus), th.Name, fmt.Sprintf("%d/%d", th.Done, th.Of), th.State, call, th.Source)
	}
	p.table(t)
	return nil
}

// threads lists the threads with their states.
func (p *Prompt) threads([]string) error {
	t := newTable("thread", "task", "host", "state", "message in hand")
	return list(p, "there are no threads", t, p.d.Threads, func(th debugger.Thread) []string {
		return []string{th.Name, th.Task, th.Host, th.Status, th.InHand}
	})
}

// backtrace prints the stack of a thread.
func (p *Prompt) backtrace(words []string) error {
	if all, err := p.d.Frames(p.ctx, strings.Join(words, " ")); err == nil && len(all) > 0 {
		p.frames(all)
		return nil
	}
	x, err := p.d.Stack(p.ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	if x.None != "" {
		p.printf("%s %s\n", x.Thread, x.None)
	}
	for i, f := range x.Frames {
		p.linkf(text.Link{Kind: "source", Name: f.String()}, "%2d  %-24s %s\n", i, f, f.Func)
	}
	return nil
}
