package simtest

import (
	"net/url"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"machsim/debugger/study"
	"machsim/kernel"
)

// process says which package declares a program, as far as its Main tells: none
// if that is in a test file, which machsim cannot build.
func process(p *kernel.Program) *study.Process {
	x := &study.Process{}
	x.Limits.Events, x.Limits.Memory = "more simtest.MaxEvents", "more simtest.MaxMemory"
	if p.Main == nil {
		return x
	}
	f := runtime.FuncForPC(reflect.ValueOf(p.Main).Pointer())
	file, _ := f.FileLine(f.Entry())
	if strings.HasSuffix(file, "_test.go") {
		return x
	}
	if x.Package.Path = importPath(f.Name()); filepath.IsAbs(file) {
		x.Package.Dir = filepath.Dir(file)
	}
	return x
}

// importPath takes the name of a function off, as in example.com/lab%2ev2.init.func1.
func importPath(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	dot := strings.IndexByte(function[slash:], '.')
	if dot < 0 {
		return function
	}
	path, err := url.PathUnescape(function[:slash+dot])
	if err != nil {
		return function[:slash+dot]
	}
	return path
}
