package guest

import (
	"io"
	"testing"

	"github.com/tetratelabs/wazero/experimental/sys"

	"machsim/cmd/machsim/internal/sandbox"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/replay/cache"
)

// read is what a guest of some sums finds in its cache under a name, after it has perhaps put something there.
func read(t *testing.T, identity, name, put string) string {
	t.Helper()
	g := &visitor{files: sandbox.NewFiles("/", 1000)}
	g.remembers(identity)
	file := cached + "/" + userprog.DerivedDirectory + "/" + name
	g.files.Put(cached+"/"+userprog.DerivedDirectory+"/other", nil)
	if put != "" {
		g.files.Put(file, []byte(put))
	}
	text := ""
	if o, errno := g.files.OpenFile(file, sys.O_RDONLY, 0); errno == 0 {
		b := make([]byte, 100)
		n, _ := o.Read(b)
		text = string(b[:n])
	}
	g.derived()
	return text
}

// TestRemembers: what a guest has derived it finds again, and no other guest does, nor it itself of another recording,
// nor a command outside. What is no whole file is not kept.
func TestRemembers(t *testing.T) {
	t.Setenv(userprog.CacheVariable, t.TempDir())
	name, half := "x"+cache.Suffix, "y.part"
	read(t, "recording guest", name, "derived")
	read(t, "recording guest", half, "half")
	for _, c := range []struct{ identity, name, want string }{
		{"recording guest", name, "derived"}, {"recording guest", half, ""}, {"recording guest", "z" + cache.Suffix, ""},
		{"other guest", name, ""}, {"recording other", name, ""}, {"", name, ""},
	} {
		if got := read(t, c.identity, c.name, ""); got != c.want {
			t.Errorf("%s of %q has %q, and not %q", c.name, c.identity, got, c.want)
		}
	}
	read(t, "recording guest", name, "newer")
	if got := read(t, "recording guest", name, ""); got != "newer" {
		t.Errorf("it is %q", got)
	}
	dir, err := userprog.Derived()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{name, "x", "recording guest", ""} {
		if dir.Get(name) != nil {
			t.Errorf("a recording outside is given what the guest has put under %q", name)
		}
	}
	_ = dir.Put("outside", func(w io.Writer) error { _, err := io.WriteString(w, "of this machine"); return err })
	if got := read(t, "outside", name, ""); got != "" {
		t.Errorf("a guest is given %q of another", got)
	}
}
