package vet

import (
	"fmt"
	"go/ast"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Rule describes one kind of mistake in programs.
type Rule struct {
	Name   string // what reports begin with, and what machsim:ignore names
	Finds  string // what it reports, a phrase
	Use    string // what to use instead, a phrase
	search func(*check)
}

// Rules are all rules.
var Rules = []Rule{
	goroutineRule, channelRule, lockRule, clockRule, randomRule, mapOrderRule,
	globalRule, sharedRule, raceRule, threadRule, messageRule, fieldRule, uncheckedRule,
	exitRule, outsideRule, consoleRule, schedulerRule, ignoreRule,
}

// Listed lists the rules: their names, what they find, and what to use instead.
func Listed() string {
	var all []string
	for _, r := range slices.Concat(Rules, Whole) {
		text := fmt.Sprintf("%s\n  finds  %s\n  use    %s\n", r.Name, r.Finds, r.Use)
		all = append(all, strings.ReplaceAll(text, "`", "")) // the marks of code
	}
	return strings.Join(all, "\n")
}

// Analyzers are the rules as analyzers.
var Analyzers = analyzers()

func analyzers() []*analysis.Analyzer {
	all := make([]*analysis.Analyzer, len(Rules))
	var names []string
	for _, r := range slices.Concat(Rules, Whole) {
		names = append(names, r.Name)
	}
	for i, r := range Rules {
		all[i] = &analysis.Analyzer{
			Name:       r.Name,
			Doc:        fmt.Sprintf("report %s in programs for machsim\n\nUse instead: %s.", r.Finds, r.Use),
			Requires:   []*analysis.Analyzer{programAnalyzer, ignoresAnalyzer},
			Run:        func(pass *analysis.Pass) (any, error) { return r.run(pass, names), nil },
			ResultType: reflect.TypeFor[*program](),
		}
	}
	return all
}

// run searches a package, and returns the code that was searched; the names are those of all rules.
func (r Rule) run(pass *analysis.Pass, names []string) *program {
	p := pass.ResultOf[programAnalyzer].(*program)
	r.search(&check{
		Pass:    pass,
		program: p,
		ignores: pass.ResultOf[ignoresAnalyzer].(*ignores),
		rule:    r.Name,
		rules:   names,
	})
	return p
}

// check is the search for what breaks one rule in one package.
type check struct {
	*analysis.Pass
	program *program
	ignores *ignores
	rule    string
	rules   []string // all that there are
}

// report reports a place, unless a comment there silences the rule. The text says what
// is wrong, and then what to use instead.
func (c *check) report(at ast.Node, format string, args ...any) {
	c.reportFix(at, nil, format, args...)
}

// reportFix is report with a fix, nil for none.
func (c *check) reportFix(at ast.Node, fix *analysis.SuggestedFix, format string, args ...any) {
	if c.ignores.silenced(c.Fset.Position(at.Pos()), c.rule) {
		return
	}
	d := analysis.Diagnostic{
		Pos:      at.Pos(),
		End:      at.End(),
		Category: c.rule,
		Message:  c.rule + ": " + fmt.Sprintf(format, args...),
	}
	if fix != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{*fix}
	}
	c.Report(d)
}

// replace returns a fix that puts a text in the place of a node.
func replace(n ast.Node, message, text string) *analysis.SuggestedFix {
	return &analysis.SuggestedFix{
		Message:   message,
		TextEdits: []analysis.TextEdit{{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}},
	}
}

// each visits all nodes of the code that runs in programs. The path has the nodes
// around n, from the outermost function to n itself.
func (c *check) each(visit func(n ast.Node, path []ast.Node)) {
	for _, code := range c.program.code {
		eachBelow(code, visit)
	}
}

// eachBelow visits n and all nodes below it, with the path from there.
func eachBelow(n ast.Node, visit func(n ast.Node, path []ast.Node)) {
	var path []ast.Node
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		path = append(path, n)
		visit(n, path)
		return true
	})
}
