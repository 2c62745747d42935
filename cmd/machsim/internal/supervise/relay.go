package supervise

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
)

// relay passes on what a child writes to its standard error, up to what looks like the report of Go's
// runtime that the process ends. It keeps that report, because the supervisor may have a better one.
type relay struct {
	from   *os.File
	to     io.Writer
	kept   strings.Builder
	inLine bool // the last text did not end a line
	over   chan struct{}
}

// reportBegin matches the beginning of a report of Go's runtime.
var reportBegin = regexp.MustCompile(`(?m)^(fatal error: |panic: |runtime: |unexpected fault address |SIG[A-Z]+: )`)

// maxReport is the number of bytes of a report that are kept.
const maxReport = 1 << 24

// startRelay begins to pass text on.
func startRelay(from *os.File, to io.Writer) *relay {
	r := &relay{from: from, to: to, over: make(chan struct{})}
	go r.run()
	return r
}

func (r *relay) run() {
	defer close(r.over)
	b := make([]byte, 32<<10)
	for {
		n, err := r.from.Read(b)
		r.pass(b[:n])
		if err != nil {
			return
		}
	}
}

// pass passes text on, or keeps it.
func (r *relay) pass(b []byte) {
	for r.kept.Len() == 0 && len(b) > 0 {
		n := len(b)
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			n = i + 1
		}
		if !r.inLine && reportBegin.Match(b[:n]) {
			break
		}
		_, _ = r.to.Write(b[:n])
		r.inLine = b[n-1] != '\n'
		b = b[n:]
	}
	r.kept.Write(b[:min(len(b), maxReport-r.kept.Len())])
}

// end returns the report, once the child has ended. It waits for a moment only, because a process that
// the child has started may hold the pipe open.
func (r *relay) end() string {
	_ = r.from.SetReadDeadline(time.Now().Add(time.Second))
	<-r.over
	r.from.Close()
	return r.kept.String()
}
