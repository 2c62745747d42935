//go:build !wasm

package serve

import (
	"context"
	"crypto/subtle"
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
)

// hostName is the name under which a Server is asked. A browser has no page under it, so none can ask.
const hostName = "machsim"

// guestHeader has the id of a guest.
const guestHeader = "Machsim-Guest"

// noHTTP2 keeps connections simple: a guest takes one over.
var noHTTP2 = map[string]func(*http.Server, *tls.Conn, http.Handler){}

// guard lets through who may come in at a door. All others are told the same.
func (s *Server) guard(d Door) http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /join", s.join)
	m.HandleFunc("GET /sessions", s.list)
	m.HandleFunc("/page/", s.page)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		looks, why := d.refusal(r)
		if why != "" {
			s.refuse(w, r, why)
			return
		}
		if looks {
			r = r.WithContext(onlyLooks(r.Context()))
		}
		m.ServeHTTP(w, r)
	})
}

// refusal says why a request does not come from who may come in, "" if it does; looks says that he may only look.
func (d *Door) refusal(r *http.Request) (looks bool, why string) {
	given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case r.Host != hostName:
		return false, "a foreign Host"
	case r.Header.Get("Origin") != "":
		return false, "a foreign Origin"
	case d.Moves == "" && d.Looks == "", equal(given, d.Moves):
		return false, ""
	case equal(given, d.Looks):
		return true, ""
	}
	return false, "a wrong token"
}

// equal compares a token. How long that takes tells nothing.
func equal(given, token string) bool {
	return token != "" && subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1
}

// refuse refuses a request, and says nothing of why but to the log.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, why string) {
	s.o.Log("refused %s: %s", from(r), why)
	w.Header().Set("Connection", "close")
	http.Error(w, "refused", http.StatusForbidden)
}

func from(r *http.Request) string {
	if r.RemoteAddr == "" || r.RemoteAddr == "@" {
		return "the socket"
	}
	return r.RemoteAddr
}

type looksKey struct{}

func onlyLooks(ctx context.Context) context.Context { return context.WithValue(ctx, looksKey{}, true) }

func mayOnlyLook(ctx context.Context) bool { return ctx.Value(looksKey{}) != nil }

// httpLog is where package http says what was wrong with connections.
func (s *Server) httpLog() *log.Logger { return log.New(logged{s}, "", 0) }

type logged struct{ s *Server }

func (l logged) Write(text []byte) (int, error) {
	l.s.o.Log("%s", strings.TrimSpace(string(text)))
	return len(text), nil
}

// limited takes no more connections than there are slots, and of a socket none of another user.
type limited struct {
	net.Listener
	s *Server
}

func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if why := stranger(c); why != "" {
			l.s.o.Log("refused a connection: %s", why)
			c.Close()
			continue
		}
		select {
		case l.s.slots <- struct{}{}:
			return &slot{Conn: c, free: sync.OnceFunc(func() { <-l.s.slots })}, nil
		default:
			l.s.o.Log("refused a connection: there are too many")
			c.Close()
		}
	}
}

// slot is a connection that counts.
type slot struct {
	net.Conn
	free func()
}

func (c *slot) Close() error {
	c.free()
	return c.Conn.Close()
}

// stranger says why who is at the other end of a connection by a socket is not this user, "" if he is.
func stranger(c net.Conn) string {
	u, ok := c.(*net.UnixConn)
	if !ok {
		return ""
	}
	return otherUser(u)
}

// quiet is where nothing is said.
var quiet = log.New(io.Discard, "", 0)
