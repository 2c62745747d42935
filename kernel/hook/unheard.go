package hook

import (
	"path"
	"path/filepath"
	"slices"
)

// Unheard returns what may read and write variables that threads share, and has no hooks, so that nobody hears of it:
// packages that the programs of this process use, and files of their own: "container/list", "lab/fast.go". Races and
// other orders that are in these only are not found.
func Unheard() (all []string) {
	for _, p := range packages {
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
