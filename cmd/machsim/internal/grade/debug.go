package grade

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"machsim/cmd/machsim/internal/instrument"
	"machsim/cmd/machsim/internal/lab"
)

// promptMain is the main of an executable with the debugger's prompt.
const promptMain = `package main

import (
	"lab/harness"

	"machsim/test/lab/prompt"
)

func main() { prompt.Main(harness.Lab) }
`

// Prompt builds, in a student's directory, an executable with the debugger's prompt and the student's package with
// hooks, and returns it. It is kept in dir. What the go tool says is in the error.
func Prompt(root, dir string) (exe string, err error) {
	if err := goVersion(); err != nil {
		return "", err
	}
	if err := lab.Unpack(filepath.Join(root, "machsim")); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	all, err := hooked(root)
	if err != nil {
		return "", err
	}
	all[filepath.Join(root, "main.go")] = promptMain
	list, err := instrument.Overlay(dir, all)
	if err != nil {
		return "", err
	}
	exe = filepath.Join(dir, "prompt.exe")
	_, err = said(goTool(context.Background(), root, "build", "-trimpath", "-buildvcs=false", "-overlay", list,
		"-o", exe, "."))
	return exe, err
}

// hooked are the texts of the lab's packages with hooks.
func hooked(root string) (map[string]string, error) {
	tool := func(args ...string) ([]byte, error) {
		return said(goTool(context.Background(), root, append([]string{"list"}, args...)...))
	}
	list, err := instrument.List(tool, "lab/harness")
	if err != nil {
		return nil, err
	}
	var own []instrument.Listed
	for _, l := range list {
		if strings.HasPrefix(l.ImportPath, lab.Prefix) {
			own = append(own, l)
		}
	}
	results, err := instrument.All(tool, own, func(l instrument.Listed) string { return l.Name }, nil)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, r := range results {
		maps.Copy(all, r.Files)
	}
	return all, nil
}

// said runs the go tool. The error is what it says.
func said(c *exec.Cmd) ([]byte, error) {
	var errs bytes.Buffer
	c.Stderr = &errs
	text, err := c.Output()
	var status *exec.ExitError
	if errors.As(err, &status) {
		return nil, fmt.Errorf(unbuilt+": %s", strings.TrimSpace(plain(unheaded(errs.String()))))
	}
	return text, err
}

// Run starts the executable with the prompt on a recording, the last of the words, and returns its exit code.
func Run(exe, root string, words []string, in io.Reader, out, errs io.Writer) (int, error) {
	c := exec.Command(exe, words...)
	c.Dir, c.Stdin, c.Stdout, c.Stderr = root, in, out, errs
	err := c.Run()
	var status *exec.ExitError
	if errors.As(err, &status) {
		return status.ExitCode(), nil
	}
	return 0, err
}
