package debugger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/text"
)

// ThreadName is a name that somebody has given a thread. It is good wherever a thread may stand.
type ThreadName struct {
	Name   string `json:"name"`
	Thread string `json:"thread"` // as it is printed
}

// check says why a thread cannot have a name.
func (n ThreadName) check() error {
	if err := mayBeNamed(n.Name); err != nil || len(n.Name) > maxKeptText || len(n.Thread) > maxKeptText ||
		strings.ContainsAny(n.Name, `{}*?:,"=<>~()^$`) {
		return fmt.Errorf("a thread cannot be called %q: a name is one word, without signs that have a meaning, and no "+
			"number", n.Name)
	}
	return nil
}

// mostThreadNames is how many threads may have names.
const mostThreadNames = 1000

// NameThread gives a thread a name, in place of the one that it was given before. It may be made later in the run.
func (d *Debugger) NameThread(ctx context.Context, thread, name string) (ThreadName, error) {
	return ask(ctx, d, "name", func(context.Context) (n ThreadName, err error) {
		id, err := d.in().Thread(thread)
		if err != nil {
			return n, err
		}
		n = ThreadName{name, d.s().ThreadName(id)}
		if err := n.check(); err != nil {
			return n, err
		}
		if other, err := d.s().FindThread(name); err == nil && d.threadCalled(name) == name && other.Name != n.Thread {
			return n, fmt.Errorf("%s is %s already; choose another name", name, other.Name)
		}
		all := text.Those(d.threadNames, func(x ThreadName) bool { return x.Name != name && x.Thread != n.Thread })
		if len(all) >= mostThreadNames {
			return n, fmt.Errorf("%d threads have names already", len(all))
		}
		d.rename(append(all, n))
		return n, nil
	})
}

// ThreadNames lists the names that were given, in the order in which that was done.
func (d *Debugger) ThreadNames(ctx context.Context) ([]ThreadName, error) {
	return list(ctx, d, "name", func(context.Context) ([]ThreadName, error) { return slices.Clone(d.threadNames), nil })
}

// UnnameThread takes a name back.
func (d *Debugger) UnnameThread(ctx context.Context, name string) error {
	return d.change(ctx, "delete", func(context.Context) error {
		i := slices.IndexFunc(d.threadNames, func(n ThreadName) bool { return n.Name == name })
		if i < 0 {
			return fmt.Errorf("no thread was given the name %s; name lists those that were given", name)
		}
		d.rename(slices.Delete(slices.Clone(d.threadNames), i, i+1))
		return nil
	})
}

// rename changes the names that were given. What predicates have found under others is found again.
func (d *Debugger) rename(all []ThreadName) {
	d.threadNames, d.changed = all, true
	for _, r := range d.runs {
		if !r.Closed() && !r.S.Early() {
			r.S.Renamed()
		}
	}
}

// threadCalled is the name of the thread that was given another one; else that name.
func (d *Debugger) threadCalled(name string) string {
	for _, n := range d.threadNames {
		if n.Name == name {
			return n.Thread
		}
	}
	return name
}

// givenName is the name that a thread was given, "" for none.
func (d *Debugger) givenName(thread string) string {
	for _, n := range d.threadNames {
		if n.Thread == thread {
			return n.Name
		}
	}
	return ""
}

// FindThreads returns the names of the threads that are meant: of the one of a name, as for FindThread, or of a set:
// "{kant hume}", with commas between names that have blanks; "worker.*", whose names fit a pattern; "task:table";
// "root:dine", by their outermost function; "forked:bank.go:33", by the line that made them. They may be made later
// in the run.
func (d *Debugger) FindThreads(ctx context.Context, text string) ([]string, error) {
	return look(ctx, d, "thread", func(context.Context) (all []string, err error) {
		ids, err := d.in().Threads(text)
		for _, id := range ids {
			all = append(all, d.s().ThreadName(id))
		}
		return all, err
	})
}

// each makes a motion of each of the threads that are meant, one after the other. Of several it is one motion.
func (d *Debugger) each(thread string, move func(thread string) (*Motion, error)) (*Motion, error) {
	if thread == "" {
		return move(thread)
	}
	ids, err := d.in().Threads(thread)
	if err != nil {
		return nil, err
	}
	var whole *Motion
	for _, id := range ids {
		m, err := move(d.s().ThreadName(id))
		if err != nil {
			return nil, err
		}
		if whole != nil {
			m.From, m.Passed = whole.From, append(whole.Passed, m.Passed...)
			m.Needs, m.Missing = joinLines(whole.Needs, m.Needs), joinLines(whole.Missing, m.Missing)
			d.on.Left = m.From.Place()
		}
		whole = m
	}
	return whole, nil
}

// joinLines are two texts that may be "", each in lines of its own.
func joinLines(a, b string) string { return strings.Trim(a+"\n"+b, "\n") }
