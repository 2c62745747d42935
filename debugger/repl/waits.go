package repl

import (
	"fmt"
	"strings"

	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// deepest is how far the lines of an answer move to the right.
const deepest = 20

// why prints the chain of waits that begins with a thread.
func (p *Prompt) why(words []string) error {
	id, err := p.here(words)
	if err != nil {
		return err
	}
	if f := p.s.State().Failure; f != nil && f.Thread == id {
		p.printf("%s has failed: %s: %s\n", p.s.State().ThreadName(id), f.Kind, f.Text)
		return nil
	}
	if _, whole := p.s.Prefix(); whole && id == p.s.Breaker() && p.s.Done() == p.s.Tape.Len() {
		p.printf("%s  has taken the last step, event %d, after which a test found: %s\n",
			p.s.State().ThreadName(id), p.s.Tape.Len(), quote.Line(p.s.Rec.Text))
	}
	reasons, cycle := p.s.Why(id)
	if len(reasons) == 0 {
		p.printf("%s has ended\n", p.s.State().ThreadName(id))
		return nil
	}
	for i, r := range reasons {
		indent := strings.Repeat("  ", min(r.Depth, deepest))
		if at := p.standsAt(id); i == 0 && at != nil {
			p.printf("%s  is stopped at %s\n", r.Thread, those(at))
		}
		if r.Told {
			p.printf("%s%s  (see above)\n", indent, r.Thread)
			continue
		}
		p.printf("%s%s\n", indent, r.Explanation)
	}
	if cycle != nil {
		p.printf("a cycle: %s -> %s\n", strings.Join(cycle, " -> "), cycle[0])
	}
	return nil
}

func (p *Prompt) blocked([]string) error {
	return p.waiting("no thread is blocked", p.s.Blocked())
}

// suspended is the suspended table, with the breakpoints at which threads stand.
func (p *Prompt) suspended([]string) error {
	all := p.s.Suspended(func(place *session.Place) bool { return p.standsAt(place.Thread) != nil })
	for i := range all {
		if at := p.standsAt(all[i].ID); at != nil {
			all[i].Text = "at " + those(at) + "; " + all[i].Text
		} else if all[i].Hold == session.Free {
			all[i].Text = "by the debugger; " + all[i].Text
		}
	}
	return p.waiting("no thread is suspended", all)
}

// standsAt are the enabled breakpoints at which a thread stands.
func (p *Prompt) standsAt(id kernel.ThreadID) (some []*point) {
	lane := p.s.Tape.LaneOf(id)
	if lane < 0 {
		return nil
	}
	for _, b := range p.points().list {
		if !b.disabled && b.stops(lane, int(p.s.Cut()[lane])) {
			some = append(some, b)
		}
	}
	return some
}

func (p *Prompt) waiting(none string, all []session.Waiting) error {
	t := newTable("thread", "host", ">since ms", "why", "source")
	return rows(p, none, t, all, func(w session.Waiting) []string {
		return []string{w.Thread, w.Host, since(w.Since), w.Text, strings.Trim(w.Places(), " ()")}
	})
}

// since is when a wait began in milliseconds; a dash if it has not begun.
func since(us int64) string {
	if us < 0 {
		return "-"
	}
	return strings.TrimSuffix(ms(us), " ms")
}

// delays lists what is kept back until its turn: events of threads, and messages.
func (p *Prompt) delays([]string) error {
	t := newTable("thread", "kept back", ">event", "until its turn, after")
	return rows(p, "nothing is kept back", t, p.s.Delays(), func(d session.Delay) []string {
		after := session.Several(d.After, p.s.Deed)
		if d.Thread != 0 {
			name := p.s.State().ThreadName(d.Thread)
			return []string{name, p.call(name, p.s.State().Threads.At(uint32(d.Thread))), fmt.Sprint(d.Event + 1), after}
		}
		m := p.s.Message(d.Message)
		return []string{m.Sender, fmt.Sprintf("its message %s at port %s", m.Text(), d.Port), sentAt(m), after}
	})
}
