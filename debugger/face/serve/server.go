//go:build !wasm

package serve

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/wire"
)

// Options say how a Server works.
type Options struct {
	Version string                           // of machsim
	Log     func(format string, args ...any) // is told who comes and goes, and who is refused and why; nil for nobody
	Most    int                              // guests at once, 0 for the usual number
	Only    []string                         // tasks of whose values alone those who look are told; nil for all
	Book    *Book                            // where it is written which sessions there are; nil for nowhere
}

// last is how long guests have to be told that all is over.
const last = 100 * time.Millisecond

// Usual limits, against who is slow, or many.
const (
	usualMost   = 200
	connections = 6 // that a guest may have
	mostHeaders = 16 << 10
	begins      = 10 * time.Second // that a connection has to say what it wants
)

// Server holds sessions.
type Server struct {
	o     Options
	slots chan struct{} // one for each connection

	mu       sync.Mutex
	sessions []*Session
	guests   map[string]*Guest // by id
	over     chan struct{}     // closed when one of them says that the process has to end
	end      func()            // closes it
}

// New returns a Server without sessions. Close closes these.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	if o.Most == 0 {
		o.Most = usualMost
	}
	s := &Server{o: o, slots: make(chan struct{}, connections*o.Most), guests: map[string]*Guest{},
		over: make(chan struct{})}
	s.end = sync.OnceFunc(func() { close(s.over) })
	return s
}

// Add adds a session of a Debugger, which the Server closes.
func (s *Server) Add(name string, d *debugger.Debugger, file string) error {
	if err := nameable(name); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.find(name) != nil {
		return fmt.Errorf("there are two sessions called %s", name)
	}
	x := newSession(name, d, s.o.Version)
	x.only = s.o.Only
	s.sessions = append(s.sessions, x)
	x.service.Watch(func(e wire.Event) {
		if e.Name == "over" {
			s.end()
		}
	})
	if s.o.Book != nil {
		s.o.Book.keeps(x, file)
	}
	return nil
}

// nameable says why a session cannot have a name.
func nameable(name string) error {
	fits := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r)
	}
	if name == "" || len(name) > 60 || strings.TrimFunc(name, fits) != "" || strings.HasPrefix(name, "-") {
		return fmt.Errorf("a session cannot be called %q: a name has letters, digits, -, _ and dots", name)
	}
	return nil
}

// Close closes all sessions.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.sessions {
		x.service.Close()
	}
	if s.o.Book != nil {
		s.o.Book.close()
	}
}

// find finds a session; nil for none. It is called with the lock held.
func (s *Server) find(name string) *Session {
	if i := slices.IndexFunc(s.sessions, func(x *Session) bool { return x.name == name }); i >= 0 {
		return s.sessions[i]
	}
	return nil
}

// Door is where guests come in.
type Door struct {
	Listener net.Listener
	// Moves and Looks are the tokens of those who may move, and of those who may only look. Both are "" at a door that
	// lets in nobody but this user.
	Moves, Looks string
}

// Serve lets guests in at some doors until the context ends.
func (s *Server) Serve(ctx context.Context, doors ...Door) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, len(doors))
	for _, d := range doors {
		h := &http.Server{
			Handler: s.guard(d), ReadHeaderTimeout: begins, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: mostHeaders,
			BaseContext: func(net.Listener) context.Context { return ctx }, ErrorLog: s.httpLog(),
			TLSNextProto: noHTTP2,
		}
		context.AfterFunc(ctx, func() { h.Close() })
		go func() { ended <- h.Serve(&limited{d.Listener, s}) }()
	}
	var err error
	left := len(doors)
	select {
	case err = <-ended:
		left--
	case <-s.over:
		time.Sleep(last)
	}
	cancel()
	for range left {
		<-ended
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// About is a session as a guest sees it from outside.
type About struct {
	Name     string `json:"name"`
	Program  string `json:"program"`
	Seed     uint64 `json:"seed"`
	Ended    string `json:"ended"`
	Position string `json:"position"`
	Moves    string `json:"moves"` // who does, "" for nobody
	Guests   int    `json:"guests"`
}

// all tells of all sessions.
func (s *Server) all(ctx context.Context) (all []About, err error) {
	s.mu.Lock()
	sessions := slices.Clone(s.sessions)
	s.mu.Unlock()
	for _, x := range sessions {
		info, err := x.d.Info(ctx)
		if err != nil {
			return nil, err
		}
		a := About{Name: x.name, Program: info.Program, Seed: info.Seed, Ended: info.Ended,
			Position: x.service.At().Position}
		guests := x.who(nil)
		a.Guests = len(guests)
		for _, g := range guests {
			if g.Moves {
				a.Moves = g.Name
			}
		}
		all = append(all, a)
	}
	return all, nil
}

func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	all, err := s.all(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(all)
}

// secret is a text that nobody can guess.
func secret() string {
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails
	return hex.EncodeToString(random[:])
}

// Names are the names of the sessions.
func (s *Server) Names() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return text.Each(s.sessions, func(x *Session) string { return x.name })
}
