//go:build !wasm

package launch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/run/commandline"
)

// A recording names the package that declares its program, and a file can come from
// anybody. To open it is to build that package and run it. So this file alone decides for
// which packages that is done: those of the module or workspace that one stands in, as for
// the go command, and others only when the user has said so: with --trust, or in answer to
// a question. machsim's own sample programs need no building, and have no package.

// Opener decides for a person which packages may be built.
type Opener struct {
	Trusts bool // has said --trust
	In     io.Reader
	Errs   io.Writer
}

// recordedPackage finds the package that a recording names, if it may be built: by its import path as
// seen from here, or in the directory that it had when the recording was made.
func (o Opener) recordedPackage(file string, was *debugger.Recording) (*userprog.Package, error) {
	path, mutant := userprog.CutMutant(was.Package.Path)
	if err := userprog.CheckPath(path); err != nil {
		return nil, cli.Unfit("%s names the package of its program wrongly: %v", file, err)
	}
	p, err := userprog.Find(".", was.Package.Path)
	if err == nil && p.Here {
		return p, nil
	}
	dir := recordedDir(was)
	if errors.Is(err, userprog.ErrNoGo) && dir != "" {
		return o.keptPackage(file, was, dir)
	}
	switch {
	case err == nil:
		return p, o.allows(file, p.Path, p.Dir)
	case dir == "":
		return nil, notFound(file, was)
	}
	if err := o.allows(file, was.Package.Path, dir); err != nil {
		return nil, err
	}
	if mutant != "" {
		dir += "@" + mutant
	}
	if p, err = userprog.Find(".", dir); err != nil || p.Named() != was.Package.Path {
		return nil, notFound(file, was)
	}
	return p, nil
}

// keptPackage finds the package as it was built last, because there is no go tool.
func (o Opener) keptPackage(file string, was *debugger.Recording, dir string) (*userprog.Package, error) {
	p, err := userprog.Kept(was.Package.Path, was.Package.Dir)
	if err == nil && !userprog.InModule(dir) {
		err = o.allows(file, was.Package.Path, dir)
	}
	return p, err
}

// recordedDir returns that directory, with symbolic links followed, "" if it does not exist.
func recordedDir(was *debugger.Recording) string {
	if !filepath.IsAbs(was.Package.Dir) {
		return ""
	}
	dir, err := filepath.EvalSymlinks(was.Package.Dir)
	if err != nil {
		return ""
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return ""
	}
	return dir
}

// notFound returns the exit for a recording whose package does not exist any more.
func notFound(file string, was *debugger.Recording) error {
	if strings.HasPrefix(was.Package.Path, lab.Prefix) {
		return cli.Unfit("%s is a recording of a lab: in the directory of the lab machsim lab debug %s opens it; at that "+
			"prompt cause says from when on the failure was certain, diagram draws the run, and help lists what else there is; "+
			"machsim lab shrink %[2]s makes it smaller", file,
			commandline.Quote(file))
	}
	where := ""
	if was.Package.Dir != "" {
		where = fmt.Sprintf(", nor in %s, where it was", was.Package.Dir)
	}
	return cli.Unfit("%s is a recording of a program of package %s, which is not to be found from here%s; go to the "+
		"directory of its module", file, was.Package.Path, where)
}

// allows returns nil if a package outside of the current module may be built. It asks the person, if
// there is one.
func (o Opener) allows(file, path, dir string) error {
	if o.Trusts {
		return nil
	}
	if !term.IsTerminal(o.In) || !term.IsTerminal(o.Errs) {
		return cli.Wrong("to open %s is to build and run package %s, in %s, which is not of the module you stand in; "+
			"go to the directory of its module, or add --%s if you trust whoever wrote it", file, path, dir, cli.TrustFlag)
	}
	fmt.Fprintf(o.Errs, "To open %s is to build and run package %s, in %s,\nwhich is not of the module you stand in. "+
		"Do you trust whoever wrote it? [y/N] ", file, path, dir)
	switch strings.ToLower(strings.TrimSpace(answerTo(o.In))) {
	case "y", "yes":
		return nil
	}
	return cli.Wrong("%s is not opened", file)
}

// answerTo reads a line and nothing beyond it, because what follows is for the command.
func answerTo(in io.Reader) string {
	var line []byte
	for b := make([]byte, 1); ; {
		if n, err := in.Read(b); n == 0 || err != nil || b[0] == '\n' {
			return string(line)
		}
		line = append(line, b[0])
	}
}
