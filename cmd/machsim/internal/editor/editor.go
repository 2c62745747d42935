// Package editor writes what editors need to be told of machsim's debugger. What is told is in the folder template, for
// each editor in its own language.
package editor

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"machsim/debugger/record/atomicfile"
)

//go:embed template
var templates embed.FS

// Editor is an editor that can be told.
type Editor struct {
	Name  string
	About string // what is written
	Next  string // what a person does with it; DIR stands for the directory
}

// All are the editors.
var All = []Editor{
	{"vscode", "a folder that is an extension of VS Code, and needs no build",
		`in VS Code, the command "Developer: Install Extension from Location..." takes DIR`},
	{"neovim", "a Lua file for nvim-dap", "in init.lua: dofile('DIR/machsim.lua')"},
	{"emacs", "a Lisp file for dap-mode", `in init.el: (load "DIR/machsim-dap.el")`},
	{"helix", "a part of languages.toml", "it goes into the languages.toml of Helix; or DIR is the .helix of a workspace"},
}

// Named is the editor of a name.
func Named(name string) (Editor, bool) {
	i := slices.IndexFunc(All, func(e Editor) bool { return e.Name == name })
	if i < 0 {
		return Editor{}, false
	}
	return All[i], true
}

// mark is in each file that was written: such a file may be replaced.
const mark = "Written by machsim editor, which replaces it"

// place is where a file names the command that an editor starts.
const place = `"{{machsim}}"`

// Files are the files for an editor that starts a command, by their names.
func (e Editor) Files(command string) (map[string][]byte, error) {
	dir := path.Join("template", e.Name)
	list, err := templates.ReadDir(dir)
	files := map[string][]byte{}
	for _, f := range list {
		text, err := templates.ReadFile(path.Join(dir, f.Name()))
		if err != nil {
			return nil, err
		}
		files[f.Name()] = bytes.ReplaceAll(text, []byte(place), []byte(quoted(command)))
	}
	return files, err
}

// quoted is a text between quotation marks, as JSON, Lua, Emacs Lisp and TOML read it.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

// Write writes the files to a directory, which is made if it is not there. A file there that was not written so is an
// error, and nothing is written then. It returns the names of the files.
func (e Editor) Write(dir, command string) ([]string, error) {
	files, err := e.Files(command)
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range files {
		if err := replaceable(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		if err := atomicfile.Write(filepath.Join(dir, name), files[name], 0o666); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// replaceable says why a file must not be written.
func replaceable(file string) error {
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !bytes.Contains(text, []byte(mark)):
		return fmt.Errorf("%s is there, and was not written by machsim editor: name another directory", file)
	}
	return nil
}
