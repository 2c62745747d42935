//go:build !wasm

package userprog

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"

	"machsim/cmd/machsim/internal/instrument"
	"machsim/kernel"
)

// site is the command that a static site has for a server, in the module of machsim.
const site = Machsim + "/internal/site"

// siteLinking is its main.go for a user's package.
const siteLinking = `package main

import (
	"machsim/debugger/face/web/guest"
	user %q
)

func main() { guest.Main(guest.ProgramsOf(%s)) }
`

// sampleLinking is its main.go for a sample program: only the package of that is in the site.
const sampleLinking = `package main

import (
	"machsim/debugger/face/web/guest"
	user "machsim/programs/hooked/%s"
	"machsim/programs/hooked/shared"
)

func main() {
	shared.Register()
	user.Register()
	guest.Main(guest.ProgramsOf([]any{%s}))
}
`

// target is what the go tool builds for: its environment and flags.
type target struct{ env, flags []string }

// inBrowser is a page. Functions that are not inlined are a tenth less to download, and hooks let little be inlined
// anyway.
var inBrowser = target{[]string{"GOOS=js", "GOARCH=wasm"}, smallest}

var smallest = []string{"-gcflags=all=-l", "-ldflags=-s -w", "-trimpath"}

// Site is the debugger of a static site, as WebAssembly.
type Site struct {
	Packed []byte            // its code, packed by gzip
	Script []byte            // what starts it in a browser: wasm_exec.js of the Go that has built it
	Left   []instrument.Left // files that have no hooks
}

// BuildSite builds the debugger of a static site, with the programs of the package and their hooks. What the go tool
// has to say it says on errs.
func (p *Package) BuildSite(at string, errs io.Writer) (s Site, err error) {
	file, left, err := p.buildWasm(at, siteFile, site, inBrowser, shownOn{errs})
	if err != nil {
		return s, err
	}
	s.Left = left
	return s, s.read(file, p.needs.command(at, filepath.Dir(file), "env").Dir)
}

// buildWasm builds a command with the programs of the package and their hooks, for a target that runs
// WebAssembly. It returns the file, which has that name.
func (p *Package) buildWasm(at, name, command string, t target, errs io.Writer) (
	file string, left []instrument.Left, err error) {
	dir, unlock, err := p.lock("hooked")
	if err != nil {
		return "", nil, err
	}
	defer unlock()
	k, same := p.kept(dir)
	if !same {
		if k, err = p.hook(at, dir); err != nil {
			return "", nil, err
		}
	}
	if p, err = p.with(k.Moved); err != nil {
		return "", nil, err
	}
	c := p.needs.command(at, dir, "build", "-overlay", filepath.Join(dir, "overlay.json"))
	file = filepath.Join(dir, name)
	return file, k.Left, buildAs(c, file, command, t, errs)
}

// SampleSite builds the debugger of a static site with the programs of the package of a sample program, from the source
// of machsim that this executable was built from.
func SampleSite(program *kernel.Program, errs io.Writer) (s Site, err error) {
	source := builtFrom()
	if source == "" {
		return s, mistake("a site is built from the source of machsim, and that of this executable is not there any more")
	}
	name := packageOf(program)
	dir, unlock, err := lock(Directory("site-" + name))
	if err != nil {
		return s, err
	}
	defer unlock()
	variables, err := samplesIn(filepath.Join(source, "programs", name))
	if err != nil {
		return s, err
	}
	main := siteMain(filepath.Join(source, "cmd", "machsim"))
	overlay, err := instrument.Overlay(dir, files{main: fmt.Sprintf(sampleLinking, name, variables)})
	if err != nil {
		return s, err
	}
	c := exec.Command("go", "build", "-buildvcs=false", "-overlay", overlay)
	c.Dir = source
	file := filepath.Join(dir, siteFile)
	if err := buildAs(c, file, site, inBrowser, errs); err != nil {
		return s, err
	}
	return s, s.read(file, source)
}

// packageOf returns the name of the package that a program is declared in, by that of its function.
func packageOf(p *kernel.Program) string {
	name, _, _ := strings.Cut(path.Base(runtime.FuncForPC(reflect.ValueOf(p.Main).Pointer()).Name()), ".")
	return name
}

var declared = regexp.MustCompile(`(?m)^var (\w+) = kernel\.Program\{`)

// samplesIn returns the addresses of the programs that the package in a directory declares, as Go has them.
func samplesIn(dir string) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", err
	}
	var all []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		for _, found := range declared.FindAllSubmatch(text, -1) {
			all = append(all, "&user."+string(found[1]))
		}
	}
	return strings.Join(all, ", "), nil
}

// siteMain returns the file with the main function of the site's debugger, below the directory of package machsim.
func siteMain(machsim string) string { return filepath.Join(machsim, "internal", "site", "main_js.go") }

// siteFile is the name of that debugger, before it is packed.
const siteFile = "site.wasm"

// buildAs runs go build for a target.
func buildAs(c *exec.Cmd, file, command string, t target, errs io.Writer) error {
	c.Args = append(append(c.Args, t.flags...), "-o", file, "--", command)
	if c.Env == nil {
		c.Env = os.Environ()
	}
	c.Env = append(c.Env, t.env...)
	c.Stdout, c.Stderr = errs, errs
	return built(c)
}

// read reads what was built, by the Go that is used in a directory.
func (s *Site) read(file, at string) (err error) {
	if s.Packed, err = packed(file); err != nil {
		return err
	}
	s.Script, err = startScript(at)
	return err
}

// packed returns a file packed as browsers can unpack it.
func packed(file string) ([]byte, error) {
	code, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(code); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// startScript reads what starts WebAssembly of Go in a browser, from the Go that is used in a directory.
func startScript(at string) ([]byte, error) {
	text, err := goTool(at, "env", "-json", "GOROOT")
	if err != nil {
		return nil, err
	}
	var env struct{ GOROOT string }
	if err := json.Unmarshal(text, &env); err != nil {
		return nil, err
	}
	script, err := os.ReadFile(filepath.Join(env.GOROOT, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, mistake("this Go comes without lib/wasm/wasm_exec.js, which starts WebAssembly in a browser: %v", err)
	}
	return script, nil
}
