package repl

import (
	"fmt"
	"strings"

	"machsim/debugger/session"
	"machsim/debugger/view"
	"machsim/kernel"
)

// thread reads the name of a thread; a dot is the one in focus.
func (p *Prompt) thread(words []string) (kernel.ThreadID, error) {
	name := strings.Join(words, " ")
	if name == "." && p.focus != 0 {
		return p.focus, nil
	}
	n, err := p.s.FindThread(name)
	return kernel.ThreadID(n.ID), err
}

// here reads the name of a thread that exists at the present position, none for the one in
// focus.
func (p *Prompt) here(words []string) (kernel.ThreadID, error) {
	id := p.focus
	if len(words) > 0 {
		var err error
		if id, err = p.thread(words); err != nil {
			return 0, err
		}
	}
	switch {
	case id == 0:
		return 0, fmt.Errorf("the run has no threads")
	case p.s.State().Threads.Has(uint32(id)):
		return id, nil
	}
	return 0, fmt.Errorf("%s is not there yet: event %d makes it", p.s.Tape.End.ThreadName(id), p.s.Tape.Maker(id)+1)
}

// threadCommand shows or chooses the thread in focus.
func (p *Prompt) threadCommand(words []string) error {
	if len(words) > 0 {
		id, err := p.here(words)
		if err != nil {
			return err
		}
		p.focus = id
	}
	if _, err := p.here(nil); err != nil {
		return err
	}
	p.focused()
	return nil
}

// whereCommand is the position and a line for each thread.
func (p *Prompt) whereCommand([]string) error {
	p.where()
	t := newTable("", "thread", ">events", "state", "next call", "source")
	for _, place := range p.s.Where() {
		mark, call, line := " ", "", ""
		if place.Thread == p.focus {
			mark = "*"
		}
		th := p.s.State().Threads.At(uint32(place.Thread))
		if place.Status != kernel.Ended {
			call, line = p.call(place.Name, th), source(th)
		}
		if p.s.WentOn(place.Thread) {
			call = "none: it went on after " + call
		}
		t.add(mark, place.Name, fmt.Sprintf("%d/%d", place.Done, place.Of), p.state(place), call, line)
	}
	p.table(t)
	return nil
}

// state is the state of a thread in a word or two, with the breakpoint at which it stands.
func (p *Prompt) state(place session.Place) string {
	text := place.Hold.String()
	if at := p.standsAt(place.Thread); at != nil {
		text += ", at " + those(at)
	}
	return text
}

// threads lists the threads with their states.
func (p *Prompt) threads([]string) error {
	st := p.s.State()
	t := newTable("thread", "task", "host", "state", "message in hand")
	return rows(p, "there are no threads", t, p.s.Where(), func(place session.Place) []string {
		th := st.Threads.At(uint32(place.Thread))
		text, hand := p.state(place), ""
		if o := p.seen().Find(view.Thread, place.Name); o != nil {
			hand = o.Get("in hand")
			text = p.status(place, o.Get("status"))
		}
		return []string{place.Name, st.TaskName(th.Task), st.HostName(st.Tasks.At(uint32(th.Task)).Host), text, hand}
	})
}

// status is the state of a thread with what its record adds: for what it waits, or what woke it.
func (p *Prompt) status(place session.Place, record string) string {
	word, more, _ := strings.Cut(record, ",")
	if place.Hold == session.Waits {
		return record
	}
	if text := p.state(place); more != "" && word != "ended" {
		return text + "," + more
	}
	return p.state(place)
}

// backtrace is the stack of a thread.
func (p *Prompt) backtrace(words []string) error {
	id, err := p.here(words)
	if err != nil {
		return err
	}
	threads, err := p.rebuilt()
	if err != nil {
		return err
	}
	stack := threads.Stack(id)
	if len(stack) == 0 {
		p.printf("%s %s\n", p.s.State().ThreadName(id), p.unstacked(id))
		return nil
	}
	for i, f := range stack {
		p.printf("%2d  %-24s %s\n", i, f, f.Func)
	}
	return nil
}

// unstacked says why a thread has no stack.
func (p *Prompt) unstacked(id kernel.ThreadID) string {
	if p.s.State().Threads.At(uint32(id)).Status == kernel.Ended {
		return "has ended"
	}
	return "has not begun, or is in code of machsim's own"
}
