package values

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/kernel"
)

// Stack is where the program of a thread stands.
type Stack struct {
	Thread string
	Frames []kernel.Frame // innermost first
	None   string         // why there are none, in words; "" if there are
}

// Stack returns the stack of a thread.
func (d In) Stack(thread string) (*Stack, error) {
	id, err := d.ThreadHere(thread)
	if err != nil {
		return nil, err
	}
	if err := d.bring(); err != nil {
		return nil, err
	}
	frames, err := d.S.Stack(id)
	if err != nil {
		return nil, err
	}
	x := &Stack{Thread: d.S.State().ThreadName(id), Frames: frames}
	if len(x.Frames) == 0 {
		x.None = d.Unstacked(id)
	}
	return x, nil
}

// Unstacked says why a thread has no stack.
func (d In) Unstacked(id kernel.ThreadID) string {
	switch f := d.S.State().Failure; {
	case d.S.State().Threads.At(uint32(id)).Status == kernel.Ended:
		return "has ended"
	case f != nil && f.Thread == id:
		return "has failed, and left its functions"
	case d.S.WentOn(id):
		return "runs on without a call"
	}
	return "has not begun, or is in code of machsim's own"
}

func (d In) NextCall(id kernel.ThreadID) (kernel.Frame, error) {
	st := d.S.State()
	if id == 0 || !st.Threads.Has(uint32(id)) {
		return kernel.Frame{}, fmt.Errorf("there is no thread in focus here")
	}
	if frames, err := d.Activations(id); err == nil && len(frames) > 0 {
		f := frames[0]
		if id == d.Focus {
			f = frames[min(d.Frame, len(frames)-1)]
		}
		return kernel.Frame{Func: f.Func, File: text.FileName(f.Path), Path: f.Path, Line: f.Line}, nil
	}
	t := st.Threads.At(uint32(id))
	if LineOf(t) == "" || t.Status == kernel.Ended {
		return kernel.Frame{}, d.toStep(id, fmt.Errorf("there is no source line for %s: it %s", st.ThreadName(id),
			d.Unstacked(id)))
	}
	return kernel.FrameAt(t.Call.PC), nil
}

func (d In) SourceFile(name string) (string, error) {
	if name == "" {
		if at, err := d.NextCall(d.Focus); err == nil {
			return at.Path, nil
		}
	}
	var paths, files []string
	goesBy := func(path string) bool { return path == name || strings.HasSuffix(path, "/"+name) || name == "" }
	for _, f := range d.S.Sources() {
		if goesBy(f.Path) || f.File == name {
			paths = append(paths, f.Path)
		}
		files = append(files, f.File)
	}
	if paths == nil && d.S.HasStatements() { // of a file without calls
		paths = slices.DeleteFunc(source.Paths(d.S.Program), func(path string) bool { return !goesBy(path) })
	}
	paths, files = slices.Compact(paths), slices.Compact(files)
	switch {
	case len(paths) == 1:
		return paths[0], nil
	case len(files) == 0:
		return "", fmt.Errorf("the run makes no calls from a source file that is known")
	case name == "" || len(paths) > 1:
		return "", text.WithHint(fmt.Errorf("say of which file: there are %s", text.Few(files)), text.HintFile, files[0])
	}
	return "", fmt.Errorf("there is no source file %s%s; there are %s", name, text.DidYouMean(name, files),
		text.Few(files))
}

// SourceFiles lists the paths of the source files of the program.
func (d In) SourceFiles() (all []string, err error) {
	if d.S.HasStatements() {
		all = source.Paths(d.S.Program)
	} else {
		for _, f := range d.S.Sources() {
			all = append(all, f.Path)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// StatementLines lists the lines of a source file that have a statement, in order.
func (d In) StatementLines(path string) (all []int, err error) {
	if d.S.HasStatements() {
		return source.StatementLines(path), nil
	}
	for _, f := range d.S.Sources() {
		if f.Path == path {
			all = append(all, f.Line)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// Calls lists the functions of the program that the line calls at which a frame stands, in the order of the
// source.
func (d In) Calls(at Scope) ([]string, error) {
	_, _, f, err := d.FrameOf(at)
	if err != nil {
		return nil, err
	}
	text, err := SourceFileText(f.Path)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(calledIn(text, f.Line), func(name string) bool {
		_, err := source.Function(name)
		return err != nil
	}), nil
}

// calledIn are the names of the functions that a line of a source file calls, each once.
func calledIn(text string, line int) (names []string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || files.Position(call.Pos()).Line > line || files.Position(call.End()).Line < line {
			return true
		}
		name := ""
		switch f := ast.Unparen(call.Fun).(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		if files.Position(call.Lparen).Line == line && name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
		return true
	})
	return names
}
