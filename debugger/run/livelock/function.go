package livelock

import (
	"regexp"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"machsim/kernel/hook"
)

// function adds a function. One that has no variables of others is as good as its code.
func (d *digester) function(p unsafe.Pointer) {
	if p == nil {
		d.mix(0)
		return
	}
	code := *(*uintptr)(p)
	d.mix(uint64(code))
	why, known := d.functions[code]
	if !known {
		why = unseen(runtime.FuncForPC(code))
		d.functions[code] = why
	}
	if why != "" {
		d.cannot(why)
	}
}

// unseen says why nobody can see all that a function does that is kept in a variable; "" if that is its code alone.
func unseen(f *runtime.Func) string {
	switch {
	case f == nil:
		return "nobody knows a function that it keeps in a variable"
	case literal.MatchString(f.Name()) && captures(f):
		return "it keeps a function in a variable, " + short(f.Name()) +
			", and nobody can see the variables that this has from elsewhere"
	}
	return ""
}

// literal matches names of function literals, of methods with their receiver, and of generic functions.
var literal = regexp.MustCompile(`\.func\d|-fm$|-range\d|\[`)

// captures says whether a literal may have variables of other functions. Names of literals are the compiler's, so it
// is known by its line.
func captures(f *runtime.Func) bool {
	file, line := f.FileLine(f.Entry())
	known := false
	for _, p := range hook.Packages() {
		for i := range p.Funcs {
			if h := &p.Funcs[i]; int(h.Line) == line && p.Files[h.File].Path == file {
				if known = true; capturing(h) {
					return true
				}
			}
		}
	}
	return !known || !plainLiteral.MatchString(f.Name())
}

// plainLiteral matches names of literals that have no more than the variables that they mention.
var plainLiteral = regexp.MustCompile(`\.func\d+$`)

func capturing(f *hook.Func) bool {
	return slices.ContainsFunc(f.Vars, func(v hook.Var) bool { return v.Kind == hook.Captured })
}

// short is the name of a function without the directories of its package.
func short(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }
