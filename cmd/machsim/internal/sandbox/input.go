package sandbox

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental/sys"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// input is the standard input of a guest, which does not wait when it reads: it is told that nothing has come yet, and
// polls. So its one thread has other things to do while a person types. The guest's goroutine alone calls it.
type input struct {
	r     io.Reader
	done  <-chan struct{} // the guest is to end
	reads atomic.Uint64   // that had something, and looks for more where nobody had typed yet
	came  chan read       // of the read of r that is on its way, nil if none is
	read                  // what the guest has not taken of the last one
}

// read is what came of reading.
type read struct {
	text []byte
	err  error
}

// Read takes of what has come.
func (in *input) Read(p []byte) (int, error) {
	if !in.ready(0) {
		return 0, sys.EAGAIN
	}
	in.reads.Add(1)
	n := copy(p, in.text)
	if in.text = in.text[n:]; n == 0 {
		return 0, in.err
	}
	return n, nil
}

// Poll waits until something has come, for so many milliseconds at most; below 0 without end.
func (in *input) Poll(_ sys.Pflag, ms int32) (bool, sys.Errno) {
	ready := in.ready(time.Duration(ms) * time.Millisecond)
	if !ready {
		in.reads.Add(1) // it may do what it likes as long as one could type
	}
	return ready, 0
}

// mostRead is how many bytes are read at once.
const mostRead = 1 << 12

// ready says whether something has come, or comes within a time.
func (in *input) ready(within time.Duration) bool {
	if len(in.text) > 0 || in.err != nil {
		return true
	}
	if in.came == nil {
		came := make(chan read, 1)
		in.came = came
		go func() {
			text := make([]byte, mostRead)
			n, err := in.r.Read(text)
			came <- read{text[:n], err}
		}()
	}
	var late <-chan time.Time
	if within >= 0 {
		late = time.After(within)
	}
	select {
	case in.read = <-in.came:
		in.came = nil
		return len(in.text) > 0 || in.err != nil
	case <-late:
	case <-in.done:
	}
	return false
}

// system gives guests what a system has: WASI preview 1. Go asks for the status of its standard streams alone, to learn
// which of them do not wait.
func system(ctx context.Context, r wazero.Runtime) error {
	b := r.NewHostModuleBuilder(wasi_snapshot_preview1.ModuleName)
	wasi_snapshot_preview1.NewFunctionExporter().ExportFunctions(b)
	b.NewFunctionBuilder().WithFunc(status).Export("fd_fdstat_get")
	_, err := b.Instantiate(ctx)
	return err
}

// status writes that a file is a device, and may be used in all ways; of standard input, that reading does not wait.
func status(_ context.Context, m api.Module, fd, to uint32) uint32 {
	const fault, device, nonblock = 21, 2, 4
	text := [24]byte{0: device}
	if fd == 0 {
		text[2] = nonblock
	}
	for i := 8; i < len(text); i++ {
		text[i] = 0xff
	}
	if !m.Memory().Write(to, text[:]) {
		return fault
	}
	return 0
}
