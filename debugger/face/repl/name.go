package repl

import (
	"errors"
	"slices"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// aboutSets is the help on sets of threads.
const aboutSets = `Where a thread may stand in step, next, finish, until, event, comm, events, backtrace, why and
threads, and behind by in breakpoints and predicates, so may a set of them:
  {kant hume}         these; with commas between names that have blanks
  worker.*            all whose names fit the pattern
  task:table          those of a task
  root:dine           those whose outermost function is dine
  forked:bank.go:33   those that calls at that line have made
Of a set each goes so far, one after the other. name THREAD as NAME gives a thread a name of
one's own, which is good wherever a thread may stand, and is kept with the notes.`

// name gives a thread a name: THREAD as NAME. Without words it lists the names that were given.
func (p *Prompt) name(words []string) error {
	if len(words) == 0 {
		t := answer.NewTable("name", "thread")
		return answer.List(&p.a, "no thread was given a name; name THREAD as NAME gives one", t, p.d.ThreadNames,
			func(n debugger.ThreadName) []string { return []string{n.Name, n.Thread} })
	}
	i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, "as") })
	if i < 1 || i != len(words)-2 {
		return errors.New("type it as: name THREAD as NAME, as in name table.kant as eater")
	}
	n, err := p.d.NameThread(p.a.Ctx, strings.Join(words[:i], " "), words[i+1])
	if err == nil {
		p.a.Printf("%s is %s\n", n.Name, n.Thread)
	}
	return err
}

// let keeps the value of an expression: NAME = EXPRESSION. Without words it lists those that are kept.
func (p *Prompt) let(words []string) error {
	if len(words) == 0 {
		t := answer.NewTable("value", "is", "of", "at")
		const none = "no value is kept; let NAME = EXPRESSION keeps one"
		return answer.List(&p.a, none, t, p.d.Lets, func(v debugger.Kept) []string {
			return []string{"$" + v.Name, v.Value, v.Expression, v.Position.Describe()}
		})
	}
	name, expression, ok := strings.Cut(input.Spoken(p.a.Args), "=")
	if !ok || strings.TrimSpace(expression) == "" {
		return errors.New("type it as: let NAME = EXPRESSION, as in let n = balance[1]; $n is that value then")
	}
	v, err := p.d.Let(p.a.Ctx, strings.TrimSpace(name), debugger.Scope{}, strings.TrimSpace(expression))
	if err == nil {
		p.a.Printf("$%s is %s\n", v.Name, v.Value)
	}
	return err
}
