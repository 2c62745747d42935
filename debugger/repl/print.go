package repl

import (
	"strings"

	"machsim/debugger"
)

// print shows what the programs show at the present position, and what threads that have ended
// showed last: as predicates know it. Else the line is an expression of predicates.
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

// evaluated prints what the line is here as an expression of predicates, if it is one. What is wrong with
// it is what is wrong with the name of a variable, if it could be one.
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
