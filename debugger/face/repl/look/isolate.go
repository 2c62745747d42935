package look

import (
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
)

// AboutIsolate is the help on isolate.
const AboutIsolate = `The task's code runs from its beginning, and each of its calls gets the result that was
recorded; of the other tasks none runs but those that made it. A call that differs from the
recorded one is shown with what it is given, and its source line. With a PROGRAM that one's code
is run in place of the recorded one's: what would this task do, in the same circumstances, if it
were repaired? Both programs have to begin with the same tasks. If the program of a recording
has changed since, machsim debug --part FILE opens what is still the same.`

// Isolate runs a task alone, and prints the first call that differs.
func Isolate(a *answer.Answer, words []string) error {
	program := ""
	if len(words) > 1 {
		program = words[1]
	}
	x, err := a.D.Isolate(a.Ctx, words[0], program)
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
		a.Printf("task %s, run alone%s, makes the same %s so far; %s\n", x.Task, code, text.Counted(x.Calls, "call"),
			x.Departs)
		return nil
	case d == nil:
		a.Printf("task %s, run alone%s, makes the same %s\n", x.Task, code, text.Counted(x.Calls, "call"))
		return nil
	}
	a.Printf("task %s, run alone%s, makes another call than was recorded\n", x.Task, code)
	a.Printf("  thread    %s, after %s as recorded\n", d.Thread, text.Counted(x.Calls, "call"))
	if d.Event > 0 {
		a.Printf("  event     %d\n", d.Event)
	}
	a.Printf("  recorded  %s\n", d.Recorded)
	a.Printf("  now       %s%s\n", d.Made, answer.InBrackets(d.Where))
	return nil
}
