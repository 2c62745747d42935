package grade

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/test/effort"
	"machsim/test/lab/verdict"
)

// attacked is a submission for the lab mutex that builds, with room for imports and declarations, and for statements in
// New and in ReadLock.
const attacked = `package student

import (
	"machsim/cthreads"
	"machsim/kernel"
	/*imports*/
)

type Lock struct{ mu cthreads.Mutex }

func New(th *kernel.Thread) *Lock {
	/*new*/
	return &Lock{cthreads.NewMutex(th, "lock")}
}

func (l *Lock) ReadLock(th *kernel.Thread) {
	/*lock*/
	l.mu.Lock(th)
}
func (l *Lock) ReadUnlock(th *kernel.Thread)  { l.mu.Unlock(th) }
func (l *Lock) WriteLock(th *kernel.Thread)   { l.mu.Lock(th) }
func (l *Lock) WriteUnlock(th *kernel.Thread) { l.mu.Unlock(th) }

/*more*/
`

// attack is what is put into it.
type attack struct {
	name, imports, new, lock, more string
	says                           string // in the reason why it is refused; "" if it is accepted
}

func (a attack) text() string {
	return strings.NewReplacer("/*imports*/", a.imports, "/*new*/", a.new, "/*lock*/", a.lock, "/*more*/", a.more).
		Replace(attacked)
}

