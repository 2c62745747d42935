package app

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
)

// relay passes on what a ward writes to its standard error, as it comes, up to what looks like the
// report of Go's runtime that the process ends. That is kept until it has ended: the guard may
// have a better word for it.
type relay struct {
	from *os.File
	to   io.Writer
	kept strings.Builder
	line bool // what comes next does not begin a line
	over chan struct{}
}

// reports is how the report of Go's runtime begins.
var reports = regexp.MustCompile(`(?m)^(fatal error: |panic: |runtime: |unexpected fault address |SIG[A-Z]+: )`)

// mostKept is how much of a report is kept, in bytes.
const mostKept = 1 << 24

// relayed begins to pass on.
func relayed(from *os.File, to io.Writer) *relay {
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
		if !r.line && reports.Match(b[:n]) {
			break
		}
		_, _ = r.to.Write(b[:n])
		r.line = b[n-1] != '\n'
		b = b[n:]
	}
	r.kept.Write(b[:min(len(b), mostKept-r.kept.Len())])
}

// end returns what was kept, once the ward has ended. Another process that it has started may
// hold the pipe open; nobody waits for that.
func (r *relay) end() string {
	_ = r.from.SetReadDeadline(time.Now().Add(time.Second))
	<-r.over
	r.from.Close()
	return r.kept.String()
}
