package vet

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Place is a directory, and patterns of packages relative to it.
type Place struct {
	Dir      string
	Patterns []string
}

// Places returns the directory in which the go command must run for each pattern that was
// typed in dir: dir itself, unless the pattern is a path into another module.
func Places(dir string, patterns []string) (all []Place) {
	here := root(dir)
	for _, pattern := range patterns {
		p := Place{dir, []string{pattern}}
		if base, rest, ok := directoryOf(dir, pattern); ok {
			if module := root(base); module != here && module != "" {
				p = Place{base, []string{"." + rest}}
			}
		}
		i := slices.IndexFunc(all, func(q Place) bool { return q.Dir == p.Dir })
		if i < 0 {
			all = append(all, p)
			continue
		}
		all[i].Patterns = append(all[i].Patterns, p.Patterns...)
	}
	return all
}

// directoryOf returns the directory that a pattern begins with, and the rest of it; false if the
// pattern is no path to a directory.
func directoryOf(dir, pattern string) (base, rest string, ok bool) {
	local := strings.HasPrefix(pattern, ".") || filepath.IsAbs(pattern)
	base = pattern
	if before, found := strings.CutSuffix(pattern, "/..."); found {
		base, rest = before, "/..."
	}
	if !filepath.IsAbs(base) {
		base = filepath.Join(dir, base)
	}
	info, err := os.Stat(base)
	return base, rest, local && err == nil && info.IsDir()
}

// root returns the directory of the workspace, or else of the module, that a directory belongs
// to; "" if there is none.
func root(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	if work := above(abs, "go.work"); work != "" && os.Getenv("GOWORK") != "off" {
		return work
	}
	return above(abs, "go.mod")
}

// above returns the nearest directory, from dir upwards, that has a file of that name.
func above(dir, name string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.IsDir() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
