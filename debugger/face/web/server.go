package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"path"
	"strings"
	"time"

	"machsim/debugger/face/web/page"
	"machsim/debugger/face/wire"
)

// Options say how a Server works.
type Options struct {
	Port     int           // 0 for any that is free
	Patience time.Duration // for the body of a request; 0 for 10 seconds
}

// last is how long those who watch have time to be told that the session is over.
const last = 100 * time.Millisecond

// Server serves the page of a Service.
type Server struct {
	service *wire.Service
	at      net.Listener
	token   string
	body    time.Duration // that a request has to bring its body
	over    chan struct{} // closed when it ends
}

// New returns a Server that listens, and does not serve yet.
func New(s *wire.Service, o Options) (*Server, error) {
	at, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: o.Port})
	if err != nil {
		return nil, err
	}
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails
	token := hex.EncodeToString(random[:])
	body := cmp.Or(o.Patience, 10*time.Second)
	return &Server{service: s, at: at, token: token, body: body, over: make(chan struct{})}, nil
}

// URL is where the page is. It has the token in it.
func (s *Server) URL() string { return "http://" + s.at.Addr().String() + s.root() }

// root is the path of the page.
func (s *Server) root() string { return "/" + s.token + "/" }

// Serve serves until the context ends, or the session is over, and returns when the last request has been answered.
func (s *Server) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer s.service.Watch(func(e wire.Event) {
		if e.Name == "over" {
			time.AfterFunc(last, cancel)
		}
	})()
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		close(s.over)
		patience, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if h.Shutdown(patience) != nil {
			h.Close()
		}
	})
	err := h.Serve(s.at)
	if !stop() {
		<-ended
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// ServeHTTP answers a request, if it is one of the page's own. A body has to come in time, also one that nobody reads:
// the connection of a request that was refused would be kept for it. Who has no body may read events for ever.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	headers(w.Header())
	if r.ContentLength != 0 {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.body))
	}
	if why := s.refusal(r); why != "" {
		refuse(w, http.StatusForbidden, why)
		return
	}
	switch name := strings.TrimPrefix(r.URL.Path, s.root()); name {
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
func (s *Server) file(w http.ResponseWriter, r *http.Request, name string) {
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
