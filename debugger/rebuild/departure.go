package rebuild

import (
	"fmt"
	"strings"

	"machsim/debugger/record"
	"machsim/debugger/tape"
	"machsim/kernel"
)

// Departure is the error of a program that, run again, made another call than the recorded one.
type Departure struct {
	ID       kernel.ThreadID
	Thread   string
	Where    string // source line of the call, "" if not known
	Event    int    // the recorded call's first event, or the number of events if there is none
	Recorded string
	Actual   string
	Exited   bool // it was no call of the program's own: a method of a value that was looked at called runtime.Goexit
}

func (d *Departure) Error() string {
	where := ""
	if d.Where != "" {
		where = "  (" + d.Where + ")"
	}
	if d.Exited {
		return fmt.Sprintf("at event %d, a method of a value that %s shows calls runtime.Goexit%s: it cannot be looked "+
			"at there", d.Event, d.Thread, where)
	}
	return fmt.Sprintf("run again, %s makes another call than was recorded at event %d\n  thread    %s%s\n  recorded "+
		" %s\n  now       %s\n"+
		"  the program is not deterministic\n  %s",
		d.Thread, d.Event, d.Thread, where, d.Recorded, d.Actual, strings.ReplaceAll(record.Causes, "\n", "\n  "))
}

// departure describes how a thread's call differs from the recorded one.
func departure(t *tape.Tape, f *kernel.Feeder, s *script) *Departure {
	id, call := f.Lost()
	d := &Departure{ID: id, Thread: t.End.ThreadName(id), Actual: describe(call), Recorded: "no call", Event: t.Len(),
		Exited: s.looking}
	for _, fr := range kernel.Frames(f.Stack(id)) {
		d.Where = fr.String()
		break
	}
	lane := t.LaneOf(id)
	l := &t.Lanes[lane]
	k := s.of(id).Calls()
	if c, _, ok := t.Call(lane, k); ok {
		d.Recorded = describe(&c)
		first := 0
		if k > 0 {
			first = l.DoneBy(k - 1)
		}
		if first < l.Len() {
			d.Event = l.Event(first) + 1
		}
	}
	if d.Actual == d.Recorded {
		d.Actual += ", with another message or other data"
	}
	return d
}

// describe puts a call into words: its name, numbers and text.
func describe(c *kernel.Call) string {
	text := c.Op.String()
	if c.Text != "" {
		text += fmt.Sprintf(" %q", c.Text)
	}
	numbers := []int64{c.N, c.N2, c.N3}
	for len(numbers) > 0 && numbers[len(numbers)-1] == 0 {
		numbers = numbers[:len(numbers)-1]
	}
	for _, n := range numbers {
		text += fmt.Sprintf(" %d", n)
	}
	return text
}

// stranded returns an error about a mistake in machsim: no thread makes those of these tasks.
func stranded(t *tape.Tape, tasks []*task) error {
	return fmt.Errorf("rebuild: nobody makes the threads of task %s", t.End.TaskName(tasks[0].id))
}
