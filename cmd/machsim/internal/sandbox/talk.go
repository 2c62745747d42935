package sandbox

import (
	"context"

	"github.com/tetratelabs/wazero/experimental/sys"
)

// Talk is with a guest that has opened a file behind which somebody answers. The guest's goroutine alone calls it.
type Talk interface {
	// Say hears some bytes that the guest writes. It returns false, and has heard nothing, if they are too many.
	Say(b []byte) bool
	// Answer answers what was said since the last answer, when the guest reads; nil is the end of the file.
	Answer() []byte
	// Close is called once: when the guest closes the file, or has ended.
	Close()
}

// Answer makes a file behind which somebody answers: whoever with returns, each time that it is opened; nil if nobody
// does, and it cannot be opened.
func (f *Files) Answer(name string, with func(ctx context.Context) Talk) { f.within(name).talk = with }

// talking is such a file that is open.
type talking struct {
	opened
	with   Talk
	answer []byte
}

func (t *talking) Write(b []byte) (int, sys.Errno) {
	if !t.with.Say(b) {
		return 0, sys.EIO
	}
	return len(b), 0
}

func (t *talking) Read(b []byte) (int, sys.Errno) {
	if len(t.answer) == 0 {
		t.answer = t.with.Answer()
	}
	n := copy(b, t.answer)
	t.answer = t.answer[n:]
	return n, 0
}

func (t *talking) Close() sys.Errno {
	t.with.Close()
	return t.opened.Close()
}

func (t *talking) Pread([]byte, int64) (int, sys.Errno)  { return 0, sys.EINVAL }
func (t *talking) Pwrite([]byte, int64) (int, sys.Errno) { return 0, sys.EINVAL }
func (t *talking) Truncate(int64) sys.Errno              { return sys.EINVAL }
func (t *talking) Seek(place, int) (int64, sys.Errno)    { return 0, sys.EINVAL }
