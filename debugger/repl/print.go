package repl

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/rebuild"
	"machsim/debugger/show"
	"machsim/kernel"
	"machsim/quote"
)

// howToWatch says how a program shows its variables.
const howToWatch = `a thread shows a variable x from where it says th.Watch("x", &x) until it ends`

// print shows what the programs show at the present position.
func (p *Prompt) print(words []string) error {
	if _, err := p.rebuilt(); err != nil {
		return err
	}
	all, err := p.s.Variables()
	if err != nil {
		return err
	}
	words, path := cutPath(words, all)
	some, err := p.variables(all, words)
	if err != nil {
		return err
	}
	for i := range some {
		if path == "" {
			break
		}
		if some[i], err = some[i].Part(path); err != nil {
			return err
		}
	}
	st := p.s.State()
	t := newTable("task", "thread", "variable", "value")
	return rows(p, "no variable is shown here; "+howToWatch, t, some, func(v kernel.Variable) []string {
		task := st.TaskName(st.Threads.At(uint32(v.Thread)).Task)
		return []string{task, st.ThreadName(v.Thread), quote.Line(v.Name), show.Value(v.Value)}
	})
}

// cutPath cuts fields and elements off the name of a variable, which is the last word.
func cutPath(words []string, all []kernel.Variable) (rest []string, path string) {
	if len(words) == 0 {
		return words, ""
	}
	last := words[len(words)-1]
	i := strings.IndexAny(last, ".[")
	if i < 1 || called(all, last[:i]) == nil {
		return words, ""
	}
	return append(slices.Clone(words[:len(words)-1]), last[:i]), last[i:]
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
func (p *Prompt) variables(all []kernel.Variable, words []string) ([]kernel.Variable, error) {
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
func called(all []kernel.Variable, name string) (some []kernel.Variable) {
	for _, v := range all {
		if quote.Line(v.Name) == name {
			some = append(some, v)
		}
	}
	return some
}

// shownBy are the variables of a thread.
func shownBy(all []kernel.Variable, id kernel.ThreadID) (some []kernel.Variable) {
	for _, v := range all {
		if v.Thread == id {
			some = append(some, v)
		}
	}
	return some
}

// shown says which variables there are, or how there would be some.
func shown(all []kernel.Variable) string {
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
