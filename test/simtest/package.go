package simtest

import (
	"net/url"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"machsim/debugger/record"
	"machsim/kernel"
)

// packageOf is the package that declares a program, as far as its Main tells: the zero
// Package if that is in a test file, which machsim cannot build.
func packageOf(p *kernel.Program) record.Package {
	if p.Main == nil {
		return record.Package{}
	}
	f := runtime.FuncForPC(reflect.ValueOf(p.Main).Pointer())
	file, _ := f.FileLine(f.Entry())
	if strings.HasSuffix(file, "_test.go") {
		return record.Package{}
	}
	pkg := record.Package{Path: importPath(f.Name())}
	if filepath.IsAbs(file) {
		pkg.Dir = filepath.Dir(file)
	}
	return pkg
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
