package sandbox

import (
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/experimental/sys"
)

// do does something with an open file.
func do(t *testing.T, f *Files, name string, flag sys.Oflag, act func(sys.File) sys.Errno) sys.Errno {
	t.Helper()
	o, errno := f.OpenFile(name, flag, 0o666)
	if errno != 0 {
		return errno
	}
	defer o.Close()
	return act(o)
}

func write(text string) func(sys.File) sys.Errno {
	return func(o sys.File) sys.Errno {
		_, errno := o.Write([]byte(text))
		return errno
	}
}

// TestFiles does with files what a recorder does with its own.
func TestFiles(t *testing.T) {
	f := NewFiles("/home/x", 100)
	given := []byte("given")
	f.Put("/home/x/in", given)
	for _, c := range []struct {
		what string
		got  sys.Errno
		want sys.Errno
	}{
		{"make", do(t, f, "home/x/a", sys.O_CREAT|sys.O_WRONLY, write("one")), 0},
		{"make again", do(t, f, "home/x/a", sys.O_CREAT|sys.O_EXCL|sys.O_WRONLY, write("one")), sys.EEXIST},
		{"append", do(t, f, "home/x/a", sys.O_WRONLY|sys.O_APPEND, write(" two")), 0},
		{"append to what was given", do(t, f, "home/x/in", sys.O_WRONLY|sys.O_APPEND, write("!")), 0},
		{"write what is open to be read", do(t, f, "home/x/a", sys.O_RDONLY, write("x")), sys.EBADF},
		{"outside", do(t, f, "../../../etc/passwd", sys.O_RDONLY, write("")), sys.ENOENT},
		{"no directory", do(t, f, "home/y/a", sys.O_CREAT|sys.O_WRONLY, write("x")), sys.ENOENT},
		{"mkdir", f.Mkdir("home/x/d", 0o777), 0},
		{"mkdir again", f.Mkdir("home/x/d", 0o777), sys.EEXIST},
		{"rename", f.Rename("home/x/a", "home/x/d/b"), 0},
		{"rmdir with something in it", f.Rmdir("home/x/d"), sys.ENOTEMPTY},
		{"too much", do(t, f, "home/x/a", sys.O_CREAT|sys.O_WRONLY, write(string(make([]byte, 101)))), sys.EIO},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if got := string(f.Get("/home/x/d/b")); got != "one two" {
		t.Errorf("it holds %q", got)
	}
	if string(given) != "given" || string(f.Get("home/x/in")) != "given!" {
		t.Errorf("what was given is %q, and there is %q", given, f.Get("home/x/in"))
	}
}

// TestSeek reads from the middle, and writes behind the end.
func TestSeek(t *testing.T) {
	f := NewFiles("/", 100)
	f.Put("a", []byte("0123456789"))
	b := make([]byte, 3)
	errno := do(t, f, "a", sys.O_RDWR, func(o sys.File) sys.Errno {
		if at, errno := o.Seek(-4, io.SeekEnd); at != 6 || errno != 0 {
			t.Errorf("at %d, %v", at, errno)
		}
		if _, errno := o.Seek(-1, io.SeekStart); errno != sys.EINVAL {
			t.Errorf("before the beginning: %v", errno)
		}
		_, _ = o.Read(b)
		if _, errno := o.Pwrite([]byte("x"), 1<<62); errno == 0 {
			t.Error("a file has grown beyond all bounds")
		}
		return o.Truncate(2)
	})
	if errno != 0 || string(b) != "678" || string(f.Get("a")) != "01" {
		t.Errorf("%v: read %q, and there is %q", errno, b, f.Get("a"))
	}
}

// TestFilesBounded has a guest take memory of this machine by what is not in its files, and go on behind their ends.
func TestFilesBounded(t *testing.T) {
	f := NewFiles("/", 100)
	long := strings.Repeat("x", longest+1)
	if errno := do(t, f, long, sys.O_CREAT|sys.O_WRONLY, write("x")); errno != sys.ENAMETOOLONG {
		t.Errorf("a long name: %v", errno)
	}
	if errno := f.Mkdir(long, 0o777); errno != sys.ENAMETOOLONG {
		t.Errorf("a directory with a long name: %v", errno)
	}
	f.Put("a", nil)
	if errno := f.Rename("a", long); errno != sys.ENAMETOOLONG || len(f.Names()) != 1 {
		t.Errorf("a longer name: %v", errno)
	}
	errno := do(t, f, "a", sys.O_RDWR, func(o sys.File) sys.Errno {
		if _, errno := o.Seek(math.MaxInt64, io.SeekStart); errno != 0 {
			t.Errorf("far behind the end: %v", errno)
		}
		_, errno := o.Write([]byte("xx"))
		return errno
	})
	if errno != sys.EINVAL {
		t.Errorf("written behind all places: %v", errno)
	}
	var all []sys.File
	for {
		o, errno := f.OpenFile("a", sys.O_RDONLY, 0)
		if errno != 0 || len(all) > mostOpen {
			break
		}
		all = append(all, o)
	}
	if len(all) != mostOpen {
		t.Errorf("%d files are open", len(all))
	}
	all[0].Close()
	if errno := do(t, f, "a", sys.O_RDONLY, func(sys.File) sys.Errno { return 0 }); errno != 0 {
		t.Errorf("when one is closed: %v", errno)
	}
}

// TestLend: a guest finds what it is lent, and nothing beside it. What it has made there is left, what it was lent is
// not, whatever it has done with it.
func TestLend(t *testing.T) {
	f := NewFiles("/", 100)
	f.Lend("/kept/here", func(name string) []byte {
		if name == "a" || name == "b" {
			return []byte("lent " + name)
		}
		return nil
	})
	text := make([]byte, 9)
	read := func(o sys.File) sys.Errno {
		n, errno := o.Read(text)
		text = text[:n]
		return errno
	}
	for _, c := range []struct {
		what string
		got  sys.Errno
		want sys.Errno
	}{
		{"no directory yet", do(t, f, "kept/here/a", sys.O_RDONLY, read), sys.ENOENT},
		{"mkdir", f.Mkdir("kept", 0o777), 0},
		{"mkdir", f.Mkdir("kept/here", 0o777), 0},
		{"beside it", do(t, f, "kept/a", sys.O_RDONLY, read), sys.ENOENT},
		{"not there", do(t, f, "kept/here/c", sys.O_RDONLY, read), sys.ENOENT},
		{"make", do(t, f, "kept/here/c", sys.O_CREAT|sys.O_WRONLY, write("made")), 0},
		{"make", do(t, f, "kept/here/d", sys.O_CREAT|sys.O_WRONLY, write("new b")), 0},
		{"write to what is lent", do(t, f, "kept/here/b", sys.O_WRONLY, write("mine")), 0},
		{"make beside it", do(t, f, "kept/e", sys.O_CREAT|sys.O_WRONLY, write("x")), 0},
		{"read", do(t, f, "kept/here/a", sys.O_RDONLY, read), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if string(text) != "lent a" {
		t.Errorf("it has read %q", text)
	}
	left := func(want string) {
		t.Helper()
		got := ""
		for name, data := range f.Left() {
			got += fmt.Sprintf("%s=%s ", name, data)
		}
		if got != want {
			t.Errorf("%q is left, and not %q", got, want)
		}
	}
	if f.Unlink("kept/here/c"); f.Rename("kept/here/d", "kept/here/b") != 0 {
		t.Error("what was lent cannot be replaced")
	}
	left("b=new b ")
}
