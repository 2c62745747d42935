package vet

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

var ignoreRule = Rule{
	Name:   "ignore",
	Finds:  "comments machsim:ignore that name no rule or give no reason",
	Use:    "//machsim:ignore RULE reason",
	search: wrongIgnores,
}

const ignoreMark = "//machsim:ignore"

// ignoresAnalyzer reads the comments that silence rules.
var ignoresAnalyzer = &analysis.Analyzer{
	Name:       "ignores",
	Doc:        "read the comments machsim:ignore",
	Run:        func(pass *analysis.Pass) (any, error) { return readIgnores(pass), nil },
	ResultType: reflect.TypeFor[*ignores](),
}

// ignores are the comments machsim:ignore of a package.
type ignores struct {
	all []ignored
}

// ignored is one such comment.
type ignored struct {
	comment *ast.Comment
	at      token.Position
	line    int // that it is for
	rule    string
	reason  string
}

func readIgnores(pass *analysis.Pass) *ignores {
	in := &ignores{}
	in.readFiles(pass.Fset, pass.Files)
	return in
}

func (in *ignores) readFiles(fset *token.FileSet, files []*ast.File) {
	for _, f := range files {
		code := codeLines(fset, f)
		for _, group := range f.Comments {
			for _, c := range group.List {
				in.read(fset.Position(c.Pos()), c, code)
			}
		}
	}
}

// codeLines returns the lines of a file on which there is code.
func codeLines(fset *token.FileSet, f *ast.File) map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		lines[fset.Position(n.Pos()).Line] = true
		lines[fset.Position(n.End()).Line] = true
		return true
	})
	return lines
}

// read adds a comment. One that stands alone applies to the next line.
func (in *ignores) read(at token.Position, c *ast.Comment, code map[int]bool) {
	text, ok := strings.CutPrefix(c.Text, ignoreMark)
	if !ok || text != "" && text[0] != ' ' && text[0] != '\t' {
		return
	}
	rule, reason, _ := strings.Cut(strings.TrimSpace(text), " ")
	line := at.Line
	if !code[line] {
		line++
	}
	in.all = append(in.all, ignored{c, at, line, rule, strings.TrimSpace(reason)})
}

// silenced says whether a comment silences a rule at a place.
func (in *ignores) silenced(at token.Position, rule string) bool {
	return slices.ContainsFunc(in.all, func(i ignored) bool {
		return i.line == at.Line && i.at.Filename == at.Filename && i.rule == rule && i.reason != ""
	})
}

func wrongIgnores(c *check) {
	for _, i := range c.ignores.all {
		switch {
		case !slices.Contains(c.rules, i.rule):
			c.report(i.comment, "there is no rule %q; write //machsim:ignore RULE reason, with a rule that machsim vet "+
				"--rules lists", i.rule)
		case i.reason == "":
			c.report(i.comment, "say why the rule is wrong here: //machsim:ignore %s reason", i.rule)
		}
	}
}
