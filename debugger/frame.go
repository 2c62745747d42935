package debugger

import (
	"context"
	"fmt"
	"os"
	"strings"

	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// StackFrame is an activation of a function of the program.
type StackFrame struct {
	Thread   string
	N        int // counted from the innermost of the thread, 0
	Func     string
	File     string // base name
	Path     string
	Line     int
	Code     string // the line, "" if its text is not known
	Selected bool   // names mean what they mean there
	Args     []Local
}

// Local is a variable of a function, or of a package, as it is at the present position.
type Local struct {
	Name  string
	Kind  string // "receiver", "argument", "result", "captured" from the function around it, or ""
	Type  string
	Value string
	Outer bool // a variable of the same name hides it here

	Expression string // of Go that has this value where it was found; "" if there is none
	Parts      int    // fields, elements or entries (Parts)
}

// Locals are variables that can be seen in a frame.
type Locals struct {
	Thread string
	Frame  StackFrame
	Rows   []Local
}

// Frames returns the activations of the program's functions in which a thread is, innermost first. "" is the thread in
// focus.
func (d *Debugger) Frames(ctx context.Context, thread string) ([]StackFrame, error) {
	return ask(ctx, d, "backtrace", func(context.Context) ([]StackFrame, error) {
		id, err := d.threadHere(thread)
		if err != nil {
			return nil, err
		}
		return d.framesOf(id)
	})
}

// SelectFrame chooses the frame in which the names of variables are looked up: the n-th of the thread in focus, counted
// from the innermost, 0. After a motion it is the innermost.
func (d *Debugger) SelectFrame(ctx context.Context, n int) (StackFrame, error) {
	return ask(ctx, d, "frame", func(context.Context) (StackFrame, error) { return d.selectFrame(n) })
}

// MoveFrame chooses the frame so many calls further out, or in for a number below 0. Beyond the outermost function of a
// thread that serves a remote call comes the one that made the call, in another thread, which is in focus then; and so
// back (CallStack).
func (d *Debugger) MoveFrame(ctx context.Context, by int) (StackFrame, error) {
	return ask(ctx, d, "frame", func(context.Context) (StackFrame, error) { return d.moveFrame(by) })
}

func (d *Debugger) moveFrame(by int) (x StackFrame, err error) {
	frames, err := d.activations(d.on.focus)
	if err != nil {
		return x, err
	}
	to, beyond := d.on.frame+by, 0
	switch {
	case len(frames) == 0:
	case to < 0:
		beyond = to
	case to >= len(frames):
		beyond = to - len(frames) + 1
	}
	if beyond != 0 {
		moved, err := d.across(beyond)
		if err != nil {
			return x, err
		}
		if moved {
			to = d.on.frame
		}
	}
	return d.selectFrame(to)
}

func (d *Debugger) selectFrame(n int) (StackFrame, error) {
	id := d.on.focus
	f, err := d.choose(n)
	if err != nil {
		return StackFrame{}, err
	}
	return d.withArgs(id, d.frameRow(id, n, f), f), nil
}

// choose makes the n-th frame of the thread in focus the chosen one.
func (d *Debugger) choose(n int) (f source.Frame, err error) {
	if f, err = d.nthFrame(d.on.focus, n); err == nil {
		d.on.frame = n
	}
	return f, err
}

func (d *Debugger) noFrame() error { return d.noFrameOf(d.on.focus) }

// noFrameOf says why a thread is in no function that is known.
func (d *Debugger) noFrameOf(id kernel.ThreadID) error {
	if id == 0 || !d.s().State().Threads.Has(uint32(id)) {
		return fmt.Errorf("there is no thread in focus here")
	}
	name := d.s().State().ThreadName(id)
	if why := d.s().PassedOver(id); why != "" {
		return fmt.Errorf("%s is in a function that is not known: %s", name, why)
	}
	return fmt.Errorf("%s is in no function of the program here: it %s", name, d.unstacked(id))
}

// framesOf are the frames of a thread, with their arguments.
func (d *Debugger) framesOf(id kernel.ThreadID) (all []StackFrame, err error) {
	frames, err := d.activations(id)
	for n, f := range frames {
		all = append(all, d.withArgs(id, d.frameRow(id, n, f), f))
	}
	return all, err
}

// activations are the frames of a thread as the source level has them.
func (d *Debugger) activations(id kernel.ThreadID) ([]source.Frame, error) {
	if within, stack := d.s().Within(); within != 0 && within == id {
		return bare(stack), nil
	}
	if !d.s().HasStatements() {
		return nil, ErrNoStatements
	}
	frames, err := d.s().Frames(id)
	return frames, err
}

// bare are activations of which no more than their lines is known.
func bare(stack []kernel.Frame) (all []source.Frame) {
	for _, f := range stack {
		all = append(all, source.Frame{Place: source.Place{Func: f.Func, Path: f.Path, Line: f.Line}})
	}
	return all
}

// withArgs adds the values of the arguments, for which methods of the program may have to be called.
func (d *Debugger) withArgs(id kernel.ThreadID, row StackFrame, f source.Frame) StackFrame {
	for _, v := range f.Vars {
		if v.Kind == hook.Receiver || v.Kind == hook.Param {
			row.Args = append(row.Args, d.local(id, v, Plain))
		}
	}
	return row
}

func (d *Debugger) frameRow(id kernel.ThreadID, n int, f source.Frame) StackFrame {
	row := StackFrame{Thread: d.s().ThreadName(id), N: n, Func: f.Func, File: FileName(f.Path), Path: f.Path, Line: f.Line}
	row.Selected = id == d.on.focus && n == d.on.frame
	row.Code = source.Line(f.Path, f.Line)
	return row
}

// sourceFileText is the text of a source file: of one that was built with hooks that which it was built from.
func sourceFileText(path string) (string, error) {
	if text, ok := source.Text(path); ok {
		return text, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("the source cannot be read: %w", err)
	}
	return string(data), nil
}

// sourceText are the lines of a source file.
func sourceText(path string) ([]string, error) {
	text, err := sourceFileText(path)
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(plainText.Replace(text), "\n"), "\n"), nil
}

