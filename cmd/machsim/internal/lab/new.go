package lab

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed all:_template
var template embed.FS

// New makes a lab of one's own, to begin with. A directory that exists must be empty.
func New(dir string) error {
	if err := empty(dir); err != nil {
		return err
	}
	all := map[string]string{}
	err := fs.WalkDir(template, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := template.ReadFile(name)
		all[strings.TrimPrefix(name, "_template/")] = string(text)
		return err
	})
	if err != nil {
		return err
	}
	return write(dir, all)
}
