package grade

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"machsim/cmd/machsim/internal/lab"
	"machsim/test/lab/verdict"
)

// Workshop is where a lab's submissions are built and judged: a directory with machsim's source, and what the compiler
// says of the packages that submissions may import. Several goroutines may use it.
type Workshop struct {
	Lab   *lab.Lab
	Parts []verdict.About
	// Students are who may hand in answers about a run of their own; nil for whoever a submission is called after.
	Students map[string]bool

	key     string
	env     []string          // of processes that judge, for a test
	dir     string            // of what is built; each submission has a directory of its own below
	source  string            // machsim's
	exports map[string]string // files with export data, by import path
	kept    sync.Mutex        // of the importer, which is used by one at a time
	imports types.Importer
	set     *token.FileSet
}

// The clock ends what nothing else ends, far above what anything takes: on a machine that is not overrun it has no part
// in a grade.
const (
	longestBuild = 5 * time.Minute
	longestPart  = 10 * time.Minute
)

// ErrGo is what is wrong with the Go of this machine, in a sentence.
type ErrGo struct{ Text string }

func (e *ErrGo) Error() string { return e.Text }

// Open makes a workshop of a lab in a directory, which may be one that was used before. What is there of others is
// left. Of a debugging lab nothing is built, and no directory needed.
func Open(l *lab.Lab, dir, key string) (*Workshop, error) {
	if l.Debugging() {
		return openAnswers(l, key)
	}
	w := &Workshop{Lab: l, key: key, dir: dir, source: filepath.Join(dir, "machsim"), set: token.NewFileSet()}
	for _, setting := range settings { // package vet starts the go tool, too
		name, value, _ := strings.Cut(setting, "=")
		if err := os.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	if err := goVersion(); err != nil {
		return nil, err
	}
	if err := w.unpack(); err != nil {
		return nil, err
	}
	if err := w.export(); err != nil {
		return nil, err
	}
	w.imports = importer.ForCompiler(w.set, "gc", func(path string) (io.ReadCloser, error) {
		if file := w.exports[path]; file != "" {
			return os.Open(file)
		}
		return nil, fmt.Errorf("the package %s is not there", path)
	})
	return w, w.about()
}

// goVersion says what is wrong with the Go of this machine.
func goVersion() error {
	c := goTool(context.Background(), ".", "env", "GOVERSION")
	text, err := c.Output()
	version := strings.TrimSpace(strings.TrimPrefix(string(text), "go"))
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return &ErrGo{"the go tool is not there, and labs are built by it: install Go, and put its bin directory into PATH"}
	case err != nil:
		return &ErrGo{"the go tool does not say which version it is"}
	case older(version, lab.GoVersion):
		return &ErrGo{fmt.Sprintf("labs need Go %s, and this is Go %s: install a newer one from https://go.dev/dl",
			strings.TrimSuffix(lab.GoVersion, ".0"), version)}
	}
	return nil
}

// older compares versions such as 1.26.3 by their first two numbers.
func older(version, than string) bool {
	var a, b, x, y int
	if n, _ := fmt.Sscanf(version, "%d.%d", &a, &b); n != 2 {
		return false // one that was built from Go's own repository
	}
	_, _ = fmt.Sscanf(than, "%d.%d", &x, &y)
	return a < x || a == x && b < y
}

// settings are what the go tool obeys: no network, no other toolchain, and nothing that a user has set.
var settings = []string{"GOWORK=off", "CGO_ENABLED=0", "GOTOOLCHAIN=local", "GOFLAGS=-mod=readonly", "GOPROXY=off",
	"GOENV=off", "GO111MODULE=on", "GOEXPERIMENT=", "GODEBUG="}

// unpack writes machsim's source, one process after the other.
func (w *Workshop) unpack() error {
	if err := os.MkdirAll(w.dir, 0o700); err != nil {
		return err
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(w.dir, "lock")).Lock()
	if err != nil {
		return err
	}
	defer unlock()
	return lab.Unpack(w.source)
}

// goTool returns the go tool in a directory, which reaches no network and obeys nothing of whoever handed in.
func goTool(ctx context.Context, dir string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = dir
	c.Env = append(environ(), settings...)
	c.WaitDelay = time.Second
	return c
}

// environ is what the go tool needs of this process's environment.
func environ() (all []string) {
	for _, name := range []string{"PATH", "HOME", "GOCACHE", "GOROOT", "GOPATH", "GOMODCACHE", "TMPDIR", "XDG_CACHE_HOME",
		"SystemRoot", "LocalAppData", "USERPROFILE", "TEMP", "TMP"} {
		if v, ok := os.LookupEnv(name); ok {
			all = append(all, name+"="+v)
		}
	}
	return all
}

