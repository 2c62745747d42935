package sandbox

import (
	"context"

	"github.com/tetratelabs/wazero/experimental/sys"
)

// Talk answers what a guest writes to a file when the guest reads from it.
type Talk interface {
	Answer(said []byte) []byte
	Close()
}

// Answer makes a file behind which somebody answers: whoever with returns, each time that it is opened.
func (f *Files) Answer(name string, with func(ctx context.Context) Talk) { f.within(name).talk = with }

// talking is such a file that is open.
type talking struct {
	opened
	with   Talk
	said   []byte
	answer []byte
}

// mostSaid is how many bytes may be said before an answer is read.
const mostSaid = 64 << 20

func (t *talking) Write(b []byte) (int, sys.Errno) {
	if len(t.said)+len(b) > mostSaid {
		return 0, sys.EIO
	}
	t.said = append(t.said, b...)
	return len(b), 0
}

func (t *talking) Read(b []byte) (int, sys.Errno) {
	if len(t.answer) == 0 && len(t.said) > 0 {
		t.answer, t.said = t.with.Answer(t.said), nil
	}
	n := copy(b, t.answer)
	t.answer = t.answer[n:]
	return n, 0
}

func (t *talking) Close() sys.Errno {
	t.with.Close()
	return 0
}

func (t *talking) Pread([]byte, int64) (int, sys.Errno)  { return 0, sys.EINVAL }
func (t *talking) Pwrite([]byte, int64) (int, sys.Errno) { return 0, sys.EINVAL }
func (t *talking) Truncate(int64) sys.Errno              { return sys.EINVAL }
func (t *talking) Seek(place, int) (int64, sys.Errno)    { return 0, sys.EINVAL }
