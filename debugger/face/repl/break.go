package repl

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// breakAt returns the command break or, with once, tbreak.
func breakAt(once bool) func(*Prompt, []string) error {
	return func(p *Prompt, _ []string) error {
		statements, err := p.d.HasStatements(p.ctx)
		if err != nil {
			return err
		}
		b, err := p.d.Break(p.ctx, specText(p.args, statements), once)
		var wrong *debugger.SyntaxError
		switch {
		case errors.As(err, &wrong):
			return cmp.Or(p.gdbBreak(), err)
		case err != nil:
			return err
		}
		if b.Unknown != "" {
			p.printf("%s\n", b.Unknown)
		}
		p.printf("%s: %s\n", b, outlook(b))
		return nil
	}
}

// gdbBreak returns the error for a place in the form of gdb: a line without its file, or a function. It
// returns nil for any other.
func (p *Prompt) gdbBreak() error {
	if len(p.args) == 0 {
		return nil
	}
	word, rest := p.args[0].text, strings.TrimSpace(" "+spoken(p.args[1:]))
	if n, err := strconv.Atoi(word); err == nil {
		file := "FILE.go"
		if path, err := p.d.SourceFile(p.ctx, ""); err == nil {
			file = text.FileName(path)
		}
		return fmt.Errorf("say of which file that line is: break %s",
			strings.TrimSpace(fmt.Sprintf("%s:%d %s", file, n, rest)))
	}
	if f, ok, err := p.d.Function(p.ctx, word); ok && err == nil {
		return fmt.Errorf("to stop where a thread comes to %s, type: break %s; for one of its lines, as the one of its "+
			"first call: break %s:%d",
			f.Func, strings.TrimSpace("enter "+word+" "+rest), f.File, f.Line)
	}
	return nil
}

// outlook says how often the recorded run comes to a breakpoint.
func outlook(b debugger.Breakpoint) string {
	switch n, so := b.Hits, b.SoFar; {
	case b.Open && n == 0:
		return "it has not been reached so far"
	case b.Open:
		return fmt.Sprintf("it has been reached %s so far, %s of them up to here", text.Counted(n, "time"), orNone(so))
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
