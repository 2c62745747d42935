package hook

import (
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// Unheard returns what may read and write variables that threads share, and has no hooks, so that nobody hears of it:
// packages that the program uses of which the function main is, and files of its own: "container/list", "lab/fast.go".
// Races and other orders that are in these only are not found.
func Unheard(main any) (all []string) {
	own := packageOf(main)
	some := appendImported(nil, own)
	if some == nil {
		return []string{own}
	}
	for _, p := range some {
		all = append(all, p.Unheard...)
		for _, f := range p.Files {
			if f.Why != "" {
				all = append(all, path.Join(p.Path, filepath.Base(f.Path)))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// packageOf is the path of the package that a function is in.
func packageOf(main any) string {
	name := strings.ReplaceAll(runtime.FuncForPC(reflect.ValueOf(main).Pointer()).Name(), "%2e", ".")
	slash := strings.LastIndex(name, "/") + 1
	own, _, _ := strings.Cut(name[slash:], ".")
	return name[:slash] + own
}

// appendImported adds the packages of a path, and those that it imports.
func appendImported(all []*Package, of string) []*Package {
	for _, p := range packages {
		if p.Path != of || slices.Contains(all, p) {
			continue
		}
		all = append(all, p)
		for _, i := range p.Imports {
			all = appendImported(all, i)
		}
	}
	return all
}
