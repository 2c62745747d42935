package sandbox

import (
	"context"
	"testing"

	"github.com/tetratelabs/wazero/experimental/sys"
)

// echo answers what was said, between brackets. It hears four bytes.
type echo struct {
	said   []byte
	closed *int
}

func (e *echo) Say(b []byte) bool {
	fits := len(e.said)+len(b) <= 4
	if fits {
		e.said = append(e.said, b...)
	}
	return fits
}

func (e *echo) Answer() (answer []byte) {
	if len(e.said) > 0 {
		answer = append(append([]byte("<"), e.said...), '>')
	}
	e.said = nil
	return answer
}

func (e *echo) Close() { *e.closed++ }

// TestTalk says something in two parts, reads the answer in two, and asks for what such a file does not do.
func TestTalk(t *testing.T) {
	f, closed := NewFiles("/", 0), 0
	f.Answer("/.echo", func(context.Context) Talk {
		if closed > 0 {
			return nil
		}
		return &echo{closed: &closed}
	})
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
		if n, errno := o.Write(make([]byte, 5)); n != 0 || errno != sys.EIO {
			t.Errorf("%d bytes are said of five: %v", n, errno)
		}
		_, errno := o.Pread(b, 0)
		return errno
	})
	if errno != sys.EINVAL || closed != 1 || len(f.Get("/.echo")) != 0 {
		t.Errorf("%v, closed %d times, with %q", errno, closed, f.Get("/.echo"))
	}
	if o, errno := f.OpenFile(".echo", sys.O_RDWR, 0); o != nil || errno != sys.EIO {
		t.Errorf("it is opened where nobody answers: %v, %v", o, errno)
	}
}
