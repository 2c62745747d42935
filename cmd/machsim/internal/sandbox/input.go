package sandbox

import (
	"io"
	"sync/atomic"
)

// input is the standard input of a guest. The guest's goroutine alone uses it.
type input struct {
	r     io.Reader
	left  []byte // that has come, and the guest has not read
	err   error  // of r, behind that
	read  []byte // what the guest has read in this turn
	reads atomic.Uint64
	came  chan came // of the read of r that is on its way, nil if none is
}

// came is what came of reading.
type came struct {
	text []byte
	err  error
}

// mostRead is how many bytes are read at once.
const mostRead = 64 << 10

// coming has something when something has come: take takes it. There has to be nothing left.
func (in *input) coming() <-chan came {
	if in.came == nil {
		c := make(chan came, 1)
		in.came = c
		go func() {
			text := make([]byte, mostRead)
			n, err := in.r.Read(text)
			c <- came{text[:n], err}
		}()
	}
	return in.came
}

func (in *input) take(c came) { in.left, in.err, in.came = c.text, c.err, nil }

// Read reads what has come, and waits for it if nothing has.
func (in *input) Read(p []byte) (int, error) {
	for len(in.left) == 0 && in.err == nil {
		in.take(<-in.coming())
	}
	if len(in.left) == 0 {
		return 0, in.err
	}
	in.reads.Add(1)
	n := copy(p, in.left)
	in.read = append(in.read, in.left[:n]...)
	in.left = in.left[n:]
	return n, nil
}
