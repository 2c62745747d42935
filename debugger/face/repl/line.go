package repl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// errPlain is the error of a command that needs the lines of the program, where they are not known.
var errPlain = errors.New("the lines between two kernel calls are not known in this session; event goes to the next " +
	"kernel event, comm to a thread's next message, lock or signal")

// stepLine lets a thread go on by lines of its program.
func stepLine(kind debugger.StepKind) func(*Prompt, []string) error {
	return func(p *Prompt, words []string) error {
		l := debugger.LineStep{Kind: kind}
		if i := slices.Index(words, "statement"); i >= 0 {
			l.Statements, words = true, slices.Delete(slices.Clone(words), i, i+1)
		}
		return p.stepLine(l, words)
	}
}

// until lets a thread go on to a line of the function that it is in.
func (p *Prompt) until(words []string) error {
	n, err := strconv.Atoi(words[0][strings.LastIndexByte(words[0], ':')+1:])
	if err != nil || n < 1 {
		return fmt.Errorf("until takes the number of a line in the file that the thread is in, not %q", words[0])
	}
	return p.stepLine(debugger.LineStep{Kind: debugger.Over, Until: n}, words[1:])
}

func (p *Prompt) stepLine(l debugger.LineStep, words []string) error {
	if ok, err := p.d.HasStatements(p.a.Ctx); err != nil || !ok {
		return cmp.Or(err, errPlain)
	}
	d, err := p.stride(words)
	if err != nil {
		return err
	}
	l.Thread, l.Back, l.N, l.Mode = d.Thread, d.Back, d.N, d.Mode
	m, err := p.d.StepLine(p.a.Ctx, l)
	return p.moved(m, err)
}

// frame shows the frame in which names are looked up, or chooses another one.
func (p *Prompt) frame(words []string) error {
	if len(words) == 0 {
		return p.framed(p.d.MoveFrame(p.a.Ctx, 0))
	}
	n, err := strconv.Atoi(words[0])
	if err != nil {
		return fmt.Errorf("frame takes the number of a frame, as backtrace shows it, not %q", words[0])
	}
	return p.framed(p.d.SelectFrame(p.a.Ctx, n))
}

// moveFrame chooses the frame of the function that called this one, or that it calls.
func moveFrame(by int) func(*Prompt, []string) error {
	return func(p *Prompt, words []string) error {
		n := 1
		if len(words) > 0 {
			var err error
			if n, err = strconv.Atoi(words[0]); err != nil || n < 1 {
				return fmt.Errorf("%q is no number of frames", words[0])
			}
		}
		before, err := p.d.Focus(p.a.Ctx)
		if err != nil {
			return err
		}
		f, err := p.d.MoveFrame(p.a.Ctx, n*by)
		if err == nil && before != nil && f.Thread != before.Thread {
			p.a.Printf("%s\n", f.Thread)
		}
		return p.framed(f, err)
	}
}

// framed prints the frame that has been chosen.
func (p *Prompt) framed(f debugger.StackFrame, err error) error {
	if err != nil {
		return answer.Known(err)
	}
	p.a.Printf("%s\n", frameLine(f))
	p.code(f.Line, f.Code)
	return nil
}

// frameLine is a frame on one line, with its arguments.
func frameLine(f debugger.StackFrame) string {
	args := text.Each(f.Args, func(a debugger.Local) string { return a.Name + "=" + answer.Begin(a.Value, 30) })
	return fmt.Sprintf("%2d  %s(%s)  (%s:%d)", f.N, f.Func, strings.Join(args, ", "), f.File, f.Line)
}

// code prints a line of source.
func (p *Prompt) code(line int, text string) {
	if text != "" {
		p.a.Printf("  %5d  %s\n", line, text)
	}
}

// locals shows the variables of the chosen frame: all, or the arguments alone.
func (p *Prompt) locals([]string) error {
	ok, err := p.d.HasStatements(p.a.Ctx)
	switch {
	case err != nil:
		return err
	case !ok:
		return p.print([]string{"."})
	}
	return p.showLocals(func(debugger.Local) bool { return true })
}

func (p *Prompt) arguments(words []string) error {
	return p.showLocals(func(v debugger.Local) bool { return v.Kind == "argument" || v.Kind == "receiver" })
}

func (p *Prompt) showLocals(wanted func(debugger.Local) bool) error {
	x, err := p.d.Locals(p.a.Ctx, debugger.Scope{})
	if err != nil {
		return answer.Known(err)
	}
	rows := slices.DeleteFunc(x.Rows, func(v debugger.Local) bool { return !wanted(v) })
	if len(rows) == 0 {
		p.a.Printf("%s has none here\n", x.Frame.Func)
		return nil
	}
	p.variables(rows)
	return nil
}

// whatis shows the type of an expression.
func (p *Prompt) whatis([]string) error {
	v, err := p.d.Value(p.a.Ctx, debugger.Scope{}, input.Spoken(p.a.Args))
	if err != nil {
		return answer.Known(err)
	}
	p.a.Printf("%s is of type %s\n", v.Name, v.Type)
	return nil
}

// variables prints variables of a function, or of a package.
func (p *Prompt) variables(rows []debugger.Local) {
	t := answer.NewTable("variable", "", "type", "value")
	for _, v := range rows {
		note := v.Kind
		if v.Outer {
			note = strings.TrimSpace(note + " hidden here")
		}
		t.Add(v.Name, note, v.Type, v.Value)
	}
	p.a.Table(t)
}

func (p *Prompt) globals([]string) error {
	rows, err := p.d.Globals(p.a.Ctx)
	if err != nil {
		return answer.Known(err)
	}
	if len(rows) == 0 {
		p.a.Printf("the program has no package variables\n")
		return nil
	}
	p.variables(rows)
	return nil
}

// watch sets a watchpoint.
func watch(kind debugger.WatchKind) func(*Prompt, []string) error {
	does := map[debugger.WatchKind]string{debugger.ChangeWatch: "changes", debugger.ReadWatch: "is read",
		debugger.AccessWatch: "is read or written", debugger.WriteWatch: "is given another value"}[kind]
	return func(p *Prompt, _ []string) error {
		b, err := p.d.Watch(p.a.Ctx, kind, debugger.Scope{}, input.Spoken(p.a.Args))
		if err != nil {
			return answer.Known(err)
		}
		p.a.Printf("%s: it %s %s\n", b, does, often(b))
		return nil
	}
}

func often(b debugger.Breakpoint) string {
	switch {
	case b.Hits == 0:
		return "nowhere " + b.Within
	case b.Hits == 1:
		return "once " + b.Within
	}
	return fmt.Sprintf("%d times %s, %s of them up to here", b.Hits, b.Within, orNone(b.SoFar))
}

// changes lists all changes of a variable.
func (p *Prompt) changes(rows []debugger.VariableChange) {
	if len(rows) == 0 {
		p.a.Printf("it does not change %s\n", p.a.Within())
		return
	}
	t := answer.NewTable("", ">after", "thread", "where", "was", "is", "position")
	for _, c := range rows {
		t.Add(mark(!c.Done, "."), strconv.Itoa(c.Event), c.Thread, answer.Place(c.File, c.Line), c.Old, c.New,
			c.Position.String())
	}
	p.a.Table(t)
}

// frames prints the functions in which a thread is.
func (p *Prompt) frames(all []debugger.StackFrame) {
	for _, f := range all {
		p.a.Linkf(text.Link{Kind: "frame", Name: strconv.Itoa(f.N)}, "%s%s\n", mark(f.Selected, "*"), frameLine(f))
	}
}

func lineWords(p *Prompt) []string { return append(motionWords(p), "statement") }
