package look

import (
	"context"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

// deepest is the largest indentation of an answer's lines, in steps.
const deepest = 20

// Why prints the chain of waits that begins with a thread, or what has become of a remote call.
func Why(a *answer.Answer, words []string) error {
	if len(words) == 2 && words[0] == "rpc" {
		return whyRPC(a, words[1])
	}
	return a.Each(words, func(thread string) error { return whyThread(a, thread) })
}

func whyThread(a *answer.Answer, thread string) error {
	w, err := a.D.Why(a.Ctx, thread)
	if err != nil {
		return err
	}
	if w.Failed != "" {
		a.Printf("%s has failed: %s\n", w.Thread, w.Failed)
		return nil
	}
	if w.Event > 0 {
		a.Printf("%s  has taken the last step, event %d, after which a test found: %s\n", w.Thread, w.Event, w.Broke)
	}
	if len(w.Reasons) == 0 {
		a.Printf("%s has ended\n", w.Thread)
		return nil
	}
	for i, r := range w.Reasons {
		indent := strings.Repeat("  ", min(r.Depth, deepest))
		if i == 0 && w.At != "" {
			a.Printf("%s  is stopped at %s\n", r.Thread, w.At)
		}
		if r.Told {
			a.Printf("%s%s  (see above)\n", indent, r.Thread)
			continue
		}
		a.Printf("%s%s\n", indent, r.Explanation)
	}
	if w.Cycle != nil {
		a.Printf("a cycle: %s -> %s\n", strings.Join(w.Cycle, " -> "), w.Cycle[0])
	}
	return nil
}

func Blocked(a *answer.Answer, _ []string) error {
	return waiting(a, "no thread is blocked", a.D.Blocked)
}

func Suspended(a *answer.Answer, _ []string) error {
	return waiting(a, "no thread is suspended", a.D.Suspended)
}

func waiting(a *answer.Answer, none string, get func(context.Context) ([]debugger.Waiting, error)) error {
	t := answer.NewTable("thread", "host", ">since ms", "why", "source")
	return answer.List(a, none, t, get, func(w debugger.Waiting) []string {
		return []string{w.Thread, w.Host, answer.Since(w.Since), w.Text, strings.Trim(w.Places(), " ()")}
	})
}

// Delays lists what is held back until its turn: events of threads, and messages.
func Delays(a *answer.Answer, _ []string) error {
	t := answer.NewTable("thread", "kept back", ">event", "until its turn, after")
	return answer.List(a, "nothing is kept back", t, a.D.Delays, func(d debugger.Delay) []string {
		return []string{d.Thread, d.What, answer.Number(d.Event), d.After}
	})
}
