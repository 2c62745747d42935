package debugger

import (
	"context"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/debugger/values"
	"machsim/kernel"
)

// Frame is a place in the source of a program.
type Frame = kernel.Frame

// Stack returns the stack of a thread; frames of machsim and of Go itself are left out. The
// thread's program is run again up to the present position. "" is the thread in focus.
func (d *Debugger) Stack(ctx context.Context, thread string) (*Stack, error) {
	return look(ctx, d, "backtrace", func(context.Context) (*Stack, error) { return d.values().Stack(thread) })
}

// NextCall returns the place of a thread's next call or, where its lines are known, of what it does in the chosen
// frame. "" is the thread in focus.
func (d *Debugger) NextCall(ctx context.Context, thread string) (Frame, error) {
	return look(ctx, d, "list", func(context.Context) (Frame, error) {
		id, err := d.in().ThreadHere(thread)
		if err != nil {
			return Frame{}, err
		}
		return d.values().NextCall(id)
	})
}

// Sources lists the places in the program from which the run makes calls, by files and lines.
func (d *Debugger) Sources(ctx context.Context) ([]Frame, error) {
	return ask(ctx, d, "list", func(context.Context) ([]Frame, error) { return d.s().Sources(), nil })
}

// Function returns the place of a function of the program or, where its lines are not known, of the first call that is
// made in it, by the last part of its name; ok is false if there is none.
func (d *Debugger) Function(ctx context.Context, name string) (f Frame, ok bool, err error) {
	f, err = look(ctx, d, "list", func(context.Context) (Frame, error) {
		if t, err := source.Function(name); err == nil && d.s().HasStatements() {
			return Frame{Func: t.Place.Func, File: text.FileName(t.Place.Path), Path: t.Place.Path, Line: t.Place.Line}, nil
		}
		for _, f := range d.s().Sources() {
			if f.Func == name || strings.HasSuffix(f.Func, "."+name) {
				return f, nil
			}
		}
		return Frame{}, nil
	})
	return f, f.Func != "", err
}

// SourceFile returns the path of a source file by the end of it or, without a name, that of the
// file that the thread in focus is in, or of the only one that there is.
func (d *Debugger) SourceFile(ctx context.Context, name string) (string, error) {
	return ask(ctx, d, "list", func(context.Context) (string, error) { return d.values().SourceFile(name) })
}

// SourceFiles lists the paths of the source files of the program: of those whose lines are known or, where none is, of
// those from which the run makes calls.
func (d *Debugger) SourceFiles(ctx context.Context) ([]string, error) {
	return look(ctx, d, "list", func(context.Context) ([]string, error) { return d.values().SourceFiles() })
}

// SourceText returns the text of a source file, as it was when the program was built where that is known.
func (d *Debugger) SourceText(ctx context.Context, path string) (string, error) {
	return look(ctx, d, "list", func(context.Context) (string, error) { return values.SourceFileText(path) })
}

// StatementLines lists the lines of a source file that have a statement, in order: the places of breakpoints. Where the
// lines of the program are not known they are those from which the run makes calls.
func (d *Debugger) StatementLines(ctx context.Context, path string) ([]int, error) {
	return look(ctx, d, "list", func(context.Context) ([]int, error) { return d.values().StatementLines(path) })
}

// Lines returns the lines of a source file, tabs as four blanks.
func (d *Debugger) Lines(ctx context.Context, path string) ([]string, error) {
	return look(ctx, d, "list", func(context.Context) ([]string, error) {
		return values.SourceText(path)
	})
}

// Began goes back to the first statement of the function of a frame. Its thread is in focus then.
func (d *Debugger) Began(ctx context.Context, at Scope) (m *Motion, err error) {
	err = d.Do(ctx, "step", func(ctx context.Context) error {
		id, n, _, err := d.values().FrameOf(at)
		if err != nil {
			return err
		}
		d.on.Focus, d.on.Frame = id, 0
		if _, err = d.StepLine(ctx, LineStep{Kind: Out, Back: true, N: n + 1}); err != nil {
			return err
		}
		m, err = d.StepLine(ctx, LineStep{Kind: Into})
		return err
	})
	return m, err
}

// Calls lists the functions of the program that the line calls at which a frame stands, in the order of the source.
func (d *Debugger) Calls(ctx context.Context, at Scope) ([]string, error) {
	return ask(ctx, d, "list", func(context.Context) ([]string, error) { return d.values().Calls(at) })
}