// write makes a module for what was handed in, in a directory of its own that is removed by done.
func (w *Workshop) write(handed map[string][]byte) (dir string, done func(), err error) {
	dir, err = os.MkdirTemp(w.dir, "of-")
	if err != nil {
		return "", nil, err
	}
	done = func() { _ = os.RemoveAll(dir) }
	if err := lab.Write(dir, w.Lab.Module(w.source, handed)); err != nil {
		done()
		return "", nil, err
	}
	return dir, done, nil
}

// skeleton is what the lab's own files are.
func (w *Workshop) skeleton() map[string][]byte {
	all := map[string][]byte{}
	for _, name := range w.Lab.Files {
		all[name] = []byte(w.Lab.Skeleton(name))
	}
	return all
}

// export asks the go tool where the export data of all packages is that a submission may import.
func (w *Workshop) export() error {
	dir, done, err := w.write(w.skeleton())
	if err != nil {
		return err
	}
	defer done()
	args := []string{"list", "-export", "-deps", "-trimpath", "-f", "{{.ImportPath}} {{.Export}}", "--"}
	args = append(args, goPackages...)
	args = append(args, slices.Sorted(maps.Keys(w.Lab.Allowed))...)
	c := goTool(context.Background(), dir, args...)
	var errs bytes.Buffer
	c.Stderr = &errs
	text, err := c.Output()
	if err != nil {
		return fmt.Errorf("the packages for the lab do not build: %s", line(cut(errs.String(), 400)))
	}
	w.exports = map[string]string{}
	for l := range strings.Lines(string(text)) {
		if path, file, ok := strings.Cut(strings.TrimSpace(l), " "); ok {
			w.exports[path] = file
		}
	}
	return nil
}

// Import imports a package that a submission may import.
func (w *Workshop) Import(path string) (*types.Package, error) {
	w.kept.Lock()
	defer w.kept.Unlock()
	return w.imports.Import(path)
}

// about builds the lab with its skeleton, and asks it what its parts are.
func (w *Workshop) about() error {
	dir, done, err := w.write(w.skeleton())
	if err != nil {
		return err
	}
	defer done()
	exe, err := w.build(dir)
	if err != nil {
		return fmt.Errorf("the lab %s with its own skeleton: %w", w.Lab.Name, err)
	}
	a, err := w.ask(exe, "")
	if err != nil {
		return fmt.Errorf("the lab %s does not say what its parts are: %w", w.Lab.Name, err)
	}
	w.Parts = a.Parts
	return nil
}

// build builds a module, and returns the executable. A Refused is what the compiler says.
func (w *Workshop) build(dir string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), longestBuild)
	defer cancel()
	exe := filepath.Join(dir, "lab.exe")
	c := goTool(ctx, dir, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s", "-o", exe, ".")
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	err := c.Run()
	var status *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", refuse("it does not build within %v", longestBuild)
	case errors.As(err, &status):
		return "", refusedBuild(said.String())
	}
	return exe, err
}

// unheaded is what the go tool says without the names of packages, which stand in lines with #.
func unheaded(text string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		if !strings.HasPrefix(l, "#") {
			b.WriteString(l)
		}
	}
	return b.String()
}

// errDied says that a process has said nothing that can be believed: it was ended by a limit of the machine, or by
// itself.
var errDied = errors.New(verdict.TooMuch)

// ask starts the executable, and asks for the verdict on a part, or with "" for what the parts are.
func (w *Workshop) ask(exe, part string) (*verdict.Answer, error) {
	ctx, cancel := context.WithTimeout(context.Background(), longestPart)
	defer cancel()
	nonce := make([]byte, 16)
	_, _ = rand.Read(nonce)
	asked := verdict.Asked{Nonce: hex.EncodeToString(nonce), Part: part, Key: w.key}
	question, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	r, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	c := exec.CommandContext(ctx, exe)
	c.Dir, c.Env, c.Stdin = filepath.Dir(exe), append(w.env, "GOTRACEBACK=none"), bytes.NewReader(question)
	c.ExtraFiles, c.WaitDelay = []*os.File{out}, time.Second
	if err := c.Start(); err != nil {
		out.Close()
		return nil, err
	}
	out.Close()
	text := make(chan []byte, 1)
	go func() {
		all, _ := io.ReadAll(io.LimitReader(r, maxAnswer+1))
		text <- all
	}()
	err = c.Wait()
	if ctx.Err() != nil {
		return nil, errDied
	}
	var a verdict.Answer
	if said := <-text; err != nil || len(said) > maxAnswer || json.Unmarshal(said, &a) != nil || a.Nonce != asked.Nonce {
		return nil, errDied
	}
	return &a, nil
}

// maxAnswer is how long an answer may be, in bytes.
const maxAnswer = 32 << 20