// plainText takes from a source file what an editor does not show either: the ends of lines of other systems, and the
// mark of the order of its bytes.
var plainText = strings.NewReplacer("\t", "    ", "\r\n", "\n", "\ufeff", "")

var localKinds = map[hook.VarKind]string{
	hook.Receiver: "receiver", hook.Param: "argument", hook.Result: "result", hook.Captured: "captured",
}

// local is a variable as it is shown.
func (d *Debugger) local(id kernel.ThreadID, v source.Variable, as Format) Local {
	return Local{Name: v.Name, Kind: localKinds[v.Kind], Type: v.Value.Type().String(),
		Value: d.shownValue(id, v.Value, as), Expression: v.Name, Parts: d.countParts(id, v.Value)}
}

// Locals returns the variables that can be seen in a frame, without those of packages.
func (d *Debugger) Locals(ctx context.Context, at Scope) (*Locals, error) {
	return ask(ctx, d, "locals", func(context.Context) (*Locals, error) {
		id, n, f, err := d.frameOf(at)
		if err != nil {
			return nil, err
		}
		x := &Locals{Thread: d.s().State().ThreadName(id), Frame: d.withArgs(id, d.frameRow(id, n, f), f)}
		last := map[string]int{}
		for i, v := range f.Vars {
			if before, ok := last[v.Name]; ok {
				x.Rows[before].Outer, x.Rows[before].Expression, x.Rows[before].Parts = true, "", 0
			}
			last[v.Name] = i
			x.Rows = append(x.Rows, d.local(id, v, at.As))
		}
		return x, nil
	})
}

// Globals returns the variables of the program's own packages. Their expressions are those in a frame of that package.
func (d *Debugger) Globals(ctx context.Context) (all []Local, err error) {
	return ask(ctx, d, "globals", func(context.Context) ([]Local, error) {
		if err := d.linesUnknown(); err != nil {
			return nil, err
		}
		err := d.s().Statements(func(src *source.Source) error {
			if err := src.To(d.s().Position()); err != nil {
				return err
			}
			src.Inside(func() {
				for _, v := range src.Globals(d.s().Program) {
					all = append(all, d.local(d.on.focus, v, Plain))
				}
			})
			return nil
		})
		return all, err
	})
}

// Value returns the value of an expression of Go in a frame. An error about its text is a *SyntaxError.
func (d *Debugger) Value(ctx context.Context, at Scope, expression string) (Local, error) {
	return ask(ctx, d, "print", func(context.Context) (Local, error) { return d.value(at, expression) })
}

func (d *Debugger) value(at Scope, expression string) (row Local, err error) {
	if err := d.linesUnknown(); err != nil {
		return row, err
	}
	id, n, err := d.scope(at)
	if err != nil {
		return row, err
	}
	err = d.s().Value(id, n, expression, func(v eval.Value) { row = d.valueRow(id, expression, v, at.As) })
	return row, shown(err)
}

// valueRow is the value of an expression as it is shown.
func (d *Debugger) valueRow(id kernel.ThreadID, expression string, v eval.Value, as Format) Local {
	row := Local{Name: expression, Expression: expression, Type: v.Type()}
	if rv := v.Reflect(); rv.IsValid() {
		row.Value, row.Parts = d.shownValue(id, rv, as), d.countParts(id, rv)
	} else {
		row.Value = v.String()
	}
	return row
}