// attacks are what is refused before anything is built, and what is like it and is not.
var attacks = []attack{
	{name: "nothing"},
	{name: "os.Exit in init", imports: `"os"`, more: `func init() { os.Exit(0) }`, says: `"os" may not be used`},
	{name: "init", more: `func init() {}`, says: "a function init"},
	{name: "TestMain", imports: `"testing"`, more: `func TestMain(m *testing.M) {}`, says: `"testing" may not be used`},
	{name: "crash all hosts", lock: `th.CrashHost("station")`,
		says: "Thread.CrashHost of machsim/kernel is not allowed in this lab; there are Thread.Yield, Thread.Printf"},
	{name: "as a value", lock: `f := th.CrashHost; f("station")`, says: "Thread.CrashHost"},
	{name: "as a method expression", lock: `(*kernel.Thread).CrashHost(th, "station")`, says: "Thread.CrashHost"},
	{name: "through an embedded thread", lock: `struct{ *kernel.Thread }{th}.CrashHost("station")`,
		says: "Thread.CrashHost"},
	{name: "through an interface", lock: `any(th).(interface{ CrashHost(string) error }).CrashHost("station")`,
		says: "an interface with a method CrashHost"},
	{name: "through a named interface", more: "type crasher interface{ CrashHost(string) error }",
		lock: `any(th).(crasher).CrashHost("station")`, says: "an interface with a method CrashHost"},
	{name: "kernel.New", imports: `"machsim/test/simtest"`, says: `"machsim/test/simtest" may not be used`},
	{name: "kernel.New itself", lock: `_, _ = kernel.New(nil, kernel.Config{})`, says: "New of machsim/kernel"},
	{name: "the harness's watch", lock: `th.Watch("reading", &l.mu)`, says: "Thread.Watch"},
	{name: "the harness's label", lock: `th.Label("write")`, says: "Thread.Label"},
	{name: "the harness's goal", lock: `th.Reach("two read at once")`, says: "Thread.Reach"},
	{name: "its own threads", lock: `cthreads.Fork(th, "x", func(*kernel.Thread) {})`, says: "Fork of machsim/cthreads"},
	{name: "the harness", imports: `"lab/harness"`, says: `"lab/harness" may not be used`},
	{name: "linkname", imports: `_ "unsafe"`, more: "//go:linkname exit os.Exit\nfunc exit(int)", says: "//go:"},
	{name: "unsafe", imports: `"unsafe"`, lock: "_ = unsafe.Pointer(l)", says: `"unsafe" may not be used`},
	{name: "reflect", imports: `"reflect"`, lock: "_ = reflect.ValueOf(l)", says: `"reflect" may not be used`},
	{name: "runtime", imports: `"runtime"`, lock: "runtime.Goexit()", says: `"runtime" may not be used`},
	{name: "flag", imports: `"flag"`, more: `var x = flag.Bool("x", true, "")`, says: `"flag" may not be used`},
	{name: "plugin", imports: `"plugin"`, says: `"plugin" may not be used`},
	{name: "fork bomb", imports: `"os/exec"`, lock: `_ = exec.Command("sh").Start()`, says: `"os/exec" may not be used`},
	{name: "clock", imports: `"time"`, lock: "time.Sleep(1)", says: `"time" may not be used`},
	{name: "chance", imports: `"math/rand"`, says: `"math/rand" may not be used`},
	{name: "sync", imports: `"sync"`, lock: "var m sync.Mutex; m.Lock()", says: `"sync" may not be used`},
	{name: "cgo", imports: `"C"`, says: `"C" may not be used`},
	{name: "cgo flags", more: "// #cgo LDFLAGS: -x", says: "#cgo"},
	{name: "embed", imports: `_ "embed"`, says: "an import as _"},
	{name: "dot import", imports: `. "strings"`, says: "an import as ."},
	{name: "goroutine", lock: "go l.mu.Lock(th)", says: "a goroutine is not allowed"},
	{name: "channel", lock: "c := make(chan int, 1); c <- 1", says: "a channel is not allowed"},
	{name: "select", lock: "select {}", says: "a channel is not allowed"},
	{name: "package variable", more: "var seen = map[string]bool{}", says: "a package variable"},
	{name: "hidden package variable", more: "var _ = func() int { panic(1) }()", says: "a package variable"},
	{name: "an interface is fulfilled",
		more: "type doer interface{ do() }\nfunc (l *Lock) do() {}\nvar _ doer = (*Lock)(nil)"},
	{name: "no body", more: "func f()", says: "without a body"},
	{name: "line directive", more: "//line verdict.go:1", says: "//line"},
	{name: "line directive in between", more: "/*line verdict.go:1*/ type x int", says: "/*line"},
	{name: "build tag", more: "//go:build ignore", says: "//go:"},
	{name: "old build tag", more: "// +build ignore", says: "// +build"},
	{name: "export", more: "//export F", says: "//export"},
	{name: "silenced vet", more: "//machsim:ignore shared I know", says: "machsim:ignore"},
	{name: "println", lock: `println("PASS")`, says: "println is not allowed"},
	{name: "fmt.Println", imports: `"fmt"`, lock: `fmt.Println("PASS")`, says: "fmt.Println is not allowed"},
	{name: "fmt.Sscan", imports: `"fmt"`, lock: `var x int; fmt.Sscan("1", &x)`, says: "fmt.Sscan"},
	{name: "fmt.Sprint", imports: `"fmt"`, lock: `_ = fmt.Sprint(1, "a")`},
	{name: "an address in words", imports: `"fmt"`, lock: `_ = fmt.Sprintf("%p", l)`, says: "%p is not allowed"},
	{name: "an address in a struct", imports: `"fmt"`, lock: `_ = fmt.Sprint([]*Lock{l})`, says: "addresses in it"},
	{name: "a huge array",
		more: "func f() int { a := [1 << 30]byte{1<<30 - 1: 1}; return int(a[5]) }", says: "more than 1 MB"},
	{name: "a huge array behind a name", more: "type a [1 << 20]byte\ntype b [1 << 10]a\nfunc f() (x b) { return x }",
		says: "more than 1 MB"},
	{name: "a huge array by type parameters", more: "type a[T any] [1024]T\nfunc f() (x a[a[a[byte]]]) { return x }",
		says: "more than 1 MB"},
	{name: "a large slice is not", lock: "_ = make([]byte, 10)"},
	{name: "constants that double",
		more: "const a = `" + strings.Repeat("x", 1000) + "`\n" + doubled("const", " = ", " + ") +
			"\nfunc f() string { return b40 }", says: "becomes too large"},
	{name: "types that double",
		more: "type a struct{}\n" + doubled("type", " = struct{ x, y ", "; z "), says: "becomes too large"},
	{name: "constants in scopes", lock: "const a = `x`; " + strings.Repeat("{ const a = a + a; _ = a; ", 40) +
		strings.Repeat("}", 40), says: "refers to itself"},
	{name: "deep brackets", lock: "_ = " + strings.Repeat("(", 5000) + "1" + strings.Repeat(")", 5000), says: "brackets"},
	{name: "a long literal", lock: `_ = "` + strings.Repeat("x", 20_000) + `"`, says: "more than 10000 characters"},
	{name: "many lines", more: strings.Repeat("\n", 6000), says: "more than 5000 lines"},
	{name: "much text", more: "// " + strings.Repeat("x", 70_000), says: "more than 64 kB"},
	{name: "no text", more: "// \x00", says: "no text"},
	{name: "syntax", more: "func {", says: "it does not build"},
	{name: "types", lock: "var x int = `a`; _ = x", says: "it does not build"},
	{name: "of another lab", more: "func f(m kernel.Mach) {}", says: "Mach of machsim/kernel is not allowed"},
}

