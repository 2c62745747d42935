package sandbox

import (
	"context"
	"testing"

	"github.com/tetratelabs/wazero/experimental/sys"
)

// echo answers what was said, between brackets.
type echo struct{ closed *int }

func (e echo) Answer(said []byte) []byte { return append(append([]byte("<"), said...), '>') }
func (e echo) Close()                    { *e.closed++ }

// TestTalk says something in two parts, reads the answer in two, and asks for what such a file does not do.
func TestTalk(t *testing.T) {
	f, closed := NewFiles("/", 0), 0
	f.Answer("/.echo", func(context.Context) Talk { return echo{&closed} })
	if _, errno := f.Stat(".echo"); errno != 0 {
		t.Error(errno)
	}
	errno := do(t, f, ".echo", sys.O_RDWR, func(o sys.File) sys.Errno {
		var got string
		b := make([]byte, 3)
		for _, said := range []string{"a", "bc"} {
			if n, errno := o.Write([]byte(said)); n != len(said) || errno != 0 {
				t.Errorf("%d of %q is said: %v", n, said, errno)
			}
		}
		for range 3 {
			n, errno := o.Read(b)
			if got += string(b[:n]) + "."; errno != 0 {
				t.Error(errno)
			}
		}
		if got != "<ab.c>.." {
			t.Errorf("it answers %q", got)
		}
		if n, errno := o.Write(make([]byte, mostSaid+1)); n != 0 || errno != sys.EIO {
			t.Errorf("%d bytes are said at once: %v", n, errno)
		}
		_, errno := o.Pread(b, 0)
		return errno
	})
	if errno != sys.EINVAL || closed != 1 || len(f.Get("/.echo")) != 0 {
		t.Errorf("%v, closed %d times, with %q", errno, closed, f.Get("/.echo"))
	}
}
