package lab

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"strings"
)

//go:embed all:_template
var template embed.FS

// New makes a lab of one's own, to begin with. A directory that exists must be empty.
func New(dir string) error {
	there, err := os.ReadDir(dir)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case len(there) > 0:
		return mistake("%s is not empty; name a directory that is not there yet", dir)
	}
	all := map[string]string{}
	err = fs.WalkDir(template, ".", func(name string, d fs.DirEntry, err error) error {
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