// doubled are declarations of which each has that before it twice.
func doubled(word, is, and string) string {
	var b strings.Builder
	name := func(i int) string { return "b" + string(rune('0'+i/10)) + string(rune('0'+i%10)) }
	before := "a"
	for i := range 41 {
		b.WriteString(word + " " + strings.Replace(name(i), "b0", "b", 1) + is + before + and + before)
		if word == "type" {
			b.WriteString(" }")
		}
		b.WriteString("\n")
		before = strings.Replace(name(i), "b0", "b", 1)
	}
	return b.String()
}

// TestAttacks: what leads out of a lab is refused, and says where; what is like it is not.
func TestAttacks(t *testing.T) {
	w := workshop(t, "mutex", "autumn")
	for _, a := range effort.Some(attacks, 24) {
		t.Run(a.name, func(t *testing.T) {
			text := []byte(a.text())
			var err error
			if len(text) > maxFile {
				_, err = bounded(bytes.NewReader(text), "rwlock.go")
			} else {
				err = w.accept(map[string][]byte{"student/rwlock.go": text})
			}
			var refused *Refused
			switch {
			case a.says == "" && err != nil:
				t.Errorf("it is refused: %v", err)
			case a.says != "" && (!errors.As(err, &refused) || !strings.Contains(refused.Why, a.says)):
				t.Errorf("%v, and not: %s", err, a.says)
			}
		})
	}
}

// TestDeadly: what is in the subset and ends a process, takes all memory or never comes back gets nothing, by one
// sentence; and so does what would pass by doing no work.
func TestDeadly(t *testing.T) {
	effort.Dear(t, "it builds a lab for each, and lets it take all that it may")
	w := workshop(t, "mutex", "autumn")
	for _, a := range []attack{
		{name: "prints without end", new: `for { th.Printf("PASS") }`, says: "given up after 50000 events"},
		{name: "prints much", new: `x := make([]byte, 1<<20); for { th.Printf("%s", x) }`,
			says: "the run has written more than 16 MB to the console"},
		{name: "calls without end", new: `for { th.Yield() }`, says: "given up after 50000 events"},
		{name: "computes without end", new: `for { }`, says: verdict.TooMuch},
		{name: "recurses without end", new: `var f func(int) int; f = func(n int) int { return f(n+1) + 1 }; f(0)`,
			says: verdict.TooMuch},
		{name: "takes all memory", new: `var all [][]byte; for { all = append(all, make([]byte, 100<<20)) }`,
			says: verdict.TooMuch},
		{name: "panics", new: `panic("PASS")`, says: "PASS"},
		{name: "does no work", new: `return nil`, says: "nil pointer"},
		{name: "is no lock for readers", says: "no run does what some run has to do"},
	} {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			dir, done, err := w.write(map[string][]byte{"student/rwlock.go": []byte(a.text())})
			if err != nil {
				t.Fatal(err)
			}
			defer done()
			exe, err := w.build(dir)
			if err != nil {
				t.Fatal(err)
			}
			p, err := w.part(exe, verdict.About{Name: "together", Points: 15})
			if err != nil || p.Passed || p.Score != 0 || !strings.Contains(p.Wrong, a.says) {
				t.Errorf("%v, %q, and not %q", err, p.Wrong, a.says)
			}
		})
	}
}

