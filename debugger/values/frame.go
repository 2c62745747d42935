package values

import (
	"fmt"
	"os"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/debugger/present"
	"machsim/debugger/replay/graph"
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

// Frames returns the activations of the program's functions in which a thread is, innermost first.
func (d In) Frames(thread string) ([]StackFrame, error) {
	id, err := d.ThreadHere(thread)
	if err != nil {
		return nil, err
	}
	return d.FramesOf(id)
}

func (d In) NoFrame() error { return d.NoFrameOf(d.Focus) }

// NoFrameOf says why a thread is in no function that is known.
func (d In) NoFrameOf(id kernel.ThreadID) error {
	if id == 0 || !d.S.State().Threads.Has(uint32(id)) {
		return fmt.Errorf("there is no thread in focus here")
	}
	name := d.S.State().ThreadName(id)
	if why := d.S.PassedOver(id); why != "" {
		return fmt.Errorf("%s is in a function that is not known: %s", name, why)
	}
	return d.toStep(id, fmt.Errorf("%s is in no function of the program here: it %s", name, d.Unstacked(id)))
}

// toStep says of an error that a thread is in no function how one comes to its statements after or before here.
func (d In) toStep(id kernel.ThreadID, err error) error {
	switch f := d.S.State().Failure; {
	case !d.S.HasStatements(), id != d.Focus: // it is the thread in focus that steps
	case f != nil && f.Thread == id:
		return text.WithHint(err, text.HintStepBack)
	case d.S.WentOn(id):
		return text.WithHint(err, text.HintStep)
	}
	return err
}

// FramesOf are the frames of a thread, with their arguments.
func (d In) FramesOf(id kernel.ThreadID) (all []StackFrame, err error) {
	frames, err := d.Activations(id)
	for n, f := range frames {
		all = append(all, d.WithArgs(id, d.FrameRow(id, n, f), f))
	}
	return all, err
}

// Activations are the frames of a thread as the source level has them.
func (d In) Activations(id kernel.ThreadID) ([]source.Frame, error) {
	if within, stack := d.S.Within(); within != 0 && within == id {
		return bare(stack), nil
	}
	if !d.S.HasStatements() {
		return nil, present.ErrNoStatements
	}
	frames, err := d.S.Frames(id)
	return frames, err
}

// bare are activations of which no more than their lines is known.
func bare(stack []kernel.Frame) (all []source.Frame) {
	for _, f := range stack {
		all = append(all, source.Frame{Place: source.Place{Func: f.Func, Path: f.Path, Line: f.Line}})
	}
	return all
}

// WithArgs adds the values of the arguments, for which methods of the program may have to be called.
func (d In) WithArgs(id kernel.ThreadID, row StackFrame, f source.Frame) StackFrame {
	for _, v := range f.Vars {
		if v.Kind == hook.Receiver || v.Kind == hook.Param {
			row.Args = append(row.Args, d.local(id, v, text.Plain))
		}
	}
	return row
}

func (d In) FrameRow(id kernel.ThreadID, n int, f source.Frame) StackFrame {
	row := StackFrame{Thread: d.S.ThreadName(id), N: n, Func: f.Func, File: text.FileName(f.Path), Path: f.Path,
		Line: f.Line}
	row.Selected = id == d.Focus && n == d.Frame
	row.Code = source.Line(f.Path, f.Line)
	return row
}

// SourceFileText is the text of a source file: of one that was built with hooks that which it was built from.
func SourceFileText(path string) (string, error) {
	if text, ok := source.Text(path); ok {
		return text, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("the source cannot be read: %w", err)
	}
	return string(data), nil
}

// SourceText are the lines of a source file.
func SourceText(path string) ([]string, error) {
	text, err := SourceFileText(path)
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
func (d In) local(id kernel.ThreadID, v source.Variable, as text.Format) Local {
	return Local{Name: v.Name, Kind: localKinds[v.Kind], Type: v.Value.Type().String(),
		Value: d.ShownValue(id, v.Value, as), Expression: v.Name, Parts: d.countParts(id, v.Value)}
}

// Locals returns the variables that can be seen in a frame, without those of packages.
func (d In) Locals(at Scope) (*Locals, error) {
	id, n, f, err := d.FrameOf(at)
	if err != nil {
		return nil, err
	}
	x := &Locals{Thread: d.S.State().ThreadName(id), Frame: d.WithArgs(id, d.FrameRow(id, n, f), f)}
	last := map[string]int{}
	for i, v := range f.Vars {
		if before, ok := last[v.Name]; ok {
			x.Rows[before].Outer, x.Rows[before].Expression, x.Rows[before].Parts = true, "", 0
		}
		last[v.Name] = i
		x.Rows = append(x.Rows, d.local(id, v, at.As))
	}
	return x, nil
}

// Globals returns the variables of the program's own packages.
func (d In) Globals() (all []Local, err error) {
	if err := d.LinesUnknown(); err != nil {
		return nil, err
	}
	err = d.S.Statements(func(src *source.Source) error {
		if err := src.To(d.S.Position()); err != nil {
			return err
		}
		src.Inside(func() {
			for _, v := range src.Globals(d.S.Program) {
				all = append(all, d.local(d.Focus, v, text.Plain))
			}
		})
		return nil
	})
	return all, err
}

func (d In) Value(at Scope, expression string) (row Local, err error) {
	if err := d.LinesUnknown(); err != nil {
		return row, err
	}
	id, n, err := d.Scope(at)
	if err != nil {
		return row, err
	}
	err = d.S.Value(id, n, expression, func(v eval.Value) { row = d.valueRow(id, expression, v, at.As) })
	return row, present.Shown(err)
}

// valueRow is the value of an expression as it is shown.
func (d In) valueRow(id kernel.ThreadID, expression string, v eval.Value, as text.Format) Local {
	row := Local{Name: expression, Expression: expression, Type: v.Type()}
	if rv := v.Reflect(); rv.IsValid() {
		row.Value, row.Parts = d.ShownValue(id, rv, as), d.countParts(id, rv)
	} else {
		row.Value = v.String()
	}
	return row
}

// PastAt says whether a position is at a statement, or beyond it.
func (d In) PastAt(p graph.Position, h source.Hit) bool {
	lane := d.S.LaneOf(h.Thread)
	if lane < 0 {
		return false
	}
	last := d.S.EventOf(h.Thread, int(p.Cut[lane])-1)
	if n := p.Statement(h.Thread); last == h.Event && n > 0 {
		return h.N <= n
	}
	return p.Cut[lane] > 0 && last >= h.Event
}
