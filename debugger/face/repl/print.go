package repl

import (
	"cmp"
	"errors"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// print shows the variables that the programs show at the present position, and the last values of
// threads that have ended. A line that names no variable is an expression of predicates.
func (p *Prompt) print(words []string) error {
	done, wrong := p.printGo()
	if done {
		return wrong
	}
	x, err := p.d.Variables(p.a.Ctx, p.as, words...)
	if err != nil {
		// NAME in THREAD is a condition, too: whether the thread is in a function of that name.
		if strings.Contains(input.Spoken(p.a.Args), " in ") && p.printLast() {
			return nil
		}
		if err = p.evaluated(err); err == nil || p.printLast() {
			return nil
		}
		return cmp.Or(wrong, err)
	}
	if len(x.Rows) == 0 {
		p.a.Printf("no variable is shown here; %s\n", debugger.HowToWatch)
		return nil
	}
	t := answer.NewTable("task", "thread", "variable", "value")
	for _, v := range x.Rows {
		thread := v.Thread
		if v.Ended {
			thread += " (ended)"
		}
		t.Add(v.Task, thread, v.Name, v.Value)
		t.Link(1, text.Link{Kind: "thread", Name: v.Thread})
	}
	p.a.Table(t)
	return nil
}

// printLast prints what the line is as a name that means the same everywhere. It returns false if it is none.
func (p *Prompt) printLast() bool {
	name := input.Spoken(p.a.Args)
	rows, err := p.d.LastValues(p.a.Ctx, name)
	if err != nil || len(rows) == 0 {
		return false
	}
	name, _, _ = strings.Cut(name, " in ") // each row has the call, with its thread
	for _, v := range rows {
		of := ""
		if v.Of != "" {
			of = " in " + v.Of
		}
		p.a.Printf("%s%s is %s, since %s\n", name, of, v.Value, v.Position)
	}
	return true
}

// evaluated prints the value of the line as an expression of predicates. If it is none, and could be the
// name of a variable, the error is the one for that name.
func (p *Prompt) evaluated(wrong error) error {
	text := input.Spoken(p.a.Args)
	computed := strings.ContainsAny(text, "+*/%=<>!&|~$")
	if !computed && !strings.ContainsAny(text, ".[(") {
		return wrong
	}
	v, err := p.d.Evaluate(p.a.Ctx, p.as, text)
	switch {
	case err != nil && computed:
		return err
	case err != nil:
		return wrong
	}
	p.a.Printf("%s is %s\n", text, v)
	return nil
}

// printGo prints what the line is as an expression of Go in the chosen function. done is false if it is none there: it
// may be a name that predicates know. Else err says what is wrong with it, as far as Go is concerned.
func (p *Prompt) printGo() (done bool, err error) {
	if len(p.a.Args) == 0 {
		return false, nil
	}
	text := input.Spoken(p.a.Args)
	v, err := p.d.Value(p.a.Ctx, debugger.Scope{As: p.as}, text)
	m := (*debugger.Mistake)(nil)
	switch {
	case err == nil:
		p.a.Printf("%s is %s\n", text, v.Value)
		return true, nil
	case errors.As(err, &m):
		return !m.Absent && !m.Grammar, err
	}
	return false, nil
}
