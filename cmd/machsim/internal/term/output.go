package term

import (
	"io"
	"sync"
)

// Output passes writes on, and remembers the last that failed, as on a full disk.
type Output struct {
	io.Writer
	mu  sync.Mutex
	err error
}

func (o *Output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.err = err
	}
	return n, err
}

// Lost returns why something could not be written, nil if everything was.
func (o *Output) Lost() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
