//go:build !wasm

package userprog

import (
	"os"
	"path/filepath"
	"strings"
)

// writable returns machsim's module outside of Go's module cache: nothing can be built
// beside what is in there. So the first time its source is copied.
func (tool listed) writable(moduleCache string) (listed, error) {
	m := tool.Module
	if m == nil || moduleCache == "" || !strings.HasPrefix(m.Dir, moduleCache+string(filepath.Separator)) {
		return tool, nil
	}
	base, err := Directory("source")
	if err != nil {
		return tool, err
	}
	dir := filepath.Join(base, filepath.Base(m.Dir)+"-"+hash(m.Dir))
	if err := copied(m.Dir, dir); err != nil {
		return tool, mistake("machsim's source in %s cannot be copied to build it: %v", m.Dir, err)
	}
	moved := *m
	moved.Dir = dir
	tool.Module, tool.Dir = &moved, dir+strings.TrimPrefix(tool.Dir, m.Dir)
	return tool, nil
}

// copied makes a copy of a directory, unless it is there. One that is there is whole: it
// got its name last.
func copied(from, to string) error {
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	part, err := os.MkdirTemp(filepath.Dir(to), "part-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(part)
	if err := os.CopyFS(part, os.DirFS(from)); err != nil {
		return err
	}
	if err := os.Rename(part, to); err != nil {
		_, err = os.Stat(to) // somebody else was faster
		return err
	}
	return nil
}