// entryOf is an entry of an archive.
type entryOf struct {
	name, text string
	mode       os.FileMode
}

// TestArchives: an archive gives the files that the lab names, and nothing of it goes anywhere else.
func TestArchives(t *testing.T) {
	files := []string{"student/rwlock.go"}
	good := entryOf{name: "student/rwlock.go", text: "package student"}
	many := make([]entryOf, maxEntries+1)
	for i := range many {
		many[i].name = strings.Repeat("x", 1+i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/182)
	}
	for _, c := range []struct {
		name string
		all  []entryOf
		says string // why it is refused, or what is remarked
	}{
		{"as it is made", []entryOf{good, {name: "manifest.json", text: "{}"}, {name: "recordings/x.rec"}}, ""},
		{"in a directory", []entryOf{{name: "ann-main/student/rwlock.go", text: "package student"}}, ""},
		{"leads out", []entryOf{good, {name: "../../etc/passwd", text: "x"}}, "leads out"},
		{"absolute", []entryOf{good, {name: "/etc/passwd", text: "x"}}, "leads out"},
		{"backslashes", []entryOf{good, {name: `..\x`, text: "x"}}, "leads out"},
		{"link", []entryOf{{name: "student/rwlock.go", text: "/etc/passwd", mode: os.ModeSymlink | 0o777}}, "is a link"},
		{"twice", []entryOf{good, good}, "is there twice"},
		{"many", many, "more than 2000 files"},
		{"bomb", []entryOf{{name: "student/rwlock.go", text: strings.Repeat(" ", 50<<20)}}, "more than 64 kB"},
		{"bomb elsewhere", []entryOf{good, {name: "student/x.go", text: strings.Repeat(" ", 50<<20)}}, "left out"},
		{"missing", []entryOf{{name: "student/other.go"}}, "is missing"},
		{"workspace", []entryOf{good, {name: "go.work"}, {name: "vendor/machsim/kernel/kernel.go"}, {name: "student/x.syso"},
			{name: "student/x_test.go"}}, "go.work, student/x.syso, student/x_test.go, vendor/machsim/kernel/kernel.go"},
	} {
		file := filepath.Join(t.TempDir(), "x.zip")
		if err := os.WriteFile(file, archive(t, c.all), 0o666); err != nil {
			t.Fatal(err)
		}
		h, err := Read(file, files)
		said := ""
		if err != nil {
			said = err.Error()
		} else {
			said = strings.Join(h.Remarks, "\n")
		}
		if !strings.Contains(said, c.says) || c.says == "" && said != "" {
			t.Errorf("%s: %q, and not %q", c.name, said, c.says)
		}
	}
}

func archive(t *testing.T, all []entryOf) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range all {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.mode != 0 {
			h.SetMode(e.mode)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte(e.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestDirectories: a directory gives the files that the lab names, and no link is followed.
func TestDirectories(t *testing.T) {
	files := []string{"student/rwlock.go"}
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("package student"), 0o666); err != nil {
		t.Fatal(err)
	}
	in := func(make func(dir string) error) string {
		dir := t.TempDir()
		if err := make(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir, files); err != nil {
			return err.Error()
		}
		return ""
	}
	for says, make := range map[string]func(string) error{
		"is missing":        func(string) error { return nil },
		"reached by a link": func(dir string) error { return os.Symlink(secret, filepath.Join(dir, "rwlock.go")) },
		"student/rwlock.go is reached by a link": func(dir string) error {
			return errors.Join(os.Symlink(filepath.Dir(secret), filepath.Join(dir, "student")),
				os.WriteFile(filepath.Join(filepath.Dir(secret), "rwlock.go"), nil, 0o666))
		},
		"": func(dir string) error { return os.WriteFile(filepath.Join(dir, "rwlock.go"), nil, 0o666) },
	} {
		if said := in(make); !strings.Contains(said, says) || says == "" && said != "" {
			t.Errorf("%q, and not %q", said, says)
		}
	}
}
