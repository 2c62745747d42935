package wire

import (
	"context"
	"fmt"

	"machsim/debugger"
)

var sourceMethods = Group{"Source", []Method{
	calls[ofThread]("stack", "Answers the stack of a thread, without frames of machsim and Go.",
		(*debugger.Debugger).Stack),
	calls[ofThread]("nextCall", "Answers the place of a thread's next call, or statement.",
		(*debugger.Debugger).NextCall),
	list("sources", "Lists the places in the program from which the run makes calls.", (*debugger.Debugger).Sources),
	with("function", "Answers the place of a function, by the last part of its name.", function),
	with("lines", "Answers the text of a source file of the program.", lines),
	calls[struct {
		Task    string `doc:"its name"`
		Program string `doc:"whose code is run; \"\" for that of the run"`
	}]("isolate", "Runs one task alone, and says whether it makes the same calls.",
		(*debugger.Debugger).Isolate),
	list("races", "Lists the races of the run: accesses that nothing orders. Needs a program with hooks.",
		(*debugger.Debugger).Races),
}}

func function(ctx context.Context, d *debugger.Debugger, p ofName) (debugger.Frame, error) {
	f, ok, err := d.Function(ctx, p.Name)
	if err == nil && !ok {
		err = fmt.Errorf("there is no function %s", p.Name)
	}
	return f, err
}

// File says which lines of a file are wanted.
type File struct {
	Page
	File string `json:"file" doc:"the end of its path; \"\" for the one that the thread in focus is in"`
}

// FileText is lines of a file.
type FileText struct {
	Path  string
	Total int // lines of the file
	Lines []string
}

// lines answers lines of a file that belongs to the program, and of no other one.
func lines(ctx context.Context, d *debugger.Debugger, p File) (x FileText, err error) {
	if x.Path, err = d.SourceFile(ctx, p.File); err != nil {
		return x, err
	}
	all, err := d.Lines(ctx, x.Path)
	from, to := p.of(len(all))
	x.Total, x.Lines = len(all), all[from:to]
	return x, err
}
