package debugger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/kernel"
)

// Frame is a place in the source of a program.
type Frame = kernel.Frame

// Stack is where the program of a thread stands.
type Stack struct {
	Thread string
	Frames []Frame // innermost first
	None   string  // why there are none, in words; "" if there are
}

// Stack returns the stack of a thread; frames of machsim and of Go itself are left out. The
// thread's program is run again up to the present position. "" is the thread in focus.
func (d *Debugger) Stack(ctx context.Context, thread string) (*Stack, error) {
	return look(ctx, d, "backtrace", func(context.Context) (*Stack, error) {
		id, err := d.threadHere(thread)
		if err != nil {
			return nil, err
		}
		if err := d.bring(); err != nil {
			return nil, err
		}
		frames, err := d.s().Stack(id)
		if err != nil {
			return nil, err
		}
		x := &Stack{Thread: d.s().State().ThreadName(id), Frames: frames}
		if len(x.Frames) == 0 {
			x.None = d.unstacked(id)
		}
		return x, nil
	})
}

// unstacked says why a thread has no stack.
func (d *Debugger) unstacked(id kernel.ThreadID) string {
	if d.s().State().Threads.At(uint32(id)).Status == kernel.Ended {
		return "has ended"
	}
	return "has not begun, or is in code of machsim's own"
}

// NextCall returns the place of a thread's next call or, where its lines are known, of what it does in the chosen
// frame. "" is the thread in focus.
func (d *Debugger) NextCall(ctx context.Context, thread string) (Frame, error) {
	return look(ctx, d, "list", func(context.Context) (Frame, error) {
		id, err := d.threadHere(thread)
		if err != nil {
			return Frame{}, err
		}
		return d.nextCall(id)
	})
}

func (d *Debugger) nextCall(id kernel.ThreadID) (Frame, error) {
	st := d.s().State()
	if id == 0 || !st.Threads.Has(uint32(id)) {
		return Frame{}, fmt.Errorf("there is no thread in focus here")
	}
	if frames, err := d.activations(id); err == nil && len(frames) > 0 {
		f := frames[0]
		if id == d.on.focus {
			f = frames[min(d.on.frame, len(frames)-1)]
		}
		return Frame{Func: f.Func, File: FileName(f.Path), Path: f.Path, Line: f.Line}, nil
	}
	t := st.Threads.At(uint32(id))
	if lineOf(t) == "" || t.Status == kernel.Ended {
		return Frame{}, fmt.Errorf("there is no source line for %s: it %s", st.ThreadName(id), d.unstacked(id))
	}
	return kernel.FrameAt(t.Call.PC), nil
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
			return Frame{Func: t.Place.Func, File: FileName(t.Place.Path), Path: t.Place.Path, Line: t.Place.Line}, nil
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
	return ask(ctx, d, "list", func(context.Context) (string, error) { return d.sourceFile(name) })
}

func (d *Debugger) sourceFile(name string) (string, error) {
	if name == "" {
		if at, err := d.nextCall(d.on.focus); err == nil {
			return at.Path, nil
		}
	}
	var paths, files []string
	goesBy := func(path string) bool { return path == name || strings.HasSuffix(path, "/"+name) || name == "" }
	for _, f := range d.s().Sources() {
		if goesBy(f.Path) || f.File == name {
			paths = append(paths, f.Path)
		}
		files = append(files, f.File)
	}
	if paths == nil && d.s().HasStatements() { // of a file without calls
		paths = slices.DeleteFunc(source.Paths(d.s().Program), func(path string) bool { return !goesBy(path) })
	}
	paths, files = slices.Compact(paths), slices.Compact(files)
	switch {
	case len(paths) == 1:
		return paths[0], nil
	case len(files) == 0:
		return "", fmt.Errorf("the run makes no calls from a source file that is known")
	case name == "" || len(paths) > 1:
		return "", text.WithHint(fmt.Errorf("say of which file: there are %s", names(files)), HintFile, files[0])
	}
	return "", fmt.Errorf("there is no source file %s%s; there are %s", name, text.DidYouMean(name, files), names(files))
}

// SourceFiles lists the paths of the source files of the program: of those whose lines are known or, where none is, of
// those from which the run makes calls.
func (d *Debugger) SourceFiles(ctx context.Context) ([]string, error) {
	return look(ctx, d, "list", func(context.Context) (all []string, err error) {
		if d.s().HasStatements() {
			all = source.Paths(d.s().Program)
		} else {
			for _, f := range d.s().Sources() {
				all = append(all, f.Path)
			}
		}
		slices.Sort(all)
		return slices.Compact(all), nil
	})
}

// SourceText returns the text of a source file, as it was when the program was built where that is known.
func (d *Debugger) SourceText(ctx context.Context, path string) (string, error) {
	return look(ctx, d, "list", func(context.Context) (string, error) { return sourceFileText(path) })
}

// StatementLines lists the lines of a source file that have a statement, in order: the places of breakpoints. Where the
// lines of the program are not known they are those from which the run makes calls.
func (d *Debugger) StatementLines(ctx context.Context, path string) ([]int, error) {
	return look(ctx, d, "list", func(context.Context) (all []int, err error) {
		if d.s().HasStatements() {
			return source.StatementLines(path), nil
		}
		for _, f := range d.s().Sources() {
			if f.Path == path {
				all = append(all, f.Line)
			}
		}
		slices.Sort(all)
		return slices.Compact(all), nil
	})
}

// Lines returns the lines of a source file, tabs as four blanks.
func (d *Debugger) Lines(ctx context.Context, path string) ([]string, error) {
	return look(ctx, d, "list", func(context.Context) ([]string, error) {
		return sourceText(path)
	})
}
