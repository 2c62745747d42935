package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"machsim/debugger/face/wire"
)

// Options say how a Server works.
type Options struct {
	Port     int           // 0 for any that is free
	Patience time.Duration // for the body of a request; 0 for 10 seconds
}

// last is how long those who watch have time to be told that the session is over.
const last = 100 * time.Millisecond

// Server serves a page to a browser on this machine, and nobody else.
type Server struct {
	page  http.Handler
	watch func(func(wire.Event)) (stop func()) // what the page shows, for its end
	at    net.Listener
	token string
	body  time.Duration // that a request has to bring its body
	over  chan struct{} // closed when it ends
}

// New returns a Server that listens, and does not serve yet.
func New(a Answers, o Options) (*Server, error) {
	s, err := Of(nil, o)
	if err != nil {
		return nil, err
	}
	s.page, s.watch = Carry(a, s.body, s.over), a.Watch
	return s, nil
}

// Of is New for a page that comes from elsewhere.
func Of(page http.Handler, o Options) (*Server, error) {
	at, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: o.Port})
	if err != nil {
		return nil, err
	}
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails
	token := hex.EncodeToString(random[:])
	body := cmp.Or(o.Patience, 10*time.Second)
	nobody := func(func(wire.Event)) func() { return func() {} }
	return &Server{page: page, watch: nobody, at: at, token: token, body: body, over: make(chan struct{})}, nil
}

// URL is where the page is. It has the token in it.
func (s *Server) URL() string { return "http://" + s.at.Addr().String() + s.root() }

// root is the path of the page.
func (s *Server) root() string { return "/" + s.token + "/" }

// Serve serves until the context ends, or the session is over, and returns when the last request has been answered.
func (s *Server) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer s.watch(func(e wire.Event) {
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
// the connection of a request that was refused would be kept for it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	headers(w.Header())
	if r.ContentLength != 0 {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.body))
	}
	if why := s.refusal(r); why != "" {
		refuse(w, http.StatusForbidden, why)
		return
	}
	http.StripPrefix(strings.TrimSuffix(s.root(), "/"), s.page).ServeHTTP(w, r)
}
