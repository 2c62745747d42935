package repl

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/input"
)

// breakAt returns the command break or, with once, tbreak.
func breakAt(once bool) func(*Prompt, []string) error {
	return func(p *Prompt, _ []string) error {
		statements, err := p.d.HasStatements(p.a.Ctx)
		if err != nil {
			return err
		}
		b, err := p.d.Break(p.a.Ctx, input.Spec(p.a.Args, statements), once)
		var wrong *debugger.SyntaxError
		switch {
		case errors.As(err, &wrong):
			return cmp.Or(p.gdbBreak(), err)
		case err != nil:
			return err
		}
		if b.Unknown != "" {
			p.a.Printf("%s\n", b.Unknown)
		}
		p.a.Printf("%s: %s\n", b, outlook(b))
		return nil
	}
}

// gdbBreak returns the error for a place in the form of gdb: a line without its file, or a function. It
// returns nil for any other.
func (p *Prompt) gdbBreak() error {
	if len(p.a.Args) == 0 {
		return nil
	}
	word, rest := p.a.Args[0].Text, strings.TrimSpace(" "+input.Spoken(p.a.Args[1:]))
	if n, err := strconv.Atoi(word); err == nil {
		file := "FILE.go"
		if path, err := p.d.SourceFile(p.a.Ctx, ""); err == nil {
			file = text.FileName(path)
		}
		return fmt.Errorf("say of which file that line is: break %s",
			strings.TrimSpace(fmt.Sprintf("%s:%d %s", file, n, rest)))
	}
	if f, ok, err := p.d.Function(p.a.Ctx, word); ok && err == nil {
		return fmt.Errorf("to stop where a thread comes to %s, type: break %s; for one of its lines, as the one of its "+
			"first call: break %s:%d",
			f.Func, strings.TrimSpace("enter "+word+" "+rest), f.File, f.Line)
	}
	return nil
}

// outlook says how often the recorded run comes to a breakpoint.
func outlook(b debugger.Breakpoint) string {
	if b.Past != "" {
		return reached(b) + "; " + b.Past
	}
	return reached(b)
}

// reached says how often it is reached in what is known of the run.
func reached(b debugger.Breakpoint) string {
	switch n, so := b.Hits, b.SoFar; {
	case b.Open && n == 0:
		return "it has not been reached " + b.Within
	case b.Open:
		return fmt.Sprintf("it has been reached %s %s, %s of them up to here", text.Counted(n, "time"), b.Within,
			orNone(so))
	case n == 0:
		return "it is never reached " + b.Within
	case n == 1 && so == 1:
		return "it is reached once " + b.Within + ", and has been"
	case n == 1:
		return "it is reached once " + b.Within + ", further on"
	case so == n:
		return fmt.Sprintf("it is reached %d times %s, all of them up to here", n, b.Within)
	default:
		return fmt.Sprintf("it is reached %d times %s, %s of them up to here", n, b.Within, orNone(so))
	}
}

func orNone(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}

// aboutBreakpoints returns the help on the forms of breakpoints.
func aboutBreakpoints() string {
	var b strings.Builder
	b.WriteString("SPEC says what a thread has to be about to do:\n")
	for _, d := range debugger.BreakpointKinds {
		fmt.Fprintf(&b, "  %-29s %s\n", form(d), d.Doc)
	}
	b.WriteString(`The words to, from, at, for, of and the sort of the object may be left out. Then may come
  by THREAD or by task TASK     it has to be this thread, or one of this task
  count N, N+ or every N        only a thread's N-th time; from the N-th on; each N-th
  if item 1 = 7 and id > 99     what the message has; = != < <= > >= and ~: has a text in it
  if type = put and Amount > 5  what Go struct a message was made from, and its fields
  if balance[1] > 100           what the thread itself shows by th.Watch, as print has it
in this order. break query NAME stops who has taken an event of a row of that query, after it;
break race, who is about to make an access that races with an earlier one (help races).
With after before all that, the thread stops when the call is done, not before it is made. A
recording is fixed, so it is known at once how often it comes to a breakpoint.
Where the program has hooks, a line may be that of any statement, and the name of a function is
its first one; if is followed by an expression of Go: break bank.go:81 by bank.1 if err != nil.
As in break lock fork1 by kant, break after receive from port data count 2, break label eat.`)
	return b.String()
}

// form returns the form in which a kind of breakpoint is typed.
func form(d debugger.BreakpointKind) string {
	object := ""
	switch {
	case d.Text:
		object = "TEXT"
	case d.Objects != nil:
		object = strings.Join(d.Objects, "|") + " NAME"
	default:
		return d.Word
	}
	if d.Before != nil {
		object = d.Before[0] + " " + object
	}
	if !d.Need {
		object = "[" + object + "]"
	}
	return d.Word + " " + object
}
