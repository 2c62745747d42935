package sandbox

import (
	"cmp"
	"io"
	"sync/atomic"
)

// input is the standard input of a guest. The guest's goroutine alone uses it.
type input struct {
	r     io.Reader
	done  <-chan struct{} // the guest is to end
	given []byte          // what the guest is at, or has done
	left  []byte          // of that, what it has not read
	err   error           // of r, behind that
	reads atomic.Uint64
	came  chan came // of the read of r that is on its way, nil if none is
}

// came is what came of reading.
type came struct {
	text []byte
	err  error
}

// mostRead is how many bytes are read at once: any line that a person types, and any call of a page.
const mostRead = 256 << 10

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

func (in *input) take(c came) {
	in.err, in.came = c.err, nil
	in.give(c.text)
}

// give gives the guest something to do.
func (in *input) give(text []byte) { in.given, in.left = text, text }

// forget forgets what the guest is at, and what has come meanwhile, if that is given up as well.
func (in *input) forget(all bool) {
	if all && len(in.came) > 0 {
		in.take(<-in.came)
	}
	in.give(nil)
}

// Read reads what has come, and waits for it if nothing has.
func (in *input) Read(p []byte) (int, error) {
	if len(in.left) == 0 && in.err == nil {
		select {
		case c := <-in.coming():
			in.take(c)
		case <-in.done:
			return 0, io.ErrClosedPipe
		}
	}
	if len(in.left) == 0 {
		return 0, cmp.Or(in.err, io.ErrNoProgress)
	}
	in.reads.Add(1)
	n := copy(p, in.left)
	in.left = in.left[n:]
	return n, nil
}
