package values

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/present"
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

// Variables returns what the programs show.
func (d In) Variables(as text.Format, words ...string) (*Variables, error) {
	rows, err := d.Chosen(as, words)
	rows = slices.DeleteFunc(rows, func(v Variable) bool { return d.Tasks != nil && !slices.Contains(d.Tasks, v.Task) })
	return &Variables{rows}, err
}

func (d In) Evaluate(as text.Format, expression string) (string, error) {
	filled, err := d.Filled(expression)
	if err != nil {
		return "", err
	}
	e, err := d.S.Expression(filled)
	if err != nil {
		return "", present.Shown(err)
	}
	switch v := e.At(d.S.Position()); {
	case v.Kind() == eval.None:
		return "", fmt.Errorf("%s has no value here", expression)
	case v.Kind() == eval.Int:
		return text.Formatted(v.Reflect(), as, nil), nil
	default:
		return v.Quoted(), nil
	}
}

// Shown lists the variables that threads show at some time in the run, with their threads.
func (d In) Shown() (all []string, err error) {
	shown, err := d.S.Predicates().Shown()
	for _, v := range shown {
		all = append(all, v.Name)
	}
	return all, err
}

// Exhibit is a variable that a thread shows, or has shown last.
type Exhibit struct {
	kernel.Variable
	ended bool // its thread has ended
	// text is its value, or a part of it: "" is all. Of a thread that has ended, no part is
	// known but the one that was asked for.
	text func(path string) (string, error)
}

// live is an exhibit that is written when it is asked for.
func (d In) live(v kernel.Variable, as text.Format) Exhibit {
	return Exhibit{Variable: v, text: func(path string) (string, error) {
		if path == "" {
			return d.ShownValue(v.Thread, reflect.ValueOf(v.Value), as), nil
		}
		part, err := v.Part(path)
		if err != nil {
			return "", err
		}
		return d.ShownValue(v.Thread, reflect.ValueOf(part.Value), as), nil
	}}
}

// ShownValue is a value of a thread's program as it is shown; one that stands for something of the kernel says what.
func (d In) ShownValue(id kernel.ThreadID, v reflect.Value, as text.Format) string {
	if !v.IsValid() || as == text.Raw {
		return d.valueText(id, v, as)
	}
	if th, ok := d.S.ThreadOf(v); ok {
		return th
	}
	text := d.valueText(id, v, as)
	if what := d.S.Meant(id, v); what != "" {
		text += " (" + what + ")"
	}
	return text
}

// valueText is a value as it is written. Where a method of its own does not come back, that is shown in
// its place, and the threads, whose variables the method may still touch, are given up.
func (d In) valueText(id kernel.ThreadID, v reflect.Value, as text.Format) string {
	if v.IsValid() {
		v = reflect.ValueOf(v.Interface()) // a copy
	}
	text, l := d.S.WatchedText(id, v, as)
	if l == nil {
		return text
	}
	d.S.Abandon()
	text = "(its own method " + l.What()
	if at := l.At(); at != "" {
		text += ", at " + at
	}
	return text + ")"
}

// last is an exhibit of a thread that has ended: it is written now, for others may change what
// it leads to.
func (d In) last(v kernel.Variable, path string, as text.Format) Exhibit {
	whole, _ := d.live(v, as).text("")
	part, err := whole, error(nil)
	if path != "" {
		part, err = d.live(v, as).text(path)
	}
	return Exhibit{Variable: v, ended: true, text: func(path string) (string, error) {
		if path == "" {
			return whole, nil
		}
		return part, err
	}}
}

// ShownHere are the variables that the threads show at the present position.
func (d In) ShownHere(as text.Format) (all []Exhibit, err error) {
	if err := d.bring(); err != nil {
		return nil, err
	}
	vars, err := d.S.Variables()
	if id, _ := d.S.Within(); id != 0 {
		vars = append(slices.DeleteFunc(vars, func(v kernel.Variable) bool { return v.Thread == id }), d.S.WithinShown()...)
	}
	return text.Each(vars, func(v kernel.Variable) Exhibit { return d.live(v, as) }), err
}

// bring brings the threads here. At the end of a run whose log is not there yet they are already.
func (d In) bring() error {
	if d.S.Early() || d.S.Parked() {
		return nil
	}
	_, err := d.Rebuilt()
	return err
}

// Rebuilt brings the threads here.
func (d In) Rebuilt() (engine.Threads, error) {
	threads, err := d.S.Threads()
	return threads, err
}

// Chosen are what the threads show at the present position, and what threads that have ended
// showed last: as predicates know it.
func (d In) Chosen(as text.Format, words []string) ([]Variable, error) {
	all, err := d.ShownHere(as)
	if err != nil {
		return nil, err
	}
	name, path := splitPath(words)
	err = d.S.LastShown(func(vars []kernel.Variable) {
		for _, v := range vars {
			all = append(all, d.last(v, path, as))
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b Exhibit) int { return cmp.Compare(a.Thread, b.Thread) })
	if path != "" && Called(all, name) != nil {
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
func (d In) variableRows(some []Exhibit, path string) (rows []Variable, err error) {
	st := d.S.State()
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
func (d In) meantBy(all []Exhibit, words []string) ([]Exhibit, error) {
	if len(words) == 0 {
		return all, nil
	}
	whole := strings.Join(words, " ")
	if some := Called(all, whole); some != nil {
		return some, nil
	}
	id, err := d.ThreadHere(whole)
	if err == nil {
		if some := ShownBy(all, id); some != nil {
			return some, nil
		}
		return nil, fmt.Errorf("%s shows no variable here%s", d.S.State().ThreadName(id), whichShown(all))
	}
	for i := len(words) - 1; i > 0; i-- {
		id, err := d.ThreadHere(strings.Join(words[:i], " "))
		if err != nil {
			continue
		}
		name := strings.Join(words[i:], " ")
		if some := Called(ShownBy(all, id), name); some != nil {
			return some, nil
		}
		return nil, fmt.Errorf("%s shows no variable %q here%s", d.S.State().ThreadName(id), name, whichShown(all))
	}
	return nil, fmt.Errorf("no variable and no thread is called %q here%s", whole, whichShown(all))
}

// Called are the variables of a name.
func Called(all []Exhibit, name string) []Exhibit {
	return text.Those(all, func(v Exhibit) bool { return quote.Line(v.Name) == name })
}

// ShownBy are the variables of a thread.
func ShownBy(all []Exhibit, id kernel.ThreadID) []Exhibit {
	return text.Those(all, func(v Exhibit) bool { return v.Thread == id })
}

// WhichThere says which variables there are, where their names are known without being shown.
func (d In) WhichThere(all []Exhibit) string {
	if !d.S.HasStatements() || d.Focus == 0 {
		return whichShown(all)
	}
	frames, err := d.Activations(d.Focus)
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
		return "; " + d.S.ThreadName(d.Focus) + " is in no function of the program"
	}
	return "; those of " + d.S.ThreadName(d.Focus) + " are " + text.Few(list)
}

// whichShown lists the variables that are shown, or says how there would be some.
func whichShown(all []Exhibit) string {
	var list []string
	for _, v := range all {
		if name := quote.Line(v.Name); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if list == nil {
		return "; " + HowToWatch
	}
	return "; those that are shown: " + text.Few(list)
}
