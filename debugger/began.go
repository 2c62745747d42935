package debugger

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"

	"machsim/debugger/lines/source"
)

// Began goes back to the first statement of the function of a frame. Its thread is in focus then.
func (d *Debugger) Began(ctx context.Context, at Scope) (m *Motion, err error) {
	err = d.Do(ctx, "step", func(ctx context.Context) error {
		id, n, _, err := d.frameOf(at)
		if err != nil {
			return err
		}
		d.on.focus, d.on.frame = id, 0
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
	return ask(ctx, d, "list", func(context.Context) ([]string, error) {
		_, _, f, err := d.frameOf(at)
		if err != nil {
			return nil, err
		}
		text, err := sourceFileText(f.Path)
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(calledIn(text, f.Line), func(name string) bool {
			_, err := source.Function(name)
			return err != nil
		}), nil
	})
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
