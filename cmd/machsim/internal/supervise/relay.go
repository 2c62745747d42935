package supervise

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
)

// A Sieve passes on what is written to it, up to what looks like the report of Go's runtime that the process ends. It
// keeps that report, because whoever reads the rest may have a better one.
type Sieve struct {
	To     io.Writer
	kept   strings.Builder
	inLine bool // the last text did not end a line
}

// reportBegin matches the beginning of a report of Go's runtime.
var reportBegin = regexp.MustCompile(`(?m)^(fatal error: |panic: |runtime: |unexpected fault address |SIG[A-Z]+: )`)

// traceBegin matches the beginning of the part of it that may come over a socket, too.
var traceBegin = regexp.MustCompile(`(?m)^(panic: |runtime stack:|goroutine \d)`)

// maxReport is the number of bytes of a report that are kept.
const maxReport = 1 << 24

func (s *Sieve) Write(p []byte) (int, error) {
	b := p
	for s.kept.Len() == 0 && len(b) > 0 {
		n := len(b)
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			n = i + 1
		}
		if !s.inLine && reportBegin.Match(b[:n]) {
			break
		}
		_, _ = s.To.Write(b[:n])
		s.inLine = b[n-1] != '\n'
		b = b[n:]
	}
	s.kept.Write(b[:min(len(b), maxReport-s.kept.Len())])
	return len(p), nil
}

// Kept is the report.
func (s *Sieve) Kept() string { return s.kept.String() }

// Forget begins anew, and returns the report so far.
func (s *Sieve) Forget() string {
	defer s.kept.Reset()
	return s.kept.String()
}

// Release passes on what was kept: it was no report.
func (s *Sieve) Release() { _, _ = io.WriteString(s.To, s.kept.String()) }

// relay passes on what a child writes to its standard error, through a Sieve.
type relay struct {
	from *os.File
	to   Sieve
	over chan struct{}
}

// startRelay begins to pass text on.
func startRelay(from *os.File, to io.Writer) *relay {
	r := &relay{from: from, to: Sieve{To: to}, over: make(chan struct{})}
	go r.run()
	return r
}

func (r *relay) run() {
	defer close(r.over)
	b := make([]byte, 32<<10)
	for {
		n, err := r.from.Read(b)
		_, _ = r.to.Write(b[:n])
		if err != nil {
			return
		}
	}
}

// end returns the report, once the child has ended. It waits for a moment only, because a process that
// the child has started may hold the pipe open.
func (r *relay) end() string {
	_ = r.from.SetReadDeadline(time.Now().Add(time.Second))
	<-r.over
	r.from.Close()
	return r.to.Kept()
}
