//go:build !wasm

package userprog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"machsim/debugger/record/atomicfile"
)

// Note is a text about the source of the package. It is kept beside what was built, and made anew
// when a file of the package has changed, or machsim itself.
func (p *Package) Note(name string, makeIt func() (string, error)) (string, error) {
	dir, err := p.cache()
	if err != nil {
		return "", err
	}
	key, err := p.state()
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, name+".note")
	if kept, err := os.ReadFile(file); err == nil {
		if text, ours := strings.CutPrefix(string(kept), key+"\n"); ours {
			return text, nil
		}
	}
	text, err := makeIt()
	if err != nil {
		return "", err
	}
	return text, atomicfile.Write(file, []byte(key+"\n"+text), 0o600)
}

// state tells one state of the package's source, and of machsim, from another.
func (p *Package) state() (string, error) {
	var all strings.Builder
	for _, file := range p.Files {
		if !filepath.IsAbs(file) {
			file = filepath.Join(p.Dir, file)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&all, "%s %d\n%s", file, len(text), text)
	}
	all.WriteString(thisExecutable())
	return hash(all.String()), nil
}

// thisExecutable tells one machsim from another.
func thisExecutable() string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	return fmt.Sprint(stampOf(exe))
}
