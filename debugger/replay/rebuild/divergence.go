package rebuild

import (
	"fmt"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// departure describes how a thread's call differs from the recorded one.
func departure(t *tape.Tape, f *kernel.Feeder, s *script) *engine.Divergence {
	id, call, m := f.Lost()
	d := &engine.Divergence{
		ID: id, Thread: t.End.ThreadName(id), Event: t.Len(), Recorded: "no call", Actual: describe(call),
		Exited: s.looking, Made: *call, Message: m,
	}
	for _, fr := range kernel.Frames(f.Stack(id)) {
		d.Where = fr.String()
		break
	}
	lane := t.LaneOf(id)
	l := &t.Lanes[lane]
	k := s.of(id).Calls()
	d.Call = k
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

// stranded returns the error that no thread makes those of these tasks, as one did in the recorded run.
func stranded(t *tape.Tape, tasks []*task) error {
	return fmt.Errorf("run again, nobody makes task %s", t.End.TaskName(tasks[0].id))
}
