package repl

import (
	"strings"

	"machsim/debugger"
)

// print shows the variables that the programs show at the present position, and the last values of
// threads that have ended. A line that names no variable is an expression of predicates.
func (p *Prompt) print(words []string) error {
	x, err := p.d.Variables(p.ctx, words...)
	if err != nil {
		return p.evaluated(err)
	}
	if len(x.Rows) == 0 {
		p.printf("no variable is shown here; %s\n", debugger.HowToWatch)
		return nil
	}
	t := newTable("task", "thread", "variable", "value")
	for _, v := range x.Rows {
		thread := v.Thread
		if v.Ended {
			thread += " (ended)"
		}
		t.Add(v.Task, thread, v.Name, v.Value)
	}
	p.table(t)
	return nil
}

// evaluated prints the value of the line as an expression of predicates. If it is none, and could be the
// name of a variable, the error is the one for that name.
func (p *Prompt) evaluated(wrong error) error {
	text := spoken(p.args)
	computed := strings.ContainsAny(text, "+*/%=<>!&|~")
	if !computed && !strings.ContainsAny(text, ".[(") {
		return wrong
	}
	v, err := p.d.Evaluate(p.ctx, text)
	switch {
	case err != nil && computed:
		return err
	case err != nil:
		return wrong
	}
	p.printf("%s is %s\n", text, v)
	return nil
}
