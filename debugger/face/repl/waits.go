package repl

import (
	"context"
	"strings"

	"machsim/debugger"
)

// deepest is the largest indentation of an answer's lines, in steps.
const deepest = 20

// why prints the chain of waits that begins with a thread, or what has become of a remote call.
func (p *Prompt) why(words []string) error {
	if len(words) == 2 && words[0] == "rpc" {
		return p.whyRPC(words[1])
	}
	return p.forEach(words, p.whyThread)
}

func (p *Prompt) whyThread(thread string) error {
	w, err := p.d.Why(p.ctx, thread)
	if err != nil {
		return err
	}
	if w.Failed != "" {
		p.printf("%s has failed: %s\n", w.Thread, w.Failed)
		return nil
	}
	if w.Event > 0 {
		p.printf("%s  has taken the last step, event %d, after which a test found: %s\n", w.Thread, w.Event, w.Broke)
	}
	if len(w.Reasons) == 0 {
		p.printf("%s has ended\n", w.Thread)
		return nil
	}
	for i, r := range w.Reasons {
		indent := strings.Repeat("  ", min(r.Depth, deepest))
		if i == 0 && w.At != "" {
			p.printf("%s  is stopped at %s\n", r.Thread, w.At)
		}
		if r.Told {
			p.printf("%s%s  (see above)\n", indent, r.Thread)
			continue
		}
		p.printf("%s%s\n", indent, r.Explanation)
	}
	if w.Cycle != nil {
		p.printf("a cycle: %s -> %s\n", strings.Join(w.Cycle, " -> "), w.Cycle[0])
	}
	return nil
}

func (p *Prompt) blocked([]string) error {
	return p.waiting("no thread is blocked", p.d.Blocked)
}

func (p *Prompt) suspended([]string) error {
	return p.waiting("no thread is suspended", p.d.Suspended)
}

func (p *Prompt) waiting(none string, get func(context.Context) ([]debugger.Waiting, error)) error {
	t := newTable("thread", "host", ">since ms", "why", "source")
	return list(p, none, t, get, func(w debugger.Waiting) []string {
		return []string{w.Thread, w.Host, since(w.Since), w.Text, strings.Trim(w.Places(), " ()")}
	})
}

// since returns the time at which a wait began in milliseconds, a dash if it has not begun.
func since(us int64) string {
	if us < 0 {
		return "-"
	}
	return strings.TrimSuffix(ms(us), " ms")
}

// delays lists what is held back until its turn: events of threads, and messages.
func (p *Prompt) delays([]string) error {
	t := newTable("thread", "kept back", ">event", "until its turn, after")
	return list(p, "nothing is kept back", t, p.d.Delays, func(d debugger.Delay) []string {
		return []string{d.Thread, d.What, sentAt(d.Event), d.After}
	})
}
