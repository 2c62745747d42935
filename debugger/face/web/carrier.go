package web

import (
	"bytes"
	"context"
	"net/http"
	"path"
	"strings"
	"time"

	"machsim/debugger/face/web/page"
	"machsim/debugger/face/wire"
)

// Answers is what a page asks: a Service, or what stands between one and those who share it.
type Answers interface {
	Answer(ctx context.Context, request []byte) []byte
	Watch(told func(wire.Event)) (stop func())
	Serial() uint64
	Opened() uint64
}

// Carry returns what serves a page and its calls, whoever asks: who may is decided before. Patience is how long the
// body of a call may take to come. Who reads events is let go when over is closed.
func Carry(a Answers, patience time.Duration, over <-chan struct{}) http.Handler {
	return &carrier{a, patience, over}
}

type carrier struct {
	answers Answers
	body    time.Duration   // that a request has to bring its body
	over    <-chan struct{} // closed when it ends
}

// ServeHTTP answers a request. A body has to come in time, also one that nobody reads. Who has no body may read events
// for ever.
func (s *carrier) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.body))
	}
	switch name := strings.TrimPrefix(r.URL.Path, "/"); name {
	case "call":
		s.call(w, r)
	case "events":
		s.events(w, r)
	default:
		s.file(w, r, name)
	}
}

// types are those of the files of the page, whatever this machine thinks that they are.
var types = map[string]string{".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8"}

// file sends a file of the page.
func (s *carrier) file(w http.ResponseWriter, r *http.Request, name string) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		refuse(w, http.StatusMethodNotAllowed, "the files of the page are read by GET")
		return
	}
	if name == "" {
		name = "index.html"
	}
	data := page.Read(name)
	if data == nil {
		refuse(w, http.StatusNotFound, "the page has no such file")
		return
	}
	w.Header().Set("Content-Type", types[path.Ext(name)])
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}
