//go:build !wasm

package userprog

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// isHere says whether a package is one of the module, or of the workspace, that one stands
// in: of a main module, in the directory of that, where symbolic links may not lead out of
// it, and with files that say so which belong to this user. In a directory that others may
// write to, such as the one for temporary files, somebody else's go.mod or go.work makes
// nothing one's own.
func (p listed) isHere(e env) bool {
	if p.Module == nil || !p.Module.Main || p.Module.GoMod == "" {
		return false
	}
	files := []string{p.Module.GoMod, p.Dir}
	if e.inWorkspace() {
		files = append(files, e.GOWORK)
	}
	return within(p.Module.Dir, p.Dir) && !slices.ContainsFunc(files, func(file string) bool {
		info, err := os.Stat(file)
		return err != nil || !ours(info)
	})
}

// within says whether a directory is another or below it, once symbolic links are followed.
func within(outer, inner string) bool {
	o, err := filepath.EvalSymlinks(outer)
	if err != nil {
		return false
	}
	i, err := filepath.EvalSymlinks(inner)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(o, i)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
