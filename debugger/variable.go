package debugger

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/replay/engine"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// HowToWatch says how a program shows its variables.
const HowToWatch = `a thread shows a variable x from where it says th.Watch("x", &x) on`

// Variables are variables that programs show at the present position.
type Variables struct {
	Rows []Variable
}

// Variable is a variable that a thread shows or, if it has ended, showed last.
type Variable struct {
	Task   string
	Thread string
	Ended  bool
	Name   string // with the path to the part that was asked for
	Value  string
}

// Variables returns what the programs show: all, or by the words that a person would type: the
// name of a thread, of a variable, or of both; fields and elements of a variable may follow, as in
// "log[2].id". The programs are run again up to the present position.
func (d *Debugger) Variables(ctx context.Context, as Format, words ...string) (*Variables, error) {
	return look(ctx, d, "print", func(context.Context) (*Variables, error) {
		rows, err := d.variables(as, words)
		rows = slices.DeleteFunc(rows, func(v Variable) bool { return d.tasks != nil && !slices.Contains(d.tasks, v.Task) })
		return &Variables{rows}, err
	})
}

// Evaluate returns the value of an expression of predicates at the present position, as "len(log)".
func (d *Debugger) Evaluate(ctx context.Context, as Format, expression string) (string, error) {
	return ask(ctx, d, "expression", func(context.Context) (string, error) { return d.evaluate(as, expression) })
}

func (d *Debugger) evaluate(as Format, expression string) (string, error) {
	filled, err := d.filled(expression)
	if err != nil {
		return "", err
	}
	e, err := d.s().Expression(filled)
	if err != nil {
		return "", shown(err)
	}
	switch v := e.At(d.s().Position()); {
	case v.Kind() == eval.None:
		return "", fmt.Errorf("%s has no value here", expression)
	case v.Kind() == eval.Int:
		return text.Formatted(v.Reflect(), as, nil), nil
	default:
		return v.Quoted(), nil
	}
}

// Shown lists the variables that threads show at some time in the run, with their threads.
func (d *Debugger) Shown(ctx context.Context) ([]string, error) {
	return ask(ctx, d, "print", func(context.Context) (all []string, err error) {
		shown, err := d.s().Predicates().Shown()
		for _, v := range shown {
			all = append(all, v.Name)
		}
		return all, err
	})
}

// exhibit is a variable that a thread shows, or has shown last.
type exhibit struct {
	kernel.Variable
	ended bool // its thread has ended
	// text is its value, or a part of it: "" is all. Of a thread that has ended, no part is
	// known but the one that was asked for.
	text func(path string) (string, error)
}

// live is an exhibit that is written when it is asked for.
func (d *Debugger) live(v kernel.Variable, as Format) exhibit {
	return exhibit{Variable: v, text: func(path string) (string, error) {
		if path == "" {
			return d.shownValue(v.Thread, reflect.ValueOf(v.Value), as), nil
		}
		part, err := v.Part(path)
		if err != nil {
			return "", err
		}
		return d.shownValue(v.Thread, reflect.ValueOf(part.Value), as), nil
	}}
}

// Format says how values are written.
type Format = text.Format

// The formats.
const (
	Plain = text.Plain // by a String method of their own, with the names of what they stand for in the kernel
	Raw   = text.Raw   // as Go has them, without those names
	Hex   = text.Hex   // integers in hexadecimal, with those names
)

// Formats are the formats but for Plain.
var Formats = text.Formats

// shownValue is a value of a thread's program as it is shown; one that stands for something of the kernel says what.
func (d *Debugger) shownValue(id kernel.ThreadID, v reflect.Value, as Format) string {
	if !v.IsValid() || as == Raw {
		return d.valueText(id, v, as)
	}
	if th, ok := d.s().ThreadOf(v); ok {
		return th
	}
	text := d.valueText(id, v, as)
	if what := d.s().Meant(id, v); what != "" {
		text += " (" + what + ")"
	}
	return text
}

// valueText is a value as it is written. Where a method of its own does not come back, that is shown in
// its place, and the threads, whose variables the method may still touch, are given up.
func (d *Debugger) valueText(id kernel.ThreadID, v reflect.Value, as Format) string {
	if v.IsValid() {
		v = reflect.ValueOf(v.Interface()) // a copy
	}
	text, l := d.s().WatchedText(id, v, as)
	if l == nil {
		return text
	}
	d.s().Abandon()
	text = "(its own method " + l.What()
	if at := l.At(); at != "" {
		text += ", at " + at
	}
	return text + ")"
}

