package repl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/predicate"
	"machsim/debugger/rebuild"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// howToWatch says how a program shows its variables.
const howToWatch = `a thread shows a variable x from where it says th.Watch("x", &x) on`

// exhibit is a variable that a thread shows, or has shown last.
type exhibit struct {
	kernel.Variable
	ended bool // its thread has ended
	// text is its value, or a part of it: "" is all. Of a thread that has ended, no part is
	// known but the one that was asked for.
	text func(path string) (string, error)
}

// live is an exhibit that is written when it is asked for.
func (p *Prompt) live(v kernel.Variable) exhibit {
	return exhibit{Variable: v, text: func(path string) (string, error) {
		if path == "" {
			return p.written(v.Value), nil
		}
		part, err := v.Part(path)
		if err != nil {
			return "", err
		}
		return p.written(part.Value), nil
	}}
}

// written is a value as it is shown. Where a method of its own does not come back, that is shown
// in its place, and the threads, whose variables the method may still touch, are given up.
func (p *Prompt) written(x any) string {
	text, l := session.WatchedText(x, p.s.Tape.Limit)
	if l == nil {
		return text
	}
	p.s.Abandon()
	p.doomed = p.doomed || l.Depth > 0
	text = "(its own method " + l.What()
	if at := l.At(); at != "" {
		text += ", at " + at
	}
	return text + ")"
}

// doom ends the session after a method that calls itself without end: the memory that this takes
// would end the process soon.
func (p *Prompt) doom() error {
	if !p.doomed {
		return nil
	}
	p.quit = true
	return errors.New("a method that calls itself without end cannot be stopped, and takes all memory soon: " +
		"the session ends here; the recording is as it was")
}

// last is an exhibit of a thread that has ended: it is written now, for others may change what
// it leads to.
func (p *Prompt) last(v kernel.Variable, path string) exhibit {
	whole, _ := p.live(v).text("")
	part, err := whole, error(nil)
	if path != "" {
		part, err = p.live(v).text(path)
	}
	return exhibit{Variable: v, ended: true, text: func(path string) (string, error) {
		if path == "" {
			return whole, nil
		}
		return part, err
	}}
}

// shownHere are the variables that the threads show at the present position.
func (p *Prompt) shownHere() (all []exhibit, err error) {
	if _, err := p.rebuilt(); err != nil {
		return nil, err
	}
	vars, err := p.s.Variables()
	for _, v := range vars {
		all = append(all, p.live(v))
	}
	return all, err
}

// print shows what the programs show at the present position, and what threads that have ended
// showed last: as predicates know it.
func (p *Prompt) print(words []string) error {
	all, err := p.shownHere()
	if err != nil {
		return err
	}
	name, path := splitPath(words)
	err = p.s.LastShown(func(vars []kernel.Variable) {
		for _, v := range vars {
			all = append(all, p.last(v, path))
		}
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b exhibit) int { return cmp.Compare(a.Thread, b.Thread) })
	if path != "" && called(all, name) != nil {
		words = append(slices.Clone(words[:len(words)-1]), name)
	} else {
		path = ""
	}
	some, err := p.variables(all, words)
	if err != nil {
		return p.evaluated(err)
	}
	return p.exhibits(some, path)
}

// exhibits lists variables, or parts of them.
func (p *Prompt) exhibits(some []exhibit, path string) error {
	st, t := p.s.State(), newTable("task", "thread", "variable", "value")
	for _, e := range some {
		value, err := e.text(path)
		if err != nil {
			return err
		}
		thread := st.ThreadName(e.Thread)
		if e.ended {
			thread += " (ended)"
		}
		t.add(st.TaskName(st.Threads.At(uint32(e.Thread)).Task), thread, quote.Line(e.Name+path), value)
	}
	if len(some) == 0 {
		p.printf("no variable is shown here; %s\n", howToWatch)
		return nil
	}
	p.table(t)
	return p.doom()
}

// evaluated prints what the line is here as an expression of predicates, if it is one; else
// it is what was wrong with it as the name of a variable.
func (p *Prompt) evaluated(wrong error) error {
	text := spoken(p.args)
	if !strings.ContainsAny(text, ".[(") {
		return wrong // it is a name
	}
	e, grown, err := p.s.Expression(text)
	if grown {
		p.grown()
	}
	if err != nil {
		return wrong
	}
	v := e.At(p.s.Cut())
	if v.Kind == predicate.None {
		return wrong
	}
	p.printf("%s is %s\n", text, v)
	return nil
}

// splitPath cuts fields and elements off the last of some words, which may be the name of a
// variable.
func splitPath(words []string) (name, path string) {
	if len(words) == 0 {
		return "", ""
	}
	last := words[len(words)-1]
	i := strings.IndexAny(last, ".[")
	if i < 1 {
		return "", ""
	}
	return last[:i], last[i:]
}

// rebuilt brings the threads here, and tells if the position has grown for that.
func (p *Prompt) rebuilt() (*rebuild.Threads, error) {
	threads, grown, err := p.s.Threads()
	if grown {
		p.grown()
	}
	return threads, err
}

// grown tells that the position has grown.
func (p *Prompt) grown() {
	p.view = nil
	p.printf("threads of a task share variables without a lock; so their events stay in order, and the position has grown: %s\n", p.inWords(p.s.Cut()))
}

// variables are those that are asked for: of a name, of a thread, or both.
func (p *Prompt) variables(all []exhibit, words []string) ([]exhibit, error) {
	if len(words) == 0 {
		return all, nil
	}
	whole := strings.Join(words, " ")
	if some := called(all, whole); some != nil {
		return some, nil
	}
	id, err := p.here(words)
	if err == nil {
		if some := shownBy(all, id); some != nil {
			return some, nil
		}
		return nil, fmt.Errorf("%s shows no variable here%s", p.s.State().ThreadName(id), shown(all))
	}
	for i := len(words) - 1; i > 0; i-- {
		id, err := p.here(words[:i])
		if err != nil {
			continue
		}
		name := strings.Join(words[i:], " ")
		if some := called(shownBy(all, id), name); some != nil {
			return some, nil
		}
		return nil, fmt.Errorf("%s shows no variable %q here%s", p.s.State().ThreadName(id), name, shown(all))
	}
	return nil, fmt.Errorf("no variable and no thread is called %q here%s", whole, shown(all))
}

// called are the variables of a name.
func called(all []exhibit, name string) (some []exhibit) {
	for _, v := range all {
		if quote.Line(v.Name) == name {
			some = append(some, v)
		}
	}
	return some
}

// shownBy are the variables of a thread.
func shownBy(all []exhibit, id kernel.ThreadID) (some []exhibit) {
	for _, v := range all {
		if v.Thread == id {
			some = append(some, v)
		}
	}
	return some
}

// shown says which variables there are, or how there would be some.
func shown(all []exhibit) string {
	var list []string
	for _, v := range all {
		if name := quote.Line(v.Name); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if list == nil {
		return "; " + howToWatch
	}
	return "; those that are shown: " + names(list)
}
