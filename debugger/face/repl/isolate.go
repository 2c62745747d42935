package repl

import "fmt"

// aboutIsolate is the help on isolate.
const aboutIsolate = `The task's code runs from its beginning, and each of its calls gets the result that was
recorded; of the other tasks none runs but those that made it. A call that differs from the
recorded one is shown with what it is given, and its source line. With a PROGRAM that one's code
is run in place of the recorded one's: what would this task do, in the same circumstances, if it
were repaired? Both programs have to begin with the same tasks. If the program of a recording
has changed since, machsim debug --part FILE opens what is still the same.`

// isolate runs a task alone, and prints the first call that differs.
func (p *Prompt) isolate(words []string) error {
	program := ""
	if len(words) > 1 {
		program = words[1]
	}
	x, err := p.d.Isolate(p.ctx, words[0], program)
	if err != nil {
		return err
	}
	code := ""
	if x.Program != "" {
		code = " with the code of " + x.Program
	}
	d := x.Differs
	switch {
	case d == nil && x.Until > 0:
		p.printf("task %s, run alone%s, makes the same %s so far; %s\n", x.Task, code, calls(x.Calls), x.Departs)
		return nil
	case d == nil:
		p.printf("task %s, run alone%s, makes the same %s\n", x.Task, code, calls(x.Calls))
		return nil
	}
	p.printf("task %s, run alone%s, makes another call than was recorded\n", x.Task, code)
	p.printf("  thread    %s, after %s as recorded\n", d.Thread, calls(x.Calls))
	if d.Event > 0 {
		p.printf("  event     %d\n", d.Event)
	}
	p.printf("  recorded  %s\n", d.Recorded)
	p.printf("  now       %s%s\n", d.Made, inBrackets(d.Where))
	return nil
}

// calls returns a number of calls in words.
func calls(n int) string {
	if n == 1 {
		return "1 call"
	}
	return fmt.Sprint(n, " calls")
}