// last is an exhibit of a thread that has ended: it is written now, for others may change what
// it leads to.
func (d *Debugger) last(v kernel.Variable, path string, as Format) exhibit {
	whole, _ := d.live(v, as).text("")
	part, err := whole, error(nil)
	if path != "" {
		part, err = d.live(v, as).text(path)
	}
	return exhibit{Variable: v, ended: true, text: func(path string) (string, error) {
		if path == "" {
			return whole, nil
		}
		return part, err
	}}
}

// shownHere are the variables that the threads show at the present position.
func (d *Debugger) shownHere(as Format) (all []exhibit, err error) {
	if err := d.bring(); err != nil {
		return nil, err
	}
	vars, err := d.s().Variables()
	if id, _ := d.s().Within(); id != 0 {
		vars = append(slices.DeleteFunc(vars, func(v kernel.Variable) bool { return v.Thread == id }), d.s().WithinShown()...)
	}
	for _, v := range vars {
		all = append(all, d.live(v, as))
	}
	return all, err
}

// bring brings the threads here. At the end of a run whose log is not there yet they are already.
func (d *Debugger) bring() error {
	if d.s().Early() || d.s().Parked() {
		return nil
	}
	_, err := d.rebuilt()
	return err
}

// rebuilt brings the threads here.
func (d *Debugger) rebuilt() (engine.Threads, error) {
	threads, err := d.s().Threads()
	return threads, err
}

// variables are what the threads show at the present position, and what threads that have ended
// showed last: as predicates know it.
func (d *Debugger) variables(as Format, words []string) ([]Variable, error) {
	all, err := d.shownHere(as)
	if err != nil {
		return nil, err
	}
	name, path := splitPath(words)
	err = d.s().LastShown(func(vars []kernel.Variable) {
		for _, v := range vars {
			all = append(all, d.last(v, path, as))
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b exhibit) int { return cmp.Compare(a.Thread, b.Thread) })
	if path != "" && called(all, name) != nil {
		words = append(slices.Clone(words[:len(words)-1]), name)
	} else {
		path = ""
	}
	some, err := d.meantBy(all, words)
	if err != nil {
		return nil, err
	}
	return d.variableRows(some, path)
}

// variableRows are variables, or parts of them, as faces see them.
func (d *Debugger) variableRows(some []exhibit, path string) (rows []Variable, err error) {
	st := d.s().State()
	for _, e := range some {
		value, err := e.text(path)
		if err != nil {
			return nil, err
		}
		rows = append(rows, Variable{
			Task: st.TaskName(st.Threads.At(uint32(e.Thread)).Task), Thread: st.ThreadName(e.Thread), Ended: e.ended,
			Name: quote.Line(e.Name + path), Value: value,
		})
	}
	return rows, nil
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

// meantBy are the variables that are asked for: of a name, of a thread, or both.
func (d *Debugger) meantBy(all []exhibit, words []string) ([]exhibit, error) {
	if len(words) == 0 {
		return all, nil
	}
	whole := strings.Join(words, " ")
	if some := called(all, whole); some != nil {
		return some, nil
	}
	id, err := d.threadHere(whole)
	if err == nil {
		if some := shownBy(all, id); some != nil {
			return some, nil
		}
		return nil, fmt.Errorf("%s shows no variable here%s", d.s().State().ThreadName(id), whichShown(all))
	}
	for i := len(words) - 1; i > 0; i-- {
		id, err := d.threadHere(strings.Join(words[:i], " "))
		if err != nil {
			continue
		}
		name := strings.Join(words[i:], " ")
		if some := called(shownBy(all, id), name); some != nil {
			return some, nil
		}
		return nil, fmt.Errorf("%s shows no variable %q here%s", d.s().State().ThreadName(id), name, whichShown(all))
	}
	return nil, fmt.Errorf("no variable and no thread is called %q here%s", whole, whichShown(all))
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

// whichThere says which variables there are, where their names are known without being shown.
func (d *Debugger) whichThere(all []exhibit) string {
	if !d.s().HasStatements() || d.on.focus == 0 {
		return whichShown(all)
	}
	frames, err := d.activations(d.on.focus)
	if err != nil {
		return whichShown(all)
	}
	var list []string
	for _, f := range frames {
		for _, v := range f.Vars {
			if !slices.Contains(list, v.Name) { // a function and its caller may have one name
				list = append(list, v.Name)
			}
		}
	}
	if list == nil {
		return "; " + d.s().ThreadName(d.on.focus) + " is in no function of the program"
	}
	return "; those of " + d.s().ThreadName(d.on.focus) + " are " + names(list)
}

// whichShown lists the variables that are shown, or says how there would be some.
func whichShown(all []exhibit) string {
	var list []string
	for _, v := range all {
		if name := quote.Line(v.Name); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if list == nil {
		return "; " + HowToWatch
	}
	return "; those that are shown: " + names(list)
}
