package lab

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"machsim"
	"machsim/debugger/record/atomicfile"
)

// errorsText stands for the one module that the kernel needs, of which labs need next to nothing.
//
//go:embed _errors/errors.go.txt
var errorsText string

// errorsModule is that module, and where it is below the source.
const (
	errorsModule  = "github.com/pkg/errors"
	errorsVersion = "v0.9.1"
	errorsDir     = "foreign/errors"
)

// GoVersion is the oldest Go that a lab is built with.
const GoVersion = "1.26.0"

// source are the files of machsim that labs are built of, by their paths.
var source = sync.OnceValues(func() (map[string]string, error) {
	all := map[string]string{
		"go.mod":                 goMod("machsim", ""),
		errorsDir + "/go.mod":    fmt.Sprintf("module %s\n\ngo %s\n", errorsModule, GoVersion),
		errorsDir + "/errors.go": errorsText,
	}
	return all, fs.WalkDir(machsim.Source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(machsim.Source, name)
		all[name] = string(text)
		return err
	})
})

// SourceFile is a file of a package that labs are built of, "" if it is not there.
func SourceFile(pkg, name string) string {
	all, err := source()
	if err != nil {
		return ""
	}
	if pkg == errorsModule {
		return all[path.Join(errorsDir, name)]
	}
	return all[path.Join(strings.TrimPrefix(pkg, "machsim/"), name)]
}

// goMod is the go.mod of a module that needs machsim, in the directory at as that file names it, or of machsim itself.
func goMod(name, at string) string {
	text := fmt.Sprintf("module %s\n\ngo %s\n\nrequire %s %s // indirect\n", name, GoVersion, errorsModule, errorsVersion)
	if at == "" {
		return text
	}
	return text + fmt.Sprintf("\nrequire machsim v0.0.0\n\nreplace (\n\tmachsim => %s\n\t%s => %s\n)\n",
		quoted(at), errorsModule, quoted(at+"/"+errorsDir))
}

// quoted is a path as go.mod has it.
func quoted(dir string) string {
	if strings.ContainsAny(dir, " \"'()[]{},`") {
		return fmt.Sprintf("%q", dir)
	}
	return dir
}

// stamp is a file that says that all others are there, and of which source.
const stamp = ".complete"

// Sum tells sources apart: that of machsim that labs are built of.
func Sum() (string, error) {
	all, err := source()
	if err != nil {
		return "", err
	}
	return sum(all), nil
}

// sum tells sets of files apart.
func sum(all map[string]string) string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(h, "%q %d\n%s", name, len(all[name]), all[name])
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12])
}

// Unpack writes machsim's source to a directory, unless it is there already.
func Unpack(dir string) error {
	all, err := source()
	if err != nil {
		return err
	}
	want := sum(all)
	if there, err := os.ReadFile(filepath.Join(dir, stamp)); err == nil && string(there) == want {
		return nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := write(dir, all); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, stamp), []byte(want), 0o666)
}

// write writes files below a directory.
func write(dir string, all map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := put(filepath.Join(dir, filepath.FromSlash(name)), all[name]); err != nil {
			return err
		}
	}
	return nil
}

// put writes a file and makes the directory that it is in.
func put(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return atomicfile.Write(file, []byte(text), 0o666)
}
