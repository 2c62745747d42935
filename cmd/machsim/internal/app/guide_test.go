package app

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/test/effort"
)

// TestGuide does what the guide says, word by word: it writes the files, types the
// commands, and compares what comes. With -update it writes that into the guide. A round of
// twice the effort has it, for it builds a dozen executables; TestOwn builds the same ways.
func TestGuide(t *testing.T) {
	if !*update {
		effort.Dear(t, "it builds machsim a dozen times")
	}
	t.Parallel()
	follow(t, "../../../../docs/GUIDE.md", newReader(t))
}

// follow does what a document says.
func follow(t *testing.T, document string, r *reader) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	got := block.ReplaceAllStringFunc(string(text), r.block)
	if *update {
		if err := os.WriteFile(document, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(string(text), got); d != "" && !*update {
		t.Errorf("(-%s +what comes)\n%s", filepath.Base(document), d)
	}
}

// block is a part of a document that is typed.
var block = regexp.MustCompile("(?s)```(go|sql)?\n.*?```\n")

// reader is somebody who follows a document.
type reader struct {
	t    *testing.T
	home string // where the reader begins
	dir  string // where the shell is
	env  []string
}

// newReader gives the reader a directory to begin in.
func newReader(t *testing.T) *reader {
	t.Helper()
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return &reader{t, dir, dir, append(os.Environ(), "GOBIN="+bin,
		"PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"),
		"GOCACHE="+strings.TrimSpace(string(cache)), "GOPROXY=off", "GOFLAGS="+buildFlags, "GOWORK=",
		"XDG_CACHE_HOME="+filepath.Join(dir, ".cache"))}
}

// block does what a part of a document says, and returns it with what comes.
func (r *reader) block(text string) string {
	lines := strings.TrimSuffix(strings.TrimPrefix(text, "```"), "```\n")
	for _, begins := range []string{"go\n// ", "sql\n-- "} {
		if program, ok := strings.CutPrefix(lines, begins); ok {
			r.write(program)
			return text
		}
	}
	var out strings.Builder
	for part := range strings.SplitSeq("\n"+strings.TrimPrefix(lines, "\n"), "\n$ ") {
		if command, rest, _ := strings.Cut(part, "\n"); command != "" {
			out.WriteString("$ " + command + "\n" + r.command(command, rest))
		}
	}
	return "```\n" + out.String() + "```\n"
}

// write puts a file where the shell is, or a declaration into one that is there.
func (r *reader) write(text string) {
	name, text, _ := strings.Cut(text, "\n")
	name, what, part := strings.Cut(name, ": ")
	path := filepath.Join(r.dir, name)
	if part {
		text = r.exchange(path, what, text)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// exchange is the text of a Go file with another declaration of a constant or function.
func (r *reader) exchange(path, what, by string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		r.t.Fatal(err)
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, path, text, 0)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, d := range f.Decls {
		if declares(d, what) {
			return string(text[:set.Position(d.Pos()).Offset]) + strings.TrimSuffix(by, "\n") +
				string(text[set.Position(d.End()).Offset:])
		}
	}
	r.t.Fatalf("%s has no %s", path, what)
	return ""
}

// declares says whether a declaration is the one that is meant, as "func client" or "const".
func declares(d ast.Decl, what string) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return what == "func "+d.Name.Name
	case *ast.GenDecl:
		return what == d.Tok.String()
	}
	return false
}

// typedLine is a line that is typed at the debugger's prompt.
var typedLine = regexp.MustCompile(`(?m)^\(machsim[^)]*\) ?(.*)$`)

// command types a command, and returns what comes. What is typed at a prompt stands in
// what the document says that comes.
func (r *reader) command(line, says string) string {
	if dir, ok := strings.CutPrefix(line, "cd "); ok {
		r.dir = r.enter(dir)
		return ""
	}
	c := exec.Command("sh", "-c", line)
	c.Dir, c.Env = r.dir, append(r.env, "PWD="+r.dir)
	var typed bytes.Buffer
	for _, m := range typedLine.FindAllStringSubmatch(says, -1) {
		typed.WriteString(m[1] + "\n")
	}
	c.Stdin = &typed
	out, _ := c.CombinedOutput()
	for _, m := range changing {
		out = m.what.ReplaceAll(out, []byte(m.by))
	}
	return string(out)
}

// enter is the directory that the reader goes to. The clone is not copied: it is the source
// of this test, and all that is beside it is where the reader began.
func (r *reader) enter(dir string) string {
	source, err := filepath.Abs("../../../..")
	switch {
	case err != nil:
		r.t.Fatal(err)
	case dir == "machsim":
		return source
	case dir == ".." && r.dir == source:
		return r.home
	}
	return filepath.Join(r.dir, dir)
}

// changing is what is not the same each time, and what documents have in its place.
var changing = []struct {
	what *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`/\S*/counter/\.machsim/`), "/home/you/counter/.machsim/"},
	{regexp.MustCompile(`\b\d+\.\d+s\b`), "0.02s"},
	{regexp.MustCompile(`events, \d+(\.\d+)?m?s\n`), "events, 90ms\n"},
}
